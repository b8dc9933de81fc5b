"""What the pit watches at a table: what it takes, whom somebody has to notify by when, and what is missing."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import asdict, replace

from croupier.floor.chips import USUAL_CHIPS
from croupier.floor.dealers_words import reason_words
from croupier.floor.loop import Loop
from croupier.ledger.chart import kind_of
from croupier.rules.powers import Due
from croupier.table.core.desk import Bar, Notice
from croupier.table.core.state import Table


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
    zone: str = "UTC"
    """The time zone of the floor."""


class NoticeView(Notice, frozen=True, kw_only=True):
    """A notice, and by when it has to be given."""

    due_at: int | None
    """When it is overdue: milliseconds since 1970; null if the document sets no time."""


def beside(loop: Loop, table: Table, chips: Sequence[int], zone: str) -> Beside:
    """What is shown beside the state of the table that a loop runs. `chips` are those of its tray."""
    offline = tuple(seat for seat in table.clockwise() if loop.timetable.presence.away(seat) is not None)
    return Beside(tuple(chips), loop.timetable.is_attended, offline, loop.reports.device.is_ready, zone)


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
    """Who may not play here, by name, with the reasons in words."""
    return {person: replace(bar, why=reason_words(table, bar.why)) for person, bar in table.desk.bars.items()}


def _due_at(notice: Notice) -> int | None:
    """A notice that is due immediately is overdue from the start. No document sets another time for a notice of a table.

    One sets 48 hours for a notice about a promotional draw, which is not a table's.
    """
    return notice.since if notice.due == Due.AT_ONCE.value else None
