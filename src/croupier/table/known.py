"""What every wish about a bet is held against first: who asks, and for what."""

from croupier.money import dollars
from croupier.rules.offer import Offer
from croupier.rules.ruleset import Address
from croupier.table.refusals import Reason, Refusal
from croupier.table.state import Table


def known(table: Table, seat: str, wager: str) -> Address | Refusal:
    """The wager that a seated player names."""
    if seat not in table.layout:
        return Refusal(Reason.UNKNOWN_PLAYER, f"There is no player {seat} at this table.")
    address = table.rules.addresses.get(wager)
    if address is None and wager.partition(":")[0] in table.rules.left_out:
        return Refusal(Reason.NOT_OFFERED, f"{wager} is not offered at this table.")
    if address is None:
        return Refusal(Reason.UNKNOWN_WAGER, f"There is no wager {wager} at this table.")
    return address


def no_bet(offer: Offer, seat: str) -> Refusal:
    """The player has nothing on that wager."""
    return Refusal(Reason.NO_SUCH_WAGER, f"{offer.wager.title}: {seat} has no bet there.", offer.clause)


def indivisible(offer: Offer, amount: int) -> Refusal:
    """The stake of a composite would not divide into its pieces."""
    sentence = f"{offer.wager.title}: {dollars(amount)} does not divide into {offer.wager.units} equal pieces."
    return Refusal(Reason.NOT_DIVISIBLE, sentence, offer.clause)


def inexact(table: Table, offer: Offer, stake: int, state: str) -> Refusal | None:
    """The stake could win what cannot be paid exactly, at a table that takes only such stakes."""
    rounding = table.rules.rounding
    unit = 1 if rounding.to_the_cent else table.sign.payout_unit
    if not rounding.only_exact_stakes or not any(stake * rate % unit for rate in offer.wager.rates(state)):
        return None
    sentence = f"{offer.wager.title}: {dollars(stake)} could win what cannot be paid exactly."
    return Refusal(Reason.NOT_DIVISIBLE, sentence, rounding.clause)
