"""Starting a promotion, and changing its terms after the start."""

from croupier.facts.refusal import Refusal
from croupier.promotions.changes import changed_words
from croupier.promotions.checking import unwritable
from croupier.promotions.drafting import changed_meanwhile, wrong_terms
from croupier.promotions.fold import PRIZE_REGISTER, PrizeEventRow, PrizeRow, always_two, because, one_promotion, signers
from croupier.promotions.message import PromotionCommand, PromotionEvent
from croupier.promotions.refusals import Reason
from croupier.promotions.state import (
    MOST_AMENDMENTS,
    PrizeRegister,
    Promotion,
    Stage,
    of,
    too_many,
    with_other_terms,
    with_promotion,
)
from croupier.promotions.terms import PromotionTerms
from croupier.rules.moments import Millis, clock_time


class OpenPromotion(PromotionCommand):
    """Start a promotion: entries are received from now on."""

    available: str | None = None
    """Where the terms can be read."""
    marketing: str | None = None
    """The advertising that refers to them."""


class AmendTerms(PromotionCommand):
    """Change the terms after the start."""

    terms: PromotionTerms
    why: str
    approval: str | None = None
    """What proves the approval of the regulator; None if there is none."""
    written: Millis | None = None
    """When the terms were written that these change, as their author has read them; None to change whatever stands."""


class PromotionOpened(PromotionEvent):
    """A promotion has started."""

    available: str
    marketing: str


class TermsAmended(PromotionEvent):
    """The terms were changed after the start."""

    terms: PromotionTerms
    why: str
    approval: str | None = None
    resubmit: bool = False
    """Whether the new terms have to go to the regulator."""


def open_promotion(register: PrizeRegister, command: OpenPromotion) -> PromotionOpened | Refusal:
    """Start a promotion whose terms were lodged in time, from the time that they state."""
    promotion, chapter = of(register, command)
    if command.available is None or command.marketing is None:
        sentence = "Say where the terms can be read, and which advertising refers to them."
        return Refusal(Reason.NOT_PUBLISHED, sentence, chapter.published)
    lodged, starts, closes = promotion.lodged, promotion.terms.starts, promotion.terms.closes
    assert lodged, "the promotion was lodged"
    earliest = max(starts or 0, lodged.sent + chapter.lodging.lead)
    if command.at < earliest:
        sentence = f"The promotion starts at {clock_time(earliest)}."
        return Refusal(Reason.TOO_EARLY, sentence, chapter.lodging.clause)
    if closes is not None and command.at >= closes:
        return Refusal(Reason.TOO_LATE, "The time for entries is over.", chapter.terms_clause)
    return PromotionOpened(promotion=command.promotion, available=command.available, marketing=command.marketing)


def amend_terms(register: PrizeRegister, command: AmendTerms) -> TermsAmended | Refusal:
    """Change the terms as the document demands it after the start."""
    promotion, chapter = of(register, command)
    if refusal := too_many(len(promotion.former), MOST_AMENDMENTS, "amendments", chapter.amending.clause):
        return refusal
    if refusal := changed_meanwhile(promotion, command.written, chapter.amending.clause):
        return refusal
    if refusal := unapproved(register, promotion, command.approval):
        return refusal
    if bad := unwritable(command.terms):
        return Refusal(Reason.BAD_TEXT, bad)
    if refusal := wrong_terms(register, promotion.rules, command.terms) or _fixed(promotion, command, chapter.amending.clause):
        return refusal
    return TermsAmended(
        promotion=command.promotion,
        terms=command.terms,
        why=command.why,
        approval=command.approval,
        resubmit=is_resubmitted(register, promotion),
    )


def unapproved(register: PrizeRegister, promotion: Promotion, approval: str | None) -> Refusal | None:
    """Refuse to change running terms without the approval that one of the documents demands."""
    for chapter in register.chapters_of(promotion):
        if chapter.amending.needs_approval and approval is None:
            sentence = f"The change needs the approval of {chapter.lodging.to}."
            return Refusal(Reason.APPROVAL_NEEDED, sentence, chapter.amending.clause)
    return None


def is_resubmitted(register: PrizeRegister, promotion: Promotion) -> bool:
    """Whether running terms that were changed go to the regulator again."""
    return any(not chapter.amending.needs_approval for chapter in register.chapters_of(promotion))


def _fixed(promotion: Promotion, command: AmendTerms, clause: str) -> Refusal | None:
    """Refuse a change of what has happened already."""
    before, after = promotion.terms, command.terms
    if promotion.draws:
        sentence = "A draw was prepared: the terms cannot be changed any more."
    elif after.starts != before.starts:
        sentence = "The promotion has started: its start cannot be changed."
    elif promotion.stage is Stage.CLOSED and after.closes != before.closes:
        sentence = "Entries are closed: the closing time cannot be changed."
    elif promotion.stage is Stage.OPEN and after.closes is not None and after.closes <= command.at:
        sentence = "Entries cannot close in the past."
    elif after.most < before.most and after.most < (most := max((held for _, held in promotion.held.items()), default=0)):
        sentence = f"Somebody has {most} entries: the terms cannot allow fewer."
    else:
        return None
    return Refusal(Reason.CANNOT_BE_AMENDED, sentence, clause)


def _amend(register: PrizeRegister, event: TermsAmended) -> PrizeRegister:
    since = event.at if event.resubmit else None
    return with_other_terms(register, event.promotion, event.terms, event.at, amended=since)


PRIZE_REGISTER.declare(
    PrizeRow(
        kind=OpenPromotion,
        wish="open it",
        stages=frozenset({Stage.LODGED}),
        while_postponed=False,
        clause=lambda chapter: chapter.lodging.clause,
        decide=open_promotion,
    ),
    PrizeRow(
        kind=AmendTerms,
        wish="amend the terms",
        stages=frozenset({Stage.OPEN, Stage.CLOSED}),
        while_postponed=True,
        clause=lambda chapter: chapter.amending.clause,
        decide=amend_terms,
        two=always_two,
    ),
    PrizeEventRow(
        kind=PromotionOpened,
        apply=lambda register, e: with_promotion(register, e.promotion, stage=Stage.OPEN, opened=e.at),
        tell=lambda _, e: f"{e.by} opened promotion {e.promotion}. The terms: {e.available}; referred to by {e.marketing}.",
        moves_money=False,
        changes=one_promotion,
    ),
    PrizeEventRow(
        kind=TermsAmended,
        apply=_amend,
        tell=lambda register, e: (
            f"{signers(e)} amended the terms of promotion {e.promotion}{because(e.why)}"
            + changed_words(register.promotions[e.promotion].terms, e.terms)
        ),
        moves_money=False,
        changes=one_promotion,
    ),
)
