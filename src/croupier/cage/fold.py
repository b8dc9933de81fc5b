"""The cage as a fold: its rows, when it decides, and the receipts that it numbers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, TypeVar

from msgspec.structs import replace

from croupier.cage.due_counts import with_moved
from croupier.cage.message import CageCommand, CageEvent, CageOrder, CounterEvent
from croupier.cage.receipt import ReceiptKind, receipt_of
from croupier.cage.refusals import Reason
from croupier.cage.state import Cage
from croupier.cage.texts import bad_text
from croupier.facts.fold import Fold
from croupier.facts.message import Command, Event
from croupier.facts.refusal import Refusal
from croupier.facts.rows import CommandRow, EventRow

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
class CageRow(CommandRow[Cage, C]):
    """How a command at the cage is decided."""

    opens: bool = False
    """Whether it opens the cage. Before that, nothing else is decided, and after it not this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CageEventRow(EventRow[Cage, E]):
    """What an event does to the cage, and how it is told. It names tickets by serial, never by number."""

    changes: Callable[[E], tuple[Key, ...]]
    """The records that it changes, for the next snapshot. A receipt that it makes need not be named."""
    receipt: Callable[[E], ReceiptKind | None] | None = None
    """What the receipt for it is for, of a `CounterEvent`; None, or answered with None, if nobody gets one."""


def _refused(cage: Cage, row: CageRow[Any], command: Command) -> Refusal | None:
    if (cage.rules is None) is not row.opens:
        return Refusal(Reason.CAGE_CLOSED, "The cage was not opened yet, or was opened before.")
    return bad_text(command)


def _numbered(cage: Cage, row: CageEventRow[Any], event: Event) -> Mapping[str, int]:
    """The number of the receipt for an event, if somebody gets one."""
    return {"receipt": len(cage.receipts) + 1} if row.receipt and row.receipt(event) else {}


def _kept(cage: Cage, row: CageEventRow[Any], event: Event) -> Cage:
    """The cage with the receipt for an event, and since when cash and chips have moved that are to be counted."""
    if row.moves_money:
        cage = with_moved(cage, event)
    if isinstance(event, CounterEvent) and event.receipt and row.receipt and (kind := row.receipt(event)):
        cage = replace(cage, receipts=cage.receipts.having(event.receipt, receipt_of(event, event.receipt, kind)))
    return cage


CAGE_REGISTER = Fold[Cage, CageRow[Any], CageEventRow[Any]](
    name="floor/cage",
    initial=Cage(),
    bases=frozenset({CageCommand, CageOrder, CageEvent, CounterEvent}),
    format=3,  # lines of older formats cannot be read if they have the number of a ticket (1) or of a card (2)
    reasons=Reason,
    check=_refused,
    filled=_numbered,
    kept=_kept,
)
"""Tickets, patrons, chips and cash."""


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


def one_variance(event: Any) -> tuple[Key, ...]:
    """For `changes`: the event changes the variance that it names, if it names one."""
    return () if event.variance is None else ((Record.VARIANCE, event.variance),)


def nothing(_: CageEvent) -> tuple[Key, ...]:
    """For `changes`: the event changes no record."""
    return ()


def changed_by(event: Event) -> tuple[Key, ...]:
    """The records that an event changes."""
    made: tuple[Key, ...] = ((Record.RECEIPT, event.receipt),) if isinstance(event, CounterEvent) and event.receipt else ()
    return (*CAGE_REGISTER.events[type(event)].changes(event), *made)
