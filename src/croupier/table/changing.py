"""A standing bet is taken down, or called on and off: what the rules say to that."""

from croupier.ledger.accounts import COMMISSION, felt, rack
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.rules.offer import Offer
from croupier.rules.terms import Covers, Refund, Shrinking, Span
from croupier.table.commands import CallBet, TakeDown
from croupier.table.events import BetsCalled, BetTakenDown, Trimmed
from croupier.table.known import indivisible, inexact, known, no_bet
from croupier.table.promotional import off, purses, together
from croupier.table.refusals import Reason, Refusal
from croupier.table.state import Bet, Fresh, Table


def take_down(table: Table, wish: TakeDown) -> BetTakenDown | Refusal:
    """Give chips back, as far as the document lets them come down."""
    address = known(table, wish.seat, wish.wager)
    if isinstance(address, Refusal):
        return address
    bet = table.layout[wish.seat].get(wish.wager)
    if bet is None:
        return no_bet(address.offer, wish.seat)
    offer, fresh = table.offer_of(wish.wager, bet), table.fresh(bet)
    free = _free_to_come_down(offer, bet, fresh)
    amount = free if wish.amount is None else wish.amount
    if wish.amount is not None and not 1 <= wish.amount <= bet.stake:
        sentence = f"{offer.wager.title}: {dollars(wish.amount)} cannot come down from a bet of {dollars(bet.stake)}."
        return Refusal(Reason.BAD_AMOUNT, sentence, offer.clause)
    if not 0 < amount <= free:
        return Refusal(Reason.CANNOT_REMOVE, _locked_sentence(offer, free), offer.locked_by or table.rules.removal)
    left = bet.stake - amount
    if offer.divides and left % offer.wager.units:
        return indivisible(offer, left)
    if refusal := inexact(table, offer, left, bet.state):
        return refusal
    trimmed = _trimmed(table, wish.seat, wish.wager, left)
    if isinstance(trimmed, Refusal):
        return trimmed
    refund = _refund(offer, bet, fresh, amount)
    transfers = _come_down(table, wish, bet, amount, trimmed)
    if refund:
        transfers.append(Transfer(COMMISSION, rack(wish.seat), Cents(refund)))
    return BetTakenDown(
        seat=wish.seat,
        wager=wish.wager,
        amount=Cents(amount),
        refund=Cents(refund),
        commission=Cents(bet.commission - _commission_on(offer, bet, fresh, amount)),
        fresh=_left_of(fresh, amount),
        all_of_it=wish.amount is None,
        barred=offer.id if bet.state != offer.wager.first and not offer.back_up.holds(table.pucks) else "",
        trimmed=trimmed,
        transfers=tuple(transfers),
    )


def _come_down(table: Table, wish: TakeDown, bet: Bet, amount: int, trimmed: tuple[Trimmed, ...]) -> list[Transfer]:
    """Chips go back to where they came from, with the odds that come down beside them."""
    promotional, bets = off(bet.promotional, bet.stake, amount), table.layout[wish.seat]
    for each in trimmed:
        odds = bets[each.wager]
        promotional = together(promotional, off(odds.promotional, odds.stake, each.amount))
    down = amount + sum(each.amount for each in trimmed)
    return [Transfer(felt(wish.seat), purse, Cents(share)) for purse, share in purses(wish.seat, down, promotional)]


def call(table: Table, wish: CallBet) -> BetsCalled | Refusal:
    """Call a bet on or off, and the others that such a call covers."""
    address = known(table, wish.seat, wish.wager)
    if isinstance(address, Refusal):
        return address
    offer, bets, calls = address.offer, table.layout[wish.seat], table.rules.calls
    if wish.wager not in bets:
        return no_bet(offer, wish.seat)
    if calls is None or offer.sleeps is None:
        clause = calls.clause if calls else offer.clause
        return Refusal(Reason.NOT_ALLOWED_NOW, f"{offer.wager.title} cannot be called on or off.", clause)
    if not wish.on and not calls.off.holds(table.pucks):
        sentence = f"{offer.wager.title} can be called off only {calls.off.words}."
        return Refusal(Reason.NOT_ALLOWED_NOW, sentence, calls.clause)
    covered = (wish.wager,)
    if calls.covers is Covers.SAME_KIND:
        covered = tuple(wager for wager in sorted(bets) if table.rules.addresses[wager].offer.kind == offer.kind)
    return BetsCalled(seat=wish.seat, wagers=covered, on=wish.on, by=wish.by)


def _free_to_come_down(offer: Offer, bet: Bet, fresh: Fresh) -> int:
    if offer.comes_down is Span.ALWAYS:
        return bet.stake
    if offer.comes_down is Span.NEVER:
        return 0
    return bet.stake if bet.state == offer.wager.first else fresh.stake


def _locked_sentence(offer: Offer, free: int) -> str:
    if free:
        return f"{offer.wager.title}: only the {dollars(free)} added since the last roll can come down."
    return f"{offer.wager.title} stays up until it is decided."


def _trimmed(table: Table, seat: str, wager: str, left: int) -> tuple[Trimmed, ...] | Refusal:
    """The odds that a flat bet of what is left no longer carries."""
    trimmed: list[Trimmed] = []
    for ride in table.rules.riders.get(wager, ()):
        odds = table.layout[seat].get(ride.id)
        if odds is None:
            continue
        excess = odds.stake - ride.largest_ride(left, odds.state, table.sign)
        if excess <= 0 or (left and ride.when_flat_shrinks is Shrinking.LEAVES):
            continue
        if ride.when_flat_shrinks is Shrinking.REFUSED:
            sentence = f"{ride.wager.title}: {dollars(odds.stake)} there needs the bet that it rides on; take it down first."
            return Refusal(Reason.CANNOT_REMOVE, sentence, ride.clause)
        trimmed.append(Trimmed(ride.id, Cents(excess)))
    return tuple(trimmed)


def _refund(offer: Offer, bet: Bet, fresh: Fresh, amount: int) -> int:
    if offer.commission is None or offer.commission.refund is Refund.NONE:
        return 0
    if offer.commission.refund is Refund.IN_PROPORTION:
        return bet.commission * amount // bet.stake
    return fresh.commission_on(amount)


def _commission_on(offer: Offer, bet: Bet, fresh: Fresh, amount: int) -> int:
    """The commission on what comes down, whether it is given back or kept: what stands no longer carries it."""
    if offer.commission is None or offer.commission.refund is Refund.IN_PROPORTION:
        return bet.commission * amount // bet.stake
    older = amount - min(amount, fresh.stake)
    held, stake = bet.commission - fresh.commission, bet.stake - fresh.stake
    return fresh.commission_on(amount) + (held * older // stake if older else 0)


def _left_of(fresh: Fresh, amount: int) -> tuple[Cents, Cents]:
    """Chips placed since the last roll come down first."""
    left = max(0, fresh.stake - amount)
    return Cents(left), Cents(fresh.commission - fresh.commission_on(amount) if left else 0)
