"""Running a simulation: a run is cut into chunks by its number of rolls alone, and any worker may roll any of them."""

import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from dataclasses import dataclass
from enum import StrEnum
from importlib.util import find_spec
from itertools import islice
from multiprocessing import get_context
from pickle import PickleError
from typing import TypeVar

from croupier.lab.kernels import LANES, Tally, lanes, plain
from croupier.lab.shaker import cut, shaker
from croupier.lab.tables import Tables

C = TypeVar("C")
R = TypeVar("R")

CHUNK = LANES * 8400
"""The rolls of a chunk: a multiple of what a draw gives in any game, and a fraction of a second's work."""


class Engine(StrEnum):
    """Which kernel rolls."""

    NUMBA = "numba"
    NUMPY = "numpy"


def best_engine() -> Engine:
    """The fastest kernel that is installed here."""
    return Engine.NUMBA if _compiles() else Engine.NUMPY


def _compiles() -> bool:
    """Whether numba is there and works with the NumPy that is there."""
    if find_spec("numba") is None:
        return False
    try:
        import numba  # noqa: F401, PLC0415  # pyright: ignore[reportUnusedImport] - only to see whether it can be
    except ImportError:
        return False
    return True


@dataclass(frozen=True)
class Chunk:
    """A part of a run: a value that can be sent anywhere, and rolled there to the same result."""

    tables: Tables
    seed: int
    number: int
    rolls: int
    engine: Engine


@dataclass(frozen=True)
class Ran:
    """What came of a run, and how long the rolling took."""

    tally: Tally
    seconds: float
    interrupted: bool = False


def chunks(tables: Tables, *, seed: int, rolls: int, engine: Engine) -> Iterator[Chunk]:
    """Cut a run into chunks."""
    for number, begin in enumerate(range(0, rolls, CHUNK)):
        yield Chunk(tables, seed, number, min(CHUNK, rolls - begin), engine)


def roll(chunk: Chunk) -> Tally:
    """Roll a chunk. It depends on nothing but the chunk."""
    by = cut(chunk.tables.ways)
    shared = lanes(chunk.rolls, by.per_draw, chunk.tables.warming)
    words = shaker(chunk.seed, chunk.number, shared.games)
    if chunk.engine is Engine.NUMPY:
        return plain.roll(chunk.tables, by, shared, words)
    from croupier.lab.kernels import fast  # noqa: PLC0415 - half a second, and an extra that may not be installed

    return fast.roll(chunk.tables, by, shared, words)


def made_ready(work: Callable[[C], R], smallest: C, engine: Engine) -> None:
    """Make or fetch compiled code before the clock starts; what was kept and cannot be read is thrown away and made anew."""
    try:
        work(smallest)
    except (EOFError, OSError, ValueError, KeyError, IndexError, PickleError):
        if engine is not Engine.NUMBA:
            raise
        from croupier.lab.kernels import fast  # noqa: PLC0415 - likewise

        fast.forget_compiled()
        work(smallest)


def simulate(
    tables: Tables, *, seed: int, rolls: int, engine: Engine, workers: int, tell: Callable[[Tally, float], None]
) -> Ran:
    """Roll a run with so many workers, telling what there is after every chunk. Interrupted, it returns what it has."""
    made_ready(roll, Chunk(tables, seed, 0, 1, engine), engine)
    parts = chunks(tables, seed=seed, rolls=rolls, engine=engine)
    total, begun, interrupted = Tally(), time.perf_counter(), False
    try:
        for tally in in_parallel(roll, parts, engine=engine, workers=min(workers, -(-rolls // CHUNK))):
            total = total.plus(tally)
            tell(total, time.perf_counter() - begun)
    except KeyboardInterrupt:
        interrupted = True
    return Ran(total, time.perf_counter() - begun, interrupted)


def in_parallel(work: Callable[[C], R], parts: Iterator[C], *, engine: Engine, workers: int) -> Iterator[R]:
    """What comes of chunks, in any order; a single worker needs nobody to send them to."""
    return map(work, parts) if workers == 1 else _by(_pool(engine, workers), workers, work, parts)


def _pool(engine: Engine, workers: int) -> Executor:
    """Compiled code lets threads run at once; NumPy needs processes, which leave an interruption to this one."""
    if engine is Engine.NUMBA:
        return ThreadPoolExecutor(workers)
    return ProcessPoolExecutor(workers, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN))


def _by(pool: Executor, workers: int, work: Callable[[C], R], parts: Iterator[C]) -> Iterator[R]:
    """Results as they come. Only a few chunks wait at a time, so that a long run needs no more memory than a short one."""
    waiting: set[Future[R]] = set()
    try:
        while waiting := waiting | {pool.submit(work, part) for part in islice(parts, 2 * workers - len(waiting))}:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (each.result() for each in done)
    finally:
        pool.shutdown(cancel_futures=True)
