"""Several rolls per lookup give the same cents as single rolls, in both kernels, for rolls and for sessions."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from croupier.catalogue import ruleset
from croupier.lab.sessions import NEVER, Bounds, SessionChunk, play_chunk
from croupier.lab.simulation import CHUNK_ROLLS, Chunk, Engine, roll_chunk
from croupier.lab.strategies.way import read_way
from croupier.lab.transition_tables import TransitionTables, compile_play
from plays import W1, everything, played

STAR, WHEEL, SIC_BO = "star-craps-2016", "ministar-roulette-2018", "star-sicbo-2016"
WAYS = [
    (STAR, W1),
    (STAR, "iron-cross"),
    (STAR, "pass 10 paroli:2"),
    (WHEEL, "red 10 martingale:4, straight:17 1"),
    (SIC_BO, "small 10, any-triple 1"),
    (WHEEL, "red 27000"),  # near the most that a block may move
]


def compiled(name: str, text: str) -> TransitionTables:
    rules = ruleset(name)
    return read_way(rules, rules.sign({}), text).tables


def singly(tables: TransitionTables) -> TransitionTables:
    """The same automaton without blocks."""
    alone = replace(tables)
    alone.__dict__["blocks"] = None
    return alone


@pytest.mark.parametrize(("name", "text"), WAYS)
def test_runs_have_the_same_cents(name: str, text: str) -> None:
    tables = compiled(name, text)
    assert tables.blocks is not None
    for rolls in (1, 2, 5, 8, 1003, 200_001):
        found = {roll_chunk(Chunk(each, 11, 3, rolls, engine)) for each in (tables, singly(tables)) for engine in Engine}
        assert len(found) == 1, rolls


def test_a_rejected_draw_is_drawn_again_by_its_lane_alone() -> None:
    """A full chunk rejects some sixty draws."""
    tables = compiled(STAR, W1)
    assert roll_chunk(Chunk(tables, 1, 0, CHUNK_ROLLS, Engine.NUMBA)) == roll_chunk(
        Chunk(singly(tables), 1, 0, CHUNK_ROLLS, Engine.NUMBA)
    )


@pytest.mark.parametrize(
    ("name", "text"), [*WAYS, (STAR, "pass 10, leave after 3 wins in a row"), (WHEEL, "red 10, leave on a loss")]
)
def test_sessions_end_alike(name: str, text: str) -> None:
    tables, chance = compiled(name, text), Random(5)  # noqa: S311 - a fixed seed
    assert tables.blocks is not None
    first = int(tables.required[0])
    for _ in range(8):
        lost, won = (chance.choice([NEVER, chance.randrange(100, 30_000)]) for _ in range(2))
        bounds = Bounds(first + chance.randrange(40_000), lost, won, chance.choice([1, 2, 3, 4, 50, 301]))
        one, *others = (
            np.array(play_chunk(SessionChunk(each, bounds, 3, 5, 150, engine)))
            for each in (tables, singly(tables))
            for engine in Engine
        )
        assert all(np.array_equal(one, other) for other in others), bounds


def test_what_has_no_blocks() -> None:
    """An automaton that is too large, several of them, bets that depend on the money, and large stakes make single rolls."""
    rules = ruleset(STAR)
    assert compiled(STAR, "pass 10, field 5 with bankroll above 600").blocks is None
    large = compile_play(played(rules, "win-line 10 dalembert:20"))
    several = compile_play(played(ruleset(SIC_BO), everything(ruleset(SIC_BO), ruleset(SIC_BO).sign({}))))
    assert (len(large.starts), len(several.starts)) == (1, 2)
    assert large.blocks is several.blocks is None
    assert compile_play(played(ruleset(WHEEL), "red 28000")).blocks is None
