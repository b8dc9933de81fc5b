"""The par sheet as a report: the figures, then the hold, then every distribution."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from croupier.lab.figures import Figures
from croupier.lab.hold import CONFIDENCE_LEVELS, Hold, volatility_index
from croupier.lab.parsheet import ParSheet, ParSheetEntry, family_name, parsheet_data, scalar_figures
from croupier.lab.report import Column, FigureTable, Report, decimal, percent
from croupier.lab.variant import Variant

NAME = Column("Wager", figures=False, code=True)

NOTES = (
    "Edge: the expected loss per unit staked on a bet as it is made, commission and pushes counted.",
    "Below zero, the player has the advantage.",
    "Resolved: the edge per bet that is not a push.",
    "Per roll: the edge divided by the mean number of rolls to a decision.",
    "Hit: the chance to win.",
    "Sigma: the standard deviation of the net result of a unit, commission counted.",
    "Rolls: until a decision, pushes included, the bet always on; with puck: on and off as the document leaves them.",
    "Most: the most that a unit can win, what comes back of the stake not counted.",
    "Volatility: the index of 1.645 sigma, the half-width of the 90 % band after one bet.",
    "Hold: the share of the money staked that the house keeps; it lies inside the band 90, 95 or 99 times in 100.",
    "A band is edge ± z · sigma / √bets with z = 1.645, 1.960, 2.576, a normal approximation.",
    "A ~ marks where it is doubtful: some result of the wager is expected fewer than ten times.",
)


def parsheet_report(sheet: ParSheet) -> Report:
    """Report a whole par sheet. Wagers whose figures are all equal share a line."""
    return Report(
        title=f"Par sheet: {sheet.variant.rules.title}",
        facts=facts(sheet.variant),
        grids=[_figures(sheet), *(_hold(sheet, bets) for bets in sheet.bets), _distributions(sheet)],
        warnings=what_if_warnings(sheet.variant),
        notes=NOTES,
        records=[record(entry) for entry in sheet.entries],
        data=parsheet_data(sheet),
    )


def facts(variant: Variant) -> Mapping[str, str]:
    """Return the facts that identify a variant, for the head of a report."""
    rules = variant.rules
    found = {"Rule set": rules.id, "Fingerprint": rules.fingerprint}
    chosen = ", ".join(f"{id} = {value}" for id, value in rules.chosen.items())
    defaults = ", ".join(f"{id} = {value}" for id, value in variant.readings.items() if id not in rules.chosen)
    found["Readings chosen"] = chosen or "none"
    found["Readings by default"] = defaults or "none"
    if rules.raised:
        found["Odds raised"] = ", ".join(f"{row} to {text}" for row, text in rules.raised.items())
    if variant.what_if:
        found["What if"] = ", ".join(f"{row} paid {text}" for row, text in variant.what_if.items())
    return found


def what_if_warnings(variant: Variant) -> Sequence[str]:
    """Return a warning if the variant has hypothetical odds."""
    if not variant.what_if:
        return ()
    return (
        "WHAT IF: this is not the approved document. Some odds are changed, and the fingerprint is that of the changed rules.",
    )


def record(entry: ParSheetEntry) -> Mapping[str, str]:
    """Return one entry as a CSV record: fractions as text, irrational figures as decimals."""
    figures = entry.figures
    return {
        **scalar_figures(entry),
        "house_edge_percent": f"{100 * float(figures.house_edge):.6f}",
        "standard_deviation": repr(figures.standard_deviation),
        "volatility_index": repr(volatility_index(figures)),
        "distribution": "; ".join(f"{net}: {chance}" for net, chance in figures.distribution.items()),
    }


def _named(sheet: ParSheet) -> Iterator[tuple[str, ParSheetEntry]]:
    for family in sheet.families:
        yield family_name([entry.offer.id for entry in family]), family[0]


def bars(edges: Sequence[Fraction]) -> Sequence[Fraction]:
    """Scale edges to bar lengths, so that the largest is 1."""
    longest = max((abs(edge) for edge in edges), default=Fraction(0)) or Fraction(1)
    return [edge / longest for edge in edges]


def _figures(sheet: ParSheet) -> FigureTable:
    words = (NAME, Column("Edge"), Column("exact"), Column("Pays", figures=False), Column("Clause", figures=False))
    figures = ("Resolved", "Per roll", "Hit", "Sigma", "Rolls", "with puck", "Most")
    named = list(_named(sheet))
    return FigureTable(
        "The wagers",
        (*words, *(Column(title) for title in figures)),
        [(name, *_line(entry)) for name, entry in named],
        bars([entry.figures.house_edge for _, entry in named]),
    )


def _line(entry: ParSheetEntry) -> Sequence[str]:
    figures = entry.figures
    return (
        percent(figures.house_edge),
        str(figures.house_edge),
        entry.pays,
        entry.offer.clause,
        percent(figures.house_edge_resolved),
        percent(figures.house_edge_per_roll),
        percent(figures.hit_frequency, 2),
        decimal(figures.standard_deviation),
        decimal(figures.mean_rolls, 2),
        decimal(entry.mean_rolls_with_puck, 2) if entry.with_puck else "",
        str(entry.max_payout),
    )


def _hold(sheet: ParSheet, bets: int) -> FigureTable:
    columns = (NAME, Column("Edge"), Column("Volatility"), *(Column(f"{level} % of the time") for level in CONFIDENCE_LEVELS))
    return FigureTable(
        f"Hold after {bets:,} bets",
        columns,
        [(name, percent(entry.figures.house_edge, 2), *_bands(entry.figures, bets)) for name, entry in _named(sheet)],
    )


def _bands(figures: Figures, bets: int) -> Sequence[str]:
    hold = Hold(figures, bets)
    mark = "~ " if hold.doubtful else ""
    bands = (f"{mark}{percent(band.low, 2)} to {percent(band.high, 2)}" for band in hold.bands)
    return (decimal(volatility_index(figures), 2), *bands)


def _distributions(sheet: ParSheet) -> FigureTable:
    columns = (NAME, Column("Net result of a unit, and its chance", figures=False))
    return FigureTable("What it pays", columns, [(name, _distribution(entry.figures)) for name, entry in _named(sheet)])


def _distribution(figures: Figures) -> str:
    return ";  ".join(f"{'+' if net > 0 else ''}{net}: {chance}" for net, chance in figures.distribution.items())
