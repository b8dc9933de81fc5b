"""Checks of the texts in every command before it is decided."""

from croupier.cage.message import CageCommand
from croupier.cage.numbers import as_digits, is_whole
from croupier.cage.refusals import CageReason, CageRefusal

LONGEST = 200
"""The most characters of a text."""
TEXTS = ("why", "identified", "how", "inspector", "review", "conditions")
"""The fields of commands that people write."""


def bad_text(command: CageCommand) -> CageRefusal | None:
    """Refuse a text that is empty, too long, has control characters, or is the number of a ticket that was scanned."""
    for name in TEXTS:
        text: str | None = getattr(command, name, None)
        if text is not None and not (text.strip() and len(text) <= LONGEST and text.isprintable()):
            return CageRefusal(CageReason.BAD_TEXT, f"A text has 1 to {LONGEST} characters, without control characters.")
        if text is not None and is_whole(as_digits(text)):
            return CageRefusal(CageReason.BAD_TEXT, "That is the number of a ticket, which no record may hold; write words.")
    return None


def because(why: str) -> str:
    """The reason of an order, for the end of a sentence."""
    return f": {why.removesuffix('.')}."
