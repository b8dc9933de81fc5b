"""Names that no person has: those of terminals' seats, which each table counts, and those of patrons, which the cage counts."""

from croupier.table.core.message import Command
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table
from croupier.table.money.cards import InsertCard
from croupier.table.money.patron_names import PATRON
from croupier.table.money.seats import TakeSeat
from croupier.table.pit.conduct import Sanction

TERMINAL_SEAT = "seat-"
"""How the names of terminals' seats begin."""


def terminal_name_refused(table: Table, command: Command) -> Refusal | None:
    """Refuse to staff the name of a terminal for a person. A measure against a terminal that is known here stays here."""
    if isinstance(command, TakeSeat) and command.seat.startswith(PATRON):
        return Refusal(Reason.UNKNOWN_PLAYER, f"Names that begin with {PATRON} are those of patrons; put their card in.")
    match command:
        case TakeSeat(seat=name) | InsertCard(player=name):
            is_free = True
        case Sanction(seat=name):
            is_free = name not in table.layout and name not in table.kinds
        case _:
            return None
    if not is_free or not name.startswith(TERMINAL_SEAT):
        return None
    return Refusal(Reason.UNKNOWN_PLAYER, f"Names that begin with {TERMINAL_SEAT} are those of terminals.")
