"""Decide a command to the prize register, and apply an event to it. Pure."""

from collections.abc import Iterable, Mapping
from functools import reduce

from msgspec.structs import replace

from croupier.promotions.message import PrizeCommand, PrizeEvent, PromotionCommand
from croupier.promotions.refusals import PrizeReason, PrizeRefusal
from croupier.promotions.rows import PRIZE_COMMANDS, PRIZE_EVENTS
from croupier.promotions.state import PrizeRegister, Stage
from croupier.rules.moments import LATEST

LONGEST = 500
"""The most characters of a text of a command."""

STANDS: Mapping[Stage, str] = {
    Stage.DRAFT: "The terms have not been lodged yet",
    Stage.LODGED: "The promotion has not started yet",
    Stage.OPEN: "Entries are still open",
    Stage.CLOSED: "Entries are closed",
    Stage.ENDED: "The promotion is over",
    Stage.CANCELLED: "The promotion was cancelled",
}
"""Why something cannot be done at a stage."""


def decide(register: PrizeRegister, command: PrizeCommand) -> tuple[PrizeEvent, ...] | PrizeRefusal:
    """Return the event that a command leads to, or a refusal. The register changes only when the event is applied."""
    at = command.at or register.clock
    if not register.clock <= at <= LATEST:
        return PrizeRefusal(PrizeReason.BAD_TIME, "That would have happened before something that has happened.")
    if refusal := _malformed(command) or _not_now(register, command):
        return refusal
    command = replace(command, at=at)
    decided = PRIZE_COMMANDS[type(command)].decide(register, command)
    if isinstance(decided, PrizeRefusal):
        return decided
    return _unsigned(register, command) or (replace(decided, at=at, by=command.by, second=command.second),)


def apply(register: PrizeRegister, event: PrizeEvent) -> PrizeRegister:
    """Return the register after an event."""
    row = PRIZE_EVENTS[type(event)]
    after = row.apply(register, event)
    book = register.book.after(getattr(event, "transfers")) if row.moves_money else register.book  # noqa: B009 - the row says so
    return replace(after, book=book, clock=max(register.clock, event.at), events=register.events + 1)


def replayed(register: PrizeRegister, events: Iterable[PrizeEvent]) -> PrizeRegister:
    """Return the register after several events."""
    return reduce(apply, events, register)


def told(register: PrizeRegister, event: PrizeEvent) -> str:
    """An event in words, given the register before it."""
    return PRIZE_EVENTS[type(event)].tell(register, event)


def _malformed(command: PrizeCommand) -> PrizeRefusal | None:
    """Refuse a number out of range, and a text that is empty, too long, or has control characters."""
    values = [getattr(command, name) for name in command.__struct_fields__]
    if not all(0 <= number <= LATEST for number in values if isinstance(number, int)):
        return PrizeRefusal(PrizeReason.BAD_NUMBER, "A number is out of range.")
    texts = [text for text in values if isinstance(text, str)]
    if all(text.strip() and len(text) <= LONGEST and text.isprintable() for text in texts):
        return None
    return PrizeRefusal(PrizeReason.BAD_TEXT, f"A text has 1 to {LONGEST} characters, without control characters.")


def why_two(register: PrizeRegister, command: PrizeCommand) -> str | None:
    """Why two people sign a command that could be carried out; None if one is enough."""
    row = PRIZE_COMMANDS[type(command)]
    return row.two(register, command) if row.two else None


def _unsigned(register: PrizeRegister, command: PrizeCommand) -> PrizeRefusal | None:
    """Refuse what two people have to sign and only one did."""
    why = why_two(register, command)
    if command.second is None and why is None:
        return None
    if command.second is not None and command.second.login != command.by.login:
        return None
    return PrizeRefusal(PrizeReason.SECOND_PERSON_NEEDED, f"{why or 'You signed twice.'} Another person has to sign, too.")


def _not_now(register: PrizeRegister, command: PrizeCommand) -> PrizeRefusal | None:
    """Refuse a command about a promotion that is not there, or not at the stage for it."""
    if not isinstance(command, PromotionCommand):
        return None
    promotion = register.promotions.get(command.promotion)
    if promotion is None:
        return PrizeRefusal(PrizeReason.UNKNOWN_PROMOTION, f"There is no promotion {command.promotion}.")
    chapter = register.chapters.get(promotion.rules)
    if chapter is None or chapter.fingerprint != promotion.chapter:
        sentence = f"Promotion {promotion.number} was drafted under another version of {promotion.rules}."
        return PrizeRefusal(PrizeReason.CHAPTER_CHANGED, sentence)
    row = PRIZE_COMMANDS[type(command)]
    assert row.clause, "a command about a promotion has a clause"
    clause = row.clause(chapter)
    if promotion.stage not in row.stages:
        return PrizeRefusal(PrizeReason.WRONG_STAGE, f"{STANDS[promotion.stage]}: nobody can {row.wish}.", clause)
    if promotion.postponed and not row.while_postponed:
        sentence = f"The promotion is postponed: nobody can {row.wish} before it is found sound."
        return PrizeRefusal(PrizeReason.POSTPONED, sentence, chapter.integrity.clause)
    return None
