"""Paying prizes in money, and handing over things. Each prize once."""

from collections.abc import Sequence

import msgspec

from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import PRIZES
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.promotions.fold import PRIZE_REGISTER, PrizeEventRow, PrizeRow, one_promotion, signers
from croupier.promotions.message import PromotionCommand, PromotionEvent
from croupier.promotions.owing import paid_from
from croupier.promotions.refusals import Reason
from croupier.promotions.state import PrizeRegister, PrizeState, PrizeWin, Promotion, Stage, of, with_win
from croupier.rules.outcomes import listed
from croupier.rules.promotions import Fact, PrizeKind, PrizeWay, Promotions


class PrizePart(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A part of a payment."""

    way: PrizeWay
    amount: Cents


class PayPrize(PromotionCommand):
    """Pay the money of a prize to its winner, in one way or in several."""

    prize: int
    parts: tuple[PrizePart, ...]
    chosen: bool = False
    """Whether the winner chose how."""


class GivePrize(PromotionCommand):
    """Hand a prize that is no money over to its winner."""

    prize: int


class PrizePaid(PromotionEvent):
    """The money of a prize was paid to its winner."""

    prize: int
    person: int
    parts: tuple[PrizePart, ...]
    chosen: bool = False
    transfers: tuple[Transfer, ...]


class PrizeGiven(PromotionEvent):
    """A prize was handed over to its winner."""

    prize: int
    person: int
    vouchers: Cents | None = None
    """The value in casino dollars, for which the cage issues a voucher; None for a thing."""


def pay_prize(register: PrizeRegister, command: PayPrize) -> PrizePaid | Refusal:
    """Pay exactly what the winner is owed, as the document allows it."""
    promotion, chapter = of(register, command)
    clause = chapter.payment.clause
    win = _claimed(promotion.wins.get(command.prize), command.prize, chapter.clause_of(Fact.PRESENT))
    if isinstance(win, Refusal):
        return win
    if not win.owed:
        return Refusal(Reason.BAD_AMOUNT, "This prize is no money: hand it over.", clause)
    if refusal := _wrong_way(register.chapters_of(promotion), command.parts):
        return refusal
    if any(part.amount <= 0 for part in command.parts) or sum(part.amount for part in command.parts) != win.owed:
        return Refusal(Reason.BAD_AMOUNT, f"The winner is owed {dollars(win.owed)}, no more and no less.", clause)
    chooses = [each.payment.clause for each in register.chapters_of(promotion) if each.winner_chooses(win.owed)]
    if chooses and not command.chosen:
        sentence = "The winner of so much money chooses how it is paid: record the choice."
        return Refusal(Reason.WINNER_CHOOSES, sentence, chooses[0])
    return PrizePaid(
        promotion=command.promotion,
        prize=command.prize,
        person=win.person,
        parts=command.parts,
        chosen=command.chosen,
        transfers=tuple(Transfer(PRIZES, paid_from(part.way), part.amount) for part in command.parts),
    )


def _wrong_way(chapters: Sequence[Promotions], parts: tuple[PrizePart, ...]) -> Refusal | None:
    """Refuse a way of payment that one of the documents does not allow."""
    for payment in (chapter.payment for chapter in chapters):
        if wrong := [part.way for part in parts if part.way not in payment.ways]:
            ways = listed([way.words for way in payment.ways], "or")
            return Refusal(Reason.WRONG_WAY, f"No prize is paid {wrong[0].words}, only {ways}.", payment.clause)
    return None


def give_prize(register: PrizeRegister, command: GivePrize) -> PrizeGiven | Refusal:
    """Hand over a thing that its winner has claimed."""
    promotion, chapter = of(register, command)
    win = _claimed(promotion.wins.get(command.prize), command.prize, chapter.clause_of(Fact.PRESENT))
    if isinstance(win, Refusal):
        return win
    if win.owed:
        return Refusal(Reason.BAD_AMOUNT, "This prize is money: pay it.", chapter.payment.clause)
    is_dollars = promotion.prize(command.prize).kind is PrizeKind.CASINO_DOLLARS
    vouchers = promotion.value(command.prize) if is_dollars else None
    return PrizeGiven(promotion=command.promotion, prize=command.prize, person=win.person, vouchers=vouchers)


def _claimed(win: PrizeWin | None, prize: int, clause: str) -> PrizeWin | Refusal:
    """The winner who has claimed a prize and waits for it."""
    if win is None or win.state in (PrizeState.WON, PrizeState.FREE, PrizeState.LAPSED):
        return Refusal(Reason.NOT_CLAIMED, f"The winner of prize {prize} has not claimed it.", clause)
    if win.state is PrizeState.PAID:
        return Refusal(Reason.ALREADY_PAID, f"Prize {prize} has been paid or handed over.", clause)
    return win


def _two_for_own_draws(register: PrizeRegister, command: PayPrize | GivePrize) -> str | None:
    """Two people sign when whoever has entered the winner, prepared the draw or held it hands the prize out, too."""
    promotion = register.promotions[command.promotion]
    win = promotion.wins[command.prize]
    if command.by.login not in promotion.hands_in(command.prize):
        return _two_for_who_alone_met(promotion, win, command)
    return f"{command.by.name} has entered the winner, prepared the draw or held it, and would hand out the prize alone."


def _two_for_who_alone_met(promotion: Promotion, win: PrizeWin, command: PayPrize | GivePrize) -> str | None:
    """Two people sign unless somebody else has told the winner, or taken the claim: else the winner may know nothing of it."""
    if promotion.terms.present or {*win.met_by} - {command.by.login}:
        return None
    return f"Nobody but {command.by.name} has told the winner or taken the claim."


def _paid(register: PrizeRegister, event: PrizePaid | PrizeGiven) -> PrizeRegister:
    win = register.promotions[event.promotion].wins[event.prize]
    assert win.state is PrizeState.CLAIMED, "a prize is paid once"
    return with_win(register, event.promotion, event.prize, state=PrizeState.PAID, owed=Cents(0))


PRIZE_REGISTER.declare(
    PrizeRow(
        kind=PayPrize,
        wish="pay a prize",
        stages=frozenset({Stage.CLOSED}),
        while_postponed=False,
        clause=lambda chapter: chapter.payment.clause,
        decide=pay_prize,
        two=_two_for_own_draws,
    ),
    PrizeRow(
        kind=GivePrize,
        wish="hand a prize over",
        stages=frozenset({Stage.CLOSED}),
        while_postponed=False,
        clause=lambda chapter: chapter.clause_of(Fact.PRESENT),
        decide=give_prize,
        two=_two_for_own_draws,
    ),
    PrizeEventRow(
        kind=PrizePaid,
        apply=_paid,
        tell=lambda _, e: (
            f"{signers(e)} paid prize {e.prize} of promotion {e.promotion} to person {e.person}: "
            + listed([f"{dollars(part.amount)} {part.way.words}" for part in e.parts], "and")
            + "."
        ),
        moves_money=True,
        changes=one_promotion,
    ),
    PrizeEventRow(
        kind=PrizeGiven,
        apply=_paid,
        tell=lambda _, e: (
            f"{signers(e)} handed prize {e.prize} of promotion {e.promotion} over to person {e.person}"
            + (f": a voucher for {dollars(e.vouchers)}." if e.vouchers else ".")
        ),
        moves_money=False,
        changes=one_promotion,
    ),
)
