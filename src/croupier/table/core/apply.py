"""Apply an event to a table. Pure; it makes no decision."""

from msgspec.structs import replace

from croupier.table.core.message import Event
from croupier.table.core.rows import EVENTS, History
from croupier.table.core.state import Table

# Looking a member of an enumeration up takes as long as a call. `apply` would do it twice for every event.
_REWRITES, _ENDS_ROUND = History.REWRITES, History.ENDS_ROUND


def apply(table: Table, event: Event) -> Table:
    """Return the table after an event."""
    row = EVENTS[type(event)]
    after = row.apply(table, event)
    if row.history is _REWRITES:
        return after
    if after.round is not table.round and after.round.step != table.round.step:
        after = replace(after, round=replace(after.round, since=event.at))
    trail = None if row.history is _ENDS_ROUND else (event, table.trail)
    clock = max(table.clock, event.at)
    return replace(after, trail=trail, clock=clock, events=table.events + 1, meters=row.meter(table, event))
