"""The fingerprint of a rule set: the SHA-256 of a canonical form of everything that decides a bet."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import cast

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


def _plain(thing: object) -> object:
    match thing:
        case Enum():  # before str(): a StrEnum is both, and its wording must not count
            plain = thing.name
        case None | bool() | int() | str():
            plain = thing
        case Fraction():
            plain = str(thing)
        case Space():
            plain = dict(thing.ways)
        case Reading():
            plain = [thing.id, *thing.values]
        case Wager():
            pieces = [[piece.count, piece.wager.title] for piece in thing.pieces]
            plain = {"title": thing.title, "first": thing.first, "pieces": pieces, "effects": _plain(thing.effects)}
        case Puck():
            plain = {"first": thing.first, "moves": _plain(thing.moves)}
        case Mapping():
            plain = {str(key): _plain(value) for key, value in cast("Mapping[object, object]", thing).items()}
        case frozenset():
            plain = sorted(str(each) for each in cast("frozenset[object]", thing))
        case Sequence():
            plain = [_plain(each) for each in cast("Sequence[object]", thing)]
        case _ if is_dataclass(thing):
            plain = {each.name: _plain(getattr(thing, each.name)) for each in fields(thing) if "prose" not in each.metadata}
        case _:
            raise TypeError(f"{type(thing).__name__} has no canonical form")
    return plain
