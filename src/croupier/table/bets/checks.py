"""Checks and refusals shared by all commands about a bet."""

from croupier.money import dollars
from croupier.rules.offer import Offer
from croupier.rules.ruleset import Address
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table


def find_wager(table: Table, seat: str, wager: str) -> Address | Refusal:
    """The address of a wager, or a refusal if the seat or the wager is not known."""
    if seat not in table.layout:
        return Refusal(Reason.UNKNOWN_PLAYER, f"There is no player {seat} at this table.")
    address = table.rules.addresses.get(wager)
    if address is None and wager.partition(":")[0] in table.rules.left_out:
        return Refusal(Reason.NOT_OFFERED, f"{wager} is not offered at this table.")
    if address is None:
        return Refusal(Reason.UNKNOWN_WAGER, f"There is no wager {wager} at this table.")
    return address


def no_bet(offer: Offer, seat: str) -> Refusal:
    """The refusal when the player has no bet on a wager."""
    return Refusal(Reason.NO_SUCH_WAGER, f"{offer.wager.title}: {seat} has no bet there.", offer.clause)


def indivisible(offer: Offer, amount: int) -> Refusal:
    """The refusal when a stake does not divide into the pieces of a composite wager."""
    sentence = f"{offer.wager.title}: {dollars(amount)} does not divide into {offer.wager.units} equal pieces."
    return Refusal(Reason.NOT_DIVISIBLE, sentence, offer.clause)


def in_chips(table: Table, amount: int) -> int:
    """The part of an amount that chips make. Credit of a terminal, and the money of a scenario, is made of cents."""
    is_credit = table.is_untimed or table.rules.procedures.is_electronic
    return amount if is_credit else amount - amount % table.sign.payout_unit


def no_chips(table: Table, offer: Offer, amount: int) -> Refusal | None:
    """Refuse an amount that the chips of the table do not make: winnings are rounded up to a chip, so it would win too much."""
    made = in_chips(table, amount)
    if made == amount:
        return None
    sentence = f"{offer.wager.title}: no chips make {dollars(amount)}; the smallest is {dollars(table.sign.payout_unit)}."
    return Refusal(Reason.BAD_AMOUNT, sentence, table.rules.rounding.clause, made or None)


def inexact(table: Table, offer: Offer, stake: int, state: str, added: int = 0) -> Refusal | None:
    """Refuse a stake that could not be paid exactly, with its winnings, if the document accepts only exact stakes.

    Nor may the commission on what is added be less than a chip.
    """
    rounding = table.rules.rounding
    if not rounding.only_exact_stakes:
        return None
    unit = 1 if rounding.to_the_cent else table.sign.payout_unit
    if any(stake * rate % unit for rate in offer.wager.rates(state)):
        sentence = f"{offer.wager.title}: {dollars(stake)} could win what cannot be paid exactly."
    elif offer.commission and offer.commission.due(added, offer.wager.best[state], unit) % unit:
        sentence = f"{offer.wager.title}: the commission on {dollars(added)} cannot be paid exactly."
    else:
        return None
    return Refusal(Reason.NOT_DIVISIBLE, sentence, rounding.clause)
