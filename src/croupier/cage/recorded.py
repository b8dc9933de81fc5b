"""The lines of the stream `floor/cage`. Each holds a command and its events."""

from typing import TYPE_CHECKING, Union

import msgspec

from croupier.cage.message import CageCommand, CageEvent
from croupier.cage.rows import CAGE_COMMANDS, CAGE_EVENTS
from croupier.canonical import canonical
from croupier.facts.lines import LineReader

if TYPE_CHECKING:
    AnyCageCommand = CageCommand
    AnyCageEvent = CageEvent
else:
    # Importing the package `croupier.cage` has declared every row by now.
    AnyCageCommand = Union[tuple(CAGE_COMMANDS)]  # noqa: UP007 - made at run time
    AnyCageEvent = Union[tuple(CAGE_EVENTS)]  # noqa: UP007 - made at run time

FORMAT = 3
"""The format of the lines that this version writes. Every line states its format.

Of older formats, lines cannot be read that have the number of a ticket (1) or of a card (2).
"""


class CageLine(msgspec.Struct, frozen=True, gc=False):
    """A line: a command, and the events it led to."""

    format: int
    command: AnyCageCommand
    events: tuple[AnyCageEvent, ...]


_LINES = LineReader(CageLine, FORMAT)


def recorded(command: CageCommand, events: tuple[CageEvent, ...]) -> bytes:
    """Encode a command and its events as a line."""
    return canonical(CageLine(FORMAT, command, events))


def read_recorded(line: bytes) -> CageLine:
    """Decode a line. Raise `OtherFormatError` for another format."""
    return _LINES.read(line)
