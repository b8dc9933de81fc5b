"""The lines of a table's stream: a command and its events, each line with the format in which it is written."""

from collections.abc import Sequence
from itertools import islice

import msgspec
import pytest

from croupier.audit.resettle import resettle
from croupier.canonical import canonical
from croupier.catalogue import names, ruleset
from croupier.facts.lines import OtherFormatError
from croupier.money import Cents
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command, Event
from croupier.table.core.opening import TableOpened, opened, opening, replay, replay_lines
from croupier.table.core.recorded import FORMAT, events_in, read_recorded, recorded
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.correcting import SettledAgain
from croupier.testing.evening import evening
from invariants import same

SIT_DOWN = TakeSeat(seat="ann", chips=Cents(5000), at=7)


def first_of(name: str) -> TableOpened:
    rules = ruleset(name)
    return opening(rules, {"minimum": 100}, confirmed=[each.id for each in rules.readings], seats=5)


def done_at(first: TableOpened) -> Sequence[tuple[Table, Command, tuple[Event, ...], Table]]:
    """What was not refused of an evening with every fault."""
    played = islice(evening(opened(first), seed=5, players=5, commands=30_000, faults=0.06), 1500)
    return [(before, command, outcome, after) for before, command, outcome, after in played if isinstance(outcome, tuple)]


def sat_down() -> tuple[TableOpened, bytes]:
    first = first_of("ministar-roulette-2018")
    outcome = decide(opened(first), SIT_DOWN)
    assert not isinstance(outcome, Refusal)
    return first, recorded(SIT_DOWN, outcome)


@pytest.mark.parametrize("name", names())
def test_a_line_is_read_back_and_written_the_same_and_its_command_decided_again(name: str) -> None:
    for before, command, events, _ in done_at(first_of(name)):
        line = recorded(command, events)
        found = read_recorded(line)
        assert (found.format, found.command, found.events) == (FORMAT, command, events)
        assert events_in(line) == events
        assert canonical(found) == recorded(found.command, found.events) == line
        assert b"\n" not in line
        assert decide(before, found.command) == events


@pytest.mark.parametrize("name", names())
def test_replaying_the_lines_gives_the_table_that_applying_the_events_gives(name: str) -> None:
    first = first_of(name)
    happened = done_at(first)
    lines, table = [canonical(first)], opened(first)
    for _, command, events, after in happened:
        lines.append(recorded(command, events))
        for event in events:
            table = apply(table, event)
        assert table == after
    again, number = replay(lines)
    assert number == len(lines)
    assert same(again, table)
    assert again.events == table.events == sum(len(events) for _, _, events, _ in happened)
    assert any(isinstance(event, SettledAgain) for _, _, events, _ in happened for event in events)
    half = len(lines) // 2
    assert same(replay_lines(replay(lines[:half])[0], half, lines[half:])[0], table)


def test_a_line_states_its_format_its_command_and_its_events() -> None:
    _, line = sat_down()
    said = msgspec.json.decode(line)
    assert list(said) == ["format", "command", "events"]
    assert (said["format"], said["command"]["type"], said["command"]["at"]) == (1, "TakeSeat", 7)
    assert [each["type"] for each in said["events"]] == ["SeatTaken"]


def test_a_line_of_a_newer_format_is_refused_in_one_sentence() -> None:
    """Where a command, an event or a field of it is not known here: it is the format that is named."""
    sentence = "this journal has format 2, and this croupier reads up to 1; use the croupier that wrote it"
    _, line = sat_down()
    said = msgspec.json.decode(line)
    newer = [
        {**said, "format": 2, "command": {"type": "Teleport"}},
        {**said, "format": 2, "events": [{"type": "Teleported"}]},
        {**said, "format": 2, "events": "none"},
        {"format": 2},
    ]
    for each in newer:
        with pytest.raises(OtherFormatError, match=sentence):
            read_recorded(canonical(each))
    for each in newer[1:]:
        with pytest.raises(OtherFormatError, match=sentence):
            events_in(canonical(each))


def test_a_line_of_a_newer_format_is_refused_also_where_it_looks_like_one_of_this_format() -> None:
    _, line = sat_down()
    newer = canonical({**msgspec.json.decode(line), "format": 2})
    for read in (read_recorded, events_in):
        with pytest.raises(OtherFormatError, match="this journal has format 2"):
            read(newer)


def test_an_audit_names_the_line_of_a_newer_format() -> None:
    first, line = sat_down()
    newer = canonical(msgspec.structs.replace(first, format=99))
    assert resettle([newer, line]).ended.startswith("line 1: this journal has format 99, and this croupier reads up to 1")
    later = canonical({**msgspec.json.decode(line), "format": 2, "command": {"type": "Teleport"}})
    assert resettle([canonical(first), line, later]).ended.startswith("line 3: this journal has format 2")


@pytest.mark.parametrize(
    "line",
    [
        b"{}",
        b"[]",
        b'{"command":{"type":"Teleport"},"events":[],"format":1}',
        b'{"command":{"type":"SpinBall"},"events":[{"type":"Teleported"}],"format":1}',
        b'{"command":{"type":"BallSpun"},"events":[{"type":"SpinBall"}],"format":1}',
    ],
)
def test_a_line_of_this_format_that_says_what_nobody_knows_is_not_read(line: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        read_recorded(line)
