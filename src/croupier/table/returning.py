"""Bets that come down because somebody decided so, and what a wrong payment comes to."""

from collections.abc import Iterable
from typing import NamedTuple

from croupier.ledger.accounts import COMMISSION, HOUSE, PROMOTIONS, Account, owed, rack, restricted, unrestricted
from croupier.ledger.accounts import tokens as in_tokens
from croupier.ledger.book import Transfer
from croupier.money import Cents
from croupier.rules.machine import Result
from croupier.rules.terms import Span
from croupier.table.events import RoundSettled
from croupier.table.fact import Decided
from croupier.table.promotional import NONE
from croupier.table.refusals import Reason, Refusal
from croupier.table.rulings import BetsInvalidated
from croupier.table.state import Bet, Table, Trail, unrolled
from croupier.table.till import Till, take

Ended = tuple[tuple[Decided, ...], tuple[Transfer, ...]]


def give_back(table: Table, seat: str, wagers: Iterable[str], result: Result, *, only_fresh: bool = False) -> Ended:
    """Bets of one player come down, with their commission, whatever their state; or what was placed since the last roll."""
    till, decided, bets = Till(), list[Decided](), table.layout.get(seat, {})
    for wager in sorted(wagers):
        bet = bets.get(wager)
        if bet is None:
            continue
        part = table.fresh(bet) if only_fresh else (bet.stake, bet.commission)
        if part[0]:
            decided.append(till.give_back(seat, wager, bet, part, result))
    return tuple(decided), till.transfers()


def give_all_back(table: Table, result: Result) -> Ended:
    """Every bet on the layout comes down."""
    each = [give_back(table, seat, bets, result) for seat, bets in sorted(table.layout.items())]
    return (
        tuple(bet for decided, _ in each for bet in decided),
        tuple(transfer for _, transfers in each for transfer in transfers),
    )


def with_riders(table: Table, seat: str, wager: str) -> list[str]:
    """A bet and the odds that ride on it: they cannot stand without it."""
    return [wager, *(ride.id for ride in table.rules.riders.get(wager, ()) if ride.id in table.layout[seat])]


def _is_unwound(trail: Trail, seat: str) -> bool:
    """Whether the last round has been unwound for this player since it was settled."""
    return any(isinstance(event, BetsInvalidated) and event.seat == seat for event in unrolled(trail))


def refused(table: Table, seat: str, wager: str, clause: str) -> Ended | Refusal:
    """A bet that is refused comes down with the odds on it, unless it is locked and something has fallen for it."""
    bet = table.layout.get(seat, {}).get(wager)
    if bet is None:
        return Refusal(Reason.NO_SUCH_WAGER, f"{seat} has no bet on {wager}.", clause)
    offer = table.offer_of(wager, bet)
    locked = offer.comes_down is Span.NEVER or (offer.comes_down is Span.UNTIL_IT_MOVES and bet.state != offer.wager.first)
    # A player cannot take such a bet back once it is made, but it can be refused before anything has fallen for it.
    if locked and table.fresh(bet).stake < bet.stake:
        sentence = f"{offer.wager.title} stays up until it is decided, and cannot be refused any more."
        return Refusal(Reason.CANNOT_REMOVE, sentence, offer.locked_by or table.rules.removal)
    return give_back(table, seat, with_riders(table, seat, wager), Result.REFUND)


class Unwound(NamedTuple):
    """Bets of the last round as they should have ended, and restricted credits and tokens that ended with a visit."""

    settled: tuple[Decided, ...] = ()
    forfeited: Cents = Cents(0)
    tokens: Cents = Cents(0)
    transfers: tuple[Transfer, ...] = ()


def unwind_last(table: Table, seat: str) -> Unwound:
    """What a player's bets of the last round would have come to had they never counted: stakes back, no winnings."""
    last = table.past[-1] if table.past else None
    if last is None or not isinstance(last.event, RoundSettled) or _is_unwound(table.trail, seat):
        return Unwound()
    till, decided, overpaid = Till(), list[Decided](), 0
    for bet in last.event.decided:
        if bet.seat != seat:
            continue
        before = last.before.layout[seat][bet.wager]
        # What was below the minimum has gone back already, commission and all.
        overpaid += _undo(till, bet, before) if bet.result is not Result.VOID else 0
        paid = Cents(bet.stake + before.commission)
        decided.append(Decided(seat, bet.wager, bet.stake, Result.VOID, paid, before.promotional))
    back, ended = till.transfers(), (Cents(0), Cents(0))
    if seat not in table.layout:
        ended = _given(back, restricted(seat)), _given(back, in_tokens(seat))
        back = _after_a_visit(seat, back)
    return Unwound(tuple(decided), *ended, (*back, *take(table.book.after(back), seat, rack(seat), HOUSE, overpaid)))


def _undo(till: Till, bet: Decided, before: Bet) -> int:
    """Give back what a bet was made of, and say what had been paid for it beyond that."""
    seat, made_of, given = bet.seat, before.promotional or NONE, bet.promotional or NONE
    till.move(COMMISSION, rack(seat), before.commission)
    till.move(HOUSE, restricted(seat), made_of.restricted - given.restricted)
    till.move(HOUSE, unrestricted(seat), made_of.unrestricted - given.unrestricted)
    till.move(HOUSE, in_tokens(seat), made_of.tokens - given.tokens)
    due = (bet.stake - made_of.total) - (bet.paid - given.total)
    till.move(HOUSE, rack(seat), max(0, due))
    return max(0, -due)


def _given(back: tuple[Transfer, ...], account: Account) -> Cents:
    return Cents(sum(each.amount for each in back if each.target == account))


def _after_a_visit(seat: str, back: tuple[Transfer, ...]) -> tuple[Transfer, ...]:
    """The same for somebody who has left: nobody can collect from a place that is no longer theirs, so it is owed to them.

    What could only be staked has ended with the visit.
    """
    till, only_to_stake = Till(), (restricted(seat), in_tokens(seat))
    for each in back:
        till.move(each.source, PROMOTIONS if each.target in only_to_stake else owed(seat), each.amount)
    return till.transfers()
