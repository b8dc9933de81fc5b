import pytest

from croupier.ledger import HOUSE, OUTSIDE, Account, Book, LedgerError, Transfer, felt, rack
from croupier.money import Cents, dollars, rounded_down, rounded_up


def transfer(source: Account, target: Account, amount: int) -> Transfer:
    return Transfer(source, target, Cents(amount))


def test_a_book_sums_to_zero_and_the_old_one_stays_as_it_was() -> None:
    empty = Book()
    book = empty.after([transfer(OUTSIDE, rack("ann"), 500), transfer(rack("ann"), felt("ann"), 200)])
    assert book.balances == {OUTSIDE: -500, rack("ann"): 300, felt("ann"): 200}
    assert sum(book.balances.values()) == 0
    assert empty.balances == {}
    assert book.balance(rack("bob")) == 0


@pytest.mark.parametrize("amount", [0, -1])
def test_nothing_and_less_is_no_transfer(amount: int) -> None:
    with pytest.raises(LedgerError, match="is no transfer"):
        Book().after([transfer(OUTSIDE, rack("ann"), amount)])


def test_only_the_house_and_the_outside_may_be_below_zero() -> None:
    book = Book().after([transfer(OUTSIDE, rack("ann"), 100), transfer(HOUSE, rack("ann"), 50)])
    with pytest.raises(LedgerError, match=r"rack:ann would hold -\$0.01"):
        book.after([transfer(rack("ann"), felt("ann"), 151)])


def test_money_is_written_as_a_cashier_does() -> None:
    assert [dollars(cents) for cents in (0, 5, 6000, 123456789, -1050)] == [
        "$0.00",
        "$0.05",
        "$60.00",
        "$1,234,567.89",
        "-$10.50",
    ]


def test_rounding_is_to_whole_units() -> None:
    assert (rounded_up(8167, 10), rounded_up(700, 6, 100), rounded_up(600, 6, 100)) == (817, 200, 100)
    assert (rounded_down(8167, 10), rounded_down(700, 6, 100)) == (816, 100)
