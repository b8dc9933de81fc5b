"""The vault: no cash leaves it that it does not have, two people count it, and cash goes between it and the bank."""

import pytest
from msgspec.structs import replace

from cages import BEGIN, CAY, DAY, MAX, SUE, done, events, refusal, without_drawers
from croupier.audit.balance import Balance, below_zero
from croupier.cage.chips import CageWay, ExchangeWithTable
from croupier.cage.days import CloseDay
from croupier.cage.drawer import CountDrawer, MoveCash
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.message import CageCommand
from croupier.cage.opening_balances import OpenBalances
from croupier.cage.refusals import Reason
from croupier.cage.state import Cage
from croupier.cage.variances import ExplainVariance
from croupier.cage.vault import CountVault, ExchangeWithBank
from croupier.ledger.accounts import CAGE_BANK, OPENING, VARIANCES, VAULT, cage_cash
from croupier.money import Cents

STATED = OpenBalances(by=CAY, second=SUE, vault=Cents(50_000))
OPENER = CountDrawer(by=CAY, second=SUE, is_opener=True, notes={10_000: 1})
COUNT = CountVault(by=CAY, second=SUE, notes={10_000: 4})
TO_BANK = ExchangeWithBank(by=CAY, second=SUE, amount=Cents(40_005), to_bank=True, why="Too much in the vault")
WAYS_OUT: list[CageCommand] = [
    MoveCash(by=CAY, second=SUE, amount=Cents(40_005), to_vault=False, why="For change"),
    CountDrawer(by=MAX, second=SUE, is_opener=True, notes={10_000: 4, 5: 1}),
    ExchangeWithTable(place="sicbo", way=CageWay.HAND_PAY, amount=Cents(40_005)),
    TO_BANK,
]


def stated() -> Cage:
    """A cage whose vault had $500.00, of which Cay has $100.00."""
    return done(without_drawers(), STATED, OPENER)


@pytest.mark.parametrize("order", WAYS_OUT, ids=lambda each: type(each).__name__)
def test_no_more_cash_leaves_the_vault_than_it_has_by_the_books(order: CageCommand) -> None:
    """The refusal names no amount, which would tell what the vault has before it is counted."""
    short = refusal(stated(), order)
    assert (short.reason, "$" in short.sentence) == (Reason.VAULT_SHORT, False)
    assert Reason(short.reason).more_than == "cash than the vault has by the books"
    brought = replace(TO_BANK, amount=Cents(5), to_bank=False, why="From the bank")
    cage = done(stated(), brought, *([replace(order, notes={10_000: 4})] if isinstance(order, CountDrawer) else [order]))
    assert cage.book.balance(VAULT) <= 0


def test_a_floor_that_never_stated_its_vault_states_it_with_the_first_count() -> None:
    """Until then nobody knows what it has, and no cash is refused."""
    cage = done(without_drawers(), OPENER, WAYS_OUT[0])
    assert cage.book.balance(VAULT) == 50_005
    [event] = events(cage, COUNT)
    assert CAGE_REGISTER.tell(cage, event) == "Cay Rich (cay) and Sue Moss (sue) counted the vault: $400.00 (4 x $100.00)."
    cage = done(cage, COUNT)
    assert (cage.book.balance(VAULT), cage.book.balance(OPENING), len(cage.variances)) == (-40_000, 90_005, 0)
    assert refusal(cage, WAYS_OUT[0]).reason is Reason.VAULT_SHORT


def test_two_people_count_the_vault_and_a_difference_is_a_variance() -> None:
    cage = stated()
    assert refusal(cage, replace(COUNT, second=CAY)).reason is Reason.SECOND_PERSON_NEEDED
    assert refusal(cage, replace(COUNT, notes={7: 1})).sentence == "There is no note or coin of $0.07."
    assert not done(cage, COUNT).variances
    short = replace(COUNT, notes={10_000: 3})
    [event] = events(cage, short)
    assert CAGE_REGISTER.tell(cage, event).endswith("counted the vault: $300.00, $100.00 less than by the books (3 x $100.00).")
    cage = done(cage, short)
    assert (cage.book.balance(VAULT), cage.book.balance(VARIANCES)) == (-30_000, -10_000)
    variance = cage.variances[1]
    assert (variance.place, variance.what, variance.amount) == ("cage", "vault", -10_000)
    explain = ExplainVariance(by=CAY, second=SUE, variance=1, why="A bundle was counted twice")
    assert refusal(cage, explain).reason is Reason.SECOND_PERSON_NEEDED
    closing = CloseDay(at=BEGIN + DAY, by=CAY, second=SUE, day="2026-11-17", since=BEGIN, until=BEGIN + DAY)
    assert "explain variance 1" in refusal(cage, closing).sentence
    assert events(cage, replace(explain, second=MAX))


def test_cash_goes_to_the_bank_and_comes_from_it_with_two_people() -> None:
    cage = stated()
    assert refusal(cage, replace(TO_BANK, second=CAY)).reason is Reason.SECOND_PERSON_NEEDED
    for amount in (0, -1, 10**18):
        assert refusal(cage, replace(TO_BANK, amount=Cents(amount))).reason is Reason.BAD_AMOUNT
    out = replace(TO_BANK, amount=Cents(30_000))
    [event] = events(cage, out)
    assert CAGE_REGISTER.tell(cage, event) == (
        "Cay Rich (cay) and Sue Moss (sue) took $300.00 from the vault to the bank: Too much in the vault."
    )
    cage = done(cage, out, replace(out, amount=Cents(5_000), to_bank=False))
    assert (cage.book.balance(VAULT), cage.book.balance(CAGE_BANK)) == (-15_000, -25_000)


def test_less_than_no_cash_in_the_vault_or_in_a_drawer_is_a_finding() -> None:
    """Not in the vault of a floor that never stated what it had."""
    assert below_zero({CAGE_REGISTER.name: Balance({VAULT: 500, cage_cash("cay"): -500})}) == []
    found = below_zero({CAGE_REGISTER.name: Balance({OPENING: 0, VAULT: 500, cage_cash("cay"): -600, cage_cash("max"): 100})})
    assert [each.split(", which")[0] for each in found] == ["cage-cash:max: -$1.00 are in hand", "vault: -$5.00 are in hand"]
