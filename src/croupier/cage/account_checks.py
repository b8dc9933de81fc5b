"""What has to be so before money moves to or from the account of a patron."""

from croupier.cage.patron import Patron, PatronAccount
from croupier.cage.patrons import known_patron
from croupier.cage.refusals import Reason
from croupier.cage.state import Cage
from croupier.facts.refusal import Refusal
from croupier.money import Cents, dollars


def account_of(cage: Cage, number: int) -> tuple[Patron, PatronAccount] | Refusal:
    """A patron with an account, or a refusal."""
    patron = known_patron(cage, number)
    if isinstance(patron, Refusal):
        return patron
    if patron.account is None:
        return Refusal(Reason.NO_ACCOUNT, f"Patron {number} has no account; the cage opens one.")
    return patron, patron.account


def short_refused(account: PatronAccount, amount: Cents) -> Refusal | None:
    """Refuse more than there is in an account."""
    if amount <= account.balance:
        return None
    return Refusal(Reason.ACCOUNT_SHORT, f"The account has {dollars(account.balance)}, not {dollars(amount)}.")


def pin_refused(account: PatronAccount) -> Refusal | None:
    """Refuse a transfer to a terminal if the account has no PIN, or was locked after wrong ones."""
    if not account.has_pin:
        return Refusal(Reason.PIN_NEEDED, "The account has no PIN; the cage sets one.")
    if not account.is_locked:
        return None
    return Refusal(Reason.PIN_LOCKED, "The account is locked after wrong PINs; the cage sets a new one.")


def no_amount(amount: int) -> Refusal | None:
    """Refuse what is no amount of money."""
    return None if amount > 0 else Refusal(Reason.BAD_AMOUNT, "That is not an amount of money.")


def over_refused(amount: Cents, most: Cents, what: str) -> Refusal | None:
    """Refuse an amount over the limit for `what`."""
    if amount <= most:
        return None
    sentence = f"{what[0].upper()}{what[1:]} is for at most {dollars(most)}, not for {dollars(amount)}."
    return Refusal(Reason.OVER_ACCOUNT_LIMIT, sentence)


def card_refused(patron: Patron, place: str) -> Refusal | None:
    """Refuse a terminal that does not have the patron's card."""
    if patron.place(place):
        return None
    return Refusal(Reason.CARD_NOT_HERE, f"The card of patron {patron.number} is not in this terminal.")


def out_of_turn(cage: Cage, transfer: int) -> Refusal | None:
    """Refuse a number that is not the next one."""
    if transfer == cage.transfers + 1:
        return None
    return Refusal(Reason.TRANSFER_NUMBER, f"The next transfer has number {cage.transfers + 1}, not {transfer}.")
