"""Coins: cash that somebody chooses is an amount that coins make, and what is owed is paid to the next coin up."""

import pytest
from msgspec.structs import replace

from cages import (
    BEGIN,
    CAY,
    DAY,
    DRAWER,
    FLOAT,
    HERE,
    SUE,
    done,
    events,
    opened,
    printing,
    refusal,
    refused,
    with_account,
    without_drawers,
)
from croupier.audit.cage import resettled_cage
from croupier.cage.accounts import Deposit, TransferIn, TransferOut, Withdraw
from croupier.cage.cards import ReadCard
from croupier.cage.chips import CageWay, ExchangeWithTable, RedeemChips, SellChips
from croupier.cage.coins import CASH, SMALLEST_COIN, in_coins
from croupier.cage.drawer import CountDrawer, MoveCash
from croupier.cage.expiring import SweepTickets
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.former import FormerTicket, PayFormerTicket, TakeOverTickets
from croupier.cage.hand_pays import PayHandPay
from croupier.cage.issuing import SellTicket
from croupier.cage.message import PROGRAM, CageCommand
from croupier.cage.opening import ChangeTicketRules, OpenCage
from croupier.cage.opening_balances import OpenBalances
from croupier.cage.prizes import GivePrizeCash
from croupier.cage.redeeming import PayTicket, TicketPaid
from croupier.cage.refusals import Reason
from croupier.cage.reversals import ReverseTransaction
from croupier.cage.settling import SettleTicket, TicketDecision
from croupier.cage.state import Cage, TicketRules
from croupier.cage.vault import CountVault, ExchangeWithBank
from croupier.cage.withholding import VoidTicket
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Draft
from croupier.ledger.accounts import (
    ACCOUNTS,
    CAGE,
    CAGE_BANK,
    CASH_ROUNDING,
    CHIPS,
    EXPIRED_TICKETS,
    FORMER_TICKETS,
    OUTSTANDING,
    PAID_BY_HAND,
    VAULT,
    VOID_TICKETS,
    Account,
)
from croupier.money import Cents
from croupier.rules.terms import PayMethod
from journals import write

ODD = Cents(3_333)
PAY = PayTicket(by=CAY, serial=1)
SETTLE = SettleTicket(by=CAY, second=SUE, serial=1, to=TicketDecision.PAY, identified="passport", why="Hers")
VOID = VoidTicket(by=CAY, second=SUE, serial=1, why="Torn")
FORMER = TakeOverTickets(by=CAY, second=SUE, tickets=(FormerTicket("digest", ODD, BEGIN),))
OPENER = CountDrawer(by=CAY, second=SUE, is_opener=True, notes={10_000: 10})
HAND_PAY = PayHandPay(place=HERE, form=1, amount=ODD, method=PayMethod.CASH, by=CAY.name)
CHECKS = ExchangeWithTable(place="sicbo", way=CageWay.COLOUR_CHECKS, amount=ODD, by=CAY.name, second=SUE.name)


def odd_account() -> Cage:
    """A patron with $33.33 in an account: a terminal has sent credit with odd cents."""
    cage = done(with_account(opened(), 3_330), ReadCard(place=HERE, patron=1, card=1, alone=False, restored=False))
    return done(cage, TransferOut(place=HERE, patron=1, transfer=1, amount=Cents(3)))


def expired() -> Cage:
    short = ChangeTicketRules(by=SUE, second=CAY, rules=TicketRules(days=1))
    return done(opened(), short, printing(ODD), SweepTickets(at=BEGIN + DAY))


def chips_out() -> Cage:
    """Players have chips of $0.33, such as a rule book of odd values would have."""
    return done(opened(), ExchangeWithTable(place=HERE, way=CageWay.CHIPS_OUT, amount=ODD))


OWED: list[tuple[Account, Cage, CageCommand]] = [
    (OUTSTANDING, done(opened(), printing(ODD)), PAY),
    (VOID_TICKETS, done(opened(), printing(ODD), VOID), SETTLE),
    (EXPIRED_TICKETS, expired(), SETTLE),
    (FORMER_TICKETS, done(without_drawers(), FORMER, OPENER), PayFormerTicket(by=CAY, second=SUE, serial=1)),
    (PAID_BY_HAND, opened(), HAND_PAY),
    (PAID_BY_HAND, opened(), GivePrizeCash(promotion=1, prize=1, amount=ODD, by=CAY.name)),
    (PAID_BY_HAND, opened(), CHECKS),
    (CHIPS, chips_out(), RedeemChips(by=CAY, chips={11: 303})),
    (ACCOUNTS, odd_account(), Withdraw(by=CAY, patron=1, amount=ODD, identified="passport")),
]
TAKEN: list[tuple[CageCommand, str]] = [
    (Deposit(by=CAY, patron=1, amount=Cents(3)), "$0.03 cannot be taken in cash, but $0.05 can."),
    (SellTicket(by=CAY, amount=ODD, salt=1), "$33.33 cannot be taken in cash, but $33.30 or $33.35 can."),
    (SellChips(by=CAY, chips={11: 3}), "$0.33 cannot be taken in cash, but $0.30 or $0.35 can."),
    (
        Withdraw(by=CAY, patron=1, amount=Cents(7), identified="passport"),
        "$0.07 cannot be paid in cash, but $0.05 or $0.10 can.",
    ),
    (
        MoveCash(by=CAY, second=SUE, amount=Cents(101), to_vault=True, why="Too much"),
        "$1.01 cannot be moved in cash, but $1.00 or $1.05 can.",
    ),
    (
        MoveCash(by=CAY, second=SUE, amount=Cents(101), to_vault=False, why="For change"),
        "$1.01 cannot be moved in cash, but $1.00 or $1.05 can.",
    ),
    (
        ExchangeWithBank(by=CAY, second=SUE, amount=Cents(99), to_bank=True, why="Too much"),
        "$0.99 cannot be taken to the bank in cash, but $0.95 or $1.00 can.",
    ),
    (
        ExchangeWithBank(by=CAY, second=SUE, amount=Cents(99), to_bank=False, why="For change"),
        "$0.99 cannot be brought from the bank in cash, but $0.95 or $1.00 can.",
    ),
]


def test_the_smallest_coin_is_the_first_that_is_counted() -> None:
    assert SMALLEST_COIN == min(CASH) == 5
    assert [in_coins(amount) for amount in (1, 4, 5, 6, 10)] == [5, 5, 5, 10, 10]


@pytest.mark.parametrize(("order", "sentence"), TAKEN, ids=lambda each: type(each).__name__)
def test_cash_that_somebody_chooses_is_an_amount_that_coins_make(order: CageCommand, sentence: str) -> None:
    found = refusal(with_account(opened(), 10_000), order)
    assert found.reason is Reason.NO_COIN
    assert found.sentence == f"There is no coin under 5 cents: {sentence}"


def test_a_vault_is_opened_with_an_amount_that_coins_make() -> None:
    stated = OpenBalances(by=CAY, second=SUE, vault=Cents(50_003), chips_out=Cents(33))
    assert refusal(without_drawers(), stated).sentence == (
        "There is no coin under 5 cents: $500.03 cannot be in the vault in cash, but $500.00 or $500.05 can."
    )
    assert events(without_drawers(), replace(stated, vault=Cents(50_005)))


@pytest.mark.parametrize(("owed", "cage", "order"), OWED, ids=lambda each: each if isinstance(each, str) else "")
def test_what_is_owed_is_paid_to_the_next_coin_up(owed: Account, cage: Cage, order: CageCommand) -> None:
    """The liability falls by what is owed, the drawer by what is handed over, and the house bears the difference."""
    after = done(cage, order)
    moved = {account: after.book.balance(account) - cage.book.balance(account) for account in (owed, DRAWER, CASH_ROUNDING)}
    assert moved == {owed: -3_333, DRAWER: 3_335, CASH_ROUNDING: -2}
    assert sum(after.book.balances.values()) == 0
    if after.receipts.get(len(cage.receipts) + 1):
        receipt = after.receipts[len(cage.receipts) + 1]
        assert (receipt.amount, receipt.rounding) == (3_333, 2)
    [event] = events(cage, order)
    assert "$33.33 rounded up to $33.35" in CAGE_REGISTER.tell(cage, event)


@pytest.mark.parametrize(("owed", "cage", "order"), OWED, ids=lambda each: each if isinstance(each, str) else "")
def test_a_drawer_that_has_paid_odd_cents_agrees_with_its_count(owed: Account, cage: Cage, order: CageCommand) -> None:
    after = done(cage, order)
    left = -after.book.balance(DRAWER)
    notes = {10_000: left // 10_000, 5: left % 10_000 // 5}
    closed = done(after, CountDrawer(by=CAY, second=SUE, is_opener=False, notes={each: n for each, n in notes.items() if n}))
    assert not closed.variances, owed


def test_an_amount_that_coins_make_is_not_rounded() -> None:
    cage = done(opened(), printing(3_335), PAY)
    assert (cage.book.balance(DRAWER) + FLOAT, cage.book.balance(CASH_ROUNDING)) == (3_335, 0)
    assert cage.receipts[1].rounding == 0


@pytest.mark.parametrize("method", [PayMethod.CHEQUE, PayMethod.TRANSFER])
def test_a_cheque_and_a_transfer_are_to_the_cent(method: PayMethod) -> None:
    for cage, order in (
        (done(opened(), printing(ODD)), replace(PAY, method=method)),
        (opened(), replace(HAND_PAY, method=method)),
    ):
        after = done(cage, order)
        assert (after.book.balance(CAGE_BANK), after.book.balance(CASH_ROUNDING)) == (3_333, 0)


@pytest.mark.parametrize("to", [TicketDecision.KEEP, TicketDecision.UNCLAIMED])
def test_a_ticket_that_nobody_is_paid_is_to_the_cent(to: TicketDecision) -> None:
    cage = done(opened(), printing(ODD), VOID, replace(SETTLE, to=to, identified=None))
    assert cage.book.balance(CASH_ROUNDING) == 0


@pytest.mark.parametrize("way", [CageWay.CHIPS_OUT, CageWay.CHIPS_IN, CageWay.FILL, CageWay.CREDIT])
def test_chips_are_to_the_cent(way: CageWay) -> None:
    cage = done(chips_out(), ExchangeWithTable(place=HERE, way=way, amount=ODD))
    assert cage.book.balance(CASH_ROUNDING) == 0


def test_an_attendant_without_a_drawer_hands_over_coins_of_the_vault() -> None:
    order = ExchangeWithTable(place=HERE, way=CageWay.HAND_PAY, amount=ODD)
    short = done(opened(), CountVault(by=CAY, second=SUE, notes={1_000: 3, 200: 1, 100: 1, 20: 1, 10: 1}))
    assert refused(short, order) is Reason.VAULT_SHORT
    cage = done(opened(), CountVault(by=CAY, second=SUE, notes={1_000: 4}))
    after = done(cage, order)
    moved = [after.book.balance(each) - cage.book.balance(each) for each in (CAGE, VAULT, CASH_ROUNDING)]
    assert moved == [-3_333, 3_335, -2]


def test_part_of_an_account_is_an_amount_that_coins_make_and_all_of_it_is_rounded() -> None:
    """Play leaves odd cents in an account, and it has to be empty before it ends."""
    cage = odd_account()
    takes = Withdraw(by=CAY, patron=1, amount=Cents(3_332), identified="passport")
    assert refused(cage, takes) is Reason.NO_COIN
    cage = done(cage, replace(takes, amount=Cents(3_330)))
    assert refused(cage, replace(takes, amount=Cents(5))) is Reason.ACCOUNT_SHORT
    cage = done(cage, replace(takes, amount=Cents(3)))
    assert cage.patrons[1].account
    assert (cage.patrons[1].account.balance, cage.book.balance(CASH_ROUNDING)) == (0, -2)


def test_a_deposit_is_not_taken_apart_into_cents_that_are_paid_as_coins() -> None:
    """A dollar came out of a terminal as 100 tickets of a cent, for which the cage paid five."""
    cage = done(with_account(opened(), 100), ReadCard(place=HERE, patron=1, card=1, alone=False, restored=False))
    transfer = TransferIn(place=HERE, patron=1, transfer=1, amount=Cents(1))
    for amount in (1, 99):
        assert refused(cage, replace(transfer, amount=Cents(amount))) is Reason.NO_COIN
    assert refusal(cage, replace(transfer, amount=Cents(7))).sentence == (
        "There is no coin under 5 cents: $0.07 cannot be transferred, but $0.05 or $0.10 can."
    )
    done(cage, replace(transfer, amount=Cents(5)))
    done(odd_account(), replace(transfer, transfer=2, amount=ODD))


@pytest.mark.parametrize(("owed", "cage", "order"), [each for each in OWED if each[0] != PAID_BY_HAND])
def test_a_reversal_takes_back_what_was_handed_over(owed: Account, cage: Cage, order: CageCommand) -> None:
    paid = done(cage, order)
    number = len(paid.receipts)
    back = ReverseTransaction(by=CAY, second=SUE, reverses=number, why="The wrong one")
    after = done(paid, back)
    assert after.book == cage.book, owed
    receipt = after.receipts[number + 1]
    assert (receipt.amount, receipt.rounding) == (3_333, 2)
    [event] = events(paid, back)
    assert "$33.33 rounded up to $33.35" in CAGE_REGISTER.tell(paid, event)


def test_a_journal_of_an_earlier_version_is_read_and_its_odd_cents_are_reported() -> None:
    """A ticket was paid to the cent. It can still be reversed, for what was handed over then."""
    before, cage, store = Cage(), Cage(), MemoryStore()
    orders: list[CageCommand] = [OpenCage(at=BEGIN, by=PROGRAM), OPENER, printing(ODD), PAY]
    for order in orders:
        before, happened = cage, events(cage, order)
        if isinstance(paid := happened[0], TicketPaid):
            happened = (replace(paid, transfers=paid.transfers[:1]),)
        cage = CAGE_REGISTER.replayed(cage, happened)
        write(store, 1, {CAGE_REGISTER.name: [Draft(CAGE_REGISTER.recorded(order, happened))]})
    back = ReverseTransaction(by=CAY, second=SUE, reverses=1, why="The wrong one")
    assert (cage.book.balance(DRAWER), cage.receipts[1].rounding) == (ODD - 100_000, 0)
    assert done(cage, back).book == before.book
    again = resettled_cage(store, lambda _: None)
    assert ([each.line for each in again.differences], again.broken, again.ended) == ([len(orders)], "", "")
