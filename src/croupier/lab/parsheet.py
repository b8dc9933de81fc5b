"""The par sheet: the exact figures of every wager of a rule set."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from croupier.lab.figures import Figures, PuckFigures, edge_with_full_odds, figures, puck_figures
from croupier.lab.hold import Hold, volatility_index
from croupier.lab.variant import Variant
from croupier.rulebook.nearest import UnknownWagerError, unknown_wager
from croupier.rules.exact import chances_of_beginning, charge
from croupier.rules.naming import wagers_named
from croupier.rules.offer import Offer
from croupier.rules.ruleset import Ruleset

DEFAULT_BETS = (1_000, 10_000, 100_000)


@dataclass(frozen=True, repr=False)
class ParSheetEntry:
    """One wager of a par sheet."""

    rules: Ruleset
    offer: Offer

    def __repr__(self) -> str:
        return f"<{self.offer.id} of {self.rules.id}: edge {self.figures.house_edge}>"

    @cached_property
    def figures(self) -> Figures:
        """The figures if the bet is always on."""
        return figures(self.rules, self.offer)

    @cached_property
    def with_puck(self) -> PuckFigures | None:
        """The figures if the puck turns the bet on and off, or None if it is always on."""
        return puck_figures(self.rules, self.offer)

    @cached_property
    def mean_rolls_with_puck(self) -> Fraction:
        """Mean rolls to a decision, with on and off as the document says."""
        return self.with_puck.figures.mean_rolls if self.with_puck else self.figures.mean_rolls

    @cached_property
    def commission(self) -> Fraction:
        """Expected commission per unit staked."""
        chances = chances_of_beginning(self.rules, self.offer)
        return sum((chance * charge(self.offer, state) for state, chance in chances.items()), Fraction(0))

    @cached_property
    def max_payout(self) -> Fraction:
        """The largest win of a unit staked. The returned stake is not counted."""
        return max(self.offer.wager.best.values())

    @cached_property
    def edge_with_full_odds(self) -> Fraction | None:
        """The edge on all money staked with the largest odds on a default sign, always on."""
        return edge_with_full_odds(self.rules, self.offer, self.rules.sign({}))

    @property
    def pays(self) -> str:
        """The odds in the words of the document, and the commission."""
        rows = sorted(self.offer.wager.odds, key=lambda odds: odds.rate)
        odds_text = ", ".join(dict.fromkeys(str(odds) for odds in rows))
        if not (terms := self.offer.commission):
            return odds_text
        return f"{odds_text}; {int(terms.rate * 100)}% of the {'win' if terms.of_winnings else 'stake'}"


@dataclass(frozen=True, repr=False)
class ParSheet:
    """The figures of a variant, for all of its wagers or some."""

    variant: Variant
    entries: Sequence[ParSheetEntry]
    bets: Sequence[int] = DEFAULT_BETS

    def __repr__(self) -> str:
        return f"<par sheet of {self.variant.label}, {len(self.entries)} wagers>"

    @cached_property
    def families(self) -> Sequence[Sequence[ParSheetEntry]]:
        """Entries of one kind whose figures are all equal, grouped."""
        found: dict[object, list[ParSheetEntry]] = {}
        for entry in self.entries:
            figures = entry.figures
            alike = (figures.hit_frequency, figures.mean_rolls, entry.mean_rolls_with_puck, *figures.distribution.items())
            key = (entry.offer.kind, entry.offer.clause, entry.pays, alike)
            found.setdefault(key, []).append(entry)
        return tuple(found.values())


def par_sheet(variant: Variant, wagers: Sequence[str] = (), bets: Sequence[int] = DEFAULT_BETS) -> ParSheet:
    """Return the par sheet of a variant, for all wagers or the named ones. States that a bet travels to have no entry."""
    return ParSheet(
        variant, [ParSheetEntry(variant.rules, offer) for offer in select_offers(variant.rules, wagers)], bets or DEFAULT_BETS
    )


def select_offers(rules: Ruleset, wagers: Sequence[str]) -> Sequence[Offer]:
    """Return the offers with these names in the order of the document, or all offers if none is named."""
    wanted = {id for name in wagers for id in ids_named(rules, name)}
    return [offer for offer in rules.offers if not wagers or offer.id in wanted]


def ids_named(rules: Ruleset, name: str) -> Sequence[str]:
    """Return the ids of the offers that go by a name. Raises UnknownWagerError if there are none."""
    found = wagers_named(rules, name)
    if travelled := [id for id in found if rules.addresses[id].state is not None]:
        id = travelled[0]
        raise UnknownWagerError(f"{rules.id}: {id} is a state of {rules.addresses[id].offer.id} and has no line of its own")
    if not found:
        raise unknown_wager(rules, name)
    return found


def family_name(ids: Sequence[str]) -> str:
    """Abbreviate several ids of one kind: "place-win:6, 8" or "straight:0 … 36 (37)"."""
    if len(ids) > 6:
        return f"{ids[0]} … {ids[-1].partition(':')[2]} ({len(ids)})"
    return ", ".join((ids[0], *(id.partition(":")[2] for id in ids[1:])))


def parsheet_data(sheet: ParSheet) -> Mapping[str, object]:
    """Return the sheet as JSON data: fractions as text, irrational figures as numbers."""
    return {**variant_data(sheet.variant), "wagers": [_entry_data(entry, sheet.bets) for entry in sheet.entries]}


def variant_data(variant: Variant) -> Mapping[str, object]:
    """Return the JSON data that identify a variant."""
    return {
        "ruleset": variant.rules.id,
        "title": variant.rules.title,
        "fingerprint": variant.rules.fingerprint,
        "readings": variant.readings,
        "raised": variant.rules.raised,
        "what_if": variant.what_if,
    }


def scalar_figures(entry: ParSheetEntry) -> Mapping[str, str]:
    """Return the single-valued figures of an entry as text, by name. JSON and CSV share them."""
    figures, asleep = entry.figures, entry.with_puck
    full = entry.edge_with_full_odds
    return {
        "wager": entry.offer.id,
        "clause": entry.offer.clause,
        "title": entry.offer.wager.title,
        "pays": entry.pays,
        "house_edge": str(figures.house_edge),
        "house_edge_resolved": str(figures.house_edge_resolved),
        "house_edge_per_roll": str(figures.house_edge_per_roll),
        "house_edge_of_outlay": str(figures.house_edge / (1 + entry.commission)),
        "house_edge_with_full_odds": "" if full is None else str(full),
        "commission": str(entry.commission),
        "hit_frequency": str(figures.hit_frequency),
        "push_frequency": str(figures.push_frequency),
        "variance": str(figures.variance),
        "mean_rolls": str(figures.mean_rolls),
        "mean_rolls_with_puck": str(entry.mean_rolls_with_puck),
        "mean_rolls_kept_up": str(asleep.mean_rolls_kept_up if asleep else figures.mean_rolls),
        "house_edge_per_roll_kept_up": str(asleep.house_edge_per_roll_kept_up if asleep else figures.house_edge_per_roll),
        "max_payout": str(entry.max_payout),
    }


def _entry_data(entry: ParSheetEntry, bets: Iterable[int]) -> Mapping[str, object]:
    figures = entry.figures
    return {
        **{name: figure or None for name, figure in scalar_figures(entry).items()},
        "odds": {odds.clause: str(odds) for odds in entry.offer.wager.odds},
        "standard_deviation": figures.standard_deviation,
        "skewness": figures.skewness,
        "volatility_index": volatility_index(figures),
        "distribution": _written(figures.distribution),
        "with_puck": _puck_data(entry.with_puck) if entry.with_puck else None,
        "hold": list(_hold_data(figures, bets)),
    }


def _puck_data(asleep: PuckFigures) -> Mapping[str, object]:
    return {
        "house_edge": str(asleep.figures.house_edge),
        "hit_frequency": str(asleep.figures.hit_frequency),
        "push_frequency": str(asleep.figures.push_frequency),
        "variance": str(asleep.figures.variance),
        "distribution": _written(asleep.figures.distribution),
        "mean_rolls": str(asleep.figures.mean_rolls),
        "mean_rolls_by_puck": _written(asleep.mean_rolls_by_puck),
    }


def _hold_data(figures: Figures, bets: Iterable[int]) -> Iterator[Mapping[str, object]]:
    for count in bets:
        hold = Hold(figures, count)
        bands = {str(band.level): [band.low, band.high] for band in hold.bands}
        yield {"bets": count, "bands": bands, "doubtful": hold.doubtful}


def _written(figures: Mapping[str, Fraction] | Mapping[Fraction, Fraction]) -> Mapping[str, str]:
    return {str(key): str(figure) for key, figure in figures.items()}
