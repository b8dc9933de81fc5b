"""Placing bets: by hand, called out across the table, or left up after a win."""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from croupier.layered import updated
from croupier.ledger.accounts import COMMISSION, felt, rack
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.rules.powers import Act
from croupier.rules.ruleset import Address
from croupier.rules.sequence import Phase
from croupier.rules.terms import Span
from croupier.table.authority.powers import power_to_act
from croupier.table.bets.admission import bets_are_closed, player_is_stopped
from croupier.table.bets.calling import joins_call
from croupier.table.bets.checks import find_wager
from croupier.table.bets.limits import advice_on_limits, amount_refused, maximum_for, stake_refused
from croupier.table.bets.purse import credit_refused, tokens_refused, too_much_to_count
from croupier.table.core.bet import NOT_FRESH, Bet, Fresh
from croupier.table.core.checks import play_is_stopped
from croupier.table.core.message import Command, Event
from croupier.table.core.meters import Meters, Played
from croupier.table.core.person import Person
from croupier.table.core.promotional import Promotional, held_credits, promotional_stake, split_by_account, sum_of
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import Audience, CommandRow, EventRow, History, Verdict, declare
from croupier.table.core.state import Table
from croupier.table.core.words import by_whom, indented, of_credits
from croupier.table.money.metering import at_terminal, of_wager


class PlaceBet(Command, frozen=True, kw_only=True, tag=True):
    """Place a bet, or add to one."""

    seat: str
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


class LeaveUp(Command, frozen=True, kw_only=True, tag=True):
    """Leave a winning bet up: place the same stake again as a new bet."""

    seat: str
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
    confirmed: Person | None = None
    """Who confirmed it, if it was called out."""
    left_up: bool = False
    """Whether the owner left a winning bet up."""
    joins_call: bool = False
    """Whether it is on from the start, because the player has a bet of that kind that was called on."""
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
    if not _bets_are_paid(table):
        return Refusal(Reason.OUT_OF_SEQUENCE, "A winning bet can be left up while bets are paid.")
    won = table.staying.get(wish.seat, {}).get(wish.wager)
    if won is None:
        return Refusal(Reason.NO_SUCH_WAGER, f"{wish.seat} has no winning bet on {wish.wager} that could stay up.")
    stopped = play_is_stopped(table) or player_is_stopped(table, wish.seat, wish.at)
    wanted = PlaceBet(seat=wish.seat, wager=wish.wager, stake=Cents(won.stake), tokens=Cents(won.tokens))
    return stopped or accept_bet(table, wanted, left_up=True)


def _bets_are_paid(table: Table) -> bool:
    """Whether winning bets are being paid. At an electronic table this lasts until the next round opens."""
    settles = table.rules.procedures.settles
    return table.round.phase in (Phase.UNTIMED, Phase.SETTLED, Phase.LIT, settles and settles.to)


def accept_bet(table: Table, wish: PlaceBet, *, confirmed: Person | None = None, left_up: bool = False) -> BetPlaced | Refusal:
    """Place a bet, whether bets are open or not. The order of the checks decides which refusal is given."""
    seat, wager, added = wish.seat, wish.wager, wish.stake
    address = find_wager(table, seat, wager)
    if isinstance(address, Refusal):
        return address
    offer = address.offer
    if refusal := amount_refused(table, offer, added):
        return refusal
    bet = table.layout[seat].get(wager)
    state = _state_to_bet_in(table, wish, address, bet)
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
        confirmed=confirmed,
        left_up=left_up,
        joins_call=bet is None and joins_call(table, seat, offer),
        promotional=promotional,
        transfers=tuple(transfers),
    )


def _state_to_bet_in(table: Table, wish: PlaceBet, address: Address, bet: Bet | None) -> str | Refusal:
    """The state in which a new stake begins, or a refusal.

    It is the state of the bet that it adds to or of the flat bet that it rides on; else the first state of the wager.
    """
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


def _apply_placed(table: Table, event: BetPlaced) -> Table:
    seat, wager = event.seat, event.wager
    bets = table.layout[seat]
    before = bets.get(wager)
    edition, maximum = len(table.editions) - 1, maximum_for(table, seat, before)
    left_up = event.stake if event.left_up else 0
    if before is None:
        fresh = Fresh(event.stake, event.commission)
        turn, of, called = table.turn, event.promotional, event.joins_call or None
        bet = Bet(event.stake, event.state, event.commission, event.advised, called, fresh, turn, edition, maximum, of, left_up)
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
    wish = PlaceBet(seat=event.seat, wager=event.wager, stake=stake, tokens=tokens)
    return accept_bet(table, wish, confirmed=event.confirmed, left_up=event.left_up)


def _tell_placed(table: Table, event: BetPlaced) -> list[str]:
    does, up = ("leaves", "up ") if event.left_up else ("bets", "")
    credits = f", {of_credits(event.promotional)}" if event.promotional else ""
    confirmed = f", confirmed{by_whom(event.confirmed)}" if event.confirmed else ""
    joins = ", and it is on like the others" if event.joins_call else ""
    sentence = f"{event.seat} {does} {dollars(event.stake)} {up}on {event.wager}{credits}{confirmed}{joins}."
    return [sentence, *indented(advice_on_placing(table, event))]


def advice_on_placing(table: Table, event: BetPlaced) -> str:
    """What the owner should be told: the commission, a warning of the document, a stake outside the limits; empty if none."""
    offer = table.rules.addresses[event.wager].offer
    fee = f"{dollars(event.commission)} of commission is charged." if event.commission else ""
    said = fee or (offer.warning if event.state != offer.wager.first else "")
    limits = advice_on_limits(table, event.seat, event.wager, event.stake)
    return " ".join(filter(None, (said, limits)))


declare(
    CommandRow(kind=PlaceBet, decide=place, wish=lambda wish: f"{wish.seat} asks for {dollars(wish.stake)} on {wish.wager}"),
    CommandRow(kind=SpeakBet, decide=speak, wish=lambda wish: f"{wish.seat} calls out {dollars(wish.stake)} on {wish.wager}"),
    CommandRow(kind=LeaveUp, decide=leave_up, wish=lambda wish: f"{wish.seat} leaves {wish.wager} up"),
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
