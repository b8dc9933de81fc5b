"""A file that is no scenario is refused whole, with one sentence that names the place."""

import json
from typing import Any

import pytest

from croupier.table.telling.scenario.reading import read
from croupier.table.telling.scenario.written import NotAScenarioError

GOOD: dict[str, Any] = {
    "ruleset": "star-craps-2016",
    "table": {"payout_unit": 50},
    "players": {"ann": 50000},
    "steps": [{"do": "bet", "player": "ann", "wager": "field", "amount": 100}, {"do": "outcome", "dice": [2, 4]}],
}


def with_step(**step: object) -> dict[str, Any]:
    return GOOD | {"steps": [*GOOD["steps"], step]}


def sicbo(**step: object) -> dict[str, Any]:
    return {"ruleset": "star-sicbo-2016", "players": {}, "steps": [step]}


def roulette(**step: object) -> dict[str, Any]:
    return {"ruleset": "ministar-roulette-2018", "players": {}, "steps": [step]}


STEPS = "there is no such step; the steps are bet, take-down, call, outcome, no-roll and no-result"

REFUSED: list[tuple[object, str]] = [
    ([], "expected an object, got a list"),
    (
        GOOD | {"ruleset": "star-craps-2017"},
        ", ruleset: there is no rule set 'star-craps-2017'; there are star-craps-2016, adelaide-craps-2003, "
        "aruze-craps-2024, star-sicbo-2016 and ministar-roulette-2018; did you mean star-craps-2016?",
    ),
    (GOOD | {"players": {"ann": -1}}, ", players, ann: -1 is below zero; a player brings 0 or more"),
    (GOOD | {"players": {"ann": 1, "bob": 0.5}}, ", players, bob: expected a whole number, got a number with a decimal point"),
    (GOOD | {"players": {"ann": True}}, ", players, ann: expected a whole number, got true or false"),
    (GOOD | {"players": ["ann"]}, ", players: expected an object, got a list"),
    (GOOD | {"steps": {}}, ", steps: expected a list, got an object"),
    (GOOD | {"steps": [5]}, ", step 1: expected an object, got a whole number"),
    (GOOD | {"title": "x"}, ": there is no field title here"),
    ({"ruleset": "star-craps-2016", "players": {}}, ": the field steps is missing"),
    ({"players": {}, "steps": []}, ": the field ruleset is missing"),
    ({"ruleset": "star-craps-2016", "steps": []}, ": the field players is missing"),
    (GOOD | {"position": "star-craps-2016"}, ", ruleset: the position says it already; give one of the two"),
    ({"position": "star-craps-2016", "steps": [], "table": {}}, ", table: the position says it already; give one of the two"),
    (
        {"position": "star-craps-2016 up", "steps": []},
        ", position, part 2, 'up': write NAME=VALUE, such as round=7 or ann/rack=5000",
    ),
    ({"position": 7, "steps": []}, ", position: expected text, got a whole number"),
    (with_step(), ", step 3: the field do is missing"),
    (with_step(do="bets"), f", step 3, do: {STEPS}"),
    (with_step(do=1), f", step 3, do: {STEPS}"),
    (with_step(do="bet", player="ann", wager="field"), ", step 3: the field amount is missing"),
    (with_step(do="bet", player="ann", wager="field", amount="100"), ", step 3, amount: expected a whole number, got text"),
    (
        with_step(do="bet", player="ann", wager="field", amount=1.0),
        ", step 3, amount: expected a whole number, got a number with a decimal point",
    ),
    (with_step(do="bet", player="ann", wager="field", amount=None), ", step 3, amount: expected a whole number, got null"),
    (with_step(do="bet", player=7, wager="field", amount=1), ", step 3, player: expected text, got a whole number"),
    (with_step(do="bet", player="ann", wager="field", amount=1, on=1), ", step 3: there is no field on here"),
    (
        with_step(do="take-down", player="ann", wager="field", amount=None),
        ", step 3, amount: expected a whole number, got null",
    ),
    (with_step(do="call", player="ann", wager="field", state="up"), ', step 3, state: should be "on" or "off"'),
    (with_step(do="call", player="ann", wager="field", state=True), ', step 3, state: should be "on" or "off"'),
    (with_step(do="outcome", dice=[7, 1]), ", step 3, dice: two dice can never show [7,1]"),
    (with_step(do="outcome", dice=[1, 2, 3]), ", step 3, dice: two dice can never show [1,2,3]"),
    (with_step(do="outcome", dice=[]), ", step 3, dice: two dice can never show []"),
    (with_step(do="outcome", dice=3), ", step 3, dice: expected a list, got a whole number"),
    (with_step(do="outcome", dice=["1", 2]), ", step 3, dice, number 1: expected a whole number, got text"),
    (with_step(do="outcome", pocket=3), ", step 3: an outcome of two dice needs dice and nothing else"),
    (with_step(do="outcome", dice=[1, 2], pocket=3), ", step 3: an outcome of two dice needs dice and nothing else"),
    (with_step(do="outcome"), ", step 3: an outcome of two dice needs dice and nothing else"),
    (with_step(do="no-result"), ", step 3: no-result is not called at Craps, no-roll is"),
    (with_step(do="no-roll", why="cocked"), ", step 3: there is no field why here"),
    (sicbo(do="no-roll"), ", step 1: no-roll is not called at Sic Bo, no-result is"),
    (sicbo(do="outcome", dice=[1, 2]), ", step 1, dice: three dice can never show [1,2]"),
    (roulette(do="outcome", pocket=37), ", step 1, pocket: the wheel can never show 37"),
    (roulette(do="outcome", pocket=-1), ", step 1, pocket: the wheel can never show -1"),
    (roulette(do="outcome", dice=[1, 2]), ", step 1: an outcome of the wheel needs pocket and nothing else"),
    (GOOD | {"table": []}, ", table: expected an object, got a list"),
    (
        GOOD | {"table": {"odds_multiple": 3}},
        ", table: odds_multiple is no setting of this rule set, which knows minimum, maximum and payout_unit",
    ),
    (GOOD | {"table": {"minimum": -5}}, ", table: minimum is -5, which should be a whole number of 0 or more"),
    (GOOD | {"table": {"minimum": 5.0}}, ", table, minimum: 5.0 is neither a whole number nor true or false"),
    (GOOD | {"table": {"maximum": None}}, ", table, maximum: null is neither a whole number nor true or false"),
    (GOOD | {"table": {"minimum": [[1]]}}, ", table, minimum: [[1]] is neither a whole number nor true or false"),
    (GOOD | {"table": {"minimum": 10**40}}, ", table, minimum: a number of 39 digits is more money than there is"),
    (GOOD | {"players": {"ann": 10**31}}, ", players, ann: a number of 30 digits is more money than there is"),
    (
        with_step(do="bet", player="ann", wager="field", amount=10**31),
        ", step 3, amount: a number of 30 digits is more money than there is",
    ),
    (GOOD | {"expect": 5}, ", expect: should be an object"),
    (GOOD | {"players": {"state": "x"}}, ", players, state: expected a whole number, got text"),
    (GOOD | {"table": {"payout_unit": 0}}, ", table: payout_unit is 0, which should be a whole number of 1 or more"),
    (GOOD | {"table": {"readings": []}}, ", table, readings: should be an object of reading ids and their values"),
    (GOOD | {"table": {"readings": {"SC-17": 1}}}, ", table, readings: should be an object of reading ids and their values"),
    (
        GOOD | {"table": {"readings": {"SC-17": "x"}}},
        ", table, readings: SC-17 is 'x', which should be kept or returned",
    ),
    (
        {"ruleset": "adelaide-craps-2003", "players": {}, "steps": [], "table": {"multiples": 1}},
        ", table: multiples is 1, which should be true or false",
    ),
    (
        {"ruleset": "adelaide-craps-2003", "players": {}, "steps": [], "table": {"odds_multiple": 0}},
        ", table: odds_multiple is 0, which should be a whole number from 1 to 10",
    ),
    (
        {"ruleset": "star-sicbo-2016", "players": {}, "steps": [], "table": {"super_streak_amount": 0}},
        ", table: super_streak_amount is 0, which should be a whole number of 1 or more",
    ),
]


@pytest.mark.parametrize(("scenario", "sentence"), REFUSED)
def test_a_wrong_scenario_is_refused_with_its_place(scenario: object, sentence: str) -> None:
    text = json.dumps(GOOD).encode() + b"\n\n" + json.dumps(scenario).encode() + b"\n"
    with pytest.raises(NotAScenarioError) as refused:
        read(text, "bets.jsonl")
    assert str(refused.value) == f"bets.jsonl, line 3{'' if sentence[0] in ',:' else ': '}{sentence}"


HUGE = b"9" * 5000
DEEP = b"[" * 2000 + b"]" * 2000

NOT_JSON: list[tuple[bytes, str]] = [
    (b"", "bets.json: holds no scenario"),
    (b" \n \n", "bets.json: holds no scenario"),
    (b'{"ruleset": ', "bets.json, line 1: this is not JSON (Input data was truncated)"),
    (b'{\n"ruleset": x}\n', "bets.json, line 2: this is not JSON (JSON is malformed: invalid character (byte 13))"),
    (b"nonsense", "bets.json, line 1: this is not JSON (JSON is malformed: invalid character (byte 4))"),
    (b'{"ruleset": "\xff\xfe"}', "bets.json, line 1: this is not JSON, which is text in UTF-8"),
    (b'{"ruleset":\n "x",\n "\xe9": 1}', "bets.json, line 3: this is not JSON, which is text in UTF-8"),
    (b'{"players": ' + DEEP + b"}", "bets.json, line 1, players: expected an object, got a list"),
    (b'{"ruleset": "x", "players": {"ann": "x"}, "steps": [', "bets.json, line 1, players: expected a whole number, got text"),
    (b'{"players": {"ann": "x", "bob": ' + HUGE + b"}}", "bets.json, line 1, players, ann: expected a whole number, got text"),
]


@pytest.mark.parametrize(("text", "sentence"), NOT_JSON)
def test_what_is_not_json_is_refused_with_its_line(text: bytes, sentence: str) -> None:
    with pytest.raises(NotAScenarioError) as refused:
        read(text, "bets.json")
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    "text",
    [
        b'{"ruleset": "star-craps-2016", "players": {"ann": ' + HUGE + b'}, "steps": []}',
        b'{"ruleset": "star-craps-2016", "players": {"ann": 1e999}, "steps": []}',
        b'{"ruleset": "star-craps-2016", "players": {"ann": ' + DEEP + b'}, "steps": []}',
        b'{"ruleset": "star-craps-2016", "players": {}, "steps": [], "table": {"minimum": ' + HUGE + b"}}",
        b'{"ruleset": "star-craps-2016", "players": {}, "steps": [], "table": {"minimum": 1e999}}',
        b'{"ruleset": "star-craps-2016", "players": {}, "steps": [], "table": {"minimum": ' + DEEP + b"}}",
        b'{"ruleset": "star-craps-2016", "players": {}, "steps": [], "table": {"readings": ' + DEEP + b"}}",
        b'{"players": {"ann": "x"}, "players": {"ann": 1}}',
        DEEP,
        b"[" * 100_000,
        b"NaN",
    ],
)
def test_nothing_a_file_can_hold_is_more_than_a_refusal(text: bytes) -> None:
    with pytest.raises(NotAScenarioError, match=r"^bets\.json, line 1"):
        read(text, "bets.json")


def test_a_scenario_may_be_spread_over_lines() -> None:
    for mark in (b"", b"\xef\xbb\xbf"):
        (found,) = read(mark + json.dumps(GOOD, indent=2).encode(), "bets.json")
        assert len(found.commands) == 2


def test_scenarios_may_stand_one_on_each_line_under_any_name() -> None:
    text = b"\n".join([json.dumps(GOOD).encode()] * 3)
    assert [each.place for each in read(text, "standard input")] == [f"standard input, line {n}" for n in (1, 2, 3)]
    assert len(read(b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"), "windows.jsonl")) == 3


def test_a_broken_line_of_a_jsonl_file_is_named_even_if_it_is_the_first() -> None:
    with pytest.raises(NotAScenarioError, match=r"^bets.jsonl, line 1: this is not JSON"):
        read(b'{"ruleset\n' + json.dumps(GOOD).encode(), "bets.jsonl")
