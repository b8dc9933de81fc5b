"""The content of the rule book of one rule set, independent of its layout."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from croupier.rulebook.conditions import marker_sentences, policies, term_sentences
from croupier.rulebook.grid import Grid, grids
from croupier.rulebook.nearest import UnknownWagerError, unknown_wager
from croupier.rulebook.passages import Passage, Section
from croupier.rulebook.procedures import sections
from croupier.rulebook.readings import concerns
from croupier.rulebook.signs import SettingEntry, setting_entries
from croupier.rules.exact import edge
from croupier.rules.naming import wagers_named
from croupier.rules.offer import Offer
from croupier.rules.outcomes import listed
from croupier.rules.reading import Reading
from croupier.rules.ruleset import Ruleset
from croupier.rules.sentences import climbing, counted, net_by_outcomes, sentences, together

FEW = 6
"""The most numbers in a title, and the most pictures shown at once."""


@dataclass(frozen=True, slots=True)
class Win:
    """One way to win: the outcomes, the odds, and the row of the odds table."""

    on: str
    pays: str
    row: str


@dataclass(frozen=True, slots=True)
class Page:
    """The page of one wager."""

    id: str
    title: str
    clause: str
    how: tuple[str, ...]
    """How it is decided."""
    terms: tuple[str, ...]
    """When it may be bet and changed, and what it costs."""
    wins: tuple[Win, ...]
    edge: Fraction
    readings: tuple[Reading, ...]
    grids: tuple[Grid, ...]
    travels: tuple[str, ...] = ()
    """The ids that a bet on it travels to."""

    @property
    def number(self) -> str:
        """The part of the id after the kind: "4" of "place-win:4"."""
        return self.id.partition(":")[2]


@dataclass(frozen=True, slots=True)
class Chapter:
    """The wagers of one kind."""

    kind: str
    name: str
    title: str
    """The name, with its numbers if they are few."""
    clause: str
    pages: tuple[Page, ...]

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Every reading that concerns one of these wagers."""
        return tuple({reading.id: reading for page in self.pages for reading in page.readings}.values())


@dataclass(frozen=True, slots=True)
class ClausePage:
    """Everything that the book says about one clause, except wagers."""

    clause: str
    sections: tuple[Section, ...]
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class RuleBook:
    """The whole rule book of a rule set."""

    rules: Ruleset
    markers: tuple[str, ...]
    sign: tuple[SettingEntry, ...]
    policies: tuple[Passage, ...]
    sections: tuple[Section, ...]
    chapters: tuple[Chapter, ...]


def book(rules: Ruleset) -> RuleBook:
    """Make the whole book, in the order of the document."""
    return RuleBook(
        rules=rules,
        markers=tuple(marker_sentences(rules)),
        sign=setting_entries(rules),
        policies=tuple(policies(rules)),
        sections=sections(rules),
        chapters=tuple(_chapter(rules, list(group)) for _, group in groupby(rules.offers, lambda offer: offer.kind)),
    )


def look_up(rules: Ruleset, wanted: str) -> tuple[Chapter | None, ClausePage | None]:
    """Look up a wager, a kind of wager or a clause. A clause may give wagers, other passages, or both."""
    besides = clause_page(rules, wanted)
    try:
        return chapter(rules, wanted), besides
    except UnknownWagerError:
        if besides is None:
            raise
        return None, besides


def clause_page(rules: Ruleset, clause: str) -> ClausePage | None:
    """All passages about a clause and its subclauses, except wagers; None if there are none."""
    every = (Section("The table", tuple(policies(rules))), Section("The sign", _of_sign(rules)), *sections(rules))
    found = tuple(section for section in (_on(each, clause) for each in every) if section.passages)
    if not found:
        return None
    named = {clause, *(one for section in found for each in section.passages for one in each.clause.split(", "))}
    return ClausePage(clause, found, tuple(reading for reading in rules.readings if named & set(reading.clauses)))


def _on(section: Section, clause: str) -> Section:
    """The passages of a section about a clause. A ground brings its powers with it, and a power its grounds."""
    asked = {each for each in section.passages if _is_on(each, clause)}
    powers = {power for each in asked for power in each.of}
    told = (each for each in section.passages if each in asked | powers or asked & set(each.of))
    return section._replace(passages=tuple(told))


def _of_sign(rules: Ruleset) -> tuple[Passage, ...]:
    return tuple(Passage(each.setting, each.clause, each.says) for each in setting_entries(rules))


def _is_on(policy: Passage, clause: str) -> bool:
    below = tuple(f"{clause}{mark}" for mark in ".(/:")
    return bool(clause) and any(one == clause or one.startswith(below) for one in policy.clause.split(", "))


def chapter(rules: Ruleset, wager: str) -> Chapter:
    """The chapter of one wager or of a kind, by any name, or of a clause. An id that a bet travels to gives what travels."""
    wanted = [offer for offer in rules.offers if offer.id == wager]
    if not wanted:
        wanted = [offer for offer in rules.offers if wager == offer.kind or wager in offer.travels.values()]
    if not wanted:
        wanted = [offer for offer in rules.offers if wager and _covers(wager, offer)]
    if not wanted:
        named = wagers_named(rules, wager)
        wanted = [offer for offer in rules.offers if any(rules.addresses[id].offer is offer for id in named)]
    if not wanted and re.fullmatch(r"\d[\w.()/:-]*", wager):
        hint = f"no sentence of the book stands on that clause; croupier rulebook trace {rules.id} has every clause"
        raise UnknownWagerError(f"{rules.id} has no wager '{wager}'; {hint}")
    if not wanted:
        raise unknown_wager(rules, wager)
    return _chapter(rules, wanted)


def _covers(clause: str, offer: Offer) -> bool:
    return offer.clause == clause or clause.startswith((f"{offer.clause}.", f"{offer.clause}/"))


def _chapter(rules: Ruleset, offers: Sequence[Offer]) -> Chapter:
    clauses = list(dict.fromkeys(offer.clause for offer in offers))
    return Chapter(
        kind=offers[0].kind,
        name=_name(offers),
        title=_title(offers),
        clause=clauses[0] if len(clauses) == 1 else f"{clauses[0]} to {clauses[-1]}",
        pages=tuple(_page(rules, offer) for offer in offers),
    )


def _name(offers: Sequence[Offer]) -> str:
    """The common part of the titles."""
    title, key = offers[0].wager.title, offers[0].id.partition(":")[2]
    if len(offers) == 1:
        return title
    return title.removesuffix(f" {key}") if title.endswith(f" {key}") else title.partition(",")[0]


def _title(offers: Sequence[Offer]) -> str:
    name = _name(offers)
    keys = [offer.id.partition(":")[2] for offer in offers]
    numbered = 1 < len(keys) <= FEW and all(each.wager.title == f"{name} {key}" for each, key in zip(offers, keys, strict=True))
    return f"{name} {listed(keys, 'and')}" if numbered else name


def _page(rules: Ruleset, offer: Offer) -> Page:
    return Page(
        id=offer.id,
        title=offer.wager.title,
        clause=offer.clause,
        how=tuple(sentences(offer.wager, rules.game.turn)),
        terms=tuple(term_sentences(rules, offer)),
        wins=tuple(_wins(offer)),
        edge=edge(rules, offer.id),
        readings=tuple(reading for reading in rules.readings if concerns(rules, reading, offer)),
        grids=grids(offer.wager, rules.game.turn),
        travels=tuple(offer.travels.values()),
    )


def _wins(offer: Offer) -> Iterator[Win]:
    """The ways to win: by odds; for a composite, by net result on the whole stake; for a streak, by length."""
    wager = offer.wager
    if wager.pieces:
        rows = ", ".join(dict.fromkeys(odds.clause for odds in wager.odds))
        for net, words in net_by_outcomes(wager).items():
            if net > -1:
                pays = f"net {net.numerator} to {net.denominator}" if net > 0 else f"net {net}"
                yield Win(words, pays, rows)
    elif ladders := climbing(wager):
        paid = {(count, odds) for states in ladders.values() for count, odds in counted(states) if odds}
        for count, odds in sorted(paid, key=lambda each: each[0]):
            yield Win(f"{count} in a row", odds.text, odds.clause)
    else:
        by_odds: dict[tuple[str, str], list[tuple[str, str]]] = {}
        for state, lines in wager.states.items():
            for line in lines:
                if line.odds:
                    by_odds.setdefault((line.odds.text, line.odds.clause), []).append((state, line.words))
        for (text, row), found in by_odds.items():
            yield Win(_where(offer, found), text, row)


def _where(offer: Offer, found: list[tuple[str, str]]) -> str:
    """The outcomes that a row of odds pays; for a wager with several states, the states."""
    if len(offer.wager.states) == 1:
        return together([words for _, words in found])
    states = list(dict.fromkeys(state for state, _ in found))
    return "as said above" if len(states) == len(offer.wager.states) else together(states)
