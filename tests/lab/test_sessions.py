"""Sessions: what ends them, what they bring, against chances worked out another way."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from croupier.catalogue import names, ruleset
from croupier.lab.evenings import Expected, Gathered, evenings_found, percentiles, share
from croupier.lab.finding import Asked, Rolled, heading
from croupier.lab.play import Play, PlayError
from croupier.lab.running import Engine, in_parallel
from croupier.lab.sessions import NEVER, PER_CHUNK, Bounds, End, Evening, Played, check_bankroll, evenings, per_chunk, play_out
from croupier.lab.tables import compiled
from ends import BOUND, exactly, z
from plays import W1, everything, played

ROULETTE, STAR = "ministar-roulette-2018", "star-craps-2016"


def sessions(play: Play, bounds: Bounds, count: int = 20 * PER_CHUNK, engine: Engine = Engine.NUMBA) -> Gathered:
    gathered = Gathered()
    for evening in evenings(compiled(play), bounds, seed=7, sessions=count, engine=engine):
        gathered.add(play_out(evening))
    return gathered


def test_ruin_before_doubling_is_the_gamblers() -> None:
    """A dollar on red at a time, from 20 to 40 or to nothing: the classic formula."""
    q = Fraction(19, 18)
    chance = (q**40 - q**20) / (q**40 - 1)
    found = sessions(played(ruleset(ROULETTE), "red 1"), Bounds(2000, NEVER, 2000, 10**9))
    assert found.end[End.RUIN] + found.end[End.STOP_WIN] == found.sessions
    strayed = z(found.end[End.RUIN], chance, found.sessions)
    assert abs(strayed) < BOUND, f"z = {strayed:.2f}"


@pytest.mark.parametrize(
    ("name", "text", "bounds"),
    [
        (STAR, W1, Bounds(15000, 10000, 10000, 30)),
        (STAR, "come 10, buy:4 20", Bounds(9000, NEVER, 4000, 16)),
        ("star-sicbo-2016", "super-streak:small-big 5, single:1 10", Bounds(6000, 4500, NEVER, 20)),
        (ROULETTE, "red 10, split:0-3 1", Bounds(5000, NEVER, 5000, 60)),
    ],
)
def test_every_end_comes_as_often_as_it_must(name: str, text: str, bounds: Bounds) -> None:
    play = played(ruleset(name), text)
    exact, found = exactly(play, bounds), sessions(play, bounds)
    for end, chance in exact.items():
        if chance:
            strayed = z(found.end[end], chance, found.sessions)
            assert abs(strayed) < BOUND, f"{end.name}: z = {strayed:.2f}"
        else:
            assert found.end[end] == 0, end.name


@pytest.mark.parametrize("name", names())
def test_both_kernels_play_the_same_sessions(name: str) -> None:
    rules = ruleset(name)
    tables = compiled(played(rules, everything(rules, rules.sign({}))))
    bounds = Bounds(tables.needed_first + 300_000, 200_000, 250_000, 200)
    one, other = (play_out(Evening(tables, bounds, 3, 5, 500, engine)) for engine in Engine)
    for ours, theirs in zip(one, other, strict=True):
        assert np.array_equal(ours, theirs)
    assert len(set(one.end.tolist())) > 1


def test_workers_change_nothing() -> None:
    tables = compiled(played(ruleset(STAR), W1))
    found: list[Counter[int]] = []
    for workers in (1, 2, 3):
        gathered = Gathered()
        parts = evenings(tables, Bounds(20000, NEVER, NEVER, 100), seed=7, sessions=10_000, engine=Engine.NUMBA)
        for each in in_parallel(play_out, parts, engine=Engine.NUMBA, workers=workers):
            gathered.add(each)
        found.append(gathered.net)
    assert found[0] == found[1] == found[2]


def test_a_session_must_be_able_to_make_its_first_bets() -> None:
    """The line and both place bets; the odds are needed only once a point is on."""
    tables = compiled(played(ruleset(STAR), W1))
    check_bankroll(tables, Bounds(3400, NEVER, NEVER, 10))
    with pytest.raises(PlayError) as refused:
        check_bankroll(tables, Bounds(3399, NEVER, NEVER, 10))
    assert str(refused.value) == "bankroll: $33.99 does not cover the first bets of the play, $34.00"


def test_ruin_is_counted_as_soon_as_the_bets_cannot_be_made() -> None:
    """With $34 the odds cannot be made once a point is on, nor the line after craps: only 7 and 11 lead further."""
    tables = compiled(played(ruleset(STAR), W1))
    found = play_out(Evening(tables, Bounds(3400, NEVER, NEVER, 1000), 1, 0, PER_CHUNK, Engine.NUMBA))
    at_once = found.rolls == 1
    assert set(found.end[at_once].tolist()) == {End.RUIN}
    assert abs(z(int(at_once.sum()), Fraction(28, 36), PER_CHUNK)) < BOUND


def test_what_is_gathered_is_what_was_played() -> None:
    numbers = [
        np.array(each, np.int64) for each in ([-100, 50, 50, 0], [3, 4, 5, 6], [10, 10, 20, 20], [100, 0, 0, 9], [0, 2, 2, 3])
    ]
    gathered = Gathered()
    gathered.add(Played(*numbers))
    gathered.add(Played(*numbers))
    assert (gathered.sessions, gathered.staked, gathered.net[50], gathered.end[End.RUIN]) == (8, 120, 4, 2)
    assert percentiles(gathered.net, (1, 25, 50, 75, 99)) == {1: -100, 25: -100, 50: 0, 75: 50, 99: 50}
    assert (gathered.crossed, gathered.stakes_squared) == (2 * 500, 2 * 1000)


def test_a_share_of_nothing_still_has_bounds() -> None:
    assert share(0, 100).low == 0
    assert 0.03 < (share(0, 100).high or 0) < 0.04
    assert share(50, 100).value == 0.5


def test_what_a_session_needs_is_what_it_must_put_down() -> None:
    """By hand: a buy bet of $20 and its dollar of commission; once it stands, the $20 alone."""
    tables = compiled(played(ruleset(STAR), "buy:4 20"))
    assert tables.needed_first == 2100
    assert {int(each) for each in tables.needed} == {2000, 2100}


def test_a_play_of_several_automata_needs_the_money_for_all_of_them() -> None:
    text = ", ".join(f"{wager} 5 dalembert:16" for wager in ("place-lose:4", "big-6", "lay:5"))
    tables = compiled(played(ruleset(STAR), text))
    assert len(tables.starts) > 1
    assert tables.needed_first == 500 + 500 + 500 + 16  # and five per cent of what the lay could win


def test_who_reaches_a_stop_leaves_and_is_not_ruined() -> None:
    found = sessions(played(ruleset(STAR), W1), Bounds(50000, 49000, NEVER, 500))
    assert found.end[End.STOP_LOSS] > 0
    assert all(net <= -45000 for net in found.net if found.net[net] and net < -49000)


def test_the_error_of_result_and_return_is_that_of_the_textbook() -> None:
    numbers = [np.array(each, np.int64) for each in ([-100, 50, 50, 0], [1] * 4, [10, 10, 20, 20], [0] * 4, [3] * 4)]
    head = heading(ruleset(STAR), ruleset(STAR).sign({}), Asked("x"), Rolled("x", 1))
    told = evenings_found(
        head, Bounds(1, NEVER, NEVER, 1), Gathered.of([Played(*numbers)]), Expected(), seconds=1, interrupted=False
    )
    assert told.result.value == 0
    assert round(told.result_sigma, 6) == round((15000 / 3) ** 0.5 / 100, 6)
    assert told.result.high is not None
    assert round(told.result.high, 6) == round(1.959964 * told.result_sigma / 2, 6)
    assert told.return_to_player.value == 1
    assert round((told.return_to_player.high or 0) - 1, 6) == round(1.959964 * 15000**0.5 / 60, 6)
    assert told.coin_in == 0.15


def test_one_session_has_no_bounds() -> None:
    played_once = Played(*(np.array([each], np.int64) for each in (-1000, 5, 1000, 1000, 3)))
    head = heading(ruleset(STAR), ruleset(STAR).sign({}), Asked("x"), Rolled("x", 1))
    told = evenings_found(
        head, Bounds(1, NEVER, NEVER, 5), Gathered.of([played_once]), Expected(), seconds=1, interrupted=False
    )
    assert (told.result.low, told.result.high) == (None, None)


def test_a_long_session_is_a_chunk_of_its_own() -> None:
    assert per_chunk(Bounds(1, NEVER, NEVER, 500)) == PER_CHUNK
    assert per_chunk(Bounds(1, NEVER, NEVER, 10**8)) == 1
