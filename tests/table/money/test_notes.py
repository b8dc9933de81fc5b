"""Notes that come to a terminal are worth what is credited for them, not more and not less."""

import pytest

from commanded import a_table, done, refused
from croupier.ledger.accounts import rack, stacker
from croupier.money import Cents
from croupier.table.core.refusals import Reason
from croupier.table.money.credit import InsertMoney
from croupier.table.money.seats import TakeSeat
from croupier.table.money.tender import Tender, Way


@pytest.mark.parametrize("name", ["aruze-craps-2024", "ministar-roulette-2018"])
def test_3_3_4_a_terminal_credits_the_value_of_the_notes_and_nothing_else(name: str) -> None:
    table, _ = done(a_table(name), TakeSeat(seat="ann", chips=Cents(0)))

    def insert(amount: int, notes: dict[int, int]) -> InsertMoney:
        return InsertMoney(seat="ann", amount=Cents(amount), tender=Tender(Way.NOTES, notes))

    for notes in ({2000: 2}, {2000: 1, 5000: 1}, {2000: 3, 500: 1}, {}):
        assert refused(table, insert(6000, notes)).reason is Reason.BAD_TENDER
    after, _ = done(table, insert(6000, {2000: 3}))
    assert (after.book.balance(rack("ann")), after.book.balance(stacker("ann"))) == (6000, -6000)
