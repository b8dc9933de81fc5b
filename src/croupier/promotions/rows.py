"""Rows: each kind of message is declared once, with everything that the rest of the program needs to know about it.

A module of messages ends with a call of `declare`. The columns are required: a module that leaves one out does not import.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Generic, TypeVar

from croupier.declared import check_all_declared, check_new, check_transfers
from croupier.promotions.message import PrizeCommand, PrizeEvent, PromotionCommand, PromotionEvent
from croupier.promotions.refusals import PrizeRefusal
from croupier.promotions.state import PrizeRegister, Stage
from croupier.rules.promotions import Promotions

C = TypeVar("C", bound=PrizeCommand)
E = TypeVar("E", bound=PrizeEvent)


class PrizeRecord(Enum):
    """The kinds of record that the register keeps by number."""

    PROMOTION = auto()
    ENTRY = auto()
    PERSON = auto()


PrizeKey = tuple[PrizeRecord, int, str]
"""A record: its kind, the number of the promotion or the person, and that of an entry (empty for other records)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeCommandRow(Generic[C]):
    """When a command can be given, and how it is decided."""

    kind: type[C]
    wish: str
    """What it asks, as an infinitive, to put into a refusal."""
    stages: frozenset[Stage]
    """The stages of a promotion at which it can be given; empty if it is about no promotion."""
    while_postponed: bool
    clause: Callable[[Promotions], str] | None
    """The clause behind it; None if it is about no promotion."""
    decide: Callable[[PrizeRegister, C], PrizeEvent | PrizeRefusal]
    two: Callable[[PrizeRegister, C], str | None] | None = None
    """Return why two people sign it, or None if one is enough for this command; None if one is always enough."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeEventRow(Generic[E]):
    """What an event does to the register, and how it is told."""

    kind: type[E]
    apply: Callable[[PrizeRegister, E], PrizeRegister]
    """Return the register after the event. `fold.apply` moves the money and sets the clock."""
    tell: Callable[[PrizeRegister, E], str]
    """Describe the event, given the register before it. It names people by their number."""
    moves_money: bool
    """Whether the event has transfers."""
    changes: Callable[[E], tuple[PrizeKey, ...]]
    """The records that it changes, for the next snapshot."""


PRIZE_COMMANDS: dict[type[PrizeCommand], PrizeCommandRow[Any]] = {}
"""Every command, by its class."""
PRIZE_EVENTS: dict[type[PrizeEvent], PrizeEventRow[Any]] = {}
"""Every event, by its class."""

BASES = frozenset({PrizeCommand, PromotionCommand, PrizeEvent, PromotionEvent})
"""The classes of messages that are no messages themselves."""
ANY_STAGE = frozenset(Stage)
UNFINISHED = ANY_STAGE - {Stage.ENDED, Stage.CANCELLED}


def declare(*rows: PrizeCommandRow[Any] | PrizeEventRow[Any]) -> None:
    """Register the rows of a module. Raise `RowError` if one is declared twice or contradicts its fields."""
    for row in rows:
        check_new(row.kind, BASES, PRIZE_COMMANDS, PRIZE_EVENTS)
        if isinstance(row, PrizeCommandRow):
            PRIZE_COMMANDS[row.kind] = row
            continue
        check_transfers(row.kind, moves_money=row.moves_money)
        PRIZE_EVENTS[row.kind] = row


def check_complete() -> None:
    """Raise `RowError` if a command or an event has no row."""
    check_all_declared(BASES, PRIZE_COMMANDS, PRIZE_EVENTS)


def always_two(_: PrizeRegister, __: PrizeCommand) -> str:
    """For `two`: two people always sign it."""
    return "Two people sign that."


def signers(event: PrizeEvent) -> str:
    """Who signed an event, for the beginning of a sentence."""
    return f"{event.by} and {event.second}" if event.second else str(event.by)


def one_promotion(event: Any) -> tuple[PrizeKey, ...]:
    """For `changes`: the event changes the promotion that it names."""
    return ((PrizeRecord.PROMOTION, event.promotion, ""),)


def one_person(event: Any) -> tuple[PrizeKey, ...]:
    """For `changes`: the event changes the person whom it names."""
    return ((PrizeRecord.PERSON, event.person, ""),)


def changed_by(event: PrizeEvent) -> tuple[PrizeKey, ...]:
    """The records that an event changes."""
    return PRIZE_EVENTS[type(event)].changes(event)


def because(why: str) -> str:
    """The reason of an order, for the end of a sentence."""
    return f": {why.removesuffix('.')}."
