"""The rule book of one rule set: what every page says, before anyone lays it out."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from itertools import groupby

from croupier.rulebook.conditions import life, marker_sentences, policies
from croupier.rulebook.grid import Grid, grids
from croupier.rulebook.passages import Policy, Section
from croupier.rulebook.procedures import sections
from croupier.rulebook.signs import Line, sign_lines
from croupier.rules.aloud import climbing, counted, net_by_outcomes, sentences, together
from croupier.rules.exact import edge
from croupier.rules.offer import Offer
from croupier.rules.outcomes import listed
from croupier.rules.reading import Reading
from croupier.rules.ruleset import Ruleset

FEW = 6
"""So many numbers a title may name, and so many pictures are shown at once."""


class UnknownWagerError(LookupError):
    """No such wager in this rule set."""


@dataclass(frozen=True, slots=True)
class Win:
    """Something that wins: what falls, at which odds, and the row that says so."""

    on: str
    pays: str
    row: str


@dataclass(frozen=True, slots=True)
class Page:
    """One wager."""

    id: str
    title: str
    clause: str
    how: tuple[str, ...]
    """How it is decided."""
    terms: tuple[str, ...]
    """When it is bet and changed, what it costs."""
    wins: tuple[Win, ...]
    edge: Fraction
    readings: tuple[Reading, ...]
    grids: tuple[Grid, ...]

    @property
    def number(self) -> str:
        """What tells it from others of its kind: "4" of "place-win:4"."""
        return self.id.partition(":")[2]


@dataclass(frozen=True, slots=True)
class Chapter:
    """The wagers of one kind."""

    kind: str
    name: str
    title: str
    """The name, with its numbers where these are few."""
    clause: str
    pages: tuple[Page, ...]

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Every reading that concerns one of them."""
        return tuple({reading.id: reading for page in self.pages for reading in page.readings}.values())


@dataclass(frozen=True, slots=True)
class Passage:
    """What the book says about one clause beside the wagers."""

    clause: str
    sections: tuple[Section, ...]
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """Everything an inspector reads about a rule set."""

    rules: Ruleset
    markers: tuple[str, ...]
    sign: tuple[Line, ...]
    policies: tuple[Policy, ...]
    sections: tuple[Section, ...]
    chapters: tuple[Chapter, ...]


def book(rules: Ruleset) -> Book:
    """The whole book, in the order of the document."""
    return Book(
        rules=rules,
        markers=tuple(marker_sentences(rules)),
        sign=sign_lines(rules),
        policies=tuple(policies(rules)),
        sections=sections(rules),
        chapters=tuple(_chapter(rules, list(group)) for _, group in groupby(rules.offers, lambda offer: offer.kind)),
    )


def look_up(rules: Ruleset, wanted: str) -> tuple[Chapter | None, Passage | None]:
    """What somebody asks for by name: wagers, what else stands on a clause, or both."""
    besides = passage(rules, wanted)
    try:
        return chapter(rules, wanted), besides
    except UnknownWagerError:
        if besides is None:
            raise
        return None, besides


def passage(rules: Ruleset, clause: str) -> Passage | None:
    """What the book says about a clause, or those below it, beside the wagers."""
    every = (Section("The table", tuple(policies(rules))), Section("The sign", _of_sign(rules)), *sections(rules))
    found = tuple(section for section in (_on(each, clause) for each in every) if section.passages)
    if not found:
        return None
    named = {clause, *(one for section in found for each in section.passages for one in each.clause.split(", "))}
    return Passage(clause, found, tuple(reading for reading in rules.readings if named & set(reading.clauses)))


def _on(section: Section, clause: str) -> Section:
    """What of a section stands on a clause; a ground is told with the power it is for, and a power with its grounds."""
    asked = {each for each in section.passages if _is_on(each, clause)}
    powers = {power for each in asked for power in each.of}
    told = (each for each in section.passages if each in asked | powers or asked & set(each.of))
    return section._replace(passages=tuple(told))


def _of_sign(rules: Ruleset) -> tuple[Policy, ...]:
    return tuple(Policy(line.setting, line.clause, line.says) for line in sign_lines(rules))


def _is_on(policy: Policy, clause: str) -> bool:
    below = tuple(f"{clause}{mark}" for mark in ".(/:")
    return bool(clause) and any(one == clause or one.startswith(below) for one in policy.clause.split(", "))


def chapter(rules: Ruleset, wager: str) -> Chapter:
    """One wager, all of a kind, or all of a clause; where a bet travels to is read under the bet that goes there."""
    wanted = [offer for offer in rules.offers if offer.id == wager]
    if not wanted:
        wanted = [offer for offer in rules.offers if wager == offer.kind or wager in offer.travels.values()]
    if not wanted:
        wanted = [offer for offer in rules.offers if wager and _covers(wager, offer)]
    if not wanted:
        raise UnknownWagerError(f"{rules.id} has no wager '{wager}'; {_hint(rules, wager)}")
    return _chapter(rules, wanted)


def _covers(clause: str, offer: Offer) -> bool:
    return offer.clause == clause or clause.startswith((f"{offer.clause}.", f"{offer.clause}/"))


def _hint(rules: Ruleset, wager: str) -> str:
    if re.fullmatch(r"\d[\w.()/:-]*", wager):
        return f"no sentence of the book stands on that clause; croupier rulebook trace {rules.id} has every clause"
    kind = wager.partition(":")[0]
    kin = [offer.id for offer in rules.offers if offer.kind == kind]
    if kin:
        return f"of that kind there are {listed(kin, 'and')}"
    titles = {offer.wager.title.lower(): offer.id for offer in rules.offers}
    known = dict.fromkeys(name for offer in rules.offers for name in (offer.kind, offer.id)) | titles
    if close := get_close_matches(wager.lower(), known, 1):
        return f"did you mean {titles.get(close[0], close[0])}?"
    (near,) = get_close_matches(wager.lower(), known, 1, 0.0)
    kinds = listed(dict.fromkeys(offer.kind for offer in rules.offers), "and")
    return f"the nearest is {titles.get(near, near)}, and its kinds are {kinds}"


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
    """What the wagers of a chapter have in common."""
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
        terms=tuple(life(rules, offer)),
        wins=tuple(_wins(offer)),
        edge=edge(rules, offer.id),
        readings=tuple(reading for reading in rules.readings if concerns(rules, reading, offer)),
        grids=grids(offer.wager, rules.game.turn),
    )


def _wins(offer: Offer) -> Iterator[Win]:
    """What wins, at the printed odds; of a composite, what the whole stake nets; of a run, what its length pays."""
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
    """On what a row of odds is paid: outcomes, or states where every state has its own."""
    if len(offer.wager.states) == 1:
        return together([words for _, words in found])
    states = list(dict.fromkeys(state for state, _ in found))
    return "as said above" if len(states) == len(offer.wager.states) else together(states)


def concerns(rules: Ruleset, reading: Reading, offer: Offer) -> bool:
    """Whether a reading speaks of this wager: of a clause it stands on, of its terms, or of how all such bets sleep."""
    changes = (what for values in (reading.otherwise, reading.rejected) for changes in values.values() for what in changes)
    if any(what.touches(offer) for what in changes):
        return True
    if reading.wagers is not None:
        return offer.kind in reading.wagers
    if speaks_of(reading, stands_on(offer)):
        return True
    calls = rules.calls.clause if offer.sleeps and rules.calls else ""
    return bool(calls and reading.clauses) and all(clause.startswith(calls) for clause in reading.clauses)


def stands_on(offer: Offer) -> set[str]:
    """The clauses that are about this wager and no other kind."""
    return {offer.clause, offer.locked_by, offer.at_most.clause if offer.at_most else ""} - {""}


def speaks_of(reading: Reading, clauses: set[str]) -> bool:
    """Whether a reading is about one of these clauses or one below it."""
    below = tuple(f"{clause}{mark}" for clause in clauses for mark in "./")
    return any(clause in clauses or clause.startswith(below) for clause in reading.clauses)


DECLARED = {
    "minimum": "limits",
    "maximum": "limits",
    "limits": "limits",
    "rounding": "rounding",
    "multiples": "rounding",
    "on and off": "calls",
    "no roll": "voided",
    "no result": "voided",
}
"""Where a rule set declares what a policy says."""


def general(rules: Ruleset, policy: Policy) -> tuple[Reading, ...]:
    """The readings behind a policy: those that change it, and those of its clause that concern no wager of its own."""
    return tuple(reading for reading in rules.readings if _changes(rules, reading, policy) or _about(rules, reading, policy))


def _changes(rules: Ruleset, reading: Reading, policy: Policy) -> bool:
    """Whether another value of it says something else here."""
    changes = [what for values in (reading.otherwise, reading.rejected) for changes in values.values() for what in changes]
    if any(not what.of and DECLARED.get(policy.topic) in what.to for what in changes):
        return True
    others = [rules.changed([what]) for what in changes if "procedures" in what.to]
    return any(policy in _procedures(rules) and policy not in _procedures(other) for other in others)


def _procedures(rules: Ruleset) -> set[Policy]:
    return {policy for section in sections(rules) for policy in section.passages}


def _about(rules: Ruleset, reading: Reading, policy: Policy) -> bool:
    named = set(policy.clause.split(", ")) - {""}
    return bool(named & set(reading.clauses)) and not any(concerns(rules, reading, offer) for offer in rules.offers)
