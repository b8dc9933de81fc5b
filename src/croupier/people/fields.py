"""Checks of the texts in every command before it is decided. They are derived from the types of its fields."""

import re
from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints
from unicodedata import normalize

from croupier.people.denials import Denial, DenialReason
from croupier.people.message import PeopleCommand


@dataclass(frozen=True, slots=True)
class TextKind:
    """What a text may be."""

    pattern: re.Pattern[str]
    reason: DenialReason
    sentence: str
    """Says how to write it."""

    def takes(self, text: str) -> bool:
        """Whether a text is of this kind. Control characters and spaces around it never are."""
        return bool(self.pattern.fullmatch(text)) and text.isprintable() and text == text.strip()


def _up_to(length: int) -> re.Pattern[str]:
    return re.compile(rf".{{1,{length}}}", re.DOTALL)


Login = Annotated[
    str,
    TextKind(
        re.compile(r"[a-z0-9][a-z0-9.-]{0,31}"),
        DenialReason.BAD_LOGIN,
        "A login has at most 32 lower-case letters, digits, dots and dashes, and begins with a letter or a digit.",
    ),
]
FullName = Annotated[
    str, TextKind(_up_to(64), DenialReason.BAD_NAME, "A name has 1 to 64 characters, and no control characters among them.")
]
Label = Annotated[
    str, TextKind(_up_to(64), DenialReason.BAD_TEXT, "A label or address has 1 to 64 characters, without control characters.")
]
Words = Annotated[
    str, TextKind(_up_to(200), DenialReason.BAD_TEXT, "A text has 1 to 200 characters, without control characters.")
]
Digest = Annotated[str, TextKind(re.compile(r"[0-9a-f]{64}"), DenialReason.BAD_TEXT, "A digest has 64 hexadecimal digits.")]


def folded(name: str) -> str:
    """A name as people compare names: without regard to case, width and spaces."""
    return " ".join(normalize("NFKC", name).casefold().split())


def malformed(command: PeopleCommand) -> Denial | None:
    """Deny a command with a text that cannot be written like that."""
    for name, kind in _texts(type(command)):
        value = getattr(command, name)
        if value is not None and not kind.takes(value):
            return Denial(kind.reason, kind.sentence)
    return None


@cache
def _texts(command: type[PeopleCommand]) -> tuple[tuple[str, TextKind], ...]:
    hints = get_type_hints(command, include_extras=True)
    return tuple((name, kind) for name in command.__struct_fields__ if (kind := _kind(hints[name])))


def _kind(hint: Any) -> TextKind | None:
    """The kind of text that a field holds; None for another field."""
    if get_origin(hint) is UnionType or isinstance(hint, UnionType):
        return next(filter(None, map(_kind, get_args(hint))), None)
    return next((each for each in getattr(hint, "__metadata__", ()) if isinstance(each, TextKind)), None)
