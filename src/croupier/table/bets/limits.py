"""Checks of a stake against the limits of the wager and of the sign."""

from fractions import Fraction

from croupier.money import dollars
from croupier.rules.offer import Offer
from croupier.rules.powers import Act
from croupier.rules.ruleset import WHOLE_STAKE
from croupier.rules.terms import Below, Judged, Left, Over
from croupier.table.bets.checks import indivisible, inexact, no_chips
from croupier.table.core.bet import Bet
from croupier.table.core.checks import clause_of
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table

# Looking a member of an enumeration up takes as long as a call. These two are needed for every bet.
_LESS_IS_REFUSED, _MORE_IS_REFUSED = Below.REFUSED, Over.REFUSED


def amount_refused(table: Table, offer: Offer, stake: int) -> Refusal | None:
    """Refuse a stake that is not positive, that no chips make, or that is not the one stake of the sign for this wager."""
    if stake < 1:
        return Refusal(Reason.BAD_AMOUNT, f"{offer.wager.title}: {dollars(stake)} is not an amount to bet.", offer.clause)
    if refusal := no_chips(table, offer, stake):
        return refusal
    if offer.stake and stake != table.sign.named[offer.stake]:
        sentence = f"{offer.wager.title}: the bet is {dollars(table.sign.named[offer.stake])}, not {dollars(stake)}."
        (clause,) = (setting.clause for setting in table.rules.settings if setting.name == offer.stake)
        return Refusal(Reason.BAD_AMOUNT, sentence, clause, table.sign.named[offer.stake])
    return None


def stake_refused(table: Table, seat: str, wager: str, offer: Offer, added: int, stake: int, state: str) -> Refusal | None:
    """Refuse an amount that cannot be added to a bet, which then has this stake in this state of its machine."""
    return (
        division_refused(offer, added)
        or inexact(table, offer, stake, state, added)
        or unit_refused(table, seat, wager, offer, added, stake)
        or cap_refused(table, seat, offer, added, stake, state)
        or limits_refused(table, seat, wager, offer, added)
    )


def unit_refused(table: Table, seat: str, wager: str, offer: Offer, added: int, stake: int) -> Refusal | None:
    """Refuse a stake that is not a multiple of the minimum, or not in steps above it, if the sign requires that.

    If the document judges every spot, each piece of a composite wager is checked on its spot. Otherwise composite wagers are
    exempt. Odds bets are always exempt.
    """
    if not offer.limited or ("stake_unit" not in table.sign.named and not table.sign.multiples):
        return None
    if table.rules.limits.judged is Judged.EVERY_SPOT:
        amounts = _on_spots(table, seat, wager, added)
    else:
        amounts = {} if offer.wager.pieces else {offer.id: stake}
    refusals = (_off_unit(table, seat, spot, amount) for spot, amount in amounts.items())
    return next((refusal for refusal in refusals if refusal), None)


def left_refused(table: Table, seat: str, wager: str) -> Refusal | None:
    """Refuse to leave an amount on a spot of a wager that could not be bet there, if the document is read so.

    `table` is the table after the chips came down. Nothing may always be left. On a spot that several bets share, one of them
    must be able to stand alone: otherwise none of them could come down before the others.
    """
    limits, offer, minimum = table.rules.limits, table.rules.addresses[wager].offer, table.sign_for(seat).minimum
    if limits.left is Left.ANY_AMOUNT or not offer.limited:
        return None
    for spot in table.rules.spots[wager]:
        shares = _shares_on(table, seat, spot)
        if shares and max(shares) < minimum:
            alone = f"too little to leave: the minimum is {dollars(minimum)}"
            apart = f"too little to leave if no bet there is {dollars(minimum)}"
            what = alone if sum(shares) < minimum else apart
            return _limit_refusal(table, Reason.BELOW_MINIMUM, spot, sum(shares), what)
    bet = table.layout[seat].get(wager)
    return unit_refused(table, seat, wager, offer, 0, bet.stake if bet else 0)


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


def cap_refused(table: Table, seat: str, offer: Offer, added: int, stake: int, state: str) -> Refusal | None:
    """Refuse an odds bet over its limit, if the document refuses it instead of settling it to the limit."""
    if offer.at_most is None or offer.over_cap is not Over.REFUSED:
        return None
    flat = table.layout[seat][offer.rides_on]
    limit = offer.largest_ride(carried_by(table, flat), state, table.sign)
    if stake <= limit:
        return None
    of = "" if carried_by(table, flat) == flat.stake else f": {dollars(carried_by(table, flat))} of the flat bet is in play"
    sentence = f"{offer.wager.title}: {dollars(stake)} is over the limit of {dollars(limit)}{of}."
    return Refusal(Reason.OVER_ODDS_LIMIT, sentence, offer.at_most.clause, added - (stake - limit))


def carried_by(table: Table, flat: Bet, stake: int | None = None) -> int:
    """The part of a flat bet against which its odds are held. With `stake`, as if the bet had that stake."""
    return table.rules.limits.carrying(flat.stake if stake is None else stake, flat.maximum)


def limits_refused(table: Table, seat: str, wager: str, offer: Offer, added: int) -> Refusal | None:
    """Refuse a bet that would put less than the minimum or more than the maximum on a spot."""
    if not offer.limited:
        return None
    limits, sign = table.rules.limits, table.sign_for(seat)
    minimum = sign.minimum if _refuses_less(table) else None
    maximum = sign.maximum if limits.above is _MORE_IS_REFUSED else None
    if minimum is None and maximum is None:
        return None
    amounts = _on_spots(table, seat, wager, added)
    if minimum is not None:
        for spot, amount in amounts.items():
            if amount < minimum:
                below = f"below the minimum of {dollars(minimum)}"
                return _limit_refusal(
                    table, Reason.BELOW_MINIMUM, spot, amount, below, _whole(spot, wager, added + minimum - amount)
                )
    if maximum is not None:
        for spot, amount in amounts.items():
            if amount > maximum:
                above = f"above the maximum of {dollars(maximum)}"
                return _limit_refusal(
                    table, Reason.ABOVE_MAXIMUM, spot, amount, above, _whole(spot, wager, added + maximum - amount)
                )
    return None


def _refuses_less(table: Table) -> bool:
    """Whether a bet below the minimum is refused now."""
    below = table.rules.limits.below
    if below is _LESS_IS_REFUSED:
        return True
    return below is Below.VALID_ONCE_CLOSED and table.round.phase not in table.rules.procedures.under_way


def may_be_corrected(table: Table, seat: str, wager: str, stake: int) -> bool:
    """Whether staff may have a bet of this stake corrected: it is below the minimum, and no outcome has counted for it."""
    bet = table.layout[seat].get(wager)
    offer = table.offer_of(wager, bet) if bet else table.rules.addresses[wager].offer
    if not table.rules.procedures.powers_to[Act.CORRECT_BET] or not offer.limited or stake >= table.sign_for(seat).minimum:
        return False
    is_new = bet is None or table.fresh(bet).stake == bet.stake
    return is_new and table.round.phase not in table.rules.procedures.under_way


def maximum_for(table: Table, seat: str, bet: Bet | None) -> int | None:
    """The maximum of a bet that is placed now, or grows now: a lower sign does not take away what an earlier one allowed."""
    maximum = table.sign_for(seat).maximum
    if bet is None or maximum is None:
        return maximum
    return None if bet.maximum is None else max(bet.maximum, maximum)


def advice_on_limits(table: Table, seat: str, wager: str, added: int) -> str:
    """What to tell the player and the dealer of a bet outside the limits; empty if it is within them, or if no clock runs."""
    if table.is_untimed:
        return ""
    bet = table.layout[seat].get(wager)
    stake = added + (bet.stake if bet else 0)
    return _advice_below(table, seat, wager, stake) or _advice_above(table, wager, stake, maximum_for(table, seat, bet))


def _advice_above(table: Table, wager: str, stake: int, maximum: int | None) -> str:
    limits = table.rules.limits
    if maximum is None or stake <= maximum or limits.above is not Over.SETTLED_TO_LIMIT:
        return ""
    if not table.rules.addresses[wager].offer.limited:
        return ""
    over = f"It is {dollars(stake)}, over the maximum: {dollars(maximum)} of it is settled, and the rest goes back"
    return f"{over} ({limits.above_clause or limits.clause})."


def _advice_below(table: Table, seat: str, wager: str, stake: int) -> str:
    if not may_be_corrected(table, seat, wager, stake):
        return ""
    minimum, clause = table.sign_for(seat).minimum, clause_of(table, Act.CORRECT_BET)
    return f"It is {dollars(stake)}, below the minimum of {dollars(minimum)}: until bets close it can be corrected ({clause})."


def _on_spots(table: Table, seat: str, wager: str, added: int) -> dict[str, int]:
    """The amount on each spot of a wager after a bet, over all bets of the player."""
    amounts: dict[str, int] = {}
    for spot, share in table.rules.spots[wager].items():
        amounts[spot] = _share(added, share) + sum(_shares_on(table, seat, spot))
    return amounts


def _shares_on(table: Table, seat: str, spot: str) -> list[int]:
    """The share of each bet of a player on a spot."""
    bets, shares = table.layout[seat], table.rules.shares_on_spot[spot]
    return [_share(bets[wager].stake, share) for wager, share in shares.items() if wager in bets]


def _share(stake: int, share: Fraction) -> int:
    """A share of a stake. Stakes divide into their pieces, so the division is exact."""
    return stake if share is WHOLE_STAKE else stake * share.numerator // share.denominator


def _whole(spot: str, wager: str, stake: int) -> int | None:
    """The stake that brings a spot to its limit, if all of it lies there: of a composite wager nobody asks for that."""
    return stake if spot == wager else None


def _limit_refusal(table: Table, reason: Reason, spot: str, amount: int, what: str, stake: int | None = None) -> Refusal:
    title = table.rules.addresses[spot].offer.wager.title
    return Refusal(reason, f"{title}: {dollars(amount)} is {what}.", table.rules.limits.clause, stake)
