"""Tell the streams of the whole floor: its settings, its cage, its promotions, and its staff, sign-ins and enrolled clients."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from croupier.cli.looking import wrong
from croupier.cli.output import refuse

if TYPE_CHECKING:
    from croupier.audit.window import Window
    from croupier.journal.port import Reader

Page = Callable[[Iterable[bytes], Callable[[int], bool], Callable[[int], str]], Iterator[str]]
"""Tells the lines of a stream, of some times, with moments written in some way."""


def people_lines(journal: str, reader: "Reader", window: "Window", when: Callable[[int], str]) -> list[str]:
    """What staff and enrolled clients did in a window of time, in words."""
    from croupier.people.fold import PEOPLE

    return _lines(journal, reader, PEOPLE.name, PEOPLE.page, window, when)


def cage_lines(journal: str, reader: "Reader", window: "Window", when: Callable[[int], str]) -> list[str]:
    """What happened at the cage in a window of time, in words."""
    from croupier.cage.fold import CAGE_REGISTER

    return _lines(journal, reader, CAGE_REGISTER.name, CAGE_REGISTER.page, window, when)


def prize_lines(journal: str, reader: "Reader", window: "Window", when: Callable[[int], str]) -> list[str]:
    """What happened to promotions in a window of time, in words."""
    from croupier.promotions.fold import PRIZE_REGISTER

    return _lines(journal, reader, PRIZE_REGISTER.name, PRIZE_REGISTER.page, window, when)


def settings_lines(journal: str, reader: "Reader", window: "Window", when: Callable[[int], str]) -> list[str]:
    """Who put which settings of the floor in force in a window of time, in words."""
    from croupier.floor.settings_page import settings_page
    from croupier.journal.streams import FLOOR_SETTINGS

    return _lines(journal, reader, FLOOR_SETTINGS, settings_page, window, when)


def _lines(journal: str, reader: "Reader", stream: str, page: Page, window: "Window", when: Callable[[int], str]) -> list[str]:
    """The events of a window of time in words, after the hash chain of the whole stream was verified."""
    from croupier.facts.lines import OtherFormatError
    from croupier.journal.address import shown
    from croupier.journal.verification import verify_stream

    verify_stream(stream, reader.rows(stream), reader.head(stream))
    if window.key:
        _check_signature(reader, stream, window.key)
    try:
        return list(page((line.body for line in reader.lines(stream)), window.holds, when))
    except OtherFormatError as error:
        refuse(f"{shown(journal)}: {stream} {error}")
    except Exception as error:  # noqa: BLE001 - a forged line can be wrong in any way
        why = str(error) or type(error).__name__
        wrong(journal, [f"{stream}: a line cannot be read, or cannot have happened ({why}); croupier audit verify names it"])


def _check_signature(reader: "Reader", stream: str, key: str) -> None:
    """Check that the stream has the last line of it that the key has signed."""
    from croupier.journal.anchors import signed_heads
    from croupier.journal.port import START, BrokenLineError

    number, hash = signed_heads(reader, key).get(stream, START)
    line = next(reader.lines(stream, number - 1), None) if number else None
    if number and (line is None or line.hash != hash):
        raise BrokenLineError(stream, number, "is not the line that was signed")
