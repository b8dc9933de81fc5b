"""Terminals at a dealer's table: nobody but its player stakes the credit of one, and a place without one has none to lock."""

from croupier.table.bets.placing import LeaveUp, PlaceBet, SpeakBet
from croupier.table.bets.taking_down import MoveBet
from croupier.table.core.message import Command, SeatKind
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table
from croupier.table.money.cards import InsertCard
from croupier.table.money.locks import LockTerminal

STAKING = (PlaceBet, SpeakBet, LeaveUp, MoveBet)
"""What stakes the money of a player. Staff may still take a bet down, or call it on or off, if the player asks them to."""
OF_TERMINALS = (LockTerminal, InsertCard)
"""What is done to a terminal. What undoes it is left to a table that did it before."""


def terminal_refused(table: Table, command: Command) -> Refusal | None:
    """Refuse to staff what the player at a terminal does there, and what needs a terminal where there is none."""
    if not isinstance(command, (*STAKING, *OF_TERMINALS)):
        return None
    has_terminal = table.kinds.get(command.seat) is SeatKind.TERMINAL
    if isinstance(command, STAKING):
        return Refusal(Reason.OWN_TERMINAL, f"{command.seat} has a terminal, and bets there.") if has_terminal else None
    if has_terminal or table.rules.procedures.is_electronic:
        return None
    return Refusal(Reason.NO_TERMINAL, f"{command.seat} has no terminal at this table.")
