"""A promotion that was compromised is postponed until it is found sound, or cancelled. The inspector is told."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from croupier.facts.refusal import Refusal
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.promotions.changes import changed_words
from croupier.promotions.fold import (
    ANY_STAGE,
    PRIZE_REGISTER,
    UNFINISHED,
    PrizeEventRow,
    PrizeRow,
    because,
    days,
    one_promotion,
    signers,
)
from croupier.promotions.message import PromotionCommand, PromotionEvent
from croupier.promotions.opening import is_resubmitted, unapproved
from croupier.promotions.owing import taken_back
from croupier.promotions.refusals import Reason
from croupier.promotions.state import (
    COMPROMISED,
    MOST_AMENDMENTS,
    MOST_FILES,
    PrizeNotice,
    PrizeRegister,
    PrizeState,
    PrizeWin,
    Promotion,
    Stage,
    of,
    too_many,
    with_other_terms,
    with_promotion,
)
from croupier.promotions.terms import PromotionTerms
from croupier.rules.moments import DAY, Millis

NO_ENTRY_LEFT = "no entry was left that could win it"
"""Why nobody gets a prize that was not drawn."""


class LapsedPrize(msgspec.Struct, frozen=True, gc=False):
    """A prize that nobody gets, because the promotion is over."""

    prize: int
    entry: str | None
    """The entry that had won it; None if it was not drawn, because no entry was left that could win it."""
    value: Cents
    refused: bool
    """Whether its winner was refused it; otherwise nobody claimed it."""

    def __str__(self) -> str:
        how = "its winner was refused it" if self.refused else "nobody has claimed it" if self.entry else NO_ENTRY_LEFT
        return f"Prize {self.prize} of {dollars(self.value)} lapses: {how}."


class PostponePromotion(PromotionCommand):
    """Postpone a promotion whose integrity was compromised."""

    why: str


class ResumePromotion(PromotionCommand):
    """Continue a promotion that was found sound."""

    found: str
    """How it was found sound."""
    closes: Millis | None = None
    """Another time at which entries close; None if it stays."""
    drawn: Millis | None = None
    """Another time of the draw; None if it stays."""
    approval: str | None = None
    """What proves that the regulator approved the other times; None if nothing does."""


class CancelPromotion(PromotionCommand):
    """Cancel a promotion whose integrity was compromised, or drop a draft. Prizes that were not paid are not owed any more."""

    why: str


class TellInspector(PromotionCommand):
    """Record that the inspector was told what is due about a promotion."""

    how: str
    """To whom and how it was told."""


class PromotionPostponed(PromotionEvent):
    """A promotion was postponed. The inspector has to be told."""

    why: str


class PromotionResumed(PromotionEvent):
    """A promotion was found sound and goes on."""

    found: str
    closes: Millis
    drawn: Millis
    approval: str | None = None
    resubmit: bool = False
    """Whether the terms with the new times have to go to the regulator."""
    more_days: int = 0
    """By how many days the prizes can be claimed longer that nobody could claim meanwhile."""


class PromotionCancelled(PromotionEvent):
    """A promotion was cancelled. The inspector has to be told, unless it was a draft."""

    why: str
    lapsed: tuple[LapsedPrize, ...] = ()
    """The prizes that were drawn and that nobody gets any more."""
    transfers: tuple[Transfer, ...] = ()


class InspectorTold(PromotionEvent):
    """The inspector was told what was due about a promotion."""

    how: str


def postpone_promotion(register: PrizeRegister, command: PostponePromotion) -> PromotionPostponed | Refusal:
    """Postpone a promotion."""
    promotion, chapter = of(register, command)
    full = too_many(len(promotion.notices), MOST_FILES, "notices to the inspector", chapter.integrity.clause)
    return full or PromotionPostponed(promotion=command.promotion, why=command.why)


def resume_promotion(register: PrizeRegister, command: ResumePromotion) -> PromotionResumed | Refusal:
    """Continue, with later times where the old ones do not fit any more. Other times are other terms."""
    promotion, chapter = of(register, command)
    clause, terms = chapter.integrity.clause, promotion.terms
    if not promotion.postponed:
        return Refusal(Reason.NOT_POSTPONED, "The promotion is not postponed.", clause)
    before, at = (terms.closes or 0, terms.drawn or 0), command.at
    closes, drawn = command.closes or before[0], command.drawn or before[1]
    if promotion.opened is None and (closes, drawn) != before:
        sentence = "The promotion has not started: revise the terms, and lodge them again."
        return Refusal(Reason.BAD_TIME, sentence, chapter.lodging.clause)
    moved = promotion.stage is not Stage.OPEN and closes != before[0]
    past = any(after != old and after < at for after, old in zip((closes, drawn), before, strict=True))
    if moved or past or closes < before[0] or drawn < max(closes, before[1]):
        return Refusal(Reason.BAD_TIME, "The times of the terms can only move to a later time.", clause)
    more_days = _days_lost(promotion, command.at)
    if (closes, drawn) == before:
        return PromotionResumed(
            promotion=command.promotion, found=command.found, closes=closes, drawn=drawn, more_days=more_days
        )
    if refusal := too_many(len(promotion.former), MOST_AMENDMENTS, "amendments", chapter.amending.clause):
        return refusal
    return unapproved(register, promotion, command.approval) or PromotionResumed(
        promotion=command.promotion,
        found=command.found,
        closes=closes,
        drawn=drawn,
        approval=command.approval,
        resubmit=is_resubmitted(register, promotion),
        more_days=more_days,
    )


def _days_lost(promotion: Promotion, at: int) -> int:
    """How many days, begun ones too, a promotion with prizes to claim was postponed. Nobody could claim them."""
    waiting = any(_waited(win, promotion.postponed_since) for win in promotion.wins.values())
    return -((promotion.postponed_since - at) // DAY) if waiting else 0


def _waited(win: PrizeWin, since: int) -> bool:
    """Whether a prize could still be claimed when the promotion was postponed."""
    return win.state is PrizeState.WON and win.claim_by >= since


def _two_once_open(register: PrizeRegister, command: CancelPromotion | ResumePromotion) -> str | None:
    is_running = register.promotions[command.promotion].opened is not None
    return "People may have entered or won." if is_running else None


def cancel_promotion(register: PrizeRegister, command: CancelPromotion) -> PromotionCancelled | Refusal:
    """Cancel a promotion. What was paid stays paid."""
    promotion, _ = of(register, command)
    owed = taken_back(win.owed for win in promotion.wins.values())
    return PromotionCancelled(promotion=command.promotion, why=command.why, lapsed=lapsing(promotion), transfers=owed)


def tell_inspector(register: PrizeRegister, command: TellInspector) -> InspectorTold | Refusal:
    """Record that the inspector was told, if that is still due."""
    promotion, chapter = of(register, command)
    if all(notice.told for notice in promotion.notices):
        sentence = f"There is nothing of which {chapter.integrity.to} has not been told."
        return Refusal(Reason.UNKNOWN_FILE, sentence, chapter.integrity.clause)
    return InspectorTold(promotion=command.promotion, how=command.how)


def without_winners(promotion: Promotion) -> dict[int, PrizeWin]:
    """The prizes of a promotion that is over: those that wait for a winner lapse."""
    return {
        prize: replace(win, state=PrizeState.LAPSED, owed=Cents(0)) if win.is_open else win
        for prize, win in promotion.wins.items()
    }


def lapsing(promotion: Promotion) -> tuple[LapsedPrize, ...]:
    """The prizes that were drawn and that nobody gets if the promotion is over now."""
    return tuple(
        LapsedPrize(prize, win.entry, promotion.value(prize), refused=not win.is_open)
        for prize, win in sorted(promotion.wins.items())
        if win.state is not PrizeState.PAID
    )


def told_lapsed(lapsed: Iterable[LapsedPrize]) -> str:
    """Each prize that lapses in a sentence; empty if none does."""
    return " ".join(map(str, lapsed))


def _compromised(promotion: Promotion, why: str, at: int) -> tuple[PrizeNotice, ...]:
    return (*promotion.notices, PrizeNotice(COMPROMISED, why, at))


def _postpone(register: PrizeRegister, event: PromotionPostponed) -> PrizeRegister:
    notices = _compromised(register.promotions[event.promotion], event.why, event.at)
    return with_promotion(register, event.promotion, postponed=True, notices=notices)


def moved(terms: PromotionTerms, event: PromotionResumed) -> PromotionTerms:
    """The terms with the times with which a promotion was resumed."""
    return replace(terms, closes=event.closes, drawn=event.drawn)


def _resume(register: PrizeRegister, event: PromotionResumed) -> PrizeRegister:
    before = register.promotions[event.promotion]
    terms = moved(before.terms, event)
    wins = {
        prize: replace(win, claim_by=win.claim_by + event.more_days * DAY) if _waited(win, before.postponed_since) else win
        for prize, win in before.wins.items()
    }
    resumed = with_promotion(register, event.promotion, postponed=False, wins=wins)
    if terms == before.terms:
        return resumed
    since = event.at if event.resubmit else before.amended
    return with_other_terms(resumed, event.promotion, terms, event.at, amended=since)


def _cancel(register: PrizeRegister, event: PromotionCancelled) -> PrizeRegister:
    promotion = register.promotions[event.promotion]
    is_draft = promotion.stage is Stage.DRAFT
    return with_promotion(
        register,
        event.promotion,
        stage=Stage.CANCELLED,
        postponed=False,
        wins=without_winners(promotion),
        notices=promotion.notices if is_draft else _compromised(promotion, event.why, event.at),
        ended=event.at,
    )


def _told(register: PrizeRegister, event: InspectorTold) -> PrizeRegister:
    notices = register.promotions[event.promotion].notices
    told = tuple(notice if notice.told else replace(notice, told=event.how) for notice in notices)
    return with_promotion(register, event.promotion, notices=told)


PRIZE_REGISTER.declare(
    PrizeRow(
        kind=PostponePromotion,
        wish="postpone it",
        stages=frozenset({Stage.LODGED, Stage.OPEN, Stage.CLOSED}),
        while_postponed=False,
        clause=lambda chapter: chapter.integrity.clause,
        decide=postpone_promotion,
    ),
    PrizeRow(
        kind=ResumePromotion,
        wish="resume it",
        stages=frozenset({Stage.LODGED, Stage.OPEN, Stage.CLOSED}),
        while_postponed=True,
        clause=lambda chapter: chapter.integrity.clause,
        decide=resume_promotion,
        two=_two_once_open,
    ),
    PrizeRow(
        kind=CancelPromotion,
        wish="cancel it",
        stages=UNFINISHED,
        while_postponed=True,
        clause=lambda chapter: chapter.integrity.clause,
        decide=cancel_promotion,
        two=_two_once_open,
    ),
    PrizeRow(
        kind=TellInspector,
        wish="tell the inspector",
        stages=ANY_STAGE,
        while_postponed=True,
        clause=lambda chapter: chapter.integrity.clause,
        decide=tell_inspector,
    ),
    PrizeEventRow(
        kind=PromotionPostponed,
        apply=_postpone,
        tell=lambda _, e: f"{e.by} postponed promotion {e.promotion}{because(e.why)}",
        moves_money=False,
        changes=one_promotion,
    ),
    PrizeEventRow(
        kind=PromotionResumed,
        apply=_resume,
        tell=lambda register, e: (
            f"{signers(e)} resumed promotion {e.promotion}{because(e.found)}"
            + changed_words(before := register.promotions[e.promotion].terms, moved(before, e))
            + (f" Its prizes can be claimed {days(e.more_days)} longer." if e.more_days else "")
        ),
        moves_money=False,
        changes=one_promotion,
    ),
    PrizeEventRow(
        kind=PromotionCancelled,
        apply=_cancel,
        tell=lambda _, e: " ".join(
            filter(None, (f"{signers(e)} cancelled promotion {e.promotion}{because(e.why)}", told_lapsed(e.lapsed)))
        ),
        moves_money=True,
        changes=one_promotion,
    ),
    PrizeEventRow(
        kind=InspectorTold,
        apply=_told,
        tell=lambda _, e: f"{e.by} told the inspector what was due about promotion {e.promotion}{because(e.how)}",
        moves_money=False,
        changes=one_promotion,
    ),
)
