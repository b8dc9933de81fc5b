"""The lines of the stream `floor/promotions`. Each holds a command and its events."""

from typing import TYPE_CHECKING, Union

import msgspec

from croupier.canonical import canonical
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


class _Format(msgspec.Struct, frozen=True, gc=False):
    format: int


_LINE = msgspec.json.Decoder(PrizeLine)
_FORMAT = msgspec.json.Decoder(_Format)


class NewerPrizeError(ValueError):
    """A newer version of croupier wrote the line."""


def recorded(command: PrizeCommand, events: tuple[PrizeEvent, ...]) -> bytes:
    """Encode a command and its events as a line."""
    return canonical(PrizeLine(FORMAT, command, events))


def read_recorded(line: bytes) -> PrizeLine:
    """Decode a line. Raise `NewerPrizeError` for a newer format."""
    try:
        found = _LINE.decode(line)
    except msgspec.ValidationError:
        _check(_FORMAT.decode(line).format)
        raise
    _check(found.format)
    return found


def _check(format: int) -> None:
    if format > FORMAT:
        raise NewerPrizeError(f"has format {format}, and this croupier reads up to {FORMAT}; use the croupier that wrote it")
