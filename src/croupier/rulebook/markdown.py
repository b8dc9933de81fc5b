"""A page in Markdown, to be kept under version control: a change of rules shows as a readable difference."""

from collections.abc import Iterator, Sequence

from croupier.rulebook.blocks import Block, Bullets, Document, Entries, Heading, Paragraph, Pictures, Table
from croupier.rulebook.book import FEW
from croupier.rulebook.grid import Cell, Grid, Mark

CODE = ("wager", "fingerprint", "rule set", "code and tests", "setting")
"""What is written as a person would type it."""


def markdown(document: Document) -> str:
    """The whole page."""
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
        case Table():
            yield from table(block.heads, block.rows)
        case Pictures():
            shown = block.grids if len(block.grids) <= FEW else block.grids[:1]
            for at, (caption, grid) in enumerate(shown):
                yield from ([""] if at else [])
                yield from (f"`{caption}`: {grid.title}", "", *_grid(grid))


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table in Markdown, without the columns that are empty."""
    used = [at for at in range(len(heads)) if any(row[at] for row in rows)]
    yield f"| {' | '.join(heads[at] for at in used)} |"
    yield "|" + "---|" * len(used)
    for row in rows:
        yield f"| {' | '.join(_cell(heads[at], row[at]) for at in used)} |"


def _cell(head: str, text: str) -> str:
    lines = (f"`{line}`" if head in CODE else _plain(line) for line in text.split("\n"))
    return "<br>".join(lines)


def _grid(grid: Grid) -> Iterator[str]:
    """A picture as a table of letters; cells that say themselves what falls stand under empty heads."""
    width = max(len(row.cells) for row in grid.rows)
    heads = ["", *(grid.heads or [""] * width)]
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    for row in grid.rows:
        cells = [row.label, *(_written(cell) for cell in row.cells), *([""] * (width - len(row.cells)))]
        yield f"| {' | '.join(cells)} |"


def _written(cell: Cell) -> str:
    note = f" {cell.note.rpartition(' ')[2]}" if cell.note else ""
    letter = f"**{cell.mark}**" if cell.mark is Mark.WINS else cell.mark
    return f"{cell.shows} {letter}{note}".strip()


def _plain(text: str) -> str:
    """Text that no letter of it formats, unless it is code already."""
    if text.startswith("`") and text.endswith("`"):
        return text
    for mark in ("\\", "|", "<", "*", "_", "`"):
        text = text.replace(mark, f"\\{mark}")
    return text
