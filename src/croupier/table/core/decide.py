"""Decide a command at a table. Pure."""

from msgspec.structs import replace

from croupier.table.core.message import Command, Event
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import COMMANDS, Deferred, Verdict
from croupier.table.core.state import Table
from croupier.table.core.wellformed import malformed


def decide(table: Table, command: Command) -> tuple[Event, ...] | Refusal:
    """Return the events that a command leads to, or a refusal. The table changes only when the events are applied."""
    decided = judge(table, command)
    if isinstance(decided, Refusal):
        return decided
    if isinstance(decided, Deferred):
        decided = decided.events()
    at = command.at
    if not isinstance(decided, tuple):  # the usual case
        return (replace(decided, at=at) if at else decided,)
    return tuple([replace(event, at=at) for event in decided]) if at else decided


def judge(table: Table, command: Command) -> Verdict | Deferred:
    """Accept or refuse a command as `decide` does, without the work of events that take long. They have no time yet."""
    at, clock = command.at, table.clock
    if refusal := malformed(command):
        return refusal
    if at and at < clock:
        return Refusal(Reason.CLOCK_RUNS_BACKWARDS, "That would have happened before something that has happened.")
    if not at and clock:
        # A command without a time counts as sent at the time of the last event.
        command = replace(command, at=clock)
    return COMMANDS[type(command)].decide(table, command)
