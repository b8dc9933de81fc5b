"""Compare two variants: the wagers they share, whatever each document calls them."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from croupier.lab.parsheet import ParSheetEntry, par_sheet, variant_data
from croupier.lab.parsheet_report import bars, what_if_warnings
from croupier.lab.report import Column, FigureTable, Report, decimal, percent
from croupier.lab.variant import Variant
from croupier.rulebook.counterparts import counterparts
from croupier.rulebook.nearest import unknown_wager
from croupier.rules.naming import wagers_named


class DifferentGamesError(ValueError):
    """The two variants are of different games."""


Pair = tuple[ParSheetEntry | None, ParSheetEntry | None]

NOTES = (
    "Wagers are matched by id, then by what decides them, whatever they are called and whatever they pay.",
    "Difference: the second edge less the first, in percentage points; above zero, the second is dearer for the player.",
)


def pairs(here: Variant, there: Variant, wagers: Sequence[str] = ()) -> Sequence[Pair]:
    """Return every wager of the first with its counterpart in the second, then the wagers that only the second offers."""
    if here.rules.game.space is not there.rules.game.space:
        raise DifferentGamesError(
            f"{here.rules.id} plays with {here.rules.game.space.title}, {there.rules.id} with {there.rules.game.space.title}; "
            "only rule sets of one game can be compared"
        )
    ours, theirs = par_sheet(here).entries, par_sheet(there).entries
    for name in wagers:
        if not any(_named(entry, [name]) for entry in (*ours, *theirs)):
            raise unknown_wager(here.rules, name)
    match, there_by_id = counterparts(here.rules, there.rules), {entry.offer.id: entry for entry in theirs}
    matched = {offer.id for offer in match.values()}
    found: list[Pair] = [(entry, there_by_id[match[entry.offer.id].id] if entry.offer.id in match else None) for entry in ours]
    found += [(None, entry) for entry in theirs if entry.offer.id not in matched]
    return [pair for pair in found if not wagers or any(_named(entry, wagers) for entry in pair)]


def _named(entry: ParSheetEntry | None, wagers: Sequence[str]) -> bool:
    return entry is not None and any(entry.offer.id in wagers_named(entry.rules, name) for name in wagers)


def comparison_report(here: Variant, there: Variant, wagers: Sequence[str] = ()) -> Report:
    """Report the edges of two variants and their differences."""
    found = pairs(here, there, wagers)
    figures = ("Edge here", "Edge there", "Exact here", "Exact there", "Sigma here", "Sigma there")
    names = (Column("Here", figures=False, code=True), Column("Difference"), Column("There", figures=False, code=True))
    return Report(
        title=f"{here.rules.title}, beside {there.rules.title}",
        facts={
            "Here": here.label,
            "Fingerprint here": here.rules.fingerprint,
            "There": there.label,
            "Fingerprint there": there.rules.fingerprint,
        },
        grids=[
            FigureTable(
                "The wagers",
                (*names, *(Column(title) for title in figures)),
                [_line(pair) for pair in found],
                bars([_difference(*pair) or Fraction(0) for pair in found]),
            )
        ],
        warnings=list(dict.fromkeys((*what_if_warnings(here), *what_if_warnings(there)))),
        notes=NOTES,
        records=[_record(pair) for pair in found],
        data={"here": variant_data(here), "there": variant_data(there), "wagers": [_data(pair) for pair in found]},
    )


def _difference(here: ParSheetEntry | None, there: ParSheetEntry | None) -> Fraction | None:
    return there.figures.house_edge - here.figures.house_edge if here and there else None


def _line(pair: Pair) -> Sequence[str]:
    differs = _difference(*pair)
    return (
        pair[0].offer.id if pair[0] else "",
        "" if differs is None else percent(differs) if differs else "=",
        pair[1].offer.id if pair[1] else "",
        *(percent(entry.figures.house_edge) if entry else "" for entry in pair),
        *(str(entry.figures.house_edge) if entry else "" for entry in pair),
        *(decimal(entry.figures.standard_deviation) if entry else "" for entry in pair),
    )


def _record(pair: Pair) -> Mapping[str, str]:
    return {name: "" if figure is None else str(figure) for name, figure in _data(pair).items()}


def _data(pair: Pair) -> Mapping[str, str | None]:
    differs = _difference(*pair)
    found: dict[str, str | None] = {}
    for side, entry in zip(("here", "there"), pair, strict=True):
        found[f"wager_{side}"] = entry.offer.id if entry else None
        found[f"clause_{side}"] = entry.offer.clause if entry else None
        found[f"house_edge_{side}"] = str(entry.figures.house_edge) if entry else None
        found[f"variance_{side}"] = str(entry.figures.variance) if entry else None
        found[f"max_payout_{side}"] = str(entry.max_payout) if entry else None
    return {**found, "difference": None if differs is None else str(differs)}
