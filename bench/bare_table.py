"""A bare table, the yardstick for pure Python: it takes bets and settles them, and does nothing else.

It checks only the credit, knows no rules and keeps no history. Like a real table it never changes a state: each bet makes a new
one. It imports nothing of croupier, so only the machine and the interpreter decide how fast it is.

The issues state their bars in figures of a reference machine. `REFERENCE` is the speed of the bare table there, as far as it
can be known: the figures of commit 4c972ab on that machine are published, and it was run on another machine beside the bare
table. Other work ran beside it. The ratios come from the runs in which the bare table was fastest (670,000 to 690,000),
each a median of 12 pairs: 0.063 (bets at roulette), 0.0578 (bets at Aruze craps) and 0.199 (replayed events). Over all runs
the medians were 0.054 to 0.073, 0.057 to 0.069 and 0.190 to 0.210. Calibrate again on an idle machine.

| what | published for 4c972ab | its ratio | bar of the issue | bar as a ratio |
|---|---|---|---|---|
| bets, roulette | 54,407 | 0.063 | 50,000 | 0.063 x 50,000 / 54,407 = 0.0579 |
| bets, Aruze | 56,457 | 0.0578 | 50,000 | 0.0578 x 50,000 / 56,457 = 0.0512 |
| replay | 137,081 | 0.199 | 100,000 | 0.199 x 100,000 / 137,081 = 0.145 |

One of its three published runs of roulette made only 52,284, which would give 0.0602. Published figure / ratio is the bare
table's speed on the reference machine: 864,000, 977,000 and 689,000. Bars without a published figure for that commit use the
lowest, which makes them hardest to hold: a bar of 20,000 per second becomes 20,000 / 689,000 = 0.029, and 20 ms become the
time of 20 x 689 = 13,780 bare bets.
"""

import random
import time
from collections.abc import Callable, Mapping
from statistics import median

import msgspec
from msgspec.structs import replace

REFERENCE = 689_000
"""Bare bets per CPU-second on the reference machine."""
SEATS, SPOTS, BETS_A_ROUND, ROUNDS = 10, 40, 100, 30
PAIRS, SLICE = 20, 0.1
"""How often to measure in turn, and for how many seconds of CPU each."""


class BareBet(msgspec.Struct, frozen=True, gc=False):
    """A player's stake on a spot."""

    seat: str
    spot: int
    stake: int


class BareState(msgspec.Struct, frozen=True, gc=False):
    """The bets and the credit of all players."""

    layout: Mapping[str, Mapping[int, int]]
    credit: Mapping[str, int]
    events: int = 0


def placed(state: BareState, bet: BareBet) -> BareState:
    """The state after a bet."""
    seat, spot, stake = bet.seat, bet.spot, bet.stake
    credit, bets = state.credit[seat], state.layout[seat]
    if not 0 < stake <= credit:
        raise ValueError("no credit")
    layout = {**state.layout, seat: {**bets, spot: bets.get(spot, 0) + stake}}
    return replace(state, layout=layout, credit={**state.credit, seat: credit - stake}, events=state.events + 1)


def settled(state: BareState, outcome: int) -> BareState:
    """The state after an outcome: its spot pays 35 to 1, and every other bet is lost."""
    credit = {seat: state.credit[seat] + 36 * bets.get(outcome, 0) for seat, bets in state.layout.items()}
    return replace(state, layout={seat: {} for seat in state.layout}, credit=credit, events=state.events + 1)


def bare_bets() -> int:
    """An evening of bets; how many there were."""
    chance, seats = random.Random(1), [f"seat-{number}" for number in range(SEATS)]  # noqa: S311 - a yardstick
    state = BareState({seat: {} for seat in seats}, dict.fromkeys(seats, 10**12))
    for _ in range(ROUNDS):
        for _ in range(BETS_A_ROUND):
            state = placed(state, BareBet(chance.choice(seats), chance.randrange(SPOTS), 100))
        state = settled(state, chance.randrange(SPOTS))
    return ROUNDS * BETS_A_ROUND


def rate(once: Callable[[], int], seconds: float = SLICE) -> float:
    """Units of work per second of CPU, measured for so long."""
    begun, units = time.process_time(), 0
    while (used := time.process_time() - begun) < seconds:
        units += once()
    return units / used


def beside(ours: Callable[[], int], yardstick: Callable[[], int] = bare_bets, pairs: int = PAIRS) -> tuple[float, float]:
    """Units per CPU-second of ours and of a yardstick. Both run in short turns, so that a disturbance falls on both.

    The first figure is the median of the ratios times the second, because a ratio within a pair is steadier than a figure.
    """
    ours()  # warm up
    yardstick()
    rates = [(rate(ours), rate(yardstick)) for _ in range(pairs)]
    bare = median(theirs for _, theirs in rates)
    return median(mine / theirs for mine, theirs in rates) * bare, bare


def thousand_bare_bets() -> float:
    """The time of a thousand bare bets, in milliseconds of CPU: the yardstick for a duration."""
    bare_bets()
    return 10**6 / median(rate(bare_bets) for _ in range(PAIRS))


def scaled(milliseconds: float) -> float:
    """A bar in milliseconds on the reference machine, as a multiple of `thousand_bare_bets`."""
    return milliseconds * REFERENCE / 10**6
