"""Fills and credits: chips go between the cage and the float on a slip that both sides confirm."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from croupier.money import Cents, dollars
from croupier.table.authority.powers import alone_refused, not_staff_refused
from croupier.table.core.desk import Desk, Slip
from croupier.table.core.forms import SENTENCE, Choices, Values, forms_of
from croupier.table.core.message import Order, Ruling
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, by_name, declare, event_without_money, on_desk, unchanged
from croupier.table.core.state import Table
from croupier.table.core.words import with_second
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
    """Cancel a fill or a credit whose chips are where they were. Whoever has them back says so."""

    slip: int
    is_back: bool = False
    """Whether the cage says that the chips of a fill that it had sent are back there. Needed for such a fill."""
    second: Person | None = None
    """A second person of this table. Needed for a credit on a live floor."""


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
    """A fill or a credit was cancelled. Whoever had sent its chips has them back."""

    slip: int
    is_fill: bool
    chips: Mapping[int, int]
    amount: Cents
    was_sent: bool = False
    """Whether the chips had left: those of a fill once the cage has sent it, those of a credit with its request."""
    second: Person | None = None
    """The second person, if one was needed."""


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
    """Cancel a slip with a reason: either side as long as no chips have left, else the side that has them back."""
    if order.by.role != CAGE_ROLE and (refusal := not_staff_refused(table, order.by)):
        return refusal
    slip = table.desk.slips.get(order.slip)
    if slip is None:
        return _unknown(order.slip)
    if refusal := not_back_refused(table, order, slip):
        return refusal
    if not order.why.strip():
        return Refusal(Reason.REASON_NEEDED, f"Say why slip {order.slip} is cancelled.")
    return SlipCancelled(
        slip=order.slip,
        is_fill=slip.is_fill,
        chips=slip.chips,
        amount=Cents(counted_value(slip.chips)),
        was_sent=not slip.is_fill or slip.sent_by is not None,
        second=order.second,
        by=order.by,
        why=order.why,
        clause="",
    )


def not_back_refused(table: Table, order: CancelSlip, slip: Slip) -> Refusal | None:
    """Refuse to cancel a slip for a side that had not sent its chips: it cannot say that they are back."""
    is_cage = order.by.role == CAGE_ROLE
    if slip.is_fill and slip.sent_by and not is_cage:
        sentence = f"{slip.sent_by.name} has sent fill {order.slip}: only the cage cancels it, once it has the chips back."
        return Refusal(Reason.NOT_YOUR_POWER, sentence)
    if slip.is_fill and slip.sent_by and not order.is_back:
        sentence = f"{slip.sent_by.name} has sent fill {order.slip}: cancel it once its chips are back in the cage, and say so."
        return Refusal(Reason.OUT_OF_SEQUENCE, sentence)
    if slip.is_fill:
        return None
    if is_cage:
        sentence = f"Credit {order.slip} is cancelled at its table, where two people say that its chips are back in the tray."
        return Refusal(Reason.NOT_YOUR_POWER, sentence)
    return alone_refused(table, order.by, order.second)


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


def _tell_cancelled(event: SlipCancelled) -> str:
    what = f"{'fill' if event.is_fill else 'credit'} of {dollars(event.amount)} on slip {event.slip}"
    back = ", whose chips came back" if event.was_sent else ", which was not sent"
    return f"{with_second(event.by, event.second)} cancels the {what}{back}."


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
        without=lambda _: ("is_back",),
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
        tell=lambda _, e: _tell_cancelled(e),
        audience=Audience.STAFF,
    ),
)
