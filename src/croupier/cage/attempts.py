"""Attempts: an order that asked for more than there is of an amount that is hidden. Whoever tries often learns it."""

from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, nothing
from croupier.cage.message import CageCommand, CageEvent
from croupier.cage.refusals import Reason
from croupier.cage.state import Cage


class NoteAttempt(CageCommand):
    """Put on record that a command was refused for a reason that hides an amount."""

    command: str
    """The type of the command."""
    reason: Reason
    by: str | None = None
    """The name of the member of staff; None if a player at the table did it."""
    place: str | None = None
    """The table, and the seat if it was a player's; None for the counter."""


class AttemptRefused(CageEvent):
    """A command was refused for a reason that hides an amount."""

    command: str
    reason: Reason
    by: str | None = None
    place: str | None = None


def note_attempt(_: Cage, command: NoteAttempt) -> AttemptRefused | None:
    """Put an attempt on record if its refusal hides an amount."""
    if command.reason.more_than is None:
        return None
    return AttemptRefused(command=command.command, reason=command.reason, by=command.by, place=command.place)


def _tell(event: AttemptRefused) -> str:
    where = f" at {event.place}" if event.place else ""
    return f"{event.by or 'A player'}{where} asked for more {event.reason.more_than} ({event.command}): refused."


CAGE_REGISTER.declare(
    CageRow(kind=NoteAttempt, decide=note_attempt),
    CageEventRow(
        kind=AttemptRefused,
        apply=lambda cage, _: cage,
        tell=lambda _, e: _tell(e),
        moves_money=False,
        changes=nothing,
    ),
)
