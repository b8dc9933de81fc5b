"""Benchmark of strategies and sessions: library strategies, a Python function beside crapssim, a million sessions of W1.

The issues state these bars in rolls per second and seconds of a reference machine, on which the minimal C loop makes REFERENCE
rolls per second. So each bar is scaled by what the C loop makes in this run.
"""

import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from yardsticks import REPEATS, SECONDS_PER_MEASUREMENT, W1, Rate, Row, against, c_loop, crapssim, in_turns, kernel, report

from croupier.catalogue import ruleset
from croupier.lab.play import read_play
from croupier.lab.sessions import NEVER, Bounds, play_chunk, session_chunks
from croupier.lab.simulation import Engine, ensure_compiled, run_in_parallel
from croupier.lab.strategies.way import read_way
from croupier.lab.strategy import SEAT, PlayerCommand, play_strategy
from croupier.lab.transition_tables import TransitionTables
from croupier.money import Cents
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.state import Table

REFERENCE = 3.9e8
"""Rolls per second of the minimal C loop for W1 on the reference machine."""
STRATEGIES = ("three-point-molly", "regression", "power-press")
"""Three of the library with many states."""
SESSIONS, ROLLS = 1_000_000, 500
BOUNDS = Bounds(1_000_000, NEVER, NEVER, ROLLS)
"""With $10,000 no session of W1 is ruined in 500 rolls, so that all of them are played."""
FUNCTION_ROLLS = 5_000

RULES = ruleset("star-craps-2016")
SIGN = RULES.sign({})


def w1_in_python(table: Table) -> Iterable[PlayerCommand]:
    """Play W1 as a user would write it."""
    bets = table.layout[SEAT]
    if table.pucks["puck"] == "come-out":
        if "win-line" not in bets:
            yield PlaceBet(seat=SEAT, wager="win-line", stake=Cents(1000))
        return
    if "behind-win-line" not in bets:
        yield PlaceBet(seat=SEAT, wager="behind-win-line", stake=Cents(2000))
    for wager in ("place-win:6", "place-win:8"):
        if wager not in bets:
            yield PlaceBet(seat=SEAT, wager=wager, stake=Cents(1200))


def python_function() -> Rate:
    """Measure the function, in sessions as long as those of crapssim."""

    def rate() -> float:
        begun, rolls, seed = time.process_time(), 0, 0
        while time.process_time() - begun < 2 * SECONDS_PER_MEASUREMENT:
            seed += 1
            bounds = Bounds(10**11, NEVER, NEVER, FUNCTION_ROLLS)
            for played in play_strategy(RULES, SIGN, lambda: w1_in_python, bounds, seed=seed, sessions=10):
                rolls += int(played.rolls.sum())
        return rolls / (time.process_time() - begun)

    return rate


def sessions(tables: TransitionTables, engine: Engine) -> float:
    """Return the wall time of a million sessions with two workers, as `croupier simulate --sessions 1e6` plays them."""
    first = next(session_chunks(tables, BOUNDS, seed=1, sessions=1, engine=engine))
    ensure_compiled(play_chunk, first, engine)
    chunks, begun, rolls = session_chunks(tables, BOUNDS, seed=1, sessions=SESSIONS, engine=engine), time.perf_counter(), 0
    for played in run_in_parallel(play_chunk, chunks, engine=engine, workers=2):
        rolls += int(played.rolls.sum())
    assert rolls > 0.99 * SESSIONS * ROLLS, "the sessions were cut short"
    return time.perf_counter() - begun


def rows(where: Path) -> Iterator[Row]:
    """Measure everything."""
    play = read_play(RULES, SIGN, W1)
    tables = read_way(RULES, SIGN, W1).tables
    c = c_loop(where, play, tables)
    seen = in_turns({"C": c, **{name: kernel(read_way(RULES, SIGN, name).tables, Engine.NUMBA) for name in STRATEGIES}})
    for name in STRATEGIES:
        print(f"{name}: {median(seen[name]):.3g} rolls per second of CPU", file=sys.stderr)
        yield against(f"{name}, numba, against the C loop for W1", seen[name], seen["C"], 1e8 / REFERENCE)
    seen = in_turns({"ours": python_function(), "crapssim": crapssim()})
    print(f"W1 as a Python function: {median(seen['ours']):.3g} rolls per second of CPU", file=sys.stderr)
    yield against("W1 as a Python function, against crapssim 0.4.1", seen["ours"], seen["crapssim"], 10.0)
    for engine, bar in ((Engine.NUMBA, 2.0), (Engine.NUMPY, 6.0)):
        scaled = [(sessions(tables, engine), bar * REFERENCE / c()) for _ in range(REPEATS)]
        seconds, allowed = median(each for each, _ in scaled), median(each for _, each in scaled)
        what = f"1e6 sessions of {ROLLS} rolls of W1, two workers, {engine}"
        yield Row(what, f"<= {allowed:.2f} s", f"{seconds:.2f} s", seconds <= allowed)


def main() -> None:
    """Measure, print a table, and exit with 1 if a target is missed."""
    with TemporaryDirectory() as where:
        report(list(rows(Path(where))))


if __name__ == "__main__":
    main()
