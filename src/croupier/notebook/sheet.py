"""A par sheet for a notebook."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from croupier.echo import echo
from croupier.lab.hold import volatility_index
from croupier.lab.parsheet import ParSheet, ParSheetEntry, family_name, ids_named, scalar_figures
from croupier.lab.report import Column, FigureTable, decimal, percent
from croupier.notebook.shown import Row, Shown
from croupier.rulebook.nearest import UnknownWagerError, several_wagers

WORDS = ("wager", "clause", "title", "pays")
"""The fields of a row that are no figures."""
_COLUMNS = (
    Column("Wager", figures=False, code=True),
    Column("Edge"),
    Column("exact"),
    Column("Pays", figures=False),
    Column("Hit"),
    Column("Sigma"),
    Column("Rolls"),
)


@dataclass(frozen=True, repr=False)
class ShownSheet(Shown):
    """The exact figures of some wagers. `sheet["hardway:6"].figures` has them as fractions."""

    sheet: ParSheet

    def __repr__(self) -> str:
        edges = sorted(entry.figures.house_edge for entry in self)
        some = "1 wager" if len(edges) == 1 else f"{len(edges)} wagers"
        span = percent(edges[0]) if edges[0] == edges[-1] else f"{percent(edges[0])} to {percent(edges[-1])}"
        return f"<par sheet of {self.sheet.variant.label}: {some}, edge {span}>"

    def __len__(self) -> int:
        return len(self.sheet.entries)

    def __iter__(self) -> Iterator[ParSheetEntry]:
        return iter(self.sheet.entries)

    def __getitem__(self, wager: str) -> ParSheetEntry:
        """The entry of one wager, by any of its names."""
        found = [entry for entry in self if entry.offer.id in ids_named(entry.rules, wager)]
        if len(found) == 1:
            return found[0]
        if found:
            raise several_wagers(found[0].rules, wager)
        has = family_name([entry.offer.id for entry in self])
        raise UnknownWagerError(f"this par sheet has no line for {echo(wager)}; it has {has}")

    def rows(self) -> list[Row]:
        """One row for each wager: every figure as a decimal, and as text in the column that ends in `_exact`."""
        return [_row(entry) for entry in self]

    def grid(self) -> FigureTable:
        """One line for each wager. Wagers whose figures are all equal share a line."""
        lines = [(family_name([entry.offer.id for entry in family]), *_line(family[0])) for family in self.sheet.families]
        return FigureTable("The wagers", _COLUMNS, lines)


def _line(entry: ParSheetEntry) -> tuple[str, ...]:
    figures = entry.figures
    return (
        percent(figures.house_edge),
        str(figures.house_edge),
        entry.pays,
        percent(figures.hit_frequency, 2),
        decimal(figures.standard_deviation),
        decimal(figures.mean_rolls, 2),
    )


def _row(entry: ParSheetEntry) -> Row:
    row: Row = {}
    for name, text in scalar_figures(entry).items():
        if name in WORDS:
            row[name] = text
        else:
            row[name] = float(Fraction(text)) if text else None
            row[f"{name}_exact"] = text or None
    figures = entry.figures
    return row | {"standard_deviation": figures.standard_deviation, "volatility_index": volatility_index(figures)}
