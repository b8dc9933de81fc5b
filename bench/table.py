"""The speed of a table, measured: bets decided and applied, a full layout settled, a journal replayed."""

import random
import time
from collections.abc import Callable, Iterator, Sequence

from bare_table import beside, scaled, thousand_bare_bets
from msgspec.structs import replace
from speed import Measured, report

from croupier.catalogue import ruleset
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.sequence import Phase
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command
from croupier.table.core.recorded import events_in, recorded
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.calls import CloseBetting, OpenBetting, SpinBall
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.shooting import ShootDice

SEATS, BETS_A_ROUND, ROUNDS = 10, 100, 30
ROULETTE_BAR, CRAPS_BAR, REPLAY_BAR = 0.0579, 0.0512, 0.145
"""50,000 bets and 100,000 events on the reference machine, as ratios to the bare table. See bench/bare_table.py."""
CRAPS = ("field", "any-seven", "place:6", "place:8", "hardway:4", "buy:4", "c", "e")


class Evening:
    """A table with ten seats, and everything that happens at it."""

    def __init__(self, name: str, *, keeps: bool = False) -> None:
        """Open it, and let everybody sit down with a fortune; keep the lines of its journal if they are wanted."""
        self._keeps = keeps
        self.rules = ruleset(name)
        self.wagers = [offer.id for offer in self.rules.offers if not offer.wager.pieces and not offer.rides_on]
        self.lines: list[bytes] = []
        self.events = 0
        self.table = open_table(self.rules, self.rules.sign({"minimum": 100}))
        self._at = 1000
        for seat in range(SEATS):
            self.do(TakeSeat(seat=f"seat-{seat}", chips=Cents(10**12)))

    def do(self, command: Command) -> None:
        """Decide and apply; here nothing is refused."""
        self._at += 1
        timed = replace(command, at=self._at)
        outcome = decide(self.table, timed)
        assert not isinstance(outcome, Refusal), outcome
        for event in outcome:
            self.table = apply(self.table, event)
        if self._keeps:
            self.lines.append(recorded(timed, outcome))
            self.events += len(outcome)

    def round(self, chance: random.Random, wagers: Sequence[str]) -> None:
        """A round with a hundred bets."""
        self.do(OpenBetting(deadline=self._at + 10**9))
        for _ in range(BETS_A_ROUND):
            seat = f"seat-{chance.randrange(SEATS)}"
            self.do(PlaceBet(seat=seat, wager=chance.choice(wagers), stake=Cents(100)))
        if any(step.to is Phase.SPUN for step in self.rules.procedures.sequence):
            self.do(SpinBall())
        self.do(CloseBetting())
        if self.rules.procedures.shooting:
            self.do(ShootDice())
        self.do(EnterOutcome(outcome=chance.choice(list(self.rules.game.space.ways))))


def bets(name: str, wagers: Sequence[str] | None = None) -> Callable[[], int]:
    """Rounds of bets, each decided and applied, with what opens, closes and settles them."""

    def once() -> int:
        evening, chance = Evening(name), random.Random(1)  # noqa: S311 - a yardstick
        for _ in range(ROUNDS):
            evening.round(chance, wagers or evening.wagers)
        return ROUNDS * BETS_A_ROUND

    return once


def replay(name: str, wagers: Sequence[str] | None = None) -> Callable[[], int]:
    """The events of an evening read from their lines and applied."""
    evening, chance = Evening(name, keeps=True), random.Random(1)  # noqa: S311 - a yardstick
    for _ in range(ROUNDS):
        evening.round(chance, wagers or evening.wagers)

    def once() -> int:
        table = open_table(evening.rules, evening.rules.sign({"minimum": 100}))
        for line in evening.lines:
            for event in events_in(line):
                table = apply(table, event)
        assert table == evening.table
        return evening.events

    return once


def full_layout() -> Table:
    """A thousand bets of ten players."""
    evening = Evening("ministar-roulette-2018")
    for seat in range(SEATS):
        for wager in evening.wagers[:100]:
            evening.do(PlaceBet(seat=f"seat-{seat}", wager=wager, stake=Cents(100)))
    return evening.table


def settling() -> float:
    """The time to settle a thousand bets and apply it, in milliseconds of CPU."""
    table, times = full_layout(), list[float]()
    for _ in range(20):
        begun = time.process_time()
        outcome = decide(table, EnterOutcome(outcome=OutcomeName("17")))
        assert not isinstance(outcome, Refusal)
        apply(table, outcome[0])
        times.append((time.process_time() - begun) * 1000)
    return sorted(times)[len(times) // 2]


def measure() -> Iterator[Measured]:
    """Everything there is a bar for."""
    for name, wagers, bar in (("ministar-roulette-2018", None, ROULETTE_BAR), ("aruze-craps-2024", CRAPS, CRAPS_BAR)):
        ours, bare = beside(bets(name, wagers))
        yield Measured(f"bets per CPU-second, {name}", ours, bar * bare, "bare bets", bare, at_most=False)
    bare = thousand_bare_bets()
    what = "a round of 1,000 bets settled, ms"
    yield Measured(what, settling(), scaled(20) * bare, "1,000 bare bets", bare, at_most=True)
    ours, bare = beside(replay("ministar-roulette-2018"))
    yield Measured("events replayed per CPU-second", ours, REPLAY_BAR * bare, "bare bets", bare, at_most=False)


if __name__ == "__main__":
    report(measure())
