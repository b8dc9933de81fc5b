"""What has to be so before money moves to or from the account of a patron."""

from croupier.cage.patron import Patron, PatronAccount
from croupier.cage.patrons import known_patron
from croupier.cage.refusals import CageReason, CageRefusal
from croupier.cage.state import Cage
from croupier.money import Cents, dollars


def account_of(cage: Cage, number: int) -> tuple[Patron, PatronAccount] | CageRefusal:
    """A patron with an account, or a refusal."""
    patron = known_patron(cage, number)
    if isinstance(patron, CageRefusal):
        return patron
    if patron.account is None:
        return CageRefusal(CageReason.NO_ACCOUNT, f"Patron {number} has no account; the cage opens one.")
    return patron, patron.account


def short_refused(account: PatronAccount, amount: Cents) -> CageRefusal | None:
    """Refuse more than there is in an account."""
    if amount <= account.balance:
        return None
    return CageRefusal(CageReason.ACCOUNT_SHORT, f"The account has {dollars(account.balance)}, not {dollars(amount)}.")


def pin_refused(account: PatronAccount) -> CageRefusal | None:
    """Refuse a transfer to a terminal if the account has no PIN, or was locked after wrong ones."""
    if not account.has_pin:
        return CageRefusal(CageReason.PIN_NEEDED, "The account has no PIN; the cage sets one.")
    if not account.is_locked:
        return None
    return CageRefusal(CageReason.PIN_LOCKED, "The account is locked after wrong PINs; the cage sets a new one.")


def no_amount(amount: int) -> CageRefusal | None:
    """Refuse what is no amount of money."""
    return None if amount > 0 else CageRefusal(CageReason.BAD_AMOUNT, "That is not an amount of money.")


def over_refused(amount: Cents, most: Cents, what: str) -> CageRefusal | None:
    """Refuse an amount over the limit for `what`."""
    if amount <= most:
        return None
    sentence = f"{what[0].upper()}{what[1:]} is for at most {dollars(most)}, not for {dollars(amount)}."
    return CageRefusal(CageReason.OVER_ACCOUNT_LIMIT, sentence)


def card_refused(patron: Patron, place: str) -> CageRefusal | None:
    """Refuse a terminal that does not have the patron's card."""
    if patron.place(place):
        return None
    return CageRefusal(CageReason.CARD_NOT_HERE, f"The card of patron {patron.number} is not in this terminal.")


def out_of_turn(cage: Cage, transfer: int) -> CageRefusal | None:
    """Refuse a number that is not the next one."""
    if transfer == cage.transfers + 1:
        return None
    return CageRefusal(CageReason.TRANSFER_NUMBER, f"The next transfer has number {cage.transfers + 1}, not {transfer}.")
