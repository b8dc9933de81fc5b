"""The texts of orders: every one is a short line that can be printed anywhere."""

from collections.abc import Iterator
from typing import Any, cast

import msgspec

from croupier.table.core.message import Command
from croupier.table.core.refusals import Reason, Refusal

LONGEST_TEXT = 500
"""The most characters in a text. The forms of the consoles have the same limit."""


def text_refused(command: Command) -> Refusal | None:
    """Refuse an order with a text that is too long, or that a terminal or a printed page would not show as it is.

    The boundary checks this and not the table, because lines that were written before the check are decided again by audits.
    """
    if all(len(text) <= LONGEST_TEXT and text.isprintable() for text in _texts(msgspec.to_builtins(command))):
        return None
    sentence = f"Write a text on one line, with at most {LONGEST_TEXT} characters and without control characters."
    return Refusal(Reason.BAD_TEXT, sentence)


def _texts(part: Any) -> Iterator[str]:
    match part:
        case str():
            yield part
        case dict():
            for name, value in cast("dict[Any, Any]", part).items():
                yield from _texts(name)
                yield from _texts(value)
        case list() | tuple():
            for each in cast("list[Any]", part):
                yield from _texts(each)
        case _:
            pass
