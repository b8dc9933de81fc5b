"""The breakage report: which stakes favour the player, and which increments a sign should require."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import gcd

from croupier.lab.breakage import Breakage, breakages
from croupier.lab.parsheet import family_name, select_offers, variant_data
from croupier.lab.parsheet_report import NAME, bars, facts, what_if_warnings
from croupier.lab.report import Column, FigureTable, Report, percent
from croupier.lab.variant import Variant
from croupier.money import dollars
from croupier.rules.sign import Sign

DEFAULT_GRID_STAKES = 30
MAX_LISTED_STAKES = 200
GRID_COLUMNS = 12

NOTES = (
    "Lowest: the edge after rounding at the stake where the player fares best, if that is below zero. Edge: of the odds alone.",
    "Winnings are rounded as the document says, commission as it is charged; the rest of a lost composite is collected.",
    "The stakes listed are all there are: what rounding gives comes round again after every period, so one period proves it.",
    "Exact: the smallest increment of stakes that all win exactly what the odds say, in payable money.",
    "Commission: the same, with a commission that is payable in the same money.",
    "Fair: the smallest increment none of whose multiples favours the player.",
)


@dataclass(frozen=True, slots=True)
class Stakes:
    """The grid of stakes to show, in cents."""

    least: int
    most: int
    step: int

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.least, self.most + 1, self.step))


def breakage_report(variant: Variant, sign: Sign, wagers: Sequence[str] = (), stakes: Stakes | None = None) -> Report:
    """Report the effect of rounding on every wager of a variant at a table with this sign."""
    rules = variant.rules
    unit = 1 if rules.rounding.to_the_cent else sign.payout_unit
    found = breakages(rules, sign, select_offers(rules, wagers), gcd(unit, stakes.step) if stakes else unit)
    shown = {f"Payable in ({rules.rounding.clause})": dollars(unit), "Minimum": dollars(sign.minimum)}
    if sign.multiples:
        shown["Notice"] = "bets in multiples of the minimum"
    return Report(
        title=f"Breakage: {rules.title}",
        facts={**facts(variant), **shown},
        grids=[_summary(found), *_edges(found, stakes)],
        warnings=what_if_warnings(variant),
        notes=NOTES,
        records=[record for each in found for record in _records(each, stakes)],
        data={
            **variant_data(variant),
            "payout_unit": sign.payout_unit,
            "minimum": sign.minimum,
            "multiples": sign.multiples,
            "breakage": [_data(each, stakes) for each in found],
        },
    )


def _families(found: Iterable[Breakage]) -> Iterator[tuple[str, Breakage]]:
    """Group wagers of one kind that rounding treats alike, for one line each."""
    families: dict[object, list[Breakage]] = {}
    for each in found:
        key = (
            each.offer.kind,
            each.edge,
            each.step,
            each.exact_increment,
            each.payable_increment,
            *each.rounding_gains.items(),
        )
        families.setdefault(key, []).append(each)
    for family in families.values():
        name = family_name(list(dict.fromkeys(each.offer.id for each in family)))
        states = dict.fromkeys(each.state for each in family)
        yield (
            (f"{name} ({', '.join(states)})" if len(family[0].offer.starts) > 1 and family[0].offer.rides_on else name),
            family[0],
        )


def _summary(found: Sequence[Breakage]) -> FigureTable:
    titles = ("Lowest", "at", "Edge", "The player has the advantage at", "Exact", "Commission", "Fair")
    families = list(_families(found))
    columns = (NAME, *(Column(title, figures=not title.startswith("The")) for title in titles))
    lowest = [Fraction(0) if (best := each.best_stake()) is None else each.edge_at(best) for _, each in families]
    return FigureTable(
        "Which stakes favour the player", columns, [(name, *_line(each)) for name, each in families], bars(lowest)
    )


def _line(each: Breakage) -> Sequence[str]:
    best = each.best_stake()
    lowest = ("", "") if best is None else (percent(each.edge_at(best), 2), _short_dollars(best))
    if each.fixed_stake:
        return (*lowest, percent(each.edge, 2), _advantage_text(each), "fixed", "", "")
    fair = "none" if each.fair_increment is None else _short_dollars(each.fair_increment)
    payable = _short_dollars(each.payable_increment) if each.offer.commission else ""
    return (*lowest, percent(each.edge, 2), _advantage_text(each), _short_dollars(each.exact_increment), payable, fair)


def _advantage_text(each: Breakage) -> str:
    """Describe the stakes at which the player has the advantage."""
    if each.fixed_stake:
        return "its only stake" if each.highest_favourable else ""
    if each.edge < 0:
        return "any stake"
    if each.unbounded:
        return f"{_ranges(list(each.favourable_stakes(0, each.period)), each.step)} of every {_short_dollars(each.period)}"
    stakes = list(islice(each.favourable_stakes(), MAX_LISTED_STAKES))
    more = (
        f", … up to {_short_dollars(each.highest_favourable)}"
        if each.highest_favourable and each.highest_favourable > (stakes or [0])[-1]
        else ""
    )
    return _ranges(stakes, each.step) + more


def _ranges(stakes: Sequence[int], step: int) -> str:
    """Write runs of consecutive stakes as "from to to"."""
    runs: list[list[int]] = []
    for stake in stakes:
        if runs and stake == runs[-1][-1] + step:
            runs[-1].append(stake)
        else:
            runs.append([stake])
    return ", ".join(
        _short_dollars(run[0]) if len(run) == 1 else f"{_short_dollars(run[0])} to {_short_dollars(run[-1])}" for run in runs
    )


def _short_dollars(cents: int) -> str:
    """Format dollars, without ".00"."""
    return dollars(cents).removesuffix(".00")


def _grid_of(each: Breakage, stakes: Stakes | None) -> Iterator[int]:
    usual = Stakes(each.step, each.step * DEFAULT_GRID_STAKES, each.step)
    wanted = [each.fixed_stake] if each.fixed_stake is not None else (stakes or usual)
    return (stake for stake in wanted if each.is_allowed(stake))


def _edges(found: Sequence[Breakage], stakes: Stakes | None) -> Iterator[FigureTable]:
    """Yield a grid with the edge at the first stakes. The records hold all stakes. A fixed stake has no grid."""
    families = [(name, each) for name, each in _families(found) if not each.fixed_stake]
    shown = sorted({stake for _, each in families for stake in islice(_grid_of(each, stakes), GRID_COLUMNS)})[:GRID_COLUMNS]
    rows = [
        (name, *(percent(each.edge_at(stake), 2) if each.is_allowed(stake) else "" for stake in shown))
        for name, each in families
    ]
    if rows:
        yield FigureTable(
            "The edge after rounding, by stake", (NAME, *(Column(_short_dollars(stake)) for stake in shown)), rows
        )


def _records(each: Breakage, stakes: Stakes | None) -> Iterator[Mapping[str, str]]:
    for stake in _grid_of(each, stakes):
        edge = each.edge_at(stake)
        yield {
            "wager": each.offer.id,
            "state": each.state,
            "stake": str(stake),
            "edge": str(edge),
            "edge_percent": f"{100 * float(edge):.6f}",
            "printed_edge": str(each.edge),
            "favours_the_player": str(edge < 0).lower(),
        }


def _data(each: Breakage, stakes: Stakes | None) -> Mapping[str, object]:
    best, fixed = each.best_stake(), each.fixed_stake is not None
    listed = each.favourable_stakes(0, each.period if each.unbounded else each.highest_favourable)
    return {
        "wager": each.offer.id,
        "clause": each.offer.clause,
        "state": each.state,
        "house_edge": str(each.edge),
        "step": each.step,
        "period": each.period,
        "edges": {str(stake): str(each.edge_at(stake)) for stake in _grid_of(each, stakes)},
        "favours_the_player": list(listed),
        "at_any_height": each.unbounded,
        "highest": each.highest_favourable,
        "lowest_edge": None if best is None else str(each.edge_at(best)),
        "lowest_at": best,
        "exact_increment": None if fixed else each.exact_increment,
        "payable_increment": None if fixed else each.payable_increment,
        "fair_increment": None if fixed else each.fair_increment,
    }
