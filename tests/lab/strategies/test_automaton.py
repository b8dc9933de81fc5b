"""Strategies compiled to automata, against a real table that plays them roll by roll, and against plays."""

from collections.abc import Sequence
from random import Random

import pytest

from croupier.catalogue import names, ruleset
from croupier.lab.chain import LEAVES
from croupier.lab.long_run import long_run, long_run_of_chains
from croupier.lab.play import PlayError, read_play
from croupier.lab.recorded_rolls import replay
from croupier.lab.session_distribution import SessionDistribution, session_law
from croupier.lab.sessions import NEVER, Bounds, End, SessionChunk, check_bankroll, play_chunk
from croupier.lab.simulation import Engine
from croupier.lab.strategies import automaton
from croupier.lab.strategies.automaton import compile_strategy
from croupier.lab.strategies.carrying_out import StrategyPlayer
from croupier.lab.strategies.clauses import Strategy
from croupier.lab.strategies.memory import Remembering
from croupier.lab.strategies.reading import read_strategy
from croupier.lab.strategies.seat import Layout, SeatedPlayer
from croupier.lab.strategies.way import read_way
from croupier.lab.transition_tables import compile_chains
from croupier.rules.outcomes import OutcomeName
from croupier.rules.ruleset import Ruleset
from croupier.table.core.state import Table
from plays import W1, at_random
from strategies import random_strategy

STAR, ROULETTE = ruleset("star-craps-2016"), ruleset("ministar-roulette-2018")


class Forgetful(SeatedPlayer):
    """A table that remembers no layout: every command and every outcome is decided anew, on the table that came of the last."""

    def layout(self, table: Table) -> Layout:
        return Layout(self, table, 0)


def read(rules: Ruleset, text: str) -> Strategy:
    return read_strategy(rules, rules.sign({}), text)


def at_the_table(strategy: Strategy, rolls: Sequence[OutcomeName], bankroll: int = 0) -> list[tuple[dict[str, int], int]]:
    """For each roll, the stakes before it and the net after it, at a real table. It ends when the player leaves."""
    remembering = Remembering(strategy)
    player, layout = StrategyPlayer(strategy, remembering), Forgetful(strategy.rules, strategy.sign).first
    memory, net, found = remembering.first, 0, list[tuple[dict[str, int], int]]()
    for outcome in rolls:
        ready = player.ready(layout, memory, bankroll + net)
        if ready.leaves:
            break
        rolled = ready.layout.roll(outcome)
        net += rolled.net - ready.fee
        found.append(({wager: bet.stake // 100 for wager, bet in ready.layout.bets.items()}, net))
        memory = remembering.after(ready.memory, ready.layout.pucks, outcome, rolled)
        layout = rolled.layout
    return found


def stakes(text: str, *rolls: str, rules: Ruleset = STAR, bankroll: int = 0) -> list[dict[str, int]]:
    """The bets of a strategy before each roll, in dollars; and before the roll after the last, if the player has not left."""
    any_roll = next(iter(rules.game.space.ways))
    every = [OutcomeName(each) for each in (*rolls, any_roll)]
    return [bets for bets, _ in at_the_table(read(rules, text), every, bankroll)]


def rolled(rules: Ruleset, chance: Random, count: int) -> list[OutcomeName]:
    ways = rules.game.space.ways
    return chance.choices(list(ways), weights=list(ways.values()), k=count)


def test_bets_wait_for_the_point() -> None:
    assert stakes("field 5 while point on", "3-4", "2-2", "1-2", "3-4") == [{}, {}, {"field": 5}, {"field": 5}, {}]


def test_come_bets_are_counted_wherever_they_stand() -> None:
    text = "pass 10, come 10 with fewer than 2 come bets"
    found = stakes(text, "2-2", "3-3", "4-4", "2-3")
    assert found == [
        {"win-line": 10},
        {"win-line": 10, "come": 10},
        {"win-line": 10, "come:6": 10, "come": 10},
        {"win-line": 10, "come:6": 10, "come:8": 10},
        {"win-line": 10, "come:6": 10, "come:8": 10},
    ]


def test_a_bet_is_pressed_when_it_wins_and_begins_anew_when_it_loses() -> None:
    text = "place 6 12 while point on, press place 6 by 6 up to 24 on a win of place 6"
    found = stakes(text, "2-2", "3-3", "1-5", "2-4", "3-4", "2-2")
    assert found == [
        {},
        {"place-win:6": 12},
        {"place-win:6": 18},
        {"place-win:6": 24},
        {"place-win:6": 24},
        {},
        {"place-win:6": 12},
    ]


def test_a_bet_is_regressed_where_it_stands() -> None:
    text = "place 6 30, place 8 30, regress place to 6 after a win of place"
    found = stakes(text, "2-2", "3-3", "3-4")
    both = {"place-win:6": 30, "place-win:8": 30}
    assert found == [both, both, {"place-win:6": 6, "place-win:8": 6}, both]


def test_counts_of_a_hand_end_with_the_shooter() -> None:
    text = "pass 10, field 5 after 2 rolls, any-seven 1 before 2 rolls"
    found = stakes(text, "2-2", "1-2", "3-4", "2-2")
    assert [sorted(bets) for bets in found] == [
        ["any-seven", "win-line"],
        ["any-seven", "win-line"],
        ["field", "win-line"],
        ["any-seven", "win-line"],
        ["any-seven", "win-line"],
    ]


def test_wins_in_a_row_do_not_end_with_the_hand() -> None:
    text = "red 5, straight:17 1 after 2 losses in a row of red"
    found = stakes(text, "2", "4", "1", "2", rules=ROULETTE)
    assert [len(bets) for bets in found] == [1, 1, 2, 1, 1]


def test_bets_come_down_and_are_called_off() -> None:
    assert stakes("place 6 12, take down place after 1 roll", "2-2", "1-2") == [{"place-win:6": 12}, {}, {}]
    called = at_the_table(read(STAR, "place 6 12, call off place 6 while point on"), [OutcomeName("2-2"), OutcomeName("3-3")])
    assert called[-1] == ({"place-win:6": 12}, 0)  # off, so the 6 pays nothing


def test_the_bankroll_decides_and_the_player_leaves() -> None:
    text = "red 10 with bankroll below 120, black 10 with bankroll above 119.99, leave with bankroll above 130"
    found = stakes(text, "1", "1", "2", "2", rules=ROULETTE, bankroll=10_000)
    assert found == [{"red": 10}, {"red": 10}, {"black": 10}, {"black": 10}]


@pytest.mark.parametrize("name", names())
def test_a_flat_strategy_is_worth_what_the_play_is_worth(name: str) -> None:
    rules = ruleset(name)
    text = ", ".join(at_random(rules, rules.sign({}), Random(f"flat {name}")).split(", ")[:2])  # noqa: S311 - a fixed seed
    try:
        play = read_play(rules, rules.sign({}), text)
    except PlayError:
        play = read_play(rules, rules.sign({}), text := f"{rules.offers[0].id} 10")
    strategy = read(rules, text)
    assert strategy.is_flat
    one, other = long_run(play), long_run_of_chains([compile_strategy(strategy)], rules.game.space)
    assert (one.net, one.settled, one.staked, one.variance) == (other.net, other.settled, other.staked, other.variance)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("seed", range(3))
def test_five_hundred_rolls_of_a_random_strategy_come_to_the_same_cents(name: str, seed: int) -> None:
    rules, chance = ruleset(name), Random(f"strategy {name} {seed}")  # noqa: S311 - a fixed seed, printed in the name of the test
    text = random_strategy(rules, chance)
    strategy, rolls = read(rules, text), rolled(rules, chance, 500)
    tables = compile_chains([compile_strategy(strategy)], rules.game.space)
    assert replay(tables, rolls).net == at_the_table(strategy, rolls)[-1][1], text


SESSIONS = (
    W1,
    "pass 10, press pass by 10 up to 40 on a win of pass, leave with bankroll above 240, leave after 3 losses in a row of pass",
    "pass 10, place 6 60 with bankroll above 210, field 5 with bankroll below 150",
)


@pytest.mark.parametrize("text", SESSIONS)
def test_both_kernels_and_the_exact_law_agree_on_sessions(text: str) -> None:
    bounds, chain = Bounds(20_000, NEVER, 15_000, 60), compile_strategy(read(STAR, text))
    tables = compile_chains([chain], STAR.game.space)
    check_bankroll(tables, bounds)
    one, other = (play_chunk(SessionChunk(tables, bounds, 7, 0, 4096, engine)) for engine in Engine)
    assert all((a == b).all() for a, b in zip(one, other, strict=True))
    law = session_law([chain], STAR.game.space, bounds)
    assert isinstance(law, SessionDistribution)
    assert abs(float(law.results.sum()) - 1) < 1e-12
    assert abs(float(one.net.mean()) - law.mean) < 4 * law.sigma / 64
    assert abs(float(one.rolls.mean()) - law.mean_rolls) < 4 * float(one.rolls.std()) / 64 + 1e-9
    for end in End:
        error = (law.ends[end] * (1 - law.ends[end]) / 4096) ** 0.5
        assert abs(float((one.end == end).mean()) - law.ends[end]) <= 4 * error + 1e-9, end


def test_a_session_in_the_tables_is_the_session_at_the_table() -> None:
    """The bands of money in the exact law: one session, followed by hand."""
    chain = compile_strategy(read(ROULETTE, "red 10 with bankroll below 110"))
    law = session_law([chain], ROULETTE.game.space, Bounds(10_000, NEVER, NEVER, 2))
    assert isinstance(law, SessionDistribution)
    red = 18 / 37
    # After a win there is $110, which is not below $110: no second bet.
    chances = dict(zip(law.nets.tolist(), law.results.tolist(), strict=True))
    assert chances[1000] == pytest.approx(red)
    assert chances[0] == pytest.approx((1 - red) * red)
    assert chances[-2000] == pytest.approx((1 - red) ** 2)


def test_a_strategy_that_leaves_at_once_is_refused() -> None:
    chain = compile_strategy(read(ROULETTE, "red 10, leave with bankroll above 50"))
    assert LEAVES in chain.needs
    tables = compile_chains([chain], ROULETTE.game.space)
    with pytest.raises(PlayError, match="leaves before its first bet"):
        check_bankroll(tables, Bounds(10_000, NEVER, NEVER, 10))


def test_what_the_table_refuses_is_refused_with_its_sentence() -> None:
    with pytest.raises(PlayError) as refused:
        compile_strategy(read(STAR, "pass 10, odds 90x"))
    assert str(refused.value).startswith(
        "play, behind-win-line: the table refuses it: Behind the Win Line: $900.00 is over the"
    )


def test_too_many_states_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automaton, "MAX_STATES", 20)
    with pytest.raises(PlayError, match="more than 20 states"):
        compile_strategy(read(STAR, "pass 10, come 10, come odds 1x"))


def test_a_strategy_whose_first_rolls_decide_how_it_ends_has_no_long_run() -> None:
    rules = ruleset("ministar-roulette-2018")
    way = read_way(rules, rules.sign({}), "straight:27 12 before 2 wins, split:23-24 12 after 2 wins in a row of straight:27")
    assert way.exact is None
