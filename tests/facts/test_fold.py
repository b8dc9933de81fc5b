"""A register in a few lines: what the mechanism does for it, and what it refuses to import."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

import pytest
from msgspec.structs import replace

from croupier.facts.fold import Fold
from croupier.facts.lines import OtherFormatError
from croupier.facts.message import Command, Event, State
from croupier.facts.refusal import Refusal
from croupier.facts.rows import CommandRow, EventRow, RowError, unchanged
from croupier.facts.texts import TextKind, up_to
from croupier.rules.coded import Coded

C = TypeVar("C", bound=Command)


class Reason(Coded):
    """Why the register of lost property refuses a command."""

    BAD_TEXT = "bad-text", "A text is empty, too long, or has control characters."
    BAD_TIME = "bad-time", "It would have happened before something that has happened."
    NOT_HERE = "not-here", "It was never found, or was fetched."
    NOT_YOURS = "not-yours", "Somebody else does that."


Words = Annotated[str, TextKind(up_to(20), Reason.BAD_TEXT, "A text has 1 to 20 characters.")]


class PropertyCommand(Command):
    """A request about lost property."""

    by: str


class PropertyEvent(Event):
    """A fact about lost property."""


class Find(PropertyCommand):
    """Record something that was found."""

    what: Words
    where: Words | None = None


class Found(PropertyEvent):
    """Something was found."""

    what: str
    where: str | None = None


class Fetch(PropertyCommand):
    """Give something back to its owner."""

    number: int


class Fetched(PropertyEvent):
    """The owner has fetched something."""

    number: int


class Look(PropertyCommand):
    """Look whether something is there."""


class Property(State, frozen=True, kw_only=True, omit_defaults=True):
    """What was found and not fetched yet."""

    staff: frozenset[str] = frozenset({"ann"})
    things: Mapping[int, str] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class PropertyRow(CommandRow[Property, C]):
    wish: str


LostProperty = Fold[Property, PropertyRow[Any], EventRow[Property, Any]]


def not_staff(state: Property, row: PropertyRow[Any], command: Command) -> Refusal | None:
    assert isinstance(command, PropertyCommand)
    return None if command.by in state.staff else Refusal(Reason.NOT_YOURS, f"{command.by} may not {row.wish}.", "1.2")


def fetch(state: Property, command: Fetch) -> Fetched | Refusal:
    there = command.number in state.things
    return Fetched(number=command.number) if there else Refusal(Reason.NOT_HERE, "It is not here.")


def lost_property() -> LostProperty:
    """A new fold, with all its rows."""
    fold = LostProperty(
        name="floor/property",
        initial=Property(),
        bases=frozenset({PropertyCommand, PropertyEvent}),
        format=1,
        reasons=Reason,
        check=not_staff,
        outside=("staff",),
        snapshot_format=1,
    )
    fold.declare(
        PropertyRow(kind=Find, decide=lambda _, c: Found(what=c.what, where=c.where), wish="record that"),
        PropertyRow(kind=Fetch, decide=fetch, wish="give that back"),
        PropertyRow(kind=Look, decide=lambda _, __: None, wish="look"),
        EventRow(
            kind=Found,
            apply=lambda s, e: replace(s, things={**s.things, s.events + 1: e.what}),
            tell=lambda s, e: f"Number {s.events + 1} was found: {e.what}.",
        ),
        EventRow(
            kind=Fetched,
            apply=lambda s, e: replace(s, things={each: what for each, what in s.things.items() if each != e.number}),
            tell=lambda s, e: f"{s.things[e.number]} was fetched.",
        ),
    )
    fold.check_complete()
    return fold


FOLD = lost_property()


def decided(state: Property, command: Command) -> tuple[Event, ...]:
    events = FOLD.decide(state, command)
    assert not isinstance(events, Refusal), events
    return events


def refused(state: Property, command: Command) -> tuple[Coded, str, str]:
    refusal = FOLD.decide(state, command)
    assert isinstance(refusal, Refusal)
    return refusal.reason, refusal.sentence, refusal.clause


def test_commands_lead_to_events_lines_pages_and_snapshots() -> None:
    state, lines = FOLD.initial, list[bytes]()
    for command in (
        Find(at=1000, by="ann", what="an umbrella"),
        Find(at=2000, by="ann", what="a hat"),
        Fetch(by="ann", number=1),
    ):
        events = decided(state, command)
        lines.append(FOLD.recorded(command, events))
        state = FOLD.replayed(state, events)
    assert (state.things, state.clock, state.events) == ({2: "a hat"}, 2000, 3)
    assert lines[0] == (
        b'{"format":1,"command":{"type":"Find","at":1000,"by":"ann","what":"an umbrella","where":null},'
        b'"events":[{"type":"Found","at":1000,"what":"an umbrella"}]}'
    )
    assert [line[35:] for line in FOLD.page(lines)] == [
        "Number 1 was found: an umbrella.",
        "Number 2 was found: a hat.",
        "an umbrella was fetched.",
    ]
    assert FOLD.replayed(FOLD.initial, (event for line in lines for event in FOLD.read(line).events)) == state
    assert FOLD.snapshot_in(FOLD.snapshot(state, 3)) == (state, 3)


def test_a_snapshot_has_nothing_that_no_event_sets() -> None:
    body = FOLD.snapshot(replace(FOLD.initial, staff=frozenset({"bob"})), 0)
    assert b"bob" not in body
    assert FOLD.snapshot_in(body) == (FOLD.initial, 0)
    assert FOLD.snapshot_in(body.replace(b'"format":1', b'"format":2')) is None


def test_nothing_to_record_is_no_event() -> None:
    assert decided(FOLD.initial, Look(by="ann")) == ()


def test_a_refusal_has_its_reason_sentence_and_clause() -> None:
    state = FOLD.replayed(FOLD.initial, decided(FOLD.initial, Find(at=1000, by="ann", what="a hat")))
    assert refused(state, Find(by="bob", what="a hat")) == (Reason.NOT_YOURS, "bob may not record that.", "1.2")
    assert refused(state, Fetch(by="ann", number=7))[0] is Reason.NOT_HERE
    assert refused(state, Look(at=999, by="ann"))[0] is Reason.BAD_TIME
    assert refused(state, Look(at=10**15, by="ann"))[0] is Reason.BAD_TIME


@pytest.mark.parametrize("text", ["", " a hat", "a\that", "a hat that is far too long"])
@pytest.mark.parametrize("field", ["what", "where"])
def test_a_text_is_checked_also_where_it_may_be_missing(field: str, text: str) -> None:
    command = replace(Find(by="ann", what="a hat"), **{field: text})
    assert refused(FOLD.initial, command) == (Reason.BAD_TEXT, "A text has 1 to 20 characters.", "")


def test_a_line_of_another_format_is_not_misread() -> None:
    with pytest.raises(OtherFormatError, match="has format 2"):
        FOLD.read(b'{"format":2,"command":{"type":"Look"},"events":[]}')


def test_a_message_without_a_row_or_with_two_is_an_error() -> None:
    fold = lost_property()
    with pytest.raises(RowError, match="Found: has two rows"):
        fold.declare(EventRow(kind=Found, apply=unchanged, tell=lambda _, __: ""))
    del fold.events[Found]
    with pytest.raises(RowError, match="Found has no row; declare it"):
        fold.check_complete()


def test_a_row_without_a_column_is_an_error() -> None:
    with pytest.raises(TypeError, match="'tell'"):
        EventRow(kind=Found, apply=unchanged)  # type: ignore[call-arg] # pyright: ignore[reportCallIssue]


def test_lines_are_read_only_once_the_rows_are_known() -> None:
    empty = LostProperty(
        name="floor/property",
        initial=Property(),
        bases=frozenset(),
        format=1,
        reasons=Reason,
        check=not_staff,
    )
    with pytest.raises(RowError, match="floor/property: has no rows; import its package"):
        empty.read(b"{}")
