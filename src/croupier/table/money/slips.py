"""Fills and credits: chips go between the cage and the float on a slip that both sides confirm."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from croupier.table.authority.powers import alone_refused, not_staff_refused
from croupier.table.core.desk import Desk, Slip
from croupier.table.core.forms import SENTENCE, Choices, Values, forms_of
from croupier.table.core.message import Order, Ruling
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, by_name, declare, event_without_money, on_desk, unchanged
from croupier.table.core.state import Table
from croupier.table.core.words import who, with_second
from croupier.table.money.pay_forms import CAGE_ROLE
from croupier.table.money.tender import counted_value, counts_in_words, valid_counts
from croupier.table.money.tray import tray_by_books

TRAY_SHORT = Refusal(Reason.SHORT_OF_CHIPS, "By the books the tray has not so many chips. The attempt is on record.")
NO_SLIPS = Refusal(Reason.UNKNOWN_FILE, "No fill or credit of this table waits.")
MOST_SLIPS = 20
"""How many slips may wait at a table."""


class RequestFill(Order, frozen=True, kw_only=True, tag=True):
    """Request chips from the cage for the float."""

    chips: Mapping[int, int]
    """How many chips of each value, in cents."""


class RequestCredit(Order, frozen=True, kw_only=True, tag=True):
    """Send chips of the float to the cage, on a slip."""

    chips: Mapping[int, int]
    """How many chips of each value, in cents."""
    second: Person | None = None
    """A second person of this table. Needed on a live floor."""


class CancelSlip(Order, frozen=True, kw_only=True, tag=True):
    """Cancel a fill or a credit whose chips are where they were."""

    slip: int


class SlipMade(Ruling, frozen=True, kw_only=True, tag=True):
    """A fill or a credit was requested."""

    slip: int
    is_fill: bool
    chips: Mapping[int, int]
    second: Person | None = None
    """The second person, if one was needed."""


class CreditRefused(Ruling, frozen=True, kw_only=True, tag=True):
    """A credit was requested of more chips than the tray has by the books. Nothing left the tray."""

    chips: Mapping[int, int]
    second: Person | None = None
    """The second person, if one was needed."""


class SlipCancelled(Ruling, frozen=True, kw_only=True, tag=True):
    """A fill or a credit was cancelled."""

    slip: int


def request_fill(table: Table, order: RequestFill) -> SlipMade | Refusal:
    """Make a slip out for a fill."""
    return _chips_refused(table, order) or _made(table, order, is_fill=True)


def request_credit(table: Table, order: RequestCredit) -> SlipMade | CreditRefused | Refusal:
    """Make a slip out for chips that leave the tray before two people.

    More chips than the tray has by the books are refused on record and without an amount: who asks again and again would
    learn what the tray has, and is about to count it.
    """
    if refusal := _chips_refused(table, order) or alone_refused(table, order.by, order.second):
        return refusal
    leaving = sum(counted_value(slip.chips) for slip in table.desk.slips.values() if not slip.is_fill)
    if counted_value(order.chips) > tray_by_books(table) - leaving:
        return CreditRefused(chips=order.chips, second=order.second, by=order.by, why=order.why, clause="")
    return _made(table, order, is_fill=False, second=order.second)


def _chips_refused(table: Table, order: RequestFill | RequestCredit) -> Refusal | None:
    if refusal := not_staff_refused(table, order.by):
        return refusal
    if table.rules.procedures.is_electronic:
        return Refusal(Reason.BAD_TENDER, "A table of terminals has no float.")
    if not order.chips or not valid_counts(order.chips):
        return Refusal(Reason.BAD_AMOUNT, "Say how many chips of each value, one at least.")
    if len(table.desk.slips) >= MOST_SLIPS:
        return Refusal(Reason.OUT_OF_SEQUENCE, f"{MOST_SLIPS} fills and credits wait already: receive or cancel one first.")
    return None


def _made(table: Table, order: RequestFill | RequestCredit, *, is_fill: bool, second: Person | None = None) -> SlipMade:
    number = table.desk.last_slip + 1
    return SlipMade(slip=number, is_fill=is_fill, chips=order.chips, second=second, by=order.by, why=order.why, clause="")


def cancel_slip(table: Table, order: CancelSlip) -> SlipCancelled | Refusal:
    """Cancel a slip that nobody else has acted on, or that either side gives back, with a reason."""
    if order.by.role != CAGE_ROLE and (refusal := not_staff_refused(table, order.by)):
        return refusal
    if order.slip not in table.desk.slips:
        return _unknown(order.slip)
    if not order.why.strip():
        return Refusal(Reason.REASON_NEEDED, f"Say why slip {order.slip} is cancelled.")
    return SlipCancelled(slip=order.slip, by=order.by, why=order.why, clause="")


def slip_of(table: Table, number: int, *, is_fill: bool) -> Slip | Refusal:
    """The slip of this number, or a refusal."""
    found = table.desk.slips.get(number)
    return found if found and found.is_fill is is_fill else _unknown(number)


def _unknown(number: int) -> Refusal:
    return Refusal(Reason.UNKNOWN_FILE, f"No such slip waits at this table: {number}.")


def with_slip(table: Table, number: int, slip: Slip | None) -> Desk:
    """The desk after a change of a slip; None if it waits no longer."""
    slips = {each: other for each, other in table.desk.slips.items() if each != number}
    return replace(table.desk, slips={**slips, number: slip} if slip else slips)


def _apply_made(table: Table, event: SlipMade) -> Desk:
    slip = Slip(event.is_fill, event.chips, event.at, event.by, event.second)
    return replace(with_slip(table, event.slip, slip), last_slip=event.slip)


def slips_waiting(*, fills: bool | None = None) -> Choices:
    """Every slip that waits, or only fills or credits."""

    def waiting(table: Table) -> Iterator[Values]:
        found = table.desk.slips.items()
        return ({"slip": number} for number, slip in found if fills is None or slip.is_fill is fills)

    return waiting


def _tell_made(event: SlipMade) -> str:
    words = "a fill" if event.is_fill else "a credit"
    return f"{with_second(event.by, event.second)} requests {words} on slip {event.slip}: {counts_in_words(event.chips)}."


declare(
    CommandRow(
        kind=RequestFill,
        decide=request_fill,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=(),
        forms=forms_of(RequestFill, chips={500: 1}),
    ),
    CommandRow(
        kind=RequestCredit,
        decide=request_credit,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=(),
        forms=forms_of(RequestCredit, chips={500: 1}),
        previewed=False,
    ),
    CommandRow(
        kind=CancelSlip,
        decide=cancel_slip,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=("slip",),
        forms=forms_of(CancelSlip, slips_waiting(), why=SENTENCE),
        nothing=NO_SLIPS,
    ),
    event_without_money(
        kind=SlipMade,
        apply=on_desk(_apply_made),
        tell=lambda _, e: _tell_made(e),
        audience=Audience.STAFF,
    ),
    event_without_money(
        kind=CreditRefused,
        apply=unchanged,
        tell=lambda _, e: (
            f"{with_second(e.by, e.second)} requests a credit of {counts_in_words(e.chips)}, more than the tray has: refused."
        ),
        audience=Audience.STAFF,
        refuses=lambda _: TRAY_SHORT,
    ),
    event_without_money(
        kind=SlipCancelled,
        apply=on_desk(lambda table, e: with_slip(table, e.slip, None)),
        tell=lambda _, e: f"{who(e.by)} cancels slip {e.slip}.",
        audience=Audience.STAFF,
    ),
)
