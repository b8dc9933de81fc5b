"""Entries that do not count: withdrawn by two people before entries close, or retracted because play did not earn them.

The number of such an entry stays on record and is given to nobody else. Once the list is published, an entry stays in it; a
retracted one is marked, and cannot win any more.
"""

from msgspec.structs import replace

from croupier.promotions.message import PromotionCommand, PromotionEvent
from croupier.promotions.refusals import PrizeReason, PrizeRefusal
from croupier.promotions.rows import (
    PrizeCommandRow,
    PrizeEventRow,
    PrizeRecord,
    always_two,
    because,
    declare,
    signers,
)
from croupier.promotions.state import PrizeEntry, PrizeRegister, Promotion, Stage, of, with_promotion
from croupier.rules.promotions import Fact


class WithdrawEntry(PromotionCommand, frozen=True, kw_only=True, tag=True):
    """Withdraw a wrong entry before entries close."""

    number: str
    why: str


class RetractEntry(PromotionCommand, frozen=True, kw_only=True, tag=True):
    """Retract an entry that play does not earn any more: its round is void or corrected, or its bet was invalid."""

    number: str
    why: str


class EntryWithdrawn(PromotionEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A wrong entry was withdrawn."""

    number: str
    why: str


class EntryRetracted(PromotionEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """An entry that play does not earn any more was retracted."""

    number: str
    why: str
    marked: bool = False
    """Whether it stays in the published list, and cannot win."""


def withdraw_entry(register: PrizeRegister, command: WithdrawEntry) -> EntryWithdrawn | PrizeRefusal:
    """Withdraw an entry with its reason."""
    promotion, chapter = of(register, command)
    refusal = _does_not_count(promotion, command.number, chapter.clause_of(Fact.CLOSES))
    return refusal or EntryWithdrawn(promotion=command.promotion, number=command.number, why=command.why)


def retract_entry(register: PrizeRegister, command: RetractEntry) -> EntryRetracted | PrizeRefusal:
    """Retract an entry from play."""
    promotion, chapter = of(register, command)
    clause = chapter.clause_of(Fact.WAGER)
    if refusal := _does_not_count(promotion, command.number, clause):
        return refusal
    if promotion.entries[command.number].since is None:
        return PrizeRefusal(PrizeReason.UNKNOWN_ENTRY, f"Play has not earned entry {command.number}.", clause)
    marked = promotion.stage is not Stage.OPEN
    return EntryRetracted(promotion=command.promotion, number=command.number, why=command.why, marked=marked)


def _does_not_count(promotion: Promotion, number: str, clause: str) -> PrizeRefusal | None:
    """Refuse an entry that is not there, or does not count already."""
    entry = promotion.entries.get(number)
    if entry is None:
        return PrizeRefusal(PrizeReason.UNKNOWN_ENTRY, f"Promotion {promotion.number} has no entry {number}.", clause)
    if not entry.counts:
        return PrizeRefusal(PrizeReason.UNKNOWN_ENTRY, f"Entry {number} does not count already: {entry.why}.", clause)
    return None


def _without(register: PrizeRegister, event: EntryWithdrawn | EntryRetracted, **changes: str) -> PrizeRegister:
    promotion = register.promotions[event.promotion]
    before: PrizeEntry = promotion.entries[event.number]
    entries = promotion.entries.having(event.number, replace(before, **changes))
    held = promotion.held.having(before.person, promotion.held[before.person] - 1)
    return with_promotion(register, event.promotion, entries=entries, held=held)


declare(
    PrizeCommandRow(
        kind=WithdrawEntry,
        wish="withdraw an entry",
        stages=frozenset({Stage.OPEN}),
        while_postponed=True,
        clause=lambda chapter: chapter.clause_of(Fact.CLOSES),
        decide=withdraw_entry,
        two=always_two,
    ),
    PrizeCommandRow(
        kind=RetractEntry,
        wish="retract an entry",
        stages=frozenset({Stage.OPEN, Stage.CLOSED}),
        while_postponed=True,
        clause=lambda chapter: chapter.clause_of(Fact.WAGER),
        decide=retract_entry,
    ),
    PrizeEventRow(
        kind=EntryWithdrawn,
        apply=lambda register, e: _without(register, e, withdrawn=e.why),
        tell=lambda _, e: f"{signers(e)} withdrew entry {e.number} of promotion {e.promotion}{because(e.why)}",
        moves_money=False,
        changes=lambda e: ((PrizeRecord.ENTRY, e.promotion, e.number),),
    ),
    PrizeEventRow(
        kind=EntryRetracted,
        apply=lambda register, e: _without(register, e, **{"marked" if e.marked else "withdrawn": e.why}),
        tell=lambda _, e: (
            f"Entry {e.number} of promotion {e.promotion} {'cannot win' if e.marked else 'was retracted'}{because(e.why)}"
        ),
        moves_money=False,
        changes=lambda e: ((PrizeRecord.ENTRY, e.promotion, e.number),),
    ),
)
