"""What a Python strategy did, said in the language of strategies; and what cannot be said."""

from collections.abc import Callable, Iterable

import pytest

from croupier.catalogue import ruleset
from croupier.lab.sessions import NEVER, Bounds
from croupier.lab.strategies.habits import MAX_WATCHED, Habits
from croupier.lab.strategies.seat import SeatedPlayer
from croupier.lab.strategy import SEAT, PlayerCommand, Strategy, play_strategy
from croupier.money import Cents
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.state import Table

STAR, WHEEL = "star-craps-2016", "ministar-roulette-2018"
Function = Callable[[Table], Iterable[PlayerCommand]]


def bet(wager: str, dollars: int) -> PlaceBet:
    return PlaceBet(seat=SEAT, wager=wager, stake=Cents(100 * dollars))


def said(name: str, strategy: Callable[[], Strategy]) -> str | None:
    rules = ruleset(name)
    habits = Habits(SeatedPlayer(rules, rules.sign({})))
    for _ in play_strategy(
        rules, rules.sign({}), strategy, Bounds(10**7, NEVER, NEVER, 400), seed=7, sessions=6, habits=habits
    ):
        pass
    assert habits.rolls <= MAX_WATCHED
    return habits.text()


def line_and_numbers(table: Table) -> Iterable[PlayerCommand]:
    """The line with double odds, 6 and 8 while a point is on, and the 5 while the point is 6 or 8."""
    bets, point = table.layout[SEAT], table.pucks["puck"]
    if "win-line" not in bets and point == "come-out":
        yield bet("win-line", 10)
    if point == "come-out":
        return
    if "behind-win-line" not in bets:
        yield bet("behind-win-line", 20)
    for number in (6, 8):
        if f"place-win:{number}" not in bets:
            yield bet(f"place-win:{number}", 12)
    if point in ("point 6", "point 8") and "place-win:5" not in bets:
        yield bet("place-win:5", 10)


def test_bets_with_points_are_said() -> None:
    assert said(STAR, lambda: line_and_numbers) == (
        "win-line 10, behind-win-line 2x, place-win:6 12 while point on, place-win:8 12 while point on,"
        " place-win:5 10 while point is 6 or 8"
    )


def test_a_bet_at_every_spin_is_said() -> None:
    assert said(WHEEL, lambda: lambda _: [bet("red", 10), bet("straight:17", 1)]) == "red 10, straight:17 1"


def after_a_loss(table: Table) -> Iterable[PlayerCommand]:
    return [bet("red", 10 if table.won else 20)]


def every_third(table: Table) -> Iterable[PlayerCommand]:
    return [bet("red", 10)] if len(table.results) % 3 == 0 else []


def taking_down(table: Table) -> Iterable[PlayerCommand]:
    return [TakeDown(seat=SEAT, wager="place-win:6")] if table.layout[SEAT] else [bet("place-win:6", 12)]


def once_a_seven_fell(table: Table) -> Iterable[PlayerCommand]:
    return [bet("field", 5)] if "3-4" in table.results[-1:] else []


@pytest.mark.parametrize(
    ("name", "function"), [(WHEEL, after_a_loss), (WHEEL, every_third), (STAR, taking_down), (STAR, once_a_seven_fell)]
)
def test_what_depends_on_more_than_the_layout_is_not_said(name: str, function: Function) -> None:
    assert said(name, lambda: function) is None


def test_who_never_bets_gets_no_text() -> None:
    assert said(WHEEL, lambda: lambda _: []) is None
