"""The lines of the stream, and the rows behind them."""

import msgspec
import pytest

from croupier.facts.lines import OtherFormatError
from croupier.facts.rows import RowError
from croupier.people.fold import PEOPLE
from croupier.people.message import OPERATOR
from croupier.people.staff import AddStaff, StaffAdded
from floor_people import BEGIN


def test_a_line_is_canonical_and_states_its_format() -> None:
    event = StaffAdded(at=BEGIN, by=OPERATOR, login="eve", name="Eve Long", roles=frozenset({"manager", "dealer"}))
    add = AddStaff(at=BEGIN, by=OPERATOR, login="eve", name="Eve Long", roles=event.roles)
    line = PEOPLE.recorded(add, (event,))
    assert line == (
        b'{"format":1,"events":[{"type":"StaffAdded","at":1760000000000,'
        b'"by":{"login":"","name":"The operator of this machine"},'
        b'"login":"eve","name":"Eve Long","roles":["dealer","manager"]}]}'
    )
    assert PEOPLE.read(line).events == (event,)
    assert [*PEOPLE.page([line])] == [
        "     1  2025-10-09 08:53:20 UTC    "
        "The operator of this machine added Eve Long (eve) as dealer and manager, with a one-time password."
    ]


def test_a_newer_line_is_not_misread() -> None:
    for line in (b'{"format":2,"events":[]}', b'{"format":2,"events":[{"type":"Promoted"}]}'):
        with pytest.raises(OtherFormatError, match="has format 2"):
            PEOPLE.read(line)
    with pytest.raises(msgspec.ValidationError):
        PEOPLE.read(b'{"format":1,"events":[{"type":"Promoted"}]}')


def test_no_message_has_room_for_a_secret() -> None:
    """Whatever is called a code or a key is a digest."""
    fields = {field for kind in (*PEOPLE.commands, *PEOPLE.events) for field in kind.__struct_fields__}
    assert not {field for field in fields if "password" in field or "secret" in field or "token" in field}


def test_a_message_without_a_row_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    PEOPLE.check_complete()
    monkeypatch.delitem(PEOPLE.events, StaffAdded)
    with pytest.raises(RowError, match="StaffAdded has no row"):
        PEOPLE.check_complete()


def test_a_row_stands_once_and_its_class_is_documented(monkeypatch: pytest.MonkeyPatch) -> None:
    row = PEOPLE.events[StaffAdded]
    with pytest.raises(RowError, match="StaffAdded: has two rows"):
        PEOPLE.declare(row)
    monkeypatch.delitem(PEOPLE.events, StaffAdded)
    monkeypatch.setattr(StaffAdded, "__doc__", "")
    with pytest.raises(RowError, match="StaffAdded: its class has no docstring"):
        PEOPLE.declare(row)


def test_commands_and_events_have_different_names() -> None:
    names = [kind.__name__ for kind in (*PEOPLE.commands, *PEOPLE.events)]
    assert len(set(names)) == len(names)
