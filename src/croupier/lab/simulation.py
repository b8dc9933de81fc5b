"""Run a simulation. The number of rolls alone decides how a run is split into chunks; any worker may simulate any chunk."""

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

from croupier.lab.kernels import MAX_LANES, Tally, numpy_kernel, plan_lanes
from croupier.lab.rng import seed_lanes, split_draw
from croupier.lab.transition_tables import TransitionTables

C = TypeVar("C")
R = TypeVar("R")

CHUNK_ROLLS = MAX_LANES * 8400
"""Rolls of a full chunk: a multiple of the rolls per draw of every game, and a fraction of a second of work."""


class Engine(StrEnum):
    """The kernel to use."""

    NUMBA = "numba"
    NUMPY = "numpy"


def best_engine() -> Engine:
    """Return the fastest kernel that is installed."""
    return Engine.NUMBA if _compiles() else Engine.NUMPY


def _compiles() -> bool:
    """Return whether numba is installed and works with the installed NumPy."""
    if find_spec("numba") is None:
        return False
    try:
        import numba  # noqa: F401, PLC0415  # pyright: ignore[reportUnusedImport] - tests the import
    except ImportError:
        return False
    return True


@dataclass(frozen=True)
class Chunk:
    """A part of a run. It can be pickled and sent to any worker, and its result depends on nothing else."""

    tables: TransitionTables
    seed: int
    number: int
    rolls: int
    engine: Engine


@dataclass(frozen=True)
class SimulationRun:
    """The sums of a run and its wall time. If interrupted, it covers only the chunks that finished."""

    tally: Tally
    seconds: float
    interrupted: bool = False


def split_run(tables: TransitionTables, *, seed: int, rolls: int, engine: Engine) -> Iterator[Chunk]:
    """Split a run into chunks."""
    for number, begin in enumerate(range(0, rolls, CHUNK_ROLLS)):
        yield Chunk(tables, seed, number, min(CHUNK_ROLLS, rolls - begin), engine)


def roll_chunk(chunk: Chunk) -> Tally:
    """Simulate a chunk."""
    split = split_draw(chunk.tables.ways)
    plan = plan_lanes(chunk.rolls, split.rolls_per_draw, chunk.tables.warmup_rolls)
    words = seed_lanes(chunk.seed, chunk.number, plan.lanes)
    if chunk.engine is Engine.NUMPY:
        return numpy_kernel.roll_chunk(chunk.tables, split, plan, words)
    from croupier.lab.kernels import numba_blocks  # noqa: PLC0415 - an optional extra that takes 0.5 s to import

    return numba_blocks.roll_chunk(chunk.tables, split, plan, words)


def ensure_compiled(work: Callable[[C], R], smallest: C, engine: Engine) -> None:
    """Compile or load the kernel before timing starts. A corrupt compile cache is deleted and rebuilt."""
    try:
        work(smallest)
    except (EOFError, OSError, ValueError, KeyError, IndexError, PickleError):
        if engine is not Engine.NUMBA:
            raise
        from croupier.lab.kernels import numba_blocks  # noqa: PLC0415 - as above

        numba_blocks.delete_compiled()
        work(smallest)


def simulate(
    tables: TransitionTables,
    *,
    seed: int,
    rolls: int,
    engine: Engine,
    workers: int,
    on_progress: Callable[[Tally, float], None],
) -> SimulationRun:
    """Simulate a run. `on_progress` receives the sums and the seconds so far after every chunk.

    On Ctrl-C it returns what has been simulated so far.
    """
    ensure_compiled(roll_chunk, Chunk(tables, seed, 0, 1, engine), engine)
    parts = split_run(tables, seed=seed, rolls=rolls, engine=engine)
    total, begun, interrupted = Tally(), time.perf_counter(), False
    try:
        for tally in run_in_parallel(roll_chunk, parts, engine=engine, workers=min(workers, -(-rolls // CHUNK_ROLLS))):
            total = total.plus(tally)
            on_progress(total, time.perf_counter() - begun)
    except KeyboardInterrupt:
        interrupted = True
    return SimulationRun(total, time.perf_counter() - begun, interrupted)


def run_in_parallel(work: Callable[[C], R], parts: Iterator[C], *, engine: Engine, workers: int) -> Iterator[R]:
    """Yield the results of all parts in any order. One worker runs in this process."""
    return map(work, parts) if workers == 1 else _unordered(_pool(engine, workers), workers, work, parts)


def _pool(engine: Engine, workers: int) -> Executor:
    """Numba releases the GIL, so threads suffice. NumPy needs processes, and only the parent handles Ctrl-C."""
    if engine is Engine.NUMBA:
        return ThreadPoolExecutor(workers)
    return ProcessPoolExecutor(workers, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN))


def _unordered(pool: Executor, workers: int, work: Callable[[C], R], parts: Iterator[C]) -> Iterator[R]:
    """Yield results as they arrive. The queue is short, so that memory does not grow with the length of the run."""
    waiting: set[Future[R]] = set()
    try:
        while waiting := waiting | {pool.submit(work, part) for part in islice(parts, 2 * workers - len(waiting))}:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (each.result() for each in done)
    finally:
        pool.shutdown(cancel_futures=True)
