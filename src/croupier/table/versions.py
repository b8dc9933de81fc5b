"""The forms in which events have been written down, so that old journals stay readable."""

from msgspec.structs import replace

from croupier.table.behind import behind
from croupier.table.commands import Command
from croupier.table.events import BettingClosed, Event

FORMAT = 2
"""The form of lines that are written now.

1: no event says when it happened; that of closing the bets says until when the shooter may wait, 10 seconds after it.
2: every event says when it happened.
"""

TEN_SECONDS = 10_000


class NewerFormatError(ValueError):
    """A journal that a newer croupier wrote."""


def readable(format: int) -> None:
    """Whether lines of this form can be read at all; those of an older one are read as they are."""
    if format > FORMAT:
        raise NewerFormatError(f"these lines have the form {format}, and this croupier reads up to {FORMAT}")


def asked(event: Event) -> Command:
    """The command behind an event, also behind one that does not say when it happened."""
    command = behind(event)
    if isinstance(event, BettingClosed) and not event.at:
        return replace(command, at=event.shoot_by - (TEN_SECONDS if event.shooter else 0))
    return command
