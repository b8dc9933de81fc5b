"""Sends the events of one table to its terminals. What all of them see is drawn and encoded once."""

from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

import msgspec
from msgspec import UNSET

from croupier.floor.clock import Clock
from croupier.floor.dealer import Dealer
from croupier.floor.happened import Happened
from croupier.floor.timetable import Timetable, document_times
from croupier.server.messages import EventView, Goodbye, SharedView, TableView
from croupier.server.time_slices import Broadcast, TellSeat, TimeSlices, tell_one
from croupier.server.views import (
    OwnState,
    charged_for,
    last_call,
    lone_player,
    may_change_own,
    own_revision,
    own_state,
    own_view,
    result_of,
    shared_view,
    staying_up,
)
from croupier.table.core.message import Event
from croupier.table.core.rows import EVENTS, Audience
from croupier.table.core.state import Table
from croupier.table.money.releasing import SeatReleased
from croupier.table.money.seats import SeatLeft
from croupier.table.rounds.revisions import revisions

RESUMED_EVENTS = 128
"""How many missed events a terminal is sent when it comes back; if it missed more, it gets a snapshot."""

_ENCODER = msgspec.json.Encoder()


class Viewer(Protocol):
    """A connected terminal."""

    seat: str

    def tell(self, message: bytes, *, now: bool) -> None:
        """Send a message now, or with others that follow at once. It must not block."""
        ...

    def replaced(self) -> None:
        """End, because another terminal has joined for the same seat."""
        ...

    def unseated(self) -> None:
        """End, because the seat was given up, unless this terminal gave it up and waits for the answer."""
        ...


class Hub:
    """The terminals of one table. Events of one player go to that player, events of the table to all."""

    def __init__(
        self,
        dealer: Dealer,
        clock: Clock | None = None,
        slices: TimeSlices | None = None,
        timetable: Timetable | None = None,
        zone: str = "UTC",
        chips: Sequence[int] | None = None,
    ) -> None:
        """Listen to a table. `clock` tells the time that terminals set their countdown by; by default the dealer's.

        Hubs of one server share `slices`. Without a `timetable` only the deadlines of the document are shown. Signs have their
        times in the time zone `zone`. `chips` are those of the table, if the operator names them.
        """
        self.dealer, self.chips = dealer, chips
        self.slices = slices or TimeSlices()
        self._clock = clock or dealer.now
        self._viewers: dict[str, Viewer] = {}
        self._shared: SharedView | None = None
        """What all terminals were last told; None if not all of them know the same."""
        self._waiting: deque[Broadcast] = deque()
        """The events that are being told, oldest first."""
        self._own: dict[str, OwnState] = {}
        """What the own view that each seat was last told was drawn from."""
        self._timetable = timetable
        self._timed = timetable.timed if timetable else document_times
        self.zone = zone
        dealer.listeners.append(self._heard)
        if timetable:
            timetable.listeners.append(self._times_moved)

    def join(self, viewer: Viewer, last: int) -> None:
        """Send a terminal the events since `last`, or a snapshot if that is not possible. Then subscribe it to new events.

        Of several terminals with the key of one seat, the last one that joined plays.
        """
        self.finish_telling()
        seat = viewer.seat
        older, self._viewers[seat] = self._viewers.get(seat), viewer
        if older:
            older.replaced()
        missed, table = self.missed(seat, last), self.dealer.durable
        shared = msgspec.structs.asdict(self._shared_view(table))
        mine = own_view(table, own_state(table, seat))
        if missed is None:
            view = TableView(number=table.events, now=self._clock(), mine=mine, last=last_call(table), **shared)
            viewer.tell(_ENCODER.encode(view), now=False)
        elif not missed:
            # A deadline may have moved without an event for this terminal.
            viewer.tell(_ENCODER.encode(EventView(number=table.events, now=self._clock(), mine=mine, **shared)), now=False)
        for each in missed or ():
            viewer.tell(self._whole_event(each, seat), now=False)
        # The newcomer knows a later state than the others, so the next message to all carries every part.
        self._shared = None
        self._own.pop(seat, None)

    def missed(self, seat: str, last: int) -> Sequence[Happened] | None:
        """The events that a terminal missed since `last`; None if they are too many, or not all kept."""
        told = self.dealer.told
        if not last or not told or not told[0].number <= last + 1 <= told[-1].number + 1:
            return None
        missed = [each for each in told if each.number > last and _owner(each.event) in (None, seat)]
        return missed if len(missed) <= RESUMED_EVENTS else None

    def leave(self, viewer: Viewer) -> None:
        """Unsubscribe a terminal."""
        if self._viewers.get(viewer.seat) is viewer:
            del self._viewers[viewer.seat]
            self._own.pop(viewer.seat, None)

    @property
    def connected(self) -> Collection[str]:
        """The seats whose terminals are here."""
        return self._viewers.keys()

    @property
    def _present(self) -> Collection[str]:
        """The seats whose terminals are here, or have been gone for a moment only."""
        return self._timetable.present if self._timetable else self._viewers.keys()

    def is_lone(self, seat: str) -> bool:
        """Whether no other player is present or has bets down. Bots of the house do not count."""
        return lone_player(self.dealer.durable, self._present) == seat

    def close(self, why: str) -> None:
        """Send a goodbye with this reason to every terminal."""
        self.finish_telling()
        goodbye = _ENCODER.encode(Goodbye(why, final=False))
        for viewer in self._viewers.values():
            viewer.tell(goodbye, now=True)

    def _heard(self, happened: Happened) -> None:
        """Tell an event: one that concerns one player only at once, any other after those that are still being told."""
        if not self._viewers:
            return
        owner = _owner(happened.event)
        if owner is None:
            self._broadcast(partial(self._begin, happened))
        elif owner in self._viewers:
            self._tell_owner(owner, happened)

    def _times_moved(self) -> None:
        """Tell that a deadline has moved, after the events that are still being told. No event says so."""
        if self._viewers:
            self._broadcast(partial(self._begin_times, self.dealer.durable))

    def _broadcast(self, begin: Callable[[], TellSeat | None]) -> None:
        self._waiting.append(Broadcast(begin, self._viewers.keys()))
        if len(self._waiting) == 1:
            self.slices.add(self._waiting)

    def finish_telling(self) -> None:
        """Tell everything that waits, at once."""
        while self._waiting:
            tell_one(self._waiting)

    def _tell_owner(self, owner: str, happened: Happened) -> None:
        """Tell a player an event that nobody else hears. They hear first what others may still wait for."""
        for each in self._waiting:
            each.tell(owner, now=False)
        head = _ENCODER.encode(EventView(number=happened.number, now=self._clock()))[:-1]
        text = head + b',"event":' + _ENCODER.encode(happened.event)
        self._tell_seat(owner, text, self._changed(happened.after, owner), now=False)  # the answer follows
        if isinstance(happened.event, SeatLeft | SeatReleased):
            self._viewers[owner].unseated()

    def _begin(self, happened: Happened) -> TellSeat:
        """Draw what all seats are told. Only the own part of each seat is drawn for that seat, and only if it changed."""
        event, after = happened.event, happened.after
        parts, revised = self._changed_for_all(after), revisions(event, happened.before, after)
        view = EventView(number=happened.number, now=self._clock(), **result_of(happened, revised)._asdict(), **parts)
        head = _ENCODER.encode(view)[:-1]
        is_for_staff = not EVENTS[type(event)].audience.is_for_terminals
        common, own = _shares(event)
        staying, charged = staying_up(happened), charged_for(happened.before, event)
        told = head if is_for_staff else head + b',"event":' + _ENCODER.encode(common)
        may_change = may_change_own(happened.before, after)

        def tell(seat: str, now: bool) -> None:  # noqa: FBT001
            mine = self._changed(after, seat) if may_change or seat not in self._own else b""
            anew = own_revision(happened, revised, seat) if revised else UNSET
            if is_for_staff and not mine and not parts and anew is UNSET:
                return
            is_shared = is_for_staff or seat not in own
            text = told if is_shared else head + b',"event":' + _ENCODER.encode(own[seat])
            if seat in staying:
                text += b',"stays":' + _ENCODER.encode(staying[seat])
            if seat in charged:
                text += b',"charged":' + _ENCODER.encode(charged[seat])
            if anew is not UNSET:
                text += b',"revised":' + _ENCODER.encode(anew)
            self._tell_seat(seat, text, mine, now=now)

        return tell

    def _begin_times(self, table: Table) -> TellSeat | None:
        """Draw what has changed for all seats; nothing if an event has told it meanwhile."""
        parts = self._changed_for_all(table)
        if not parts:
            return None
        text = _ENCODER.encode(EventView(number=table.events, now=self._clock(), **parts))[:-1]
        return lambda seat, now: self._tell_seat(seat, text, b"", now=now)

    def _changed_for_all(self, table: Table) -> dict[str, Any]:
        """The parts that every terminal sees alike and that differ from what was told last."""
        shared = self._shared_view(table)
        before, self._shared = self._shared, shared
        names = shared.__struct_fields__
        return {name: part for name in names if (part := getattr(shared, name)) != getattr(before, name, None)}

    def _shared_view(self, table: Table) -> SharedView:
        return shared_view(table, self._timed(table), self._present, self.zone, self.chips)

    def _tell_seat(self, seat: str, text: bytes, mine: bytes, *, now: bool) -> None:
        """Send a message to the terminal of a seat. `text` lacks the closing brace; `mine` may be empty."""
        message = text + b',"mine":' + mine + b"}" if mine else text + b"}"
        self._viewers[seat].tell(message, now=now)

    def _changed(self, table: Table, seat: str) -> bytes:
        """The own view of a seat, encoded; empty if it is what the seat was told last."""
        state = own_state(table, seat)
        if self._own.get(seat) == state:
            return b""
        self._own[seat] = state
        return _ENCODER.encode(own_view(table, state))

    def _whole_event(self, happened: Happened, seat: str) -> bytes:
        """An event that a terminal missed, with every part of the table after it."""
        event, after = happened.event, happened.after
        common, own = _shares(event)
        revised = revisions(event, happened.before, after)
        return _ENCODER.encode(
            EventView(
                number=happened.number,
                now=self._clock(),
                event=own.get(seat, common) if EVENTS[type(event)].audience.is_for_terminals else UNSET,
                stays=staying_up(happened).get(seat, UNSET),
                charged=charged_for(happened.before, event).get(seat, UNSET),
                revised=own_revision(happened, revised, seat),
                **result_of(happened, revised)._asdict(),
                mine=own_view(after, own_state(after, seat)),
                **msgspec.structs.asdict(self._shared_view(after)),
            )
        )


def _shares(event: Event) -> tuple[Event, Mapping[str, Event]]:
    """An event as everybody is told of it, and as the seats that it concerns are told."""
    shares = EVENTS[type(event)].shares
    return shares(event) if shares else (event, {})


def _owner(event: Event) -> str | None:
    """The seat of the only player who receives the event; None if every terminal does."""
    return getattr(event, "seat", "") if EVENTS[type(event)].audience is Audience.OWNER else None
