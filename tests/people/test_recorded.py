"""The lines of the stream, and the rows behind them."""

import msgspec
import pytest

from croupier.declared import RowError
from croupier.formats import OtherFormatError
from croupier.people.message import OPERATOR
from croupier.people.page import people_page
from croupier.people.recorded import events_in, recorded
from croupier.people.rows import PEOPLE_COMMANDS, PEOPLE_EVENTS, check_complete, declare
from croupier.people.staff import StaffAdded
from floor_people import BEGIN


def test_a_line_is_canonical_and_states_its_format() -> None:
    event = StaffAdded(at=BEGIN, by=OPERATOR, login="eve", name="Eve Long", roles=frozenset({"manager", "dealer"}))
    line = recorded((event,))
    assert line == (
        b'{"format":1,"events":[{"type":"StaffAdded","at":1760000000000,'
        b'"by":{"login":"","name":"The operator of this machine"},'
        b'"login":"eve","name":"Eve Long","roles":["dealer","manager"]}]}'
    )
    assert events_in(line) == (event,)
    assert [*people_page([line])] == [
        "     1  2025-10-09 08:53:20 UTC    "
        "The operator of this machine added Eve Long (eve) as dealer and manager, with a one-time password."
    ]


def test_a_newer_line_is_not_misread() -> None:
    for line in (b'{"format":2,"events":[]}', b'{"format":2,"events":[{"type":"Promoted"}]}'):
        with pytest.raises(OtherFormatError, match="has format 2"):
            events_in(line)
    with pytest.raises(msgspec.ValidationError):
        events_in(b'{"format":1,"events":[{"type":"Promoted"}]}')


def test_no_message_has_room_for_a_secret() -> None:
    """Whatever is called a code or a key is a digest."""
    fields = {field for kind in (*PEOPLE_COMMANDS, *PEOPLE_EVENTS) for field in kind.__struct_fields__}
    assert not {field for field in fields if "password" in field or "secret" in field or "token" in field}


def test_a_message_without_a_row_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    check_complete()
    monkeypatch.delitem(PEOPLE_EVENTS, StaffAdded)
    with pytest.raises(RowError, match="StaffAdded has no row"):
        check_complete()


def test_a_row_stands_once_and_its_class_is_documented(monkeypatch: pytest.MonkeyPatch) -> None:
    row = PEOPLE_EVENTS[StaffAdded]
    with pytest.raises(RowError, match="StaffAdded: has two rows"):
        declare(row)
    monkeypatch.delitem(PEOPLE_EVENTS, StaffAdded)
    monkeypatch.setattr(StaffAdded, "__doc__", "")
    with pytest.raises(RowError, match="StaffAdded: its class has no docstring"):
        declare(row)


def test_commands_and_events_have_different_names() -> None:
    names = [kind.__name__ for kind in (*PEOPLE_COMMANDS, *PEOPLE_EVENTS)]
    assert len(set(names)) == len(names)
