"""The lines of the stream `floor/cage`. Each holds a command and its events."""

from typing import TYPE_CHECKING, Union

import msgspec

from croupier.cage.message import CageCommand, CageEvent
from croupier.cage.rows import CAGE_COMMANDS, CAGE_EVENTS
from croupier.canonical import canonical

if TYPE_CHECKING:
    AnyCageCommand = CageCommand
    AnyCageEvent = CageEvent
else:
    # Importing the package `croupier.cage` has declared every row by now.
    AnyCageCommand = Union[tuple(CAGE_COMMANDS)]  # noqa: UP007 - made at run time
    AnyCageEvent = Union[tuple(CAGE_EVENTS)]  # noqa: UP007 - made at run time

FORMAT = 3
"""The format of the lines that this version writes. Every line states its format."""


class CageLine(msgspec.Struct, frozen=True, gc=False):
    """A line: a command, and the events it led to."""

    format: int
    command: AnyCageCommand
    events: tuple[AnyCageEvent, ...]


class _Format(msgspec.Struct, frozen=True, gc=False):
    format: int


_LINE = msgspec.json.Decoder(CageLine)
_FORMAT = msgspec.json.Decoder(_Format)


class OtherCageError(ValueError):
    """Another version of croupier wrote the line, which this one cannot read."""


def recorded(command: CageCommand, events: tuple[CageEvent, ...]) -> bytes:
    """Encode a command and its events as a line."""
    return canonical(CageLine(FORMAT, command, events))


def read_recorded(line: bytes) -> CageLine:
    """Decode a line. Raise `OtherCageError` for another format."""
    try:
        found = _LINE.decode(line)
    except msgspec.ValidationError:
        if (format := _FORMAT.decode(line).format) != FORMAT:
            raise _other(format) from None
        raise
    if found.format > FORMAT:
        raise _other(found.format)
    return found


def _other(format: int) -> OtherCageError:
    """A line of another format. Of older ones, lines cannot be read that have the number of a ticket (1) or a card (2)."""
    return OtherCageError(f"has format {format}, and this croupier reads {FORMAT}; use the croupier that wrote it")
