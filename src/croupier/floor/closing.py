"""The steps to the closing of a table, for a console that leads through them."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from croupier.floor.terminal_names import terminal_and_seat
from croupier.ledger.accounts import DROP, rack, stacker
from croupier.money import Cents, dollars
from croupier.rules.powers import Act, Due
from croupier.table.authority.notices import GiveNotice, waiting
from croupier.table.authority.powers import demands_on, powers_here
from croupier.table.core.state import Table
from croupier.table.money.credit import Collect
from croupier.table.money.pulling import PullBox
from croupier.table.money.seats import LeaveSeat
from croupier.table.money.stackers import stackers
from croupier.table.money.tray import CountTray
from croupier.table.pit.days import AnnounceClose, CloseTable
from croupier.table.pit.signs import PostNotice


class ClosingStep(msgspec.Struct, frozen=True):
    """A step to the closing of a table."""

    order: str
    """The name of its command."""
    values: Mapping[str, Any]
    """The chosen fields with which the command takes this step."""
    words: str
    """What it is, in words."""
    clause: str
    done: bool
    """Whether it was taken."""
    until: int | None
    """How long the table has to wait after it, in milliseconds since 1970; null if it need not."""


def closing_steps(table: Table, at: int) -> tuple[ClosingStep, ...]:
    """The steps to the closing of a table, in their order, at this time, and what is left to do with its money.

    It is empty if nobody closes the table, or if it is closed and its money is gone.
    """
    powers, money = powers_here(table, Act.CLOSE_TABLE), tuple(_money_left(table))
    if not powers or (table.desk.closed and not money):
        return ()
    clause, is_closed = powers[0].clause, table.desk.closed
    closed = _step(CloseTable, "Close the table.", clause, done=is_closed)
    if is_closed:
        return (closed, *money)
    announced = _step(AnnounceClose, "Take no more bets. Bets that stand are decided.", clause, done=table.desk.closing)
    return (*_warnings(table, at), announced, closed, *money)


def _money_left(table: Table) -> Iterator[ClosingStep]:
    """Yield what is left to do with the money of a table: pay its players out, pull its boxes, count its closer."""
    is_electronic = table.rules.procedures.is_electronic
    for seat in table.clockwise():
        if (credit := table.book.balance(rack(seat))) > 0:
            words = f"Pay {terminal_and_seat(table.terminals, seat)} out: {dollars(Cents(credit))}."
            yield _step(Collect if is_electronic else LeaveSeat, words, "", done=False, values={"seat": seat})
    for terminal in sorted(stackers(table)):
        if table.book.balance(stacker(terminal)):
            words = f"Pull the stacker of {terminal} for the count room."
            yield _step(PullBox, words, "", done=False, values={"stacker": terminal})
    if table.book.balance(DROP):
        yield _step(PullBox, "Pull the drop box for the count room.", "", done=False, values={"stacker": None})
    if table.desk.tray and table.desk.tray.is_opener:
        yield _step(CountTray, "Count the closer.", "", done=False, values={"is_opener": False})


def _warnings(table: Table, at: int) -> Iterator[ClosingStep]:
    """Yield the steps before the close: the sign that announces it, and the notices that must be given."""
    clock = next((each for each in table.rules.procedures.clocks if each.act is Act.CLOSE_TABLE), None)
    demands = [each for each in demands_on(table, Act.CLOSE_TABLE) if each.due is Due.BEFORE]
    if clock is None and not demands:
        return
    minutes, clause = (clock.minutes, clock.clause) if clock else (0, demands[0].clause)
    hanging = [each.takes_effect for each in table.desk.posted.values() if each.act is Act.CLOSE_TABLE]
    yield ClosingStep(
        order=PostNotice.__name__,
        values={"act": Act.CLOSE_TABLE},
        words=f"Put up the closing warning. It hangs for {minutes} minutes." if minutes else "Put up the closing warning.",
        clause=clause,
        done=bool(hanging),
        until=min(hanging) if hanging and min(hanging) > at else None,
    )
    due = {notice.clause: number for number, notice in waiting(table) if number > table.desk.heeded}
    for each in demands:
        values = {"notice": due[each.clause]} if each.clause in due else {}
        yield _step(GiveNotice, f"Tell {each.to}.", each.clause, done=bool(hanging) and not values, values=values)


def _step(kind: type, words: str, clause: str, *, done: bool, values: Mapping[str, Any] | None = None) -> ClosingStep:
    return ClosingStep(kind.__name__, values or {}, words, clause, done, None)
