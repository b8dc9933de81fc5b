"""The wheel and the layout: 37 pockets, their order and colours, and the positions for chips."""

from croupier.rules.outcomes import OutcomeName, Outcomes, Space
from croupier.rules.outcomes import numbers as said

NUMBERS = range(37)

# Clockwise. The document shows the order only in a picture; the reading MR-09 says how we confirmed it.
ORDER = (
    *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10),
    *(5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26),
)
# Colours alternate around the wheel, starting with red next to the green zero.
RED = tuple(sorted(ORDER[1::2]))
BLACK = tuple(sorted(ORDER[2::2]))
LOW = tuple(range(1, 19))
HIGH = tuple(range(19, 37))
ODD = tuple(range(1, 37, 2))
EVEN = tuple(range(2, 37, 2))

WHEEL = Space("the wheel", {OutcomeName(str(n)): 1 for n in NUMBERS}, "pocket")


def pockets(*numbers: int) -> Outcomes:
    """The ball comes to rest in one of these."""
    return WHEEL.outcomes(said(numbers), (str(n) for n in numbers))


def _written(*numbers: int) -> str:
    return "-".join(str(n) for n in numbers)


# The layout has twelve rows of three, with zero above the first. The key of a position is the list of its numbers;
# the key of a six-line is its first and last number.
ROWS = tuple((n, n + 1, n + 2) for n in range(1, 37, 3))
STRAIGHTS = {str(n): (n,) for n in NUMBERS}
SPLITS = {
    _written(*pair): pair
    for pair in (
        *((0, n) for n in ROWS[0]),
        *((n, n + 1) for n in range(1, 36) if n % 3),
        *((n, n + 3) for n in range(1, 34)),
    )
}
STREETS = {_written(*row): row for row in (*ROWS, (0, 1, 2), (0, 2, 3))}
CORNERS = {_written(*four): four for four in ((0, 1, 2, 3), *((n, n + 1, n + 3, n + 4) for n in range(1, 33) if n % 3))}
SIX_LINES = {_written(row[0], row[0] + 5): tuple(range(row[0], row[0] + 6)) for row in ROWS[:-1]}
COLUMNS = {str(n): tuple(range(n, 37, 3)) for n in (1, 2, 3)}
DOZENS = {str(n): tuple(range(12 * n - 11, 12 * n + 1)) for n in (1, 2, 3)}


def neighbours(n: int) -> tuple[int, ...]:
    """A number and the two numbers on either side of it on the wheel, in wheel order."""
    at = ORDER.index(n)
    return tuple(ORDER[(at + step) % len(ORDER)] for step in (-2, -1, 0, 1, 2))
