"""Wherever a table is written down whole, it and the lines since are the table that the whole journal tells of."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from msgspec.structs import replace

from anything import Anything
from croupier.canonical import canonical
from croupier.catalogue import names, ruleset
from croupier.floor.roles import holder
from croupier.rules.powers import Act
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command, Event
from croupier.table.core.opening import TableOpened, opened, opening, replay_lines
from croupier.table.core.recorded import recorded
from croupier.table.core.refusals import Refusal
from croupier.table.core.snapshot import decode_snapshot, encode_snapshot, header, rebuild
from croupier.table.core.state import MEMORY, ForgottenRoundError, Table
from croupier.table.pit.amending import AmendRules
from croupier.table.pit.invalid import BetsInvalidated
from croupier.table.rounds.correcting import SettledAgain
from croupier.table.rounds.memory import table_before_round
from croupier.testing.evening import evening
from invariants import same


@dataclass
class Kept:
    """A journal with a snapshot after every settlement, and how far back rulings about rounds that were over reached."""

    first: TableOpened
    table: Table
    lines: list[bytes]
    snapshots: list[bytes] = field(default_factory=list[bytes])
    reached: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    """The line of each, and how many rounds were over before the one that it was about."""

    def write(self, command: Command, outcome: tuple[Event, ...]) -> None:
        """Write down what happened."""
        self.lines.append(recorded(command, outcome))
        for event in outcome:
            self._follow(event)
        if self.table.trail is None:
            self.snapshots.append(encode_snapshot(self.table, len(self.lines)))
            assert decode_snapshot(self.snapshots[-1], self.first) == replace(self.table, past=(), memory=MEMORY)

    def _follow(self, event: Event) -> None:
        if isinstance(event, SettledAgain):
            self.reached.append((len(self.lines), table_before_round(self.table, event.round).over))
            assert apply(self.table, event).over == self.table.over
        if isinstance(event, BetsInvalidated) and event.settled:
            self.reached.append((len(self.lines), self.table.over - 1))
        self.table = apply(self.table, event)

    def read_otherwise(self) -> None:
        """Put another edition of the rules in force."""
        reading = next(each for each in self.table.rules.readings if each.default)
        by = holder(self.table, Act.AMEND_RULES)
        assert by
        order = AmendRules(readings={reading.id: reading.values[1]}, by=by, why="The commission decided.")
        outcome = decide(self.table, order)
        assert not isinstance(outcome, Refusal), outcome
        self.write(order, outcome)

    def after(self, line: int) -> Sequence[bytes]:
        """The lines after a line."""
        return self.lines[line:]

    def is_the_same_from(self, body: bytes) -> bool:
        """Go on from a snapshot. Returns whether the table is whole then; one that a ruling reached behind is of no use."""
        said = header(body)
        assert said
        try:
            table, number = replay_lines(
                replace(decode_snapshot(body, self.first), memory=self.table.memory), said.line, self.after(said.line)
            )
        except ForgottenRoundError:
            assert any(line > said.line and over < said.over for line, over in self.reached)
            return False
        assert not any(line > said.line and over < said.over for line, over in self.reached)
        since = self.table.over - said.over
        assert number == len(self.lines)
        assert table.past == (self.table.past[-since:] if since else ())
        assert same(replace(table, past=self.table.past), self.table)
        return since >= self.table.memory

    def is_rebuilt(self) -> None:
        """From its snapshots, with everything that it remembers."""
        table, number = rebuild(self.after, lambda: reversed(self.snapshots), self.table.memory)
        assert number == len(self.lines)
        assert same(table, self.table)


def kept(name: str, *, seats: int, memory: int = MEMORY) -> Kept:
    rules = ruleset(name)
    first = opening(rules, {"minimum": 100}, confirmed=[each.id for each in rules.readings], seats=seats)
    return Kept(first, replace(opened(first), memory=memory), [canonical(first)])


@pytest.mark.parametrize("name", names())
@given(seed=st.integers(0, 2**32), rounds=st.booleans())
def test_whatever_was_asked_any_snapshot_and_the_lines_since_are_the_table(name: str, seed: int, rounds: bool) -> None:  # noqa: FBT001
    # With a short memory a short play is a long one.
    journal, asks = kept(name, seats=3, memory=3), Anything(random.Random(seed), rounds=rounds)  # noqa: S311 - hypothesis chooses it
    for _ in range(120):
        command = asks.next(journal.table)
        note(command)
        outcome = decide(journal.table, command)
        if not isinstance(outcome, Refusal):
            journal.write(command, outcome)
    for body in journal.snapshots:
        journal.is_the_same_from(body)
    journal.is_rebuilt()


@pytest.mark.parametrize("memory", [3, MEMORY])
@pytest.mark.parametrize("name", names())
def test_a_table_is_rebuilt_at_any_moment_of_an_evening(name: str, memory: int) -> None:
    """With every fault, correction and change of rules that bots know; and with a table that remembers less."""
    journal, chance, whole = kept(name, seats=5, memory=memory), random.Random(1), 0  # noqa: S311 - some moments are as good as others
    journal.read_otherwise()
    played = evening(journal.table, seed=4, players=5, commands=30_000, faults=0.06)
    for _, command, outcome, _ in islice(played, 3000):
        if not isinstance(outcome, Refusal):
            journal.write(command, outcome)
        if chance.random() < 0.01:
            journal.is_rebuilt()
    for body in chance.sample(journal.snapshots, 12):
        whole += journal.is_the_same_from(body)
    assert whole
    assert journal.reached
