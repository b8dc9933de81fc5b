"""The lines of the stream `floor/promotions`. Each holds a command and its events."""

from typing import TYPE_CHECKING, Union

import msgspec

from croupier.canonical import canonical
from croupier.formats import LineReader
from croupier.promotions.message import PrizeCommand, PrizeEvent
from croupier.promotions.rows import PRIZE_COMMANDS, PRIZE_EVENTS

if TYPE_CHECKING:
    AnyPrizeCommand = PrizeCommand
    AnyPrizeEvent = PrizeEvent
else:
    # Importing the package `croupier.promotions` has declared every row by now.
    AnyPrizeCommand = Union[tuple(PRIZE_COMMANDS)]  # noqa: UP007 - made at run time
    AnyPrizeEvent = Union[tuple(PRIZE_EVENTS)]  # noqa: UP007 - made at run time

FORMAT = 1
"""The format of the lines that this version writes. Every line states its format."""


class PrizeLine(msgspec.Struct, frozen=True, gc=False):
    """A line: a command, and the events it led to."""

    format: int
    command: AnyPrizeCommand
    events: tuple[AnyPrizeEvent, ...]


_LINES = LineReader(PrizeLine, FORMAT)


def recorded(command: PrizeCommand, events: tuple[PrizeEvent, ...]) -> bytes:
    """Encode a command and its events as a line."""
    return canonical(PrizeLine(FORMAT, command, events))


def read_recorded(line: bytes) -> PrizeLine:
    """Decode a line. Raise `OtherFormatError` for another format."""
    return _LINES.read(line)
