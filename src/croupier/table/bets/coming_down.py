"""The part of a bet that comes down: its commission, what is left, and what cannot come down."""

from croupier.money import Cents, dollars
from croupier.rules.offer import Offer
from croupier.rules.terms import Refund, Span
from croupier.table.core.bet import Bet, Fresh
from croupier.table.core.state import Table


def refund_on(offer: Offer, bet: Bet, fresh: Fresh, amount: int) -> int:
    """The commission to return for an amount that comes down."""
    if offer.commission is None or offer.commission.refund is Refund.NONE:
        return 0
    if offer.commission.refund is Refund.IN_PROPORTION:
        return bet.commission * amount // bet.stake
    return fresh.commission_on(amount)


def commission_on(offer: Offer, bet: Bet, fresh: Fresh, amount: int) -> int:
    """The commission to take off the bet for an amount that comes down, whether it is returned or kept."""
    if offer.commission is None or offer.commission.refund is Refund.IN_PROPORTION:
        return bet.commission * amount // bet.stake
    older = amount - min(amount, fresh.stake)
    held, stake = bet.commission - fresh.commission, bet.stake - fresh.stake
    return fresh.commission_on(amount) + (held * older // stake if older else 0)


def fresh_left(fresh: Fresh, amount: int) -> tuple[Cents, Cents]:
    """The stake and commission of the fresh part that are left. The fresh part comes down first."""
    left = max(0, fresh.stake - amount)
    return Cents(left), Cents(fresh.commission - fresh.commission_on(amount) if left else 0)


def locked_sentence(offer: Offer, free: int) -> str:
    """Why a bet cannot come down, given the part that can."""
    if free:
        return f"{offer.wager.title}: only the {dollars(free)} added since the last roll can come down."
    return f"{offer.wager.title} stays up until it is decided."


def free_to_come_down(table: Table, wager: str, bet: Bet) -> int:
    """The part of a stake that may come down while bets are open."""
    offer = table.offer_of(wager, bet)
    if offer.comes_down is Span.ALWAYS:
        return bet.stake
    if offer.comes_down is Span.NEVER:
        return 0
    return bet.stake if bet.state == offer.wager.first else table.fresh(bet).stake


def commission_kept(table: Table, wager: str, bet: Bet) -> int:
    """The commission that the house keeps if all of a bet comes down that may."""
    if not bet.commission or not (free := free_to_come_down(table, wager, bet)):
        return 0
    offer, fresh = table.offer_of(wager, bet), table.fresh(bet)
    return commission_on(offer, bet, fresh, free) - refund_on(offer, bet, fresh, free)
