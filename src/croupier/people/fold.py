"""Decide a command about people, and apply an event to the register. Pure."""

from collections.abc import Iterable
from functools import reduce

from msgspec.structs import replace

from croupier.people.denials import Denial, DenialReason
from croupier.people.fields import malformed
from croupier.people.message import OPERATOR, PeopleCommand, PeopleEvent, PeopleOrder
from croupier.people.register import Register
from croupier.people.rows import PEOPLE_COMMANDS, PEOPLE_EVENTS
from croupier.rules.moments import LATEST
from croupier.rules.outcomes import listed


def decide(register: Register, command: PeopleCommand) -> tuple[PeopleEvent, ...] | Denial:
    """Return the events that a command leads to, or a denial. The register changes only when the events are applied.

    No events means that the command is in order and nothing has to be recorded.
    """
    if not register.clock <= (command.at or register.clock) <= LATEST:
        return Denial(DenialReason.BAD_TIME, "That would have happened before something that has happened.")
    if denial := malformed(command) or (_denied(register, command) if isinstance(command, PeopleOrder) else None):
        return denial
    command = command if command.at else replace(command, at=register.clock)
    decided = PEOPLE_COMMANDS[type(command)].decide(register, command)
    if isinstance(decided, Denial):
        return decided
    events = decided if isinstance(decided, tuple) else (decided,)
    return tuple([replace(event, at=command.at) for event in events])


def apply(register: Register, event: PeopleEvent) -> Register:
    """Return the register after an event."""
    after = PEOPLE_EVENTS[type(event)].apply(register, event)
    return replace(after, clock=max(register.clock, event.at), events=register.events + 1)


def replayed(register: Register, events: Iterable[PeopleEvent]) -> Register:
    """Return the register after several events."""
    return reduce(apply, events, register)


def told(register: Register, event: PeopleEvent) -> str:
    """An event in words, given the register before it."""
    return PEOPLE_EVENTS[type(event)].tell(register, event)


def _denied(register: Register, order: PeopleOrder) -> Denial | None:
    """Deny an order whose author may not give it."""
    row, by = PEOPLE_COMMANDS[type(order)], order.by
    if by == OPERATOR:
        return None
    member = register.staff.get(by.login)
    if member is None or member.name != by.name:
        return Denial(DenialReason.UNKNOWN_LOGIN, "Nobody on this floor has that login.")
    if member.is_disabled:
        return Denial(DenialReason.LOGIN_DISABLED, f"The login of {by.name} is disabled.")
    if member.must_change_password and not row.with_one_time_password:
        return Denial(DenialReason.PASSWORD_DUE, f"{by.name} has to change the one-time password first.")
    if row.needs and not register.may(by.login, *row.needs):
        who = listed(register.roles.holders(*row.needs), "or") or "the operator of this machine"
        return Denial(DenialReason.NOT_YOUR_DUTY, f"{by.name} may not {row.wish}; that is for {who}.")
    return None
