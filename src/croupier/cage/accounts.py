"""Accounts of patrons: deposits and withdrawals at the cage, and transfers to and from terminals.

A transfer is one entry of the journal together with the terminal's, so it is never half done. There are no transfers between
patrons: no command names two of them.
"""

from msgspec.structs import replace

from croupier.cage.account_checks import (
    account_of,
    card_refused,
    no_amount,
    out_of_turn,
    over_refused,
    pin_refused,
    short_refused,
)
from croupier.cage.cash import cash_for, cash_into
from croupier.cage.coins import handed, no_coins, payment
from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, one_patron
from croupier.cage.message import CageCommand, CageEvent, CageOrder, Clerk, CounterEvent
from croupier.cage.patron import KEPT_MOVEMENTS, Movement, MovementKind, Patron, PatronAccount
from croupier.cage.patrons import excluded_refused, known_patron
from croupier.cage.receipt import ReceiptKind
from croupier.cage.refusals import Reason
from croupier.cage.state import Cage, with_patron
from croupier.cage.ticket import CAGE_PLACE
from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import ACCOUNTS, CASHLESS
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars


class OpenAccount(CageOrder):
    """Open the account of a patron."""

    patron: int


class Deposit(CageOrder):
    """Take cash at the cage into the account of a patron."""

    patron: int
    amount: Cents


class Withdraw(CageOrder):
    """Pay cash at the cage from the account of a patron, who shows identification."""

    patron: int
    amount: Cents
    identified: str
    """The identification that was seen."""


class TransferIn(CageCommand):
    """Transfer money from an account to the terminal that has the patron's card."""

    place: str
    """The table and the seat."""
    patron: int
    transfer: int
    """Transfers are counted from 1, over all accounts."""
    amount: Cents
    """The money that the terminal credits."""


class TransferOut(CageCommand):
    """Transfer the credit of the terminal that has the patron's card to the account."""

    place: str
    patron: int
    transfer: int
    amount: Cents


class AccountOpened(CageEvent):
    """The account of a patron was opened."""

    patron: int
    by: Clerk


class Deposited(CounterEvent):
    """Cash was taken into an account."""

    patron: int
    amount: Cents
    by: Clerk
    transfers: tuple[Transfer, ...]


class Withdrawn(CounterEvent):
    """Cash was paid from an account."""

    patron: int
    amount: Cents
    by: Clerk
    identified: str
    """The identification that was seen."""
    transfers: tuple[Transfer, ...]


class TransferredIn(CounterEvent):
    """Money went from an account to a terminal."""

    place: str
    patron: int
    transfer: int
    amount: Cents
    transfers: tuple[Transfer, ...]


class TransferredOut(CounterEvent):
    """The credit of a terminal went to an account."""

    place: str
    patron: int
    transfer: int
    amount: Cents
    transfers: tuple[Transfer, ...]


def open_account(cage: Cage, command: OpenAccount) -> AccountOpened | Refusal:
    """Open an account, once for each patron."""
    patron = known_patron(cage, command.patron)
    if isinstance(patron, Refusal):
        return patron
    if refusal := excluded_refused(patron):
        return refusal
    if patron.account is not None:
        return Refusal(Reason.ACCOUNT_THERE, f"Patron {patron.number} has an account already.")
    return AccountOpened(patron=patron.number, by=command.by)


def deposit(cage: Cage, command: Deposit) -> Deposited | Refusal:
    """Take cash into an account, up to the limits."""
    found = _open_to(cage, command.patron, command.amount, cage.patron_rules.most_deposit, "a deposit")
    if isinstance(found, Refusal):
        return found
    drawer = cash_into(cage, command.by, command.amount)
    if isinstance(drawer, Refusal):
        return drawer
    transfers = (Transfer(drawer, ACCOUNTS, command.amount),)
    return Deposited(patron=command.patron, amount=command.amount, by=command.by, transfers=transfers)


def withdraw(cage: Cage, command: Withdraw) -> Withdrawn | Refusal:
    """Pay cash from an account. An excluded patron is paid, too. All that is in it is paid to the next coin up."""
    found = account_of(cage, command.patron)
    if isinstance(found, Refusal):
        return found
    if refusal := no_amount(command.amount) or short_refused(found[1], command.amount):
        return refusal
    if refusal := _apart_refused(found[1], command.amount, "paid in cash"):
        return refusal
    drawer = cash_for(cage, command.by, command.amount)
    if isinstance(drawer, Refusal):
        return drawer
    transfers = payment(ACCOUNTS, drawer, command.amount)
    return Withdrawn(
        patron=command.patron, amount=command.amount, by=command.by, identified=command.identified, transfers=transfers
    )


def transfer_in(cage: Cage, command: TransferIn) -> TransferredIn | Refusal:
    """Transfer money to the terminal with the patron's card, never more than there is: all of it, or what coins make.

    Otherwise a patron could take a deposit apart into cents, and have each of them paid as a coin.
    """
    found = account_of(cage, command.patron)
    if isinstance(found, Refusal):
        return found
    patron, account = found
    most = cage.patron_rules.most_in
    refusal = (
        excluded_refused(patron)
        or card_refused(patron, command.place)
        or pin_refused(account)
        or no_amount(command.amount)
        or short_refused(account, command.amount)
        or over_refused(command.amount, most, "a transfer to a terminal")
        or out_of_turn(cage, command.transfer)
        or _apart_refused(account, command.amount, "transferred")
    )
    transfers = (Transfer(ACCOUNTS, CASHLESS, command.amount),)
    return refusal or TransferredIn(
        place=command.place,
        patron=command.patron,
        transfer=command.transfer,
        amount=command.amount,
        transfers=transfers,
    )


def transfer_out(cage: Cage, command: TransferOut) -> TransferredOut | Refusal:
    """Transfer the credit of the terminal with the patron's card to the account, up to the limits."""
    found = _open_to(cage, command.patron, command.amount, cage.patron_rules.most_out, "a transfer from a terminal")
    if isinstance(found, Refusal):
        return found
    if refusal := card_refused(found, command.place) or out_of_turn(cage, command.transfer):
        return refusal
    transfers = (Transfer(CASHLESS, ACCOUNTS, command.amount),)
    return TransferredOut(
        place=command.place,
        patron=command.patron,
        transfer=command.transfer,
        amount=command.amount,
        transfers=transfers,
    )


def _apart_refused(account: PatronAccount, amount: Cents, done: str) -> Refusal | None:
    """Refuse a part of an account that no coins make. Play leaves odd cents there, and it has to be empty before it ends."""
    return None if amount == account.balance else no_coins(amount, done)


def _open_to(cage: Cage, number: int, amount: Cents, most: Cents, what: str) -> Patron | Refusal:
    """The patron whose account takes in an amount, or why it does not."""
    found = account_of(cage, number)
    if isinstance(found, Refusal):
        return found
    patron, account = found
    if refusal := excluded_refused(patron) or no_amount(amount) or over_refused(amount, most, what):
        return refusal
    if account.balance + amount > cage.patron_rules.most_balance:
        sentence = f"An account has at most {dollars(cage.patron_rules.most_balance)}; that would be more."
        return Refusal(Reason.OVER_ACCOUNT_LIMIT, sentence)
    return patron


Moved = Deposited | Withdrawn | TransferredIn | TransferredOut
MOVES = {
    Deposited: MovementKind.DEPOSIT,
    Withdrawn: MovementKind.WITHDRAWAL,
    TransferredIn: MovementKind.TRANSFER_IN,
    TransferredOut: MovementKind.TRANSFER_OUT,
}


def _move(cage: Cage, event: Moved) -> Cage:
    account = cage.patrons[event.patron].account
    assert account is not None, "money moves to and from accounts that are open"
    adds = isinstance(event, Deposited | TransferredOut)
    balance = Cents(account.balance + (event.amount if adds else -event.amount))
    assert balance >= 0, "an account is never overdrawn"
    where = event.place if isinstance(event, TransferredIn | TransferredOut) else CAGE_PLACE
    movement = Movement(event.at, MOVES[type(event)], event.amount, where, balance)
    wrong = 0 if isinstance(event, TransferredIn) else account.wrong_pins
    last = (*account.last, movement)[-KEPT_MOVEMENTS:]
    return with_patron(cage, event.patron, account=replace(account, balance=balance, wrong_pins=wrong, last=last))


def _transfer(cage: Cage, event: TransferredIn | TransferredOut) -> Cage:
    assert event.transfer == cage.transfers + 1, "transfers are counted without gaps"
    return replace(_move(cage, event), transfers=event.transfer)


CAGE_REGISTER.declare(
    CageRow(kind=OpenAccount, decide=open_account),
    CageRow(kind=Deposit, decide=deposit),
    CageRow(kind=Withdraw, decide=withdraw),
    CageRow(kind=TransferIn, decide=transfer_in),
    CageRow(kind=TransferOut, decide=transfer_out),
    CageEventRow(
        kind=AccountOpened,
        apply=lambda cage, e: with_patron(cage, e.patron, account=PatronAccount()),
        tell=lambda _, e: f"{e.by} opened the account of patron {e.patron}.",
        moves_money=False,
        changes=one_patron,
    ),
    CageEventRow(
        kind=Deposited,
        apply=_move,
        tell=lambda _, e: f"{e.by} took {dollars(e.amount)} into the account of patron {e.patron}.",
        moves_money=True,
        changes=one_patron,
        receipt=lambda _: ReceiptKind.DEPOSIT,
    ),
    CageEventRow(
        kind=Withdrawn,
        apply=_move,
        tell=lambda _, e: (
            f"{e.by} paid {handed(e.amount, e.transfers)} from the account of patron {e.patron}, "
            f"and saw identification: {e.identified}."
        ),
        moves_money=True,
        changes=one_patron,
        receipt=lambda _: ReceiptKind.WITHDRAWAL,
    ),
    CageEventRow(
        kind=TransferredIn,
        apply=_transfer,
        tell=lambda _, e: f"Transfer {e.transfer}: {dollars(e.amount)} from the account of patron {e.patron} to {e.place}.",
        moves_money=True,
        changes=one_patron,
        receipt=lambda _: ReceiptKind.TRANSFER_IN,
    ),
    CageEventRow(
        kind=TransferredOut,
        apply=_transfer,
        tell=lambda _, e: f"Transfer {e.transfer}: {dollars(e.amount)} from {e.place} to the account of patron {e.patron}.",
        moves_money=True,
        changes=one_patron,
        receipt=lambda _: ReceiptKind.TRANSFER_OUT,
    ),
)
