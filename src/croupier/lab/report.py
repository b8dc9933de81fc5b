"""A report of the lab before it is laid out: facts, grids of figures, notes, and the same as records and data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a grid. Figures stand to the right."""

    title: str
    figures: bool = True
    code: bool = False
    """Whether what stands in it is written as a person would type it, such as a wager id."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of words and figures; the first column names the row."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    bars: Sequence[Fraction] = ()
    """For each row a length to draw beside its second column, below zero where the player has the advantage."""


@dataclass(frozen=True)
class Report:
    """Everything that a layout needs."""

    title: str
    facts: Mapping[str, str]
    grids: Sequence[Grid]
    warnings: Sequence[str]
    """What must be read before any figure."""
    notes: Sequence[str]
    records: Sequence[Mapping[str, str]]
    """One for each line of a file of comma-separated values."""
    data: Mapping[str, object] = field(repr=False)
    """What is written as JSON."""


def percent(figure: Fraction | float, digits: int = 3) -> str:
    """A share the way it is read: 1/66 is "1.515 %"."""
    text = f"{100 * float(figure):.{digits}f}"
    return f"{text.removeprefix('-') if float(text) == 0 else text.replace('-', MINUS)} %"


def decimal(figure: Fraction | float, digits: int = 3) -> str:
    """A figure with a few decimals."""
    return f"{float(figure):.{digits}f}".replace("-", MINUS)
