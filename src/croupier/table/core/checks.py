"""Checks shared by many commands: whether the player is at the table, and whether play is stopped."""

from croupier.rules.powers import Act
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table


def unknown_player(table: Table, seat: str) -> Refusal | None:
    """Refuse a seat that is not taken."""
    return None if seat in table.layout else Refusal(Reason.UNKNOWN_PLAYER, f"There is no player {seat} at this table.")


def empty_name_refused(person: str) -> Refusal | None:
    """Refuse an empty name."""
    return None if person.strip() else Refusal(Reason.UNKNOWN_PLAYER, "Say who it is.")


def stranger_refused(table: Table, seat: str) -> Refusal | None:
    """Refuse a person who does not sit at the table and has never had money there."""
    if seat in table.layout or seat in table.meters.terminals:
        return None
    return Refusal(Reason.UNKNOWN_PLAYER, f"{seat} has never played at this table.")


def clause_of(table: Table, act: Act) -> str:
    """The clause of the first power for an act; empty if the document has none."""
    return next((power.clause for power in table.rules.procedures.powers_to[act]), "")


def play_is_stopped(table: Table) -> Refusal | None:
    """Refuse if play is stopped: by a fault, or because the table is closed."""
    desk, fault = table.desk, table.round.fault
    if desk.is_locked:
        return Refusal(Reason.TABLE_LOCKED, "Nothing is played until the fault is rectified.", desk.locked)
    if desk.closed:
        return Refusal(Reason.TABLE_CLOSED, "The table is closed.", clause_of(table, Act.CLOSE_TABLE))
    if fault:
        ground = table.rules.procedures.ground(fault)
        assert ground, "a fault is reported on a ground that the rules know"
        return Refusal(Reason.FAULT_PENDING, f"The round has to be called off: {ground.words}.", ground.clause)
    return None
