"""The float tray of a dealer's table: what it should have by the books, and what was counted when play opened and closed."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from croupier.ledger.accounts import CAGE, DROP, FLOAT
from croupier.money import Cents, dollars
from croupier.table.authority.powers import alone_refused, not_staff_refused
from croupier.table.core.desk import TrayCount
from croupier.table.core.forms import SENTENCE, Values, forms_of
from croupier.table.core.message import Order, Ruling
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, by_name, declare, event_without_money, on_desk
from croupier.table.core.state import Table
from croupier.table.core.words import with_second
from croupier.table.money.colours import in_checks
from croupier.table.money.takings import takings
from croupier.table.money.tender import counted_value, counts_in_words, valid_counts


class CountTray(Order, frozen=True, kw_only=True, tag=True):
    """Enter the count of the float tray: the opener before play, the closer after it."""

    is_opener: bool
    chips: Mapping[int, int]
    """How many chips of each value, in cents."""
    second: Person | None = None
    """A second person of this table. Needed on a live floor."""


class RecountTray(Order, frozen=True, kw_only=True, tag=True):
    """Count the float tray once more, because its last count was a mistake. That one stays on record."""

    chips: Mapping[int, int]
    """How many chips of each value, in cents."""
    second: Person | None = None
    """A second person of this table. Needed on a live floor."""


class TrayCounted(Ruling, frozen=True, kw_only=True, tag=True):
    """The float tray was counted. The books stay as they are, whatever the count."""

    is_opener: bool
    chips: Mapping[int, int]
    """How many chips of each value, in cents."""
    amount: Cents
    """What was counted."""
    expected: Cents
    """The count before it, and what has moved since by the books."""
    variance: Cents = Cents(0)
    """The counted amount minus `expected`; negative if chips are missing."""
    by_books: Cents
    """What the books said was in the tray, in cents. The next count is compared with the change of it."""
    second: Person | None = None
    """The second person, if one was needed."""
    replaces: Cents | None = None
    """The variance of the count that this one takes the place of; None if it is no recount."""

    @property
    def variance_change(self) -> Cents:
        """How much more was found too much than before the count."""
        return Cents(self.variance - (self.replaces or 0))


def tray_by_books(table: Table) -> int:
    """The value chips in the tray by the books, in cents, while no bet lies on the layout.

    Chips came from the cage (`float`) or with players, and are in front of players or went away with them. Players brought and
    took what the account `cage` has beside fills, credits and emptied boxes. Colour checks leave the value chips in the tray.
    """
    held = table.book.balance
    emptied = takings(table).drop + held(DROP)
    racks = sum(balance for account, balance in table.book.balances.items() if account.startswith("rack:"))
    checks = sum(in_checks(table, seat)[1] for seat in table.desk.colours)
    return -2 * held(FLOAT) - held(CAGE) - emptied - racks + checks


def expected_tray(table: Table) -> int:
    """What a count of the tray should find: the count before, and what has moved since."""
    last, now = table.desk.tray, tray_by_books(table)
    return last.amount + now - last.by_books if last else now


def count_tray(table: Table, order: CountTray) -> TrayCounted | Refusal:
    """Compare a count of two people with the count before it and what has moved since."""
    if refusal := _count_refused(table, order):
        return refusal
    last = table.desk.tray
    if order.is_opener is is_open(table):
        sentence = "The opener was counted; the closer comes next." if order.is_opener else "The opener comes first."
        return Refusal(Reason.OUT_OF_SEQUENCE, sentence)
    if last is None and table.states_tender and not table.book.balance(FLOAT):
        sentence = "The books know of no chips at this table: set its float up first."
        return Refusal(Reason.OUT_OF_SEQUENCE, sentence)
    if refusal := alone_refused(table, order.by, order.second):
        return refusal
    return _counted(table, order, expected_tray(table), is_opener=order.is_opener)


def recount_tray(table: Table, order: RecountTray) -> TrayCounted | Refusal:
    """Let a count of two people take the place of the last one. If chips have moved since, it needs a reason."""
    if refusal := _count_refused(table, order):
        return refusal
    last = table.desk.tray
    if last is None:
        return Refusal(Reason.OUT_OF_SEQUENCE, "The tray was not counted yet.")
    moved = tray_by_books(table) - last.by_books
    if moved and not order.why.strip():
        return Refusal(Reason.REASON_NEEDED, "Chips have moved since the count: say why it is counted again.")
    replaces = Cents(last.amount - last.expected)
    if refusal := alone_refused(table, order.by, order.second):
        return refusal
    return _counted(table, order, last.expected + moved, is_opener=last.is_opener, replaces=replaces)


def is_open(table: Table) -> bool:
    """Whether the opener of the tray was counted, and the closer is next."""
    return table.desk.tray is not None and table.desk.tray.is_opener


def _count_refused(table: Table, order: CountTray | RecountTray) -> Refusal | None:
    if refusal := not_staff_refused(table, order.by):
        return refusal
    if table.rules.procedures.is_electronic:
        return Refusal(Reason.BAD_TENDER, "A table of terminals has no float.")
    if not valid_counts(order.chips):
        return Refusal(Reason.BAD_AMOUNT, "Say how many chips of each value.")
    if any(table.layout.values()):
        return Refusal(Reason.BETS_STANDING, "The tray is counted while no bet lies on the layout.")
    return None


def _counted(
    table: Table, order: CountTray | RecountTray, expected: int, *, is_opener: bool, replaces: Cents | None = None
) -> TrayCounted:
    amount = counted_value(order.chips)
    return TrayCounted(
        is_opener=is_opener,
        chips=order.chips,
        amount=Cents(amount),
        expected=Cents(expected),
        variance=Cents(amount - expected),
        by_books=Cents(tray_by_books(table)),
        second=order.second,
        replaces=replaces,
        by=order.by,
        why=order.why,
        clause="",
    )


def _counts(table: Table) -> Iterator[Values]:
    """The count that comes next."""
    yield {"is_opener": table.desk.tray is None or not table.desk.tray.is_opener}


def _last(event: TrayCounted) -> TrayCount:
    return TrayCount(event.is_opener, event.chips, event.amount, event.by_books, event.at, event.expected)


def _tell(event: TrayCounted) -> list[str]:
    what = "opener" if event.is_opener else "closer"
    again = "" if event.replaces is None else " once more"
    counted = f"{with_second(event.by, event.second)} counts the {what}{again}: {dollars(event.amount)}."
    chips = counts_in_words(event.chips) or "no chips"
    differs = f"{dollars(abs(event.variance))} {'more' if event.variance > 0 else 'less'} than" if event.variance else "as"
    return [counted, f"  {chips}, {differs} expected."]


declare(
    CommandRow(
        kind=CountTray,
        decide=count_tray,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=("is_opener",),
        forms=forms_of(CountTray, _counts, chips={500: 1}),
        previewed=False,
    ),
    CommandRow(
        kind=RecountTray,
        decide=recount_tray,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=(),
        forms=forms_of(RecountTray, chips={500: 1}, why=SENTENCE),
        previewed=False,
    ),
    event_without_money(
        kind=TrayCounted,
        apply=on_desk(lambda table, e: replace(table.desk, tray=_last(e))),
        tell=lambda _, e: _tell(e),
        audience=Audience.STAFF,
    ),
)
