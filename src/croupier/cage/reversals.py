"""Reversals: a wrong transaction at the counter is undone by another one that names it, never by one that did not happen."""

from collections.abc import Mapping

from msgspec.structs import replace

from croupier.cage.account_checks import account_of, short_refused
from croupier.cage.cash import cash_for, cash_from
from croupier.cage.chips import TOO_MANY
from croupier.cage.coins import handed
from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, Key, Record
from croupier.cage.message import CageOrder, Clerk, CounterEvent
from croupier.cage.patron import KEPT_MOVEMENTS, Movement, MovementKind
from croupier.cage.receipt import Receipt, ReceiptKind
from croupier.cage.redeeming import not_payable
from croupier.cage.refusals import Reason, signed_alone
from croupier.cage.state import Cage, with_patron, with_ticket
from croupier.cage.texts import because
from croupier.cage.ticket import CAGE_PLACE, Ticket, TicketState
from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import (
    ACCOUNTS,
    CAGE_BANK,
    CASH_ROUNDING,
    CHIPS,
    EXPIRED_TICKETS,
    OUTSTANDING,
    VOID_TICKETS,
    Account,
)
from croupier.ledger.book import Transfer
from croupier.money import Cents
from croupier.rules.terms import PayMethod


class ReverseTransaction(CageOrder):
    """Reverse a wrong transaction: the money, the chips or the ticket go back to where they were."""

    reverses: int
    """The number of its receipt."""
    why: str
    second: Clerk
    """Who approves it."""


class TransactionReversed(CounterEvent):
    """Two people reversed a transaction."""

    reverses: int
    kind: ReceiptKind
    """What was reversed."""
    amount: Cents
    patron: int | None = None
    serial: int | None = None
    """The ticket that is taken back: the newest, if it was printed again."""
    chips: Mapping[int, int] | None = None
    method: str | None = None
    """How the ticket had been paid."""
    by: Clerk
    second: Clerk
    why: str
    transfers: tuple[Transfer, ...]


OTHER_SIDE: Mapping[ReceiptKind, tuple[Account, bool]] = {
    ReceiptKind.DEPOSIT: (ACCOUNTS, True),
    ReceiptKind.WITHDRAWAL: (ACCOUNTS, False),
    ReceiptKind.CHIPS_SOLD: (CHIPS, True),
    ReceiptKind.CHIPS_REDEEMED: (CHIPS, False),
    ReceiptKind.TICKET_SOLD: (OUTSTANDING, True),
    ReceiptKind.TICKET_PAID: (OUTSTANDING, False),
    ReceiptKind.VOID_TICKET_PAID: (VOID_TICKETS, False),
    ReceiptKind.EXPIRED_TICKET_PAID: (EXPIRED_TICKETS, False),
}
"""The transactions that can be reversed: the account on the other side, and whether cash goes out when they are."""
_AGAIN: Mapping[ReceiptKind, TicketState] = {
    ReceiptKind.TICKET_SOLD: TicketState.CLOSED,
    ReceiptKind.TICKET_PAID: TicketState.ISSUED,
    ReceiptKind.VOID_TICKET_PAID: TicketState.VOID,
    ReceiptKind.EXPIRED_TICKET_PAID: TicketState.EXPIRED,
}
"""What a ticket is once a transaction with it was reversed."""


def reverse_transaction(cage: Cage, command: ReverseTransaction) -> TransactionReversed | Refusal:
    """Undo a transaction once, while what it gave is still there to be taken back."""
    if refusal := signed_alone(command.by, command.second, "Another person has to approve a reversal."):
        return refusal
    receipt = cage.receipts.get(command.reverses)
    if receipt is None:
        return Refusal(Reason.TRANSACTION_UNKNOWN, f"There is no transaction {command.reverses}.")
    ticket = None if receipt.serial is None else _newest(cage, receipt.serial)
    if refusal := never_reversed(receipt) or _gone(cage, receipt, ticket, command.at):
        return refusal
    (other, pays_out), amount = OTHER_SIDE[receipt.kind], receipt.amount
    other = ticket.account if ticket and other == OUTSTANDING else other
    is_bank = receipt.method is not None and receipt.method != PayMethod.CASH
    drawer = cash_for(cage, command.by, amount) if pays_out else cash_from(cage, command.by)
    money = CAGE_BANK if is_bank else drawer
    if isinstance(money, Refusal):
        return money
    return TransactionReversed(
        reverses=receipt.number,
        kind=receipt.kind,
        amount=amount,
        patron=receipt.patron,
        serial=ticket.serial if ticket else None,
        chips=receipt.chips,
        method=receipt.method,
        by=command.by,
        second=command.second,
        why=command.why,
        transfers=(Transfer(other, money, amount),) if pays_out else _taken_back(money, other, receipt),
    )


def _taken_back(money: Account, other: Account, receipt: Receipt) -> tuple[Transfer, ...]:
    """Take back everything that was handed over, and undo what was rounded."""
    rounded = (Transfer(money, CASH_ROUNDING, receipt.rounding),) if receipt.rounding else ()
    return (Transfer(money, other, receipt.amount), *rounded)


def never_reversed(receipt: Receipt) -> Refusal | None:
    """Refuse what cannot be reversed, whatever the books say: everybody who sees the receipt may be told."""
    if receipt.reversed_by is not None:
        sentence = f"Transaction {receipt.number} was reversed by {receipt.reversed_by}."
        return Refusal(Reason.TRANSACTION_REVERSED, sentence)
    if receipt.kind is ReceiptKind.REVERSAL:
        sentence = f"Transaction {receipt.number} is a reversal itself: do what it has undone anew."
        return Refusal(Reason.TRANSACTION_REVERSED, sentence)
    if receipt.kind in (ReceiptKind.PRIZE_CASH, ReceiptKind.PRIZE_VOUCHER):
        sentence = "What was won stays with the winner; a voucher that no table has exchanged yet is declared void."
        return Refusal(Reason.TRANSACTION_ELSEWHERE, sentence)
    if receipt.kind is ReceiptKind.COLOUR_CHECKS:
        sentence = "Redeemed colour checks stay redeemed: a mistake shows when the drawer is counted, and is explained there."
        return Refusal(Reason.TRANSACTION_ELSEWHERE, sentence)
    if receipt.kind not in OTHER_SIDE:
        sentence = "A transfer is put right at the terminal: the counter had no part in it."
        return Refusal(Reason.TRANSACTION_ELSEWHERE, sentence)
    return None


def _newest(cage: Cage, serial: int) -> Ticket:
    """The ticket, or the one that was last issued in its place."""
    ticket = cage.tickets[serial]
    while ticket.reprinted is not None:
        ticket = cage.tickets[ticket.reprinted]
    return ticket


def _gone(cage: Cage, receipt: Receipt, ticket: Ticket | None, at: int) -> Refusal | None:
    """Refuse to take back what is not there any more."""
    if receipt.patron is not None:
        account = account_of(cage, receipt.patron)
        if isinstance(account, Refusal):
            return account
        return short_refused(account[1], receipt.amount) if receipt.kind is ReceiptKind.DEPOSIT else None
    if receipt.kind is ReceiptKind.CHIPS_SOLD and receipt.amount > cage.book.balance(CHIPS):
        return TOO_MANY
    if ticket is None:
        return None
    if receipt.kind is ReceiptKind.TICKET_SOLD:
        return not_payable(ticket, at, CAGE_PLACE)
    is_paid_here = ticket.state is TicketState.PAID and ticket.at_place == CAGE_PLACE
    return None if is_paid_here else Refusal(Reason.TICKET_NOT_OPEN, "This ticket is not paid any more.")


def _reverse(cage: Cage, event: TransactionReversed) -> Cage:
    assert event.receipt is not None, "a reversal is a transaction"
    before = cage.receipts[event.reverses]
    after = replace(cage, receipts=cage.receipts.having(before.number, replace(before, reversed_by=event.receipt)))
    by = f"{event.by.name} and {event.second.name}"
    why = f"Reversal {event.receipt} of transaction {event.reverses}: {event.why}"
    if event.serial is not None:
        return with_ticket(after, event.serial, state=_AGAIN[event.kind], changed=event.at, at_place=CAGE_PLACE, by=by, why=why)
    if event.patron is None:
        return after
    account = cage.patrons[event.patron].account
    assert account is not None, "the account was there when it was decided"
    adds = event.kind is ReceiptKind.WITHDRAWAL
    balance = Cents(account.balance + (event.amount if adds else -event.amount))
    move = MovementKind.WITHDRAWAL_REVERSED if adds else MovementKind.DEPOSIT_REVERSED
    last = (*account.last, Movement(event.at, move, event.amount, CAGE_PLACE, balance))[-KEPT_MOVEMENTS:]
    return with_patron(after, event.patron, account=replace(account, balance=balance, last=last))


def _changed(event: TransactionReversed) -> tuple[Key, ...]:
    found: list[Key] = [(Record.RECEIPT, event.reverses)]
    found += [(Record.TICKET, event.serial)] if event.serial is not None else []
    found += [(Record.PATRON, event.patron)] if event.patron is not None else []
    return tuple(found)


CAGE_REGISTER.declare(
    CageRow(kind=ReverseTransaction, decide=reverse_transaction),
    CageEventRow(
        kind=TransactionReversed,
        apply=_reverse,
        tell=lambda _, e: (
            f"{e.by} and {e.second} reversed transaction {e.reverses} "
            f"({e.kind.replace('-', ' ')}, {handed(e.amount, e.transfers)}){because(e.why)}"
        ),
        moves_money=True,
        changes=_changed,
        receipt=lambda _: ReceiptKind.REVERSAL,
    ),
)
