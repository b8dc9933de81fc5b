"""Chips are put on a wager: what the rules say to that."""

from fractions import Fraction

from croupier.ledger.accounts import COMMISSION, felt, rack
from croupier.ledger.accounts import tokens as in_tokens
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.rules.offer import Offer
from croupier.rules.powers import Act
from croupier.rules.ruleset import ALL_OF_IT, Address
from croupier.rules.terms import Below, Judged, Over, Span
from croupier.table.commands import PlaceBet
from croupier.table.events import BetPlaced
from croupier.table.known import indivisible, inexact, known
from croupier.table.person import Person
from croupier.table.promotional import Promotional, held, purses, staked
from croupier.table.refusals import Reason, Refusal
from croupier.table.state import Bet, Table


def place(table: Table, wish: PlaceBet, *, confirmed: Person | None = None, left_up: bool = False) -> BetPlaced | Refusal:
    """Put chips on a wager. The checks stand in the order in which refusals take precedence."""
    address = known(table, wish.seat, wish.wager)
    if isinstance(address, Refusal):
        return address
    offer = address.offer
    if refusal := _amount_refused(table, offer, wish.stake):
        return refusal
    bet = table.layout[wish.seat].get(wish.wager)
    state = _state_to_bet_in(table, wish, address, bet)
    if isinstance(state, Refusal):
        return state
    stake = wish.stake + (bet.stake if bet else 0)
    commission = offer.commission.due(wish.stake, offer.wager.best[state], table.sign.payout_unit) if offer.commission else 0
    credits, tokens = held(table.book, wish.seat), wish.tokens or 0
    refusal = (
        _division_refused(offer, wish.stake)
        or inexact(table, offer, stake, state)
        or _unit_refused(table, wish, offer, stake)
        or _cap_refused(table, wish.seat, offer, stake, state)
        or _limits_refused(table, wish, offer)
        or (_tokens_refused(table, wish, tokens) if tokens else None)
        or _credit_refused(table, wish, commission, credits)
    )
    if refusal:
        return refusal
    promotional = staked(credits, wish.stake, tokens) if credits or tokens else None
    transfers = [Transfer(rack(wish.seat), felt(wish.seat), wish.stake)]
    if promotional:
        shares = purses(wish.seat, wish.stake, promotional)
        transfers = [Transfer(purse, felt(wish.seat), Cents(share)) for purse, share in shares]
    if commission:
        transfers.append(Transfer(rack(wish.seat), COMMISSION, Cents(commission)))
    return BetPlaced(
        seat=wish.seat,
        wager=wish.wager,
        stake=wish.stake,
        commission=Cents(commission),
        state=state,
        advised=bet.advised if bet else table.advice_key(wish.seat, offer) in table.advised,
        confirmed=confirmed,
        left_up=left_up,
        promotional=promotional,
        transfers=tuple(transfers),
    )


def _amount_refused(table: Table, offer: Offer, stake: int) -> Refusal | None:
    if stake < 1:
        return Refusal(Reason.BAD_AMOUNT, f"{offer.wager.title}: {dollars(stake)} is not an amount to bet.", offer.clause)
    if offer.stake and stake != table.sign.named[offer.stake]:
        sentence = f"{offer.wager.title}: the bet is {dollars(table.sign.named[offer.stake])}, not {dollars(stake)}."
        (clause,) = (setting.clause for setting in table.rules.settings if setting.name == offer.stake)
        return Refusal(Reason.BAD_AMOUNT, sentence, clause)
    return None


def _unit_refused(table: Table, wish: PlaceBet, offer: Offer, stake: int) -> Refusal | None:
    """A sign may ask for multiples of the minimum, or for steps above it.

    Where every spot is judged, a piece of a composite lies on its spot as any chip does; elsewhere composites are not held to
    it, and odds never are.
    """
    named = table.sign.named
    if not offer.limited or ("stake_unit" not in named and not table.sign.multiples):
        return None
    if table.rules.limits.judged is Judged.EVERY_SPOT:
        amounts = _on_spots(table, wish)
    else:
        amounts = {} if offer.wager.pieces else {offer.id: stake}
    refusals = (_off_unit(table, wish.seat, spot, amount) for spot, amount in amounts.items())
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


def _state_to_bet_in(table: Table, wish: PlaceBet, address: Address, bet: Bet | None) -> str | Refusal:
    """The state in which new chips begin: that of the bet they join, of the bet they ride on, or the first."""
    offer = address.offer
    title = offer.wager.title
    if offer.kind in table.desk.ended:
        power = table.rules.procedures.powers_to[Act.END_WAGER][0]
        return Refusal(Reason.NOT_OFFERED, f"{title}: no more of these bets are taken.", power.clause)
    if bet is not None:
        if table.editions[bet.edition] is not table.rules and table.offer_of(wish.wager, bet) != offer:
            sentence = f"{title}: this bet was accepted on other terms; it cannot be added to, only taken down and bet anew."
            return Refusal(Reason.NOT_ALLOWED_NOW, sentence, offer.clause)
        if offer.grows is Span.ALWAYS or (offer.grows is Span.UNTIL_IT_MOVES and bet.state == offer.wager.first):
            return bet.state
        sentence = f"{title}: this bet can no longer be added to."
        return Refusal(Reason.NOT_ALLOWED_NOW, sentence, offer.locked_by or offer.clause)
    if address.state is not None:
        return Refusal(Reason.NOT_ALLOWED_NOW, f"{title}: a bet moves to its number by itself.", offer.clause)
    if offer.rides_on:
        flat = table.layout[wish.seat].get(offer.rides_on)
        if flat is None or flat.state not in offer.wager.effects:
            parent = table.rules.addresses[offer.rides_on].offer.wager.title
            return Refusal(Reason.NOT_ALLOWED_NOW, f"{title}: there is no {parent} with its point on.", offer.clause)
        return flat.state
    if not offer.placed.holds(table.pucks):
        return Refusal(Reason.NOT_ALLOWED_NOW, f"{title} is bet only {offer.placed.words}.", offer.clause)
    if (wish.seat, offer.id) in table.barred:
        sentence = f"{title} was taken down and may not be put back up yet."
        return Refusal(Reason.NOT_ALLOWED_NOW, sentence, offer.clause)
    return offer.begins[table.pucks[offer.placed.puck]] if offer.begins else offer.wager.first


def _division_refused(offer: Offer, added: int) -> Refusal | None:
    return indivisible(offer, added) if offer.divides and added % offer.wager.units else None


def _cap_refused(table: Table, seat: str, offer: Offer, stake: int, state: str) -> Refusal | None:
    if offer.at_most is None or offer.over_cap is not Over.REFUSED:
        return None
    limit = offer.largest_ride(table.layout[seat][offer.rides_on].stake, state, table.sign)
    if stake <= limit:
        return None
    sentence = f"{offer.wager.title}: {dollars(stake)} is over the limit of {dollars(limit)}."
    return Refusal(Reason.OVER_ODDS_LIMIT, sentence, offer.at_most.clause)


def _limits_refused(table: Table, wish: PlaceBet, offer: Offer) -> Refusal | None:
    limits, sign = table.rules.limits, table.sign_for(wish.seat)
    if not offer.limited or (limits.below is not Below.REFUSED and limits.above is not Over.REFUSED):
        return None
    amounts = _on_spots(table, wish)
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


def _on_spots(table: Table, wish: PlaceBet) -> dict[str, int]:
    """What would lie on each spot that the new chips touch, over all bets of the player."""
    rules, bets = table.rules, table.layout[wish.seat]
    amounts = {spot: _share(wish.stake, share) for spot, share in rules.spots[wish.wager].items()}
    if not bets:
        return amounts
    for spot in amounts:
        for wager, share in rules.lying_on[spot].items():
            if wager in bets:
                amounts[spot] += _share(bets[wager].stake, share)
    return amounts


def _share(stake: int, share: Fraction) -> int:
    """A share of a stake; stakes divide into their pieces, so nothing is lost."""
    return stake if share is ALL_OF_IT else stake * share.numerator // share.denominator


def _limit_refusal(table: Table, reason: Reason, spot: str, amount: int, what: str) -> Refusal:
    title = table.rules.addresses[spot].offer.wager.title
    return Refusal(reason, f"{title}: {dollars(amount)} is {what}.", table.rules.limits.clause)


def _tokens_refused(table: Table, wish: PlaceBet, tokens: int) -> Refusal | None:
    clause, held = table.rules.procedures.tokens, table.book.balance(in_tokens(wish.seat))
    if not clause:
        return Refusal(Reason.BAD_TENDER, "No tokens are bet at this table.", table.rules.payment)
    if not 0 < tokens <= wish.stake:
        sentence = f"{dollars(tokens)} of a bet of {dollars(wish.stake)} cannot be in tokens."
        return Refusal(Reason.BAD_AMOUNT, sentence, clause)
    if tokens > held:
        sentence = f"{wish.seat} has {dollars(held)} in tokens, which does not cover {dollars(tokens)}."
        return Refusal(Reason.INSUFFICIENT_CREDIT, sentence, clause)
    return None


def _credit_refused(table: Table, wish: PlaceBet, commission: int, credits: Promotional | None) -> Refusal | None:
    # Asked before every bet: the account is looked up in the book as it lies there.
    credit = table.book.balances.get(rack(wish.seat), 0)
    if wish.stake + commission <= credit:  # as most are
        return None
    tokens = wish.tokens or 0
    rest = wish.stake - tokens
    if rest + commission - (min(rest, credits.total) if credits else 0) <= credit:
        return None
    extra = f" with its commission of {dollars(commission)}" if commission else ""
    beside = f" and promotional credits of {dollars(credits.total)}" if credits else ""
    sentence = f"{wish.seat} has {dollars(credit)}{beside}, which does not cover {dollars(rest)}{extra}."
    if tokens:
        sentence = f"{sentence} {dollars(tokens)} of the bet is in tokens, which pay nothing else."
    if credits and commission:
        sentence = f"{sentence} Promotional credits pay no commission."
    return Refusal(Reason.INSUFFICIENT_CREDIT, sentence, table.rules.payment)
