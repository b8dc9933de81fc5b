"""A random player: makes all kinds of bets, takes the dice, takes bets down."""

import random
from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from croupier.floor.purse import bringing, taking
from croupier.floor.roles import holder
from croupier.ledger.accounts import rack
from croupier.ledger.accounts import tokens as in_tokens
from croupier.money import Cents
from croupier.rules.powers import Act
from croupier.rules.ruleset import Ruleset
from croupier.rules.sequence import Phase
from croupier.table.authority.disputes import OpenDispute
from croupier.table.bets.calling import CallBet
from croupier.table.bets.placing import LeaveUp, PlaceBet, SpeakBet
from croupier.table.bets.taking_down import MoveBet, TakeDown
from croupier.table.core.message import Command
from croupier.table.core.state import Table
from croupier.table.money.cards import InsertCard
from croupier.table.money.credit import Collect, InsertMoney
from croupier.table.rounds.dice import AcceptDice, DeclineDice, PassDice
from croupier.table.rounds.shooting import ShootDice
from croupier.table.rounds.turns import has_the_bet

CHIPS = (100, 200, 500, 1000)
BANKROLL = 50_000


class Player:
    """A bot in one seat. Its commands depend only on the table and on its random generator."""

    def __init__(self, seat: str, chance: random.Random) -> None:
        """Play in a seat."""
        self.seat = seat
        self._chance = chance

    def next(self, table: Table) -> Command | None:
        """The next command of the player; None to do nothing."""
        if self.seat not in table.layout:
            return None
        return self._dice(table) or self._money(table) or self._play(table)

    def _dice(self, table: Table) -> Command | None:
        round, shooting, chance = table.round, table.rules.procedures.shooting, self._chance
        if shooting is None:
            return None
        if round.offered == self.seat:
            if chance.random() < 0.15:
                return DeclineDice(seat=self.seat)
            return AcceptDice(seat=self.seat, dice=self._chosen(table))
        if round.shooter != self.seat:
            return None
        if not shooting.is_offered:
            return ShootDice(seat=self.seat) if round.phase is Phase.CLOSED else None
        if round.phase is not Phase.BETTING:
            return None
        if not has_the_bet(table, self.seat):
            return self._bet(table, shooting.with_one_of)
        if shooting.dice and not round.chosen:
            return AcceptDice(seat=self.seat, dice=self._chosen(table))
        if chance.random() < 0.02:
            return PassDice(seat=self.seat)
        return ShootDice(seat=self.seat) if chance.random() < 0.5 else None

    def _chosen(self, table: Table) -> tuple[int, ...]:
        shooting = table.rules.procedures.shooting
        assert shooting, "the dice are offered"
        dice = shooting.dice
        if dice is None:
            return ()
        there = range(1, dice.dice - table.desk.lost + 1)
        return tuple(self._chance.sample(there, min(dice.chosen, len(there))))

    def _money(self, table: Table) -> Command | None:
        if table.rules.procedures.cards and self.seat not in table.desk.cards:
            return InsertCard(seat=self.seat, player=f"player of {self.seat}")
        if table.book.balance(rack(self.seat)) < BANKROLL // 10:
            return InsertMoney(seat=self.seat, amount=Cents(BANKROLL), tender=bringing(table, BANKROLL, self._chance))
        return None

    def _play(self, table: Table) -> Command | None:
        chance, seat = self._chance, self.seat
        if table.round.phase in (Phase.SETTLED, Phase.LIT) and table.staying.get(seat):
            return LeaveUp(seat=seat, wager=chance.choice(list(table.staying[seat])))
        if table.round.phase not in table.rules.procedures.takes_bets:
            return None
        bets, luck = list(table.layout[seat]), chance.random()
        if bets and luck < 0.06:
            return TakeDown(seat=seat, wager=chance.choice(bets))
        if bets and luck < 0.09:
            to = chance.choice(_wagers(table.rules))
            return MoveBet(seat=seat, wager=chance.choice(bets), to=to, amount=Cents(chance.choice(CHIPS)))
        if bets and luck < 0.12:
            by = holder(table, Act.MARK_BET)
            return CallBet(seat=seat, wager=chance.choice(bets), on=chance.random() < 0.5, by=by)
        if 0.12 < luck < 0.123:
            return Collect(seat=seat, tender=taking(table, chance))
        if 0.123 < luck < 0.127 and table.round.number:
            return OpenDispute(seat=seat, round=table.round.number, about="The payment was short.")
        return self._bet(table, _wagers(table.rules))

    def _bet(self, table: Table, wagers: Sequence[str]) -> Command:
        wager = self._chance.choice(wagers)
        offer = table.rules.addresses[wager].offer
        stake = Cents(table.sign.named.get(offer.stake, self._chance.choice(CHIPS) * offer.wager.units))
        by, tokens = holder(table, Act.CONFIRM_BET), self._tokens(table, stake)
        if by and self._chance.random() < 0.1:
            return SpeakBet(seat=self.seat, wager=wager, stake=stake, tokens=tokens, with_chips=True, by=by)
        return PlaceBet(seat=self.seat, wager=wager, stake=stake, tokens=tokens)

    def _tokens(self, table: Table, stake: Cents) -> Cents | UnsetType:
        """The part of a stake to bet in tokens: as much as possible, or half of that; unset without tokens."""
        there = min(stake, table.book.balance(in_tokens(self.seat)))
        return Cents(self._chance.choice((there, there // 2))) if there else UNSET


def _wagers(rules: Ruleset) -> tuple[str, ...]:
    """All wagers to choose from. Those that a shooter needs are repeated, so that they are chosen more often."""
    shooting, offered = rules.procedures.shooting, tuple(rules.addresses)
    lines = tuple(shooting.with_one_of) if shooting else ()
    return (*lines * (len(offered) // 4), *offered)
