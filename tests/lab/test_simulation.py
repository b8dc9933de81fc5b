"""Simulated against exact figures, for every wager of the five documents. Every failure shows z."""

from collections.abc import Sequence
from math import sqrt

import pytest

from croupier.catalogue import names, ruleset
from croupier.lab.bet_chains import chains
from croupier.lab.chain import Chain, Yield
from croupier.lab.kernels import Tally
from croupier.lab.long_run import long_run, long_run_of_chains
from croupier.lab.play import Play
from croupier.lab.simulation import CHUNK_ROLLS, Chunk, Engine, SimulationRun, best_engine, roll_chunk, simulate
from croupier.lab.simulation_result import z_score
from croupier.lab.transition_tables import compile_play
from plays import W1, alone, everything, played

BOUND = 4.5


def silent(tally: Tally, seconds: float) -> None:
    """Ignore progress."""


def ran(play: Play, rolls: int, *, seed: int = 7, engine: Engine = Engine.NUMBA, workers: int = 1) -> SimulationRun:
    return simulate(compile_play(play), seed=seed, rolls=rolls, engine=engine, workers=workers, on_progress=silent)


def z_of_settled(play: Play, tally: Tally) -> float:
    """Return the z-score of the number of settled bets, solved as if it were the net."""
    counted = [
        Chain(part.moves, tuple(tuple(Yield(each.settled) for each in row) for row in part.yields), part.needs)
        for part in chains(play, charged_ahead=True)
    ]
    return z_score(Tally(tally.settled, tally.settled, tally.rolls), long_run_of_chains(counted, play.rules.game.space))


@pytest.mark.parametrize("name", names())
def test_every_wager_at_once(name: str) -> None:
    rules = ruleset(name)
    play = played(rules, everything(rules, rules.sign({})))
    tally = ran(play, 30_000_000).tally
    z, settled = z_score(tally, long_run(play)), z_of_settled(play, tally)
    assert abs(z) < BOUND, f"z = {z:.2f}"
    assert abs(settled) < BOUND, f"z of settled bets = {settled:.2f}"


def sample(name: str) -> Sequence[str]:
    """Return every wager, or one in seven of the many similar ones on a wheel."""
    ids = [offer.id for offer in ruleset(name).offers]
    return ids if len(ids) < 100 else ids[::7]


@pytest.mark.parametrize("name", names())
def test_every_wager_by_itself(name: str) -> None:
    rules, far = ruleset(name), list[str]()
    for number, wager in enumerate(sample(name)):
        play = played(rules, alone(rules, rules.sign({}), wager))
        tally = ran(play, 400_000, seed=number).tally
        z, settled = z_score(tally, long_run(play)), z_of_settled(play, tally)
        if max(abs(z), abs(settled)) >= BOUND:
            far.append(f"{wager}: z = {z:.2f}, of settled bets {settled:.2f}, seed {number}")
    assert far == []


@pytest.mark.parametrize("name", names())
def test_both_kernels_give_the_same_cents(name: str) -> None:
    rules = ruleset(name)
    tables = compile_play(played(rules, everything(rules, rules.sign({}))))
    for rolls in (1, 7, 8, 1003, 200_001, 1_000_000):
        tallies = [roll_chunk(Chunk(tables, 11, 3, rolls, engine)) for engine in Engine]
        assert tallies[0] == tallies[1]
        assert tallies[0].rolls == rolls


@pytest.mark.parametrize(("name", "text"), [("star-craps-2016", W1), ("star-craps-2016", "come 10, buy:4 20")])
def test_the_variance_of_runs_is_the_exact_one(name: str, text: str) -> None:
    """The variance of many short runs against the exact one. Its standard error is sqrt(2 / runs)."""
    play, runs, rolls = played(ruleset(name), text), 1000, 20_000
    exact, tables = long_run(play), compile_play(play)
    zs = [z_score(roll_chunk(Chunk(tables, 3, number, rolls, Engine.NUMBA)), exact) for number in range(runs)]
    spread = sum(z * z for z in zs) / runs
    assert abs(spread - 1) < BOUND * sqrt(2 / runs), f"spread {spread:.3f}"


def test_the_covariance_of_the_streaks_is_the_exact_one() -> None:
    play = played(ruleset("star-sicbo-2016"), "super-streak:small-big 5, super-streak:odd-even 5")
    exact, tables = long_run(play), compile_play(play)
    zs = [z_score(roll_chunk(Chunk(tables, 3, number, 100_000, Engine.NUMBA)), exact) for number in range(1000)]
    spread = sum(z * z for z in zs) / len(zs)
    assert abs(spread - 1) < BOUND * sqrt(2 / len(zs)), f"spread {spread:.3f}"


@pytest.mark.parametrize("engine", Engine)
def test_a_seed_gives_the_same_result_whatever_the_number_of_workers(engine: Engine) -> None:
    play, rolls = played(ruleset("star-craps-2016"), W1), 2 * CHUNK_ROLLS + 12_345
    found = {ran(play, rolls, engine=engine, workers=workers).tally for workers in (1, 2, 3)}
    assert len(found) == 1
    assert ran(play, rolls, seed=8, engine=engine).tally not in found


def test_a_slow_ladder_is_in_the_steady_state_from_the_first_counted_roll() -> None:
    """D'Alembert on the line needs thousands of rolls to forget its first rung."""
    play = played(ruleset("star-craps-2016"), "win-line 10 dalembert:20")
    tally = ran(play, 60_000_000).tally
    z, settled = z_score(tally, long_run(play)), z_of_settled(play, tally)
    assert abs(z) < BOUND, f"z = {z:.2f}"
    assert abs(settled) < BOUND, f"z of settled bets = {settled:.2f}"


def test_without_numba_the_default_is_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(_name: str) -> None:
        """Find no module."""

    assert best_engine() is Engine.NUMBA
    monkeypatch.setattr("croupier.lab.simulation.find_spec", nothing)
    assert best_engine() is Engine.NUMPY


def test_a_lane_starts_in_the_steady_state() -> None:
    """Counting starts in the steady state, so the mean of short runs is the long-run mean."""
    play = played(ruleset("star-craps-2016"), "come 10")
    exact, tables = long_run(play), compile_play(play)
    total = Tally()
    for number in range(20_000):
        total = total.plus(roll_chunk(Chunk(tables, 1, number, 40, Engine.NUMBA)))
    assert abs(z_of_settled(play, total)) < BOUND
    assert abs(z_score(total, exact)) < BOUND
