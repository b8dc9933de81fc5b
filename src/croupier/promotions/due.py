"""What the clocks of the chapter demand: what is due by when, and what is overdue."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

import msgspec

from croupier.promotions.disputes import is_unadvised
from croupier.promotions.notifying import still_to_tell, was_told
from croupier.promotions.state import PrizeRegister, PrizeState, Promotion, Stage
from croupier.rules.moments import HOUR
from croupier.rules.outcomes import listed
from croupier.rules.promotions import Fact, Integrity, Promotions

ON_TIME = HOUR
"""How long after the time of the terms entries are closed and prizes are drawn in time: neither can be done before it."""


class DueKind(StrEnum):
    """What is due."""

    LODGEMENT = "lodgement"
    RESUBMISSION = "resubmission"
    CLOSING = "closing"
    DRAW = "draw"
    NOTICE = "notice"
    REASONS = "reasons"
    ADVICE = "advice"
    INSPECTOR = "inspector"


class PrizeDue(msgspec.Struct, frozen=True, gc=False):
    """Something that a document demands of a promotion."""

    promotion: int
    title: str
    """Of the promotion."""
    kind: DueKind
    clause: str
    by: int
    """The time until which it has to be done. What has to be done at once, or as soon as possible, is overdue from then on."""
    overdue: bool
    sentence: str


def dues(register: PrizeRegister, at: int) -> tuple[PrizeDue, ...]:
    """Everything that is due or overdue at a time, the most urgent first. Chapters of other versions demand nothing here."""
    known = [each for each in register.promotions.values() if each.rules in register.chapters]
    found = [due for promotion in known for due in dues_of(register.chapters_of(promotion), promotion, at)]
    return tuple(sorted(found, key=lambda due: (due.by, due.promotion)))


def dues_of(chapters: Sequence[Promotions], promotion: Promotion, at: int) -> tuple[PrizeDue, ...]:
    """What the chapters to which a promotion keeps, its own first, demand of it at a time."""
    chapter = chapters[0]
    every = (
        *_regulator(chapters, promotion),
        *_play(chapter, promotion),
        *_winners(chapter, promotion, at),
        *_claimants(chapter, promotion),
    )
    number, title = promotion.number, promotion.terms.title
    return tuple(PrizeDue(number, title, kind, clause, by, at > by, sentence) for kind, clause, by, sentence in every)


Found = tuple[DueKind, str, int, str]


def regulators_of(chapters: Sequence[Promotions]) -> list[str]:
    """To whom terms go before the start, each once."""
    return list(dict.fromkeys(each.lodging.to for each in chapters))


def soonest_told(chapters: Sequence[Promotions]) -> Integrity:
    """How soon the inspector is told of a promotion: as the strictest of its documents has it."""
    return min((each.integrity for each in chapters), key=lambda each: each.hours)


def _regulator(chapters: Sequence[Promotions], promotion: Promotion) -> Iterator[Found]:
    """What the regulator and the inspector have to be told."""
    lodging, integrity = chapters[0].lodging, soonest_told(chapters)
    starts = promotion.terms.starts
    if promotion.stage is Stage.DRAFT and starts is not None:
        to = listed(regulators_of(chapters), "and")
        sentence = f"The terms have to go to {to} {lodging.hours} hours before the start."
        yield DueKind.LODGEMENT, lodging.clause, starts - lodging.lead, sentence
    if promotion.amended is not None:
        again = next((each for each in chapters if not each.amending.needs_approval), chapters[0])
        sentence = f"The amended terms have to go to {again.lodging.to} as soon as possible."
        yield DueKind.RESUBMISSION, again.amending.clause, promotion.amended, sentence
    for notice in promotion.notices:
        if notice.told is None:
            within = f"within {integrity.hours} hours" if integrity.hours else "immediately"
            sentence = f"Tell {integrity.to} {within} that {notice.about}."
            yield DueKind.INSPECTOR, integrity.clause, notice.at + integrity.hours * HOUR, sentence


def _play(chapter: Promotions, promotion: Promotion) -> Iterator[Found]:
    """What the terms have promised."""
    if promotion.postponed:
        return
    terms = promotion.terms
    if promotion.stage is Stage.OPEN and terms.closes is not None:
        yield DueKind.CLOSING, chapter.clause_of(Fact.CLOSES), terms.closes + ON_TIME, "Entries have to be closed."
    is_closed = promotion.stage is Stage.CLOSED
    is_first = is_closed and bool(promotion.undrawn) and promotion.left(1) > 0
    if is_closed and terms.drawn is not None and (is_first or promotion.pending):
        since = terms.drawn if is_first or not promotion.pending else max(terms.drawn, promotion.pending.fixed)
        yield DueKind.DRAW, chapter.clause_of(Fact.DRAWN), since + ON_TIME, "The prizes have to be drawn."


def _winners(chapter: Promotions, promotion: Promotion, at: int) -> Iterator[Found]:
    """Winners who need not be present, and neither were told nor have claimed. Attempts are enough once the time is over."""
    if promotion.terms.present:
        return
    for prize, win in promotion.wins.items():
        reached = any(attempt.reached for attempt in win.attempts)
        if win.state is PrizeState.WON and not reached and not (was_told(promotion, win) and at > win.tell_by):
            yield DueKind.NOTICE, chapter.telling.clause, win.tell_by, still_to_tell(prize, win)


def _claimants(chapter: Promotions, promotion: Promotion) -> Iterator[Found]:
    """Whoever was refused a prize, or is not satisfied with a decision."""
    for number, claim in enumerate(promotion.refused, 1):
        if claim.told is None:
            sentence = f"The claimant of refusal {number} has to be told the reasons as soon as practicable."
            yield DueKind.REASONS, chapter.refusing.clause, claim.at, sentence
    for number, file in enumerate(promotion.disputes, 1):
        if is_unadvised(file):
            sentence = f"The person of dispute {number} has to be advised of the right to complain."
            yield DueKind.ADVICE, chapter.disputes, file.decided or file.at, sentence
