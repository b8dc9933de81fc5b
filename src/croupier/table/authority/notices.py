"""Notices that the document demands: what must be reported to whom, and whether it was."""

from msgspec.structs import replace

from croupier.rules.powers import Act, Due
from croupier.table.authority.powers import demands_on
from croupier.table.core.desk import Desk, Notice
from croupier.table.core.forms import FILES, SENTENCE, forms_of, one_of
from croupier.table.core.message import Event, Order, Ruling
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, by_name, declare, event_without_money, on_desk
from croupier.table.core.state import Table
from croupier.table.core.words import who


class GiveNotice(Order, frozen=True, kw_only=True, tag=True):
    """Record that a notice was given."""

    notice: int
    how: str
    """To whom and how it was given."""


class NoticeDemanded(Event, frozen=True, kw_only=True, tag=True):
    """Something happened of which the document demands a notice."""

    notice: int
    """The number of the notice."""
    to: str
    due: str
    """When it is due, in words."""
    clause: str
    about: str


class NoticeGiven(Ruling, frozen=True, kw_only=True, tag=True):
    """A notice was given."""

    notice: int
    how: str
    """To whom and how it was given."""


def demanded(table: Table, act: Act, about: str, *, before: bool = False) -> tuple[NoticeDemanded, ...]:
    """The notices that an act demands. With `before`, those that must be given before it; else those that come after it."""
    first = len(table.desk.notices) + 1
    demands = [each for each in demands_on(table, act) if (each.due is Due.BEFORE) is before]
    return tuple(
        NoticeDemanded(notice=number, to=each.to, due=each.due.value, clause=each.clause, about=about)
        for number, each in enumerate(demands, first)
    )


def inspector_told(table: Table, clause: str, about: str) -> NoticeDemanded:
    """The notice to an inspector that people have altered what followed from a result that a machine had reported."""
    number = len(table.desk.notices) + 1
    return NoticeDemanded(notice=number, to="an inspector", due=Due.SOON.value, clause=clause, about=about)


def give_notice(table: Table, order: GiveNotice) -> NoticeGiven | Refusal:
    """Record that a notice was given, if it is still due."""
    notice = table.desk.notices.get(order.notice)
    if notice is None or notice.given is not None:
        return Refusal(Reason.UNKNOWN_FILE, f"No notice {order.notice} is waiting to be given.")
    if not table.rules.procedures.works_here(order.by.role):
        return Refusal(Reason.NOT_YOUR_POWER, f"{order.by.name} does not work at this table.", notice.clause)
    if not order.how.strip():
        return Refusal(Reason.REASON_NEEDED, "Say to whom and how it was given.", notice.clause)
    return NoticeGiven(notice=order.notice, how=order.how, by=order.by, why=order.why, clause=notice.clause)


def waiting(table: Table) -> list[tuple[int, Notice]]:
    """The notices that are still due, oldest first, each with its number."""
    return [(number, notice) for number, notice in sorted(table.desk.notices.items()) if notice.given is None]


def _open_notice(table: Table, event: NoticeDemanded) -> Desk:
    notice = Notice(event.to, event.due, event.clause, event.about, event.at)
    return replace(table.desk, notices={**table.desk.notices, event.notice: notice})


def _close_notice(table: Table, event: NoticeGiven) -> Desk:
    given = replace(table.desk.notices[event.notice], given=event.at, by=event.by, how=event.how)
    return replace(table.desk, notices={**table.desk.notices, event.notice: given})


def _due(table: Table) -> list[int]:
    return [number for number, _ in waiting(table)[:FILES]]


declare(
    CommandRow(
        kind=GiveNotice,
        decide=give_notice,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=("notice",),
        forms=forms_of(GiveNotice, one_of("notice", _due), how=SENTENCE),
        nothing=Refusal(Reason.UNKNOWN_FILE, "No notice is waiting to be given."),
    ),
    event_without_money(
        kind=NoticeDemanded,
        apply=on_desk(_open_notice),
        tell=lambda _, e: f"Notice {e.notice} is due to {e.to}, {e.due}: {e.about} ({e.clause}).",
        audience=Audience.PIT,
    ),
    event_without_money(
        kind=NoticeGiven,
        apply=on_desk(_close_notice),
        tell=lambda _, e: f"{who(e.by)} has given notice {e.notice}: {e.how}.",
        audience=Audience.PIT,
    ),
)
