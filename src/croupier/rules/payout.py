"""How a decision applies at a table: whether the bet is on, and the winnings in payable cents."""

from collections.abc import Mapping
from fractions import Fraction

from croupier.money import rounded_down, rounded_up
from croupier.rules.machine import PUSHED, Decision
from croupier.rules.offer import Offer
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Sign
from croupier.rules.terms import OffMultiple


def is_off(offer: Offer, pucks: Mapping[str, str], *, called: bool | None = None) -> bool:
    """Whether a bet is off: by the rule of its wager, unless its owner called it on or off."""
    if offer.sleeps is None:
        return False
    return offer.sleeps.holds(pucks) if called is None else not called


def awake(offer: Offer, decision: Decision, pucks: Mapping[str, str], *, called: bool | None = None) -> Decision | None:
    """Apply a decision to a bet that may be off: None if it is off; odds that are off push when their flat bet is decided."""
    if not is_off(offer, pucks, called=called):
        return decision
    return PUSHED if offer.rides_on else None


def winnings(rules: Ruleset, sign: Sign, offer: Offer, stake: int, rate: Fraction) -> int:
    """The winnings on a stake, rounded as the document says."""
    won, staked = rate.numerator, rate.denominator
    unit = 1 if rules.rounding.to_the_cent else sign.payout_unit
    if (
        sign.multiples
        and rules.rounding.off_multiple
        and _off_multiple(offer, stake, sign.minimum)
        and stake * won % (staked * unit)
    ):
        if rules.rounding.off_multiple is OffMultiple.ROUNDED_DOWN:
            return rounded_down(stake * won, staked, unit)
        stake -= stake % sign.minimum
    return rounded_up(stake * won, staked, unit)


def _off_multiple(offer: Offer, stake: int, minimum: int) -> bool:
    """Whether the stake must be, and is not, a multiple of the minimum. Odds and composites are exempt."""
    return minimum > 0 and stake % minimum != 0 and not offer.rides_on and not offer.wager.pieces
