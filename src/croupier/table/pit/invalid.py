"""Invalid bets: stakes of the last round are returned without winnings, and standing bets come down."""

from typing import NamedTuple

from msgspec.structs import replace

from croupier.ledger.accounts import COMMISSION, HOUSE, PROMOTIONS, Account, owed, rack, restricted, unrestricted
from croupier.ledger.accounts import tokens as in_tokens
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.rules.machine import Result
from croupier.rules.moments import clock_time
from croupier.rules.powers import Act
from croupier.table.authority.notices import inspector_told
from croupier.table.authority.powers import REPORTED, agreement_refused, grounds_for, power_to_decide
from croupier.table.bets.returning import give_back, layout_without
from croupier.table.core.bet import Bet
from croupier.table.core.checks import unknown_player
from croupier.table.core.forms import every, forms_of, one_of
from croupier.table.core.message import Decided, Event, Order, Ruling
from croupier.table.core.meters import Meters, Played, added, with_wager
from croupier.table.core.person import Person
from croupier.table.core.promotional import NONE
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, EventRow, History, by_name, declare
from croupier.table.core.state import Table, Trail, trail_events
from croupier.table.core.words import ends, with_second
from croupier.table.money.metering import ENDED_BY_PLAY, EndedBets, corrected_by, ended_with_a_visit
from croupier.table.money.till import Till, take
from croupier.table.rounds.settling import RoundSettled, has_seen_a_result, machine_reported


class DeclareInvalid(Order, frozen=True, kw_only=True, tag=True):
    """Declare the bets of a player who played without their own card invalid."""

    seat: str
    second: Person | None = None
    """A second holder of the power. Needed on a live floor if a machine reported a result that the bets have met."""


class BetsInvalidated(Ruling, frozen=True, kw_only=True, tag=True):
    """Bets of a player were declared invalid."""

    seat: str
    second: Person | None = None
    """The second holder of the power, if one was needed."""
    standing: tuple[Decided, ...]
    """The standing bets, which came down."""
    settled: tuple[Decided, ...]
    """The bets of the last round: stake and commission returned, without winnings."""
    forfeited: Cents = Cents(0)
    """The part of `settled` that is restricted credits of a player who has left. They are forfeited."""
    tokens: Cents = Cents(0)
    """The part of `settled` that is tokens of a player who has left. They are forfeited."""
    transfers: tuple[Transfer, ...]


def declare_invalid(table: Table, order: DeclareInvalid) -> tuple[Event, ...] | Refusal:
    """Return the stakes of the last round without winnings, and take standing bets down."""
    undone = unwind_last(table, order.seat)
    # The player may have left since. Then they owe the winnings that they were paid.
    if not undone.settled and (refusal := unknown_player(table, order.seat)):
        return refusal
    power = power_to_decide(table, order.by, Act.DECLARE_INVALID, order.why)
    if isinstance(power, Refusal):
        return power
    cards = table.rules.procedures.cards
    if cards and order.is_timed and order.at < cards.since:
        return Refusal(Reason.TOO_SOON, f"Nobody needed a card before {clock_time(cards.since)}.", cards.clause)
    reported = machine_reported(table) and bool(undone.settled or has_seen_a_result(table, order.seat))
    refusal = agreement_refused(table, order.by, order.second, Act.DECLARE_INVALID, order.why, REPORTED) if reported else None
    if refusal:
        return refusal
    standing, down = give_back(table, order.seat, table.layout.get(order.seat, {}), Result.VOID)
    declared = BetsInvalidated(
        seat=order.seat,
        second=order.second,
        standing=standing,
        settled=undone.settled,
        forfeited=undone.forfeited,
        tokens=undone.tokens,
        transfers=(*down, *undone.transfers),
        by=order.by,
        why=order.why,
        clause=power.clause,
    )
    about = f"{with_second(order.by, order.second)} declared bets of {order.seat} invalid after a machine had reported a result"
    return declared, *([inspector_told(table, power.clause, f"{about}: {order.why}")] if reported else [])


class Unwound(NamedTuple):
    """The bets of the last round as invalid bets. The fields are those of `BetsInvalidated`."""

    settled: tuple[Decided, ...] = ()
    forfeited: Cents = Cents(0)
    tokens: Cents = Cents(0)
    transfers: tuple[Transfer, ...] = ()


def unwind_last(table: Table, seat: str) -> Unwound:
    """Undo the results of a player's bets in the last round: return the stakes, and take the winnings back."""
    last = table.past[-1] if table.past else None
    if last is None or not isinstance(last.event, RoundSettled) or _is_unwound(table.trail, seat):
        return Unwound()
    till, decided, overpaid = Till(), list[Decided](), 0
    for bet in last.event.decided:
        if bet.seat != seat:
            continue
        before = last.before.layout[seat][bet.wager]
        # A bet that was void, below the minimum, has been returned already with its commission.
        overpaid += _undo(till, bet, before) if bet.result is not Result.VOID else 0
        paid = Cents(bet.stake + before.commission)
        decided.append(Decided(seat, bet.wager, bet.stake, Result.VOID, paid, before.promotional))
    back, ended = till.transfers(), (Cents(0), Cents(0))
    if seat not in table.layout:
        ended = _amount_to(back, restricted(seat)), _amount_to(back, in_tokens(seat))
        back = _redirected_after_leaving(seat, back)
    return Unwound(tuple(decided), *ended, (*back, *take(table.book.after(back), seat, rack(seat), HOUSE, overpaid)))


def _is_unwound(trail: Trail, seat: str) -> bool:
    """Whether the bets of the last round were declared invalid before for this player."""
    return any(isinstance(event, BetsInvalidated) and event.seat == seat for event in trail_events(trail))


def _undo(till: Till, bet: Decided, before: Bet) -> int:
    """Return the stake to the accounts from which it came. Return the amount that was paid in excess of it."""
    seat, made_of, given = bet.seat, before.promotional or NONE, bet.promotional or NONE
    till.move(COMMISSION, rack(seat), before.commission)
    till.move(HOUSE, restricted(seat), made_of.restricted - given.restricted)
    till.move(HOUSE, unrestricted(seat), made_of.unrestricted - given.unrestricted)
    till.move(HOUSE, in_tokens(seat), made_of.tokens - given.tokens)
    due = (bet.stake - made_of.total) - (bet.paid - given.total)
    till.move(HOUSE, rack(seat), max(0, due))
    return max(0, -due)


def _amount_to(back: tuple[Transfer, ...], account: Account) -> Cents:
    return Cents(sum(each.amount for each in back if each.target == account))


def _redirected_after_leaving(seat: str, back: tuple[Transfer, ...]) -> tuple[Transfer, ...]:
    """Redirect transfers to a player who has left and cannot collect: the money is owed to them.

    Restricted credits and tokens are forfeited.
    """
    till, only_to_stake = Till(), (restricted(seat), in_tokens(seat))
    for each in back:
        till.move(each.source, PROMOTIONS if each.target in only_to_stake else owed(seat), each.amount)
    return till.transfers()


def _apply_invalidated(table: Table, event: BetsInvalidated) -> Table:
    won = {seat: amount for seat, amount in table.won.items() if seat != event.seat} if event.settled else table.won
    return replace(table, layout=layout_without(table, event.standing), won=won, book=table.book.after(event.transfers))


def _meter_invalidated(table: Table, event: BetsInvalidated) -> Meters:
    """Count standing bets as voided, and the changed results of the last round as corrections."""
    ends = EndedBets(table, event.clause)
    ends.count(event.standing)
    meters = ends.meters()
    if not event.settled:
        return meters
    last = table.last
    assert isinstance(last.event, RoundSettled), "what was settled in the last round was settled"
    ended = {each.wager: each for each in last.event.decided if each.seat == event.seat}
    change, terminal = 0, meters.terminal(event.seat)
    up, down = meters.corrected_up, meters.corrected_down
    for each in event.settled:
        was, bet = ended[each.wager], last.before.layout[event.seat][each.wager]
        change += each.paid - was.paid
        kind = last.before.offer_of(each.wager, bet).kind
        back = Played(commission_back=each.paid - each.stake)
        if was.result in ENDED_BY_PLAY:
            up = with_wager(up, bet.edition, kind, back)
            down = with_wager(down, bet.edition, kind, Played(1, was.stake, was.paid))
            terminal = replace(terminal, voided=added(terminal.voided, event.clause, each.stake))
    terminal = replace(terminal, taken=ended_with_a_visit(terminal.taken, event.forfeited, event.tokens))
    terminals = {**meters.terminals, event.seat: corrected_by(terminal, change)}
    return replace(meters, terminals=terminals, corrected_up=up, corrected_down=down)


def _invalidate_again(table: Table, event: BetsInvalidated) -> BetsInvalidated:
    standing, down = give_back(table, event.seat, table.layout.get(event.seat, {}), Result.VOID)
    undone = unwind_last(table, event.seat)
    return replace(
        event,
        standing=standing,
        settled=undone.settled,
        forfeited=undone.forfeited,
        tokens=undone.tokens,
        transfers=(*down, *undone.transfers),
    )


def _owners(table: Table) -> list[str]:
    """The players at the table, and those who have left since the last round."""
    last = table.past[-1].event if table.past else None
    owners = {each.seat for each in last.decided} if isinstance(last, RoundSettled) else set[str]()
    return [*table.clockwise(), *sorted(owners - table.layout.keys())]


declare(
    CommandRow(
        kind=DeclareInvalid,
        decide=declare_invalid,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.DECLARE_INVALID,
        chosen=("seat", "why"),
        forms=forms_of(DeclareInvalid, every(one_of("seat", _owners), grounds_for(Act.DECLARE_INVALID))),
    ),
    EventRow(
        kind=BetsInvalidated,
        apply=_apply_invalidated,
        meter=_meter_invalidated,
        tell=lambda t, e: [
            f"{with_second(e.by, e.second)} declares the bets of {e.seat} invalid.",
            *ends(t, e.standing),
            *(f"  {each.wager} of the last round: {dollars(each.paid)} goes back, without winnings." for each in e.settled),
            *([f"  {dollars(only)} of it could only be staked, and is forfeited."] if (only := e.forfeited + e.tokens) else []),
        ],
        again=_invalidate_again,
        audience=Audience.STAFF,
        moves_money=True,
        history=History.CONTINUES,
        redecides=lambda event: event.settled,
    ),
)
