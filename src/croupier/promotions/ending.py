"""The end of a promotion."""

from croupier.facts.refusal import Refusal
from croupier.ledger.book import Transfer
from croupier.promotions.disputes import decided_for_winner
from croupier.promotions.due import dues_of
from croupier.promotions.fold import PRIZE_REGISTER, PrizeEventRow, PrizeRow, because, one_promotion, signers
from croupier.promotions.integrity import LapsedPrize, lapsing, told_lapsed, without_winners
from croupier.promotions.message import PromotionCommand, PromotionEvent
from croupier.promotions.owing import taken_back
from croupier.promotions.refusals import Reason
from croupier.promotions.reinstatement import decided_too_late
from croupier.promotions.state import PrizeNotice, PrizeRegister, PrizeState, Promotion, Stage, of, with_promotion
from croupier.rules.moments import clock_time
from croupier.rules.promotions import Fact


class EndPromotion(PromotionCommand):
    """End a promotion. Prizes that nobody has claimed in time lapse, and those for which no entry was left."""

    why: str


class PromotionEnded(PromotionEvent):
    """A promotion is over."""

    why: str
    lapsed: tuple[LapsedPrize, ...] = ()
    """The prizes that nobody gets. The inspector has to be told."""
    transfers: tuple[Transfer, ...] = ()


def end_promotion(register: PrizeRegister, command: EndPromotion) -> PromotionEnded | Refusal:
    """End a promotion once nothing is open but prizes that nobody claimed in time."""
    promotion, chapter = of(register, command)
    clause = chapter.clause_of(Fact.PRESENT)
    if any(win.state is PrizeState.CLAIMED for win in promotion.wins.values()):
        return Refusal(Reason.STILL_OPEN, "A prize was claimed and waits to be paid or handed over.", clause)
    for prize, win in promotion.wins.items():
        if win.state is PrizeState.WON and command.at <= win.claim_by:
            sentence = f"The winner of prize {prize} can claim it until {clock_time(win.claim_by)}."
            return Refusal(Reason.STILL_OPEN, sentence, clause)
    if promotion.pending or (promotion.undrawn and promotion.left(1)):
        sentence = "There are prizes to draw."
        return Refusal(Reason.STILL_OPEN, sentence, chapter.clause_of(Fact.DRAWN))
    if any(file.decision is None for file in promotion.disputes):
        return Refusal(Reason.STILL_OPEN, "A dispute waits for a decision.", chapter.disputes)
    for prize, win in promotion.wins.items():
        is_lost = win.state is PrizeState.FREE or decided_too_late(promotion, prize)
        if is_lost and (decided := decided_for_winner(promotion, prize)):
            sentence = f"Dispute {decided} was decided for the winner of prize {prize}: give it back to its winner first."
            return Refusal(Reason.DECIDED_FOR_WINNER, sentence, chapter.disputes)
    if found := dues_of(register.chapters_of(promotion), promotion, command.at):
        return Refusal(Reason.STILL_OPEN, found[0].sentence, found[0].clause)
    owed = taken_back(win.owed for win in promotion.wins.values())
    return PromotionEnded(promotion=command.promotion, why=command.why, lapsed=_lapsing(promotion), transfers=owed)


def _two_for_lapsing(register: PrizeRegister, command: EndPromotion) -> str | None:
    """Two people sign that a prize goes to nobody."""
    return told_lapsed(_lapsing(register.promotions[command.promotion])) or None


def _lapsing(promotion: Promotion) -> tuple[LapsedPrize, ...]:
    """The prizes that nobody gets: those that wait in vain for a winner, and those that no entry was left to win."""
    undrawn = (LapsedPrize(prize, None, promotion.value(prize), refused=False) for prize in promotion.undrawn)
    return *lapsing(promotion), *undrawn


def _end(register: PrizeRegister, event: PromotionEnded) -> PrizeRegister:
    promotion = register.promotions[event.promotion]
    lapsed = [PrizeNotice(f"prize {each.prize} has lapsed", event.why, event.at) for each in event.lapsed]
    return with_promotion(
        register,
        event.promotion,
        stage=Stage.ENDED,
        wins=without_winners(promotion),
        notices=(*promotion.notices, *lapsed),
        ended=event.at,
    )


PRIZE_REGISTER.declare(
    PrizeRow(
        kind=EndPromotion,
        wish="end it",
        stages=frozenset({Stage.CLOSED}),
        while_postponed=False,
        clause=lambda chapter: chapter.clause_of(Fact.PRESENT),
        decide=end_promotion,
        two=_two_for_lapsing,
    ),
    PrizeEventRow(
        kind=PromotionEnded,
        apply=_end,
        tell=lambda _, e: " ".join(
            filter(None, (f"{signers(e)} ended promotion {e.promotion}{because(e.why)}", told_lapsed(e.lapsed)))
        ),
        moves_money=True,
        changes=one_promotion,
    ),
)
