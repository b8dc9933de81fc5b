"""Events in the words of a dealer. The journal names wagers and accounts by their ids; a console names them as people do."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

import msgspec

from croupier.table.core.message import Event
from croupier.table.core.state import Table
from croupier.table.core.words import told

WAGERS = frozenset({"wager", "wagers", "to", "barred"})
"""The fields of events, and of what they consist of, that name wagers."""
ACCOUNTS = frozenset({"source", "target"})
"""The fields of a transfer."""
PURSES: Mapping[str, str] = {
    "felt": "the bets of {}",
    "rack": "{}",
    "restricted": "the credits of {} to stake",
    "tokens": "the tokens of {}",
    "unrestricted": "the credits of {}",
    "stacker": "the notes in the terminal of {}",
    "withheld": "the money withheld from {}",
    "owed": "what is open with {}",
}
"""The accounts of a player, by their kind."""


def dealers_words(table: Table, event: Event) -> tuple[str, ...]:
    """An event at this table in sentences, as `told` has them, with the titles of wagers and the names of players."""
    names = dict(_names(table, msgspec.to_builtins(event)))
    words = told(table, event)
    if not names:
        return tuple(words)
    longest_first = sorted(names, key=len, reverse=True)
    ids = re.compile(rf"(?<![\w:-])(?:{'|'.join(map(re.escape, longest_first))})(?![\w-]|:\w)")
    return tuple(ids.sub(lambda found: names[found[0]], line) for line in words)


def _names(table: Table, part: Any, field: str = "") -> Iterator[tuple[str, str]]:
    """The ids that an event names, each with its name."""
    match part:
        case dict():
            for name, value in cast("dict[str, Any]", part).items():
                yield from _names(table, value, name)
        case list() | tuple():
            for each in cast("list[Any]", part):
                yield from _names(table, each, field)
        case str() if field in WAGERS and part in table.rules.addresses:
            yield part, table.rules.addresses[part].title
        case str() if field in ACCOUNTS and ":" in part:
            kind, _, seat = part.partition(":")
            yield part, PURSES[kind].format(seat)
        case _:
            pass
