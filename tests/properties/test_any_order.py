"""Mappings and sets have no order: what is decided and what is written down does not hang on one."""

import dataclasses
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields
from types import NoneType
from typing import Any, cast

import msgspec
import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from msgspec.structs import replace

from anything import Anything
from croupier.canonical import canonical
from croupier.catalogue import names, ruleset
from croupier.ledger.book import Book
from croupier.rules.sign import Sign
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command, Event
from croupier.table.core.opening import TableOpened, opened, opening
from croupier.table.core.recorded import read_recorded, recorded
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table
from croupier.table.core.words import told
from croupier.testing.evening import evening

PLAIN = frozenset((str, int, bool, NoneType))
"""What most of a table is made of. Nothing in these has an order."""

ENOUGH = 12
"""How often each kind of event is decided again: to lay a whole table out in another order takes longer than to play at it."""


def mixed(thing: Any, chance: random.Random) -> Any:
    """The same thing, every mapping in it in another order."""
    kind = cast("type[Any]", type(thing))
    if kind in PLAIN:
        return thing
    if issubclass(kind, Mapping):
        return {key: mixed(thing[key], chance) for key in chance.sample(list(thing), len(thing))}
    if issubclass(kind, msgspec.Struct):
        return replace(thing, **{name: mixed(getattr(thing, name), chance) for name in thing.__struct_fields__})
    if kind in (Book, Sign):
        return dataclasses.replace(thing, **{each.name: mixed(getattr(thing, each.name), chance) for each in fields(thing)})
    return tuple(mixed(each, chance) for each in thing) if kind is tuple else thing


def mixed_table(table: Table, chance: random.Random) -> Table:
    """The same table; what happened since the last settlement is a long chain, and holds hardly any mapping."""
    return replace(mixed(replace(table, trail=None), chance), trail=table.trail)


def first_of(name: str) -> TableOpened:
    rules = ruleset(name)
    return opening(rules, {"minimum": 100}, confirmed=[each.id for each in rules.readings], seats=5)


def assert_the_same_line(command: Command, events: tuple[Event, ...], chance: random.Random) -> None:
    """What was written down is written down again by whoever reads it, in whatever order mappings were filled."""
    line = recorded(command, events)
    again = read_recorded(line)
    assert (again.command, again.events) == (command, events)
    assert canonical(again) == line
    assert recorded(mixed(command, chance), mixed(events, chance)) == line
    assert b"\n" not in line


@pytest.mark.parametrize("rounds", [True, False])
@pytest.mark.parametrize("name", names())
@given(seed=st.integers(0, 2**32))
def test_whatever_is_asked_the_answer_does_not_hang_on_the_order_of_any_mapping(name: str, rounds: bool, seed: int) -> None:  # noqa: FBT001
    chance = random.Random(seed)  # noqa: S311 - hypothesis chooses the seed
    table, asks = opened(first_of(name)), Anything(chance, rounds=rounds)
    for _ in range(60):
        command = asks.next(table)
        note(command)
        outcome = decide(table, command)
        assert decide(mixed_table(table, chance), mixed(command, chance)) == outcome
        if not isinstance(outcome, Refusal):
            assert_the_same_line(command, outcome, chance)
        for event in () if isinstance(outcome, Refusal) else outcome:
            assert told(table, mixed(event, chance)) == told(table, event)
            table = apply(table, event)


@pytest.mark.parametrize("name", names())
def test_an_evening_is_decided_alike_whoever_came_first(name: str) -> None:
    """Every line is decided again, as an auditor does, at a table that is the same in another order."""
    chance, seen = random.Random(7), Counter[type[Event]]()  # noqa: S311 - one order is as good as another
    for before, command, outcome, _ in evening(opened(first_of(name)), seed=3, players=5, commands=3000, faults=0.06):
        if isinstance(outcome, Refusal) or seen[type(outcome[0])] == ENOUGH:
            continue
        seen[type(outcome[0])] += 1
        assert decide(mixed_table(before, chance), mixed(command, chance)) == outcome
        assert_the_same_line(command, outcome, chance)
    assert len(seen) > 20
