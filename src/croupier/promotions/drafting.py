"""Drafts of terms, and lodging them with the regulator."""

from msgspec.structs import replace

from croupier.promotions.checking import faults, unwritable
from croupier.promotions.message import PrizeCommand, PrizeEvent, PromotionCommand, PromotionEvent
from croupier.promotions.refusals import PrizeReason, PrizeRefusal
from croupier.promotions.rows import PrizeCommandRow, PrizeEventRow, declare, one_promotion
from croupier.promotions.state import (
    MOST_UNFINISHED,
    Lodgement,
    PrizeRegister,
    Promotion,
    Stage,
    of,
    too_many,
    with_promotion,
)
from croupier.promotions.terms import PromotionTerms
from croupier.rules.moments import MINUTE, Millis, clock_time
from croupier.rules.promotions import Promotions


class DraftPromotion(PrizeCommand, frozen=True, kw_only=True, tag=True):
    """Begin a promotion with a draft of its terms, which may be incomplete."""

    rules: str
    """The rule set under whose document it runs."""
    terms: PromotionTerms


class ReviseTerms(PromotionCommand, frozen=True, kw_only=True, tag=True):
    """Change terms before the start. Terms that were lodged have to be lodged again."""

    terms: PromotionTerms


class LodgeTerms(PromotionCommand, frozen=True, kw_only=True, tag=True):
    """Record that the terms went to the regulator."""

    proof: str
    """What proves it, such as the number of a receipt."""
    sent: Millis
    """When they were sent."""


class PromotionDrafted(PrizeEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A promotion was begun."""

    promotion: int
    rules: str
    chapter: str
    """The fingerprint of the chapter of the document."""
    terms: PromotionTerms


class TermsRevised(PromotionEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """The terms were changed before the start."""

    terms: PromotionTerms


class TermsLodged(PromotionEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """The terms went to the regulator."""

    proof: str
    sent: int


def draft_promotion(register: PrizeRegister, command: DraftPromotion) -> PromotionDrafted | PrizeRefusal:
    """Begin a promotion under a document that has a chapter on promotional prizes."""
    chapter = register.chapters.get(command.rules)
    if chapter is None:
        return PrizeRefusal(PrizeReason.NO_CHAPTER, f"{command.rules} has no chapter on promotional prizes.")
    if bad := unwritable(command.terms):
        return PrizeRefusal(PrizeReason.BAD_TEXT, bad)
    unfinished = sum(each.ended is None for each in register.promotions.values())
    if refusal := too_many(unfinished, MOST_UNFINISHED, "promotions that are not over", chapter.offered):
        return refusal
    number = len(register.promotions) + 1
    return PromotionDrafted(promotion=number, rules=command.rules, chapter=chapter.fingerprint, terms=command.terms)


def revise_terms(_: PrizeRegister, command: ReviseTerms) -> TermsRevised | PrizeRefusal:
    """Take other terms, complete or not."""
    if bad := unwritable(command.terms):
        return PrizeRefusal(PrizeReason.BAD_TEXT, bad)
    return TermsRevised(promotion=command.promotion, terms=command.terms)


def lodge_terms(register: PrizeRegister, command: LodgeTerms) -> TermsLodged | PrizeRefusal:
    """Record that complete terms went to the regulator in time, or that amended ones went there again."""
    promotion, chapter = of(register, command)
    if promotion.lodged is not None and promotion.amended is None:
        return PrizeRefusal(PrizeReason.UNKNOWN_FILE, "These terms have been lodged already.", chapter.lodging.clause)
    if command.sent > command.at:
        return PrizeRefusal(PrizeReason.BAD_TIME, "The terms cannot have been sent later than now.", chapter.lodging.clause)
    if command.sent < promotion.written // MINUTE * MINUTE:  # a clerk writes the minute
        sentence = f"These terms were written at {clock_time(promotion.written)}: they cannot have been sent before."
        return PrizeRefusal(PrizeReason.BAD_TIME, sentence, chapter.lodging.clause)
    sent = max(command.sent, promotion.written)
    if refusal := wrong_terms(register, promotion.rules, promotion.terms) or _late(chapter, promotion, sent):
        return refusal
    return TermsLodged(promotion=command.promotion, proof=command.proof, sent=sent)


def wrong_terms(register: PrizeRegister, rules: str, terms: PromotionTerms) -> PrizeRefusal | None:
    """Refuse terms that are not what the documents demand, with everything that is wrong."""
    found = faults(register.chapters, rules, terms)
    first = next(iter(found), None)
    if first is None:
        return None
    more = {1: "", 2: " There is one more fault."}.get(len(found), f" There are {len(found) - 1} more faults.")
    return PrizeRefusal(PrizeReason.BAD_TERMS, f"{first.sentence}{more}", first.clause, found)


def _late(chapter: Promotions, promotion: Promotion, sent: int) -> PrizeRefusal | None:
    """Refuse the lodgement of terms that start too soon after it."""
    starts, lodging = promotion.terms.starts, chapter.lodging
    if promotion.opened is not None or starts is None or sent + lodging.lead <= starts:
        return None
    earliest = clock_time(sent + lodging.lead)
    sentence = (
        f"{lodging.to[0].upper()}{lodging.to[1:]} has the terms {lodging.hours} hours before the start: begin at {earliest}"
    )
    return PrizeRefusal(PrizeReason.TOO_LATE, f"{sentence} or later.", lodging.clause)


def _draft(register: PrizeRegister, event: PromotionDrafted) -> PrizeRegister:
    drafted = Promotion(number=event.promotion, rules=event.rules, chapter=event.chapter, terms=event.terms, written=event.at)
    return replace(register, promotions={**register.promotions, event.promotion: drafted})


def _lodge(register: PrizeRegister, event: TermsLodged) -> PrizeRegister:
    promotion = register.promotions[event.promotion]
    stage = Stage.LODGED if promotion.stage is Stage.DRAFT else promotion.stage
    lodged = Lodgement(event.proof, event.sent)
    return with_promotion(register, event.promotion, stage=stage, lodged=lodged, amended=None)


declare(
    PrizeCommandRow(
        kind=DraftPromotion,
        wish="draft a promotion",
        stages=frozenset(),
        while_postponed=True,
        clause=None,
        decide=draft_promotion,
    ),
    PrizeCommandRow(
        kind=ReviseTerms,
        wish="revise the terms; they can only be amended",
        stages=frozenset({Stage.DRAFT, Stage.LODGED}),
        while_postponed=True,
        clause=lambda chapter: chapter.amending.clause,
        decide=revise_terms,
    ),
    PrizeCommandRow(
        kind=LodgeTerms,
        wish="lodge the terms",
        stages=frozenset({Stage.DRAFT, Stage.LODGED, Stage.OPEN, Stage.CLOSED}),
        while_postponed=True,
        clause=lambda chapter: chapter.lodging.clause,
        decide=lodge_terms,
    ),
    PrizeEventRow(
        kind=PromotionDrafted,
        apply=_draft,
        tell=lambda _, e: f"{e.by} drafted promotion {e.promotion} under {e.rules}.",
        moves_money=False,
        changes=one_promotion,
    ),
    PrizeEventRow(
        kind=TermsRevised,
        apply=lambda register, e: with_promotion(
            register, e.promotion, terms=e.terms, written=e.at, stage=Stage.DRAFT, lodged=None
        ),
        tell=lambda _, e: f"{e.by} revised the terms of promotion {e.promotion}.",
        moves_money=False,
        changes=one_promotion,
    ),
    PrizeEventRow(
        kind=TermsLodged,
        apply=_lodge,
        tell=lambda _, e: f"{e.by} lodged the terms of promotion {e.promotion}, sent at {clock_time(e.sent)}: {e.proof}.",
        moves_money=False,
        changes=one_promotion,
    ),
)
