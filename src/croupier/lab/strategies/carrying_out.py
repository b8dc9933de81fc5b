"""Carry out the clauses of a strategy before a roll."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from croupier.lab.play import PlayError
from croupier.lab.strategies.clauses import (
    Action,
    Amount,
    BetsStanding,
    CallBets,
    Condition,
    CountReached,
    Down,
    Just,
    Leave,
    MakeBet,
    Money,
    PointIs,
    PressBet,
    Regress,
    Strategy,
)
from croupier.lab.strategies.memory import Memory, Remembering, tally_of
from croupier.lab.strategies.seat import SEAT, Layout, PlayerCommand
from croupier.money import Cents
from croupier.table.bets.calling import CallBet
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.refusals import Reason, Refusal

SKIPPED = frozenset({Reason.NOT_ALLOWED_NOW, Reason.CANNOT_REMOVE})
"""The table does not allow it at the moment, so the clause does nothing."""


class Ready(NamedTuple):
    """The layout and the memory when the clauses are carried out, before the roll."""

    layout: Layout
    memory: Memory
    fee: int
    """Commission paid, in cents; less than 0 if some was returned."""
    leaves: bool


class StrategyPlayer:
    """Carries out a strategy."""

    def __init__(self, strategy: Strategy, remembering: Remembering) -> None:
        """Play this strategy, whose memory works like that."""
        self.strategy, self.remembering = strategy, remembering

    def ready(self, layout: Layout, memory: Memory, money: int) -> Ready:
        """Carry out all clauses in their order, with so much money in cents."""
        now = Ready(layout, memory, 0, leaves=False)
        for clause in self.strategy.clauses:
            if all(self._holds(each, now, money) for each in clause.when):
                now = self._carried_out(clause.action, now)
            if now.leaves:
                return Ready(layout, memory, 0, leaves=True)
        return now

    def _holds(self, condition: Condition, now: Ready, money: int) -> bool:
        match condition:
            case PointIs(puck, states):
                return now.layout.pucks[puck] in states
            case Just():
                return bool(now.memory.counts[self.remembering.tallies[tally_of(condition)]])
            case CountReached(_, count, _, _, reached):
                return (now.memory.counts[self.remembering.tallies[tally_of(condition)]] >= count) is reached
            case BetsStanding(count, of, fewer):
                return (sum(wager in of.places for wager in now.layout.bets) < count) is fewer
            case Money(cents, above):
                return money > cents if above else money < cents

    def _carried_out(self, action: Action, now: Ready) -> Ready:
        match action:
            case Leave():
                return now._replace(leaves=True)
            case MakeBet():
                for id in action.wagers.ids:
                    now = self._bet(id, action, now)
            case PressBet() | Regress():
                for id in (each for each in action.wagers.ids if each in self.remembering.amounts):
                    now = self._changed(id, action, now)
            case Down(wagers):
                # Odds come down before the bet that they ride on.
                addresses = self.strategy.rules.addresses
                standing = sorted(now.layout.bets, key=lambda each: not addresses[each].offer.rides_on)
                down = (each for each in standing if wagers is None or each in wagers.places)
                return _told(now, (TakeDown(seat=SEAT, wager=each) for each in down))
            case CallBets(wagers, on):
                called = (each for each in sorted(now.layout.bets) if each in wagers.places)
                return _told(now, (CallBet(seat=SEAT, wager=each, on=on) for each in called))
        return now

    def _bet(self, id: str, bet: MakeBet, now: Ready) -> Ready:
        if id in now.layout.bets or (cents := self._cents(id, bet, now)) is None:
            return now
        return _told(now, [PlaceBet(seat=SEAT, wager=id, stake=Cents(cents))])

    def _cents(self, id: str, bet: MakeBet, now: Ready) -> int | None:
        """The stake of a new bet, or None if the bet that it rides on does not stand with its point."""
        memory, amount = self.remembering, bet.amount
        offer = self.strategy.rules.addresses[id].offer
        flat = now.layout.bets.get(offer.rides_on) if offer.rides_on else None
        if offer.rides_on and (flat is None or flat.state not in offer.wager.effects):
            return None
        if flat is not None and amount.cents is None:
            return self._ride(id, amount, flat.stake, flat.state)
        assert amount.cents is not None, "only odds are given as a multiple"
        if id in memory.amounts:
            return now.memory.amounts[memory.amounts[id]]
        return amount.cents * bet.ladder.rungs[now.memory.rungs[memory.rungs[id]] if id in memory.rungs else 0]

    def _ride(self, id: str, amount: Amount, flat: int, state: str) -> int:
        offer = self.strategy.rules.addresses[id].offer
        if amount.times is None:
            carried = self.strategy.rules.limits.carrying(flat, self.strategy.sign.maximum)
            return offer.largest_ride(carried, state, self.strategy.sign)
        return int(amount.times * flat)

    def _changed(self, id: str, change: PressBet | Regress, now: Ready) -> Ready:
        """Change the amount of a wager, and bring the bet that stands to it."""
        at = self.remembering.amounts[id]
        amount = _pressed(now.memory.amounts[at], change)
        amounts: Mapping[int, int] = {**dict(enumerate(now.memory.amounts)), at: amount}
        now = now._replace(memory=now.memory._replace(amounts=tuple(amounts.values())))
        bet = now.layout.bets.get(id)
        if bet is None or bet.stake == amount:
            return now
        if bet.stake < amount:
            return _told(now, [PlaceBet(seat=SEAT, wager=id, stake=Cents(amount - bet.stake))])
        return _told(now, [TakeDown(seat=SEAT, wager=id, amount=Cents(bet.stake - amount))])


def _pressed(amount: int, change: PressBet | Regress) -> int:
    if isinstance(change, Regress):
        return min(amount, change.to)
    raised = change.to if change.by is None else min(amount + change.by, change.to)
    return max(amount, raised)


def _told(now: Ready, commands: Iterable[PlayerCommand]) -> Ready:
    """Give commands to the table. What it does not allow at the moment is skipped; any other refusal is an error."""
    for command in commands:
        done = now.layout.after(command)
        if not isinstance(done, Refusal):
            now = now._replace(layout=done.layout, fee=now.fee + done.fee)
        elif done.reason not in SKIPPED:
            raise PlayError(f"play, {command.wager}: the table refuses it: {done.message}")
    return now
