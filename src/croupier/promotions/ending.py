"""The end of a promotion."""

from croupier.ledger.book import Transfer
from croupier.promotions.due import dues_of
from croupier.promotions.integrity import without_winners
from croupier.promotions.message import PromotionCommand, PromotionEvent
from croupier.promotions.owing import taken_back
from croupier.promotions.refusals import PrizeReason, PrizeRefusal
from croupier.promotions.rows import PrizeCommandRow, PrizeEventRow, because, declare, one_promotion
from croupier.promotions.state import PrizeRegister, PrizeState, Stage, of, with_promotion
from croupier.rules.moments import clock_time
from croupier.rules.promotions import Fact


class EndPromotion(PromotionCommand, frozen=True, kw_only=True, tag=True):
    """End a promotion. Prizes that nobody has claimed in time lapse."""

    why: str


class PromotionEnded(PromotionEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A promotion is over."""

    why: str
    transfers: tuple[Transfer, ...] = ()


def end_promotion(register: PrizeRegister, command: EndPromotion) -> PromotionEnded | PrizeRefusal:
    """End a promotion once nothing is open but prizes that nobody claimed in time."""
    promotion, chapter = of(register, command)
    clause = chapter.clause_of(Fact.PRESENT)
    if any(win.state is PrizeState.CLAIMED for win in promotion.wins.values()):
        return PrizeRefusal(PrizeReason.STILL_OPEN, "A prize was claimed and waits to be paid or handed over.", clause)
    for prize, win in promotion.wins.items():
        if win.state is PrizeState.WON and command.at <= win.claim_by:
            sentence = f"The winner of prize {prize} can claim it until {clock_time(win.claim_by)}."
            return PrizeRefusal(PrizeReason.STILL_OPEN, sentence, clause)
    if promotion.pending or len(promotion.wins) < len(promotion.terms.prizes):
        sentence = "There are prizes to draw."
        return PrizeRefusal(PrizeReason.STILL_OPEN, sentence, chapter.clause_of(Fact.DRAWN))
    if any(file.decision is None for file in promotion.disputes):
        return PrizeRefusal(PrizeReason.STILL_OPEN, "A dispute waits for a decision.", chapter.disputes)
    if found := dues_of(chapter, promotion, command.at):
        return PrizeRefusal(PrizeReason.STILL_OPEN, found[0].sentence, found[0].clause)
    owed = taken_back(win.owed for win in promotion.wins.values())
    return PromotionEnded(promotion=command.promotion, why=command.why, transfers=owed)


def _end(register: PrizeRegister, event: PromotionEnded) -> PrizeRegister:
    wins = without_winners(register.promotions[event.promotion])
    return with_promotion(register, event.promotion, stage=Stage.ENDED, wins=wins, ended=event.at)


declare(
    PrizeCommandRow(
        kind=EndPromotion,
        wish="end it",
        stages=frozenset({Stage.CLOSED}),
        while_postponed=False,
        clause=lambda chapter: chapter.clause_of(Fact.PRESENT),
        decide=end_promotion,
    ),
    PrizeEventRow(
        kind=PromotionEnded,
        apply=_end,
        tell=lambda _, e: f"{e.by} ended promotion {e.promotion}{because(e.why)}",
        moves_money=True,
        changes=one_promotion,
    ),
)
