"""Players at a real table: any callable, against the same play in the kernels' terms."""

from collections.abc import Callable, Iterator

import pytest

from croupier.catalogue import ruleset
from croupier.lab.attended import SEAT, Strategy, StrategyError, Wish, attend
from croupier.lab.evenings import Gathered
from croupier.lab.play import Play
from croupier.lab.sessions import NEVER, Bounds, End
from croupier.money import Cents
from croupier.table.commands import PlaceBet
from croupier.table.state import Table
from ends import BOUND, exactly, z
from plays import W1, played

STAR, ROULETTE = "star-craps-2016", "ministar-roulette-2018"


def flat(play: Play) -> Callable[[], Strategy]:
    """The play itself, as a callable."""

    def strategy(table: Table) -> Iterator[Wish]:
        for stake in play.stakes:
            bets = table.layout[SEAT]
            parent = bets.get(stake.offer.rides_on)
            if stake.offer.id in bets or (stake.offer.rides_on and (parent is None or parent.state not in stake.rungs[0])):
                continue
            state = parent.state if parent else next(iter(stake.rungs[0]))
            yield PlaceBet(seat=SEAT, wager=stake.offer.id, stake=Cents(stake.rungs[0][state]))

    return lambda: strategy


def test_a_callable_comes_to_the_ends_of_the_play_it_plays() -> None:
    play, bounds = played(ruleset(STAR), W1), Bounds(15000, 10000, 10000, 20)
    found = Gathered.of(attend(play.rules, play.sign, flat(play), bounds, seed=7, sessions=1000))
    exact = exactly(play, bounds)
    for end, chance in exact.items():
        strayed = z(found.end[end], chance, found.sessions)
        assert abs(strayed) < BOUND, f"{end.name}: z = {strayed:.2f}"


def labouchere() -> Strategy:
    """Bet the first and the last of a list of numbers on red, strike them on a win, write their sum down on a loss."""
    numbers, before = [1, 2, 3], [0]

    def strategy(table: Table) -> Iterator[Wish]:
        if table.results:
            won = table.won.get(SEAT, 0) > 0
            numbers[:] = (numbers[1:-1] or [1, 2, 3]) if won else [*numbers, before[0]]
        before[0] = numbers[0] + numbers[-1] if len(numbers) > 1 else numbers[0]
        yield PlaceBet(seat=SEAT, wager="red", stake=Cents(100 * before[0]))

    return strategy


def test_what_no_ladder_can_say_is_played_all_the_same() -> None:
    rules = ruleset(ROULETTE)
    found = Gathered.of(attend(rules, rules.sign({}), labouchere, Bounds(20000, NEVER, 5000, 300), seed=7, sessions=200))
    assert found.sessions == 200
    assert set(found.end) <= {End.RUIN, End.STOP_WIN, End.TIME}
    assert found.end[End.STOP_WIN] > 100
    again = Gathered.of(attend(rules, rules.sign({}), labouchere, Bounds(20000, NEVER, 5000, 300), seed=7, sessions=200))
    assert again.net == found.net


def test_a_player_who_asks_for_nonsense_is_told() -> None:
    rules = ruleset(ROULETTE)

    def nonsense(_table: Table) -> Iterator[Wish]:
        yield PlaceBet(seat=SEAT, wager="purple", stake=Cents(100))

    with pytest.raises(StrategyError) as refused:
        list(attend(rules, rules.sign({}), lambda: nonsense, Bounds(1000, NEVER, NEVER, 5), seed=1, sessions=1))
    assert str(refused.value) == "PlaceBet: There is no wager purple at this table."
