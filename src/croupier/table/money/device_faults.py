"""Faults of the money devices of a terminal: the devices report them, and staff clear them."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from croupier.rules.coded import Coded
from croupier.rules.outcomes import listed
from croupier.table.authority.powers import not_staff_refused
from croupier.table.core.checks import unknown_player
from croupier.table.core.desk import Desk, MoneyDevices
from croupier.table.core.forms import SENTENCE, Values, forms_of, seats
from croupier.table.core.message import Command, Event, Order, Ruling
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import (
    FROM_MACHINE,
    FROM_STAFF,
    Audience,
    CommandRow,
    by_name,
    declare,
    event_without_money,
    on_desk,
)
from croupier.table.core.state import Table
from croupier.table.core.words import who


class DeviceFault(Coded):
    """What is wrong with a money device: a stable code, and its meaning for people."""

    NOTE_JAM = "note-jam", "a note is stuck in the acceptor"
    STACKER_FULL = "stacker-full", "the stacker is full"
    ACCEPTOR_LOST = "acceptor-disconnected", "the note acceptor is not connected"
    TICKET_JAM = "ticket-jam", "a ticket is stuck in the reader"
    READER_LOST = "reader-disconnected", "the ticket reader is not connected"
    PAPER_LOW = "paper-low", "the printer is low on paper"
    PAPER_OUT = "paper-out", "the printer is out of paper"
    PRINTER_JAM = "printer-jam", "paper is stuck in the printer"
    PRINTER_LOST = "printer-disconnected", "the printer is not connected"
    NOTE_DOUBTED = "note-doubted", "the acceptor stacked a note other than the one that it was allowed to take"


WARNINGS = frozenset({DeviceFault.PAPER_LOW})
"""They stop nothing, and end when the device no longer reports them."""
OF_PRINTER = frozenset({DeviceFault.PAPER_OUT, DeviceFault.PRINTER_JAM, DeviceFault.PRINTER_LOST})
"""With one of these open, no ticket is printed: an attendant pays."""
FOUND = frozenset({DeviceFault.NOTE_DOUBTED})
"""The server finds these by itself. No device can end them, so staff may clear them at once."""
NO_DEVICES = MoneyDevices()


class ReportDevices(Command, frozen=True, kw_only=True, tag=True):
    """Report the state of the money devices of a terminal."""

    seat: str
    faults: tuple[DeviceFault, ...] = ()
    """Everything that is wrong with them now; empty if nothing is."""
    detail: str = ""
    """What was found, in a sentence for the staff. A report with one is recorded even if its faults are open already."""


class ClearDeviceFault(Order, frozen=True, kw_only=True, tag=True):
    """Clear a fault of the money devices of a terminal, once its cause is gone."""

    seat: str
    fault: DeviceFault


class DevicesReported(Event, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """The money devices of a terminal reported their state."""

    seat: str
    faults: tuple[DeviceFault, ...] = ()
    """Everything that is wrong with them now."""
    detail: str = ""
    """What was found, in a sentence."""


class DeviceFaultCleared(Ruling, frozen=True, kw_only=True, tag=True):
    """A fault of the money devices of a terminal was cleared."""

    seat: str
    fault: DeviceFault


def devices_at(table: Table, seat: str) -> MoneyDevices:
    """The money devices of a terminal; without faults if it has none."""
    return table.desk.devices.get(seat, NO_DEVICES)


def open_fault(table: Table, seat: str) -> DeviceFault | None:
    """An open fault that stops the devices of a terminal from taking money; None if there is none."""
    return next((DeviceFault(each) for each in devices_at(table, seat).faults if each not in WARNINGS), None)


def printer_fault(table: Table, seat: str) -> DeviceFault | None:
    """An open fault for which a terminal prints no tickets; None if there is none."""
    return next((DeviceFault(each) for each in devices_at(table, seat).faults if each in OF_PRINTER), None)


def with_found(table: Table, seat: str, found: DeviceFault) -> tuple[DeviceFault, ...]:
    """What the devices of a terminal report now, and a fault that was found."""
    reported = (DeviceFault(each) for each, is_reported in devices_at(table, seat).faults.items() if is_reported)
    return (*reported, found)


def with_devices(desk: Desk, seat: str, devices: MoneyDevices) -> Desk:
    """The desk after a change of the money devices of a terminal."""
    return replace(desk, devices={**desk.devices, seat: devices})


def report_devices(table: Table, wish: ReportDevices) -> DevicesReported | Refusal:
    """Take a report, unless it says nothing new."""
    if refusal := unknown_player(table, wish.seat):
        return refusal
    if not table.rules.procedures.is_electronic:
        return Refusal(Reason.BAD_TENDER, "This table has no terminals with money devices.")
    if not wish.detail and not is_news(table, wish.seat, wish.faults):
        return Refusal(Reason.OUT_OF_SEQUENCE, f"The money devices of {wish.seat} have reported that already.")
    return DevicesReported(seat=wish.seat, faults=tuple(sorted(set(wish.faults))), detail=wish.detail)


def is_news(table: Table, seat: str, faults: Iterable[DeviceFault]) -> bool:
    """Whether a report of the money devices of a terminal would change anything."""
    known = table.desk.devices.get(seat)
    return known is None or _reported(known, faults) != known


def _reported(devices: MoneyDevices, faults: Iterable[DeviceFault]) -> MoneyDevices:
    """The devices after a report. What they no longer report stays open until staff clear it, warnings apart."""
    still = {fault: False for fault in devices.faults if fault not in WARNINGS}
    return replace(devices, faults=still | {fault.value: fault not in FOUND for fault in faults})


def clear_device_fault(table: Table, order: ClearDeviceFault) -> DeviceFaultCleared | Refusal:
    """Clear a fault that the devices no longer report."""
    if refusal := not_staff_refused(table, order.by):
        return refusal
    faults, fault = devices_at(table, order.seat).faults, order.fault
    if fault not in faults:
        return Refusal(Reason.OUT_OF_SEQUENCE, f"{order.seat} has no such fault: {fault.meaning}.")
    if faults[fault]:
        sentence = f"{order.seat} still reports that {fault.meaning}: put that right first."
        return Refusal(Reason.TERMINAL_FAULTY, sentence)
    return DeviceFaultCleared(seat=order.seat, fault=fault, by=order.by, why=order.why, clause="")


def _cleared(table: Table, event: DeviceFaultCleared) -> Desk:
    devices = devices_at(table, event.seat)
    left = {fault: reported for fault, reported in devices.faults.items() if fault != event.fault.value}
    return with_devices(table.desk, event.seat, replace(devices, faults=left))


def _tell_reported(_: Table, event: DevicesReported) -> str:
    wrong = listed([fault.meaning for fault in event.faults], "and")
    told = f"The money devices of {event.seat} report: {wrong or 'all is well'}."
    return f"{told} {event.detail}" if event.detail else told


def _open_faults(table: Table) -> Iterator[Values]:
    for seat, devices in sorted(table.desk.devices.items()):
        yield from ({"seat": seat, "fault": DeviceFault(fault)} for fault in devices.faults)


declare(
    CommandRow(
        kind=ReportDevices,
        decide=report_devices,
        wish=by_name,
        senders=FROM_MACHINE,
        under=None,
        chosen=("seat",),
        forms=forms_of(ReportDevices, seats),
    ),
    CommandRow(
        kind=ClearDeviceFault,
        decide=clear_device_fault,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=("seat", "fault"),
        forms=forms_of(ClearDeviceFault, _open_faults, why=SENTENCE),
        nothing=Refusal(Reason.OUT_OF_SEQUENCE, "No money device has a fault."),
    ),
    event_without_money(
        kind=DevicesReported,
        apply=on_desk(lambda t, e: with_devices(t.desk, e.seat, _reported(devices_at(t, e.seat), e.faults))),
        tell=_tell_reported,
        audience=Audience.OWNER,
    ),
    event_without_money(
        kind=DeviceFaultCleared,
        apply=on_desk(_cleared),
        tell=lambda _, e: f"{who(e.by)} clears a fault of {e.seat}: {e.fault.meaning}.",
        audience=Audience.STAFF,
    ),
)
