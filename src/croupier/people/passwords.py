"""Passwords: the facts that one was reset or changed. The passwords themselves are never in a message."""

from croupier.people.consoles import SignedOut, Why, login_disabled
from croupier.people.denials import Denial, DenialReason
from croupier.people.duties import Duty
from croupier.people.fields import Login
from croupier.people.message import Author, PeopleEvent, PeopleOrder, SignedByTwo
from croupier.people.register import Register
from croupier.people.rows import PeopleCommandRow, PeopleEventRow, declare, member_or_denial, with_member
from croupier.people.signatures import alone_denied, signed_by


class ResetPassword(SignedByTwo, frozen=True, kw_only=True, tag=True):
    """Issue a one-time password to another person. This also unlocks the login and signs it out everywhere."""

    login: Login


class PasswordReset(PeopleEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A person was issued a one-time password. The login is unlocked."""

    by: Author
    second: Author | None = None
    """Who signed, too; null if nobody else could, or the operator of the machine did it."""
    login: str


class ChangePassword(PeopleOrder, frozen=True, kw_only=True, tag=True):
    """Record that a person has changed their own password."""

    console: int | None = None
    """The console at which it was changed; all others are signed out."""


class PasswordChanged(PeopleEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A person changed their own password."""

    by: Author


def reset_password(register: Register, command: ResetPassword) -> tuple[PeopleEvent, ...] | Denial:
    """Reset the password of another person whose login is not disabled."""
    member = member_or_denial(register, command.login)
    if isinstance(member, Denial):
        return member
    if command.by.login == command.login:
        return Denial(DenialReason.NOT_YOURSELF, "Another person has to reset your password; you can change it yourself.")
    if member.is_disabled:
        return Denial(DenialReason.LOGIN_DISABLED, f"The login of {member.name} is disabled; enable it first.")
    if denial := alone_denied(register, command, about=command.login):
        return denial
    reset = PasswordReset(by=command.by, second=command.second, login=command.login)
    return (reset, *_signed_out(register, command.login))


def change_password(register: Register, command: ChangePassword) -> tuple[PeopleEvent, ...] | Denial:
    """Record the change. Whoever knew the old password is signed out."""
    if command.by.login not in register.staff:
        return Denial(DenialReason.UNKNOWN_LOGIN, "Whoever has no login has no password.")
    if denial := login_disabled(register, command.by.login):
        return denial
    return (PasswordChanged(by=command.by), *_signed_out(register, command.by.login, but=command.console))


def _signed_out(register: Register, login: str, but: int | None = None) -> list[SignedOut]:
    """Sign a person out everywhere but at one console."""
    return [SignedOut(console=each, why=Why.PASSWORD) for each in register.consoles_of(login) if each != but]


def _reset(register: Register, event: PasswordReset) -> Register:
    return with_member(register, event.login, must_change_password=True, tries={})


def _changed(register: Register, event: PasswordChanged) -> Register:
    return with_member(register, event.by.login, must_change_password=False)


declare(
    PeopleCommandRow(
        kind=ResetPassword,
        needs=(Duty.MANAGE_STAFF,),
        with_one_time_password=False,
        wish="reset a password",
        decide=reset_password,
    ),
    PeopleCommandRow(
        kind=ChangePassword, needs=(), with_one_time_password=True, wish="change the password", decide=change_password
    ),
    PeopleEventRow(
        kind=PasswordReset,
        apply=_reset,
        tell=lambda register, e: f"{signed_by(e.by, e.second)} issued a one-time password to {register.named(e.login)}.",
    ),
    PeopleEventRow(kind=PasswordChanged, apply=_changed, tell=lambda _, e: f"{e.by} changed the password."),
)
