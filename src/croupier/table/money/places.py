"""Places: where players sit, counted clockwise from 1."""

from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table


def place_refused(table: Table, place: int | None) -> Refusal | None:
    """Refuse a place that the table does not have, or that is taken."""
    if place is None:
        return None
    if place < 1 or (table.seats and place > table.seats):
        most = f"to {table.seats}" if table.seats else "on"
        return Refusal(Reason.NO_SUCH_PLACE, f"There is no place {place} at this table: they count from 1 {most}.")
    if holder := next((seat for seat, taken in table.places.items() if taken == place), ""):
        return Refusal(Reason.NO_SUCH_PLACE, f"Place {place} is taken by {holder}.")
    return None


def free_place(table: Table) -> int:
    """The first place that is not taken."""
    taken = set(table.places.values())
    return next(place for place in range(1, len(taken) + 2) if place not in taken)
