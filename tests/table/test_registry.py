"""Every command and every event is known wherever it has to be."""

import ast
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import get_args

import msgspec
import pytest

import croupier
from croupier.bots.evening import evening
from croupier.canonical import canonical
from croupier.catalogue import names, ruleset
from croupier.table import commands, events, orders, rulings
from croupier.table.apply import APPLIERS
from croupier.table.behind import BEHIND, behind
from croupier.table.commands import Command
from croupier.table.decide import DECIDERS
from croupier.table.events import MOVE_MONEY, MOVE_NO_MONEY, Event, SettledAgain
from croupier.table.fact import Fact, Ruling
from croupier.table.orders import Order
from croupier.table.refusals import Reason, Refusal
from croupier.table.state import open_table
from croupier.table.words import TOLD

EVENTS = get_args(Event)
ONLY_FOLLOW = {rulings.BetsVoided, events.NoticeDemanded}
"""What no command asks for by itself: it follows from another event."""


def kinds_of(base: type) -> Iterator[type]:
    """Everything derived from something, at any distance."""
    for kind in base.__subclasses__():
        yield kind
        yield from kinds_of(kind)


def test_every_command_has_a_decider() -> None:
    assert set(DECIDERS) == set(kinds_of(Command)) - {Order}
    assert {kind.__module__ for kind in DECIDERS} == {commands.__name__, orders.__name__}


def test_every_event_is_applied() -> None:
    assert set(APPLIERS) == set(EVENTS) - {SettledAgain}
    assert set(EVENTS) == set(kinds_of(Fact)) - {Ruling}


def test_every_event_is_told() -> None:
    assert set(TOLD) == set(EVENTS) - {SettledAgain}


def test_every_event_has_a_command_behind_it_or_only_follows_others() -> None:
    assert set(BEHIND) == set(EVENTS) - ONLY_FOLLOW


def test_every_command_and_event_says_what_it_is() -> None:
    for kind in (*DECIDERS, *EVENTS):
        assert kind.__doc__, kind


def test_events_that_move_money_are_those_with_transfers() -> None:
    assert set(MOVE_MONEY) == {kind for kind in EVENTS if "transfers" in kind.__struct_fields__}
    assert sorted(kind.__name__ for kind in (*MOVE_MONEY, *MOVE_NO_MONEY)) == sorted(kind.__name__ for kind in EVENTS)


@pytest.mark.parametrize("name", names())
def test_an_event_is_the_same_line_whoever_writes_it_and_reads_it_back(name: str) -> None:
    """Also what was asked, which the first of several events says."""
    rules = ruleset(name)
    table = open_table(rules, rules.sign({"minimum": 100}), seats=5)
    for _, _, outcome, _ in islice(evening(table, seed=5, players=5, commands=30_000, faults=0.06), 1500):
        if isinstance(outcome, Refusal):
            continue
        for event in outcome:
            line = canonical(event)
            again = msgspec.json.decode(line, type=Event)
            assert again == event
            assert canonical(again) == line
            assert b"\n" not in line
        asked = behind(outcome[0])
        assert msgspec.json.decode(msgspec.json.encode(asked), type=type(asked)) == asked


def test_every_reason_is_given_by_somebody() -> None:
    """A code that is never given would only be read in the documentation."""
    given = set[str]()
    for path in Path(croupier.__file__).parent.rglob("*.py"):
        if path.name != "refusals.py":
            given |= {node.attr for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)}
    assert {reason.name for reason in Reason} <= given
