"""Anything is asked of any table at any moment: what comes of it is an answer, and leaves everything in order."""

import random
from collections.abc import Mapping

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from anything import Anything
from croupier.audit.resettle import resettle
from croupier.canonical import canonical
from croupier.catalogue import names, ruleset
from croupier.rules.sign import SettingValue
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.opening import TableOpened, opened, opening, replay_lines
from croupier.table.core.recorded import recorded
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table
from invariants import (
    Witness,
    assert_bets_stay_closed,
    assert_it_is_said_well,
    assert_the_books_are_in_order,
    drawn,
    same,
)
from signs import signs, without_minimum

STEPS = 80


def a_table(name: str, sign: Mapping[str, SettingValue]) -> tuple[TableOpened, Table]:
    """A table on which nothing has happened yet."""
    rules = ruleset(name)
    agreed = [each.id for each in rules.readings]
    first = opening(rules, sign, confirmed=agreed, seats=3, without_minimum=without_minimum(rules, sign))
    return first, opened(first)


@pytest.mark.parametrize("rounds", [True, False])
@pytest.mark.parametrize("name", names())
@given(seed=st.integers(0, 2**32), data=st.data())
def test_whatever_is_asked_the_table_answers_and_stays_in_order(
    name: str,
    rounds: bool,  # noqa: FBT001
    seed: int,
    data: st.DataObject,
) -> None:
    first, table = a_table(name, data.draw(signs(name)))
    again, lines = table, [canonical(first)]
    witness, asks = Witness(table), Anything(random.Random(seed), rounds=rounds)  # noqa: S311 - hypothesis chooses the seed
    seen = drawn(table)
    for _ in range(STEPS):
        command = asks.next(table)
        note(command)
        outcome = decide(table, command)
        assert drawn(table) == seen
        assert decide(table, command) == outcome
        assert_it_is_said_well(table, command, outcome)
        if isinstance(outcome, Refusal):
            continue
        assert_bets_stay_closed(table, command, outcome)
        for event in outcome:
            before, table = table, apply(table, event)
            witness.saw(before, event, table)
        lines.append(recorded(command, outcome))
        again, _ = replay_lines(again, len(lines), lines[-1:])
        assert_the_books_are_in_order(table)
        seen = drawn(table)
    assert same(again, table)
    told = resettle(lines)
    assert told.holds, told.sentences
    assert told.balances == table.book.balances
