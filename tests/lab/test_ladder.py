"""Ladders: how stakes climb; and that no ladder changes the hold."""

from fractions import Fraction

import pytest

from croupier.catalogue import ruleset
from croupier.lab.ladder import LadderError, read_ladder
from croupier.lab.long_run import long_run
from croupier.lab.play import PlayError
from croupier.lab.simulation import Chunk, Engine, roll_chunk
from croupier.lab.simulation_result import z_score
from croupier.lab.transition_tables import compile_play
from plays import played

WIN, LOSS, PUSH = 1, -1, 0


def climbed(text: str, *results: int) -> list[int]:
    """Return the sequence of multiples that are bet."""
    ladder, rung = read_ladder(text), 0
    found = [ladder.rungs[0]]
    for result in results:
        rung = ladder.after(rung, result)
        found.append(ladder.rungs[rung])
    return found


def test_stakes_climb_as_their_names_say() -> None:
    assert climbed("martingale:3", LOSS, LOSS, PUSH, LOSS, LOSS, WIN) == [1, 2, 4, 4, 1, 2, 1]
    assert climbed("press:3", WIN, WIN, WIN, WIN, LOSS) == [1, 2, 4, 1, 2, 1]
    assert climbed("dalembert:3", LOSS, LOSS, LOSS, WIN, WIN, WIN) == [1, 2, 3, 3, 2, 1, 1]
    assert climbed("fibonacci:6", LOSS, LOSS, LOSS, LOSS, WIN, WIN) == [1, 1, 2, 3, 5, 2, 1]
    assert climbed("up-on-win:1-3-2-6", WIN, WIN, WIN, WIN, WIN, LOSS) == [1, 3, 2, 6, 1, 3, 1]
    assert climbed("up-on-loss:1-1-5", LOSS, LOSS, LOSS) == [1, 1, 5, 1]
    assert climbed("grand-martingale:3", LOSS, LOSS, LOSS) == [1, 3, 7, 1]
    assert climbed("paroli:3", WIN, WIN, WIN) == [1, 2, 4, 1]


def test_the_limit_of_a_line_covers_its_first_stake() -> None:
    with pytest.raises(LadderError, match="must cover the first stake of 18 units"):
        read_ladder("labouchere:9-9/10")


def test_labouchere_strikes_numbers_and_writes_stakes() -> None:
    """1-2-3: bet 4. A loss writes 4: bet 5. A win strikes 1 and 4: bet 5. A win strikes the rest, and the line begins anew."""
    assert climbed("labouchere:1-2-3/20", LOSS, WIN, WIN, LOSS) == [4, 5, 5, 4, 5]
    assert climbed("labouchere:1-2-3/6", LOSS, LOSS, LOSS) == [4, 5, 6, 4]  # 7 would be over the limit


def test_oscar_wins_one_unit_per_series() -> None:
    """Behind by 3 after three losses: win 1, then bet 2, then no more than the unit that is missing."""
    assert climbed("oscar:20", LOSS, LOSS, LOSS, WIN, WIN, WIN, LOSS) == [1, 1, 1, 1, 2, 1, 1, 1]
    assert climbed("oscar:2", LOSS, LOSS, LOSS, WIN, LOSS) == [1, 1, 1, 1, 1, 1]  # given up 3 behind


@pytest.mark.parametrize(
    "text",
    [
        "double",
        "martingale",
        "martingale:1",
        "martingale:99",
        "up-on-win:0-1",
        "up-on-win:3",
        "press:2-3",
        "oscar:99",
        "labouchere:1-2",
    ],
)
def test_an_invalid_ladder_is_refused(text: str) -> None:
    with pytest.raises(LadderError) as refused:
        read_ladder(text)
    assert str(refused.value).startswith(f"'{text}' is not a ladder; write martingale:6, ")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("come 10 press:3", "play, come: several of these bets can stand at once, so the stake cannot follow press:3"),
        (
            "win-line 10 press:3, behind-win-line 2x press:3",
            "play, behind-win-line: odds follow the bet they ride on; put press:3 after win-line",
        ),
        ("win-line 10 press:3, behind-win-line 20.01", "play, behind-win-line: $20.01 is over the limit of $20.00 at point 4"),
    ],
)
def test_a_ladder_where_none_is_allowed_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(PlayError) as refused:
        played(ruleset("star-craps-2016"), text)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("name", "text", "hold"),
    [
        ("ministar-roulette-2018", "red 1 martingale:8", "1/37"),
        ("ministar-roulette-2018", "straight:17 1 up-on-win:1-3-2-6, orphans 5 dalembert:6", "1/37"),
        ("star-craps-2016", "win-line 10 press:4", "7/495"),
        ("star-craps-2016", "dont-win 10 fibonacci:9", "3/220"),
        ("star-craps-2016", "place-win:6 12 dalembert:9", "1/66"),
        ("star-craps-2016", "win-line 10 martingale:6, behind-win-line 2x", "1/165"),
        ("star-sicbo-2016", "small 10 martingale:7, even 10 press:3", "1/36"),
    ],
)
def test_no_ladder_beats_the_house(name: str, text: str, hold: str) -> None:
    """The stake is fixed before the roll, so every settled dollar loses the same share."""
    play = played(ruleset(name), text)
    exact = long_run(play)
    assert exact.hold == Fraction(hold)
    z = z_score(roll_chunk(Chunk(compile_play(play), 7, 0, 5_000_000, Engine.NUMBA)), exact)
    assert abs(z) < 4.5, f"z = {z:.2f}"


def test_a_ladder_is_solved_as_by_hand() -> None:
    """Two rungs on red, up on a loss: a loss on the first rung, with probability 19/37, leads to the second."""
    exact = long_run(played(ruleset("ministar-roulette-2018"), "red 1 martingale:2"))
    lose = Fraction(19, 37)
    second = lose / (1 + lose)
    assert exact.net / 100 == -Fraction(1, 37) * (1 + second)
