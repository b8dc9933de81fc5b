"""The chance of every end of a session, worked out without any simulation."""

from collections import Counter
from fractions import Fraction
from math import sqrt

from croupier.lab.bet_chains import chains
from croupier.lab.chain import joined
from croupier.lab.play import Play
from croupier.lab.sessions import Bounds, End

BOUND = 4.5
"""No more standard errors than that, with fixed seeds."""


def z(found: int, chance: Fraction, count: int) -> float:
    """How many standard errors a count lies from its chance."""
    return (found - float(chance) * count) / sqrt(float(chance * (1 - chance)) * count)


def exactly(play: Play, bounds: Bounds) -> dict[End, Fraction]:
    """The chance of every end, by following every state and every amount of money roll by roll, in whole numbers of ways."""
    space = play.rules.game.space
    chain = joined(chains(play, charged_ahead=False))
    here, ends, weight = Counter({(0, 0): 1}), {end: Fraction(0) for end in End if end is not End.LEFT}, Fraction(1)
    for roll in range(1, bounds.max_rolls + 1):
        after: Counter[tuple[int, int]] = Counter()
        weight /= space.total_ways
        for (state, net), paths in here.items():
            for ways, to, brought in zip(space.ways.values(), chain.moves[state], chain.yields[state], strict=True):
                after[to, net + brought.net] += paths * ways
        here = Counter[tuple[int, int]]()
        for (state, net), paths in after.items():
            end = end_of(bounds, net, chain.needs[state], roll)
            if end is None:
                here[state, net] = paths
            else:
                ends[end] += paths * weight
    assert sum(ends.values()) == 1
    return ends


def end_of(bounds: Bounds, net: int, needs: int, roll: int) -> End | None:
    if net <= -bounds.stop_loss:
        return End.STOP_LOSS
    if net >= bounds.stop_win:
        return End.STOP_WIN
    if bounds.bankroll + net < needs:
        return End.RUIN
    return End.TIME if roll >= bounds.max_rolls else None
