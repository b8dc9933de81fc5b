"""The same bets computed with icepool, a dice library that knows nothing about casinos."""

from fractions import Fraction
from typing import Any

import icepool  # pyright: ignore[reportMissingTypeStubs] - icepool has none
import pytest

from croupier.catalogue import ruleset
from croupier.lab.figures import figures
from section_a import ADELAIDE, SICBO, STAR

DIE: Any = icepool.d6
TWO: Any = 2 @ DIE
THREE: Any = 3 @ DIE
POINTS = (4, 5, 6, 8, 9, 10)


def ours(name: str, wager: str) -> dict[Fraction, Fraction]:
    rules = ruleset(name)
    return dict(figures(rules, rules.addresses[wager].offer).distribution)


def theirs(die: Any) -> dict[Fraction, Fraction]:
    return {Fraction(net): Fraction(die.probability(net)) for net in die.outcomes()}


def chance(*totals: int) -> Fraction:
    return sum((Fraction(TWO.probability(n)) for n in totals), Fraction(0))


def made(point: int) -> Fraction:
    """Return the probability of the point before a 7."""
    return chance(point) / chance(point, 7)


def test_the_pass_line() -> None:
    won = chance(7, 11) + sum(chance(n) * made(n) for n in POINTS)
    assert ours(STAR, "win-line") == {Fraction(-1): 1 - won, Fraction(1): won}


def test_the_dont_pass() -> None:
    won = chance(2, 3) + sum(chance(n) * (1 - made(n)) for n in POINTS)
    assert ours(ADELAIDE, "dont-pass") == {Fraction(-1): 1 - won - chance(12), Fraction(0): chance(12), Fraction(1): won}


def test_the_field() -> None:
    nets = {n: 2 if n in (2, 12) else 1 if n in (3, 4, 9, 10, 11) else -1 for n in range(2, 13)}
    assert ours(STAR, "field") == theirs(TWO.map(nets))


def test_a_single_die() -> None:
    sixes: Any = 3 @ (DIE == 6)
    assert ours(SICBO, "single:6") == theirs(sixes.map({0: -1, 1: 1, 2: 2, 3: 12}))


@pytest.mark.parametrize("total", range(4, 18))
def test_the_totals(total: int) -> None:
    pays = {4: 62, 5: 31, 6: 18, 7: 12, 8: 8, 9: 7, 10: 6}[min(total, 21 - total)]
    won = Fraction(THREE.probability(total))
    assert ours(SICBO, f"total:{total}") == {Fraction(-1): 1 - won, Fraction(pays): won}
