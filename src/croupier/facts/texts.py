"""Checks of the texts in every command before it is decided. They are derived from the types of its fields."""

import re
from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from croupier.facts.message import Command
from croupier.facts.refusal import Refusal
from croupier.rules.coded import Coded


@dataclass(frozen=True, slots=True)
class TextKind:
    """What a text may be. A field of a command has it as a part of its type: `Login = Annotated[str, TextKind(…)]`."""

    pattern: re.Pattern[str]
    reason: Coded
    sentence: str
    """Says how to write it."""

    def takes(self, text: str) -> bool:
        """Whether a text is of this kind. Control characters and spaces around it never are."""
        return bool(self.pattern.fullmatch(text)) and text.isprintable() and text == text.strip()


def up_to(length: int) -> re.Pattern[str]:
    """Any text of 1 to so many characters."""
    return re.compile(rf".{{1,{length}}}", re.DOTALL)


def malformed(command: Command) -> Refusal | None:
    """Refuse a command with a text that cannot be written like that."""
    for name, kind in _texts(type(command)):
        value = getattr(command, name)
        if isinstance(value, str) and not kind.takes(value):
            return Refusal(kind.reason, kind.sentence)
    return None


@cache
def _texts(command: type[Command]) -> tuple[tuple[str, TextKind], ...]:
    hints = get_type_hints(command, include_extras=True)
    return tuple((name, kind) for name in command.__struct_fields__ if (kind := _kind(hints[name])))


def _kind(hint: Any) -> TextKind | None:
    """The kind of text that a field holds; None for another field."""
    if get_origin(hint) in (Union, UnionType):
        return next(filter(None, map(_kind, get_args(hint))), None)
    return next((each for each in getattr(hint, "__metadata__", ()) if isinstance(each, TextKind)), None)
