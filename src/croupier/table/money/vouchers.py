"""Vouchers at a table: a dealer or an attendant exchanges one for promotional tokens or credits."""

from collections.abc import Iterator

import msgspec

from croupier.money import Cents, dollars
from croupier.table.authority.powers import not_staff_refused
from croupier.table.core.forms import AMOUNT, Values, every, forms_of, seats
from croupier.table.core.message import Command, Event
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, CommandRow, declare
from croupier.table.core.state import Table
from croupier.table.money.acceptor import slot_closed
from croupier.table.money.credit import inserted, too_much_refused
from croupier.table.money.debts import with_debts_withheld
from croupier.table.money.tender import CREDITED, Tender, Way, ways_to_bring


class ShownVoucher(msgspec.Struct, frozen=True):
    """A voucher as the cage knows it."""

    serial: int
    way: Way
    """What it is exchanged for."""
    amount: Cents


class ExchangeVoucher(Command, frozen=True, kw_only=True, tag=True):
    """Exchange a voucher of a player for promotional tokens or credits."""

    seat: str
    number: str
    """The number on the voucher. It is not written down: the record names the voucher by its serial."""
    voucher: ShownVoucher | None = None
    """The voucher with this number."""
    by: Person
    """The member of staff who exchanges it."""


def exchange_voucher(table: Table, wish: ExchangeVoucher) -> tuple[Event, ...] | Refusal:
    """Credit what a voucher is for, at a seat that takes money and bets."""
    if refusal := not_staff_refused(table, wish.by) or slot_closed(table, wish.seat):
        return refusal
    ways, shown = _exchanged_for(table), wish.voucher
    if not ways:
        return Refusal(Reason.BAD_TENDER, "This table exchanges no vouchers.", table.rules.payment)
    if shown is None:
        return Refusal(Reason.VOUCHER_NEEDED, "Type the number of the voucher.", table.rules.payment)
    if shown.way not in ways:
        sentence = f"A voucher for {_words(shown.way)} is not exchanged at this table."
        return Refusal(Reason.BAD_TENDER, sentence, table.rules.payment)
    if shown.amount <= 0:
        return Refusal(Reason.BAD_AMOUNT, f"{dollars(shown.amount)} is no amount of a voucher.", table.rules.payment)
    if refusal := too_much_refused(table, wish, wish.seat, shown.amount):
        return refusal
    tender = Tender(shown.way, voucher=shown.serial)
    return with_debts_withheld(table, inserted(table, wish.seat, shown.amount, tender, wish.by), wish.seat)


def _exchanged_for(table: Table) -> tuple[Way, ...]:
    return tuple(way for way in ways_to_bring(table) if way in CREDITED)


def _words(way: Way) -> str:
    return "tokens" if way is Way.TOKENS else f"{way.value} credits"


def _wish(wish: ExchangeVoucher) -> str:
    what = f"voucher {wish.voucher.serial} for {dollars(wish.voucher.amount)}" if wish.voucher else "a voucher"
    return f"{wish.seat} exchanges {what}"


def _examples(table: Table) -> Iterator[Values]:
    way = next(iter(_exchanged_for(table)), None)
    return iter(({"voucher": ShownVoucher(1, way, AMOUNT) if way else None},))


declare(
    CommandRow(
        kind=ExchangeVoucher,
        decide=exchange_voucher,
        wish=_wish,
        senders=FROM_STAFF,
        under=None,
        chosen=("seat",),
        forms=forms_of(ExchangeVoucher, every(seats, _examples), number="1"),
    ),
)
