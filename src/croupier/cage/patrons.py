"""The register of patrons: who was identified by whom, and the settings for cards and accounts."""

from enum import StrEnum

from msgspec.structs import replace

from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, nothing, one_patron
from croupier.cage.message import CageEvent, CageOrder, Clerk
from croupier.cage.patron import IdentityDocument, Patron, PatronRules
from croupier.cage.refusals import Reason, signed_alone
from croupier.cage.state import Cage, with_patron
from croupier.cage.texts import because
from croupier.facts.refusal import Refusal
from croupier.money import MOST_CENTS, dollars
from croupier.rules.moments import LATEST, clock_time
from croupier.rules.outcomes import listed

DIGEST_LENGTH = 64
AGES = range(16, 100)


class Detail(StrEnum):
    """A private detail of a patron."""

    NAME = "name"
    BORN = "born"
    DOCUMENT = "document"
    ISSUER = "issuer"
    EXPIRES = "expires"
    ADDRESS = "address"
    OCCUPATION = "occupation"


IDENTITY = frozenset({Detail.NAME, Detail.BORN, Detail.DOCUMENT})
"""The details that say who somebody is."""


class RegisterPatron(CageOrder):
    """Register a person whose identity was checked."""

    digest: str
    """The salted digest of the private details, which are in a file of their own."""
    identified: IdentityDocument
    """The document that was seen."""
    similar: tuple[int, ...] = ()
    """The patrons with a similar name and date of birth. A second person decides that this is somebody else."""
    why: str | None = None
    """Why this is somebody else."""
    second: Clerk | None = None


class CorrectPatron(CageOrder):
    """Replace the private details of a patron: another name, document or address. Two people sign for who somebody is."""

    patron: int
    digest: str
    """The salted digest of the new details."""
    identified: IdentityDocument
    """The document that was seen."""
    changed: tuple[Detail, ...]
    """What differs from the details before."""
    similar: tuple[int, ...] = ()
    """The other patrons with a similar name and date of birth."""
    why: str
    second: Clerk | None = None


class HoldPatron(CageOrder):
    """Restrict a patron to one terminal, as was ordered at a table."""

    patron: int


class ChangePatronRules(CageOrder):
    """Change the settings for patrons, cards and accounts."""

    rules: PatronRules
    second: Clerk
    """Who approves it."""


class PatronRegistered(CageEvent):
    """A person was registered."""

    patron: int
    digest: str
    identified: IdentityDocument
    by: Clerk
    similar: tuple[int, ...] = ()
    """The patrons with a similar name and date of birth. Two people have decided that this is somebody else."""
    why: str | None = None
    second: Clerk | None = None


class PatronCorrected(CageEvent):
    """The private details of a patron were replaced."""

    patron: int
    digest: str
    identified: IdentityDocument
    changed: tuple[Detail, ...]
    by: Clerk
    why: str
    similar: tuple[int, ...] = ()
    second: Clerk | None = None


class PatronHeld(CageEvent):
    """A patron may use one terminal only."""

    patron: int
    by: Clerk


class PatronRulesChanged(CageEvent):
    """The settings for patrons, cards and accounts were changed."""

    by: Clerk
    second: Clerk
    rules: PatronRules


def unknown_patron(number: int) -> Refusal:
    """Refuse a number that nobody has."""
    return Refusal(Reason.PATRON_UNKNOWN, f"There is no patron {number} in the register.")


def known_patron(cage: Cage, number: int) -> Patron | Refusal:
    """The patron with a number, or a refusal."""
    patron = cage.patrons.get(number)
    if patron is None:
        return unknown_patron(number)
    if patron.is_erased:
        return Refusal(Reason.PATRON_ERASED, f"Patron {number} was erased: nothing can be done any more.")
    return patron


def excluded_refused(patron: Patron) -> Refusal | None:
    """Refuse what an excluded patron may not do."""
    if not patron.is_excluded:
        return None
    return Refusal(Reason.PATRON_EXCLUDED, f"Patron {patron.number} is excluded from the casino.")


def register_patron(cage: Cage, command: RegisterPatron) -> PatronRegistered | Refusal:
    """Register a person under the next number. Two people sign if somebody similar is in the register."""
    if refusal := _bad_digest(command.digest):
        return refusal
    similar = command.similar
    if similar and (refusal := _similar_refused(cage, similar, command.by, command.second, command.why)):
        return refusal
    return PatronRegistered(
        patron=len(cage.patrons) + 1,
        digest=command.digest,
        identified=command.identified,
        by=command.by,
        similar=similar,
        why=command.why if similar else None,
        second=command.second if similar else None,
    )


def correct_patron(cage: Cage, command: CorrectPatron) -> PatronCorrected | Refusal:
    """Replace the details of a patron. One person may enter another address or occupation; two sign for who somebody is."""
    patron = known_patron(cage, command.patron)
    if isinstance(patron, Refusal):
        return patron
    if refusal := _bad_digest(command.digest):
        return refusal
    if not command.changed:
        return Refusal(Reason.NOTHING_NEW, "Nothing differs from what the register has.")
    similar, second = command.similar, command.second
    if similar and (refusal := _similar_refused(cage, similar, command.by, second, command.why)):
        return refusal
    alone = signed_alone(command.by, second, "Another person has to approve another name, date of birth or document.")
    if alone and IDENTITY.intersection(command.changed):
        return alone
    return PatronCorrected(
        patron=patron.number,
        digest=command.digest,
        identified=command.identified,
        changed=command.changed,
        by=command.by,
        why=command.why,
        similar=similar,
        second=second,
    )


def _bad_digest(digest: str) -> Refusal | None:
    if len(digest) == DIGEST_LENGTH and set(digest) <= set("0123456789abcdef"):
        return None
    return Refusal(Reason.BAD_TEXT, "That is not the digest of the details of a person.")


def _similar_refused(cage: Cage, similar: tuple[int, ...], by: Clerk, second: Clerk | None, why: str | None) -> Refusal | None:
    """Refuse a person like another in the register, unless a second one says why it is somebody else."""
    number = next((each for each in similar if each in cage.exclusions), similar[0])
    excluded = ", who is excluded from the casino" if number in cage.exclusions else ""
    if second is None or why is None:
        sentence = f"This may be patron {number}{excluded}: if it is somebody else, a second person signs, with the reason."
        return Refusal(Reason.PATRON_SIMILAR, sentence)
    return signed_alone(by, second, "Another person has to say that this is somebody else.")


def hold_patron(cage: Cage, command: HoldPatron) -> PatronHeld | Refusal | None:
    """Restrict a patron to one terminal. Nothing has to be recorded if that was ordered before."""
    patron = known_patron(cage, command.patron)
    if isinstance(patron, Refusal):
        return patron
    return None if patron.is_held else PatronHeld(patron=patron.number, by=command.by)


def change_patron_rules(cage: Cage, command: ChangePatronRules) -> PatronRulesChanged | Refusal | None:
    """Change the settings, signed by two people."""
    if refusal := signed_alone(command.by, command.second, "Another person has to approve the settings."):
        return refusal
    if refusal := _bad_rules(command.rules):
        return refusal
    if command.rules == cage.patron_rules:
        return None
    return PatronRulesChanged(by=command.by, second=command.second, rules=command.rules)


def _bad_rules(rules: PatronRules) -> Refusal | None:
    if rules.age not in AGES:
        return Refusal(Reason.BAD_SETTING, f"Patrons are registered from an age of {AGES[0]} to {AGES[-1]} years.")
    if rules.one_terminal_since is not None and not 0 <= rules.one_terminal_since <= LATEST:
        return Refusal(Reason.BAD_SETTING, "One terminal at a time holds from a day before the year 10000, or never.")
    limits = (rules.most_deposit, rules.most_balance, rules.most_in, rules.most_out)
    if not all(1 <= most <= MOST_CENTS for most in limits):
        return Refusal(Reason.BAD_SETTING, f"A limit for accounts is from 1 cent to {dollars(MOST_CENTS)}.")
    return None


def _register(cage: Cage, event: PatronRegistered) -> Cage:
    assert event.patron == len(cage.patrons) + 1, "patrons are counted without gaps"
    patron = Patron(event.patron, event.digest, event.at, event.by.name, event.identified)
    return replace(cage, patrons=cage.patrons.having(event.patron, patron))


def _correct(cage: Cage, event: PatronCorrected) -> Cage:
    seen = {"checked_by": event.by.name} if Detail.DOCUMENT in event.changed else {}
    return with_patron(cage, event.patron, digest=event.digest, identified=event.identified, **seen)


def _tell_registered(event: PatronRegistered) -> str:
    document = event.identified.replace("-", " ")
    if not event.similar:
        return f"{event.by} registered patron {event.patron}, and saw a document: {document}."
    others = listed([f"patron {each}" for each in event.similar], "or")
    not_them = f"who is not {others}, and saw a document: {document}"
    return f"{event.by} and {event.second} registered patron {event.patron}, {not_them}{because(event.why or '')}"


def _tell_corrected(event: PatronCorrected) -> str:
    people = f"{event.by} and {event.second}" if event.second else f"{event.by}"
    what = listed([WORDS[each] for each in event.changed], "and")
    return f"{people} corrected the {what} of patron {event.patron}{because(event.why)}"


WORDS = {
    Detail.NAME: "name",
    Detail.BORN: "date of birth",
    Detail.DOCUMENT: "document",
    Detail.ISSUER: "issuer of the document",
    Detail.EXPIRES: "expiry of the document",
    Detail.ADDRESS: "address",
    Detail.OCCUPATION: "occupation",
}


def _in_words(rules: PatronRules) -> str:
    since = rules.one_terminal_since
    alone = "as the documents say" if since is None else f"one terminal at a time from {clock_time(since)}"
    return (
        f"patrons from {rules.age} years, cards {alone}; at most {dollars(rules.most_deposit)} in a deposit, "
        f"{dollars(rules.most_balance)} in an account, {dollars(rules.most_in)} to a terminal "
        f"and {dollars(rules.most_out)} from one"
    )


CAGE_REGISTER.declare(
    CageRow(kind=RegisterPatron, decide=register_patron),
    CageRow(kind=CorrectPatron, decide=correct_patron),
    CageRow(kind=HoldPatron, decide=hold_patron),
    CageRow(kind=ChangePatronRules, decide=change_patron_rules),
    CageEventRow(
        kind=PatronRegistered,
        apply=_register,
        tell=lambda _, e: _tell_registered(e),
        moves_money=False,
        changes=one_patron,
    ),
    CageEventRow(
        kind=PatronCorrected,
        apply=_correct,
        tell=lambda _, e: _tell_corrected(e),
        moves_money=False,
        changes=one_patron,
    ),
    CageEventRow(
        kind=PatronHeld,
        apply=lambda cage, e: with_patron(cage, e.patron, is_held=True),
        tell=lambda _, e: f"{e.by} ordered patron {e.patron} to use one terminal only.",
        moves_money=False,
        changes=one_patron,
    ),
    CageEventRow(
        kind=PatronRulesChanged,
        apply=lambda cage, e: replace(cage, patron_rules=e.rules),
        tell=lambda _, e: f"{e.by} and {e.second} changed the settings: {_in_words(e.rules)}.",
        moves_money=False,
        changes=nothing,
    ),
)
