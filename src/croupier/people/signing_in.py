"""Signing in: successes, failures, and the lock after too many wrong passwords."""

import re
from enum import StrEnum

from msgspec.structs import replace

from croupier.people.consoles import SignedOut, Why, cannot_sign_in
from croupier.people.denials import Denial, DenialReason
from croupier.people.duties import Duty
from croupier.people.fields import Label, Login
from croupier.people.message import Author, PeopleCommand, PeopleEvent, PeopleOrder
from croupier.people.register import Console, Register
from croupier.people.rows import PeopleCommandRow, PeopleEventRow, declare, member_or_denial, with_member
from croupier.rules.moments import LATEST, MINUTE

FAILURES = 3
"""So many wrong passwords in a row lock a login."""
LOCK_LASTS = 15 * MINUTE
"""For so long, unless the floor file says otherwise. Anybody can lock a login; nobody can lock it for good."""
CONSOLES = 20
"""At so many consoles a person can be signed in at the same time. One more ends the oldest sign-in."""
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


class SignIn(PeopleCommand, frozen=True, kw_only=True, tag=True):
    """Sign a person in who has given the right password."""

    login: Login
    kind: Label
    """The kind of console."""
    address: Label
    """The network address of the console."""


class SignedIn(PeopleEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A person signed in at a console."""

    console: int
    """The number of the sign-in."""
    login: str
    kind: str
    address: str


class FailSignIn(PeopleCommand, frozen=True, kw_only=True, tag=True):
    """Count a failed sign-in. Wherever a password is asked for, a wrong one counts."""

    login: str
    """As it was typed: any text."""
    kind: Label
    address: Label
    lock_lasts: int = LOCK_LASTS
    """For how long the login is locked if this was one too many, in milliseconds."""


class SignInFailed(PeopleEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A sign-in failed. Of a login that cannot sign in, this is recorded once a minute at most."""

    login: str
    """The login or, if nobody has it, its first characters."""
    kind: str
    address: str
    cause: Cause


class LockedOut(PeopleEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A login was locked for some time after too many wrong passwords in a row."""

    login: str
    until: int | None = None
    """When the lock ends by itself; null in old journals, where it never does."""


class UnlockStaff(PeopleOrder, frozen=True, kw_only=True, tag=True):
    """Unlock the login of another person."""

    login: Login


class StaffUnlocked(PeopleEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A locked login was unlocked."""

    by: Author
    login: str


def sign_in(register: Register, command: SignIn) -> tuple[PeopleEvent, ...] | Denial:
    """Sign a member in whose login is neither disabled nor locked. At one console too many, the oldest sign-in ends."""
    login = command.login
    member = member_or_denial(register, login)
    if isinstance(member, Denial):
        return member
    if denial := cannot_sign_in(register, login, command.at):
        return denial
    before = sorted(register.consoles_of(login), reverse=True)
    ended = [SignedOut(console=each, why=Why.ELSEWHERE) for each in before[CONSOLES - 1 :]]
    return (*ended, SignedIn(console=register.sign_ins + 1, login=login, kind=command.kind, address=command.address))


def fail_sign_in(register: Register, command: FailSignIn) -> tuple[PeopleEvent, ...]:
    """Record a failure, and lock the login if it was the last that is allowed."""
    member = register.staff.get(command.login)
    login = command.login if member else _shortened(command.login)
    cause = Cause.UNKNOWN_LOGIN
    if member:
        is_locked = member.is_locked(command.at)
        cause = Cause.DISABLED if member.is_disabled else Cause.LOCKED if is_locked else Cause.WRONG_PASSWORD
    failed = SignInFailed(login=login, kind=command.kind, address=command.address, cause=cause)
    if member and cause is Cause.WRONG_PASSWORD:
        locked = LockedOut(login=login, until=command.at + command.lock_lasts)
        return (failed, locked) if member.failures + 1 >= FAILURES else (failed,)
    recent = _recent(register, command.at)
    unknown = sum(each not in register.staff for each in recent)
    is_enough = login in recent or (member is None and unknown >= UNKNOWN_LOGINS)
    return () if is_enough else (failed,)


def _shortened(login: str) -> str:
    """What is recorded of a login that nobody has."""
    return f"{re.sub(r'[^a-z0-9.-]', '?', login[:SHOWN])}…"


def _recent(register: Register, at: int) -> dict[str, int]:
    return {login: then for login, then in register.recent.items() if at - then < MINUTE}


def unlock_staff(register: Register, command: UnlockStaff) -> StaffUnlocked | Denial:
    """Unlock the login of another person."""
    member = member_or_denial(register, command.login)
    if isinstance(member, Denial):
        return member
    if command.by.login == command.login:
        return Denial(DenialReason.NOT_YOURSELF, "Another person has to unlock your login.")
    if not member.is_locked(command.at):
        return Denial(DenialReason.NOTHING_TO_CHANGE, f"The login of {member.name} is not locked.")
    return StaffUnlocked(by=command.by, login=command.login)


def _signed_in(register: Register, event: SignedIn) -> Register:
    console = Console(event.login, event.kind, event.address, event.at)
    register = with_member(register, event.login, failures=0, last_sign_in=event.at)
    return replace(register, consoles={**register.consoles, event.console: console}, sign_ins=event.console)


def _lasting(event: LockedOut) -> str:
    return "" if event.until is None else f" for {(event.until - event.at) // 1000} seconds"


def _failed(register: Register, event: SignInFailed) -> Register:
    if event.cause is Cause.WRONG_PASSWORD:
        return with_member(register, event.login, failures=register.staff[event.login].failures + 1)
    return replace(register, recent={**_recent(register, event.at), event.login: event.at})


declare(
    PeopleCommandRow(kind=SignIn, needs=(), with_one_time_password=True, wish="sign in", decide=sign_in),
    PeopleCommandRow(kind=FailSignIn, needs=(), with_one_time_password=True, wish="sign in", decide=fail_sign_in),
    PeopleCommandRow(
        kind=UnlockStaff, needs=(Duty.MANAGE_STAFF,), with_one_time_password=False, wish="unlock a login", decide=unlock_staff
    ),
    PeopleEventRow(
        kind=SignedIn,
        apply=_signed_in,
        tell=lambda register, e: f"{register.named(e.login)} signed in at {e.address} ({e.kind}).",
    ),
    PeopleEventRow(
        kind=SignInFailed,
        apply=_failed,
        tell=lambda _, e: f"A sign-in as {e.login} at {e.address} ({e.kind}) failed: {CAUSES[e.cause]}.",
    ),
    PeopleEventRow(
        kind=LockedOut,
        apply=lambda register, e: with_member(
            register, e.login, locked_until=LATEST if e.until is None else e.until, failures=0
        ),
        tell=lambda register, e: (
            f"The login of {register.named(e.login)} was locked{_lasting(e)} after {FAILURES} wrong passwords."
        ),
    ),
    PeopleEventRow(
        kind=StaffUnlocked,
        apply=lambda register, e: with_member(register, e.login, locked_until=0, failures=0),
        tell=lambda register, e: f"{e.by} unlocked the login of {register.named(e.login)}.",
    ),
)
