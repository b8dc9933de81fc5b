"""The lines of a table's stream after the first. Each holds a command and its events. See `opening` for the first line."""

from typing import TYPE_CHECKING, Union

import msgspec

from croupier.canonical import canonical
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


class NewerFormatError(ValueError):
    """A newer version of croupier wrote the journal."""


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


class _Format(msgspec.Struct, frozen=True, gc=False):
    format: int


_RECORDED = msgspec.json.Decoder(Recorded)
_EVENTS = msgspec.json.Decoder(_Events)
_FORMAT = msgspec.json.Decoder(_Format)


def recorded(command: Command, events: tuple[Event, ...], notice: str | None = None) -> bytes:
    """Encode a command, its events and the notice to whoever asked as a line."""
    return canonical(Recorded(FORMAT, command, events, notice))


def read_recorded(line: bytes) -> Recorded:
    """Decode a line after the first. Raise `NewerFormatError` for a newer format."""
    try:
        found = _RECORDED.decode(line)
    except msgspec.ValidationError:
        check_format_of(line)
        raise
    check_format(found.format)
    return found


def events_in(line: bytes) -> tuple[Event, ...]:
    """Decode only the events of a line after the first."""
    try:
        found = _EVENTS.decode(line)
    except msgspec.ValidationError:
        check_format_of(line)
        raise
    check_format(found.format)
    return found.events


def check_format_of(line: bytes) -> None:
    """Raise `NewerFormatError` if a line has a newer format than this version reads."""
    check_format(_FORMAT.decode(line).format)


def check_format(format: int) -> None:
    """Raise `NewerFormatError` for a newer format than this version reads."""
    if format > FORMAT:
        raise NewerFormatError(
            f"this journal has format {format}, and this croupier reads up to {FORMAT}; use the croupier that wrote it"
        )
