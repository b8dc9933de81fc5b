"""The register of patrons: who was identified by whom, and the settings for cards and accounts."""

from msgspec.structs import replace

from croupier.cage.message import CageEvent, CageOrder, Clerk
from croupier.cage.patron import IdentityDocument, Patron, PatronRules
from croupier.cage.refusals import CageReason, CageRefusal, signed_alone
from croupier.cage.rows import CageCommandRow, CageEventRow, declare, nothing, one_patron
from croupier.cage.state import Cage, with_patron
from croupier.money import MOST_CENTS, dollars
from croupier.rules.moments import LATEST, clock_time

DIGEST_LENGTH = 64
AGES = range(16, 100)


class RegisterPatron(CageOrder, frozen=True, kw_only=True, tag=True):
    """Register a person whose identity was checked."""

    digest: str
    """The salted digest of the private details, which are in a file of their own."""
    identified: IdentityDocument
    """The document that was seen."""


class HoldPatron(CageOrder, frozen=True, kw_only=True, tag=True):
    """Restrict a patron to one terminal, as was ordered at a table."""

    patron: int


class ChangePatronRules(CageOrder, frozen=True, kw_only=True, tag=True):
    """Change the settings for patrons, cards and accounts."""

    rules: PatronRules
    second: Clerk
    """Who approves it."""


class PatronRegistered(CageEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A person was registered."""

    patron: int
    digest: str
    identified: IdentityDocument
    by: Clerk


class PatronHeld(CageEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A patron may use one terminal only."""

    patron: int
    by: Clerk


class PatronRulesChanged(CageEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """The settings for patrons, cards and accounts were changed."""

    by: Clerk
    second: Clerk
    rules: PatronRules


def unknown_patron(number: int) -> CageRefusal:
    """Refuse a number that nobody has."""
    return CageRefusal(CageReason.PATRON_UNKNOWN, f"There is no patron {number} in the register.")


def known_patron(cage: Cage, number: int) -> Patron | CageRefusal:
    """The patron with a number, or a refusal."""
    patron = cage.patrons.get(number)
    if patron is None:
        return unknown_patron(number)
    if patron.is_erased:
        return CageRefusal(CageReason.PATRON_ERASED, f"Patron {number} was erased: nothing can be done any more.")
    return patron


def excluded_refused(patron: Patron) -> CageRefusal | None:
    """Refuse what an excluded patron may not do."""
    if not patron.is_excluded:
        return None
    return CageRefusal(CageReason.PATRON_EXCLUDED, f"Patron {patron.number} is excluded from the casino.")


def register_patron(cage: Cage, command: RegisterPatron) -> PatronRegistered | CageRefusal:
    """Register a person under the next number."""
    if len(command.digest) != DIGEST_LENGTH or not set(command.digest) <= set("0123456789abcdef"):
        return CageRefusal(CageReason.BAD_TEXT, "That is not the digest of the details of a person.")
    return PatronRegistered(patron=len(cage.patrons) + 1, digest=command.digest, identified=command.identified, by=command.by)


def hold_patron(cage: Cage, command: HoldPatron) -> PatronHeld | CageRefusal | None:
    """Restrict a patron to one terminal. Nothing has to be recorded if that was ordered before."""
    patron = known_patron(cage, command.patron)
    if isinstance(patron, CageRefusal):
        return patron
    return None if patron.is_held else PatronHeld(patron=patron.number, by=command.by)


def change_patron_rules(cage: Cage, command: ChangePatronRules) -> PatronRulesChanged | CageRefusal | None:
    """Change the settings, signed by two people."""
    if refusal := signed_alone(command.by, command.second, "Another person has to approve the settings."):
        return refusal
    if refusal := _bad_rules(command.rules):
        return refusal
    if command.rules == cage.patron_rules:
        return None
    return PatronRulesChanged(by=command.by, second=command.second, rules=command.rules)


def _bad_rules(rules: PatronRules) -> CageRefusal | None:
    if rules.age not in AGES:
        return CageRefusal(CageReason.BAD_SETTING, f"Patrons are registered from an age of {AGES[0]} to {AGES[-1]} years.")
    if rules.one_terminal_since is not None and not 0 <= rules.one_terminal_since <= LATEST:
        return CageRefusal(CageReason.BAD_SETTING, "One terminal at a time holds from a day before the year 10000, or never.")
    limits = (rules.most_deposit, rules.most_balance, rules.most_in, rules.most_out)
    if not all(1 <= most <= MOST_CENTS for most in limits):
        return CageRefusal(CageReason.BAD_SETTING, f"A limit for accounts is from 1 cent to {dollars(MOST_CENTS)}.")
    return None


def _register(cage: Cage, event: PatronRegistered) -> Cage:
    assert event.patron == len(cage.patrons) + 1, "patrons are counted without gaps"
    patron = Patron(event.patron, event.digest, event.at, event.by.name, event.identified)
    return replace(cage, patrons=cage.patrons.having(event.patron, patron))


def _in_words(rules: PatronRules) -> str:
    since = rules.one_terminal_since
    alone = "as the documents say" if since is None else f"one terminal at a time from {clock_time(since)}"
    return (
        f"patrons from {rules.age} years, cards {alone}; at most {dollars(rules.most_deposit)} in a deposit, "
        f"{dollars(rules.most_balance)} in an account, {dollars(rules.most_in)} to a terminal "
        f"and {dollars(rules.most_out)} from one"
    )


declare(
    CageCommandRow(kind=RegisterPatron, decide=register_patron),
    CageCommandRow(kind=HoldPatron, decide=hold_patron),
    CageCommandRow(kind=ChangePatronRules, decide=change_patron_rules),
    CageEventRow(
        kind=PatronRegistered,
        apply=_register,
        tell=lambda _, e: f"{e.by} registered patron {e.patron}, and saw a document: {e.identified.replace('-', ' ')}.",
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
