"""Reinstating a winner whose claim was refused wrongly, as the decision of a dispute may have it."""

from croupier.facts.refusal import Refusal
from croupier.ledger.book import Transfer
from croupier.promotions.disputes import decided_for_winner
from croupier.promotions.fold import PRIZE_REGISTER, PrizeEventRow, PrizeRow, always_two, because, days, one_promotion, signers
from croupier.promotions.message import PromotionCommand, PromotionEvent
from croupier.promotions.owing import made_owed
from croupier.promotions.refusals import Reason
from croupier.promotions.state import PrizeRegister, PrizeState, Promotion, Stage, no_prize, of, with_win
from croupier.rules.moments import DAY


class ReinstateWinner(PromotionCommand):
    """Give a prize back to the winner who was refused it, as long as it was not drawn again.

    So is one that could not be claimed any more when a dispute was decided for its winner.
    """

    prize: int
    why: str


class WinnerReinstated(PromotionEvent):
    """A prize waits again for the winner who had been refused it."""

    prize: int
    why: str
    more_days: int = 0
    """By how many days the prize can be claimed longer, because it could not be claimed meanwhile."""
    transfers: tuple[Transfer, ...] = ()


def reinstate_winner(register: PrizeRegister, command: ReinstateWinner) -> WinnerReinstated | Refusal:
    """Give a prize back. It can be claimed for as many days as the terms give, from now on."""
    promotion, chapter = of(register, command)
    clause = chapter.disputes
    if refusal := no_prize(promotion, command.prize, clause):
        return refusal
    win = promotion.wins.get(command.prize)
    was_refused = any(claim.prize == command.prize for claim in promotion.refused)
    came_late = win is not None and decided_too_late(promotion, command.prize)
    if win and win.state is not PrizeState.FREE and was_refused and not came_late:
        sentence = f"Prize {command.prize} was drawn again after its winner was refused it: another entry has won it."
        return Refusal(Reason.NOT_WON, sentence, clause)
    if win is None or (win.state is not PrizeState.FREE and not came_late):
        return Refusal(Reason.NOT_WON, f"No winner was refused prize {command.prize}.", clause)
    if promotion.pending and command.prize in promotion.pending.prizes:
        sentence = f"Another draw of prize {command.prize} was prepared: it goes to another entry."
        return Refusal(Reason.DRAW_PENDING, sentence, clause)
    ends = command.at + (promotion.terms.claim_days or 0) * DAY
    return WinnerReinstated(
        promotion=command.promotion,
        prize=command.prize,
        why=command.why,
        more_days=max(0, -((win.claim_by - ends) // DAY)),
        transfers=made_owed(promotion.money(command.prize) - win.owed),
    )


def decided_too_late(promotion: Promotion, prize: int) -> bool:
    """Whether a dispute was decided for the winner of a prize who could not claim it any more."""
    win, decided = promotion.wins[prize], decided_for_winner(promotion, prize)
    if decided is None or win.state is not PrizeState.WON:
        return False
    return (promotion.disputes[decided - 1].decided or 0) > win.claim_by


def _reinstate(register: PrizeRegister, event: WinnerReinstated) -> PrizeRegister:
    promotion = register.promotions[event.promotion]
    claim_by = promotion.wins[event.prize].claim_by + event.more_days * DAY
    owed = promotion.money(event.prize)
    return with_win(register, event.promotion, event.prize, state=PrizeState.WON, owed=owed, claim_by=claim_by)


PRIZE_REGISTER.declare(
    PrizeRow(
        kind=ReinstateWinner,
        wish="give a prize back to its winner",
        stages=frozenset({Stage.CLOSED}),
        while_postponed=False,
        clause=lambda chapter: chapter.disputes,
        decide=reinstate_winner,
        two=always_two,
    ),
    PrizeEventRow(
        kind=WinnerReinstated,
        apply=_reinstate,
        tell=lambda _, e: (
            f"{signers(e)} gave prize {e.prize} of promotion {e.promotion} back to its winner{because(e.why)}"
            + (f" It can be claimed {days(e.more_days)} longer." if e.more_days else "")
        ),
        moves_money=True,
        changes=one_promotion,
    ),
)
