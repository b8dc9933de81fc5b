"""Refusals of the cage: the answer to a command that it rejects. Nothing changes."""

import msgspec

from croupier.rules.coded import Coded


class CageReason(Coded):
    """Why a command was refused: a stable code for programs, and its meaning for people."""

    TICKET_MISREAD = "ticket-misread", "That is not the number of a ticket: a digit is wrong or missing."
    TICKET_OF_ANOTHER_HOUSE = "ticket-of-another-house", "Another casino issued the ticket."
    TICKET_UNKNOWN = "ticket-unknown", "This casino issued no such ticket."
    TICKET_PAID = "ticket-paid", "The ticket has been paid."
    TICKET_PENDING = "ticket-pending", "The ticket is in another machine."
    TICKET_VOID = "ticket-void", "The ticket is void."
    TICKET_EXPIRED = "ticket-expired", "The ticket has expired."
    TICKET_WITHHELD = "ticket-withheld", "The payment of the ticket is withheld."
    TICKET_NOT_WITHHELD = "ticket-not-withheld", "The payment of the ticket is not withheld."
    TICKET_NOT_HERE = "ticket-not-here", "The ticket is not in that machine."
    TICKET_NEEDED = "ticket-needed", "A ticket is taken in by its number."
    OVER_TICKET_LIMIT = "over-ticket-limit", "It is more than a ticket may be for, or more than may be taken in as one."
    BAD_SALT = "bad-salt", "No number can be made for the ticket."
    BAD_AMOUNT = "bad-amount", "That is not an amount of money."
    BAD_TEXT = "bad-text", "A text is empty, too long, or has control characters."
    BAD_TIME = "bad-time", "It would have happened before something that has happened."
    BAD_SETTING = "bad-setting", "The cage cannot work with that setting."
    SECOND_PERSON_NEEDED = "second-person-needed", "Two people have to sign."
    CAGE_CLOSED = "cage-closed", "The cage was not opened yet, or was opened before."


class CageRefusal(msgspec.Struct, frozen=True):
    """The answer to a rejected command: a code, and a sentence for a person."""

    reason: CageReason
    sentence: str
