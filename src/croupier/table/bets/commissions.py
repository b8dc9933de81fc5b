"""The commission on a bet that comes down: how much goes back, and how much the house keeps."""

from croupier.rules.offer import Offer
from croupier.rules.terms import Refund
from croupier.table.core.bet import Bet, Fresh


def refund_due(offer: Offer, bet: Bet, fresh: Fresh, amount: int) -> int:
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
