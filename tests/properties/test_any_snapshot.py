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
from croupier.bots.evening import evening
from croupier.bots.people import holder
from croupier.canonical import canonical
from croupier.catalogue import names, ruleset
from croupier.rules.powers import Act
from croupier.table import chips, snapshot
from croupier.table.apply import apply, rewound
from croupier.table.decide import decide
from croupier.table.events import Event, SettledAgain
from croupier.table.opening import TableOpened, events, gone_on, opened, opening
from croupier.table.orders import AmendRules
from croupier.table.refusals import Refusal
from croupier.table.rulings import BetsInvalidated
from croupier.table.snapshot import frozen, rebuilt, stated, thawed
from croupier.table.state import ForgottenRoundError, Table
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

    def write(self, event: Event) -> None:
        """Write down what happened."""
        self.lines.append(canonical(event))
        if isinstance(event, SettledAgain):
            self.reached.append((len(self.lines), rewound(self.table, event.round).over))
            assert apply(self.table, event).over == self.table.over
        if isinstance(event, BetsInvalidated) and event.settled:
            self.reached.append((len(self.lines), self.table.over - 1))
        self.table = apply(self.table, event)
        if self.table.trail is None:
            self.snapshots.append(frozen(self.table, len(self.lines)))
            assert thawed(self.snapshots[-1], self.first) == replace(self.table, past=())

    def read_otherwise(self) -> None:
        """Put another edition of the rules in force."""
        reading = next(each for each in self.table.rules.readings if each.default)
        by = holder(self.table, Act.AMEND_RULES)
        assert by
        order = AmendRules(readings={reading.id: reading.values[1]}, by=by, why="The commission decided.")
        outcome = decide(self.table, order)
        assert not isinstance(outcome, Refusal), outcome
        self.write(*outcome)

    def after(self, line: int) -> Sequence[bytes]:
        """The lines after a line."""
        return self.lines[line:]

    def is_the_same_from(self, body: bytes) -> bool:
        """Go on from a snapshot. Returns whether the table is whole then; one that a ruling reached behind is of no use."""
        said = stated(body)
        assert said
        try:
            table, number = gone_on(thawed(body, self.first), said.line, events(self.first, self.after(said.line)))
        except ForgottenRoundError:
            assert any(line > said.line and over < said.over for line, over in self.reached)
            return False
        assert not any(line > said.line and over < said.over for line, over in self.reached)
        since = self.table.over - said.over
        assert number == len(self.lines)
        assert table.past == (self.table.past[-since:] if since else ())
        assert same(replace(table, past=self.table.past), self.table)
        return since >= chips.REMEMBERED

    def is_rebuilt(self) -> None:
        """From its snapshots, with everything that it remembers."""
        table, number = rebuilt(self.after, reversed(self.snapshots))
        assert number == len(self.lines)
        assert same(table, self.table)


def kept(name: str, *, seats: int) -> Kept:
    rules = ruleset(name)
    first = opening(rules, {"minimum": 100}, confirmed=[each.id for each in rules.readings], seats=seats)
    return Kept(first, opened(first), [canonical(first)])


@pytest.mark.parametrize("name", names())
@given(seed=st.integers(0, 2**32), rounds=st.booleans())
def test_whatever_was_asked_any_snapshot_and_the_lines_since_are_the_table(name: str, seed: int, rounds: bool) -> None:  # noqa: FBT001
    with pytest.MonkeyPatch.context() as patch:
        for room in (chips, snapshot):
            patch.setattr(room, "REMEMBERED", 3)  # so that a short play is a long one
        journal, asks = kept(name, seats=3), Anything(random.Random(seed), rounds=rounds)  # noqa: S311 - hypothesis chooses it
        for _ in range(120):
            command = asks.next(journal.table)
            note(str(command))
            outcome = decide(journal.table, command)
            for event in () if isinstance(outcome, Refusal) else outcome:
                journal.write(event)
        for body in journal.snapshots:
            journal.is_the_same_from(body)
        journal.is_rebuilt()


@pytest.mark.parametrize("few", [True, False])
@pytest.mark.parametrize("name", names())
def test_a_table_is_rebuilt_at_any_moment_of_an_evening(name: str, few: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001
    """With every fault, correction and change of rules that bots know; and with a table that remembers less."""
    if few:
        for room in (chips, snapshot):
            monkeypatch.setattr(room, "REMEMBERED", 3)
    journal, chance, whole = kept(name, seats=5), random.Random(1), 0  # noqa: S311 - some moments are as good as others
    journal.read_otherwise()
    played = evening(journal.table, seed=4, players=5, commands=30_000, faults=0.06)
    for _, _, outcome, _ in islice(played, 3000):
        for event in () if isinstance(outcome, Refusal) else outcome:
            journal.write(event)
        if chance.random() < 0.01:
            journal.is_rebuilt()
    for body in chance.sample(journal.snapshots, 12):
        whole += journal.is_the_same_from(body)
    assert whole
    assert journal.reached
