"""The plain-text layout of a lab report, with aligned columns."""

from collections.abc import Iterator
from textwrap import wrap

from croupier.lab.report import FigureTable, Report

WIDTH = 128


def text(report: Report) -> str:
    """Lay out a report."""
    return "\n".join(_lines(report))


def _lines(report: Report) -> Iterator[str]:
    yield from (report.title, "=" * len(report.title))
    widest = max((len(name) for name in report.facts), default=0)
    for name, fact in report.facts.items():
        indent = " " * (widest + 2)
        yield from wrap(fact, WIDTH, initial_indent=f"{name:{widest}}  ", subsequent_indent=indent, break_on_hyphens=False)
    for warning in report.warnings:
        yield from ("", *wrap(warning, WIDTH, break_on_hyphens=False))
    for grid in report.grids:
        yield from ("", grid.title, "")
        yield from grid_lines(grid)
    yield ""
    for note in report.notes:
        yield from wrap(note, WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def grid_lines(grid: FigureTable) -> Iterator[str]:
    """Lay out one table."""
    titles = [column.title for column in grid.columns]
    widths = [max(map(len, cells)) for cells in zip(titles, *grid.rows, strict=True)]
    for row in (titles, ["-" * width for width in widths], *grid.rows):
        cells = (
            cell.rjust(width) if column.figures else cell.ljust(width)
            for cell, width, column in zip(row, widths, grid.columns, strict=True)
        )
        yield "  ".join(cells).rstrip()
