"""The lines of the stream `floor/people`. Each holds the events of one command.

The command itself is not recorded: a login that was typed wrongly may be a password.
"""

from typing import TYPE_CHECKING, Union

import msgspec

from croupier.canonical import canonical
from croupier.formats import LineReader
from croupier.people.message import PeopleEvent
from croupier.people.rows import PEOPLE_EVENTS

if TYPE_CHECKING:
    AnyPeopleEvent = PeopleEvent
else:
    # Importing the package `croupier.people` has declared every row by now.
    AnyPeopleEvent = Union[tuple(PEOPLE_EVENTS)]  # noqa: UP007 - made at run time

FORMAT = 1
"""The format of the lines that this version writes. Every line states its format."""


class PeopleLine(msgspec.Struct, frozen=True, gc=False):
    """A line: the events of one command."""

    format: int
    events: tuple[AnyPeopleEvent, ...]


_LINES = LineReader(PeopleLine, FORMAT)


def recorded(events: tuple[PeopleEvent, ...]) -> bytes:
    """Encode the events of a command as a line."""
    return canonical(PeopleLine(FORMAT, events))


def events_in(line: bytes) -> tuple[PeopleEvent, ...]:
    """Decode a line. Raise `OtherFormatError` for another format."""
    return _LINES.read(line).events
