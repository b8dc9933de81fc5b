"""Timekeeping: jumps of the wall clock, which the times of events do not follow."""

from croupier.rules.moments import Millis, clock_time
from croupier.table.core.forms import forms_of
from croupier.table.core.message import Command, Event
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_MACHINE, Audience, CommandRow, by_name, declare, event_without_money, unchanged
from croupier.table.core.state import Table


class ReportClockJump(Command, frozen=True, kw_only=True, tag=True):
    """Report that the wall clock jumped."""

    milliseconds: int
    """How far it jumped ahead; negative if it jumped back."""
    wall: Millis
    """What it showed then, in milliseconds since 1970."""


class ClockJumped(Event, frozen=True, kw_only=True, tag=True):
    """The wall clock jumped. The times of events go on without the jump."""

    milliseconds: int
    """How far it jumped ahead; negative if it jumped back."""
    wall: Millis
    """What it showed then, in milliseconds since 1970."""


def report_clock_jump(table: Table, wish: ReportClockJump) -> ClockJumped | Refusal:  # noqa: ARG001 - as every `decide`
    """Record a jump of the wall clock."""
    if not wish.milliseconds:
        return Refusal(Reason.BAD_AMOUNT, "The clock has not jumped.")
    return ClockJumped(milliseconds=wish.milliseconds, wall=wish.wall)


def _tell(_: Table, event: ClockJumped) -> str:
    how = f"{abs(event.milliseconds) / 1000:g} seconds {'ahead' if event.milliseconds > 0 else 'back'}"
    return f"The clock on the wall jumps {how} and shows {clock_time(event.wall)}; play goes on by its own time."


declare(
    CommandRow(
        kind=ReportClockJump,
        decide=report_clock_jump,
        wish=by_name,
        senders=FROM_MACHINE,
        under=None,
        chosen=(),
        forms=forms_of(ReportClockJump, milliseconds=1000, wall=0),
    ),
    event_without_money(
        kind=ClockJumped,
        apply=unchanged,
        tell=_tell,
        audience=Audience.STAFF,
    ),
)
