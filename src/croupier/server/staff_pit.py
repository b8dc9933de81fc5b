"""What the pit watches at a table: what it takes, whom somebody has to notify by when, and what is missing."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import asdict, replace

from croupier.floor.chips import USUAL_CHIPS
from croupier.floor.crews import Crews
from croupier.floor.dealers_words import reason_words
from croupier.floor.loop import Loop
from croupier.ledger.chart import kind_of
from croupier.rules.outcomes import listed
from croupier.rules.powers import Due
from croupier.table.core.desk import Bar, MoneyDevices, Notice
from croupier.table.core.state import Table
from croupier.table.core.words import reason_in_words
from croupier.table.money.device_faults import DeviceFault


class Beside(NamedTuple):
    """What is shown of a table beside its own state."""

    chips: tuple[int, ...] = USUAL_CHIPS
    """The chips of its tray, in cents."""
    is_attended: bool = False
    """Whether the automatic dealer does not deal unless it is told to."""
    offline: tuple[str, ...] = ()
    """The seats whose terminals are disconnected, clockwise."""
    has_device: bool = True
    """Whether the device that reports outcomes is there."""
    devices: Collection[str] = ()
    """The seats whose money devices are connected."""
    zone: str = "UTC"
    """The time zone of the floor."""
    is_dealer_gone: bool = False
    """Whether whoever deals has signed out, or is disabled."""
    copy: str = ""
    """What is wrong with the copy of the approved document; empty if nothing is."""
    also_at: tuple[str, ...] = ()
    """The other tables at which whoever deals here deals, too."""
    still_from: int | None = None
    """From when the round stands still: milliseconds since 1970; None if nobody waits for it."""


class NoticeView(Notice, frozen=True, kw_only=True):
    """A notice, and by when it has to be given."""

    due_at: int | None
    """When it is overdue: milliseconds since 1970; null if the document sets no time."""


class DeviceView(msgspec.Struct, frozen=True):
    """The money devices of a terminal."""

    terminal: str | None
    """The name of the enrolled terminal; null if there is none."""
    connected: bool
    faults: tuple[DeviceFault, ...]
    """The open faults. Staff clear them."""
    words: str
    """What is wrong, in words; empty if nothing is."""
    printing: int | None
    """The serial of the ticket that the printer has not confirmed; null if there is none."""


def devices(table: Table, connected: Collection[str]) -> Mapping[str, DeviceView]:
    """The money devices of terminals that have any, by seat."""
    return {
        seat: _device(each, table.terminals.get(seat), is_connected=seat in connected)
        for seat, each in table.desk.devices.items()
    }


def _device(devices: MoneyDevices, terminal: str | None, *, is_connected: bool) -> DeviceView:
    faults = tuple(DeviceFault(fault) for fault in devices.faults)
    wrong = [fault.meaning for fault in faults] + ([] if is_connected else ["its money devices are not connected"])
    printing = devices.printing.ticket if devices.printing else None
    return DeviceView(terminal, is_connected, faults, listed(wrong, "and"), printing)


def beside(
    loop: Loop,
    table: Table,
    chips: Sequence[int],
    zone: str,
    devices: Collection[str],
    crews: Crews,
    copy: str,
) -> Beside:
    """What is shown beside the state of the table that a loop runs. `chips` are those of its tray.

    `devices` are the seats whose money devices are connected; `copy` is what is wrong with the copy of the approved
    document.
    """
    offline = tuple(seat for seat in table.clockwise() if loop.timetable.presence.away(seat) is not None)
    is_ready, connected = loop.reports.device.is_ready, frozenset(devices)
    return Beside(
        chips=tuple(chips),
        is_attended=loop.timetable.is_attended,
        offline=offline,
        has_device=is_ready,
        devices=connected,
        zone=zone,
        is_dealer_gone=crews.is_dealer_gone(table),
        copy=copy,
        also_at=crews.also_at(loop.dealer.name, table),
        still_from=loop.timetable.still_from(table),
    )


def money(table: Table) -> Mapping[str, int]:
    """The balances by kind of account."""
    sums: dict[str, int] = {}
    for account, balance in table.book.balances.items():
        if balance and (kind := kind_of(account)):
            sums[kind.name] = sums.get(kind.name, 0) + balance
    return sums


def notices(table: Table) -> Mapping[int, NoticeView]:
    """Every notice, by number."""
    return {number: NoticeView(**asdict(each), due_at=_due_at(each)) for number, each in table.desk.notices.items()}


def bars(table: Table) -> Mapping[str, Bar]:
    """Who may not play here, by name, with the reasons in words. A ground of another table has other words there."""
    return {
        person: replace(bar, why=reason_in_words(bar.why) if bar.table else reason_words(table, bar.why))
        for person, bar in table.desk.bars.items()
    }


def _due_at(notice: Notice) -> int | None:
    """A notice that is due immediately is overdue from the start. No document sets another time for a notice of a table.

    One sets 48 hours for a notice about a promotional draw, which is not a table's.
    """
    return notice.since if notice.due == Due.AT_ONCE.value else None
