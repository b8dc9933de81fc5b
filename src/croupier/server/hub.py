"""Sends the events of one table to its terminals. What all of them see is drawn and encoded once."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

import msgspec
from msgspec import UNSET

from croupier.floor.clock import Clock
from croupier.floor.dealer import Dealer, Happened
from croupier.server.messages import EventView, Goodbye, SharedView, TableView
from croupier.server.time_slices import Telling, TimeSlices, tell_one
from croupier.server.views import OwnState, lone_player, own_state, own_view, shared_view
from croupier.table.core.message import Event
from croupier.table.core.rows import EVENTS, Audience
from croupier.table.core.state import Table
from croupier.table.rounds.lights import lit
from croupier.table.rounds.settling import RoundSettled

RESUMED_EVENTS = 128
"""How many missed events a terminal is sent when it comes back; if it missed more, it gets a snapshot."""

_ENCODER = msgspec.json.Encoder()


class Viewer(Protocol):
    """A connected terminal."""

    seat: str

    def tell(self, message: bytes, *, now: bool) -> None:
        """Send a message now, or with others that follow at once. It must not block."""
        ...


class Hub:
    """The terminals of one table. Events of one player go to that player, events of the table to all."""

    def __init__(self, dealer: Dealer, clock: Clock | None = None, slices: TimeSlices | None = None) -> None:
        """Listen to a table. `clock` tells the time that terminals set their countdown by; by default the dealer's.

        Hubs of one server share `slices`.
        """
        self.dealer = dealer
        self._slices = slices or TimeSlices()
        self._clock = clock or dealer.now
        self._viewers: dict[str, list[Viewer]] = {}
        self._shared: SharedView | None = None
        """What all terminals were last told; None if not all of them know the same."""
        self._waiting: deque[Telling] = deque()
        """The events that are being told, oldest first."""
        self._own: dict[str, OwnState] = {}
        """What the own view that each seat was last told was drawn from."""
        dealer.listeners.append(self._heard)

    def join(self, viewer: Viewer, last: int) -> None:
        """Send a terminal the events since `last`, or a snapshot if that is not possible. Then subscribe it to new events."""
        self.finish_telling()
        seat = viewer.seat
        self._viewers.setdefault(seat, []).append(viewer)
        missed = self._missed(seat, last)
        if missed is None:
            table = self.dealer.durable
            shared = msgspec.structs.asdict(shared_view(table, self._viewers))
            mine = own_view(table, own_state(table, seat))
            viewer.tell(_ENCODER.encode(TableView(number=table.events, now=self._clock(), mine=mine, **shared)), now=False)
        for each in missed or ():
            viewer.tell(self._whole_event(each, seat), now=False)
        # The newcomer knows a later state than the others, so the next message to all carries every part.
        self._shared = None
        self._own.pop(seat, None)

    def _missed(self, seat: str, last: int) -> Sequence[Happened] | None:
        """The events that a terminal missed since `last`; None if they are too many, or not all kept."""
        told = self.dealer.told
        if not last or not told or not told[0].number <= last + 1 <= told[-1].number + 1:
            return None
        missed = [each for each in told if each.number > last and _owner(each.event) in (None, seat)]
        return missed if len(missed) <= RESUMED_EVENTS else None

    def leave(self, viewer: Viewer) -> None:
        """Unsubscribe a terminal."""
        viewers = self._viewers[viewer.seat]
        viewers.remove(viewer)
        if not viewers:
            del self._viewers[viewer.seat]
            self._own.pop(viewer.seat, None)

    def is_lone(self, seat: str) -> bool:
        """Whether no other player is connected or has bets down. Bots of the house do not count."""
        return lone_player(self.dealer.durable, self._viewers) == seat

    def close(self, why: str) -> None:
        """Send a goodbye with this reason to every terminal."""
        self.finish_telling()
        goodbye = _ENCODER.encode(Goodbye(why))
        for viewers in self._viewers.values():
            for viewer in viewers:
                viewer.tell(goodbye, now=True)

    def _heard(self, happened: Happened) -> None:
        """Tell an event, after those that are still being told. What concerns one player only is told at once if it can be."""
        if not self._viewers:
            return
        is_first = not self._waiting
        self._waiting.append(self._tellings(happened))
        if is_first and _owner(happened.event) is not None:
            self.finish_telling()
        elif is_first:
            self._slices.add(self._waiting)

    def finish_telling(self) -> None:
        """Tell everything that waits, at once."""
        while self._waiting:
            tell_one(self._waiting)

    def _tellings(self, happened: Happened) -> Iterator[str]:
        """Tell one seat after the other. Only the own part of each seat is drawn for that seat, and only if it changed."""
        event, after, owner = happened.event, happened.after, _owner(happened.event)
        if owner is not None:
            if owner in self._viewers:
                head = _ENCODER.encode(EventView(number=happened.number, now=self._clock()))[:-1]
                text = head + b',"event":' + _ENCODER.encode(event)
                self._tell_seat(owner, text, self._changed(after, owner), now=False)  # the answer follows
                yield owner
            return
        parts = self._changed_for_all(after)
        lights = lit(happened.before, event.outcome) if isinstance(event, RoundSettled) else UNSET
        head = _ENCODER.encode(EventView(number=happened.number, now=self._clock(), lit=lights, **parts))[:-1]
        is_for_staff = EVENTS[type(event)].audience is Audience.STAFF
        common, own = _shares(event)
        told = head if is_for_staff else head + b',"event":' + _ENCODER.encode(common)
        for seat in list(self._viewers):
            if seat not in self._viewers:
                continue
            mine = self._changed(after, seat)
            if is_for_staff and not mine and not parts:
                continue
            is_shared = is_for_staff or seat not in own
            text = told if is_shared else head + b',"event":' + _ENCODER.encode(own[seat])
            self._tell_seat(seat, text, mine, now=True)
            yield seat

    def _changed_for_all(self, table: Table) -> dict[str, Any]:
        """The parts that every terminal sees alike and that differ from what was told last."""
        shared = shared_view(table, self._viewers)
        before, self._shared = self._shared, shared
        names = shared.__struct_fields__
        return {name: part for name in names if (part := getattr(shared, name)) != getattr(before, name, None)}

    def _tell_seat(self, seat: str, text: bytes, mine: bytes, *, now: bool) -> None:
        """Send a message to the terminals of a seat. `text` lacks the closing brace; `mine` may be empty."""
        message = text + b',"mine":' + mine + b"}" if mine else text + b"}"
        for viewer in list(self._viewers[seat]):
            viewer.tell(message, now=now)

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
        return _ENCODER.encode(
            EventView(
                number=happened.number,
                now=self._clock(),
                event=UNSET if EVENTS[type(event)].audience is Audience.STAFF else own.get(seat, common),
                lit=lit(happened.before, event.outcome) if isinstance(event, RoundSettled) else UNSET,
                mine=own_view(after, own_state(after, seat)),
                **msgspec.structs.asdict(shared_view(after, self._viewers)),
            )
        )


def _shares(event: Event) -> tuple[Event, Mapping[str, Event]]:
    """An event as everybody is told of it, and as the seats that it concerns are told."""
    shares = EVENTS[type(event)].shares
    return shares(event) if shares else (event, {})


def _owner(event: Event) -> str | None:
    """The seat of the only player who receives the event; None if every terminal does."""
    return getattr(event, "seat", "") if EVENTS[type(event)].audience is Audience.OWNER else None
