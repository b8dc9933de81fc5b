"""Python strategies at a real table, against the same play solved exactly."""

from collections.abc import Callable, Iterator

import pytest

from croupier.catalogue import ruleset
from croupier.lab.play import Play
from croupier.lab.session_results import SessionTotals
from croupier.lab.sessions import NEVER, Bounds, End
from croupier.lab.strategy import SEAT, PlayerCommand, Strategy, StrategyError, play_strategy
from croupier.money import Cents
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.state import Table
from ends import BOUND, exactly, z
from plays import W1, played

STAR, ROULETTE = "star-craps-2016", "ministar-roulette-2018"


def flat(play: Play) -> Callable[[], Strategy]:
    """Return the play as a strategy."""

    def strategy(table: Table) -> Iterator[PlayerCommand]:
        for stake in play.stakes:
            bets = table.layout[SEAT]
            parent = bets.get(stake.offer.rides_on)
            if stake.offer.id in bets or (stake.offer.rides_on and (parent is None or parent.state not in stake.rungs[0])):
                continue
            state = parent.state if parent else next(iter(stake.rungs[0]))
            yield PlaceBet(seat=SEAT, wager=stake.offer.id, stake=Cents(stake.rungs[0][state]))

    return lambda: strategy


def test_a_strategy_ends_as_often_as_the_same_play() -> None:
    play, bounds = played(ruleset(STAR), W1), Bounds(15000, 10000, 10000, 20)
    found = SessionTotals.of(play_strategy(play.rules, play.sign, flat(play), bounds, seed=7, sessions=1000))
    exact = exactly(play, bounds)
    for end, chance in exact.items():
        deviation = z(found.end[end], chance, found.sessions)
        assert abs(deviation) < BOUND, f"{end.name}: z = {deviation:.2f}"


def labouchere() -> Strategy:
    """Bet the first plus the last of a list of numbers on red. Strike both on a win, append their sum on a loss."""
    numbers, before = [1, 2, 3], [0]

    def strategy(table: Table) -> Iterator[PlayerCommand]:
        if table.results:
            won = table.won.get(SEAT, 0) > 0
            numbers[:] = (numbers[1:-1] or [1, 2, 3]) if won else [*numbers, before[0]]
        before[0] = numbers[0] + numbers[-1] if len(numbers) > 1 else numbers[0]
        yield PlaceBet(seat=SEAT, wager="red", stake=Cents(100 * before[0]))

    return strategy


def test_a_strategy_that_no_ladder_can_express() -> None:
    rules = ruleset(ROULETTE)
    found = SessionTotals.of(
        play_strategy(rules, rules.sign({}), labouchere, Bounds(20000, NEVER, 5000, 300), seed=7, sessions=200)
    )
    assert found.sessions == 200
    assert set(found.end) <= {End.RUIN, End.STOP_WIN, End.TIME}
    assert found.end[End.STOP_WIN] > 100
    again = SessionTotals.of(
        play_strategy(rules, rules.sign({}), labouchere, Bounds(20000, NEVER, 5000, 300), seed=7, sessions=200)
    )
    assert again.net == found.net


def a_dollar_on_red() -> Strategy:
    return lambda _: [PlaceBet(seat=SEAT, wager="red", stake=Cents(100))]


def test_a_session_ends_with_the_roll_that_reaches_a_stop() -> None:
    """A dollar on red per spin changes the money by a dollar, so that a session meets each of its stops exactly."""
    rules = ruleset(ROULETTE)
    ends = Bounds(2000, 400, 300, 60)
    played_out = list(play_strategy(rules, rules.sign({}), a_dollar_on_red, ends, seed=7, sessions=200))
    results = {(End(int(each.end[0])), int(each.net[0])) for each in played_out if each.end[0] != End.TIME}
    assert results == {(End.STOP_LOSS, -400), (End.STOP_WIN, 300)}
    assert all(each.rolls[0] == 60 and -400 < each.net[0] < 300 for each in played_out if each.end[0] == End.TIME)
    assert all(each.staked[0] == 100 * each.rolls[0] for each in played_out)
    assert all(each.drawdown[0] >= max(0, -each.net[0]) for each in played_out)


def test_a_session_without_stops_ends_in_ruin_or_with_its_last_roll() -> None:
    rules = ruleset(ROULETTE)
    found = list(play_strategy(rules, rules.sign({}), a_dollar_on_red, Bounds(300, NEVER, NEVER, 9), seed=7, sessions=100))
    ruined = [each for each in found if each.end[0] == End.RUIN]
    assert ruined
    assert {int(each.net[0]) for each in ruined} == {-300}
    assert {int(each.rolls[0]) for each in found if each.end[0] == End.TIME} == {9}


def test_an_unknown_wager_is_refused_with_the_sentence_of_the_table() -> None:
    rules = ruleset(ROULETTE)

    def nonsense(_table: Table) -> Iterator[PlayerCommand]:
        yield PlaceBet(seat=SEAT, wager="purple", stake=Cents(100))

    with pytest.raises(StrategyError) as refused:
        list(play_strategy(rules, rules.sign({}), lambda: nonsense, Bounds(1000, NEVER, NEVER, 5), seed=1, sessions=1))
    assert str(refused.value) == "PlaceBet: There is no wager purple at this table."
