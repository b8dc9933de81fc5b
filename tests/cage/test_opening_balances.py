"""An existing casino goes live: what it has and owes is stated once, by two people, before the first business."""

from msgspec.structs import replace

from cages import CAY, DRAWER, SUE, done, opened, refusal, without_drawers
from croupier.audit.balance import Balance, below_zero
from croupier.cage.accounts import OpenAccount, Withdraw
from croupier.cage.chips import CageWay, ExchangeWithTable, RedeemChips, SellChips
from croupier.cage.drawer import CountDrawer
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.opening_balances import OpenBalances
from croupier.cage.patron import IdentityDocument, MovementKind
from croupier.cage.patrons import RegisterPatron
from croupier.cage.refusals import Reason
from croupier.ledger.accounts import ACCOUNTS, CAGE, CAGE_CHIPS, CHIPS, OPENING, VAULT
from croupier.money import Cents

STATED = OpenBalances(by=CAY, second=SUE, chips_out=Cents(80_000), vault=Cents(500_000), accounts={1: Cents(7_500)})


def test_the_books_open_with_chips_the_vault_and_accounts() -> None:
    """Floats may have been set up before. From then on chips of before are redeemed, and accounts are paid."""
    cage = done(
        without_drawers(),
        RegisterPatron(by=CAY, digest="a" * 64, identified=IdentityDocument.PASSPORT),
        OpenAccount(by=CAY, patron=1),
        ExchangeWithTable(place="sicbo", way=CageWay.FILL, amount=Cents(1_000)),
    )
    assert refusal(cage, replace(STATED, second=CAY)).reason is Reason.SECOND_PERSON_NEEDED
    assert refusal(cage, OpenBalances(by=CAY, second=SUE)).reason is Reason.BAD_AMOUNT
    assert refusal(cage, replace(STATED, chips_out=Cents(-1))).reason is Reason.BAD_AMOUNT
    assert refusal(cage, replace(STATED, accounts={2: Cents(100)})).reason is Reason.PATRON_UNKNOWN
    cage = done(cage, STATED)
    floats = {CAGE: -1_000, CAGE_CHIPS: 1_000}
    assert cage.book.balances == floats | {CHIPS: 80_000, ACCOUNTS: 7_500, VAULT: -500_000, OPENING: 412_500}
    account = cage.patrons[1].account
    assert account
    assert (account.balance, [each.move for each in account.last]) == (7_500, [MovementKind.OPENING])
    assert refusal(cage, STATED).sentence == "Opening balances are stated once, before the first business."
    opener = CountDrawer(by=CAY, second=SUE, is_opener=True, notes={10_000: 10})
    cage = done(
        cage,
        opener,
        RedeemChips(by=CAY, chips={10_000: 8}),
        Withdraw(by=CAY, patron=1, amount=Cents(7_500), identified="passport"),
    )
    assert (cage.book.balance(CHIPS), cage.book.balance(ACCOUNTS), cage.book.balance(DRAWER)) == (0, 0, -12_500)
    assert cage.book.balance(VAULT) == -400_000


def test_after_the_first_business_it_is_too_late() -> None:
    for cage in (opened(), done(opened(), SellChips(by=CAY, chips={500: 1}))):
        assert refusal(cage, replace(STATED, accounts={})).reason is Reason.IN_BUSINESS


def test_a_liability_below_zero_is_a_finding_unless_it_may_be() -> None:
    """Players may owe, and clearing accounts have either sign; nobody has less than no chips."""
    assert below_zero({CAGE_REGISTER.name: Balance({CHIPS: 0, CAGE: -500}), "sicbo": Balance({ACCOUNTS: 5})}) == []
    (found,) = below_zero({CAGE_REGISTER.name: Balance({CHIPS: -2_610_000, OPENING: 2_610_000})})
    assert found.startswith("chips: the floor owes -$26,100.00, which cannot be.")
