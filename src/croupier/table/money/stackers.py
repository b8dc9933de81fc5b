"""The stackers of a table: one for each enrolled terminal, whoever has played there. Elsewhere each seat has its own."""

from collections.abc import Mapping

from msgspec.structs import replace

from croupier.table.core.meters import Meters
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table


def stackers(table: Table) -> list[str]:
    """The terminals of the players at the table, and those that have had notes, each once."""
    here = dict.fromkeys(table.terminal_of(seat) for seat in table.clockwise())
    return [*here, *sorted(table.meters.stackers.keys() - here.keys())]


def stacker_refused(table: Table, terminal: str) -> Refusal | None:
    """Refuse a terminal that this table does not know."""
    if terminal in stackers(table):
        return None
    return Refusal(Reason.UNKNOWN_PLAYER, f"There is no terminal {terminal} at this table.")


def stacked_notes(table: Table, terminal: str) -> Mapping[int, int]:
    """The number of notes in a stacker by its meters, by denomination in cents."""
    return table.meters.stacker(terminal).stacked


def meter_emptied(table: Table, terminal: str) -> Meters:
    """The meters once a stacker is empty."""
    meters = table.meters
    stacker = meters.stacker(terminal)
    return replace(meters, stackers={**meters.stackers, terminal: replace(stacker, emptied=stacker.notes)})
