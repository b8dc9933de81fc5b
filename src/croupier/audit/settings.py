"""Checks of the stream of settings: its first line opens the floor, and two people adopted each later one."""

from croupier.journal.port import BrokenLineError, Row
from croupier.likeness import looks_of
from croupier.settings import FloorOpened, decoded


def check_settings(row: Row) -> None:
    """Check a line of the stream."""
    stream, number, _, _, body, _ = row
    try:
        event = decoded(body)
    except ValueError as error:  # msgspec and a newer format raise it, and a forged line can be no text
        raise BrokenLineError(stream, number, f"cannot be read ({error})") from None
    if isinstance(event, FloorOpened) != (number == 1):
        raise BrokenLineError(stream, number, "opens a floor twice, or changes one that was not opened")
    if not isinstance(event, FloorOpened) and looks_of(event.set_by.name) == looks_of(event.approved_by.name):
        raise BrokenLineError(stream, number, f"was set and approved by the same person, {event.set_by.name}")
