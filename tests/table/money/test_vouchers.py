"""Vouchers at a table: exchanged by staff, for what the table gives, at a seat that may take it."""

import pytest
from msgspec.structs import replace

from commanded import a_table, done, refused
from croupier.catalogue import names
from croupier.ledger.accounts import PROMOTIONS, restricted, tokens, unrestricted
from croupier.money import Cents
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Table
from croupier.table.core.words import told
from croupier.table.money.credit import MoneyInserted
from croupier.table.money.metering import disagreement
from croupier.table.money.seats import TakeSeat
from croupier.table.money.tender import CREDITED, Tender, Way, ways_to_bring
from croupier.table.money.vouchers import ExchangeVoucher, ShownVoucher

ACCOUNT = {Way.TOKENS: tokens, Way.RESTRICTED: restricted, Way.UNRESTRICTED: unrestricted}


def table_with_ann(name: str) -> Table:
    table, _ = done(replace(a_table(name), states_tender=True), TakeSeat(seat="ann", chips=Cents(0)))
    return table


def exchange(table: Table, way: Way, amount: int = 2_500, role: str = "") -> ExchangeVoucher:
    worker = role or next(each for each in table.rules.procedures.roles if table.rules.procedures.works_here(each))
    return ExchangeVoucher(seat="ann", number="", voucher=ShownVoucher(3, way, Cents(amount)), by=Person("Dora", worker))


@pytest.mark.parametrize("name", names())
def test_1_1_a_voucher_is_exchanged_for_what_the_table_gives(name: str) -> None:
    table = table_with_ann(name)
    for way in CREDITED:
        order = exchange(table, way)
        if way not in ways_to_bring(table):
            assert refused(table, order).reason is Reason.BAD_TENDER
            continue
        after, (event,) = done(table, order)
        assert isinstance(event, MoneyInserted)
        assert event.tender == Tender(way, voucher=3)
        assert after.book.balances == {PROMOTIONS: -2_500, ACCOUNT[way]("ann"): 2_500}
        assert disagreement(after, "ann") == ""
        assert f"({way.words} 3)" in told(table, event)[0]
        assert refused(table, replace(order, voucher=None)).reason is Reason.VOUCHER_NEEDED
        assert refused(table, replace(order, by=Person("Joe", "waiter"))).reason is Reason.NOT_YOUR_POWER
        assert refused(table, replace(order, seat="eve")).reason is Reason.UNKNOWN_PLAYER


@pytest.mark.parametrize("name", names())
def test_a_barred_seat_and_the_seat_of_an_excluded_patron_take_no_such_money(name: str) -> None:
    table = table_with_ann(name)
    way = next((way for way in ways_to_bring(table) if way in CREDITED), Way.TOKENS)
    for refused_person, cards in (("ann", {}), ("patron-2", {"ann": "patron-2"})):
        desk = replace(table.desk, refused={refused_person: "9.9"}, cards=cards)
        why = refused(replace(table, desk=desk), exchange(table, way))
        assert (why.reason, why.sentence) == (Reason.BETS_REFUSED, "ann may not play here.")
