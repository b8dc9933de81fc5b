"""Sends the changes of one table to staff, inspectors and displays. What viewers of one kind see is drawn and encoded once."""

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from croupier.audit.local_time import in_zone
from croupier.floor.clock import Clock
from croupier.floor.crews import Crews
from croupier.floor.dealers_words import dealers_words
from croupier.floor.happened import Happened
from croupier.floor.loop import Loop
from croupier.floor.money_lines import MoneyLines
from croupier.money import Cents
from croupier.server.blindness import hides_event
from croupier.server.staff_messages import ALWAYS_SENT, Changes, TableChanged, ToldEvent
from croupier.server.staff_pit import beside
from croupier.server.staff_views import StaffView, ViewKind, staff_view
from croupier.server.views import call_of
from croupier.table.core.rows import EVENTS, Audience

CHANGE_INTERVAL = 0.1
"""Seconds between two messages. A view of a large table is drawn from all of its seats, so changes are sent together."""
EVENTS_AT_ONCE = 128
"""The most events in one message. A viewer that missed more gets a snapshot."""

_WORK_HERE = frozenset({Audience.OWNER, Audience.TABLE, Audience.STAFF})
HEARS: Mapping[ViewKind, frozenset[Audience]] = {
    ViewKind.PUBLIC: frozenset(),
    ViewKind.DEALER: _WORK_HERE,
    ViewKind.CAGE: _WORK_HERE | {Audience.CAGE},
    ViewKind.PIT: frozenset(Audience),
    ViewKind.INSPECTOR: frozenset(Audience),
}
"""The events that viewers of each kind receive, by the audience of the event."""
KNOW_REASONS = frozenset({ViewKind.PIT, ViewKind.INSPECTOR})
"""Who is told the reasons that are a player's own affair."""

_ENCODER = msgspec.json.Encoder()

Tell = Callable[[Happened], ToldEvent]
"""Describes an event."""


def heard_by(kind: ViewKind, happened: Iterable[Happened]) -> list[Happened]:
    """The events that a viewer of this kind receives, without reasons that are not for them."""
    for_them = (each for each in happened if EVENTS[type(each.event)].audience in HEARS[kind])
    return [_as_told(kind, each) for each in for_them if not hides_event(kind, each.event)]


def _as_told(kind: ViewKind, happened: Happened) -> Happened:
    if kind in KNOW_REASONS or not EVENTS[type(happened.event)].private_reason:
        return happened
    return replace(happened, event=replace(happened.event, why=""))


class StaffViewer(Protocol):
    """A connected console or display."""

    kind: ViewKind

    def tell(self, message: bytes) -> None:
        """Send a message. It must not block."""
        ...


class StaffHub:
    """The consoles and displays at one table."""

    def __init__(
        self,
        loop: Loop,
        clock: Clock,
        chips: Sequence[Cents],
        zone: str,
        money: MoneyLines,
        crews: Crews,
        copy: str = "",
    ) -> None:
        """Listen to a table. `clock` tells the time that countdowns are drawn by; `chips` are those of the tray.

        Times in sentences are in the time zone `zone`. `money` are the lines to the money devices of its terminals.
        `copy` is what is wrong with the copy of the approved document; empty if nothing is.
        """
        self.dealer = loop.dealer
        self._loop = loop
        self._clock = clock
        self._chips = chips
        self.zone = zone
        self._money = money
        self._crews = crews
        self._copy = copy
        self._viewers: dict[StaffViewer, None] = {}
        self._last: dict[ViewKind, StaffView] = {}
        """What the viewers of each kind know."""
        self._events: list[Happened] = []
        """The events that were not sent yet."""
        self._is_due = False
        self.dealer.listeners.append(self._heard)
        for source in (loop.timetable, loop.timetable.presence, loop.reports.device, money):
            source.listeners.append(self._moved)

    def join(self, viewer: StaffViewer, last: int) -> None:
        """Send a viewer what it missed since event `last`, or a snapshot. Then subscribe it to changes."""
        self._send()
        view = self.view(viewer.kind)
        missed = self._missed(last)
        if missed is None or viewer.kind is ViewKind.PUBLIC:
            viewer.tell(_ENCODER.encode(view))
        else:
            viewer.tell(_ENCODER.encode(_changed(view, None, heard_by(viewer.kind, missed), self.told)))
        self._viewers[viewer] = None
        self._last[viewer.kind] = view

    def leave(self, viewer: StaffViewer) -> None:
        """Unsubscribe a viewer."""
        self._viewers.pop(viewer, None)
        if all(each.kind is not viewer.kind for each in self._viewers):
            self._last.pop(viewer.kind, None)

    @property
    def watched(self) -> Collection[StaffViewer]:
        """Everybody who watches."""
        return self._viewers.keys()

    def redraw(self) -> None:
        """Show the viewers anew what has changed beside the table."""
        self._moved()

    def _missed(self, last: int) -> list[Happened] | None:
        """The events since `last`; None if they are too many, or not all kept."""
        kept = self.dealer.told
        if not last or not kept or not kept[0].number <= last + 1 <= kept[-1].number + 1:
            return None
        missed = [each for each in kept if each.number > last]
        return missed if len(missed) <= EVENTS_AT_ONCE else None

    def view(self, kind: ViewKind) -> StaffView:
        """The table now, as viewers of this kind see it."""
        table = self.dealer.durable
        timed = self._loop.timetable.timed(table)
        shown_beside = beside(self._loop, table, self._chips, self.zone, self._money.connected, self._crews, self._copy)
        return staff_view(self.dealer.name, table, kind, timed, self._clock(), shown_beside)

    def told(self, happened: Happened) -> ToldEvent:
        """An event with its description."""
        words = tuple(in_zone(each, self.zone) for each in dealers_words(happened.before, happened.event))
        return ToldEvent(happened.number, happened.event.at, words, happened.event, call_of(happened))

    def _heard(self, happened: Happened) -> None:
        if self._viewers:
            self._events.append(happened)
            self._moved()

    def _moved(self) -> None:
        """Send what changed, soon."""
        if self._viewers and not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_later(CHANGE_INTERVAL, self._send)

    def _send(self) -> None:
        """Send every viewer what changed since the last message to its kind."""
        self._is_due = False
        events, self._events = self._events, []
        for kind in {viewer.kind for viewer in self._viewers}:
            view, before = self.view(kind), self._last.get(kind)
            self._last[kind] = view
            message = _message(view, before, heard_by(kind, events), self.told)
            for viewer in [each for each in self._viewers if each.kind is kind]:
                if message:
                    viewer.tell(message)


def _message(view: StaffView, before: StaffView | None, events: list[Happened], tell: Tell) -> bytes:
    """What changed, encoded; empty if nothing did. After very many events it is a snapshot.

    Staff learn the number of the last event, also of one that they do not receive: it may change what they may do.
    """
    if len(events) > EVENTS_AT_ONCE:
        return _ENCODER.encode(view)
    changed = _changed(view, before, events, tell)
    has_parts = any(getattr(changed, name) is not msgspec.UNSET for name in changed.__struct_fields__ if name not in _HEAD)
    is_later = view.kind is not ViewKind.PUBLIC and (before is None or view.number != before.number)
    return _ENCODER.encode(changed) if has_parts or is_later else b""


_HEAD = ALWAYS_SENT | {"events"}


def _changed(view: StaffView, before: StaffView | None, events: list[Happened], tell: Tell) -> Changes:
    parts: dict[str, Any] = {
        name: part
        for name in view.__struct_fields__
        if name not in ALWAYS_SENT and (part := getattr(view, name)) != getattr(before, name, None)
    }
    return TableChanged(table=view.table, number=view.number, now=view.now, events=tuple(map(tell, events)), **parts)
