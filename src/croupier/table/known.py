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
