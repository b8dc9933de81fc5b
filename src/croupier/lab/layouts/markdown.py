"""The Markdown layout of a lab report."""

from collections.abc import Iterator, Sequence

from croupier.lab.report import Column, FigureTable, Report


def markdown(report: Report) -> str:
    """Lay out a report."""
    return "\n".join(_lines(report))


def _lines(report: Report) -> Iterator[str]:
    yield from (f"# {report.title}", "")
    for name, fact in report.facts.items():
        yield f"- **{name}**: {f'`{fact}`' if name == 'Fingerprint' else fact}"
    for warning in report.warnings:
        yield from ("", f"**{warning}**")
    for grid in report.grids:
        yield from ("", f"## {grid.title}", "")
        yield from _grid(grid)
    yield ""
    yield from (f"- {note}" for note in report.notes)


def _grid(grid: FigureTable) -> Iterator[str]:
    yield _row([column.title for column in grid.columns])
    yield _row(["--:" if column.figures else "---" for column in grid.columns])
    for row in grid.rows:
        yield _row([_cell(cell, column) for cell, column in zip(row, grid.columns, strict=True)])


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(cell: str, column: Column) -> str:
    return f"`{cell}`" if column.code else cell.replace("|", "\\|")
