"""Every wager of every rule set, compared with the tables of our analysis (section A): effects, odds, exact edge."""

from fractions import Fraction

import pytest

from croupier.catalogue import ruleset
from croupier.games.craps.dice import POINTS, total
from croupier.rules.exact import chance_of_reaching, edge
from croupier.rules.machine import Decision, Move, Result
from croupier.rules.ruleset import Ruleset
from section_a import ADELAIDE, ARUZE, EDGES, MINISTAR, STAR

F = Fraction


@pytest.mark.parametrize("name", EDGES)
def test_tables_a1_to_a5_the_edge_of_every_wager(name: str) -> None:
    rules = ruleset(name)
    assert {wager: edge(rules, wager) for wager in rules.addresses} == EDGES[name]


def test_table_a5_every_roulette_wager_and_composite_costs_one_in_37() -> None:
    rules = ruleset(MINISTAR)
    assert {edge(rules, wager) for wager in rules.addresses} == {F(1, 37)}


def resolution(rules: Ruleset, wager: str, state: str, n: int) -> str:
    """The effect of a total: W, L, P, the next state or "stands". It must be the same for every way to throw the total."""
    effects = rules.addresses[wager].offer.wager.effects[state]
    (found,) = {effects.get(name) for name in total(n).names}
    match found:
        case Decision(result=result):
            return {Result.WIN: "W", Result.LOSE: "L", Result.PUSH: "P"}.get(result, "?")
        case Move(state=to):
            return to
        case None:
            return "stands"


@pytest.mark.parametrize(
    ("name", "line", "dont", "bars"),
    [(ARUZE, "pass-line", "dont-pass-line", 12), (ADELAIDE, "pass", "dont-pass", 12), (STAR, "win-line", "dont-win", 2)],
)
def test_table_a01_what_every_total_does_to_every_multi_roll_wager(name: str, line: str, dont: str, bars: int) -> None:
    rules = ruleset(name)
    place = "place" if name == ARUZE else "place-win"
    for flat in (line, "come"):
        first = {n: resolution(rules, flat, "come-out", n) for n in range(2, 13)}
        assert first == {2: "L", 3: "L", 7: "W", 11: "W", 12: "L"} | {p: f"point {p}" for p in POINTS}
    for wrong in (dont, "dont-come"):
        first = {n: resolution(rules, wrong, "come-out", n) for n in range(2, 13)}
        assert first == {2: "W", 3: "W", 7: "L", 11: "L", 12: "W"} | {bars: "P"} | {p: f"point {p}" for p in POINTS}
    for point in POINTS:
        right = dict.fromkeys(range(2, 13), "stands") | {point: "W", 7: "L"}
        wrong_way = dict.fromkeys(range(2, 13), "stands") | {point: "L", 7: "W"}
        for flat in (line, "come"):
            assert {n: resolution(rules, flat, f"point {point}", n) for n in range(2, 13)} == right
        for flat in (dont, "dont-come"):
            assert {n: resolution(rules, flat, f"point {point}", n) for n in range(2, 13)} == wrong_way
        assert {n: resolution(rules, f"{place}:{point}", "up", n) for n in range(2, 13)} == right
        assert {n: resolution(rules, f"place-lose:{point}", "up", n) for n in range(2, 13)} == wrong_way


def test_table_a01_a_hardway_loses_on_its_easy_way_and_on_seven() -> None:
    for name in (STAR, ADELAIDE, ARUZE):
        row = ruleset(name).addresses["hardway:6"].offer.wager.effects["up"]
        results = {outcome: effect.result for outcome, effect in row.items() if isinstance(effect, Decision)}
        sevens = dict.fromkeys(total(7).names, Result.LOSE)
        assert results == {"3-3": Result.WIN, "1-5": Result.LOSE, "2-4": Result.LOSE} | sevens


# A.0.2: the net result of one-roll wagers per unit staked, by total. All other totals lose the unit.
FIELD = dict.fromkeys((3, 4, 9, 10, 11), F(1)) | {2: F(2), 12: F(2)}
HIGH_TWO = {2: F(63, 5), 12: F(29, 5), 3: F(12, 5), 11: F(12, 5)}
HIGH_THREE = {3: F(29, 5), 2: F(29, 5), 12: F(29, 5), 11: F(12, 5)}
ONE_ROLL: dict[str, dict[str, dict[int, Fraction]]] = {
    ARUZE: {
        "field": FIELD,
        "any-seven": {7: F(9, 2)},
        "any-craps": dict.fromkeys((2, 3, 12), F(15, 2)),
        "c": dict.fromkeys((2, 3, 12), F(15, 2)),
        "e": {11: F(16)},
        "c-and-e": dict.fromkeys((2, 3, 12), F(13, 4)) | {11: F(15, 2)},
        "horn": {3: F(13, 4), 11: F(13, 4), 2: F(15, 2), 12: F(15, 2)},
        "hop:1-1": {2: F(33)},
        "hop:1-2": {3: F(16)},
    },
    STAR: {
        "field": FIELD,
        "any-seven": {7: F(4)},
        "any-craps": dict.fromkeys((2, 3, 12), F(15, 2)),
        "craps-two": {2: F(33)},
        "craps-twelve": {12: F(33)},
        "craps-three": {3: F(16)},
        "eleven": {11: F(16)},
        "crap-eleven": dict.fromkeys((2, 3, 12), F(13, 4)) | {11: F(15, 2)},
        "horn": {3: F(13, 4), 11: F(13, 4), 2: F(15, 2), 12: F(15, 2)},
        "horn-high:2": HIGH_TWO,
        "horn-high:12": {14 - n: net for n, net in HIGH_TWO.items()},
        "horn-high:3": HIGH_THREE,
        "horn-high:11": {14 - n: net for n, net in HIGH_THREE.items()},
    },
    ADELAIDE: {
        "field": FIELD,
        "any-seven": {7: F(4)},
        "any-craps": dict.fromkeys((2, 3, 12), F(7)),
        "craps-two": {2: F(32)},
        "craps-twelve": {12: F(32)},
        "craps-three": {3: F(15)},
        "eleven": {11: F(15)},
        "craps-eleven": dict.fromkeys((2, 3, 12), F(3)) | {11: F(7)},
        "horn": {3: F(3), 11: F(3), 2: F(29, 4), 12: F(29, 4)},
        "world": {2: F(28, 5), 12: F(28, 5), 3: F(11, 5), 11: F(11, 5), 7: F(0)},
    },
}


@pytest.mark.parametrize("name", ONE_ROLL)
def test_table_a02_the_net_of_one_roll_wagers(name: str) -> None:
    for wager, nets in ONE_ROLL[name].items():
        machine = ruleset(name).addresses[wager].offer.wager
        for n in range(2, 13):
            for outcome in total(n).names:
                decision = machine.effects[machine.first][outcome]
                assert isinstance(decision, Decision)
                assert decision.returned + decision.winnings - 1 == nets.get(n, F(-1)), (wager, outcome)


@pytest.mark.parametrize(
    ("name", "line", "dont", "taking", "laying"),
    [
        (ARUZE, "pass-line", "dont-pass-line", F(1, 165), F(1, 220)),
        (STAR, "win-line", "dont-win", F(1, 165), F(1, 220)),
        (ADELAIDE, "pass", "dont-pass", F(7, 3795), F(3, 2420)),
    ],
)
def test_table_a03_a_line_bet_with_full_odds(name: str, line: str, dont: str, taking: Fraction, laying: Fraction) -> None:
    """Odds have no edge, so they lower the combined edge in proportion to the money they add."""
    rules = ruleset(name)
    sign = rules.sign({})
    for flat, combined in ((line, taking), (dont, laying)):
        (ride,) = rules.riders[flat]
        flat_wager = rules.addresses[flat].offer.wager
        added = sum(chance_of_reaching(flat_wager, state) * F(ride.largest_ride(60, state, sign), 60) for state in ride.starts)
        assert edge(rules, flat) / (1 + added) == combined


@pytest.mark.parametrize(
    ("name", "line", "dont", "times"), [(STAR, "win-line", "dont-win", 2), (ADELAIDE, "pass", "dont-pass", 10)]
)
def test_table_a04_the_most_that_may_ride_on_a_flat_bet(name: str, line: str, dont: str, times: int) -> None:
    rules = ruleset(name)
    sign = rules.sign({})
    (odds,), (lay,) = rules.riders[line], rules.riders[dont]
    for state, most in {"point 4": F(2), "point 5": F(3, 2), "point 6": F(6, 5)}.items():
        assert odds.largest_ride(1000, state, sign) == 1000 * times
        assert lay.largest_ride(1000, state, sign) == 1000 * times * most


@pytest.mark.parametrize(
    ("number", "pieces", "net"),
    [
        (0, 7, 116),
        (1, 9, 129),
        (3, 9, 129),
        (2, 12, 165),
        (4, 9, 123),
        (33, 9, 123),
        (5, 12, 156),
        (34, 6, 93),
        (36, 6, 93),
        (35, 8, 118),
    ],
)
def test_table_a5_the_pieces_of_complete_and_what_its_number_nets(number: int, pieces: int, net: int) -> None:
    machine = ruleset(MINISTAR).addresses[f"complete:{number}"].offer.wager
    decision = machine.effects[machine.first][machine.space.name([number]) or "never"]  # type: ignore[index]
    assert isinstance(decision, Decision)
    assert machine.units == pieces
    assert (decision.returned + decision.winnings - 1) * pieces == net


SPECIALS = {
    "zero-game": (4, {26: 32} | dict.fromkeys((0, 3, 12, 15, 32, 35), 14)),
    "neighbours-of-zero": (
        9,
        dict.fromkeys((0, 2, 3), 15) | dict.fromkeys((4, 7, 12, 15, 18, 21, 19, 22, 32, 35, 25, 26, 28, 29), 9),
    ),
    "orphans": (5, {1: 31, 17: 31} | dict.fromkeys((6, 9, 14, 20, 31, 34), 13)),
    "small-series": (6, dict.fromkeys((5, 8, 10, 11, 13, 16, 23, 24, 27, 30, 33, 36), 12)),
    "neighbours:17": (5, dict.fromkeys((2, 25, 17, 34, 6), 31)),
    "red-splits": (4, dict.fromkeys((9, 12, 16, 19, 18, 21, 27, 30), 14)),
    "black-splits": (7, dict.fromkeys((10, 11, 28, 29), 29) | dict.fromkeys((8, 13, 17, 20, 26, 31), 11)),
    "red-snake": (12, dict.fromkeys((1, 5, 9, 12, 14, 16, 19, 23, 27, 30, 32, 34), 24)),
    "complete:3": (9, {3: 129, 2: 57, 0: 30, 6: 24, 1: 18, 5: 6, 4: -3}),
    "final:5": (4, dict.fromkeys((5, 15, 25, 35), 32)),
    "final:7": (3, dict.fromkeys((7, 17, 27), 33)),
}


@pytest.mark.parametrize("wager", SPECIALS)
def test_table_a5_what_special_bets_net_in_pieces(wager: str) -> None:
    pieces, nets = SPECIALS[wager]
    machine = ruleset(MINISTAR).addresses[wager].offer.wager
    found = {
        int(outcome): (effect.returned + effect.winnings - 1) * pieces
        for outcome, effect in machine.effects[machine.first].items()
        if isinstance(effect, Decision)
    }
    assert machine.units == pieces
    assert found == dict.fromkeys(range(37), -pieces) | nets
