"""What happens to a table: an event with the table before and after it."""

from collections.abc import Sequence

import msgspec

from croupier.table.core.apply import apply
from croupier.table.core.message import Event
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table


class Happened(msgspec.Struct, frozen=True, gc=False):
    """An event, its number, and the table before and after it."""

    number: int
    event: Event
    before: Table
    after: Table
    together: Sequence[Event] = ()
    """All events that the same command led to, in order."""


def applied(table: Table, outcome: Sequence[Event] | Refusal) -> list[Happened]:
    """What happens to a table: nothing if a command was refused."""
    happened = list[Happened]()
    if isinstance(outcome, Refusal):
        return happened
    for event in outcome:
        before, table = table, apply(table, event)
        happened.append(Happened(table.events, event, before, table, outcome))
    return happened
