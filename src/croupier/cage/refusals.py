"""Refusals of the cage: the answer to a command that it rejects. Nothing changes."""

from typing import Self, TypeGuard

from croupier.cage.message import Clerk
from croupier.facts.refusal import Refusal
from croupier.rules.coded import Coded


class Reason(Coded):
    """Why a command was refused: a stable code for programs, its meaning for people, and the amount that it hides, if any."""

    more_than: str | None
    """What there was not enough of, if the amount is hidden: each such refusal is on record, and no view tells it."""

    def __new__(cls, code: str, meaning: str, more_than: str | None = None) -> Self:
        """Make a member from a code, its meaning and what it hides."""
        member = str.__new__(cls, code)
        member._value_, member.meaning, member.more_than = code, meaning, more_than
        return member

    TICKET_MISREAD = "ticket-misread", "That is not the number of a ticket: a digit is wrong or missing."
    TICKET_OF_ANOTHER_HOUSE = "ticket-of-another-house", "Another casino issued the ticket."
    TICKET_UNKNOWN = "ticket-unknown", "This casino issued no such ticket."
    TICKET_PAID = "ticket-paid", "The ticket has been paid."
    TICKET_PENDING = "ticket-pending", "The ticket is in another machine."
    TICKET_VOID = "ticket-void", "The ticket is void."
    TICKET_EXPIRED = "ticket-expired", "The ticket has expired."
    TICKET_WITHHELD = "ticket-withheld", "The payment of the ticket is withheld."
    TICKET_DELAYED = "ticket-delayed", "The payment of the ticket was delayed to an agreed time."
    TICKET_FORMER = "ticket-former", "The ticket is of a former system: two people pay it at the cage."
    TICKET_TWICE = "ticket-twice", "Two tickets of a former system have the same number."
    TICKET_NOT_WITHHELD = "ticket-not-withheld", "The payment of the ticket is not withheld."
    TICKET_NOT_OPEN = "ticket-not-open", "The value of the ticket does not wait for a decision."
    NOTICE_DUE = "notice-due", "An inspector has to be told first, or has to review it."
    TICKET_NOT_HERE = "ticket-not-here", "The ticket is not in that machine."
    TICKET_NEEDED = "ticket-needed", "A ticket is taken in by its number."
    OVER_TICKET_LIMIT = "over-ticket-limit", "It is more than a ticket may be for, or more than may be taken in as one."
    VOUCHER_MISREAD = "voucher-misread", "That is not the number of a voucher: a digit is wrong or missing."
    VOUCHER_UNKNOWN = "voucher-unknown", "This casino issued no such voucher."
    VOUCHER_EXCHANGED = "voucher-exchanged", "The voucher has been exchanged."
    VOUCHER_VOID = "voucher-void", "The voucher is void."
    OVER_VOUCHER_LIMIT = "over-voucher-limit", "It is more than a voucher, or those of a day, may be for."
    NO_SUCH_PROMOTION = "no-such-promotion", "No such promotion runs."
    PATRON_UNKNOWN = "patron-unknown", "Nobody has that number in the register."
    PATRON_EXCLUDED = "patron-excluded", "The patron is excluded from the casino."
    PATRON_NOT_EXCLUDED = "patron-not-excluded", "The patron is not excluded from the casino."
    PATRON_REGISTERED = "patron-registered", "The document is that of a patron who is in the register."
    PATRON_SIMILAR = "patron-similar", "A patron with a similar name and date of birth is in the register."
    NOTHING_NEW = "nothing-new", "Nothing would change."
    PATRON_ERASED = "patron-erased", "The private details of the patron were erased."
    CARD_MISREAD = "card-misread", "That is not the number of a card: a digit is wrong or missing."
    CARD_OF_ANOTHER_HOUSE = "card-of-another-house", "Another casino issued the card."
    CARD_UNKNOWN = "card-unknown", "This casino issued no such card."
    CARD_NOT_VALID = "card-not-valid", "The card was replaced or cancelled, or the patron has none."
    CARD_THERE = "card-there", "The patron has a card; it can be replaced."
    CARD_ELSEWHERE = "card-elsewhere", "The card is in another terminal, and may be in one only."
    CARD_NOT_HERE = "card-not-here", "The card of the patron is not in that terminal."
    NO_ACCOUNT = "no-account", "The patron has no account."
    ACCOUNT_THERE = "account-there", "The patron has an account already."
    ACCOUNT_NOT_EMPTY = "account-not-empty", "There is money in the account, which has to be paid out first."
    ACCOUNT_NEEDED = "account-needed", "Cashless money comes from an account, and goes to one."
    ACCOUNT_SHORT = "account-short", "There is not so much in the account."
    OVER_ACCOUNT_LIMIT = "over-account-limit", "It is more than may be moved at once, or than an account may have."
    NO_TRANSFER_OUT = "no-transfer-out", "The document of the table does not pay credits to an account."
    TRANSFER_NUMBER = "transfer-number", "Transfers are counted without gaps."
    PIN_NEEDED = "pin-needed", "The account has no PIN yet."
    PIN_WRONG = "pin-wrong", "The PIN is wrong."
    PIN_BUSY = "pin-busy", "Too many PINs are being checked just now."
    PIN_LOCKED = "pin-locked", "The account is locked after wrong PINs."
    TOO_MANY_CHIPS = "too-many-chips", "Players cannot have as many chips.", "chips than players can have by the books"
    BOX_UNKNOWN = "box-unknown", "No such box is in the count room."
    BOX_COUNTED = "box-counted", "The box was counted, and the count stands."
    NO_DRAWER = "no-drawer", "The clerk has no open drawer to take cash into or to pay it from."
    DRAWER_TURN = "drawer-turn", "The drawer has an opener and a closer in turn."
    DRAWER_SHORT = (
        "drawer-short",
        "The drawer does not have so much cash by the books.",
        "cash than the own drawer has by the books",
    )
    VAULT_SHORT = (
        "vault-short",
        "The vault does not have so much cash by the books.",
        "cash than the vault has by the books",
    )
    NO_COIN = "no-coin", "No coins make that amount."
    OVER_COUNTER_LIMIT = "over-counter-limit", "It is more than may be sold or moved at the counter at once."
    IDENTIFICATION_NEEDED = "identification-needed", "Whoever is paid has to show identification."
    REASON_NEEDED = "reason-needed", "It needs a reason."
    VARIANCE_UNKNOWN = "variance-unknown", "There is no such variance."
    VARIANCE_EXPLAINED = "variance-explained", "The variance is explained already."
    VARIANCE_CHANGED = "variance-changed", "The variance has another amount than the explanation names, as after a recount."
    BAD_DAY = "bad-day", "It is no date, has not ended, is closed, or is not next."
    DAY_OPEN = "day-open", "Something of the day is not counted, not explained or on its way."
    COUNT_ROOM = "count-room", "Chips go on slips, and boxes are counted in the count room."
    TRANSACTION_UNKNOWN = "transaction-unknown", "There is no transaction of that number."
    TRANSACTION_REVERSED = "transaction-reversed", "The transaction was reversed, or is a reversal."
    TRANSACTION_ELSEWHERE = "transaction-elsewhere", "The transaction was made at a terminal, and is put right there."
    BAD_SALT = "bad-salt", "No number can be made for the ticket or the card."
    BAD_AMOUNT = "bad-amount", "That is not an amount of money."
    BAD_TEXT = "bad-text", "A text is empty, too long, or has control characters."
    BAD_TIME = "bad-time", "It would have happened before something that has happened."
    BAD_SETTING = "bad-setting", "The cage cannot work with that setting."
    SECOND_PERSON_NEEDED = "second-person-needed", "Two people have to sign."
    IN_BUSINESS = "in-business", "The cage has done business, and its books are open."
    CAGE_CLOSED = "cage-closed", "The cage was not opened yet, or was opened before."


def hides_amount(reason: Coded) -> TypeGuard[Reason]:
    """Whether a refusal for this reason hides an amount. It is on record."""
    return isinstance(reason, Reason) and reason.more_than is not None


def signed_alone(by: Clerk, second: Clerk | None, sentence: str) -> Refusal | None:
    """Refuse, in this sentence, what one person has signed twice or alone."""
    return Refusal(Reason.SECOND_PERSON_NEEDED, sentence) if second is None or second.login == by.login else None
