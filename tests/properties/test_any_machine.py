"""The rule book can read any machine aloud, also one that no document has: it never stumbles, and never says what is not so."""

import re

from hypothesis import given
from hypothesis import strategies as some

from croupier.games.craps.dice import total
from croupier.rulebook.grid import CellMark, grids
from croupier.rules.error import RuleError
from croupier.rules.machine import Result, Transition, on, otherwise
from croupier.rules.outcomes import shown
from croupier.rules.sentences import climbing, sentences
from croupier.rules.wager import Wager, split

STATES: tuple[str, ...] = ("up", "come-out", "point 4", "point 6", "point 8", "run 0", "run 1", "run 2")
ODDS: tuple[str, ...] = ("1 to 1", "7 to 6", "2 to 1")


@some.composite
def lines(draw: some.DrawFn, states: list[str]) -> list[Transition]:
    """Some totals each, which do something, and perhaps what everything else does."""
    totals = draw(some.permutations(range(2, 13)))
    found: list[Transition] = []
    for _ in range(draw(some.integers(1, 4))):
        own, totals = totals[: draw(some.integers(1, 3))], totals[3:]
        found.append(_line(draw, total(*sorted(own)), states))
    if draw(some.booleans()):
        found.append(_line(draw, None, states))
    return found


def _line(draw: some.DrawFn, outcomes: object, states: list[str]) -> Transition:
    begun = otherwise if outcomes is None else on(outcomes)  # pyright: ignore[reportArgumentType]
    match draw(some.sampled_from(["wins", "loses", "pushes", "moves"])):
        case "wins":
            return begun.wins(draw(some.sampled_from(ODDS)))
        case "loses":
            return begun.loses()
        case "pushes":
            return begun.pushes()
        case _:
            return begun.moves_to(draw(some.sampled_from(states)))


@some.composite
def machines(draw: some.DrawFn) -> Wager | None:
    states = draw(some.lists(some.sampled_from(STATES), min_size=1, max_size=4, unique=True))
    try:
        return Wager("Any", {state: draw(lines(states)) for state in states})
    except RuleError:
        return None


@given(machines())
def test_any_machine_is_read_aloud_and_pictured(wager: Wager | None) -> None:
    if wager is None:
        return
    told = sentences(wager, "roll")
    for sentence in told:
        assert re.fullmatch(r"[A-Z].*[.”]", sentence), told
        assert not re.search(r"None|  | ,|becomes its \\.|before ,", sentence), told
    (picture, *_) = grids(wager, "roll")
    assert {cell.mark for row in picture.rows for cell in row.cells} <= set(CellMark)
    if not climbing(wager):
        _nothing_is_left_out(wager, " ".join(told))


def _nothing_is_left_out(wager: Wager, told: str) -> None:
    """Every odds that can be won is named, and a push where there is one."""
    for line in (line for lines in wager.states.values() for line in lines):
        if line.odds:
            assert line.odds.text in told, (line, told)
        if line.result is Result.PUSH:
            assert "push" in told, (line, told)


@given(some.lists(some.integers(2, 12), min_size=2, max_size=5))
def test_any_composite_is_read_aloud(totals: list[int]) -> None:
    parts = [Wager(f"Part {n}", {"one roll": [on(total(n)).wins("5 to 1"), otherwise.loses()]}) for n in totals]
    told = " ".join(sentences(split("Any", *parts), "roll"))
    assert "None" not in told
    assert f"into {len(totals)} equal parts" in told
    assert all(sum(shown(name)) in totals for name in parts[0].space.ways if f" {sum(shown(name))} falls" in told)
