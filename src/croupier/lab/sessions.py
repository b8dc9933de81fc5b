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
"""The sessions of a chunk."""


class End(IntEnum):
    """Why a session ended."""

    RUIN = 0
    """What is left does not cover the bets of the play."""
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
    for number, begin in enumerate(range(0, sessions, PER_CHUNK)):
        yield Evening(tables, bounds, seed, number, min(PER_CHUNK, sessions - begin), engine)


def play_out(evening: Evening) -> Played:
    """Play a chunk of sessions to their ends. It depends on nothing but the chunk."""
    by, bounds = cut(evening.tables.ways), evening.bounds
    limits = (bounds.bankroll, bounds.stop_loss, bounds.stop_win, bounds.max_rolls)
    words = shaker(evening.seed, evening.number, evening.sessions)
    if evening.engine is Engine.NUMPY:
        return Played(*plain_sessions.play_out(evening.tables, by, limits, words))
    from croupier.lab.kernels import fast_sessions  # noqa: PLC0415 - half a second, and an extra that may not be installed

    return Played(*fast_sessions.play_out(evening.tables, by, limits, words))
