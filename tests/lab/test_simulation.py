"""What is simulated lies where the exact lab says, for every wager of the five documents; z is in every failure."""

from collections.abc import Sequence
from math import sqrt

import pytest

from croupier.catalogue import names, ruleset
from croupier.lab.chain import Chain, Yield
from croupier.lab.finding import z_of
from croupier.lab.kernels import Tally
from croupier.lab.places import chains
from croupier.lab.play import Play
from croupier.lab.running import CHUNK, Chunk, Engine, Ran, best_engine, roll, simulate
from croupier.lab.tables import compiled
from croupier.lab.worth import worth, worth_of
from plays import W1, alone, everything, played

BOUND = 4.5


def silent(tally: Tally, seconds: float) -> None:
    """Nobody listens."""


def ran(play: Play, rolls: int, *, seed: int = 7, engine: Engine = Engine.NUMBA, workers: int = 1) -> Ran:
    return simulate(compiled(play), seed=seed, rolls=rolls, engine=engine, workers=workers, tell=silent)


def z_of_settled(play: Play, tally: Tally) -> float:
    """How far the number of settled bets lies from the exact one: it is solved as if it were the net."""
    counted = [
        Chain(part.moves, tuple(tuple(Yield(each.settled) for each in row) for row in part.yields), part.needs)
        for part in chains(play, charged_ahead=True)
    ]
    return z_of(Tally(tally.settled, tally.settled, tally.rolls), worth_of(counted, play.rules.game.space))


@pytest.mark.parametrize("name", names())
def test_every_wager_at_once(name: str) -> None:
    rules = ruleset(name)
    play = played(rules, everything(rules, rules.sign({})))
    tally = ran(play, 30_000_000).tally
    z, settled = z_of(tally, worth(play)), z_of_settled(play, tally)
    assert abs(z) < BOUND, f"z = {z:.2f}"
    assert abs(settled) < BOUND, f"z of settled bets = {settled:.2f}"


def sample(name: str) -> Sequence[str]:
    """Every wager; of the many on a wheel, which are all alike, some."""
    ids = [offer.id for offer in ruleset(name).offers]
    return ids if len(ids) < 100 else ids[::7]


@pytest.mark.parametrize("name", names())
def test_every_wager_by_itself(name: str) -> None:
    rules, far = ruleset(name), list[str]()
    for number, wager in enumerate(sample(name)):
        play = played(rules, alone(rules, rules.sign({}), wager))
        tally = ran(play, 1_000_000, seed=number).tally
        z, settled = z_of(tally, worth(play)), z_of_settled(play, tally)
        if max(abs(z), abs(settled)) >= BOUND:
            far.append(f"{wager}: z = {z:.2f}, of settled bets {settled:.2f}, seed {number}")
    assert far == []


@pytest.mark.parametrize("name", names())
def test_both_kernels_come_to_the_same_cent(name: str) -> None:
    rules = ruleset(name)
    tables = compiled(played(rules, everything(rules, rules.sign({}))))
    for rolls in (1, 7, 8, 1003, 200_001, 1_000_000):
        tallies = [roll(Chunk(tables, 11, 3, rolls, engine)) for engine in Engine]
        assert tallies[0] == tallies[1]
        assert tallies[0].rolls == rolls


@pytest.mark.parametrize(("name", "text"), [("star-craps-2016", W1), ("star-craps-2016", "come 10, buy:4 20")])
def test_runs_stray_as_far_as_sigma_says(name: str, text: str) -> None:
    """The variance of many short runs against the exact one: its own standard error is sqrt(2 / runs)."""
    play, runs, rolls = played(ruleset(name), text), 1000, 20_000
    exact, tables = worth(play), compiled(play)
    zs = [z_of(roll(Chunk(tables, 3, number, rolls, Engine.NUMBA)), exact) for number in range(runs)]
    spread = sum(z * z for z in zs) / runs
    assert abs(spread - 1) < BOUND * sqrt(2 / runs), f"spread {spread:.3f}"


def test_the_streaks_stray_together_as_their_pair_says() -> None:
    play = played(ruleset("star-sicbo-2016"), "super-streak:small-big 5, super-streak:odd-even 5")
    exact, tables = worth(play), compiled(play)
    zs = [z_of(roll(Chunk(tables, 3, number, 100_000, Engine.NUMBA)), exact) for number in range(1000)]
    spread = sum(z * z for z in zs) / len(zs)
    assert abs(spread - 1) < BOUND * sqrt(2 / len(zs)), f"spread {spread:.3f}"


@pytest.mark.parametrize("engine", Engine)
def test_a_seed_gives_the_same_result_whatever_the_number_of_workers(engine: Engine) -> None:
    play, rolls = played(ruleset("star-craps-2016"), W1), 2 * CHUNK + 12_345
    found = {ran(play, rolls, engine=engine, workers=workers).tally for workers in (1, 2, 3)}
    assert len(found) == 1
    assert ran(play, rolls, seed=8, engine=engine).tally not in found


@pytest.mark.parametrize(
    ("name", "text", "rolls"),
    [
        ("star-craps-2016", W1, 128),
        ("star-craps-2016", "come 10", 128),
        ("star-sicbo-2016", "super-streak:small-big 5", 32),
        ("ministar-roulette-2018", "red 10", 1),
        ("star-craps-2016", "win-line 10 dalembert:20", 8192),
    ],
)
def test_how_long_it_takes_to_forget(name: str, text: str, rolls: int) -> None:
    assert compiled(played(ruleset(name), text)).warming == rolls


def test_a_slow_ladder_is_in_the_middle_of_a_long_run_from_the_first_roll_that_counts() -> None:
    """D'Alembert on the line wanders for thousands of rolls before it forgets its first rung."""
    play = played(ruleset("star-craps-2016"), "win-line 10 dalembert:20")
    tally = ran(play, 60_000_000).tally
    z, settled = z_of(tally, worth(play)), z_of_settled(play, tally)
    assert abs(z) < BOUND, f"z = {z:.2f}"
    assert abs(settled) < BOUND, f"z of settled bets = {settled:.2f}"


def test_without_numba_numpy_rolls(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(_name: str) -> None:
        """No such module."""

    assert best_engine() is Engine.NUMBA
    monkeypatch.setattr("croupier.lab.running.find_spec", nothing)
    assert best_engine() is Engine.NUMPY


def test_a_lane_forgets_how_it_began() -> None:
    """Short runs begin in the middle of a long one: their mean is the long run's, not that of a table just opened."""
    play = played(ruleset("star-craps-2016"), "come 10")
    exact, tables = worth(play), compiled(play)
    total = Tally()
    for number in range(20_000):
        total = total.plus(roll(Chunk(tables, 1, number, 40, Engine.NUMBA)))
    assert abs(z_of_settled(play, total)) < BOUND
    assert abs(z_of(total, exact)) < BOUND
