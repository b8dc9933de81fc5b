"""Sessions: how they end, against exact probabilities."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from croupier.catalogue import names, ruleset
from croupier.lab.play import Play, PlayError
from croupier.lab.session_results import SessionTotals
from croupier.lab.sessions import (
    MAX_SESSIONS_PER_CHUNK,
    NEVER,
    Bounds,
    End,
    SessionChunk,
    check_bankroll,
    play_chunk,
    session_chunks,
    sessions_per_chunk,
)
from croupier.lab.simulation import Engine, run_in_parallel
from croupier.lab.transition_tables import compile_play
from ends import BOUND, exactly, z
from plays import W1, everything, played

ROULETTE, STAR = "ministar-roulette-2018", "star-craps-2016"


def sessions(
    play: Play, bounds: Bounds, count: int = 20 * MAX_SESSIONS_PER_CHUNK, engine: Engine = Engine.NUMBA
) -> SessionTotals:
    totals = SessionTotals()
    for chunk in session_chunks(compile_play(play), bounds, seed=7, sessions=count, engine=engine):
        totals.add(play_chunk(chunk))
    return totals


def test_the_gamblers_ruin_formula_holds() -> None:
    """A dollar on red per spin, from $20 to $40 or to ruin: the gambler's ruin formula."""
    q = Fraction(19, 18)
    chance = (q**40 - q**20) / (q**40 - 1)
    found = sessions(played(ruleset(ROULETTE), "red 1"), Bounds(2000, NEVER, 2000, 20_000))
    assert found.end[End.RUIN] + found.end[End.STOP_WIN] == found.sessions
    deviation = z(found.end[End.RUIN], chance, found.sessions)
    assert abs(deviation) < BOUND, f"z = {deviation:.2f}"


@pytest.mark.parametrize(
    ("name", "text", "bounds"),
    [
        (STAR, W1, Bounds(15000, 10000, 10000, 30)),
        (STAR, "come 10, buy:4 20", Bounds(9000, NEVER, 4000, 16)),
        ("star-sicbo-2016", "super-streak:small-big 5, single:1 10", Bounds(6000, 4500, NEVER, 20)),
        (ROULETTE, "red 10, split:0-3 1", Bounds(5000, NEVER, 5000, 60)),
    ],
)
def test_every_end_occurs_with_its_exact_probability(name: str, text: str, bounds: Bounds) -> None:
    play = played(ruleset(name), text)
    exact, found = exactly(play, bounds), sessions(play, bounds)
    for end, chance in exact.items():
        if chance:
            deviation = z(found.end[end], chance, found.sessions)
            assert abs(deviation) < BOUND, f"{end.name}: z = {deviation:.2f}"
        else:
            assert found.end[end] == 0, end.name


@pytest.mark.parametrize("name", names())
def test_both_kernels_play_the_same_sessions(name: str) -> None:
    rules = ruleset(name)
    tables = compile_play(played(rules, everything(rules, rules.sign({}))))
    bounds = Bounds(int(tables.required[tables.starts].sum()) + 300_000, 200_000, 250_000, 200)
    one, other = (play_chunk(SessionChunk(tables, bounds, 3, 5, 500, engine)) for engine in Engine)
    for ours, theirs in zip(one, other, strict=True):
        assert np.array_equal(ours, theirs)
    assert len(set(one.end.tolist())) > 1


def test_workers_change_nothing() -> None:
    tables = compile_play(played(ruleset(STAR), W1))
    found: list[Counter[int]] = []
    for workers in (1, 2, 3):
        totals = SessionTotals()
        parts = session_chunks(tables, Bounds(20000, NEVER, NEVER, 100), seed=7, sessions=10_000, engine=Engine.NUMBA)
        for each in run_in_parallel(play_chunk, parts, engine=Engine.NUMBA, workers=workers):
            totals.add(each)
        found.append(totals.net)
    assert found[0] == found[1] == found[2]


def test_a_session_must_be_able_to_make_its_first_bets() -> None:
    """The line and both place bets. The odds are needed only once a point is on."""
    tables = compile_play(played(ruleset(STAR), W1))
    check_bankroll(tables, Bounds(3400, NEVER, NEVER, 10))
    with pytest.raises(PlayError) as refused:
        check_bankroll(tables, Bounds(3399, NEVER, NEVER, 10))
    assert str(refused.value) == "bankroll: $33.99 does not cover the first bets of the play, $34.00"


def test_ruin_is_counted_as_soon_as_the_bets_cannot_be_made() -> None:
    """With $34 the player cannot pay the odds once a point is on, nor the line after craps. Only 7 and 11 go on."""
    tables = compile_play(played(ruleset(STAR), W1))
    found = play_chunk(SessionChunk(tables, Bounds(3400, NEVER, NEVER, 1000), 1, 0, MAX_SESSIONS_PER_CHUNK, Engine.NUMBA))
    at_once = found.rolls == 1
    assert set(found.end[at_once].tolist()) == {End.RUIN}
    assert abs(z(int(at_once.sum()), Fraction(28, 36), MAX_SESSIONS_PER_CHUNK)) < BOUND


def test_a_stop_takes_precedence_over_ruin() -> None:
    found = sessions(played(ruleset(STAR), W1), Bounds(50000, 49000, NEVER, 500))
    assert found.end[End.STOP_LOSS] > 0
    assert all(net <= -45000 for net in found.net if found.net[net] and net < -49000)


def test_a_long_session_is_its_own_chunk() -> None:
    assert sessions_per_chunk(Bounds(1, NEVER, NEVER, 500)) == MAX_SESSIONS_PER_CHUNK
    assert sessions_per_chunk(Bounds(1, NEVER, NEVER, 10**8)) == 1
