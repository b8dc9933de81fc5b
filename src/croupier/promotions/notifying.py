"""Telling winners that they have won, by a method that the document lists."""

from croupier.promotions.message import PromotionCommand, PromotionEvent
from croupier.promotions.refusals import PrizeReason, PrizeRefusal
from croupier.promotions.rows import PrizeCommandRow, PrizeEventRow, declare, one_promotion
from croupier.promotions.state import MOST_FILES, Attempt, PrizeRegister, Stage, of, too_many, with_win
from croupier.rules.outcomes import listed


class NotifyWinner(PromotionCommand, frozen=True, kw_only=True, tag=True):
    """Record an attempt to tell the winner of a prize."""

    prize: int
    method: str
    reached: bool
    """Whether the winner knows now."""


class WinnerNotified(PromotionEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Somebody tried to tell the winner of a prize."""

    prize: int
    method: str
    reached: bool


def notify_winner(register: PrizeRegister, command: NotifyWinner) -> WinnerNotified | PrizeRefusal:
    """Record an attempt, also one that comes late."""
    promotion, chapter = of(register, command)
    clause, win = chapter.telling.clause, promotion.wins.get(command.prize)
    if win is None or not win.is_open:
        return PrizeRefusal(PrizeReason.NOT_WON, f"Nobody waits for prize {command.prize}.", clause)
    if refusal := too_many(len(win.attempts), MOST_FILES, "attempts to tell this winner", clause):
        return refusal
    method = chapter.method(command.method)
    if method is None:
        methods = listed([each.id for each in chapter.telling.methods], "or")
        sentence = f"A winner is not told by '{command.method}', but by {methods}."
        return PrizeRefusal(PrizeReason.UNKNOWN_METHOD, sentence, clause)
    return WinnerNotified(promotion=command.promotion, prize=command.prize, method=method.id, reached=command.reached)


def _attempt(register: PrizeRegister, event: WinnerNotified) -> PrizeRegister:
    attempts = register.promotions[event.promotion].wins[event.prize].attempts
    made = Attempt(event.at, event.method, event.reached)
    return with_win(register, event.promotion, event.prize, attempts=(*attempts, made))


declare(
    PrizeCommandRow(
        kind=NotifyWinner,
        wish="tell a winner",
        stages=frozenset({Stage.CLOSED}),
        while_postponed=True,
        clause=lambda chapter: chapter.telling.clause,
        decide=notify_winner,
    ),
    PrizeEventRow(
        kind=WinnerNotified,
        apply=_attempt,
        tell=lambda _, e: (
            f"{e.by} {'told' if e.reached else 'tried to tell'} the winner of prize {e.prize} of promotion {e.promotion} "
            f"by {e.method}."
        ),
        moves_money=False,
        changes=one_promotion,
    ),
)
