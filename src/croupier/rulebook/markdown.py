"""Render a page as Markdown, for version control: a change of rules becomes a readable diff."""

from collections.abc import Iterator, Sequence

from croupier.rulebook.blocks import Block, Bullets, Document, Entries, Heading, Paragraph, Pictures, TableBlock
from croupier.rulebook.book import FEW
from croupier.rulebook.grid import Cell, CellMark, Grid

CODE = ("wager", "fingerprint", "rule set", "code and tests", "setting")
"""The facts and columns that are set as code."""


def markdown(document: Document) -> str:
    """Render the page."""
    lines = [f"# {_plain(document.title)}", ""]
    lines += [f"- {name}: {f'`{fact}`' if name in CODE else _plain(fact)}" for name, fact in document.facts]
    for block in document.blocks:
        lines += ["", *_block(block)]
    return "\n".join(lines)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading():
            yield f"{'#' * block.level} {_plain(block.text)}{f' ({_plain(block.note)})' if block.note else ''}"
        case Paragraph():
            yield f"{f'*{_plain(block.lead)}* ' if block.lead else ''}{_plain(block.text)}"
        case Bullets():
            yield from (f"- {_plain(item)}" for item in block.items)
        case Entries():
            yield from (f"- *{name}*: {_plain(said)}" for name, said in block.pairs)
        case TableBlock():
            yield from table(block.heads, block.rows)
        case Pictures():
            shown = block.grids if len(block.grids) <= FEW else block.grids[:1]
            for at, (caption, grid) in enumerate(shown):
                yield from ([""] if at else [])
                yield from (f"`{caption}`: {grid.title}", "", *_grid(grid))


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The lines of a Markdown table, without empty columns."""
    used = [at for at in range(len(heads)) if any(row[at] for row in rows)]
    yield f"| {' | '.join(heads[at] for at in used)} |"
    yield "|" + "---|" * len(used)
    for row in rows:
        yield f"| {' | '.join(_cell(heads[at], row[at]) for at in used)} |"


def _cell(head: str, text: str) -> str:
    lines = (f"`{line}`" if head in CODE else _plain(line) for line in text.split("\n"))
    return "<br>".join(lines)


def _grid(grid: Grid) -> Iterator[str]:
    """A picture as a table of letters. Cells that name their own outcome get empty heads."""
    width = max(len(row.cells) for row in grid.rows)
    heads = ["", *(grid.heads or [""] * width)]
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    for row in grid.rows:
        cells = [row.label, *(_written(cell) for cell in row.cells), *([""] * (width - len(row.cells)))]
        yield f"| {' | '.join(cells)} |"


def _written(cell: Cell) -> str:
    note = f" {cell.note.rpartition(' ')[2]}" if cell.note else ""
    letter = f"**{cell.mark}**" if cell.mark is CellMark.WINS else cell.mark
    return f"{cell.shows} {letter}{note}".strip()


def _plain(text: str) -> str:
    """Escape Markdown, unless the text is code already."""
    if text.startswith("`") and text.endswith("`"):
        return text
    for mark in ("\\", "|", "<", "*", "_", "`"):
        text = text.replace(mark, f"\\{mark}")
    return text
