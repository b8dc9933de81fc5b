"""The state of its machine in which a new stake begins."""

from croupier.rules.powers import Act
from croupier.rules.ruleset import Address
from croupier.rules.terms import Span
from croupier.table.core.bet import Bet
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table


def state_to_bet_in(table: Table, seat: str, wager: str, address: Address, bet: Bet | None) -> str | Refusal:
    """The state in which a new stake begins, or a refusal.

    It is the state of the bet that it adds to or of the flat bet that it rides on; else the first state of the wager.
    """
    offer = address.offer
    title = offer.wager.title
    if table.desk.offers_no_more(offer.kind, table.round.number):
        power = table.rules.procedures.powers_to[Act.END_WAGER][0]
        return Refusal(Reason.NOT_OFFERED, f"{title}: no more of these bets are taken.", power.clause)
    if bet is not None:
        if table.editions[bet.edition] is not table.rules and table.offer_of(wager, bet) != offer:
            sentence = f"{title}: this bet was accepted on other terms; it cannot be added to, only taken down and bet anew."
            return Refusal(Reason.NOT_ALLOWED_NOW, sentence, offer.clause)
        if offer.grows is Span.ALWAYS or (offer.grows is Span.UNTIL_IT_MOVES and bet.state == offer.wager.first):
            return bet.state
        sentence = f"{title}: this bet can no longer be added to."
        return Refusal(Reason.NOT_ALLOWED_NOW, sentence, offer.locked_by or offer.clause)
    if address.state is not None:
        return Refusal(Reason.NOT_ALLOWED_NOW, f"{title}: a bet moves to its number by itself.", offer.clause)
    if offer.rides_on:
        flat = table.layout[seat].get(offer.rides_on)
        if flat is None or flat.state not in offer.wager.effects:
            parent = table.rules.addresses[offer.rides_on].offer.wager.title
            return Refusal(Reason.NOT_ALLOWED_NOW, f"{title}: there is no {parent} with its point on.", offer.clause)
        return flat.state
    if not offer.placed.holds(table.pucks):
        return Refusal(Reason.NOT_ALLOWED_NOW, f"{title} is bet only {offer.placed.words}.", offer.clause)
    if (seat, offer.id) in table.barred:
        sentence = f"{title} was taken down and may not be put back up yet."
        return Refusal(Reason.NOT_ALLOWED_NOW, sentence, offer.clause)
    return offer.begins[table.pucks[offer.placed.puck]] if offer.begins else offer.wager.first
