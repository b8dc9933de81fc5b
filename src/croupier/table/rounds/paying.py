"""The work of a dealer after a result: which bets are taken, paid and given back, in which order."""

import msgspec

from croupier.money import rounded_up
from croupier.rules.machine import Decision, Result
from croupier.rules.payout import awake
from croupier.rules.sequence import Phase
from croupier.table.core.message import Decided
from croupier.table.core.promotional import NONE
from croupier.table.core.state import Past, Table
from croupier.table.rounds.lights import lit
from croupier.table.rounds.settling import RoundSettled, live_stake


class Payment(msgspec.Struct, frozen=True):
    """What a dealer does with one bet that the outcome decided. Amounts are cents."""

    seat: str
    place: int
    """The place of the player, counted clockwise from 1."""
    wager: str
    result: Result
    stake: int
    take: int
    """The part of the stake that the house takes."""
    pay: int
    """The winnings."""
    back: int
    """The part of the stake that goes back to the player."""
    stays: bool
    """Whether it stays on the layout as a new bet, because its owner leaves it up."""
    breakage: int
    """What rounding to payable chips adds to the winnings; below zero what it takes off. A part of a cent is left out."""


def payments(table: Table) -> tuple[Payment, ...]:
    """Every bet that the last outcome decided, in the order of work; empty once the dealer has declared all bets paid.

    All losing bets are taken first, then winning bets are paid and others given back. Both go clockwise from place 1, and at
    a place in the order of the document.
    """
    past = _to_be_paid(table)
    if past is None or not isinstance(past.event, RoundSettled):
        return ()
    order = {wager: at for at, wager in enumerate(table.rules.addresses)}
    places = past.before.places

    def rank(each: Decided) -> tuple[bool, int, int]:
        return each.result is not Result.LOSE, places[each.seat], order.get(each.wager, len(order))

    return tuple(_payment(table, past, past.event, each) for each in sorted(past.event.decided, key=rank))


def areas_lit(table: Table) -> tuple[str, ...]:
    """The wagers that win with the last outcome, while the dealer pays."""
    past = _to_be_paid(table)
    return tuple(lit(past.before, past.event.outcome)) if past and isinstance(past.event, RoundSettled) else ()


def _to_be_paid(table: Table) -> Past | None:
    """The round that is settled and not yet paid."""
    is_paying = table.round.phase in (Phase.SETTLED, Phase.LIT) and table.past
    return table.past[-1] if is_paying else None


def _payment(table: Table, past: Past, event: RoundSettled, each: Decided) -> Payment:
    take, pay, back, breakage = each.stake - each.paid, 0, int(each.paid), 0
    is_win = each.result is Result.WIN
    arrived = {(moved.seat, moved.to) for moved in event.moved}  # other bets, which have travelled to this wager
    if is_win:
        of = past.before.layout[each.seat][each.wager].promotional or NONE
        take = of.tokens - (each.promotional or NONE).tokens  # tokens that won are used up
        back = each.stake - take
        pay = each.paid - back
        breakage = each.paid + take - _exact(past.before, event, each)
    return Payment(
        seat=each.seat,
        place=past.before.places[each.seat],
        wager=each.wager,
        result=each.result,
        stake=each.stake,
        take=take,
        pay=pay,
        back=back,
        stays=is_win and each.wager in table.layout.get(each.seat, {}) and (each.seat, each.wager) not in arrived,
        breakage=breakage,
    )


def _exact(before: Table, event: RoundSettled, each: Decided) -> int:
    """What goes back of a winning bet and is won by the odds, rounded up to a cent and not to a chip."""
    bet = before.layout[each.seat][each.wager]
    offer = before.offer_of(each.wager, bet)
    effect = offer.wager.effects[bet.state][event.outcome]
    decision = awake(offer, effect, before.pucks, called=bet.called) if isinstance(effect, Decision) else None
    assert decision, "the outcome decided this bet"
    live, rate = live_stake(before, each.seat, offer, bet), decision.winnings
    back = bet.stake - live + rounded_up(live * decision.returned.numerator, decision.returned.denominator)
    return back + rounded_up(live * rate.numerator, rate.denominator)
