"""A day at the tables that was written down honestly, and what is changed in it."""

from collections.abc import Callable
from functools import cache

from croupier.journal.anchors import SigningKey
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Line
from journals import play

Change = Callable[[Line], Line | None]


@cache
def honest() -> MemoryStore:
    """Two tables, not signed."""
    store = MemoryStore()
    play(store, "craps")
    play(store, "wheel", "ministar-roulette-2018")
    return store


def at(stream: str, number: int, **changes: object) -> Change:
    """One line otherwise."""
    return lambda line: line._replace(**changes) if line[:2] == (stream, number) else line


def without(stream: str, number: int) -> Change:
    return lambda line: None if line[:2] == (stream, number) else line


def signed(seal: SigningKey) -> MemoryStore:
    store = MemoryStore()
    play(store, "craps", seal=seal)
    return store
