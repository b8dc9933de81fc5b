"""Checks of the texts in every command before it is decided."""

from croupier.cage.numbers import as_digits, is_whole
from croupier.cage.refusals import Reason
from croupier.facts.message import Command
from croupier.facts.refusal import Refusal

LONGEST = 200
"""The most characters of a text."""
TEXTS = {
    "why": "why",
    "identified": "which identification was seen",
    "how": "whom you have told, and how",
    "inspector": "the name of the inspector",
    "review": "what the inspector says",
    "conditions": "the conditions",
}
"""What people write in the fields of commands, as they are asked for it."""


def bad_text(command: Command) -> Refusal | None:
    """Refuse a text that is empty, too long, has control characters, or is the number of a ticket that was scanned."""
    for name, what in TEXTS.items():
        text: str | None = getattr(command, name, None)
        if text is not None and not text.strip():
            return Refusal(Reason.BAD_TEXT, f"Say {what}.")
        if text is not None and not (len(text) <= LONGEST and text.isprintable()):
            sentence = f"Say {what} in at most {LONGEST} characters, without control characters."
            return Refusal(Reason.BAD_TEXT, sentence)
        if text is not None and is_whole(as_digits(text)):
            return Refusal(Reason.BAD_TEXT, "That is the number of a ticket, which no record may hold; write words.")
    return None


def because(why: str) -> str:
    """The reason of an order, for the end of a sentence."""
    return f": {why.removesuffix('.')}."
