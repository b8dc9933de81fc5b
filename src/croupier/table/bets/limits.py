"""Checks of a stake against the limits of the wager and of the sign."""

from fractions import Fraction

from croupier.money import dollars
from croupier.rules.offer import Offer
from croupier.rules.ruleset import WHOLE_STAKE
from croupier.rules.terms import Below, Judged, Over
from croupier.table.bets.checks import indivisible
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table


def amount_refused(table: Table, offer: Offer, stake: int) -> Refusal | None:
    """Refuse a stake that is not positive, or not the one stake that the sign allows for this wager."""
    if stake < 1:
        return Refusal(Reason.BAD_AMOUNT, f"{offer.wager.title}: {dollars(stake)} is not an amount to bet.", offer.clause)
    if offer.stake and stake != table.sign.named[offer.stake]:
        sentence = f"{offer.wager.title}: the bet is {dollars(table.sign.named[offer.stake])}, not {dollars(stake)}."
        (clause,) = (setting.clause for setting in table.rules.settings if setting.name == offer.stake)
        return Refusal(Reason.BAD_AMOUNT, sentence, clause)
    return None


def unit_refused(table: Table, seat: str, wager: str, added: int, stake: int) -> Refusal | None:
    """Refuse a stake that is not a multiple of the minimum, or not in steps above it, if the sign requires that.

    If the document judges every spot, each piece of a composite wager is checked on its spot. Otherwise composite wagers are
    exempt. Odds bets are always exempt.
    """
    named, offer = table.sign.named, table.rules.addresses[wager].offer
    if not offer.limited or ("stake_unit" not in named and not table.sign.multiples):
        return None
    if table.rules.limits.judged is Judged.EVERY_SPOT:
        amounts = _on_spots(table, seat, wager, added)
    else:
        amounts = {} if offer.wager.pieces else {offer.id: stake}
    refusals = (_off_unit(table, seat, spot, amount) for spot, amount in amounts.items())
    return next((refusal for refusal in refusals if refusal), None)


def _off_unit(table: Table, seat: str, spot: str, amount: int) -> Refusal | None:
    named, minimum = table.sign.named, table.sign_for(seat).minimum
    title, over = table.rules.addresses[spot].offer.wager.title, amount - minimum
    if table.sign.multiples and table.rules.rounding.off_multiple is None and minimum and over > 0 and over % minimum:
        sentence = f"{title}: {dollars(amount)} is no multiple of {dollars(minimum)}, as the sign asks."
        return Refusal(Reason.OFF_UNIT, sentence, table.rules.limits.clause)
    if "stake_unit" in named and over > 0 and over % named["stake_unit"]:
        unit = dollars(named["stake_unit"])
        sentence = f"{title}: above {dollars(minimum)} the sign asks for steps of {unit}, and {dollars(amount)} is none."
        return Refusal(Reason.OFF_UNIT, sentence, table.rules.limits.clause)
    return None


def division_refused(offer: Offer, added: int) -> Refusal | None:
    """Refuse a stake that does not divide into the pieces of a composite wager."""
    return indivisible(offer, added) if offer.divides and added % offer.wager.units else None


def cap_refused(table: Table, seat: str, offer: Offer, stake: int, state: str) -> Refusal | None:
    """Refuse an odds bet over its limit, if the document refuses it instead of settling it to the limit."""
    if offer.at_most is None or offer.over_cap is not Over.REFUSED:
        return None
    limit = offer.largest_ride(table.layout[seat][offer.rides_on].stake, state, table.sign)
    if stake <= limit:
        return None
    sentence = f"{offer.wager.title}: {dollars(stake)} is over the limit of {dollars(limit)}."
    return Refusal(Reason.OVER_ODDS_LIMIT, sentence, offer.at_most.clause)


def limits_refused(table: Table, seat: str, wager: str, added: int) -> Refusal | None:
    """Refuse a bet that would put less than the minimum or more than the maximum on a spot."""
    limits, sign, offer = table.rules.limits, table.sign_for(seat), table.rules.addresses[wager].offer
    if not offer.limited or (limits.below is not Below.REFUSED and limits.above is not Over.REFUSED):
        return None
    amounts = _on_spots(table, seat, wager, added)
    if limits.below is Below.REFUSED:
        for spot, amount in amounts.items():
            if amount < sign.minimum:
                return _limit_refusal(
                    table, Reason.BELOW_MINIMUM, spot, amount, f"below the minimum of {dollars(sign.minimum)}"
                )
    if limits.above is Over.REFUSED and sign.maximum is not None:
        for spot, amount in amounts.items():
            if amount > sign.maximum:
                return _limit_refusal(
                    table, Reason.ABOVE_MAXIMUM, spot, amount, f"above the maximum of {dollars(sign.maximum)}"
                )
    return None


def _on_spots(table: Table, seat: str, wager: str, added: int) -> dict[str, int]:
    """The amount on each spot of a wager after a bet, over all bets of the player."""
    rules, bets = table.rules, table.layout[seat]
    amounts: dict[str, int] = {}
    for spot, share in rules.spots[wager].items():
        amount = _share(added, share)
        shares = rules.shares_on_spot[spot]
        for other in bets.keys() & shares.keys():
            amount += _share(bets[other].stake, shares[other])
        amounts[spot] = amount
    return amounts


def _share(stake: int, share: Fraction) -> int:
    """A share of a stake. Stakes divide into their pieces, so the division is exact."""
    return stake if share is WHOLE_STAKE else stake * share.numerator // share.denominator


def _limit_refusal(table: Table, reason: Reason, spot: str, amount: int, what: str) -> Refusal:
    title = table.rules.addresses[spot].offer.wager.title
    return Refusal(reason, f"{title}: {dollars(amount)} is {what}.", table.rules.limits.clause)
