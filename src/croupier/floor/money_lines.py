"""The lines to the money devices of the terminals at one table: what their slots take now, and what their printers print."""

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple, Protocol

from croupier.floor.dealer import Dealer
from croupier.floor.happened import Happened
from croupier.floor.terminal_names import terminal_and_seat
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import EVENTS, Audience
from croupier.table.core.state import Table
from croupier.table.money.acceptor import acceptor_off, note_refused, notes_taken, slot_closed
from croupier.table.money.credit import MoneyCollected
from croupier.table.money.device_faults import DeviceFault, printer_fault
from croupier.table.money.printing import in_printer
from croupier.table.money.releasing import SeatReleased
from croupier.table.money.seats import SeatLeft

AWAY = Refusal(Reason.TERMINAL_FAULTY, "The page of this terminal is not connected.")


class Slot(NamedTuple):
    """What the slot of a terminal takes."""

    shown: tuple[int, ...]
    """The notes that the sign of the machine shows, in cents."""
    notes: tuple[int, ...]
    """Those that it takes now."""
    tickets: bool
    """Whether it takes tickets now."""
    why: str
    """Why it takes no notes now; empty if it takes some."""


class NoteVerdict(NamedTuple):
    """What the devices of a terminal were last told about a note in their acceptor."""

    id: str
    value: int
    """What they read, in cents."""
    take: bool


class MoneyLine(Protocol):
    """The connection of the money devices of one terminal."""

    seat: str

    def take(self, slot: Slot) -> None:
        """Tell the devices what they take from now on."""
        ...

    def print(self, ticket: int) -> None:
        """Tell the printer to print a ticket, by its serial."""
        ...

    def replaced(self) -> None:
        """End, because the devices have connected again."""
        ...

    def unseated(self) -> None:
        """End, because the terminal has this seat no longer."""
        ...


class Terminals(Protocol):
    """The terminals of a table."""

    listeners: list[Callable[[], None]]

    @property
    def connected(self) -> Collection[str]:
        """The seats whose terminals are connected."""
        ...


class MoneyLines:
    """The money devices of one table that are connected. One line at a time speaks for the devices of a terminal."""

    def __init__(self, dealer: Dealer, presence: Terminals) -> None:
        """Watch a table and its terminals."""
        self.listeners: list[Callable[[], None]] = []
        """Called when devices have come or gone."""
        self.verdicts: dict[str, NoteVerdict] = {}
        """The last verdict on a note, by devices: one item at a time is in a slot. A lost connection does not end it."""
        self._dealer, self._presence = dealer, presence
        self._lines: dict[str, MoneyLine] = {}
        self._told: dict[str, Slot] = {}
        self._present = set[str]()
        dealer.listeners.append(self._heard)
        presence.listeners.append(self._came_or_went)

    @property
    def connected(self) -> Collection[str]:
        """The seats whose money devices are connected."""
        return self._lines.keys()

    def prints(self, seat: str) -> bool:
        """Whether the printer of a terminal could print a ticket now."""
        return seat in self._lines and printer_fault(self._dealer.table, seat) is None

    def join(self, line: MoneyLine) -> None:
        """Connect the devices of a terminal. If they were connected before, that line ends."""
        older, self._lines[line.seat] = self._lines.get(line.seat), line
        if older:
            older.replaced()
        self._told.pop(line.seat, None)
        self._update((line.seat,))
        if printing := in_printer(self._dealer.durable, line.seat):
            line.print(printing.ticket)
        self._tell()

    def leave(self, line: MoneyLine) -> None:
        """Disconnect the devices of a terminal."""
        if self._lines.get(line.seat) is line:
            del self._lines[line.seat]
            self._told.pop(line.seat, None)
            self._tell()

    def may_take(self, seat: str) -> Refusal | None:
        """Why the slot of a terminal takes nothing now; None if it is open."""
        return self._closed(self._dealer.table, seat)

    def may_take_note(self, seat: str, value: int) -> Refusal | None:
        """Why a note is given back; None if it may be stacked."""
        return note_refused(self._dealer.table, seat, value) or self.may_take(seat)

    def _closed(self, table: Table, seat: str) -> Refusal | None:
        return slot_closed(table, seat) or (None if seat in self._presence.connected else AWAY)

    def _slot(self, table: Table, seat: str) -> Slot:
        shown = notes_taken(table.sign)
        closed = self._closed(table, seat)
        notes = () if closed else tuple(value for value in shown if note_refused(table, seat, value) is None)
        why = None if notes else closed or acceptor_off(table, seat)
        return Slot(shown, notes, closed is None, why.message if why else "")

    def _heard(self, happened: Happened) -> None:
        if not self._lines:
            return
        event = happened.event
        owner = getattr(event, "seat", "") if EVENTS[type(event)].audience is Audience.OWNER else None
        if isinstance(event, SeatLeft | SeatReleased) and (line := self._lines.pop(event.seat, None)):
            line.unseated()
            self._tell()
        self._update([*self._lines] if owner is None else [owner])
        if isinstance(event, MoneyCollected) and event.tender and event.tender.printer and event.tender.ticket:
            line = self._lines.get(event.seat)
            if line:
                line.print(event.tender.ticket)

    def _came_or_went(self) -> None:
        if self._lines:
            now = set(self._presence.connected)
            changed, self._present = self._present ^ now, now
            self._update(changed)

    def _update(self, seats: Iterable[str]) -> None:
        """Tell the devices of these seats what they take, if that has changed."""
        for seat in seats:
            if (line := self._lines.get(seat)) and (slot := self._slot(self._dealer.durable, seat)) != self._told.get(seat):
                self._told[seat] = slot
                line.take(slot)

    def _tell(self) -> None:
        for listener in self.listeners:
            listener()


def fault_sentences(table: Table) -> tuple[str, ...]:
    """The open faults of the money devices at a table, in words."""
    found = ((seat, fault) for seat, devices in sorted(table.desk.devices.items()) for fault in devices.faults)
    return tuple(f"{terminal_and_seat(table.terminals, seat)}: {DeviceFault(fault).meaning}" for seat, fault in found)
