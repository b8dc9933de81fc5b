"""Telling winners that they have won, by a method that the document lists and the terms name.

A prize lapses, and is drawn again, only if its winner was told: `was_told` is the one rule. Notices are due until then, and
what is due keeps a promotion from its end.
"""

from collections.abc import Sequence

from croupier.facts.refusal import Refusal
from croupier.promotions.fold import PRIZE_REGISTER, PrizeEventRow, PrizeRow, days, one_promotion
from croupier.promotions.message import PromotionCommand, PromotionEvent
from croupier.promotions.refusals import Reason
from croupier.promotions.state import (
    MOST_FILES,
    Attempt,
    PrizeRegister,
    PrizeState,
    PrizeWin,
    Promotion,
    Stage,
    of,
    too_many,
    with_win,
)
from croupier.rules.moments import DAY, HOUR
from croupier.rules.outcomes import listed
from croupier.rules.promotions import Fact

APART = 12 * HOUR
"""Two attempts in vain are enough if they are at least so far apart: somebody who cannot be reached now may be reached then."""


class NotifyWinner(PromotionCommand):
    """Record an attempt to tell the winner of a prize."""

    prize: int
    method: str
    reached: bool
    """Whether the winner knows now."""


class WinnerNotified(PromotionEvent):
    """Somebody tried to tell the winner of a prize."""

    prize: int
    method: str
    reached: bool
    more_days: int = 0
    """By how many days the prize can be claimed longer, because the winner was told late."""


def was_told(promotion: Promotion, win: PrizeWin) -> bool:
    """Whether a winner was reached, or had to be present, or was tried to be told twice with half a day between."""
    return promotion.terms.present is True or _is_enough(win.attempts)


def _is_enough(attempts: Sequence[Attempt]) -> bool:
    return any(each.reached for each in attempts) or (bool(attempts) and attempts[-1].at - attempts[0].at >= APART)


def claims_are_over(promotion: Promotion, win: PrizeWin, at: int) -> bool:
    """Whether a prize cannot be claimed any more. Nobody loses a prize of which they were not told."""
    return at > win.claim_by and was_told(promotion, win)


def still_to_tell(prize: int, win: PrizeWin) -> str:
    """What has to be done before a winner who was not told loses a prize."""
    more = f": try again, {APART // HOUR} hours or more after the first attempt" if win.attempts else ""
    return f"The winner of prize {prize} has to be told{more}."


def notify_winner(register: PrizeRegister, command: NotifyWinner) -> WinnerNotified | Refusal:
    """Record an attempt, also one that comes late."""
    promotion, chapter = of(register, command)
    clause, win = chapter.telling.clause, promotion.wins.get(command.prize)
    if win is None or not win.is_open:
        return Refusal(Reason.NOT_WON, f"Nobody waits for prize {command.prize}.", clause)
    if refusal := too_many(len(win.attempts), MOST_FILES, "attempts to tell this winner", clause):
        return refusal
    method = chapter.method(command.method)
    if method is None:
        methods = listed([each.id for each in chapter.telling.methods], "or")
        sentence = f"A winner is not told by '{command.method}', but by {methods}."
        return Refusal(Reason.UNKNOWN_METHOD, sentence, clause)
    if promotion.terms.notice and method.id not in promotion.terms.notice:
        sentence = f"The terms say that winners are told by {listed(promotion.terms.notice, 'or')}, and not by {method.id}."
        return Refusal(Reason.UNKNOWN_METHOD, sentence, chapter.clause_of(Fact.NOTICE))
    return WinnerNotified(
        promotion=command.promotion,
        prize=command.prize,
        method=method.id,
        reached=command.reached,
        more_days=_more_days(promotion, win, Attempt(command.at, method.id, command.reached)),
    )


def _more_days(promotion: Promotion, win: PrizeWin, made: Attempt) -> int:
    """How many days longer a winner who is told late can claim the prize: for as many days as the terms give, from then on.

    It is late after the days for telling: if the winner is reached then for the first time, or enough was tried only then.
    """
    known = any(each.reached for each in win.attempts)
    is_new = not known if made.reached else not _is_enough(win.attempts) and _is_enough((*win.attempts, made))
    if promotion.terms.present or made.at <= win.tell_by or not is_new or win.state is not PrizeState.WON:
        return 0
    ends = made.at + (promotion.terms.claim_days or 0) * DAY
    return max(0, -((win.claim_by - ends) // DAY))


def _attempt(register: PrizeRegister, event: WinnerNotified) -> PrizeRegister:
    win = register.promotions[event.promotion].wins[event.prize]
    attempts = (*win.attempts, Attempt(event.at, event.method, event.reached))
    claim_by = win.claim_by + event.more_days * DAY
    met_by = (*win.met_by, event.by.login) if event.reached else win.met_by
    return with_win(register, event.promotion, event.prize, attempts=attempts, claim_by=claim_by, met_by=met_by)


PRIZE_REGISTER.declare(
    PrizeRow(
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
            f"by {e.method}." + (f" It can be claimed {days(e.more_days)} longer." if e.more_days else "")
        ),
        moves_money=False,
        changes=one_promotion,
    ),
)
