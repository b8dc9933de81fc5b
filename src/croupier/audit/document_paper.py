"""A document, such as the terms of a promotion or a report, as it is printed."""

from pathlib import Path

import msgspec

from croupier.rulebook.blocks import Block, Bullets, Document, Entries, Heading, Paragraph

TEMPLATE = Path(__file__).with_name("document.typ")


class PaperSection(msgspec.Struct, frozen=True, kw_only=True):
    """A heading, and what follows it."""

    heading: str = ""
    level: int = 2
    paragraphs: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    table: tuple[tuple[str, ...], ...] = ()
    """Rows of cells; the first has the heads."""


class DocumentJob(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Everything that is printed of a document."""

    floor: str
    title: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[PaperSection, ...]
    zone: str
    exported: str
    """Who exported it, and when."""
    software: str
    is_wide: bool = False
    """Whether the pages lie on their side."""


def sections(document: Document) -> tuple[PaperSection, ...]:
    """The blocks of a document. Tables and pictures have no place in it."""
    return tuple(_section(block) for block in document.blocks)


def _section(block: Block) -> PaperSection:
    match block:
        case Heading():
            return PaperSection(heading=f"{block.text} ({block.note})" if block.note else block.text, level=block.level)
        case Paragraph():
            return PaperSection(paragraphs=(f"{block.lead} {block.text}".strip(),))
        case Bullets():
            return PaperSection(paragraphs=tuple(block.items))
        case Entries():
            return PaperSection(pairs=tuple(block.pairs))
        case _:
            raise ValueError(f"a {type(block).__name__} cannot be printed here")
