"""The display of winning numbers: a report that it disagrees with the result. Nothing that it shows decides a bet."""

from msgspec.structs import replace

from croupier.table.authority.powers import not_staff_refused
from croupier.table.core.forms import forms_of
from croupier.table.core.message import Order, Ruling
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, by_name, declare, event_without_money
from croupier.table.core.state import Table
from croupier.table.core.words import who


class ReportDisplay(Order, frozen=True, kw_only=True, tag=True):
    """Report that the display of winning numbers disagrees with the last result."""

    shows: str
    """What it shows."""


class DisplayReported(Ruling, frozen=True, kw_only=True, tag=True):
    """The display of winning numbers disagreed with the last result. It is disregarded."""

    shows: str
    """What it showed."""
    result: str
    """The result that stands."""


def report_display(table: Table, order: ReportDisplay) -> DisplayReported | Refusal:
    """Record that the display is wrong. The result stands."""
    clause = table.rules.procedures.display
    if refusal := not_staff_refused(table, order.by):
        return refusal
    if not table.results:
        return Refusal(Reason.OUT_OF_SEQUENCE, "There is no result yet that a display could show.", clause)
    result = table.results[-1]
    if not order.shows.strip():
        return Refusal(Reason.REASON_NEEDED, "Say what the display shows.", clause)
    if order.shows.strip() == result:
        return Refusal(
            Reason.OUT_OF_SEQUENCE, f"{result} is what was entered. If something else fell, have the result corrected.", clause
        )
    return DisplayReported(shows=order.shows.strip(), result=result, by=order.by, why=order.why, clause=clause)


def is_disregarded(table: Table) -> bool:
    """Whether the display was reported wrong about the last result. A void round brings no other result."""
    return bool(table.results) and table.desk.disregarded == (table.turn, table.results[-1])


def _apply_reported(table: Table, event: DisplayReported) -> Table:
    return replace(table, desk=replace(table.desk, disregarded=(table.turn, event.result)))


declare(
    CommandRow(
        kind=ReportDisplay,
        decide=report_display,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=(),
        forms=forms_of(ReportDisplay, shows="nothing"),
    ),
    event_without_money(
        kind=DisplayReported,
        apply=_apply_reported,
        tell=lambda _, e: f"{who(e.by)} reports that the display shows {e.shows}. It is disregarded: {e.result} stands.",
        audience=Audience.STAFF,
    ),
)
