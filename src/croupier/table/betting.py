"""Bets made and changed: only while they can be, and only by those who may."""

from msgspec.structs import replace

from croupier.money import Cents
from croupier.rules.outcomes import listed
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase
from croupier.table import changing, placing
from croupier.table.apply import apply
from croupier.table.authority import authority, clause_of, permitted
from croupier.table.commands import CallBet, LeaveUp, MoveBet, PlaceBet, SpeakBet, TakeDown
from croupier.table.events import BetPlaced, BetsCalled, BetTakenDown, Event
from croupier.table.locks import locked, unsound
from croupier.table.orders import RelaxFreeze
from croupier.table.promotional import NONE, off
from croupier.table.refusals import Reason, Refusal
from croupier.table.rounds import play_is_stopped
from croupier.table.rulings import FreezeRelaxed
from croupier.table.state import Table


def bets_are_closed(table: Table, at: int) -> Refusal | None:
    """Why no bet can be made or changed now, where none can: also when the deadline is past and nobody has closed yet."""
    round, procedures = table.round, table.rules.procedures
    if round.phase in procedures.takes_bets and not (
        round.deadline and at >= round.deadline and round.phase is not Phase.UNTIMED
    ):
        return play_is_stopped(table)
    over = "the wagering period has ended" if procedures.period else "bets are closed"
    return Refusal(Reason.BETTING_CLOSED, f"No more bets: {over}.", procedures.freeze)


def player_is_stopped(table: Table, seat: str, at: int) -> Refusal | None:
    """Why this player can make no new bet, where that is so."""
    desk, cards = table.desk, table.rules.procedures.cards
    if desk.closing:
        sentence = "The table is about to close and takes no more bets."
        return Refusal(Reason.TABLE_CLOSED, sentence, clause_of(table, Act.CLOSE_TABLE))
    if unfit := _is_out_of_order(table, seat):
        return unfit
    if clause := desk.refuses(seat):
        return Refusal(Reason.BETS_REFUSED, f"No bets of {seat} are taken.", clause)
    if cards and at >= cards.since and seat not in desk.cards and seat in table.layout:
        return Refusal(Reason.CARD_NEEDED, f"{seat} has to put their own player card in first.", cards.clause)
    return _plays_elsewhere(table, seat) or unsound(table, seat)


def _plays_elsewhere(table: Table, seat: str) -> Refusal | None:
    """Whoever is held to one terminal while playing at several chooses one by taking the card out of the others."""
    desk, seating = table.desk, table.rules.procedures.seating
    player = desk.cards.get(seat)
    if seating is None or player not in desk.held:
        return None
    others = sorted(other for other, card in desk.cards.items() if card == player and other != seat)
    if not others:
        return None
    sentence = f"{player} plays at {listed(others, 'and')} too, and may use one terminal only."
    return Refusal(Reason.ONE_TERMINAL, sentence, seating.clause)


def place(table: Table, wish: PlaceBet) -> BetPlaced | Refusal:
    """Put chips on a wager."""
    return bets_are_closed(table, wish.at) or player_is_stopped(table, wish.seat, wish.at) or placing.place(table, wish)


def take_down(table: Table, wish: TakeDown) -> BetTakenDown | Refusal:
    """Take chips back."""
    return bets_are_closed(table, wish.at) or _is_out_of_order(table, wish.seat) or changing.take_down(table, wish)


def _is_out_of_order(table: Table, seat: str) -> Refusal | None:
    """Why a terminal takes no wishes at all, where it does not."""
    if seat not in table.desk.faulty:
        return locked(table, seat)
    clause = clause_of(table, Act.DECLARE_FAULT)
    return Refusal(Reason.TERMINAL_FAULTY, f"The terminal of {seat} is being looked into.", clause)


def move(table: Table, wish: MoveBet) -> tuple[Event, ...] | Refusal:
    """Draw chips from one wager to another: both halves, or neither."""
    return bets_are_closed(table, wish.at) or player_is_stopped(table, wish.seat, wish.at) or moved(table, wish)


def moved(table: Table, wish: MoveBet) -> tuple[Event, ...] | Refusal:
    """The two halves of a move."""
    down = changing.take_down(table, TakeDown(seat=wish.seat, wager=wish.wager, amount=wish.amount))
    if isinstance(down, Refusal):
        return down
    bet = table.layout[wish.seat][wish.wager]
    chips = off(bet.promotional, bet.stake, down.amount) or NONE
    wanted = PlaceBet(seat=wish.seat, wager=wish.to, stake=down.amount, tokens=Cents(chips.tokens))
    up = placing.place(apply(table, down), wanted)
    return up if isinstance(up, Refusal) else (replace(down, to=wish.to), up)


def call(table: Table, wish: CallBet) -> BetsCalled | Refusal:
    """Call a bet on or off; where a dealer runs the table, somebody marks it."""
    if refusal := bets_are_closed(table, wish.at) or locked(table, wish.seat):
        return refusal
    if table.round.phase is not Phase.UNTIMED and table.rules.procedures.powers_to[Act.MARK_BET]:
        marked = permitted(table, wish.by, Act.MARK_BET)
        if isinstance(marked, Refusal):
            return marked
    return changing.call(table, wish)


def speak(table: Table, wish: SpeakBet) -> BetPlaced | Refusal:
    """Take a bet that was called out: with chips, confirmed, and for as long as the document lets it be."""
    power = permitted(table, wish.by, Act.CONFIRM_BET)
    if isinstance(power, Refusal):
        return power
    if not wish.with_chips:
        return Refusal(Reason.CHIPS_NEEDED, "A spoken bet is taken only with chips.", power.clause)
    stopped = play_is_stopped(table) or player_is_stopped(table, wish.seat, wish.at)
    wanted = PlaceBet(seat=wish.seat, wager=wish.wager, stake=wish.stake, tokens=wish.tokens)
    return stopped or placing.place(table, wanted, confirmed=wish.by)


def leave_up(table: Table, wish: LeaveUp) -> BetPlaced | Refusal:
    """The stake of a winning bet goes back up, as a new bet."""
    if not _bets_are_paid(table):
        return Refusal(Reason.OUT_OF_SEQUENCE, "A winning bet can be left up while bets are paid.")
    won = table.staying.get(wish.seat, {}).get(wish.wager)
    if won is None:
        return Refusal(Reason.NO_SUCH_WAGER, f"{wish.seat} has no winning bet on {wish.wager} that could stay up.")
    stopped = play_is_stopped(table) or player_is_stopped(table, wish.seat, wish.at)
    wanted = PlaceBet(seat=wish.seat, wager=wish.wager, stake=Cents(won.stake), tokens=Cents(won.tokens))
    return stopped or placing.place(table, wanted, left_up=True)


def _bets_are_paid(table: Table) -> bool:
    """Whether winning bets are being paid: at a machine, which pays by itself, that lasts until the next round opens."""
    settles = table.rules.procedures.settles
    return table.round.phase in (Phase.UNTIMED, Phase.SETTLED, Phase.LIT, settles and settles.to)


def relax(table: Table, order: RelaxFreeze) -> tuple[Event, ...] | Refusal:
    """Let one change be made after the close: somebody who may decides it, and two once the dice are on their way."""
    power = authority(table, order.by, Act.RELAX_FREEZE, order.why)
    if isinstance(power, Refusal):
        return power
    if table.round.phase in table.rules.procedures.takes_bets:
        return Refusal(Reason.OUT_OF_SEQUENCE, "Bets are open, and nothing has to be relaxed.", power.clause)
    if table.round.phase is not Phase.CLOSED:
        other = authority(table, order.second, Act.RELAX_FREEZE, order.why)
        if isinstance(other, Refusal) or order.second is None or order.second.name == order.by.name:
            sentence = "The dice are on their way: another who may decide this has to agree."
            return Refusal(Reason.SECOND_PERSON_NEEDED, sentence, power.clause)
    changed = play_is_stopped(table) or _changed(table, order.wish, order.at)
    if isinstance(changed, Refusal):
        return changed
    relaxed = FreezeRelaxed(wish=order.wish, second=order.second, by=order.by, why=order.why, clause=power.clause)
    return (relaxed, *changed)


def _changed(table: Table, wish: PlaceBet | TakeDown | MoveBet | CallBet, at: int) -> tuple[Event, ...] | Refusal:
    stopped = (
        _is_out_of_order(table, wish.seat) if isinstance(wish, TakeDown | CallBet) else player_is_stopped(table, wish.seat, at)
    )
    if stopped:
        return stopped
    match wish:
        case PlaceBet():
            event = placing.place(table, wish)
        case TakeDown():
            event = changing.take_down(table, wish)
        case CallBet():
            event = changing.call(table, wish)
        case MoveBet():
            return moved(table, wish)
    return event if isinstance(event, Refusal) else (event,)
