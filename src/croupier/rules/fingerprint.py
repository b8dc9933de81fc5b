"""The fingerprint of a rule set: the SHA-256 of a canonical form of everything that decides a bet."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from types import NoneType
from typing import Any

from croupier.rules.outcomes import Space
from croupier.rules.puck import Puck
from croupier.rules.reading import Reading
from croupier.rules.wager import Wager


def fingerprint(rules: object) -> str:
    """Hash the rules. Ids, wager titles and clauses count; the wording of conditions and readings (prose) does not."""
    return hashlib.sha256(canonical(rules).encode()).hexdigest()


def canonical(rules: object) -> str:
    """Return the canonical form: JSON with sorted keys, without prose fields."""
    return json.dumps(_plain(rules), sort_keys=True, separators=(",", ":"))


def _plain(thing: object) -> Any:
    return _plain_form(type(thing))(thing)


@cache
def _plain_form(kind: type[Any]) -> Callable[[Any], Any]:
    """Return how things of a type are written. A rule set has tens of thousands of them, and a server waits for it to start."""
    for base, plain in _FORMS:
        if issubclass(kind, base):
            return plain
    if not is_dataclass(kind):
        raise TypeError(f"{kind.__name__} has no canonical form")
    names = [each.name for each in fields(kind) if "prose" not in each.metadata]
    return lambda thing: {name: _plain(getattr(thing, name)) for name in names}


def _wager(thing: Wager) -> Any:
    pieces = [[piece.count, piece.wager.title] for piece in thing.pieces]
    return {"title": thing.title, "first": thing.first, "pieces": pieces, "effects": _plain(thing.effects)}


_FORMS: tuple[tuple[type[Any] | tuple[type[Any], ...], Callable[[Any], Any]], ...] = (
    (Enum, lambda thing: thing.name),  # before str: a StrEnum is both, and its wording must not count
    ((NoneType, bool, int, str), lambda thing: thing),
    (Fraction, str),
    (Space, lambda thing: dict(thing.ways)),
    (Reading, lambda thing: [thing.id, *thing.values]),
    (Wager, _wager),
    (Puck, lambda thing: {"first": thing.first, "moves": _plain(thing.moves)}),
    (Mapping, lambda thing: {str(key): _plain(value) for key, value in thing.items()}),
    (frozenset, lambda thing: sorted(map(str, thing))),
    (Sequence, lambda thing: [_plain(each) for each in thing]),
)
"""The types that are written in a way of their own. The first that fits counts; all others are data classes."""
