"""Disputes about the terms: the operator decides, and advises whoever is not satisfied of the right to complain."""

from collections.abc import Callable

from msgspec.structs import replace

from croupier.facts.refusal import Refusal
from croupier.promotions.fold import (
    ANY_STAGE,
    PRIZE_REGISTER,
    STANDS,
    UNFINISHED,
    PrizeEventRow,
    PrizeRow,
    because,
    one_promotion,
    signers,
)
from croupier.promotions.message import PromotionCommand, PromotionEvent
from croupier.promotions.refusals import Reason
from croupier.promotions.state import (
    MOST_FILES,
    PrizeDispute,
    PrizeRegister,
    PrizeState,
    PrizeWin,
    Promotion,
    Stage,
    no_person,
    no_prize,
    of,
    too_many,
    with_promotion,
)
from croupier.rules.promotions import Promotions


class RaisePrizeDispute(PromotionCommand):
    """Open a file about a dispute over the terms of a promotion."""

    about: str
    person: int | None = None


class DecidePrizeDispute(PromotionCommand):
    """Decide a dispute. The decision of the operator is final."""

    dispute: int
    """The disputes of a promotion are counted from 1."""
    decision: str
    satisfied: bool
    """Whether the person is satisfied with it."""
    prize: int | None = None
    """The prize that its winner keeps or gets back by the decision; None if it does not decide for a winner."""


class AdviseClaimant(PromotionCommand):
    """Record that a person who is not satisfied was advised of the right to complain to an inspector."""

    dispute: int
    how: str


class PrizeDisputeRaised(PromotionEvent):
    """Somebody disputes something about a promotion."""

    about: str
    person: int | None = None


class PrizeDisputeDecided(PromotionEvent):
    """The operator decided a dispute."""

    dispute: int
    decision: str
    satisfied: bool
    prize: int | None = None
    """The prize that its winner keeps or gets back."""
    entry: str | None = None
    """The entry that has won that prize."""


class ClaimantAdvised(PromotionEvent):
    """A person was advised of the right to complain to an inspector."""

    dispute: int
    how: str


def raise_dispute(register: PrizeRegister, command: RaisePrizeDispute) -> PrizeDisputeRaised | Refusal:
    """Open a file."""
    promotion, chapter = of(register, command)
    if refusal := too_many(len(promotion.disputes), MOST_FILES, "disputes", chapter.disputes):
        return refusal
    if command.person is not None and (refusal := no_person(register, command.person)):
        return refusal
    return PrizeDisputeRaised(promotion=command.promotion, about=command.about, person=command.person)


def _waiting(promotion: Promotion, dispute: int, clause: str, waits: Callable[[PrizeDispute], bool]) -> Refusal | None:
    """Refuse a dispute that does not wait for this."""
    if 1 <= dispute <= len(promotion.disputes) and waits(promotion.disputes[dispute - 1]):
        return None
    return Refusal(Reason.UNKNOWN_FILE, f"No dispute {dispute} waits for that.", clause)


def decide_dispute(register: PrizeRegister, command: DecidePrizeDispute) -> PrizeDisputeDecided | Refusal:
    """Decide a dispute once. If it is for the winner of a prize, it names the prize, which goes to nobody else after it."""
    promotion, chapter = of(register, command)
    if refusal := _waiting(promotion, command.dispute, chapter.disputes, lambda file: file.decision is None):
        return refusal
    win = None if command.prize is None else _kept(promotion, command.dispute, command.prize, chapter.disputes)
    if isinstance(win, Refusal):
        return win
    return PrizeDisputeDecided(
        promotion=command.promotion,
        dispute=command.dispute,
        decision=command.decision,
        satisfied=command.satisfied,
        prize=command.prize,
        entry=win and win.entry,
    )


def _two_for_the_winner(_: PrizeRegister, command: DecidePrizeDispute) -> str | None:
    """Two people sign that a prize stays with its winner: nobody refuses it or draws it again after that."""
    return None if command.prize is None else "The prize stays with its winner for good."


def _kept(promotion: Promotion, dispute: int, prize: int, clause: str) -> PrizeWin | Refusal:
    """The win that a dispute can be decided for."""
    if refusal := no_prize(promotion, prize, clause):
        return refusal
    if promotion.stage not in UNFINISHED:
        return Refusal(
            Reason.WRONG_STAGE, f"{STANDS[promotion.stage]}: nobody gets prize {prize} back. Decide it without.", clause
        )
    win = promotion.wins.get(prize)
    if win is None:
        return Refusal(Reason.NOT_WON, f"Nobody has won prize {prize}.", clause)
    if promotion.pending and prize in promotion.pending.prizes:
        sentence = f"Another draw of prize {prize} was prepared: it goes to another entry."
        return Refusal(Reason.DRAW_PENDING, sentence, clause)
    if not may_be_about(promotion.disputes[dispute - 1], win):
        sentence = f"Somebody else than the person of dispute {dispute} has won prize {prize}."
        return Refusal(Reason.NOT_THE_WINNER, sentence, clause)
    return win


def may_be_about(file: PrizeDispute, win: PrizeWin) -> bool:
    """Whether a dispute may be that of the winner of a prize."""
    return file.person in (None, win.person)


def decided_for_winner(promotion: Promotion, prize: int) -> int | None:
    """The last dispute that was decided for whoever has won a prize; None if there is none. The decision is final."""
    win = promotion.wins.get(prize)
    for number, file in reversed([*enumerate(promotion.disputes, 1)]):
        if win and (file.prize, file.entry) == (prize, win.entry):
            return number
    return None


def advise_complaint(register: PrizeRegister, command: AdviseClaimant) -> ClaimantAdvised | Refusal:
    """Advise a person who is not satisfied, once."""
    promotion, chapter = of(register, command)
    if refusal := _waiting(promotion, command.dispute, chapter.disputes, is_unadvised):
        return refusal
    return ClaimantAdvised(promotion=command.promotion, dispute=command.dispute, how=command.how)


def is_unadvised(file: PrizeDispute) -> bool:
    """Whether the person is not satisfied and was not advised of the right to complain."""
    return file.decision is not None and not file.satisfied and file.advised is None


def _open(register: PrizeRegister, event: PrizeDisputeRaised) -> PrizeRegister:
    files = register.promotions[event.promotion].disputes
    file = PrizeDispute(about=event.about, at=event.at, person=event.person)
    return with_promotion(register, event.promotion, disputes=(*files, file))


def _changed(register: PrizeRegister, promotion: int, dispute: int, **changes: object) -> PrizeRegister:
    files = [*register.promotions[promotion].disputes]
    files[dispute - 1] = replace(files[dispute - 1], **changes)
    return with_promotion(register, promotion, disputes=tuple(files))


def _decide(register: PrizeRegister, event: PrizeDisputeDecided) -> PrizeRegister:
    decided = {name: getattr(event, name) for name in ("decision", "satisfied", "prize", "entry")}
    return _changed(register, event.promotion, event.dispute, decided=event.at, **decided)


def in_dispute(promotion: Promotion, chapter: Promotions, prize: int, win: PrizeWin) -> Refusal | None:
    """Refuse to draw a prize again that is in dispute, or that a dispute has left to its winner."""
    if decided := decided_for_winner(promotion, prize):
        back = " Give it back to its winner." if win.state is PrizeState.FREE else ""
        sentence = f"Dispute {decided} was decided for the winner of prize {prize}: it is not drawn again.{back}"
        return Refusal(Reason.DECIDED_FOR_WINNER, sentence, chapter.disputes)
    for number, file in enumerate(promotion.disputes, 1):
        if file.decision is None and may_be_about(file, win):
            sentence = f"Dispute {number} is not decided, and prize {prize} may be that of its winner: decide it first."
            return Refusal(Reason.STILL_WON, sentence, chapter.disputes)
    return None


PRIZE_REGISTER.declare(
    PrizeRow(
        kind=RaisePrizeDispute,
        wish="dispute it",
        stages=frozenset({Stage.OPEN, Stage.CLOSED, Stage.ENDED, Stage.CANCELLED}),
        while_postponed=True,
        clause=lambda chapter: chapter.disputes,
        decide=raise_dispute,
    ),
    PrizeRow(
        kind=DecidePrizeDispute,
        wish="decide a dispute",
        stages=ANY_STAGE,
        while_postponed=True,
        clause=lambda chapter: chapter.disputes,
        decide=decide_dispute,
        two=_two_for_the_winner,
    ),
    PrizeRow(
        kind=AdviseClaimant,
        wish="advise of the right to complain",
        stages=ANY_STAGE,
        while_postponed=True,
        clause=lambda chapter: chapter.disputes,
        decide=advise_complaint,
    ),
    PrizeEventRow(
        kind=PrizeDisputeRaised,
        apply=_open,
        tell=lambda _, e: f"{e.by} opened a dispute about promotion {e.promotion}{because(e.about)}",
        moves_money=False,
        changes=one_promotion,
    ),
    PrizeEventRow(
        kind=PrizeDisputeDecided,
        apply=_decide,
        tell=lambda _, e: (
            f"{signers(e)} decided dispute {e.dispute} about promotion {e.promotion}{because(e.decision)}"
            + (f" Entry {e.entry} keeps prize {e.prize} or gets it back." if e.prize else "")
        ),
        moves_money=False,
        changes=one_promotion,
    ),
    PrizeEventRow(
        kind=ClaimantAdvised,
        apply=lambda register, e: _changed(register, e.promotion, e.dispute, advised=e.how),
        tell=lambda _, e: (
            f"{e.by} advised the person of dispute {e.dispute} about promotion {e.promotion} of the right to complain"
            f"{because(e.how)}"
        ),
        moves_money=False,
        changes=one_promotion,
    ),
)
