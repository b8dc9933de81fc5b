"""Rows: each kind of message is declared once, with everything that the rest of the program needs to know about it.

A module of messages ends with a call of `declare`. The columns are required: a module that leaves one out does not import.
`decide`, `apply`, the journal, the reference page and the server read these rows.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from croupier.declared import check_all_declared, check_new
from croupier.people.denials import Denial, DenialReason
from croupier.people.duties import Duty
from croupier.people.message import PeopleCommand, PeopleEvent, PeopleOrder, SignedByTwo
from croupier.people.register import Member, Register

C = TypeVar("C", bound=PeopleCommand)
E = TypeVar("E", bound=PeopleEvent)

Decision = PeopleEvent | tuple[PeopleEvent, ...] | Denial
"""What a command leads to: one event, several, none if nothing has to be recorded, or a denial."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleCommandRow(Generic[C]):
    """Who may send a command, and how it is decided."""

    kind: type[C]
    needs: tuple[Duty, ...]
    """The author must have one of these duties; empty if none is needed."""
    with_one_time_password: bool
    """Whether the author may send it before changing a one-time password."""
    wish: str
    """What the author asks, as an infinitive, to put into a denial."""
    decide: Callable[[Register, C], Decision]


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleEventRow(Generic[E]):
    """What an event does to the register, and how it is told."""

    kind: type[E]
    apply: Callable[[Register, E], Register]
    """Return the register after the event. `fold.apply` updates its clock."""
    tell: Callable[[Register, E], str]
    """Describe the event, given the register before it."""


PEOPLE_COMMANDS: dict[type[PeopleCommand], PeopleCommandRow[Any]] = {}
"""Every command, by its class."""
PEOPLE_EVENTS: dict[type[PeopleEvent], PeopleEventRow[Any]] = {}
"""Every event, by its class."""


BASES = frozenset({PeopleCommand, PeopleOrder, SignedByTwo, PeopleEvent})
"""The classes of messages that are no messages themselves."""


def declare(*rows: PeopleCommandRow[Any] | PeopleEventRow[Any]) -> None:
    """Register the rows of a module. Raise `RowError` if one is declared twice or its class has no docstring."""
    for row in rows:
        check_new(row.kind, BASES, PEOPLE_COMMANDS, PEOPLE_EVENTS)
        if isinstance(row, PeopleCommandRow):
            PEOPLE_COMMANDS[row.kind] = row
        else:
            PEOPLE_EVENTS[row.kind] = row


def check_complete() -> None:
    """Raise `RowError` if a command or an event has no row."""
    check_all_declared(BASES, PEOPLE_COMMANDS, PEOPLE_EVENTS)


def unchanged(register: Register, _: PeopleEvent) -> Register:
    """For `apply`: the event changes nothing and is only recorded."""
    return register


def with_member(register: Register, login: str, **changes: Any) -> Register:
    """The register after a change of one member."""
    return replace(register, staff={**register.staff, login: replace(register.staff[login], **changes)})


def member_or_denial(register: Register, login: str) -> Member | Denial:
    """The member with this login, or a denial if there is none."""
    return register.staff.get(login) or Denial(DenialReason.UNKNOWN_LOGIN, "Nobody on this floor has that login.")


def because(why: str) -> str:
    """The reason of an order, for the end of a sentence."""
    return f": {why.removesuffix('.')}"
