"""The par sheet: every wager of a rule set with its exact figures."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from functools import cached_property

from croupier.lab.edition import Edition
from croupier.lab.figures import Figures, PuckFigures, edge_with_full_odds, figures, puck_figures
from croupier.lab.hold import Hold, volatility_index
from croupier.rules.exact import chances_of_beginning, charge
from croupier.rules.offer import Offer
from croupier.rules.ruleset import Ruleset

BETS = (1_000, 10_000, 100_000)


class NoSuchWagerError(LookupError):
    """The rule set offers no wager of that id."""


@dataclass(frozen=True)
class Entry:
    """One line of a par sheet."""

    rules: Ruleset
    offer: Offer

    @cached_property
    def figures(self) -> Figures:
        """The figures with the machine always on."""
        return figures(self.rules, self.offer)

    @cached_property
    def with_puck(self) -> PuckFigures | None:
        """The figures with on and off, where the wager sleeps."""
        return puck_figures(self.rules, self.offer)

    @cached_property
    def mean_rolls_with_puck(self) -> Fraction:
        """Rolls to a decision, with on and off as the document leaves them."""
        return self.with_puck.figures.mean_rolls if self.with_puck else self.figures.mean_rolls

    @cached_property
    def commission(self) -> Fraction:
        """What is charged on top of a unit staked."""
        chances = chances_of_beginning(self.rules, self.offer)
        return sum((chance * charge(self.offer, state) for state, chance in chances.items()), Fraction(0))

    @cached_property
    def max_payout(self) -> Fraction:
        """The most that a unit staked can win; what comes back of the stake is not counted."""
        return max(self.offer.wager.best.values())

    @cached_property
    def edge_with_full_odds(self) -> Fraction | None:
        """The edge on all the money with the most odds that a sign allows by default, the odds always on."""
        return edge_with_full_odds(self.rules, self.offer, self.rules.sign({}))

    @property
    def pays(self) -> str:
        """The odds it is paid at, in the words of the document, and what is charged."""
        rows = sorted(self.offer.wager.odds, key=lambda odds: odds.rate)
        said = ", ".join(dict.fromkeys(str(odds) for odds in rows))
        if not (terms := self.offer.commission):
            return said
        return f"{said}; {int(terms.rate * 100)}% of the {'win' if terms.of_winnings else 'stake'}"


@dataclass(frozen=True)
class ParSheet:
    """The figures of an edition, for all of its wagers or for some."""

    edition: Edition
    entries: Sequence[Entry]
    bets: Sequence[int] = BETS

    @cached_property
    def families(self) -> Sequence[Sequence[Entry]]:
        """The entries of one kind that have all figures in common, together."""
        found: dict[object, list[Entry]] = {}
        for entry in self.entries:
            figures = entry.figures
            alike = (figures.hit_frequency, figures.mean_rolls, entry.mean_rolls_with_puck, *figures.distribution.items())
            key = (entry.offer.kind, entry.offer.clause, entry.pays, alike)
            found.setdefault(key, []).append(entry)
        return tuple(found.values())


def par_sheet(edition: Edition, wagers: Sequence[str] = (), bets: Sequence[int] = BETS) -> ParSheet:
    """The par sheet of an edition: of every wager id but those that a bet travels to, or of some."""
    return ParSheet(edition, [Entry(edition.rules, offer) for offer in offers_named(edition.rules, wagers)], bets or BETS)


def offers_named(rules: Ruleset, wagers: Sequence[str]) -> Sequence[Offer]:
    """The offers of these ids or kinds, in the document's order; without any, all of them."""
    for name in wagers:
        if name not in {key for offer in rules.offers for key in (offer.id, offer.kind)}:
            raise NoSuchWagerError(unknown_wager(rules, name))
    return [offer for offer in rules.offers if not wagers or offer.id in wagers or offer.kind in wagers]


def family_name(ids: Sequence[str]) -> str:
    """Several ids of one kind in one breath: "place-win:6, 8" or "straight:0 … 36 (37)"."""
    if len(ids) > 6:
        return f"{ids[0]} … {ids[-1].partition(':')[2]} ({len(ids)})"
    return ", ".join((ids[0], *(id.partition(":")[2] for id in ids[1:])))


def unknown_wager(rules: Ruleset, name: str) -> str:
    """Why a rule set has no line for a wager, and which one may have been meant."""
    if name in rules.addresses:
        return f"{rules.id}: {name} is a place that {rules.addresses[name].offer.id} travels to, and has no line of its own"
    near = get_close_matches(name, [offer.id for offer in rules.offers], 1, cutoff=0)
    return f"{rules.id} has no wager '{name}'; did you mean {near[0]}?"


def as_data(sheet: ParSheet) -> Mapping[str, object]:
    """The sheet as it is written in JSON: fractions as text, what is no fraction as a number."""
    return {**edition_data(sheet.edition), "wagers": [_entry_data(entry, sheet.bets) for entry in sheet.entries]}


def edition_data(edition: Edition) -> Mapping[str, object]:
    """What an edition is, for the head of every sheet."""
    return {
        "ruleset": edition.rules.id,
        "title": edition.rules.title,
        "fingerprint": edition.rules.fingerprint,
        "readings": edition.readings,
        "raised": edition.rules.raised,
        "what_if": edition.what_if,
    }


def flat_figures(entry: Entry) -> Mapping[str, str]:
    """The single figures of an entry by name, as text: what JSON and comma-separated values share."""
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


def _entry_data(entry: Entry, bets: Iterable[int]) -> Mapping[str, object]:
    figures = entry.figures
    return {
        **{name: figure or None for name, figure in flat_figures(entry).items()},
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
