"""The numbers of a roulette layout as a grid, and the place of every bet on their lines."""

from collections.abc import Collection
from dataclasses import dataclass

from croupier.rules.layout import Box

GAP = 4
"""Between two zones on the same line."""


@dataclass(frozen=True, slots=True)
class Field:
    """Zero and then twelve rows of three numbers, to the right or downwards.

    A place is measured along the rows, from zero's line on, and across them, from the edge at which streets are bet.
    """

    origin: tuple[float, float]
    """Where zero's line meets that edge."""
    downwards: bool
    """Whether the rows follow each other downwards, and not to the right."""
    along: float
    """The size of a number in the direction in which the rows follow each other."""
    across: float
    """Its size in the other direction."""
    zero: float
    """The size of zero along the rows."""
    rail: float = 0
    """The strip beside the numbers on which streets and six-lines lie."""
    line_along: float = 24
    """How long a zone on a line between two rows is along the rows."""
    line_across: float = 26
    """How wide a zone on a line between two numbers of a row is."""

    def box(self, along: float, across: float, length: float, depth: float) -> Box:
        """A rectangle: where it begins along and across the rows, and its size in these directions."""
        x, y = self.origin
        if self.downwards:
            return Box(x + across, y + along, depth, length)
        return Box(x + along, y - across - depth, length, depth)

    def number(self, n: int) -> Box:
        """The rectangle of a number. Zero spans the three numbers of a row."""
        if n == 0:
            return self.box(-self.zero, 0, self.zero, 3 * self.across)
        row, place = divmod(n - 1, 3)
        return self.box(row * self.along, place * self.across, self.along, self.across)

    def rows(self, first: int, count: int, across: float, depth: float) -> Box:
        """A rectangle beside some rows."""
        return self.box(first * self.along, across, count * self.along, depth)

    def zone(self, numbers: Collection[int]) -> Box:
        """Where to bet on several numbers: on the line or the corner between them, or on the rail beside whole rows."""
        rows = {(n - 1) // 3 for n in numbers if n}
        places = {(n - 1) % 3 for n in numbers if n}
        along, length = _span(rows, self.along, self.line_along)
        across, depth = _span(places, self.across, self.line_across)
        if 0 in numbers:
            along, length = -self.line_along / 2, self.line_along
        if len(places) == 3:
            across, depth = 2 - self.rail, self.rail + GAP
        return self.box(along, across, length, depth)


def _span(cells: Collection[int], size: float, line: float) -> tuple[float, float]:
    """Start and length of a zone: on the line between two cells, or within one between the zones on its two lines."""
    middle = (sum(cells) / len(cells) + 0.5) * size
    length = line if len(cells) == 2 else size - line - GAP
    return middle - length / 2, length
