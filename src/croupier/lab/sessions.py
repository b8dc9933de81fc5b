"""Sessions: a play with so much money, from the opening of a table until it is lost, won, or late."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels import plain_sessions
from croupier.lab.play import PlayError
from croupier.lab.running import Engine
from croupier.lab.shaker import cut, shaker
from croupier.lab.tables import Tables
from croupier.money import dollars

NEVER = 1 << 60
"""An amount in cents that nobody wins or loses."""
PER_CHUNK = 4096
"""The most sessions of a chunk."""
LONGEST_CHUNK = 1 << 26
"""The most rolls of a chunk, so that a run can tell how far it is and be interrupted."""


class End(IntEnum):
    """Why a session ended."""

    RUIN = 0
    """What is left does not cover the bets of the play. Who has reached a stop leaves before that."""
    STOP_LOSS = 1
    STOP_WIN = 2
    TIME = 3
    """All the rolls were made."""


class Bounds(NamedTuple):
    """The money that a session begins with, in cents, and what ends it."""

    bankroll: int
    stop_loss: int
    """It ends when so much is lost."""
    stop_win: int
    """It ends when so much is won."""
    max_rolls: int


@dataclass(frozen=True)
class Evening:
    """A chunk of sessions: a value that can be sent anywhere, and played out there to the same result."""

    tables: Tables
    bounds: Bounds
    seed: int
    number: int
    sessions: int
    engine: Engine


class Played(NamedTuple):
    """What came of sessions, one number for each."""

    net: NDArray[np.int64]
    rolls: NDArray[np.int64]
    staked: NDArray[np.int64]
    """The stakes of all bets that were settled."""
    drawdown: NDArray[np.int64]
    """The deepest fall below the highest point before it."""
    end: NDArray[np.int64]


def check_bankroll(tables: Tables, bounds: Bounds) -> None:
    """A session must be able to make its first bets."""
    if bounds.bankroll < tables.needed_first:
        raise PlayError(
            f"bankroll: {dollars(bounds.bankroll)} does not cover the first bets of the play, {dollars(tables.needed_first)}"
        )


def evenings(tables: Tables, bounds: Bounds, *, seed: int, sessions: int, engine: Engine) -> Iterator[Evening]:
    """Cut sessions into chunks."""
    each = per_chunk(bounds)
    for number, begin in enumerate(range(0, sessions, each)):
        yield Evening(tables, bounds, seed, number, min(each, sessions - begin), engine)


def per_chunk(bounds: Bounds) -> int:
    """The sessions of a chunk: fewer where each may be long. It depends on nothing else, so that seeds keep their meaning."""
    return max(1, min(PER_CHUNK, LONGEST_CHUNK // bounds.max_rolls))


def play_out(evening: Evening) -> Played:
    """Play a chunk of sessions to their ends. It depends on nothing but the chunk."""
    by, bounds = cut(evening.tables.ways), evening.bounds
    limits = (bounds.bankroll, bounds.stop_loss, bounds.stop_win, bounds.max_rolls)
    words = shaker(evening.seed, evening.number, evening.sessions)
    if evening.engine is Engine.NUMPY:
        return Played(*plain_sessions.play_out(evening.tables, by, limits, words))
    from croupier.lab.kernels import fast  # noqa: PLC0415 - half a second, and an extra that may not be installed

    return Played(*fast.play_out(evening.tables, by, limits, words))
