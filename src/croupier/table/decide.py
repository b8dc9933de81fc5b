"""Decide: a table and a command make events, or a refusal. Pure."""

from croupier.table import changing, placing, procedure, settlement
from croupier.table.commands import (
    CallBet,
    CloseBetting,
    Collect,
    Command,
    EnterOutcome,
    InsertMoney,
    OpenBetting,
    PlaceBet,
    ShootDice,
    TakeDown,
    TakeSeat,
    VoidRound,
)
from croupier.table.events import Event, RoundSettled
from croupier.table.refusals import Reason, Refusal
from croupier.table.state import Table


def decide(table: Table, command: Command) -> tuple[Event, ...] | Refusal:
    """What becomes of a command at this table. Nothing changes before its events are applied."""
    event = _decided(table, command)
    return event if isinstance(event, Refusal) else (event,)


def _decided(table: Table, command: Command) -> Event | Refusal:
    match command:
        case PlaceBet():
            return procedure.bets_are_closed(table) or placing.place(table, command)
        case EnterOutcome():
            return procedure.outcome_is_early(table) or _enter(table, command)
        case TakeDown():
            return procedure.bets_are_closed(table) or changing.take_down(table, command)
        case CallBet():
            return procedure.bets_are_closed(table) or changing.call(table, command)
        case VoidRound():
            return procedure.void_is_late(table) or settlement.void(table)
        case _:
            return _proceeded(table, command)


def _proceeded(
    table: Table, command: TakeSeat | InsertMoney | Collect | OpenBetting | CloseBetting | ShootDice
) -> Event | Refusal:
    match command:
        case TakeSeat():
            return procedure.take_seat(table, command)
        case InsertMoney():
            return procedure.insert_money(table, command)
        case Collect():
            return procedure.collect(table, command)
        case OpenBetting():
            return procedure.open_betting(table, command)
        case CloseBetting():
            return procedure.close_betting(table, command)
        case ShootDice():
            return procedure.shoot(table, command)


def _enter(table: Table, wish: EnterOutcome) -> RoundSettled | Refusal:
    space = table.rules.game.space
    if wish.outcome not in space.ways:
        return Refusal(Reason.UNKNOWN_OUTCOME, f"{space.title.capitalize()} can never show {wish.outcome}.")
    return settlement.settle(table, wish.outcome)
