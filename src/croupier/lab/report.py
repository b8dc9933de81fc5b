"""A lab report before layout: facts, grids of figures and notes; and the same as CSV records and JSON data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a grid. Figures are right-aligned."""

    title: str
    figures: bool = True
    code: bool = False
    """Whether the cells are identifiers, such as wager ids."""


@dataclass(frozen=True, slots=True)
class FigureTable:
    """A table of text and figures. The first column names the row."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    bars: Sequence[Fraction] = ()
    """For each row the length of a bar beside its second column, negative if the player has the advantage."""


@dataclass(frozen=True)
class Report:
    """Everything that a layout needs."""

    title: str
    facts: Mapping[str, str]
    grids: Sequence[FigureTable]
    warnings: Sequence[str]
    """Shown before any figure."""
    notes: Sequence[str]
    records: Sequence[Mapping[str, str]]
    """One for each line of the CSV file."""
    data: Mapping[str, object] = field(repr=False)
    """The JSON data."""


def percent(figure: Fraction | float, digits: int = 3) -> str:
    """Format a share as a percentage: 1/66 is "1.515 %"."""
    text = f"{100 * float(figure):.{digits}f}"
    return f"{text.removeprefix('-') if float(text) == 0 else text.replace('-', MINUS)} %"


def decimal(figure: Fraction | float, digits: int = 3) -> str:
    """Format a figure with a few decimals."""
    return f"{float(figure):.{digits}f}".replace("-", MINUS)
