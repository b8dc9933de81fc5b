"""Placing bets: by hand, called out across the table, or left up after a win."""

from collections.abc import Iterator
from itertools import tee

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from croupier.layered import updated
from croupier.ledger.accounts import COMMISSION, felt, rack
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.rules.powers import Act
from croupier.table.authority.powers import power_to_act
from croupier.table.bets.admission import bets_are_closed, bets_are_paid, player_is_stopped
from croupier.table.bets.calling import joins_call
from croupier.table.bets.checks import find_wager, in_chips
from croupier.table.bets.examples import stakes_of, winners
from croupier.table.bets.limits import advice_on_limits, amount_refused, maximum_for, stake_refused
from croupier.table.bets.purse import credit_refused, tokens_refused, too_much_to_count
from croupier.table.bets.starting import state_to_bet_in
from croupier.table.core.bet import NOT_FRESH, Bet, Fresh
from croupier.table.core.checks import play_is_stopped
from croupier.table.core.forms import Values, either, every, forms_of
from croupier.table.core.message import Command, Event, PlayerCommand
from croupier.table.core.meters import Meters, Played
from croupier.table.core.person import Person
from croupier.table.core.promotional import Promotional, held_credits, promotional_stake, split_by_account, sum_of
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_PLAYERS, FROM_STAFF, Audience, CommandRow, EventRow, History, Verdict, declare
from croupier.table.core.state import Table
from croupier.table.core.words import by_whom, entered, indented, of_credits
from croupier.table.money.metering import at_terminal, of_wager


class PlaceBet(PlayerCommand, frozen=True, kw_only=True, tag=True):
    """Place a bet, or add to one."""

    wager: str
    stake: Cents
    tokens: Cents | UnsetType = UNSET
    """The part of the stake that is tokens."""


class SpeakBet(Command, frozen=True, kw_only=True, tag=True):
    """Take a bet that a player calls out."""

    seat: str
    wager: str
    stake: Cents
    with_chips: bool
    """Whether chips or tokens came with it."""
    by: Person
    """Who confirms it."""
    tokens: Cents | UnsetType = UNSET
    """The part of the stake that is tokens."""


class LeaveUp(PlayerCommand, frozen=True, kw_only=True, tag=True):
    """Leave a winning bet up: place the same stake again as a new bet."""

    wager: str


class BetPlaced(Event, frozen=True, kw_only=True, tag=True):
    """A bet was placed or added to."""

    seat: str
    wager: str
    stake: Cents
    commission: Cents
    """The commission charged on this stake."""
    state: str
    """The state of the wager's machine in which the stake begins."""
    advised: bool
    """Whether the owner had been advised about bets below the minimum when the bet was first placed."""
    by: Person | None = None
    """The member of staff who entered it for the player; null if the player did."""
    confirmed: Person | None = None
    """Who confirmed it, if it was called out."""
    left_up: bool = False
    """Whether the owner left a winning bet up."""
    joins_call: bool = False
    """Whether it is on from the start, because the player has a bet of that kind that was called on."""
    called: bool | None = None
    """Whether the bet to which it was added had been called on or off; null if there was no such bet or no call."""
    entailed: bool = False
    """Whether the event before it entailed it: a bet moved here, or corrected to the minimum. That one decides both."""
    promotional: Promotional | None = None
    """The part of the stake that is promotional credits or tokens."""
    transfers: tuple[Transfer, ...]


def place(table: Table, wish: PlaceBet) -> BetPlaced | Refusal:
    """Place a bet while bets are open."""
    return bets_are_closed(table, wish.at) or player_is_stopped(table, wish.seat, wish.at) or accept_bet(table, wish)


def speak(table: Table, wish: SpeakBet) -> BetPlaced | Refusal:
    """Take a bet that was called out. It needs chips, and a person who may confirm it in this phase."""
    power = power_to_act(table, wish.by, Act.CONFIRM_BET)
    if isinstance(power, Refusal):
        return power
    if not wish.with_chips:
        return Refusal(Reason.CHIPS_NEEDED, "A spoken bet is taken only with chips.", power.clause)
    stopped = play_is_stopped(table) or player_is_stopped(table, wish.seat, wish.at)
    wanted = PlaceBet(seat=wish.seat, wager=wish.wager, stake=wish.stake, tokens=wish.tokens)
    return stopped or accept_bet(table, wanted, confirmed=wish.by)


def leave_up(table: Table, wish: LeaveUp) -> BetPlaced | Refusal:
    """Place the stake of a winning bet again, until the round is paid."""
    if not bets_are_paid(table):
        return Refusal(Reason.OUT_OF_SEQUENCE, "A winning bet can be left up while bets are paid.")
    won = table.staying.get(wish.seat, {}).get(wish.wager)
    if won is None:
        known = table.rules.addresses.get(wish.wager)
        title = known.offer.wager.title if known else wish.wager
        return Refusal(Reason.NO_SUCH_WAGER, f"{wish.seat} has no winning bet on {title} that could stay up.")
    stopped = play_is_stopped(table) or player_is_stopped(table, wish.seat, wish.at)
    wanted = PlaceBet(seat=wish.seat, wager=wish.wager, stake=Cents(won.stake), tokens=Cents(won.tokens))
    return stopped or accept_bet(table, wanted, left_up=True)


def accept_bet(table: Table, wish: PlaceBet, *, confirmed: Person | None = None, left_up: bool = False) -> BetPlaced | Refusal:
    """Place a bet, whether bets are open or not. A refusal names another stake only if that one would be taken."""
    answer = _accepted(table, wish, confirmed=confirmed, left_up=left_up)
    if not isinstance(answer, Refusal) or answer.stake is None:
        return answer
    stake = in_chips(table, answer.stake)
    instead = _accepted(table, replace(wish, stake=Cents(stake)), confirmed=confirmed, left_up=left_up)
    return replace(answer, stake=None if isinstance(instead, Refusal) else stake)


def _accepted(table: Table, wish: PlaceBet, *, confirmed: Person | None, left_up: bool) -> BetPlaced | Refusal:
    """Place a bet. The order of the checks decides which refusal is given."""
    seat, wager, added = wish.seat, wish.wager, wish.stake
    address = find_wager(table, seat, wager)
    if isinstance(address, Refusal):
        return address
    offer = address.offer
    if refusal := amount_refused(table, offer, added):
        return refusal
    bet = table.layout[seat].get(wager)
    state = state_to_bet_in(table, seat, wager, address, bet)
    if isinstance(state, Refusal):
        return state
    stake = added + (bet.stake if bet else 0)
    commission = offer.commission.due(added, offer.wager.best[state], table.sign.payout_unit) if offer.commission else 0
    credits, tokens = held_credits(table.book, seat), wish.tokens or 0
    credit = table.book.balances.get(rack(seat), 0)
    refusal = (
        stake_refused(table, seat, wager, offer, added, stake, state)
        or too_much_to_count(table, seat, stake, credit)
        or (tokens_refused(table, seat, added, tokens) if tokens else None)
        or credit_refused(table, seat, added, tokens, commission, credit, credits)
    )
    if refusal:
        return refusal
    promotional = promotional_stake(credits, added, tokens) if credits or tokens else None
    transfers = [Transfer(rack(seat), felt(seat), added)]
    if promotional:
        shares = split_by_account(seat, added, promotional)
        transfers = [Transfer(purse, felt(seat), Cents(share)) for purse, share in shares]
    if commission:
        transfers.append(Transfer(rack(seat), COMMISSION, Cents(commission)))
    return BetPlaced(
        seat=seat,
        wager=wager,
        stake=added,
        commission=Cents(commission),
        state=state,
        advised=bet.advised if bet else bool(table.advised) and table.advice_key(seat, offer) in table.advised,
        by=wish.by or None,
        confirmed=confirmed,
        left_up=left_up,
        joins_call=bet is None and joins_call(table, seat, offer),
        called=bet.called if bet else None,
        promotional=promotional,
        transfers=tuple(transfers),
    )


def _apply_placed(table: Table, event: BetPlaced) -> Table:
    seat, wager = event.seat, event.wager
    bets = table.layout[seat]
    before = bets.get(wager)
    edition, maximum = len(table.editions) - 1, maximum_for(table, seat, before)
    left_up = event.stake if event.left_up else 0
    if before is None:
        fresh = Fresh(event.stake, event.commission)
        turn, of, called = table.turn, event.promotional, event.joins_call or event.called
        bet = Bet(
            event.stake,
            event.state,
            event.commission,
            event.advised,
            called,
            fresh,
            turn,
            edition,
            maximum,
            of,
            left_up=left_up,
        )
    else:
        old = before.fresh if before.turn == table.turn else NOT_FRESH
        bet = replace(
            before,
            stake=before.stake + event.stake,
            commission=before.commission + event.commission,
            fresh=Fresh(old.stake + event.stake, old.commission + event.commission),
            turn=table.turn,
            maximum=maximum,
            promotional=sum_of(before.promotional, event.promotional) if event.promotional else before.promotional,
        )
    layout = updated(table.layout, {seat: {**bets, wager: bet}})
    after = replace(table, layout=layout, book=table.book.after(event.transfers))
    if event.left_up:
        left = {each: winner for each, winner in table.staying.get(seat, {}).items() if each != wager}
        after = replace(after, staying={**table.staying, seat: left})
    shooting = table.rules.procedures.shooting
    if seat in table.round.declined and shooting and wager in shooting.with_one_of:
        # A player who makes the bet that a shooter needs may be offered the dice again.
        declined = tuple(each for each in table.round.declined if each != seat)
        after = replace(after, round=replace(table.round, declined=declined))
    if table.desk.idle.get(seat) != PLAYS:
        after = replace(after, desk=replace(table.desk, idle=updated(table.desk.idle, {seat: PLAYS})))
    return after


PLAYS = -1
"""The value in `Desk.idle` of a player who has bet in this round. The end of the round sets it to 0."""


def _meter_placed(table: Table, event: BetPlaced) -> Meters:
    if not event.commission:
        return table.meters
    bet = table.layout[event.seat].get(event.wager)
    edition = bet.edition if bet else len(table.editions) - 1
    charged = at_terminal(table, event.seat, commission=table.meters.terminal(event.seat).commission + event.commission)
    return of_wager(table, charged, edition, event.wager, Played(commission=event.commission))


def _place_again(table: Table, event: BetPlaced) -> Verdict:
    if event.entailed:
        return ()  # the event before it decides both again
    stake, tokens = event.stake, Cents(event.promotional.tokens if event.promotional else 0)
    if event.left_up:
        won = table.staying.get(event.seat, {}).get(event.wager)
        if won is None:
            return Refusal(Reason.NO_SUCH_WAGER, f"{event.seat} has no winning bet on {event.wager} that could stay up.")
        stake, tokens = Cents(won.stake), Cents(won.tokens)
    wish = PlaceBet(seat=event.seat, wager=event.wager, stake=stake, tokens=tokens, by=event.by or UNSET)
    again = accept_bet(table, wish, confirmed=event.confirmed, left_up=event.left_up)
    return again if isinstance(again, Refusal) else as_called(table, again, called=event.called)


def as_called(table: Table, bet: BetPlaced, *, called: bool | None) -> BetPlaced:
    """The same chips, on or off as the bet to which they were added had been called, if that bet no longer stands."""
    if called is None or bet.wager in table.layout[bet.seat]:
        return bet
    return replace(bet, called=called, joins_call=False)


def _tell_placed(table: Table, event: BetPlaced) -> list[str]:
    does, up = ("leaves", "up ") if event.left_up else ("bets", "")
    credits = f", {of_credits(event.promotional)}" if event.promotional else ""
    confirmed = f", confirmed{by_whom(event.confirmed)}" if event.confirmed else ""
    is_new = event.wager not in table.layout[event.seat]
    as_called = f", and it is {'on' if event.called else 'off'}, as called" if is_new and event.called is not None else ""
    joins = ", and it is on like the others" if event.joins_call else as_called
    sentence = f"{event.seat} {does} {dollars(event.stake)} {up}on {event.wager}{credits}{confirmed}{joins}{entered(event.by)}."
    return [sentence, *indented(advice_on_placing(table, event))]


def advice_on_placing(table: Table, event: BetPlaced) -> str:
    """What the owner should be told: the commission, a warning of the document, a stake outside the limits; empty if none."""
    offer = table.rules.addresses[event.wager].offer
    fee = f"{dollars(event.commission)} of commission is charged." if event.commission else ""
    said = fee or (offer.warning if event.state != offer.wager.first else "")
    limits = advice_on_limits(table, event.seat, event.wager, event.stake)
    return " ".join(filter(None, (said, limits)))


def bet_example(table: Table, seat: str) -> Values:
    """An example of a bet: the first one that the table would accept while bets are open, or the first of all."""
    examples, again = tee(stakes_of(table, seat))
    accepted = (each for each in examples if isinstance(accept_bet(table, PlaceBet(seat=seat, **each)), BetPlaced))
    return {"seat": seat, **(next(accepted, None) or next(again))}


def _examples(table: Table) -> Iterator[Values]:
    return (bet_example(table, seat) for seat in table.clockwise())


declare(
    CommandRow(
        kind=PlaceBet,
        decide=place,
        wish=lambda wish: f"{wish.seat} asks for {dollars(wish.stake)} on {wish.wager}",
        senders=FROM_PLAYERS,
        under=None,
        chosen=("seat",),
        forms=forms_of(PlaceBet, _examples),
    ),
    CommandRow(
        kind=SpeakBet,
        decide=speak,
        wish=lambda wish: f"{wish.seat} calls out {dollars(wish.stake)} on {wish.wager}",
        senders=FROM_STAFF,
        under=Act.CONFIRM_BET,
        chosen=("seat", "with_chips"),
        forms=forms_of(SpeakBet, every(_examples, either("with_chips"))),
    ),
    CommandRow(
        kind=LeaveUp,
        decide=leave_up,
        wish=lambda wish: f"{wish.seat} leaves {wish.wager} up",
        senders=FROM_PLAYERS,
        under=None,
        chosen=("seat", "wager"),
        forms=forms_of(LeaveUp, winners),
        nothing=Refusal(Reason.NO_SUCH_WAGER, "No winning bet could stay up."),
    ),
    EventRow(
        kind=BetPlaced,
        apply=_apply_placed,
        meter=_meter_placed,
        tell=_tell_placed,
        again=_place_again,
        audience=Audience.OWNER,
        moves_money=True,
        history=History.CONTINUES,
    ),
)
