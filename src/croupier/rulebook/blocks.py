"""What a page is made of, before anyone lays it out: every layout says the same because it is given the same."""

from collections.abc import Sequence
from dataclasses import dataclass

from croupier.rulebook.grid import Grid


@dataclass(frozen=True, slots=True)
class Heading:
    """A title within a page, with a place to link to."""

    text: str
    level: int
    anchor: str = ""
    note: str = ""
    """What stands beside it in smaller letters, such as its clause."""
    listed: bool = False
    """Whether the contents of the page name it."""
    short: str = ""
    """What they call it, where the title is long."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences."""

    text: str
    lead: str = ""
    """What they begin with, set apart."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells. A cell of several lines is read line by line with its neighbours."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Entries:
    """Names and what is said of each."""

    pairs: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list."""

    items: Sequence[str]


@dataclass(frozen=True, slots=True)
class Pictures:
    """Grids to look at, each with what it shows."""

    grids: Sequence[tuple[str, Grid]]


Block = Heading | Paragraph | Table | Entries | Bullets | Pictures


@dataclass(frozen=True, slots=True)
class Document:
    """A whole page."""

    title: str
    facts: Sequence[tuple[str, str]]
    """Which rule set it is about, and under which readings."""
    blocks: Sequence[Block]
    link: str = ""
    """Where the operator's own copy of the approved document lies."""
