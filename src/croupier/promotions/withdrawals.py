"""Entries that do not count: withdrawn by two people, retracted because play did not earn them, or of excluded people.

The number of such an entry stays on record and is given to nobody else. Once the list is published, an entry stays in it; it
is marked, and cannot win any more.
"""

from msgspec.structs import replace

from croupier.facts.refusal import Refusal
from croupier.promotions.fold import PRIZE_REGISTER, PrizeEventRow, PrizeRecord, PrizeRow, always_two, because, signers
from croupier.promotions.message import PromotionCommand, PromotionEvent
from croupier.promotions.refusals import Reason
from croupier.promotions.state import PrizeEntry, PrizeRegister, Promotion, Stage, of, with_promotion
from croupier.rules.promotions import Fact

EXCLUDED = "Its patron was excluded from the casino"


class WithdrawEntry(PromotionCommand):
    """Withdraw a wrong entry before entries close."""

    number: str
    why: str


class RetractEntry(PromotionCommand):
    """Retract an entry that play does not earn any more: its round is void or corrected, or its bet was invalid."""

    number: str
    why: str


class BarEntry(PromotionCommand):
    """Bar an entry from the draws, before one is prepared: its patron was excluded from the casino after entering."""

    number: str


class EntryWithdrawn(PromotionEvent):
    """A wrong entry was withdrawn."""

    number: str
    why: str


class EntryRetracted(PromotionEvent):
    """An entry that play does not earn any more was retracted."""

    number: str
    why: str
    marked: bool = False
    """Whether it stays in the published list, and cannot win."""


class EntryBarred(PromotionEvent):
    """An entry was barred from the draws. It stays in the published list, and cannot win."""

    number: str


def withdraw_entry(register: PrizeRegister, command: WithdrawEntry) -> EntryWithdrawn | Refusal:
    """Withdraw an entry with its reason."""
    promotion, chapter = of(register, command)
    refusal = _does_not_count(promotion, command.number, chapter.clause_of(Fact.CLOSES))
    return refusal or EntryWithdrawn(promotion=command.promotion, number=command.number, why=command.why)


def retract_entry(register: PrizeRegister, command: RetractEntry) -> EntryRetracted | Refusal:
    """Retract an entry from play."""
    promotion, chapter = of(register, command)
    clause = chapter.clause_of(Fact.WAGER)
    if refusal := _does_not_count(promotion, command.number, clause):
        return refusal
    if promotion.entries[command.number].since is None:
        return Refusal(Reason.UNKNOWN_ENTRY, f"Play has not earned entry {command.number}.", clause)
    marked = promotion.stage is not Stage.OPEN
    return EntryRetracted(promotion=command.promotion, number=command.number, why=command.why, marked=marked)


def bar_entry(register: PrizeRegister, command: BarEntry) -> EntryBarred | Refusal:
    """Bar an entry. The cage knows who is excluded."""
    promotion, chapter = of(register, command)
    clause = chapter.refusing.clause
    if promotion.pending:
        return Refusal(Reason.DRAW_PENDING, "A draw was prepared: its entries stay as they are.", clause)
    refusal = _does_not_count(promotion, command.number, clause)
    return refusal or EntryBarred(promotion=command.promotion, number=command.number)


def _does_not_count(promotion: Promotion, number: str, clause: str) -> Refusal | None:
    """Refuse an entry that is not there, or does not count already."""
    entry = promotion.entries.get(number)
    if entry is None:
        return Refusal(Reason.UNKNOWN_ENTRY, f"Promotion {promotion.number} has no entry {number}.", clause)
    if not entry.counts:
        return Refusal(Reason.UNKNOWN_ENTRY, f"Entry {number} does not count already: {entry.why}.", clause)
    return None


def _without(register: PrizeRegister, event: EntryWithdrawn | EntryRetracted | EntryBarred, **changes: str) -> PrizeRegister:
    promotion = register.promotions[event.promotion]
    before: PrizeEntry = promotion.entries[event.number]
    entries = promotion.entries.having(event.number, replace(before, **changes))
    held = promotion.held.having(before.person, promotion.held[before.person] - 1)
    return with_promotion(register, event.promotion, entries=entries, held=held)


PRIZE_REGISTER.declare(
    PrizeRow(
        kind=WithdrawEntry,
        wish="withdraw an entry",
        stages=frozenset({Stage.OPEN}),
        while_postponed=True,
        clause=lambda chapter: chapter.clause_of(Fact.CLOSES),
        decide=withdraw_entry,
        two=always_two,
    ),
    PrizeRow(
        kind=RetractEntry,
        wish="retract an entry",
        stages=frozenset({Stage.OPEN, Stage.CLOSED}),
        while_postponed=True,
        clause=lambda chapter: chapter.clause_of(Fact.WAGER),
        decide=retract_entry,
    ),
    PrizeRow(
        kind=BarEntry,
        wish="bar an entry",
        stages=frozenset({Stage.CLOSED}),
        while_postponed=False,
        clause=lambda chapter: chapter.refusing.clause,
        decide=bar_entry,
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
            f"Entry {e.number} of promotion {e.promotion} {'cannot win' if e.marked else 'was retracted'}, "
            f"as {e.by} had it compared with play{because(e.why)}"
        ),
        moves_money=False,
        changes=lambda e: ((PrizeRecord.ENTRY, e.promotion, e.number),),
    ),
    PrizeEventRow(
        kind=EntryBarred,
        apply=lambda register, e: _without(register, e, marked=EXCLUDED),
        tell=lambda _, e: (
            f"Entry {e.number} of promotion {e.promotion} cannot win, as {e.by} prepares a draw{because(EXCLUDED)}"
        ),
        moves_money=False,
        changes=lambda e: ((PrizeRecord.ENTRY, e.promotion, e.number),),
    ),
)
