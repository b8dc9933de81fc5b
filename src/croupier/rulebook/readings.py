"""Find the readings that concern a wager or a passage."""

from croupier.rulebook.passages import Passage
from croupier.rulebook.procedures import sections
from croupier.rules.offer import Offer
from croupier.rules.reading import Reading
from croupier.rules.ruleset import Ruleset


def concerns(rules: Ruleset, reading: Reading, offer: Offer) -> bool:
    """Whether a reading concerns this wager: its clauses, its terms, or how bets are called on and off."""
    changes = (what for values in (reading.otherwise, reading.rejected) for changes in values.values() for what in changes)
    if any(what.touches(offer) for what in changes):
        return True
    if reading.wagers is not None:
        return offer.kind in reading.wagers
    if is_about(reading, own_clauses(offer)):
        return True
    calls = rules.calls.clause if offer.sleeps and rules.calls else ""
    return bool(calls and reading.clauses) and all(clause.startswith(calls) for clause in reading.clauses)


def own_clauses(offer: Offer) -> set[str]:
    """The clauses about this wager only."""
    return {offer.clause, offer.locked_by, offer.at_most.clause if offer.at_most else ""} - {""}


def is_about(reading: Reading, clauses: set[str]) -> bool:
    """Whether a reading is about one of these clauses or their subclauses."""
    below = tuple(f"{clause}{mark}" for clause in clauses for mark in "./")
    return any(clause in clauses or clause.startswith(below) for clause in reading.clauses)


DECLARED = {
    "minimum": "limits",
    "maximum": "limits",
    "limits": "limits",
    "left": "limits",
    "rounding": "rounding",
    "multiples": "rounding",
    "on and off": "calls",
    "no roll": "voided",
    "no result": "voided",
}
"""The field of a rule set behind a policy, by topic."""


def readings_behind(rules: Ruleset, policy: Passage) -> tuple[Reading, ...]:
    """The readings behind a passage: those that change it, and those about its clause that concern no single wager."""
    return tuple(reading for reading in rules.readings if _changes(rules, reading, policy) or _about(rules, reading, policy))


def _changes(rules: Ruleset, reading: Reading, policy: Passage) -> bool:
    """Whether another value of the reading changes this passage."""
    changes = [what for values in (reading.otherwise, reading.rejected) for changes in values.values() for what in changes]
    if any(not what.of and DECLARED.get(policy.topic) in what.to for what in changes):
        return True
    others = [rules.changed([what]) for what in changes if "procedures" in what.to]
    return any(policy in _procedures(rules) and policy not in _procedures(other) for other in others)


def _procedures(rules: Ruleset) -> set[Passage]:
    return {policy for section in sections(rules) for policy in section.passages}


def _about(rules: Ruleset, reading: Reading, policy: Passage) -> bool:
    named = set(policy.clause.split(", ")) - {""}
    return bool(named & set(reading.clauses)) and not any(concerns(rules, reading, offer) for offer in rules.offers)
