"""Render a page as plain text for a terminal, with or without colours."""

from collections.abc import Callable, Iterator, Sequence
from textwrap import wrap

from croupier.rulebook.blocks import Block, Bullets, Document, Entries, Heading, Paragraph, Pictures, TableBlock
from croupier.rulebook.book import FEW
from croupier.rulebook.grid import Cell, CellMark, Grid

Paint = Callable[[str, CellMark], str]

COLOURS = {CellMark.WINS: 32, CellMark.LOSES: 31, CellMark.PUSHES: 33, CellMark.MOVES: 36, CellMark.STANDS: 90}
NARROWEST, GAP = 10, 2


def coloured(text: str, mark: CellMark) -> str:
    """Colour text by its mark, with ANSI escapes."""
    return f"\x1b[{COLOURS[mark]}m{text}\x1b[0m"


def uncoloured(text: str, mark: CellMark) -> str:  # noqa: ARG001 - the signature of Paint
    """Return the text unchanged."""
    return text


def text(document: Document, width: int = 100, paint: Paint = uncoloured) -> str:
    """Render the page. No line is longer than the width unless a single word is."""
    lines = [document.title, "=" * min(len(document.title), width)]
    for name, fact in document.facts:
        lines += _wrapped(fact, width, f"{name}: ")
    for block in document.blocks:
        lines += ["", *_block(block, width, paint)]
    return "\n".join(lines)


def _block(block: Block, width: int, paint: Paint) -> Iterator[str]:
    match block:
        case Heading():
            head = f"{block.text} ({block.note})" if block.note else block.text
            yield from (head, ("=" if block.level == 2 else "-") * min(len(head), width))
        case Paragraph():
            yield from _wrapped(" ".join(filter(None, (block.lead, block.text))), width)
        case Bullets():
            for item in block.items:
                yield from _wrapped(item, width, "- ")
        case Entries():
            widest = max(len(name) for name, _ in block.pairs)
            for name, said in block.pairs:
                yield from _wrapped(said, width, f"{name:{widest}}  ")
        case TableBlock():
            yield from _table(block, width)
        case Pictures():
            shown = block.grids if len(block.grids) <= FEW else block.grids[:1]
            for at, (caption, grid) in enumerate(shown):
                yield from ([""] if at else [])
                yield f"{caption}: {grid.title}"
                yield from _grid(grid, width, paint)
            if len(shown) < len(block.grids):
                yield f"(and {len(block.grids) - 1} more like it)"


def _table(table: TableBlock, width: int) -> Iterator[str]:
    """Columns side by side; long cells wrap within their column."""
    used = [at for at in range(len(table.heads)) if any(row[at] for row in table.rows)]
    heads = [table.heads[at] for at in used]
    rows = [[cell.split("\n") for cell in (row[at] for at in used)] for row in table.rows]
    widths = [max(len(line) for line in (head, *(line for row in rows for line in row[at]))) for at, head in enumerate(heads)]
    while sum(widths) + GAP * (len(widths) - 1) > width and max(widths) > NARROWEST:
        widths[widths.index(max(widths))] -= 1
    for row in ([[head] for head in heads], [["-" * each] for each in widths], *rows):
        yield from _row(row, widths)


def _row(row: Sequence[Sequence[str]], widths: Sequence[int]) -> Iterator[str]:
    """A row of a table. Line n of each cell starts on the same output line, even if an earlier line wrapped."""
    for at in range(max(len(lines) for lines in row)):
        broken = [wrap(lines[at] if at < len(lines) else "", each) or [""] for lines, each in zip(row, widths, strict=True)]
        for part in range(max(len(lines) for lines in broken)):
            cells = ((lines[part] if part < len(lines) else "").ljust(each) for lines, each in zip(broken, widths, strict=True))
            yield (" " * GAP).join(cells).rstrip()


def _grid(grid: Grid, width: int, paint: Paint) -> Iterator[str]:
    """A picture in letters, without notes if it would be wider than the page."""
    label = max(len(row.label) for row in grid.rows)
    cells = [[_written(cell, brief=False) for cell in row.cells] for row in grid.rows]
    if label + max(len(row) for row in cells) * (_widest(grid, cells) + 1) > width:
        cells = [[_written(cell, brief=True) for cell in row.cells] for row in grid.rows]
    each = _widest(grid, cells)
    letters = [head if len(head) <= each else chr(ord("a") + at) for at, head in enumerate(grid.heads)]
    if letters:
        yield " " * label + " " + " ".join(head.rjust(each) for head in letters)
    for row, texts in zip(grid.rows, cells, strict=True):
        shown = (paint(text.rjust(each), cell.mark) for text, cell in zip(texts, row.cells, strict=True))
        yield f"{row.label:>{label}} {' '.join(shown)}".rstrip()
    yield from (f"  {letter}: {head}" for letter, head in zip(letters, grid.heads, strict=True) if letter != head)


def _widest(grid: Grid, cells: Sequence[Sequence[str]]) -> int:
    """The width of a cell. Long heads are replaced by a letter and explained below, so they do not count."""
    return max([len(text) for row in cells for text in row] + [len(head) for head in grid.heads if len(head) <= 3])


def _written(cell: Cell, *, brief: bool) -> str:
    note = cell.note.rpartition(" ")[2] if cell.mark is CellMark.MOVES else cell.note
    return " ".join(part for part in (cell.shows, f"{cell.mark}{'' if brief else note}") if part)


def _wrapped(said: str, width: int, head: str = "") -> list[str]:
    return wrap(said, width, initial_indent=head, subsequent_indent=" " * min(len(head), 24), break_on_hyphens=False)
