"""Decide a command at a table. Pure."""

from msgspec.structs import replace

from croupier.table.core.message import Command, Event
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import COMMANDS
from croupier.table.core.state import Table
from croupier.table.core.wellformed import malformed


def decide(table: Table, command: Command) -> tuple[Event, ...] | Refusal:
    """Return the events that a command leads to, or a refusal. The table changes only when the events are applied."""
    kind, at, is_timed = type(command), command.at, command.is_timed
    if refusal := malformed(command):
        return refusal
    if is_timed and at < table.clock:
        return Refusal(Reason.CLOCK_RUNS_BACKWARDS, "That would have happened before something that has happened.")
    if not is_timed and table.clock:
        # A command without a time counts as sent at the time of the last event.
        command = replace(command, at=table.clock)
    decided = COMMANDS[kind].decide(table, command)
    if isinstance(decided, Refusal):
        return decided
    if not isinstance(decided, tuple):  # the usual case
        return (replace(decided, at=at) if is_timed else decided,)
    return tuple([replace(event, at=at) for event in decided]) if is_timed else decided
