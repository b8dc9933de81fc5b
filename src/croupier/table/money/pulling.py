"""Pulling boxes: the drop box of a dealer's table, or the stacker of a terminal, goes to the count room unopened."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from croupier.ledger.accounts import CAGE, DROP, stacker
from croupier.ledger.book import Transfer
from croupier.money import Cents
from croupier.table.authority.powers import alone_refused, not_staff_refused
from croupier.table.core.forms import Values, forms_of
from croupier.table.core.message import Order, Ruling
from croupier.table.core.meters import Meters
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import (
    FROM_STAFF,
    Audience,
    CommandRow,
    EventRow,
    History,
    by_name,
    declare,
    move_money,
    stands,
    unmetered,
)
from croupier.table.core.state import Table
from croupier.table.core.words import with_second
from croupier.table.money.stackers import meter_emptied, stacked_notes, stacker_refused, stackers


class PullBox(Order, frozen=True, kw_only=True, tag=True):
    """Take the drop box of a dealer's table, or the stacker of a terminal, to the count room, and put an empty one in."""

    stacker: str | None = None
    """The terminal whose stacker it is, by its name, or by its seat if it has none; left out for a drop box."""
    box: int | None = None
    """Its number in the count room, which the floor sets; None on a floor without one."""
    second: Person | None = None
    """A second person of this table. Needed on a live floor."""


class BoxPulled(Ruling, frozen=True, kw_only=True, tag=True):
    """A box went to the count room. The people who count it are not told the amount by the books."""

    box: int
    """The number of the box: that of the count room; on a floor without one, counted from 1 at this table."""
    terminal: str | None = None
    """The terminal, by its name, or by its seat if it has none; None for the drop box."""
    amount: Cents
    """The amount in the box by the books."""
    notes: Mapping[int, int] = {}
    """The number of notes in a stacker by the meters, by denomination in cents."""
    second: Person | None = None
    """The second person, if one was needed."""
    transfers: tuple[Transfer, ...]


def pull_box(table: Table, order: PullBox) -> BoxPulled | Refusal:
    """Take out a box, empty or not: only a count can tell."""
    if refusal := not_staff_refused(table, order.by) or _box_refused(table, order.stacker):
        return refusal
    if refusal := alone_refused(table, order.by, order.second):
        return refusal
    account = DROP if order.stacker is None else stacker(order.stacker)
    amount = Cents(-table.book.balance(account))
    return BoxPulled(
        box=order.box or table.desk.pulled + 1,
        terminal=order.stacker,
        amount=amount,
        notes=stacked_notes(table, order.stacker) if order.stacker is not None else {},
        second=order.second,
        transfers=(Transfer(CAGE, account, amount),) if amount else (),
        by=order.by,
        why=order.why,
        clause="",
    )


def _box_refused(table: Table, terminal: str | None) -> Refusal | None:
    is_electronic = table.rules.procedures.is_electronic
    if terminal is None:
        sentence = "A table of terminals has no drop box; say whose stacker it is."
        return Refusal(Reason.BAD_TENDER, sentence) if is_electronic else None
    if not is_electronic:
        return Refusal(Reason.BAD_TENDER, "This table has no terminals; pull its drop box.")
    return stacker_refused(table, terminal)


def _meter(table: Table, event: BoxPulled) -> Meters:
    return unmetered(table, event) if event.terminal is None else meter_emptied(table, event.terminal)


def _apply(table: Table, event: BoxPulled) -> Table:
    return move_money(replace(table, desk=replace(table.desk, pulled=table.desk.pulled + 1)), event)


def _boxes(table: Table) -> Iterator[Values]:
    """The drop box, or every stacker."""
    if not table.rules.procedures.is_electronic:
        yield {"stacker": None}
        return
    yield from ({"stacker": terminal} for terminal in stackers(table))


declare(
    CommandRow(
        kind=PullBox,
        decide=pull_box,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=("stacker",),
        forms=forms_of(PullBox, _boxes),
        nothing=Refusal(Reason.OUT_OF_SEQUENCE, "No terminal has had money."),
        previewed=False,
    ),
    EventRow(
        kind=BoxPulled,
        apply=_apply,
        meter=_meter,
        tell=lambda _, e: (
            f"{with_second(e.by, e.second)} pulls the "
            f"{'drop box' if e.terminal is None else f'stacker of {e.terminal}'} for the count room: box {e.box}."
        ),
        again=stands,
        audience=Audience.PIT,
        moves_money=True,
        history=History.CONTINUES,
    ),
)
