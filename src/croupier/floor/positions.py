"""How far a table has come: what the next call depends on, and whether another round may open."""

from croupier.rules.sequence import Phase
from croupier.table.core.state import Table
from croupier.table.rounds.steps import next_step

BETWEEN_ROUNDS = (Phase.UNTIMED, Phase.DONE)


def has_closed(table: Table) -> bool:
    """Whether no other round may open.

    The table is closed; or it is closing and has no bet left on the layout; or it is out of service, between two rounds.
    """
    desk, begins = table.desk, next_step(table).to in (Phase.SHAKEN, Phase.BETTING)
    is_disabled = desk.disabled is not None and table.round.phase in BETWEEN_ROUNDS
    return desk.closed or is_disabled or (desk.closing and begins and not any(table.layout.values()))


def position(table: Table) -> tuple[object, ...]:
    """The part of the state that the next call depends on."""
    desk = table.desk
    return (table.round.step, desk.dealer, desk.closing, desk.closed, desk.locked, desk.disabled)
