"""Checks of every command before it is decided: numbers are integers within bounds, and required names are not empty.

The checks are derived from the field types of each command, because a Python caller can pass values of any type.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from msgspec import UNSET, UnsetType

from croupier.money import MOST_CENTS, Cents
from croupier.rules.moments import LATEST, Millis
from croupier.table.core.message import Command, NewSeat
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal

LONGEST_NAME = 80
"""The most characters in the name of a player at a live table."""


@dataclass(frozen=True, slots=True)
class _Checks:
    """The fields of a command to check."""

    numbers: tuple[tuple[str, int], ...]
    """The fields that hold a number, each with its upper bound."""
    maps: tuple[str, ...]
    """The fields that map a text to cents."""
    nested: tuple[str, ...]
    """The fields that hold another command."""
    takes_seat: bool
    """Whether the command names a new seat."""
    has_parts: bool
    """Whether there is more to check than numbers."""


@cache
def _checks(kind: type[Command]) -> _Checks:
    hints = get_type_hints(kind, include_extras=True)
    fields = {name: set(_alternatives(hints[name])) for name in kind.__struct_fields__}
    numbers = [(name, kinds) for name, kinds in fields.items() if kinds & {int, Cents, Millis}]
    maps = tuple(name for name, kinds in fields.items() if Mapping[str, Cents] in kinds)
    nested = tuple(name for name, kinds in fields.items() if any(_is_command(each) for each in kinds))
    takes_seat = any(NewSeat in kinds for kinds in fields.values())
    return _Checks(
        numbers=tuple((name, LATEST if Millis in kinds else MOST_CENTS) for name, kinds in numbers),
        maps=maps,
        nested=nested,
        takes_seat=takes_seat,
        has_parts=bool("by" in fields or takes_seat or nested or maps),
    )


def _alternatives(hint: Any) -> Iterator[Any]:
    """The members of a union, or the type itself."""
    members = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    return iter(members)


def _is_command(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Command)


def malformed(command: Command) -> Refusal | None:
    """Refuse a command with values that are not valid at any table."""
    checks = _checks(type(command))
    for name, most in checks.numbers:
        value = getattr(command, name)
        if type(value) is int:
            # Only live tables have bounds: their numbers must fit into the journal and their times into a calendar.
            if not -most <= value <= most and command.is_timed:
                return Refusal(Reason.BAD_AMOUNT, f"{name.capitalize()} is more than anybody could count.")
        elif value is not None and value is not UNSET:
            return Refusal(Reason.BAD_AMOUNT, f"{name.capitalize()} is {value!r}, which is no whole number.")
    return _malformed_parts(command, checks) if checks.has_parts else None


def _malformed_parts(command: Command, checks: _Checks) -> Refusal | None:
    """Check nested commands and mappings, and refuse empty names."""
    for name in checks.nested:
        if refusal := malformed(getattr(command, name)):
            return refusal
    for name in checks.maps:
        if any(type(value) is not int for value in getattr(command, name).values()):
            return Refusal(Reason.BAD_AMOUNT, "A stake of the record is no whole number.")
    by: Person | UnsetType | None = getattr(command, "by", None)
    if by and not by.name.strip():
        return Refusal(Reason.NOT_YOUR_POWER, "Whoever decides something has a name.")
    seat: str = getattr(command, "seat", "")
    if checks.takes_seat and command.is_timed and not seat.strip():
        return Refusal(Reason.UNKNOWN_PLAYER, "A player needs a name.")
    if checks.takes_seat and command.is_timed and not (len(seat) <= LONGEST_NAME and seat.isprintable()):
        return Refusal(Reason.UNKNOWN_PLAYER, f"The name of a player has at most {LONGEST_NAME} printable characters.")
    return None
