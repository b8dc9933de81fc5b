"""Transfers, balances and the limits of the chart of accounts."""

import pytest

from croupier.ledger.accounts import CAGE, FLOAT, HOUSE, OUTSIDE, PROMOTIONS, Account, felt, rack
from croupier.ledger.book import Book, LedgerError, Transfer
from croupier.ledger.chart import CHART, AccountKind, Nature, Side, kind_of
from croupier.money import Cents


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


def test_a_rack_cannot_be_below_zero_and_the_house_can() -> None:
    book = Book().after([transfer(OUTSIDE, rack("ann"), 100), transfer(HOUSE, rack("ann"), 50)])
    with pytest.raises(LedgerError, match=r"rack:ann would hold -\$0.01, and is never below zero"):
        book.after([transfer(rack("ann"), felt("ann"), 151)])


def test_what_is_in_hand_cannot_be_above_zero() -> None:
    book = Book().after([transfer(Account("drop"), rack("ann"), 100)])
    assert book.balances == {"drop": -100, "rack:ann": 100}
    with pytest.raises(LedgerError, match=r"drop would hold \$0.01, and is never above zero"):
        book.after([transfer(OUTSIDE, Account("drop"), 101)])


def test_a_table_that_wins_sends_more_chips_back_than_it_had() -> None:
    book = Book().after([transfer(FLOAT, CAGE, 100)])
    assert book.after([transfer(CAGE, FLOAT, 100)]).balances == {}
    assert book.after([transfer(CAGE, FLOAT, 101)]).balances == {"float": 1, "cage": -1}


def test_promotions_earn_nothing() -> None:
    with pytest.raises(LedgerError, match=r"promotions would hold \$0.01, and is never above zero"):
        Book().after([transfer(OUTSIDE, PROMOTIONS, 1)])


@pytest.mark.parametrize("name", ["till", "rack", "house:ann", "drop:ann", "", ":", "float:"])
def test_an_account_that_is_not_in_the_chart_is_refused(name: str) -> None:
    for source, target in ((OUTSIDE, name), (name, OUTSIDE)):
        with pytest.raises(LedgerError, match=f"{name} is no account of the chart"):
            Book().after([transfer(Account(source), Account(target), 1)])


def test_an_account_that_holds_nothing_leaves_the_book() -> None:
    book = Book().after([transfer(OUTSIDE, rack("ann"), 500)])
    assert book.after([transfer(rack("ann"), OUTSIDE, 500)]).balances == {}
    passing = book.after([transfer(rack("ann"), felt("ann"), 200), transfer(felt("ann"), HOUSE, 200)])
    assert passing.balances == {OUTSIDE: -500, rack("ann"): 300, HOUSE: 200}


def test_a_seat_may_be_called_anything() -> None:
    assert kind_of(rack("a:b: c")) is kind_of(rack("")) is kind_of(rack("ann"))


@pytest.mark.parametrize("kind", CHART, ids=lambda kind: kind.name)
def test_every_kind_of_account_is_found_and_stands_where_its_nature_puts_it(kind: AccountKind) -> None:
    assert kind_of(Account(kind.pattern)) is kind
    assert kind.meaning.endswith(".")
    # These are costs of the house: the only earned accounts below zero.
    below = kind.nature is Nature.IN_HAND or kind.name in ("promotions", "cash-rounding")
    assert kind.side in (Side.EITHER, Side.BELOW if below else Side.ABOVE)
