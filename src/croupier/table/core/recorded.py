"""The lines of a table's stream after the first. Each holds a command and its events. See `opening` for the first line."""

from typing import TYPE_CHECKING, Union

import msgspec

from croupier.canonical import canonical
from croupier.facts.lines import LineReader
from croupier.table.core.message import Command, Event
from croupier.table.core.rows import COMMANDS, EVENTS

if TYPE_CHECKING:
    AnyCommand = Command
    AnyEvent = Event
else:
    # Importing the package `croupier.table` has declared every row by now.
    AnyCommand = Union[tuple(COMMANDS)]  # noqa: UP007 - made at run time
    AnyEvent = Union[tuple(EVENTS)]  # noqa: UP007 - made at run time

FORMAT = 1
"""The format of the lines that this version writes. Every line states its format."""


class _Events(msgspec.Struct, frozen=True, gc=False):
    """A line without its command, for a replay."""

    format: int
    events: tuple[AnyEvent, ...]


class Recorded(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A line: a command, the events it led to, and the notice in its answer if there is one."""

    format: int
    command: AnyCommand
    events: tuple[AnyEvent, ...]
    notice: str | None = None


_RECORDED = LineReader(Recorded, FORMAT)
_EVENTS = LineReader(_Events, FORMAT)


def recorded(command: Command, events: tuple[Event, ...], notice: str | None = None) -> bytes:
    """Encode a command, its events and the notice to whoever asked as a line."""
    return canonical(Recorded(FORMAT, command, events, notice))


def read_recorded(line: bytes) -> Recorded:
    """Decode a line after the first. Raise `OtherFormatError` for another format."""
    return _RECORDED.read(line)


def events_in(line: bytes) -> tuple[Event, ...]:
    """Decode only the events of a line after the first."""
    return _EVENTS.read(line).events
