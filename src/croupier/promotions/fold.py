"""The prize register as a fold: its rows, when a command can be given, and who signs it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, TypeVar

from croupier.facts.fold import Fold
from croupier.facts.message import Command, Event
from croupier.facts.refusal import Refusal
from croupier.facts.rows import CommandRow, EventRow
from croupier.promotions.message import PrizeCommand, PrizeEvent, PromotionCommand, PromotionEvent
from croupier.promotions.refusals import Reason
from croupier.promotions.state import PrizeRegister, Stage
from croupier.rules.moments import LATEST
from croupier.rules.promotions import Promotions

C = TypeVar("C", bound=PrizeCommand)
E = TypeVar("E", bound=PrizeEvent)
LONGEST = 500
"""The most characters of a text of a command."""
ANY_STAGE = frozenset(Stage)
UNFINISHED = ANY_STAGE - {Stage.ENDED, Stage.CANCELLED}
STANDS: Mapping[Stage, str] = {
    Stage.DRAFT: "The terms have not been lodged yet",
    Stage.LODGED: "The promotion has not started yet",
    Stage.OPEN: "Entries are still open",
    Stage.CLOSED: "Entries are closed",
    Stage.ENDED: "The promotion is over",
    Stage.CANCELLED: "The promotion was cancelled",
}
"""Why something cannot be done at a stage."""


class PrizeRecord(Enum):
    """The kinds of record that the register keeps by number."""

    PROMOTION = auto()
    ENTRY = auto()
    PERSON = auto()


PrizeKey = tuple[PrizeRecord, int, str]
"""A record: its kind, the number of the promotion or the person, and that of an entry (empty for other records)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeRow(CommandRow[PrizeRegister, C]):
    """When a command can be given, and how it is decided."""

    wish: str
    """What it asks, as an infinitive, to put into a refusal."""
    stages: frozenset[Stage]
    """The stages of a promotion at which it can be given; empty if it is about no promotion."""
    while_postponed: bool
    clause: Callable[[Promotions], str] | None
    """The clause behind it; None if it is about no promotion."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeEventRow(EventRow[PrizeRegister, E]):
    """What an event does to the register, and how it is told. It names people by their number."""

    changes: Callable[[E], tuple[PrizeKey, ...]]
    """The records that it changes, for the next snapshot."""


def _refused(register: PrizeRegister, row: PrizeRow[Any], command: Command) -> Refusal | None:
    return _malformed(command) or _not_now(register, row, command)


def _malformed(command: Command) -> Refusal | None:
    """Refuse a number out of range, and a text that is empty, too long, or has control characters."""
    for name in command.__struct_fields__:
        value, field = getattr(command, name), name.replace("_", " ")
        if isinstance(value, int) and not 0 <= value <= LATEST:
            return Refusal(Reason.BAD_NUMBER, f"The number of *{field}* is out of range.")
        if isinstance(value, str) and not (value.strip() and len(value) <= LONGEST and value.isprintable()):
            sentence = f"The text of *{field}* has 1 to {LONGEST} characters, without control characters."
            return Refusal(Reason.BAD_TEXT, sentence)
    return None


def _not_now(register: PrizeRegister, row: PrizeRow[Any], command: Command) -> Refusal | None:
    """Refuse a command about a promotion that is not there, or not at the stage for it."""
    if not isinstance(command, PromotionCommand):
        return None
    promotion = register.promotions.get(command.promotion)
    if promotion is None:
        return Refusal(Reason.UNKNOWN_PROMOTION, f"There is no promotion {command.promotion}.")
    chapter = register.chapters.get(promotion.rules)
    if chapter is None or chapter.fingerprint != promotion.chapter:
        sentence = f"Promotion {promotion.number} was drafted under another version of {promotion.rules}."
        return Refusal(Reason.CHAPTER_CHANGED, sentence)
    assert row.clause, "a command about a promotion has a clause"
    clause = row.clause(chapter)
    if promotion.stage not in row.stages:
        return Refusal(Reason.WRONG_STAGE, f"{STANDS[promotion.stage]}: nobody can {row.wish}.", clause)
    if promotion.postponed and not row.while_postponed:
        sentence = f"The promotion is postponed: nobody can {row.wish} before it is found sound."
        return Refusal(Reason.POSTPONED, sentence, chapter.integrity.clause)
    return None


PRIZE_REGISTER = Fold[PrizeRegister, PrizeRow[Any], PrizeEventRow[Any]](
    name="floor/promotions",
    initial=PrizeRegister(),
    bases=frozenset({PrizeCommand, PromotionCommand, PrizeEvent, PromotionEvent}),
    format=1,
    reasons=Reason,
    check=_refused,
    signed=("by", "second"),
)
"""Promotions, from the draft of their terms to the last claim."""


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


def changed_by(event: Event) -> tuple[PrizeKey, ...]:
    """The records that an event changes."""
    return PRIZE_REGISTER.events[type(event)].changes(event)


def days(count: int) -> str:
    """A number of days, in words."""
    return f"{count} day{'s' * (count > 1)}"


def because(why: str) -> str:
    """The reason of an order, for the end of a sentence."""
    return f": {why.removesuffix('.')}."
