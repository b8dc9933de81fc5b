"""Simulate sessions: one way of betting with a bankroll.

A session ends when the bankroll is ruined, when a stop-loss or a stop-win is reached, or at the last roll.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.chain import LEAVES
from croupier.lab.kernels import numpy_sessions
from croupier.lab.play import PlayError
from croupier.lab.rng import seed_lanes, split_draw
from croupier.lab.simulation import Engine
from croupier.lab.transition_tables import TransitionTables
from croupier.money import dollars

NEVER = 1 << 60
"""A stop-loss or stop-win, in cents, that no session reaches."""
MAX_SESSIONS_PER_CHUNK = 4096
"""Most sessions in a chunk."""
MAX_ROLLS_PER_CHUNK = 1 << 26
"""Most rolls in a chunk, so that a run can report its progress and react to Ctrl-C."""


class End(IntEnum):
    """Why a session ended."""

    RUIN = 0
    """The remaining money does not cover the next bets of the play. A stop reached at the same roll takes precedence."""
    STOP_LOSS = 1
    STOP_WIN = 2
    TIME = 3
    """The session reached its last roll."""
    LEFT = 4
    """The strategy left the table."""


class Bounds(NamedTuple):
    """The bankroll of a session, in cents, and what ends it."""

    bankroll: int
    stop_loss: int
    """End the session when this many cents are lost."""
    stop_win: int
    """End the session when this many cents are won."""
    max_rolls: int


@dataclass(frozen=True)
class SessionChunk:
    """A chunk of sessions. It can be pickled and sent to any worker, and its result depends on nothing else."""

    tables: TransitionTables
    bounds: Bounds
    seed: int
    number: int
    sessions: int
    engine: Engine


class PlayedSessions(NamedTuple):
    """The results of some sessions: arrays with one element per session."""

    net: NDArray[np.int64]
    rolls: NDArray[np.int64]
    staked: NDArray[np.int64]
    """Cents staked on all settled bets."""
    drawdown: NDArray[np.int64]
    """The largest fall, in cents, from an earlier peak."""
    end: NDArray[np.int64]


def check_bankroll(tables: TransitionTables, bounds: Bounds) -> None:
    """Raise a PlayError if the bankroll does not cover the first bets."""
    first = int(tables.required[tables.first_rows(bounds.bankroll)].sum())
    if first >= LEAVES:
        raise PlayError(f"bankroll: with {dollars(bounds.bankroll)} the strategy leaves before its first bet")
    if bounds.bankroll < first:
        raise PlayError(f"bankroll: {dollars(bounds.bankroll)} does not cover the first bets of the play, {dollars(first)}")


def session_chunks(
    tables: TransitionTables, bounds: Bounds, *, seed: int, sessions: int, engine: Engine
) -> Iterator[SessionChunk]:
    """Split sessions into chunks."""
    size = sessions_per_chunk(bounds)
    for number, begin in enumerate(range(0, sessions, size)):
        yield SessionChunk(tables, bounds, seed, number, min(size, sessions - begin), engine)


def sessions_per_chunk(bounds: Bounds) -> int:
    """Return the sessions per chunk. It depends on `max_rolls` alone, so that a seed keeps its meaning."""
    return max(1, min(MAX_SESSIONS_PER_CHUNK, MAX_ROLLS_PER_CHUNK // bounds.max_rolls))


def play_chunk(chunk: SessionChunk) -> PlayedSessions:
    """Play the sessions of a chunk to their ends."""
    split, bounds = split_draw(chunk.tables.ways), chunk.bounds
    limits = (bounds.bankroll, bounds.stop_loss, bounds.stop_win, bounds.max_rolls)
    words = seed_lanes(chunk.seed, chunk.number, chunk.sessions)
    if chunk.engine is Engine.NUMPY:
        return PlayedSessions(*numpy_sessions.play_sessions(chunk.tables, split, limits, words))
    from croupier.lab.kernels import numba_blocks  # noqa: PLC0415 - an optional extra that takes 0.5 s to import

    return PlayedSessions(*numba_blocks.play_sessions(chunk.tables, split, limits, words))
