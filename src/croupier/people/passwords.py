"""Passwords: the facts that one was reset or changed. The passwords themselves are never in a message."""

from croupier.facts.refusal import Refusal
from croupier.facts.rows import EventRow
from croupier.people.consoles import SignedOut, Why, login_disabled
from croupier.people.duties import Duty
from croupier.people.fields import Login
from croupier.people.fold import PEOPLE, PeopleRow
from croupier.people.message import Author, PeopleEvent, PeopleOrder, SignedByTwo
from croupier.people.reasons import Reason
from croupier.people.register import Register, member_or_refusal, with_member
from croupier.people.signatures import alone_refused, signed_by


class ResetPassword(SignedByTwo):
    """Issue a one-time password to another person. This also unlocks the login and signs it out everywhere."""

    login: Login


class PasswordReset(PeopleEvent):
    """A person was issued a one-time password. The login is unlocked."""

    by: Author
    second: Author | None = None
    """Who signed, too; null if nobody else could, or the operator of the machine did it."""
    login: str


class ChangePassword(PeopleOrder):
    """Record that a person has changed their own password."""

    console: int | None = None
    """The console at which it was changed; all others are signed out."""


class PasswordChanged(PeopleEvent):
    """A person changed their own password."""

    by: Author


def reset_password(register: Register, command: ResetPassword) -> tuple[PeopleEvent, ...] | Refusal:
    """Reset the password of another person whose login is not disabled."""
    member = member_or_refusal(register, command.login)
    if isinstance(member, Refusal):
        return member
    if command.by.login == command.login:
        return Refusal(Reason.NOT_YOURSELF, "Another person has to reset your password; you can change it yourself.")
    if member.is_disabled:
        return Refusal(Reason.LOGIN_DISABLED, f"The login of {member.name} is disabled; enable it first.")
    if refusal := alone_refused(register, command, about=command.login):
        return refusal
    reset = PasswordReset(by=command.by, second=command.second, login=command.login)
    return (reset, *_signed_out(register, command.login))


def change_password(register: Register, command: ChangePassword) -> tuple[PeopleEvent, ...] | Refusal:
    """Record the change. Whoever knew the old password is signed out."""
    if command.by.login not in register.staff:
        return Refusal(Reason.UNKNOWN_LOGIN, "Whoever has no login has no password.")
    if refusal := login_disabled(register, command.by.login):
        return refusal
    return (PasswordChanged(by=command.by), *_signed_out(register, command.by.login, but=command.console))


def _signed_out(register: Register, login: str, but: int | None = None) -> list[SignedOut]:
    """Sign a person out everywhere but at one console."""
    return [SignedOut(console=each, why=Why.PASSWORD) for each in register.consoles_of(login) if each != but]


def _reset(register: Register, event: PasswordReset) -> Register:
    return with_member(register, event.login, must_change_password=True, tries={})


def _changed(register: Register, event: PasswordChanged) -> Register:
    return with_member(register, event.by.login, must_change_password=False)


PEOPLE.declare(
    PeopleRow(
        kind=ResetPassword,
        needs=(Duty.MANAGE_STAFF,),
        with_one_time_password=False,
        wish="reset a password",
        decide=reset_password,
    ),
    PeopleRow(kind=ChangePassword, needs=(), with_one_time_password=True, wish="change the password", decide=change_password),
    EventRow(
        kind=PasswordReset,
        apply=_reset,
        tell=lambda register, e: f"{signed_by(e.by, e.second)} issued a one-time password to {register.named(e.login)}.",
    ),
    EventRow(kind=PasswordChanged, apply=_changed, tell=lambda _, e: f"{e.by} changed the password."),
)
