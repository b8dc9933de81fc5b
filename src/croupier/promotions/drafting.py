"""Drafts of terms, and lodging them with the regulator."""

from msgspec.structs import replace

from croupier.facts.refusal import Refusal
from croupier.promotions.checking import faults, unwritable
from croupier.promotions.fold import PRIZE_REGISTER, PrizeEventRow, PrizeRow, one_promotion, signers
from croupier.promotions.message import PrizeCommand, PrizeEvent, PromotionCommand, PromotionEvent
from croupier.promotions.refusals import Reason, TermsRefusal
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
from croupier.rules.moments import HOUR, MINUTE, Millis, clock_time
from croupier.rules.promotions import Promotions

BACK = HOUR
"""How long before its entry one person can date a lodgement back."""


class DraftPromotion(PrizeCommand):
    """Begin a promotion with a draft of its terms, which may be incomplete."""

    rules: str
    """The rule set under whose document it runs."""
    terms: PromotionTerms


class ReviseTerms(PromotionCommand):
    """Change terms before the start. Terms that were lodged have to be lodged again."""

    terms: PromotionTerms
    written: Millis | None = None
    """When the terms were written that these change, as their author has read them; None to change whatever stands."""


class LodgeTerms(PromotionCommand):
    """Record that the terms went to the regulator."""

    proof: str
    """What proves it, such as the number of a receipt."""
    sent: Millis
    """When they were sent."""


class PromotionDrafted(PrizeEvent):
    """A promotion was begun."""

    promotion: int
    rules: str
    chapter: str
    """The fingerprint of the chapter of the document."""
    terms: PromotionTerms


class TermsRevised(PromotionEvent):
    """The terms were changed before the start."""

    terms: PromotionTerms


class TermsLodged(PromotionEvent):
    """The terms went to the regulator."""

    proof: str
    sent: Millis


def draft_promotion(register: PrizeRegister, command: DraftPromotion) -> PromotionDrafted | Refusal:
    """Begin a promotion under a document that has a chapter on promotional prizes."""
    chapter = register.chapters.get(command.rules)
    if chapter is None:
        return Refusal(Reason.NO_CHAPTER, f"{command.rules} has no chapter on promotional prizes.")
    if bad := unwritable(command.terms):
        return Refusal(Reason.BAD_TEXT, bad)
    unfinished = sum(each.ended is None for each in register.promotions.values())
    if refusal := too_many(unfinished, MOST_UNFINISHED, "promotions that are not over", chapter.offered):
        return refusal
    number = len(register.promotions) + 1
    return PromotionDrafted(promotion=number, rules=command.rules, chapter=chapter.fingerprint, terms=command.terms)


def changed_meanwhile(promotion: Promotion, read: int | None, clause: str) -> Refusal | None:
    """Refuse to change terms that somebody else has changed since they were read."""
    if read is None or read == promotion.written:
        return None
    sentence = (
        f"Somebody else has changed these terms since you read them, at {clock_time(promotion.written)}: open them again."
    )
    return Refusal(Reason.TERMS_CHANGED, sentence, clause)


def revise_terms(register: PrizeRegister, command: ReviseTerms) -> TermsRevised | Refusal:
    """Take other terms, complete or not."""
    promotion, chapter = of(register, command)
    if refusal := changed_meanwhile(promotion, command.written, chapter.amending.clause):
        return refusal
    if bad := unwritable(command.terms):
        return Refusal(Reason.BAD_TEXT, bad)
    return TermsRevised(promotion=command.promotion, terms=command.terms)


def lodge_terms(register: PrizeRegister, command: LodgeTerms) -> TermsLodged | Refusal:
    """Record that complete terms went to the regulator in time, or that amended ones went there again."""
    promotion, chapter = of(register, command)
    if promotion.lodged is not None and promotion.amended is None:
        return Refusal(Reason.UNKNOWN_FILE, "These terms have been lodged already.", chapter.lodging.clause)
    if command.sent > command.at:
        return Refusal(Reason.BAD_TIME, "The terms cannot have been sent later than now.", chapter.lodging.clause)
    if command.sent < promotion.written // MINUTE * MINUTE:  # a clerk writes the minute
        sentence = f"These terms were written at {clock_time(promotion.written)}: they cannot have been sent before."
        return Refusal(Reason.BAD_TIME, sentence, chapter.lodging.clause)
    sent = max(command.sent, promotion.written)
    if refusal := wrong_terms(register, promotion.rules, promotion.terms) or _late(chapter, promotion, sent):
        return refusal
    return TermsLodged(promotion=command.promotion, proof=command.proof, sent=sent)


def _two_for_the_past(_: PrizeRegister, command: LodgeTerms) -> str | None:
    """Two people sign that terms were sent some while before that was written down."""
    return "The terms were sent over an hour ago, by what you say." if command.sent + BACK < command.at else None


def latest_sent(chapter: Promotions, promotion: Promotion, at: int) -> int:
    """The latest time up to now at which terms can have been sent in time; when they were written if that was too late."""
    is_open = promotion.opened is not None or promotion.terms.starts is None
    return at if is_open else max(promotion.written, min(at, (promotion.terms.starts or 0) - chapter.lodging.lead))


def wrong_terms(register: PrizeRegister, rules: str, terms: PromotionTerms) -> Refusal | None:
    """Refuse terms that are not what the documents demand, with everything that is wrong."""
    found = faults(register.chapters, rules, terms)
    first = next(iter(found), None)
    if first is None:
        return None
    more = {1: "", 2: " There is one more fault."}.get(len(found), f" There are {len(found) - 1} more faults.")
    return TermsRefusal(Reason.BAD_TERMS, f"{first.sentence}{more}", first.clause, found)


def _late(chapter: Promotions, promotion: Promotion, sent: int) -> Refusal | None:
    """Refuse the lodgement of terms that start too soon after it."""
    starts, lodging = promotion.terms.starts, chapter.lodging
    if promotion.opened is not None or starts is None or sent + lodging.lead <= starts:
        return None
    earliest = clock_time(sent + lodging.lead)
    sentence = (
        f"{lodging.to[0].upper()}{lodging.to[1:]} has the terms {lodging.hours} hours before the start: begin at {earliest}"
    )
    return Refusal(Reason.TOO_LATE, f"{sentence} or later.", lodging.clause)


def _draft(register: PrizeRegister, event: PromotionDrafted) -> PrizeRegister:
    drafted = Promotion(number=event.promotion, rules=event.rules, chapter=event.chapter, terms=event.terms, written=event.at)
    return replace(register, promotions={**register.promotions, event.promotion: drafted})


def _lodge(register: PrizeRegister, event: TermsLodged) -> PrizeRegister:
    promotion = register.promotions[event.promotion]
    stage = Stage.LODGED if promotion.stage is Stage.DRAFT else promotion.stage
    lodged = Lodgement(event.proof, event.sent)
    return with_promotion(register, event.promotion, stage=stage, lodged=lodged, amended=None)


PRIZE_REGISTER.declare(
    PrizeRow(
        kind=DraftPromotion,
        wish="draft a promotion",
        stages=frozenset(),
        while_postponed=True,
        clause=None,
        decide=draft_promotion,
    ),
    PrizeRow(
        kind=ReviseTerms,
        wish="revise the terms; they can only be amended",
        stages=frozenset({Stage.DRAFT, Stage.LODGED}),
        while_postponed=True,
        clause=lambda chapter: chapter.amending.clause,
        decide=revise_terms,
    ),
    PrizeRow(
        kind=LodgeTerms,
        wish="lodge the terms",
        stages=frozenset({Stage.DRAFT, Stage.LODGED, Stage.OPEN, Stage.CLOSED}),
        while_postponed=True,
        clause=lambda chapter: chapter.lodging.clause,
        decide=lodge_terms,
        two=_two_for_the_past,
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
        tell=lambda _, e: f"{signers(e)} lodged the terms of promotion {e.promotion}, sent at {clock_time(e.sent)}: {e.proof}.",
        moves_money=False,
        changes=one_promotion,
    ),
)
