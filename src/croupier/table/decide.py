"""Decide: a table and a command make events, or a refusal. Pure."""

from croupier.ledger import OUTSIDE, Transfer, rack
from croupier.money import dollars
from croupier.table import changing, placing, settlement
from croupier.table.commands import CallBet, Command, EnterOutcome, PlaceBet, TakeDown, TakeSeat, VoidRound
from croupier.table.events import Event, RoundSettled, SeatTaken
from croupier.table.refusals import Reason, Refusal
from croupier.table.state import Table


def decide(table: Table, command: Command) -> tuple[Event, ...] | Refusal:
    """What becomes of a command at this table. Nothing changes before its events are applied."""
    event = _decided(table, command)
    return event if isinstance(event, Refusal) else (event,)


def _decided(table: Table, command: Command) -> Event | Refusal:
    match command:
        case PlaceBet():
            return placing.place(table, command)
        case EnterOutcome():
            return _enter(table, command)
        case TakeDown():
            return changing.take_down(table, command)
        case CallBet():
            return changing.call(table, command)
        case VoidRound():
            return settlement.void(table)
        case TakeSeat():
            return _take_seat(table, command)


def _enter(table: Table, wish: EnterOutcome) -> RoundSettled | Refusal:
    space = table.rules.game.space
    if wish.outcome not in space.ways:
        return Refusal(Reason.UNKNOWN_OUTCOME, f"{space.title.capitalize()} can never show {wish.outcome}.")
    return settlement.settle(table, wish.outcome)


def _take_seat(table: Table, wish: TakeSeat) -> SeatTaken | Refusal:
    if wish.seat in table.layout:
        return Refusal(Reason.SEAT_TAKEN, f"{wish.seat} sits at this table already.")
    if wish.chips < 0:
        return Refusal(Reason.BAD_AMOUNT, f"{wish.seat} cannot bring {dollars(wish.chips)}.")
    transfers = (Transfer(OUTSIDE, rack(wish.seat), wish.chips),) if wish.chips else ()
    return SeatTaken(seat=wish.seat, transfers=transfers)
