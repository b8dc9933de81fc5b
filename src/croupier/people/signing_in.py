"""Signing in: successes, failures, and the lock after too many wrong passwords."""

import re
from collections.abc import Iterable
from enum import StrEnum

from msgspec.structs import replace

from croupier.facts.refusal import Refusal
from croupier.facts.rows import EventRow
from croupier.people.consoles import SignedOut, Why, login_disabled
from croupier.people.duties import Duty
from croupier.people.fields import Label, Login
from croupier.people.fold import PEOPLE, PeopleRow
from croupier.people.message import Author, PeopleCommand, PeopleEvent, PeopleOrder
from croupier.people.networks import network_of
from croupier.people.reasons import Reason
from croupier.people.register import (
    ELSEWHERE,
    FAMILIAR,
    NO_TRIES,
    SIGNATURES,
    Console,
    Member,
    Register,
    Tries,
    member_or_refusal,
    place_of,
    with_member,
)
from croupier.rules.moments import MINUTE, Millis

FAILURES = 3
"""So many wrong passwords in a row lock a login for the network from which they came."""
STRANGE_FAILURES = 20
"""So many, from networks from which the person has not signed in, lock it for all such networks."""
LOCK_LASTS = 15 * MINUTE
"""For so long, unless the floor file says otherwise. Wrong passwords that are older count no more."""
CONSOLES = 20
"""At so many consoles a person can be signed in at the same time. One more ends the oldest sign-in."""
SIGNATURE_FAILURES = 10
"""So many wrong passwords for the signature of another let a person have none for some time, at any console."""
UNKNOWN_LOGINS = 10
"""So many failures of unknown logins are recorded in a minute. An attacker can send any number."""
SHOWN = 3
"""Characters of an unknown login that are recorded. More could be a password in the wrong field."""


class Cause(StrEnum):
    """Why a sign-in failed."""

    WRONG_PASSWORD = "wrong-password"  # noqa: S105 - a reason, not a password
    UNKNOWN_LOGIN = "unknown-login"
    LOCKED = "locked"
    DISABLED = "disabled"


CAUSES = {
    Cause.WRONG_PASSWORD: "the password was wrong",
    Cause.UNKNOWN_LOGIN: "nobody has that login",
    Cause.LOCKED: "the login is locked",
    Cause.DISABLED: "the login is disabled",
}


class SignIn(PeopleCommand):
    """Sign a person in who has given the right password."""

    login: Login
    kind: Label
    """The kind of console."""
    address: Label
    """The network address of the console."""


class SignedIn(PeopleEvent):
    """A person signed in at a console."""

    console: int
    """The number of the sign-in."""
    login: str
    kind: str
    address: str


class FailSignIn(PeopleCommand):
    """Count a failed sign-in. Wherever a person's own password is asked for, a wrong one counts."""

    login: str
    """As it was typed: any text."""
    kind: Label
    address: Label
    console: int | None = None
    """The console at which this person is signed in: it was typed to unlock it or to change the password."""
    lock_lasts: int = LOCK_LASTS
    """For how long the login is locked if this was one too many, in milliseconds."""


class FailSignature(PeopleCommand):
    """Count a wrong password of a second person, against the person at whose console it was typed."""

    first: Login
    """Who is signed in there, and asks for the signature."""
    login: str
    """Whose signature it was to be, as it was typed: any text."""
    kind: Label
    address: Label
    lock_lasts: int = LOCK_LASTS
    """For how long the first person gets no signature if this was one too many, in milliseconds."""


class SignInFailed(PeopleEvent):
    """A sign-in failed. Of a login that cannot sign in, this is recorded once a minute at most."""

    login: str
    """The login or, if nobody has it, its first characters."""
    kind: str
    address: str
    cause: Cause
    console: int | None = None
    """The console at which this person was signed in, if it was typed there."""


class SignatureFailed(PeopleEvent):
    """A wrong password was typed for the signature of a second person."""

    first: str
    """Who was signed in there, and asked for the signature."""
    login: str
    """Whose signature it was to be or, if nobody has that login, its first characters."""
    kind: str
    address: str


class LockedOut(PeopleEvent):
    """A login was locked at one place for some time, after too many wrong passwords in a row. Elsewhere it can be used."""

    login: str
    place: str
    """A network; `console` and the number of a sign-in, for a console at which the person is signed in; `elsewhere`, for every
    network from which the person has not signed in before; or `signatures`, for those of others that the person asks for."""
    until: Millis
    """When the lock ends by itself."""


class UnlockStaff(PeopleOrder):
    """Unlock the login of another person."""

    login: Login


class StaffUnlocked(PeopleEvent):
    """A locked login was unlocked."""

    by: Author
    login: str


def sign_in(register: Register, command: SignIn) -> tuple[PeopleEvent, ...] | Refusal:
    """Sign a member in whose login is neither disabled nor locked there. At one console too many, the oldest sign-in ends."""
    login = command.login
    member = member_or_refusal(register, login)
    if isinstance(member, Refusal):
        return member
    if refusal := login_disabled(register, login):
        return refusal
    if member.is_locked_at(place_of(command.address), command.at, is_familiar=member.knows(command.address)):
        sentence = f"The login of {member.name} is locked there after wrong passwords; have it unlocked first."
        return Refusal(Reason.LOGIN_LOCKED, sentence)
    before = sorted(register.consoles_of(login), reverse=True)
    ended = [SignedOut(console=each, why=Why.ELSEWHERE) for each in before[CONSOLES - 1 :]]
    return (*ended, SignedIn(console=register.sign_ins + 1, login=login, kind=command.kind, address=command.address))


def fail_sign_in(register: Register, command: FailSignIn) -> tuple[PeopleEvent, ...]:
    """Record a failure, and lock the login where too many came from.

    Three lock it for their network. Guesses from many networks lock it for all that are not familiar, so that nobody can keep
    a person out of a network from which they work, nor out of a console at which they are signed in.
    """
    member = register.staff.get(command.login)
    login = command.login if member else _shortened(command.login)
    place, is_familiar = place_of(command.address, command.console), True
    cause = Cause.UNKNOWN_LOGIN
    if member:
        is_familiar = command.console is not None or member.knows(command.address)
        is_locked = member.is_locked_at(place, command.at, is_familiar=is_familiar)
        cause = Cause.DISABLED if member.is_disabled else Cause.LOCKED if is_locked else Cause.WRONG_PASSWORD
    failed = SignInFailed(login=login, kind=command.kind, address=command.address, cause=cause, console=command.console)
    if member and cause is Cause.WRONG_PASSWORD:
        until = command.at + command.lock_lasts
        most = {place: FAILURES} if is_familiar else {place: FAILURES, ELSEWHERE: STRANGE_FAILURES}
        counted = _counted(member, most, command.at)
        locked = (LockedOut(login=login, place=each, until=until) for each in most if counted[each].count >= most[each])
        return (failed, *locked)
    recent = _recent(register, command.at)
    unknown = sum(each not in register.staff for each in recent)
    is_enough = login in recent or (member is None and unknown >= UNKNOWN_LOGINS)
    return () if is_enough else (failed,)


def fail_signature(register: Register, command: FailSignature) -> tuple[PeopleEvent, ...] | Refusal:
    """Record a wrong password for a signature. Too many, and the first person gets none for some time.

    So nobody keeps a second person from signing elsewhere, or from unlocking the own console, by typing their login.
    """
    first = member_or_refusal(register, command.first)
    if isinstance(first, Refusal):
        return first
    if first.is_locked_at(SIGNATURES, command.at, is_familiar=True):
        return ()
    login = command.login if command.login in register.staff else _shortened(command.login)
    failed = SignatureFailed(first=command.first, login=login, kind=command.kind, address=command.address)
    if _counted(first, [SIGNATURES], command.at)[SIGNATURES].count < SIGNATURE_FAILURES:
        return (failed,)
    return (failed, LockedOut(login=command.first, place=SIGNATURES, until=command.at + command.lock_lasts))


def _counted(member: Member, places: Iterable[str], at: int) -> dict[str, Tries]:
    """The wrong passwords of a member by place, with one more at each of some places, and without those that are old."""
    kept = {place: each for place, each in member.tries.items() if at < max(each.last + LOCK_LASTS, each.locked_until)}
    more = {place: kept.get(place, NO_TRIES) for place in places}
    return kept | {place: replace(each, count=each.count + 1, last=at) for place, each in more.items()}


def _shortened(login: str) -> str:
    """What is recorded of a login that nobody has."""
    return f"{re.sub(r'[^a-z0-9.-]', '?', login[:SHOWN])}…"


def _recent(register: Register, at: int) -> dict[str, int]:
    return {login: then for login, then in register.recent.items() if at - then < MINUTE}


def unlock_staff(register: Register, command: UnlockStaff) -> StaffUnlocked | Refusal:
    """Unlock the login of another person."""
    member = member_or_refusal(register, command.login)
    if isinstance(member, Refusal):
        return member
    if command.by.login == command.login:
        return Refusal(Reason.NOT_YOURSELF, "Another person has to unlock your login.")
    if not member.is_locked(command.at):
        return Refusal(Reason.NOTHING_TO_CHANGE, f"The login of {member.name} is not locked.")
    return StaffUnlocked(by=command.by, login=command.login)


def _signed_in(register: Register, event: SignedIn) -> Register:
    console = Console(event.login, event.kind, event.address, event.at)
    member, network = register.staff[event.login], network_of(event.address)
    familiar = (network, *(each for each in member.familiar if each != network))[:FAMILIAR]
    tries = {place: each for place, each in member.tries.items() if place != network}
    register = with_member(register, event.login, tries=tries, familiar=familiar, last_sign_in=event.at)
    return replace(register, consoles={**register.consoles, event.console: console}, sign_ins=event.console)


def _failed(register: Register, event: SignInFailed) -> Register:
    if event.cause is not Cause.WRONG_PASSWORD:
        return replace(register, recent={**_recent(register, event.at), event.login: event.at})
    member, place = register.staff[event.login], place_of(event.address, event.console)
    places = (place,) if event.console is not None or member.knows(event.address) else (place, ELSEWHERE)
    return with_member(register, event.login, tries=_counted(member, places, event.at))


def _failed_signature(register: Register, event: SignatureFailed) -> Register:
    counted = _counted(register.staff[event.first], [SIGNATURES], event.at)
    return with_member(register, event.first, tries=counted)


def _locked_out(register: Register, event: LockedOut) -> Register:
    locked = Tries(last=event.at, locked_until=event.until)
    return with_member(register, event.login, tries={**register.staff[event.login].tries, event.place: locked})


WHERE = {ELSEWHERE: "for every network from which they have not signed in", SIGNATURES: "for signatures of others"}
MOST = {ELSEWHERE: STRANGE_FAILURES, SIGNATURES: SIGNATURE_FAILURES}
"""How many wrong passwords lock a login at places where it is not `FAILURES`."""


PEOPLE.declare(
    PeopleRow(kind=SignIn, needs=(), with_one_time_password=True, wish="sign in", decide=sign_in),
    PeopleRow(kind=FailSignIn, needs=(), with_one_time_password=True, wish="sign in", decide=fail_sign_in),
    PeopleRow(kind=FailSignature, needs=(), with_one_time_password=True, wish="sign", decide=fail_signature),
    PeopleRow(
        kind=UnlockStaff, needs=(Duty.MANAGE_STAFF,), with_one_time_password=False, wish="unlock a login", decide=unlock_staff
    ),
    EventRow(
        kind=SignedIn,
        apply=_signed_in,
        tell=lambda register, e: f"{register.named(e.login)} signed in at {e.address} ({e.kind}).",
    ),
    EventRow(
        kind=SignInFailed,
        apply=_failed,
        tell=lambda _, e: f"A sign-in as {e.login} at {e.address} ({e.kind}) failed: {CAUSES[e.cause]}.",
    ),
    EventRow(
        kind=SignatureFailed,
        apply=_failed_signature,
        tell=lambda register, e: (
            f"A signature as {e.login} for {register.named(e.first)} at {e.address} ({e.kind}) failed: the password was wrong."
        ),
    ),
    EventRow(
        kind=LockedOut,
        apply=_locked_out,
        tell=lambda register, e: (
            f"The login of {register.named(e.login)} was locked {WHERE.get(e.place, f'for {e.place}')} "
            f"for {(e.until - e.at) // 1000} seconds after {MOST.get(e.place, FAILURES)} wrong passwords."
        ),
    ),
    EventRow(
        kind=StaffUnlocked,
        apply=lambda register, e: with_member(register, e.login, tries={}),
        tell=lambda register, e: f"{e.by} unlocked the login of {register.named(e.login)}.",
    ),
)
