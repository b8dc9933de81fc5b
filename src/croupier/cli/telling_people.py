"""Tell the stream of people: staff, sign-ins and enrolled clients."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from croupier.cli.looking import wrong
from croupier.cli.output import refuse

if TYPE_CHECKING:
    from croupier.audit.window import Window
    from croupier.journal.port import Reader


def people_lines(journal: str, reader: "Reader", window: "Window", when: Callable[[int], str]) -> list[str]:
    """The events of a window of time in words, after the hash chain of the whole stream was verified."""
    from croupier.journal.address import shown
    from croupier.journal.streams import PEOPLE
    from croupier.journal.verification import verify_stream
    from croupier.people.page import people_page
    from croupier.people.recorded import NewerPeopleError

    verify_stream(PEOPLE, reader.rows(PEOPLE), reader.head(PEOPLE))
    if window.key:
        _check_signature(reader, window.key)
    try:
        return list(people_page((line.body for line in reader.lines(PEOPLE)), window.holds, when))
    except NewerPeopleError as error:
        refuse(f"{shown(journal)}: {PEOPLE} {error}")
    except Exception as error:  # noqa: BLE001 - a forged line can be wrong in any way
        why = str(error) or type(error).__name__
        wrong(journal, [f"{PEOPLE}: a line cannot be read, or cannot have happened ({why}); croupier audit verify names it"])


def _check_signature(reader: "Reader", key: str) -> None:
    """Check that the stream has the last line of it that the key has signed."""
    from croupier.journal.anchors import signed_heads
    from croupier.journal.port import START, BrokenLineError
    from croupier.journal.streams import PEOPLE

    number, hash = signed_heads(reader, key).get(PEOPLE, START)
    line = next(reader.lines(PEOPLE, number - 1), None) if number else None
    if number and (line is None or line.hash != hash):
        raise BrokenLineError(PEOPLE, number, "is not the line that was signed")
