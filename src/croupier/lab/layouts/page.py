"""The HTML layout of a lab report: one self-contained page without scripts, for any screen and for print."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape
from pathlib import Path

from croupier.lab.report import MINUS, Column, FigureTable, Report

STYLE = Path(__file__).with_name("page.css")

LONG = 18
"""Longer cells get a line of their own on a small screen."""


def page(report: Report) -> str:
    """Lay out a report."""
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en">',
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(report.title)}</title>",
            f"<style>\n{STYLE.read_text()}</style>",
            f"<h1>{escape(report.title)}</h1>",
            *_facts(report),
            *(f'<p class="warning">{escape(warning)}</p>' for warning in report.warnings),
            *_contents(report),
            *(line for at, grid in enumerate(report.grids) for line in _grid(grid, f"grid-{at}")),
            '<div class="notes">',
            *(f"<p>{escape(note)}</p>" for note in report.notes),
            "</div>",
            "</html>",
        )
    )


def _facts(report: Report) -> Iterator[str]:
    yield "<dl>"
    for name, fact in report.facts.items():
        content = _code(fact) if name.startswith(("Fingerprint", "Rule set")) else escape(fact)
        yield f"<dt>{escape(name)}</dt><dd>{content}</dd>"
    yield "</dl>"


def _contents(report: Report) -> Iterator[str]:
    if len(report.grids) > 1:
        links = (f'<a href="#grid-{at}">{escape(grid.title)}</a>' for at, grid in enumerate(report.grids))
        yield f"<nav>{' '.join(links)}</nav>"


def _grid(grid: FigureTable, place: str) -> Iterator[str]:
    yield f'<h2 id="{place}">{escape(grid.title)}</h2>'
    yield from table_lines(grid)


def table_lines(grid: FigureTable) -> Iterator[str]:
    """Lay out one table, without its title."""
    yield from ("<table>", "<thead><tr>")
    for at, column in enumerate(grid.columns):
        yield f'<th scope="col"{_kind(column)}>{escape(column.title)}</th>'
        if at == 1 and grid.bars:
            yield '<th class="bar"></th>'
    yield "</tr></thead><tbody>"
    for at, row in enumerate(grid.rows):
        yield f"<tr>{''.join(_cells(grid, row, grid.bars[at] if grid.bars else None))}</tr>"
    yield "</tbody></table>"


def _cells(grid: FigureTable, row: Sequence[str], bar: Fraction | None) -> Iterator[str]:
    for at, (cell, column) in enumerate(zip(row, grid.columns, strict=True)):
        content = _code(cell) if column.code else escape(cell).replace(" to ", "&nbsp;to&nbsp;")
        if at == 0:
            yield f'<th scope="row">{content}</th>'
            continue
        player = column.figures and cell.startswith(MINUS) and bar is not None
        kind = _kind(column, player=player, long=max(len(cell), len(column.title)) > LONG)
        yield f'<td data-title="{escape(column.title)}"{kind}>{content}</td>'
        if at == 1 and bar is not None:
            yield f'<td class="bar">{_bar(bar) if bar else ""}</td>'


def _code(cell: str) -> str:
    """Mark up ids as code. A line may break between ids, not within one."""
    return ", ".join(f"<code>{escape(part)}</code>" for part in cell.split(", ")) if cell else ""


def _kind(column: Column, *, player: bool = False, long: bool = False) -> str:
    return f' class="{"figure" if column.figures else "words"}{" player" if player else ""}{" long" if long else ""}"'


def _bar(length: Fraction) -> str:
    width = f"{100 * float(abs(length)):.1f}"
    side = ' class="player"' if length < 0 else ""
    return (
        f'<svg viewBox="0 0 100 7" preserveAspectRatio="none" aria-hidden="true"><rect width="{width}" height="7"{side}/></svg>'
    )
