"""The blocks of a page. Every layout renders the same blocks, so all layouts say the same."""

from collections.abc import Sequence
from dataclasses import dataclass

from croupier.rulebook.grid import Grid


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading, with an anchor for links."""

    text: str
    level: int
    anchor: str = ""
    note: str = ""
    """A note in smaller type, such as the clause."""
    listed: bool = False
    """Whether the table of contents lists it."""
    short: str = ""
    """A shorter text for the table of contents."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of text."""

    text: str
    lead: str = ""
    """An emphasised beginning."""


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table. The lines of a cell align with the lines of the other cells in its row."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    name: str = ""
    anchors: Sequence[Sequence[str]] = ()
    """Anchors for links, by row; empty if no row has any."""


@dataclass(frozen=True, slots=True)
class Entries:
    """A list of terms with descriptions."""

    pairs: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Bullets:
    """A bulleted list."""

    items: Sequence[str]


@dataclass(frozen=True, slots=True)
class Pictures:
    """Grids, each with a caption."""

    grids: Sequence[tuple[str, Grid]]


Block = Heading | Paragraph | TableBlock | Entries | Bullets | Pictures


@dataclass(frozen=True, slots=True)
class Document:
    """A page."""

    title: str
    facts: Sequence[tuple[str, str]]
    """The rule set, its fingerprint and the chosen readings."""
    blocks: Sequence[Block]
    link: str = ""
    """The address of the operator's own copy of the approved document; empty if there is none."""
    opening: int = 0
    """How many of the blocks come before the table of contents, where a layout has one."""
    made: str = "Read aloud from the machines"
    """How the page came about, for its last line."""
