"""What a strategy remembers between rolls: counts, pressed amounts, and the rungs of its ladders. All of it is bounded."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from croupier.lab.ladder import FLAT, Ladder
from croupier.lab.strategies.clauses import Counted, CountReached, Just, PressBet, Regress, Strategy, Wagers
from croupier.lab.strategies.seat import DecidedBet, Rolled
from croupier.rules.machine import Decision
from croupier.rules.outcomes import OutcomeName
from croupier.rules.ruleset import Ruleset


class Memory(NamedTuple):
    """One number for each thing that the strategy counts, for each amount that it changes, and for each ladder."""

    counts: tuple[int, ...]
    amounts: tuple[int, ...]
    """Cents."""
    rungs: tuple[int, ...]


class Tallied(NamedTuple):
    """Something that is counted. Counts stop at the largest number that a condition asks for."""

    what: Counted
    of: Wagers | None
    in_a_row: bool
    just: bool


class Remembering:
    """How the memory of a strategy begins, and how an outcome changes it."""

    def __init__(self, strategy: Strategy) -> None:
        """Find what the conditions and the changes of a strategy need."""
        self.rules = strategy.rules
        most: dict[Tallied, int] = {}
        for each in strategy.conditions:
            if isinstance(each, CountReached | Just):
                count = each.count if isinstance(each, CountReached) else 1
                most[tally_of(each)] = max(count, most.get(tally_of(each), 0))
        self.tallies: Mapping[Tallied, int] = {each: at for at, each in enumerate(most)}
        self.most: Sequence[int] = tuple(most.values())
        changes = [each.action for each in strategy.clauses if isinstance(each.action, PressBet | Regress)]
        changed = {id for each in changes for id in each.wagers.ids}
        bets = {id: bet for bet in strategy.bets for id in bet.wagers.ids}
        self.base: Mapping[str, int] = {id: bets[id].amount.cents or 0 for id in bets if id in changed}
        self.amounts: Mapping[str, int] = {id: at for at, id in enumerate(self.base)}
        self.climbing: Mapping[str, Ladder] = {id: bet.ladder for id, bet in bets.items() if bet.ladder is not FLAT}
        self.rungs: Mapping[str, int] = {id: at for at, id in enumerate(self.climbing)}

    @property
    def first(self) -> Memory:
        """The memory when a session begins."""
        return Memory((0,) * len(self.tallies), tuple(self.base.values()), (0,) * len(self.climbing))

    def after(self, memory: Memory, pucks: Mapping[str, str], outcome: OutcomeName, rolled: Rolled) -> Memory:
        """Return the memory after an outcome. `pucks` are those before it."""
        over = hand_ends(self.rules, pucks, outcome) if self.tallies else False
        counts = tuple(
            self._counted(tally, memory.counts[at], self.most[at], rolled.decided, over=over)
            for tally, at in self.tallies.items()
        )
        nets = {each.wager: each.net for each in rolled.decided}
        lost = {wager for wager, net in nets.items() if net < 0}
        amounts = tuple(self.base[id] if id in lost else memory.amounts[at] for id, at in self.amounts.items())
        rungs = tuple(
            self.climbing[id].after(memory.rungs[at], nets[id]) if id in nets else memory.rungs[at]
            for id, at in self.rungs.items()
        )
        return Memory(counts, amounts, rungs)

    def _counted(self, tally: Tallied, before: int, most: int, decided: Sequence[DecidedBet], *, over: bool) -> int:
        if tally.what is Counted.ROLL:
            return 0 if over else min(before + 1, most)
        result = _result(decided, tally.of)
        happened = result is tally.what
        if tally.just:
            return int(happened)
        if tally.in_a_row:
            return min(before + 1, most) if happened else 0 if result else before
        return 0 if over else min(before + happened, most)


def tally_of(condition: CountReached | Just) -> Tallied:
    """Return what a condition counts."""
    if isinstance(condition, Just):
        return Tallied(condition.what, condition.of, in_a_row=False, just=True)
    return Tallied(condition.what, condition.of, condition.in_a_row, just=False)


def _result(decided: Sequence[DecidedBet], of: Wagers | None) -> Counted | None:
    """Whether the bets that were decided won or lost money together; None if neither."""
    net = sum(each.net for each in decided if of is None or each.wager in of.places)
    return Counted.WIN if net > 0 else Counted.LOSS if net < 0 else None


def hand_ends(rules: Ruleset, pucks: Mapping[str, str], outcome: OutcomeName) -> bool:
    """Whether the shooter loses the dice. A game without a shooter has one hand, which never ends."""
    shooting = rules.procedures.shooting
    if shooting is None:
        return False
    if shooting.loses_on:
        return shooting.loses_on.during.holds(pucks) and outcome in shooting.loses_on.on.names
    # The dice pass with the result of the shooter's bet. A line bet has the states of the puck.
    for wager, result in list(shooting.passes_on.items())[:1]:
        row = rules.addresses[wager].offer.wager.effects.get(next(iter(pucks.values())), {})
        effect = row.get(outcome)
        return isinstance(effect, Decision) and effect.result is result
    return False
