"""Consoles at which staff are signed in: signing out, locking while nobody is there, and the signature of a second person."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec.structs import replace

from croupier.facts.refusal import Refusal
from croupier.facts.rows import EventRow, unchanged
from croupier.people.fields import Label, Login, Words
from croupier.people.fold import PEOPLE, PeopleRow
from croupier.people.message import Author, PeopleCommand, PeopleEvent, PeopleOrder
from croupier.people.reasons import Reason
from croupier.people.register import Console, Register, member_or_refusal


class Why(StrEnum):
    """Why a person was signed out."""

    ASKED = "asked"
    IDLE = "idle"
    RESTARTED = "restarted"
    DISABLED = "disabled"
    PASSWORD = "password"  # noqa: S105 - a reason, not a password
    ELSEWHERE = "elsewhere"


OUT_BECAUSE = {
    Why.ASKED: "signed out",
    Why.IDLE: "was signed out after a time without use",
    Why.RESTARTED: "was signed out because the server was started again",
    Why.DISABLED: "was signed out because the login was disabled",
    Why.PASSWORD: "was signed out because the password was changed or reset",
    Why.ELSEWHERE: "was signed out because of a sign-in at one console too many",
}


YOU_ARE_OUT = {
    Why.IDLE: "You were signed out after a time without use.",
    Why.DISABLED: "You were signed out because your login was disabled. Ask your supervisor.",
    Why.PASSWORD: "You were signed out because your password was changed or reset.",
    Why.ELSEWHERE: "You were signed out here because you signed in at one console too many.",
}
"""What a console says to the person who was signed out there without asking for it."""
SIGN_IN_AGAIN = "Your sign-in has ended: the server was started again, or it was long ago. Sign in again."
"""What it says to a person of whose session this server has never heard."""


class SignOut(PeopleCommand):
    """Sign a person out at a console."""

    console: int
    """The number of the sign-in."""
    why: Why


class SignedOut(PeopleEvent):
    """A person was signed out at a console."""

    console: int
    why: Why


class LockConsole(PeopleCommand):
    """Lock a console that was not used for a while, or whose user asks for it."""

    console: int


class ConsoleLocked(PeopleEvent):
    """A console was locked. Only the person who is signed in there can unlock it."""

    console: int


class UnlockConsole(PeopleCommand):
    """Unlock a console for the person who is signed in there and has given the right password again."""

    console: int


class ConsoleUnlocked(PeopleEvent):
    """The person who is signed in at a locked console unlocked it."""

    console: int


class CountersignSecond(PeopleOrder):
    """Record that a second person agreed to an order with their own password, at the console of the first."""

    second: Login
    """The login of the second person."""
    order: Words
    """The order, such as the name of its command and its id."""
    table: Label | None = None


class Countersigned(PeopleEvent):
    """A second person agreed to an order with their own password."""

    by: Author
    """The second person."""
    first: Author
    order: str
    table: str | None = None


def sign_out(register: Register, command: SignOut) -> SignedOut | Refusal:
    """Sign a person out, whether the console is locked or not."""
    console = _console(register, command.console)
    return console if isinstance(console, Refusal) else SignedOut(console=command.console, why=command.why)


def lock_console(register: Register, command: LockConsole) -> ConsoleLocked | Refusal:
    """Lock a console that is in use."""
    console = _console(register, command.console)
    if isinstance(console, Refusal):
        return console
    if console.is_locked:
        return Refusal(Reason.NOTHING_TO_CHANGE, "This console is locked already.")
    return ConsoleLocked(console=command.console)


def unlock_console(register: Register, command: UnlockConsole) -> ConsoleUnlocked | Refusal:
    """Unlock a console, unless the login was disabled meanwhile. Wrong passwords elsewhere do not matter here."""
    console = _console(register, command.console)
    if isinstance(console, Refusal):
        return console
    if not console.is_locked:
        return Refusal(Reason.NOTHING_TO_CHANGE, "This console is not locked.")
    return login_disabled(register, console.login) or ConsoleUnlocked(console=command.console)


def countersign(register: Register, command: CountersignSecond) -> Countersigned | Refusal:
    """Accept the signature of another person."""
    second = member_or_refusal(register, command.second)
    if isinstance(second, Refusal):
        return second
    if command.second == command.by.login:
        return Refusal(Reason.SAME_PERSON, "Another person has to agree.")
    if refusal := login_disabled(register, command.second):
        return refusal
    if second.must_change_password:
        return Refusal(Reason.PASSWORD_DUE, f"{second.name} has to change the one-time password first.")
    return Countersigned(by=second.author, first=command.by, order=command.order, table=command.table)


def login_disabled(register: Register, login: str) -> Refusal | None:
    """Deny what a disabled login asks for with the right password."""
    member = register.staff[login]
    if member.is_disabled:
        return Refusal(Reason.LOGIN_DISABLED, f"The login of {member.name} is disabled.")
    return None


def _console(register: Register, number: int) -> Console | Refusal:
    return register.consoles.get(number) or Refusal(Reason.UNKNOWN_CONSOLE, "Nobody is signed in there.")


def _without(consoles: Mapping[int, Console], number: int) -> Mapping[int, Console]:
    return {each: console for each, console in consoles.items() if each != number}


def _set_lock(register: Register, number: int, *, is_locked: bool) -> Register:
    console = replace(register.consoles[number], is_locked=is_locked)
    return replace(register, consoles={**register.consoles, number: console})


def _at(register: Register, number: int) -> str:
    """A person at a console in words."""
    console = register.consoles[number]
    return f"{register.named(console.login)} at {console.address}"


PEOPLE.declare(
    PeopleRow(kind=SignOut, needs=(), with_one_time_password=True, wish="sign out", decide=sign_out),
    PeopleRow(kind=LockConsole, needs=(), with_one_time_password=True, wish="lock a console", decide=lock_console),
    PeopleRow(kind=UnlockConsole, needs=(), with_one_time_password=True, wish="unlock a console", decide=unlock_console),
    PeopleRow(
        kind=CountersignSecond,
        needs=(),
        with_one_time_password=False,
        wish="have an order countersigned",
        decide=countersign,
    ),
    EventRow(
        kind=SignedOut,
        apply=lambda register, e: replace(register, consoles=_without(register.consoles, e.console)),
        tell=lambda register, e: f"{_at(register, e.console)} {OUT_BECAUSE[e.why]}.",
    ),
    EventRow(
        kind=ConsoleLocked,
        apply=lambda register, e: _set_lock(register, e.console, is_locked=True),
        tell=lambda register, e: f"The console of {_at(register, e.console)} was locked.",
    ),
    EventRow(
        kind=ConsoleUnlocked,
        apply=lambda register, e: _set_lock(register, e.console, is_locked=False),
        tell=lambda register, e: f"{_at(register, e.console)} unlocked the console.",
    ),
    EventRow(
        kind=Countersigned,
        apply=unchanged,
        tell=lambda _, e: f"{e.by} countersigned an order of {e.first}: {e.order}{f', at {e.table}' if e.table else ''}.",
    ),
)
