"""What staff leave to the player at a terminal: nobody else stakes the credit that is there, at a dealer's table either."""

from croupier.table.bets.placing import LeaveUp, PlaceBet, SpeakBet
from croupier.table.bets.taking_down import MoveBet
from croupier.table.core.message import Command, SeatKind
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table

STAKING = (PlaceBet, SpeakBet, LeaveUp, MoveBet)
"""What stakes the money of a player. Staff may still take a bet down, or call it on or off, if the player asks them to."""


def own_terminal_refused(table: Table, command: Command) -> Refusal | None:
    """Refuse to staff what the player at a terminal does there."""
    if not isinstance(command, STAKING) or table.kinds.get(command.seat) is not SeatKind.TERMINAL:
        return None
    return Refusal(Reason.OWN_TERMINAL, f"{command.seat} has a terminal, and bets there.")
