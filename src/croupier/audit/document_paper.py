"""A document, such as the terms of a promotion or a report, as it is printed."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from croupier.rulebook.blocks import Block, Bullets, Document, Entries, Heading, Paragraph, TableBlock

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


def page(job: DocumentJob) -> Document:
    """The document as a page to print from a browser."""
    facts = [("Floor", job.floor), ("Exported", f"{job.exported} ({job.zone})"), *job.facts]
    blocks = [block for section in job.sections for block in _blocks(section)]
    return Document(job.title, facts, blocks, made=f"Written with {job.software},")


def _blocks(section: PaperSection) -> Iterator[Block]:
    if section.heading:
        yield Heading(section.heading, section.level)
    yield from (Paragraph(words) for words in section.paragraphs)
    if section.pairs:
        yield Entries(section.pairs)
    if section.table:
        yield TableBlock(section.table[0], section.table[1:])
