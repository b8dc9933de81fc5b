"""Scenarios run and checked, on files that other hands computed."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.catalogue import names
from croupier.table.telling.scenario.checking import differences, expected
from croupier.table.telling.scenario.reading import Scenario, read
from croupier.table.telling.scenario.running import run
from croupier.table.telling.scenario.telling import tell
from croupier.table.telling.scenario.written import NotAScenarioError

TESTS = Path(__file__).parents[3]
GOLDEN = sorted((TESTS / "golden").glob("*.jsonl"))
EXAMPLES = sorted((TESTS.parent / "examples").glob("*.json"))


def test_there_is_an_example_for_every_rule_set_and_golden_files_for_known_ones() -> None:
    assert sorted(names()) == [path.stem for path in EXAMPLES]
    assert GOLDEN
    assert {path.stem for path in GOLDEN} <= set(names())


@pytest.mark.parametrize("path", [*GOLDEN, *EXAMPLES], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_step_agrees_with_what_was_computed_independently(path: Path) -> None:
    scenarios = read(path.read_bytes(), path.name)
    found = [line for each in scenarios for line in differences(each, expected(each))]
    assert found == []


def scenario(**changed: object) -> Scenario:
    whole: dict[str, Any] = {
        "ruleset": "star-craps-2016",
        "players": {"ann": 10000},
        "steps": [
            {"do": "bet", "player": "ann", "wager": "field", "amount": 1000},
            {"do": "bet", "player": "bob", "wager": "field", "amount": 1000},
            {"do": "outcome", "dice": [1, 1]},
            {"do": "bet", "player": "ann", "wager": "big-6", "amount": 1000},
        ],
    }
    (found,) = read(json.dumps(whole | changed).encode(), "bets.json")
    return found


FIELD = {"player": "ann", "wager": "field", "stake": 1000, "result": "win", "paid": 3000}
RIGHT: dict[str, Any] = {
    "steps": [
        {"ok": True, "settled": []},
        {"ok": False, "error": "unknown-player"},
        {"ok": True, "settled": [FIELD]},
        {"ok": True, "settled": []},
    ],
    "balances": {"ann": 11000},
    "open": [{"player": "ann", "wager": "big-6", "stake": 1000}],
}


def test_a_result_has_the_fields_of_the_format() -> None:
    result = json.loads(msgspec.json.encode(run(scenario())))
    message = "There is no player bob at this table."
    assert result == RIGHT | {"steps": [*RIGHT["steps"][:1], RIGHT["steps"][1] | {"message": message}, *RIGHT["steps"][2:]]}


def test_a_right_expectation_agrees() -> None:
    whole = scenario(expect=RIGHT)
    assert list(differences(whole, expected(whole))) == []


@pytest.mark.parametrize(
    ("wrong", "lines"),
    [
        (
            {"steps": [*RIGHT["steps"][:2], {"ok": True, "settled": [FIELD | {"paid": 2000}]}, RIGHT["steps"][3]]},
            "bets.json, line 1, step 3, 1-1 is entered:\n"
            "  expected ann's field of 1000: win, paid 2000\n"
            "  got      ann's field of 1000: win, paid 3000",
        ),
        (
            {"steps": [{"ok": False, "error": "bad-amount"}, *RIGHT["steps"][1:]]},
            "bets.json, line 1, step 1, ann asks for $10.00 on field:\n"
            "  expected a refusal, bad-amount\n"
            "  got      nothing settled",
        ),
        (
            {"steps": [RIGHT["steps"][0], {"ok": False, "error": "bad-amount"}, *RIGHT["steps"][2:]]},
            "bets.json, line 1, step 2, bob asks for $10.00 on field:\n"
            "  expected a refusal, bad-amount\n"
            "  got      a refusal, unknown-player",
        ),
        (
            {"steps": [{"ok": False}, *RIGHT["steps"][1:]]},
            "bets.json, line 1, step 1, ann asks for $10.00 on field:\n  expected a refusal\n  got      nothing settled",
        ),
        ({"balances": {"ann": 1}}, "bets.json, line 1, balance of ann:\n  expected 1\n  got      11000"),
        ({"open": []}, "bets.json, line 1, bets still open:\n  expected no more than these\n  got      ann's big-6 of 1000"),
    ],
)
def test_a_difference_is_shown_where_it_is(wrong: dict[str, Any], lines: str) -> None:
    whole = scenario(expect=RIGHT | wrong)
    assert list(differences(whole, expected(whole))) == [lines]


CANNOT_BE_CHECKED: list[tuple[dict[str, Any], str]] = [
    ({}, "bets.json, line 1: there is no expect to check against"),
    ({"expect": RIGHT | {"steps": []}}, "bets.json, line 1, expect: tells of 0 steps, but there are 4"),
    ({"expect": {"steps": []}}, "bets.json, line 1, expect: the field balances is missing"),
]


@pytest.mark.parametrize(("changed", "sentence"), CANNOT_BE_CHECKED)
def test_what_expects_nothing_cannot_be_checked(changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NotAScenarioError) as refused:
        expected(scenario(**changed))
    assert str(refused.value) == sentence


def test_a_scenario_can_be_told() -> None:
    assert list(tell(scenario())) == [
        "Craps, The Star Sydney, 17 August 2016 (star-craps-2016)",
        "  ann sits down with $100.00.",
        "  ann bets $10.00 on field.",
        "  bob asks for $10.00 on field, and is refused: There is no player bob at this table.",
        "  1-1 falls.",
        "    ann's field wins: $30.00 comes back for $10.00.",
        "  ann bets $10.00 on big-6.",
        "  In the end ann has $110.00, and $10.00 on big-6.",
    ]


IN_PLAY = (
    "star-craps-2016 puck=point_6 phase=shot shooter=ann ann/rack=47000 ann/win-line=1000@point_6 ann/odds=2000 bob/rack=5"
)


def test_a_scenario_may_start_at_a_table_in_play() -> None:
    text = {"position": IN_PLAY, "steps": [{"do": "outcome", "dice": [2, 4]}, *({"do": "no-roll"},) * 2]}
    (found,) = read(json.dumps(text).encode(), "play.json")
    ran = run(found)
    assert [each.ok for each in ran.steps] == [True] * 3
    assert ran.balances == {"ann": 47_000 + 2_000 + 4_400, "bob": 5}
    assert ran.open == []
    words = list(tell(found))
    assert words[1].startswith("  The table is in play: star-craps-2016 puck=point_6 ann/rack=47000 ")
    assert words[-2:] == ["  In the end ann has $534.00.", "  In the end bob has $0.05."]
