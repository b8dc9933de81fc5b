"""What a bet is expected to win, from the odds on the layout and the chances of dice and pockets alone.

    python par_sheets.py star-sicbo-2016

Python's own library, without croupier: the odds are those of the approved documents, typed in by hand, and every chance is
counted. `accountant.py` multiplies them with the stakes of an exported journal. Commission is left out, as on every page.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import NamedTuple

Chances = Mapping[Fraction, Fraction]
"""How likely each win of one unit staked is. A lost stake is a win of -1, a returned one of 0."""
LOST = Fraction(-1)


class Theory(NamedTuple):
    """What to expect of one unit staked on a wager."""

    wager: str
    """The wager of the document: a come bet that has moved to the 6 is `come`."""
    edge: Fraction
    """What the house expects to win."""
    variance: Fraction


def theory(wager: str, wins: Chances) -> Theory:
    """The edge is what the player loses in the mean; the variance is that of the player's win."""
    assert sum(wins.values()) == 1
    mean = sum((win * chance for win, chance in wins.items()), Fraction(0))
    return Theory(wager, -mean, sum((win * win * chance for win, chance in wins.items()), Fraction(0)) - mean * mean)


def counted(falls: Iterable[Fraction | None]) -> Chances:
    """Equally likely outcomes, each with its win. Those with None decide nothing and are left out."""
    wins = Counter(win for win in falls if win is not None)
    return {win: Fraction(number, wins.total()) for win, number in wins.items()}


def mixed(*parts: tuple[Fraction, Chances]) -> Chances:
    """Several ways in which a bet may go on, each with how likely it is."""
    found = Counter[Fraction]()
    for share, wins in parts:
        for win, chance in wins.items():
            found[win] += share * chance  # type: ignore[assignment] # a counter adds fractions, too
    return found  # type: ignore[return-value]


# Sic Bo: 216 equally likely throws of three dice

THROWS = list(product(range(1, 7), repeat=3))
TOTALS = {4: 62, 5: 31, 6: 18, 7: 12, 8: 8, 9: 7, 10: 6, 11: 6, 12: 7, 13: 8, 14: 12, 15: 18, 16: 31, 17: 62}
SINGLE = {1: 1, 2: 2, 3: 12}
"""What a single die pays if its number falls so often."""
STREAKS = {4: 6, 5: 10, 6: 15, 7: 20, 8: 35, 9: 50, 10: 75, 11: 100, 12: 500}
"""What a streak pays that ends after so many; the twelfth ends it at once."""

Throw = tuple[int, ...]


def won_by(holds: Callable[[Throw], bool], odds: int) -> Chances:
    """A bet that every throw decides."""
    return counted(Fraction(odds) if holds(throw) else LOST for throw in THROWS)


def sicbo() -> Iterator[Theory]:
    """The wagers of Sic Bo."""

    def is_triple(throw: Throw) -> bool:
        return len(set(throw)) == 1

    halves = {
        "small": lambda each: 4 <= sum(each) <= 10,
        "big": lambda each: 11 <= sum(each) <= 17,
        "odd": lambda each: sum(each) % 2 == 1,
        "even": lambda each: sum(each) % 2 == 0,
    }
    for name, holds in halves.items():
        yield theory(name, won_by(lambda each, holds=holds: holds(each) and not is_triple(each), 1))
    yield theory("any-triple", won_by(is_triple, 31))
    for total, odds in TOTALS.items():
        yield theory(f"total:{total}", won_by(lambda each, total=total: sum(each) == total, odds))
    for face in range(1, 7):
        yield theory(f"triple:{face}", won_by(lambda each, face=face: each.count(face) == 3, 180))
        yield theory(f"double:{face}", won_by(lambda each, face=face: each.count(face) >= 2, 11))
        fell = (SINGLE.get(throw.count(face), -1) for throw in THROWS)
        yield theory(f"single:{face}", counted(map(Fraction, fell)))
    for one, other in combinations(range(1, 7), 2):
        yield theory(f"combination:{one}-{other}", won_by(lambda each, both={one, other}: both <= set(each), 6))
    for four in ((1, 2, 3, 4), (2, 3, 4, 5), (2, 3, 5, 6), (3, 4, 5, 6)):
        name = "-".join(map(str, four))
        yield theory(f"four-numbers:{name}", won_by(lambda each, four=four: len(set(each)) == 3 and set(each) <= set(four), 7))
    # A triple decides nothing. Of the other throws one half goes on, so a streak of n ends with a chance of 1 in 2 ** (n + 1).
    ends = {number: Fraction(1, 2 ** (number + 1)) for number in range(12)} | {12: Fraction(1, 2**12)}
    streak = mixed(*((chance, {Fraction(STREAKS.get(number, -1)): Fraction(1)}) for number, chance in ends.items()))
    for name in ("small-big", "odd-even"):
        yield theory(f"super-streak:{name}", streak)


# Craps: 36 equally likely rolls of two dice

ROLLS = list(product(range(1, 7), repeat=2))
WAYS = Counter(map(sum, ROLLS))
POINTS = (4, 5, 6, 8, 9, 10)
TRUE = {4: Fraction(2), 5: Fraction(3, 2), 6: Fraction(6, 5), 8: Fraction(6, 5), 9: Fraction(3, 2), 10: Fraction(2)}
"""A 7 comes so much oftener than the point. Odds, buy and lay bets pay it, so their edge is zero."""
PLACE = {4: Fraction(9, 5), 5: Fraction(7, 5), 6: Fraction(7, 6), 8: Fraction(7, 6), 9: Fraction(7, 5), 10: Fraction(9, 5)}
PLACE_LOSE = {
    4: Fraction(5, 11),
    5: Fraction(5, 8),
    6: Fraction(4, 5),
    8: Fraction(4, 5),
    9: Fraction(5, 8),
    10: Fraction(5, 11),
}
HARD = {4: Fraction(15, 2), 6: Fraction(9), 8: Fraction(9), 10: Fraction(15, 2)}
FIELD = {2: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1, 12: 2}
CRAPS = (2, 3, 12)


def before_seven(point: int, *, odds: Fraction, against: bool = False) -> Chances:
    """Whether a point comes before a 7. No other roll decides it."""
    win, loss = (LOST, odds) if against else (odds, LOST)
    return counted(win if sum(roll) == point else loss if sum(roll) == 7 else None for roll in ROLLS)


def one_roll(pays: Mapping[int, Fraction]) -> Chances:
    """A bet that the next roll decides, by its total."""
    return counted(pays.get(sum(roll), LOST) for roll in ROLLS)


def over_points(odds: Mapping[int, Fraction], *, against: bool = False) -> Chances:
    """A bet behind a point, whichever it is: the points are as likely as they are made."""
    every = sum(WAYS[point] for point in POINTS)
    return mixed(*((Fraction(WAYS[point], every), before_seven(point, odds=odds[point], against=against)) for point in POINTS))


def line(*, against: bool = False) -> Chances:
    """A pass line or come bet, or one against it, for which a 12 on the first roll is a draw."""
    first = {**dict.fromkeys((7, 11), 1), **dict.fromkeys(CRAPS, -1)}
    decided = {total: Fraction(0 if against and total == 12 else -win if against else win) for total, win in first.items()}
    here = ((Fraction(WAYS[total], 36), {win: Fraction(1)}) for total, win in decided.items())
    later = ((Fraction(WAYS[point], 36), before_seven(point, odds=Fraction(1), against=against)) for point in POINTS)
    return mixed(*here, *later)


def craps() -> Iterator[Theory]:
    """The wagers of the electronic craps table."""
    lay = {point: 1 / odds for point, odds in TRUE.items()}
    for name, wins in (("pass-line", line()), ("come", line()), ("odds", over_points(TRUE))):
        yield theory(name, wins)
    for name, wins in (("dont-pass-line", line(against=True)), ("dont-come", line(against=True))):
        yield theory(name, wins)
    yield theory("dont-odds", over_points(lay, against=True))
    for point in POINTS:
        for name, odds in (("come-odds", TRUE), ("buy", TRUE), ("place", PLACE)):
            yield theory(f"{name}:{point}", before_seven(point, odds=odds[point]))
        for name, odds in (("dont-come-odds", lay), ("lay", lay), ("place-lose", PLACE_LOSE)):
            yield theory(f"{name}:{point}", before_seven(point, odds=odds[point], against=True))
    for point, odds in HARD.items():
        pair = (point // 2, point // 2)
        falls = (odds if roll == pair else LOST if sum(roll) in (point, 7) else None for roll in ROLLS)
        yield theory(f"hardway:{point}", counted(falls))
    for point in (6, 8):
        yield theory(f"big-{point}", before_seven(point, odds=Fraction(1)))
    craps_pay = dict.fromkeys(CRAPS, Fraction(15, 2))
    yield theory("field", one_roll({total: Fraction(odds) for total, odds in FIELD.items()}))
    yield theory("any-seven", one_roll({7: Fraction(9, 2)}))
    yield theory("any-craps", one_roll(craps_pay))
    yield theory("c", one_roll(craps_pay))
    yield theory("e", one_roll({11: Fraction(16)}))
    # One half of the stake is on the craps and one on the 11; a quarter is on each of 2, 3, 11 and 12.
    yield theory("c-and-e", one_roll({**dict.fromkeys(CRAPS, Fraction(13, 4)), 11: Fraction(15, 2)}))
    quarters = {2: 33, 3: 16, 11: 16, 12: 33}
    yield theory("horn", one_roll({total: Fraction(odds - 3, 4) for total, odds in quarters.items()}))
    for one in range(1, 7):
        for other in range(one, 7):
            odds = Fraction(33 if one == other else 16)
            falls = (odds if sorted(roll) == [one, other] else LOST for roll in ROLLS)
            yield theory(f"hop:{one}-{other}", counted(falls))


# Roulette: 37 equally likely pockets. A bet of several chips has an equal part of its stake on each.

WHEEL = (
    *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10),
    *(5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26),
)
REDS = (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36)
ODDS = {1: 35, 2: 17, 3: 11, 4: 8, 6: 5, 12: 2, 18: 1}
"""What a chip pays by how many numbers it covers."""
ROWS = [tuple(range(first, first + 3)) for first in range(1, 37, 3)]

Chip = tuple[int, ...]


def chips_inside() -> Iterator[tuple[str, Chip]]:
    """Every chip inside the layout: the name of its bet, and its numbers."""
    chips = [(number,) for number in range(37)]
    chips += [(number, number + 1) for row in ROWS for number in row[:2]] + [(number, number + 3) for number in range(1, 34)]
    chips += [(0, 1), (0, 2), (0, 3), *ROWS, (0, 1, 2), (0, 2, 3), (0, 1, 2, 3)]
    chips += [(number, number + 1, number + 3, number + 4) for row in ROWS[:-1] for number in row[:2]]
    chips += [(*one, *other) for one, other in pairwise(ROWS)]
    names = {1: "straight", 2: "split", 3: "street", 4: "corner", 6: "six-line"}
    for chip in chips:
        yield f"{names[len(chip)]}:{f'{chip[0]}-{chip[-1]}' if len(chip) == 6 else '-'.join(map(str, chip))}", chip


CALLED: Mapping[str, tuple[Chip, ...]] = {
    "zero-game": ((0, 3), (12, 15), (32, 35), (26,)),
    "neighbours-of-zero": (
        *((0, 2, 3), (0, 2, 3), (4, 7), (12, 15), (18, 21), (19, 22), (32, 35)),
        *((25, 26, 28, 29), (25, 26, 28, 29)),
    ),
    "orphans": ((1,), (6, 9), (14, 17), (17, 20), (31, 34)),
    "small-series": ((5, 8), (10, 11), (13, 16), (23, 24), (27, 30), (33, 36)),
    "red-splits": ((9, 12), (16, 19), (18, 21), (27, 30)),
    "black-splits": ((8, 11), (10, 11), (10, 13), (17, 20), (26, 29), (28, 29), (28, 31)),
    "red-snake": tuple((number,) for number in (1, 5, 9, 12, 14, 16, 19, 23, 27, 30, 32, 34)),
}
"""The chips of each bet that has a name of its own."""


def several(*chips: Chip) -> Chances:
    """The win on the whole stake, part by part, for each pocket."""
    return counted(
        Fraction(sum(ODDS[len(chip)] if pocket in chip else -1 for chip in chips), len(chips)) for pocket in range(37)
    )


def roulette() -> Iterator[Theory]:
    """The wagers of the electronic roulette table."""
    inside = dict(chips_inside())
    outside = {
        "low": range(1, 19),
        "high": range(19, 37),
        "even": range(2, 37, 2),
        "odd": range(1, 37, 2),
        "red": REDS,
        "black": [number for number in range(1, 37) if number not in REDS],
        **{f"column:{number}": range(number, 37, 3) for number in (1, 2, 3)},
        **{f"dozen:{number}": range(12 * number - 11, 12 * number + 1) for number in (1, 2, 3)},
    }
    for name, chip in {**inside, **outside}.items():
        yield theory(name, several(tuple(chip)))
    for name, chips in CALLED.items():
        yield theory(name, several(*chips))
    for number in range(37):
        place = WHEEL.index(number)
        yield theory(f"neighbours:{number}", several(*((WHEEL[(place + step) % 37],) for step in range(-2, 3))))
        yield theory(f"complete:{number}", several(*(chip for chip in inside.values() if number in chip)))
    for digit in range(10):
        yield theory(f"final:{digit}", several(*((number,) for number in range(digit, 37, 10))))


SHEETS: Mapping[str, Callable[[], Iterator[Theory]]] = {
    "star-sicbo-2016": sicbo,
    "aruze-craps-2024": craps,
    "ministar-roulette-2018": roulette,
}
"""What this example knows, by rule set."""


def sheet(rules: str) -> dict[str, Theory]:
    """The wagers of a rule set, by the name that a bet has in the journal."""
    found = {each.wager: each for each in SHEETS[rules]()}
    moved = {f"{name}:{point}": found[name] for name in ("come", "dont-come") if name in found for point in POINTS}
    return {**found, **moved}


def main() -> None:
    """Print the edges of a rule set."""
    asked = argparse.ArgumentParser(description="Print what the house expects to win of each unit staked.")
    asked.add_argument("rules", choices=[*SHEETS], help="the rule set")
    for each in sheet(asked.parse_args().rules).values():
        print(f"{each.wager:28}{each.edge!s:>12}{float(each.edge):10.3%}")


if __name__ == "__main__":
    main()
