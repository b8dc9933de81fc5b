"""The wagers of roulette. A docstring is how a dealer explains the bet."""

from collections.abc import Iterable, Mapping

from croupier.games.roulette.wheel import (
    COLUMNS,
    CORNERS,
    DOZENS,
    NUMBERS,
    SIX_LINES,
    SPLITS,
    STRAIGHTS,
    STREETS,
    neighbours,
    pockets,
)
from croupier.rules.error import RuleError
from croupier.rules.machine import on, otherwise
from croupier.rules.odds import Odds
from croupier.rules.wager import Wager, split

PayTable = Mapping[str, Odds]
"""The odds table: odds by row."""

INSIDE = {
    "Straight Up": ("straight", STRAIGHTS),
    "Split": ("split", SPLITS),
    "Street": ("street", STREETS),
    "Corner": ("corner", CORNERS),
    "Six-line": ("six-line", SIX_LINES),
}
"""By title, the kinds of inside position: the row of the odds table, and the positions by key."""


def any_of(title: str, numbers: Iterable[int], pays: Odds) -> Wager:
    """Wins if the ball rests in one of these, loses otherwise."""
    return Wager(title, {"one spin": [on(pockets(*numbers)).wins(pays), otherwise.loses()]})


def inside(title: str, at: str, pays: PayTable) -> Wager:
    """A chip on one position of the inside layout, such as "Split 6-9"."""
    row, positions = INSIDE.get(title.rpartition(" ")[0], ("", {}))
    if at not in positions:
        raise RuleError(f"'{title}' is no position of the layout; one is written as in 'Split 6-9' or 'Corner 25-26-28-29'")
    return any_of(title, positions[at], pays[row])


def column(title: str, at: str, pays: Odds) -> Wager:
    """The twelve numbers of a column."""
    return any_of(title, COLUMNS[at], pays)


def dozen(title: str, at: str, pays: Odds) -> Wager:
    """Twelve numbers: 1 to 12, 13 to 24 or 25 to 36."""
    return any_of(title, DOZENS[at], pays)


def pieces(title: str, pays: PayTable, *positions: str | tuple[int, str]) -> Wager:
    """One equal piece on each inside position, or several on a position given as (count, position)."""
    counted = (at if isinstance(at, tuple) else (1, at) for at in positions)
    return split(title, *((count, inside(at, at.rpartition(" ")[2], pays)) for count, at in counted))


def straights(title: str, numbers: Iterable[int], pays: PayTable) -> Wager:
    """One equal piece straight up on each of these."""
    return pieces(title, pays, *(f"Straight Up {n}" for n in numbers))


def neighbours_of(title: str, n: int, pays: PayTable) -> Wager:
    """A number and the two on either side of it on the wheel, straight up."""
    return straights(title, neighbours(n), pays)


def complete(title: str, n: int, pays: PayTable) -> Wager:
    """One piece on every inside position that contains the number."""
    containing = (f"{kind} {at}" for kind, (_, spots) in INSIDE.items() for at, numbers in spots.items() if n in numbers)
    return pieces(title, pays, *containing)


def final(title: str, digit: int, pays: PayTable) -> Wager:
    """Every number that ends in the digit, straight up."""
    return straights(title, [n for n in NUMBERS if n % 10 == digit], pays)
