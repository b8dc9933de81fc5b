"""A promotion that was compromised is postponed until it is found sound, or cancelled. The inspector is told."""

from msgspec.structs import replace

from croupier.ledger.book import Transfer
from croupier.money import Cents
from croupier.promotions.message import PromotionCommand, PromotionEvent
from croupier.promotions.opening import is_resubmitted, unapproved
from croupier.promotions.owing import taken_back
from croupier.promotions.refusals import PrizeReason, PrizeRefusal
from croupier.promotions.rows import (
    ANY_STAGE,
    UNFINISHED,
    PrizeCommandRow,
    PrizeEventRow,
    because,
    declare,
    one_promotion,
    signers,
)
from croupier.promotions.state import (
    COMPROMISED,
    MOST_FILES,
    PrizeNotice,
    PrizeRegister,
    PrizeState,
    PrizeWin,
    Promotion,
    Stage,
    of,
    too_many,
    with_promotion,
)
from croupier.rules.moments import Millis


class PostponePromotion(PromotionCommand, frozen=True, kw_only=True, tag=True):
    """Postpone a promotion whose integrity was compromised."""

    why: str


class ResumePromotion(PromotionCommand, frozen=True, kw_only=True, tag=True):
    """Continue a promotion that was found sound."""

    found: str
    """How it was found sound."""
    closes: Millis | None = None
    """Another time at which entries close; None if it stays."""
    drawn: Millis | None = None
    """Another time of the draw; None if it stays."""
    approval: str | None = None
    """What proves that the regulator approved the other times; None if nothing does."""


class CancelPromotion(PromotionCommand, frozen=True, kw_only=True, tag=True):
    """Cancel a promotion whose integrity was compromised, or drop a draft. Prizes that were not paid are not owed any more."""

    why: str


class TellInspector(PromotionCommand, frozen=True, kw_only=True, tag=True):
    """Record that the inspector was told what is due about a promotion."""

    how: str
    """To whom and how it was told."""


class PromotionPostponed(PromotionEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A promotion was postponed. The inspector has to be told."""

    why: str


class PromotionResumed(PromotionEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A promotion was found sound and goes on."""

    found: str
    closes: int
    drawn: int
    approval: str | None = None
    resubmit: bool = False
    """Whether the terms with the new times have to go to the regulator."""


class PromotionCancelled(PromotionEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A promotion was cancelled. The inspector has to be told, unless it was a draft."""

    why: str
    transfers: tuple[Transfer, ...] = ()


class InspectorTold(PromotionEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """The inspector was told what was due about a promotion."""

    how: str


def postpone_promotion(register: PrizeRegister, command: PostponePromotion) -> PromotionPostponed | PrizeRefusal:
    """Postpone a promotion."""
    promotion, chapter = of(register, command)
    full = too_many(len(promotion.notices), MOST_FILES, "notices to the inspector", chapter.integrity.clause)
    return full or PromotionPostponed(promotion=command.promotion, why=command.why)


def resume_promotion(register: PrizeRegister, command: ResumePromotion) -> PromotionResumed | PrizeRefusal:
    """Continue, with later times where the old ones do not fit any more. Other times are other terms."""
    promotion, chapter = of(register, command)
    clause, terms = chapter.integrity.clause, promotion.terms
    if not promotion.postponed:
        return PrizeRefusal(PrizeReason.NOT_POSTPONED, "The promotion is not postponed.", clause)
    before, at = (terms.closes or 0, terms.drawn or 0), command.at
    closes, drawn = command.closes or before[0], command.drawn or before[1]
    if promotion.opened is None and (closes, drawn) != before:
        sentence = "The promotion has not started: revise the terms, and lodge them again."
        return PrizeRefusal(PrizeReason.BAD_TIME, sentence, chapter.lodging.clause)
    moved = promotion.stage is not Stage.OPEN and closes != before[0]
    past = any(after != old and after < at for after, old in zip((closes, drawn), before, strict=True))
    if moved or past or closes < before[0] or drawn < max(closes, before[1]):
        return PrizeRefusal(PrizeReason.BAD_TIME, "The times of the terms can only move to a later time.", clause)
    if (closes, drawn) == before:
        return PromotionResumed(promotion=command.promotion, found=command.found, closes=closes, drawn=drawn)
    return unapproved(register, promotion, command.approval) or PromotionResumed(
        promotion=command.promotion,
        found=command.found,
        closes=closes,
        drawn=drawn,
        approval=command.approval,
        resubmit=is_resubmitted(register, promotion),
    )


def _two_for_other_times(register: PrizeRegister, command: ResumePromotion) -> str | None:
    terms = register.promotions[command.promotion].terms
    is_moved = command.closes not in (None, terms.closes) or command.drawn not in (None, terms.drawn)
    return "The times of running terms are moved." if is_moved else None


def _two_once_open(register: PrizeRegister, command: CancelPromotion) -> str | None:
    is_running = register.promotions[command.promotion].opened is not None
    return "People may have entered or won." if is_running else None


def cancel_promotion(register: PrizeRegister, command: CancelPromotion) -> PromotionCancelled | PrizeRefusal:
    """Cancel a promotion. What was paid stays paid."""
    promotion, _ = of(register, command)
    owed = taken_back(win.owed for win in promotion.wins.values())
    return PromotionCancelled(promotion=command.promotion, why=command.why, transfers=owed)


def tell_inspector(register: PrizeRegister, command: TellInspector) -> InspectorTold | PrizeRefusal:
    """Record that the inspector was told, if that is still due."""
    promotion, chapter = of(register, command)
    if all(notice.told for notice in promotion.notices):
        sentence = f"There is nothing of which {chapter.integrity.to} has not been told."
        return PrizeRefusal(PrizeReason.UNKNOWN_FILE, sentence, chapter.integrity.clause)
    return InspectorTold(promotion=command.promotion, how=command.how)


def without_winners(promotion: Promotion) -> dict[int, PrizeWin]:
    """The prizes of a promotion that is over: those that wait for a winner lapse."""
    return {
        prize: replace(win, state=PrizeState.LAPSED, owed=Cents(0)) if win.state is not PrizeState.PAID else win
        for prize, win in promotion.wins.items()
    }


def _compromised(promotion: Promotion, why: str, at: int) -> tuple[PrizeNotice, ...]:
    return (*promotion.notices, PrizeNotice(COMPROMISED, why, at))


def _postpone(register: PrizeRegister, event: PromotionPostponed) -> PrizeRegister:
    notices = _compromised(register.promotions[event.promotion], event.why, event.at)
    return with_promotion(register, event.promotion, postponed=True, notices=notices)


def _resume(register: PrizeRegister, event: PromotionResumed) -> PrizeRegister:
    before = register.promotions[event.promotion]
    terms = replace(before.terms, closes=event.closes, drawn=event.drawn)
    resumed = with_promotion(register, event.promotion, postponed=False, terms=terms)
    if terms == before.terms:
        return resumed
    since = event.at if event.resubmit else before.amended
    return with_promotion(resumed, event.promotion, written=event.at, amended=since)


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


declare(
    PrizeCommandRow(
        kind=PostponePromotion,
        wish="postpone it",
        stages=frozenset({Stage.LODGED, Stage.OPEN, Stage.CLOSED}),
        while_postponed=False,
        clause=lambda chapter: chapter.integrity.clause,
        decide=postpone_promotion,
    ),
    PrizeCommandRow(
        kind=ResumePromotion,
        wish="resume it",
        stages=frozenset({Stage.LODGED, Stage.OPEN, Stage.CLOSED}),
        while_postponed=True,
        clause=lambda chapter: chapter.integrity.clause,
        decide=resume_promotion,
        two=_two_for_other_times,
    ),
    PrizeCommandRow(
        kind=CancelPromotion,
        wish="cancel it",
        stages=UNFINISHED,
        while_postponed=True,
        clause=lambda chapter: chapter.integrity.clause,
        decide=cancel_promotion,
        two=_two_once_open,
    ),
    PrizeCommandRow(
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
        tell=lambda _, e: f"{signers(e)} resumed promotion {e.promotion}{because(e.found)}",
        moves_money=False,
        changes=one_promotion,
    ),
    PrizeEventRow(
        kind=PromotionCancelled,
        apply=_cancel,
        tell=lambda _, e: f"{signers(e)} cancelled promotion {e.promotion}{because(e.why)}",
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
