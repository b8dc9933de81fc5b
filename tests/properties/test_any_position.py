"""Whatever was played: the line of a position tells the position, and the table at it settles as the table did."""

import random
from contextlib import suppress
from itertools import islice

import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from msgspec.structs import replace

from anything import Anything
from croupier.catalogue import names, ruleset
from croupier.floor.roles import holder
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.money.metering import disagreement
from croupier.table.pit.amending import AmendRules
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled
from croupier.table.telling.position.parsing import parse_position
from croupier.table.telling.position.position import PositionError
from croupier.table.telling.position.setting_up import position_of, table_at
from croupier.table.telling.position.text import position_text
from croupier.testing.evening import evening
from invariants import assert_the_books_are_in_order


def assert_is_told(table: Table) -> None:
    text = position_text(table)
    note(text)
    assert "\n" not in text
    position = parse_position(text)
    assert position == position_of(table)
    again = table_at(position)
    assert position_text(again) == text
    assert_the_books_are_in_order(again)
    assert not any(disagreement(again, seat) for seat in again.layout)


@pytest.mark.parametrize("name", names())
@given(seed=st.integers(0, 2**32), rounds=st.booleans())
def test_whatever_was_asked_the_position_is_told(name: str, seed: int, rounds: bool) -> None:  # noqa: FBT001
    chance = random.Random(seed)  # noqa: S311 - hypothesis chooses it
    table, asks = open_table(ruleset(name), ruleset(name).sign({"minimum": 100}), seats=3), Anything(chance, rounds=rounds)
    for number in range(120):
        outcome = decide(table, asks.next(table))
        for event in () if isinstance(outcome, Refusal) else outcome:
            table = apply(table, event)
        if not number % 10:
            assert_is_told(table)
    assert_is_told(table)


@pytest.mark.parametrize("name", names())
def test_a_bet_from_a_position_is_settled_as_it_was(name: str) -> None:
    """At every outcome of an evening, a table at the position before it settles every bet to the same cent."""
    table, settled = open_table(ruleset(name), ruleset(name).sign({"minimum": 100}), seats=5), 0
    table = otherwise(table)
    for before, command, outcome, _ in islice(evening(table, seed=4, players=5, commands=30_000), 700):
        if isinstance(outcome, Refusal) or not isinstance(command, EnterOutcome):
            continue
        (event, *_) = outcome
        assert isinstance(event, RoundSettled)
        again = table_at(parse_position(position_text(before)))
        again = replace(again, round=replace(again.round, phase=Phase.UNTIMED))
        decided = decide(again, EnterOutcome(outcome=command.outcome))
        assert not isinstance(decided, Refusal), decided
        assert isinstance(decided[0], RoundSettled)
        assert sorted(decided[0].decided, key=repr) == sorted(event.decided, key=repr)
        settled += len(event.decided)
    assert settled > 50


def otherwise(table: Table) -> Table:
    """The table with another edition of the rules in force."""
    reading = next(each for each in table.rules.readings if each.default)
    by = holder(table, Act.AMEND_RULES)
    assert by
    outcome = decide(table, AmendRules(readings={reading.id: reading.values[1]}, by=by, why="The commission decided."))
    assert not isinstance(outcome, Refusal), outcome
    for event in outcome:
        table = apply(table, event)
    return table


LINE = "star-craps-2016+SC-12=stays-up minimum=500 puck=point_6 round=7 phase=shot shooter=ann ann/rack=9 ann/field=500,off"


@given(st.integers(0, len(LINE)), st.integers(0, 9), st.text("=/@,+%_ :-aftr0159", max_size=6))
def test_whatever_is_changed_in_a_line_it_is_a_position_or_one_sentence(at: int, length: int, more: str) -> None:
    with suppress(PositionError):
        table = table_at(parse_position(LINE[:at] + more + LINE[at + length :]))
        assert_is_told(table)
