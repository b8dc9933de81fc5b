"""A fold: decides commands, applies events, and writes and reads the lines and snapshots of its stream. Pure."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, reduce
from typing import Any, Generic, NamedTuple, TypeVar, Union, cast

import msgspec
from msgspec.structs import replace

from croupier.canonical import canonical
from croupier.facts.lines import LineReader
from croupier.facts.message import Command, Event, State
from croupier.facts.refusal import Refusal
from croupier.facts.rows import CommandRow, EventRow, RowError, check_all_declared, check_new, check_transfers
from croupier.facts.texts import malformed
from croupier.rules.coded import Coded
from croupier.rules.moments import LATEST, clock_time

S = TypeVar("S", bound=State)
C = TypeVar("C", bound=CommandRow[Any, Any])
E = TypeVar("E", bound=EventRow[Any, Any])

WIDE = 25
"""The width of the column with the time on a page."""


class Line(msgspec.Struct, frozen=True, gc=False):
    """A line of a stream: a command, and the events that it led to. `Fold` makes a form of it that knows the rows."""

    format: int
    command: Command
    events: tuple[Event, ...]


class Snapshot(NamedTuple, Generic[S]):
    """The state after a line."""

    state: S
    line: int


@dataclass(kw_only=True, eq=False)
class Fold(Generic[S, C, E]):
    """A name, an initial state and rows. Each module of messages declares its rows; the package checks that none is missing."""

    name: str
    """The stream that holds its lines."""
    initial: S
    bases: frozenset[type]
    """The classes of messages that are no messages themselves."""
    format: int
    """The format of the lines that this version writes. Every line states its format."""
    reasons: type[Coded]
    """The codes of its refusals. `bad-time` and, if a row asks for two people, `second-person-needed` are among them."""
    check: Callable[[S, C, Command], Refusal | None]
    """Refuse a command before its row decides it, as for a person who may not give it."""
    signed: tuple[str, ...] = ()
    """The fields of a command that its events repeat, such as `by`. With `second`, rows say who signs, too."""
    filled: Callable[[S, E, Event], Mapping[str, Any]] | None = None
    """Return the fields of a decided event that the register sets, such as the number of a receipt."""
    kept: Callable[[S, E, Event], S] | None = None
    """Return the state with what an event changes besides what its row says. The row is applied after that."""
    has_commands: bool = True
    """Whether a line has the command beside its events."""
    outside: tuple[str, ...] = ()
    """The fields of the state that no event sets. They are not in snapshots."""
    snapshot_format: int = 0
    """Snapshots of another format are passed over."""
    commands: dict[type[Command], C] = field(default_factory=dict[type[Command], C])
    """The row of every command, by its class."""
    events: dict[type[Event], E] = field(default_factory=dict[type[Event], E])
    """The row of every event, by its class."""

    def declare(self, *rows: C | E) -> None:
        """Register the rows of a module. Raise `RowError` if one is declared twice or contradicts its fields."""
        for row in rows:
            check_new(row.kind, self.bases, self.commands, self.events)
            if isinstance(row, EventRow):
                check_transfers(row.kind, moves_money=row.moves_money)
                self.events[row.kind] = cast("E", row)
            else:
                self.commands[row.kind] = cast("C", row)

    def check_complete(self) -> None:
        """Raise `RowError` if a command or an event has no row."""
        check_all_declared(self.bases, self.commands, self.events)

    def decide(self, state: S, command: Command) -> tuple[Event, ...] | Refusal:
        """Return the events that a command leads to, or a refusal. The state changes only when the events are applied.

        No events means that the command is in order and nothing has to be recorded.
        """
        if not state.clock <= (command.at or state.clock) <= LATEST:
            return Refusal(self.reasons("bad-time"), "That would have happened before something that has happened.")
        row = self.commands[type(command)]
        if refusal := malformed(command) or self.check(state, row, command):
            return refusal
        command = command if command.at else replace(command, at=state.clock)
        decided = row.decide(state, command)
        if isinstance(decided, Refusal):
            return decided
        if "second" in self.signed and (refusal := self._signed_alone(state, command)):
            return refusal
        events = decided if isinstance(decided, tuple) else () if decided is None else (decided,)
        repeated = {name: getattr(command, name) for name in self.signed}
        return tuple([replace(event, at=command.at, **repeated, **self._filled(state, event)) for event in events])

    def _filled(self, state: S, event: Event) -> Mapping[str, Any]:
        return self.filled(state, self.events[type(event)], event) if self.filled else {}

    def why_two(self, state: S, command: Any) -> str | None:
        """Why two people sign a command that could be carried out; None if one is enough."""
        two = self.commands[type(command)].two
        return two(state, command) if two else None

    def _signed_alone(self, state: S, command: Any) -> Refusal | None:
        """Refuse what two people have to sign and only one did."""
        why = self.why_two(state, command)
        if command.second is None and why is None:
            return None
        if command.second is not None and command.second.login != command.by.login:
            return None
        sentence = f"{why or 'You signed twice.'} Another person has to sign, too."
        return Refusal(self.reasons("second-person-needed"), sentence)

    def apply(self, state: S, event: Event) -> S:
        """Return the state after an event. It makes no decision."""
        row = self.events[type(event)]
        after = row.apply(self.kept(state, row, event) if self.kept else state, event)
        changes: dict[str, Any] = {"clock": max(state.clock, event.at), "events": state.events + 1}
        if row.moves_money:
            changes["book"] = cast("Any", state).book.after(cast("Any", event).transfers)
        return replace(after, **changes)

    def replayed(self, state: S, events: Iterable[Event]) -> S:
        """Return the state after several events."""
        return reduce(self.apply, events, state)

    def tell(self, state: S, event: Event) -> str:
        """An event in words, given the state before it."""
        return self.events[type(event)].tell(state, event)

    def recorded(self, command: Command, events: tuple[Event, ...]) -> bytes:
        """Encode a command and its events as a line."""
        return canonical(self._line(self.format, *((command,) if self.has_commands else ()), events))

    def read(self, line: bytes) -> Line:
        """Decode a line. Raise `OtherFormatError` for another format."""
        return self._reader.read(line)

    def page(
        self,
        lines: Iterable[bytes],
        within: Callable[[int], bool] = lambda _: True,
        when: Callable[[int], str] = clock_time,
        only: Callable[[Event], bool] = lambda _: True,
    ) -> Iterator[str]:
        """The page of a whole stream: its events in words, with line numbers and times.

        It has the times that `within` holds and the events that `only` holds. `when` formats a time.
        """
        state = self.initial
        for number, line in enumerate(lines, 1):
            for event in self.read(line).events:
                if within(event.at) and only(event):
                    yield f"{number:>6}  {when(event.at):{WIDE}}  {self.tell(state, event)}"
                state = self.apply(state, event)

    def snapshot(self, state: S, line: int) -> bytes:
        """Encode the state after a line."""
        initial = {name: getattr(self.initial, name) for name in self.outside}
        return canonical(self._snapshot(self.snapshot_format, line, replace(state, **initial)))

    def snapshot_in(self, body: bytes) -> Snapshot[S] | None:
        """Decode a snapshot; None if it has another format."""
        if _HEADER.decode(body).format != self.snapshot_format:
            return None
        found = self._snapshots.decode(body)
        return Snapshot(found.state, found.line)

    @cached_property
    def _line(self) -> Any:
        """The type of a line. Importing the package of the register has declared every row by the time it is asked for."""
        if not self.events:
            raise RowError(f"{self.name}: has no rows; import its package before its lines are read")
        any_command, any_event = Union[tuple(self.commands)], Union[tuple(self.events)]  # noqa: UP007 - made at run time
        command = [("command", any_command)] if self.has_commands else []
        fields = [("format", int), *command, ("events", tuple[any_event, ...])]
        return msgspec.defstruct("Line", fields, frozen=True, gc=False)

    @cached_property
    def _reader(self) -> LineReader[Line]:
        return LineReader(self._line, self.format)

    @cached_property
    def _snapshot(self) -> Any:
        fields = [("format", int), ("line", int), ("state", type(self.initial))]
        return msgspec.defstruct("StateAfter", fields, frozen=True, gc=False)

    @cached_property
    def _snapshots(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(self._snapshot)


class _Header(msgspec.Struct, frozen=True, gc=False):
    format: int


_HEADER = msgspec.json.Decoder(_Header)
