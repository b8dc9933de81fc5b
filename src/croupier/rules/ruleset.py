"""A rule set: one approved document as data, checked when it is imported."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Self

from croupier.rules.checking import check_rules
from croupier.rules.error import RuleError
from croupier.rules.fingerprint import fingerprint
from croupier.rules.game import Game
from croupier.rules.naming import Names, known_names
from croupier.rules.odds import odds
from croupier.rules.offer import Offer
from croupier.rules.outcomes import listed
from croupier.rules.procedures import Procedures
from croupier.rules.promotions import Promotions
from croupier.rules.puck import Puck
from croupier.rules.reading import Change, Reading, changed_value
from croupier.rules.sign import TERMINAL_SETTINGS, Setting, Sign, make_sign
from croupier.rules.terms import Calls, Judged, Limits, Rounding, Voided

WHOLE_STAKE = Fraction(1)
"""The share of a bet that is on one spot only. A single object, so that an `is` test avoids the arithmetic."""


class ReadingError(ValueError):
    """The rule set has no such reading, or the reading has no such value."""


@dataclass(frozen=True, slots=True)
class Address:
    """What a wager id refers to: an offer, and the state of the bet if the id is one that a bet travels to."""

    offer: Offer
    state: str | None

    @property
    def title(self) -> str:
        """What a dealer calls it, such as `Come, point 5`."""
        return f"{self.offer.wager.title}, {self.state}" if self.state else self.offer.wager.title


@dataclass(frozen=True, kw_only=True, repr=False)
class Ruleset:
    """One approved document: its game, its offers in the order of the document, and its policies."""

    id: str
    title: str = field(metadata={"prose": True})
    short: str = field(default="", metadata={"prose": True})
    """The title in two or three words."""
    game: Game
    pucks: Mapping[str, Puck] = field(default_factory=dict[str, Puck])
    settings: Sequence[Setting]
    offers: Sequence[Offer]
    payment: str
    """The clause about the money that bets are made with."""
    removal: str
    """The clause about taking bets down."""
    limits: Limits
    rounding: Rounding
    calls: Calls | None = None
    voided: Voided
    void_clause: str
    """The clause about a roll or a result that does not count."""
    procedures: Procedures
    """Staff, powers, the steps of a round, and clocks."""
    promotions: Promotions | None = field(default=None, metadata={"prose": True})
    """The chapter on promotional prizes; None if the document has none. It decides no bet, and has a fingerprint of its own."""
    raises_odds: str = ""
    """The clause that lets the operator raise the printed odds; empty if the odds are fixed."""
    readings: Sequence[Reading] = ()
    chosen: Mapping[str, str] = field(default_factory=dict[str, str])
    """The chosen values of readings that differ from the default."""
    raised: Mapping[str, str] = field(default_factory=dict[str, str])
    """The rows of the odds table that the operator raised, with their odds."""
    left_out: Sequence[str] = ()
    """The kinds of wager that the operator left out."""
    aliases: Mapping[str, str] = field(default_factory=dict[str, str], metadata={"prose": True})
    """What the trade calls a wager or a kind, by word; a * stands for the number of a family: "hard-*" for "hardway:*"."""
    printed: "Ruleset | None" = field(default=None, compare=False, metadata={"prose": True})
    """The document with default readings and printed odds; None if this is it."""

    def __repr__(self) -> str:
        """Return the id and the chosen readings only; all fields would fill pages."""
        chosen = "".join(f"+{name}={value}" for name, value in self.chosen.items())
        return f"<{self.id}{chosen}>"

    def __post_init__(self) -> None:
        check_rules(self)

    @cached_property
    def addresses(self) -> Mapping[str, Address]:
        """Every wager id and what it refers to."""
        found: dict[str, Address] = {}
        for offer in self.offers:
            named = {offer.id: Address(offer, None)} | {to: Address(offer, state) for state, to in offer.travels.items()}
            if twice := named.keys() & found.keys():
                raise RuleError(f"{self.id}: {listed(sorted(twice), 'and')} is offered twice")
            found |= named
        return found

    @cached_property
    def names(self) -> Names:
        """Every name of a wager. See `naming`."""
        return known_names(self.addresses, self.offers, self.aliases)

    @cached_property
    def riders(self) -> Mapping[str, Sequence[Offer]]:
        """The odds bets that may ride on a flat bet, by its wager id."""
        riders: dict[str, list[Offer]] = {}
        for offer in self.offers:
            if offer.rides_on:
                riders.setdefault(offer.rides_on, []).append(offer)
        return riders

    @cached_property
    def spots(self) -> Mapping[str, Mapping[str, Fraction]]:
        """By wager id, the spots whose limits the bet counts against, with the share of the stake on each."""
        alone = {offer.wager.title: offer.id for offer in self.offers if not offer.wager.pieces}
        return {id: self._spots_of(id, address.offer, alone) for id, address in self.addresses.items()}

    @cached_property
    def shares_on_spot(self) -> Mapping[str, Mapping[str, Fraction]]:
        """By spot, the wager ids that put a share of their stake on it. The inverse of `spots`."""
        found: dict[str, dict[str, Fraction]] = {}
        for id, spots in self.spots.items():
            for spot, share in spots.items():
                found.setdefault(spot, {})[id] = share
        return found

    @property
    def odds_may_be_raised(self) -> bool:
        """Whether the printed odds are minimums that the operator may raise."""
        return bool(self.raises_odds)

    @cached_property
    def fingerprint(self) -> str:
        """The SHA-256 of every field that can affect a bet."""
        return fingerprint(self)

    def sign(self, given: Mapping[str, object]) -> Sign:
        """Make the sign of an open table."""
        return make_sign(self.all_settings, given)

    @cached_property
    def all_settings(self) -> Sequence[Setting]:
        """All settings of a sign: those of the document and, for an electronic table, those of its terminals."""
        return (*self.settings, *TERMINAL_SETTINGS) if self.procedures.is_electronic else self.settings

    def offline_sign(self, given: Mapping[str, object]) -> Sign:
        """Make the sign of a scenario or a computation, without the live settings of an open table."""
        return make_sign((setting for setting in self.settings if not setting.live), given)

    def under(self, chosen: Mapping[str, str]) -> Self:
        """The same document with these values of its readings."""
        rules = self
        known = {reading.id: reading for reading in self.readings if reading.default}
        for name, value in sorted(chosen.items()):
            if name not in known:
                fixed = " is settled in this rule set" if any(name == each.id for each in self.readings) else ""
                what = f"{name}{fixed or f' is no reading of {self.id}'}"
                raise ReadingError(f"{what}; those that can be chosen are {listed(known, 'and')}")
            if value not in known[name].values:
                raise ReadingError(f"{name} is {value!r}, which should be {listed(known[name].values)}")
            if name in self.chosen:
                raise ReadingError(f"{name} has been chosen already, as {self.chosen[name]}")
            if value != known[name].default:
                rules = rules.changed(known[name].otherwise[value])
        others = {name: value for name, value in chosen.items() if value != known[name].default}
        return replace(rules, chosen={**self.chosen, **others}, printed=self.printed or self)

    def live(self, chosen: Mapping[str, str]) -> Self:
        """The same document for a table of a running floor, with these values of its readings, also defaults."""
        of_floor = {each.id: each.live for each in self.readings if each.live is not None and each.id not in self.chosen}
        return self.under({**of_floor, **chosen})

    def raising(self, rows: Mapping[str, str]) -> Self:
        """The same document with higher odds in these rows of its odds table, for every wager that they pay."""
        if not self.odds_may_be_raised:
            raise RuleError(f"{self.id}: its odds are fixed and cannot be raised")
        printed = {row.clause: row.printed or row for offer in self.offers for row in offer.wager.odds}
        higher = {clause: replace(odds(text, clause), printed=printed.get(clause)) for clause, text in sorted(rows.items())}
        for clause, row in higher.items():
            if clause not in printed:
                raise RuleError(f"{self.id}: {clause} is no row of its odds")
            if row.rate < printed[clause].rate:
                raise RuleError(f"{self.id}: {clause} pays {printed[clause]} at least, {row} is less ({self.raises_odds})")
        offers = [replace(offer, wager=offer.wager.with_odds(lambda row: higher.get(row.clause, row))) for offer in self.offers]
        return replace(self, offers=offers, raised={**self.raised, **rows}, printed=self.printed or self)

    def amended(self, readings: Mapping[str, str], raised: Mapping[str, str]) -> "Ruleset":
        """The document with these readings and odds in addition to those chosen before."""
        if not readings and not raised:
            return self  # keeps its cached properties
        rules, rows = (self.printed or self).under({**self.chosen, **readings}), {**self.raised, **raised}
        return rules.raising(rows) if rows else rules

    def without(self, kinds: Iterable[str]) -> Self:
        """The same document without these kinds of wager, which must be optional."""
        rules = self
        for kind in kinds:
            of_kind = [offer for offer in rules.offers if offer.kind == kind]
            if not of_kind:
                raise RuleError(f"{self.id}: {kind} is not offered, and cannot be left out")
            if not all(offer.optional for offer in of_kind):
                may = listed(dict.fromkeys(offer.kind for offer in self.offers if offer.optional), "and") or "none"
                raise RuleError(f"{self.id}: {kind} cannot be left out; the operator may leave out {may}")
            offers = [offer for offer in rules.offers if offer.kind != kind]
            rules = replace(rules, offers=offers, left_out=(*rules.left_out, kind))
        return rules

    def changed(self, changes: Iterable[Change]) -> Self:
        """The same document with these changes. Does not record them in `chosen`."""
        offers, whole = list(self.offers), dict[str, Any]()
        for what in changes:
            if what.of:
                offers = [_changed(offer, what) if what.touches(offer) else offer for offer in offers]
            else:
                whole |= {name: changed_value(whole.get(name, getattr(self, name)), to) for name, to in what.to.items()}
        return replace(self, offers=offers, **whole)

    def _spots_of(self, id: str, offer: Offer, alone: Mapping[str, str]) -> Mapping[str, Fraction]:
        if self.limits.judged is Judged.WHOLE_BET or not offer.wager.pieces:
            return {offer.counts_as or id: WHOLE_STAKE}
        spots: dict[str, Fraction] = {}
        for piece in offer.wager.pieces:
            spot = alone.get(piece.wager.title)
            if spot is None:
                raise RuleError(f"{self.id}, {id}: its piece on {piece.wager.title} is no spot of the layout")
            spots[spot] = spots.get(spot, Fraction(0)) + Fraction(piece.count, offer.wager.units)
        return spots


def _changed(offer: Offer, what: Change) -> Offer:
    return replace(offer, **{name: changed_value(getattr(offer, name), to) for name, to in what.to.items()})
