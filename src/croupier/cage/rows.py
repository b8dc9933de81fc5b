"""Rows: each kind of message is declared once, with everything that the rest of the program needs to know about it.

A module of messages ends with a call of `declare`. The columns are required: a module that leaves one out does not import.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Generic, TypeVar

from croupier.cage.message import CageCommand, CageEvent, CageOrder, CounterEvent
from croupier.cage.receipt import ReceiptKind
from croupier.cage.refusals import CageRefusal
from croupier.cage.state import Cage
from croupier.facts.rows import check_all_declared, check_new, check_transfers

C = TypeVar("C", bound=CageCommand)
E = TypeVar("E", bound=CageEvent)


class Record(Enum):
    """The kinds of record that the cage keeps by number."""

    TICKET = auto()
    PATRON = auto()
    CARD = auto()
    BOX = auto()
    VARIANCE = auto()
    VOUCHER = auto()
    RECEIPT = auto()


Key = tuple[Record, int]
"""A record: its kind, and its serial or number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CageCommandRow(Generic[C]):
    """How a command is decided."""

    kind: type[C]
    decide: Callable[[Cage, C], CageEvent | CageRefusal | None]
    """Return what happens, a refusal, or None if nothing has to be recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CageEventRow(Generic[E]):
    """What an event does to the cage, and how it is told."""

    kind: type[E]
    apply: Callable[[Cage, E], Cage]
    """Return the cage after the event. `fold.apply` moves the money and sets the clock."""
    tell: Callable[[Cage, E], str]
    """Describe the event, given the cage before it. It names tickets by serial, never by number."""
    moves_money: bool
    """Whether the event has transfers."""
    changes: Callable[[E], tuple[Key, ...]]
    """The records that it changes, for the next snapshot. A receipt that it makes need not be named."""
    receipt: Callable[[E], ReceiptKind | None] | None = None
    """What the receipt for it is for, of a `CounterEvent`; None, or answered with None, if nobody gets one."""


CAGE_COMMANDS: dict[type[CageCommand], CageCommandRow[Any]] = {}
"""Every command, by its class."""
CAGE_EVENTS: dict[type[CageEvent], CageEventRow[Any]] = {}
"""Every event, by its class."""


BASES = frozenset({CageCommand, CageOrder, CageEvent, CounterEvent})
"""The classes of messages that are no messages themselves."""


def declare(*rows: CageCommandRow[Any] | CageEventRow[Any]) -> None:
    """Register the rows of a module. Raise `RowError` if one is declared twice or contradicts its fields."""
    for row in rows:
        check_new(row.kind, BASES, CAGE_COMMANDS, CAGE_EVENTS)
        if isinstance(row, CageCommandRow):
            CAGE_COMMANDS[row.kind] = row
            continue
        check_transfers(row.kind, moves_money=row.moves_money)
        CAGE_EVENTS[row.kind] = row


def check_complete() -> None:
    """Raise `RowError` if a command or an event has no row."""
    check_all_declared(BASES, CAGE_COMMANDS, CAGE_EVENTS)


def one_ticket(event: Any) -> tuple[Key, ...]:
    """For `changes`: the event changes the ticket that it names."""
    return ((Record.TICKET, event.serial),)


def one_patron(event: Any) -> tuple[Key, ...]:
    """For `changes`: the event changes the patron whom it names."""
    return ((Record.PATRON, event.patron),)


def patron_and_card(event: Any) -> tuple[Key, ...]:
    """For `changes`: the event changes the patron whom it names and, if it names one, the card."""
    card: int | None = event.card
    return one_patron(event) if card is None else (*one_patron(event), (Record.CARD, card))


def nothing(_: CageEvent) -> tuple[Key, ...]:
    """For `changes`: the event changes no record."""
    return ()


def changed_by(event: CageEvent) -> tuple[Key, ...]:
    """The records that an event changes."""
    made: tuple[Key, ...] = ((Record.RECEIPT, event.receipt),) if isinstance(event, CounterEvent) and event.receipt else ()
    return (*CAGE_EVENTS[type(event)].changes(event), *made)
