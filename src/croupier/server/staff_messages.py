"""What consoles and displays say to the server over their WebSocket, and what they are told."""

from typing import Annotated, cast, get_type_hints

import msgspec
from msgspec import UNSET, Meta, UnsetType

from croupier.rules.game import OutcomeCall
from croupier.server.messages import Goodbye
from croupier.server.staff_views import StaffView
from croupier.table.core.message import Event

ALWAYS_SENT = frozenset({"table", "kind", "number", "now"})
"""The fields of a view that are no parts of the table."""
CHANGED = (
    "The events since the last message that the viewer is told of, and the parts of the table that changed. "
    "The viewer keeps the other parts."
)


class WatchHello(msgspec.Struct, tag_field="say", tag="hello", forbid_unknown_fields=True):
    """The first and only message of a console or display."""

    last: Annotated[int, Meta(ge=0, le=10**15)] = 0
    """The number of the last event that it received; 0 if it received none."""


class ToldEvent(msgspec.Struct, frozen=True):
    """An event, and its description in sentences."""

    number: int
    at: int
    """When it happened: milliseconds since 1970."""
    words: tuple[str, ...]
    """The event in words. Consequences are indented."""
    event: Event
    call: OutcomeCall | UnsetType = UNSET
    """How a dealer calls the outcome, if the event is one."""


class Changes(msgspec.Struct, frozen=True, kw_only=True):
    """What every message about a change has."""

    table: str
    number: int
    """The number of the last event."""
    now: int
    """The server's time in milliseconds since 1970."""
    events: tuple[ToldEvent, ...] = ()


def _table_changed() -> type[Changes]:
    """The message with every other part of a view, each of which may be left out."""
    parts = {name: hint for name, hint in get_type_hints(StaffView).items() if name not in ALWAYS_SENT}
    made = msgspec.defstruct(
        "TableChanged",
        [(name, hint | UnsetType, UNSET) for name, hint in parts.items()],
        bases=(Changes,),
        frozen=True,
        kw_only=True,
        tag_field="is",
        tag="changes",
        omit_defaults=True,
        namespace={"__doc__": CHANGED},
    )
    return cast("type[Changes]", made)


TableChanged: type[Changes] = _table_changed()

SHOWN: tuple[type[msgspec.Struct], ...] = (StaffView, TableChanged, Goodbye)
"""Everything that the server tells a console or a display."""
