"""Validation numbers of tickets: 20 digits, two for the casino, fourteen that hide the serial, four that find mistakes.

A number is divisible by 9973, the largest prime of four digits. So every wrong digit and every swap of two digits is found,
and of any other misreading 9,999 in 10,000.

The fourteen digits are the serial and a salt under a secret key (`hiding`). With the key, a number leads to its ticket and a
ticket to its number. Without it, neither does. So nothing that can be redeemed has to be kept. The salt is drawn by chance:
after the restore of a backup, the serials that were issued since have other numbers.
"""

from hashlib import blake2b

from croupier.cage.hiding import Hiding
from croupier.cage.refusals import Reason
from croupier.cage.state import Cage, opened_rules
from croupier.cage.ticket import Ticket
from croupier.cage.voucher import Voucher
from croupier.facts.refusal import Refusal

DIGITS = 20
PRIME = 9973
HALF = 10**7
CHANCES = HALF * HALF
"""How many numbers a casino has. With a million tickets outstanding, a guess finds one in a hundred million."""
HOUSES = 100
SALTS = 10**5
LEAST_FORMER, MOST_FORMER = 4, 40
"""How long a number is that a former system has printed."""
SERIALS = CHANCES // SALTS
"""How many tickets a casino can issue."""


def validation_number(house: int, hidden: int) -> str:
    """The number for a casino with these fourteen digits."""
    body = (house * CHANCES + hidden) * 10**4
    return f"{body + -body % PRIME:0{DIGITS}}"


def is_serial(typed: str) -> bool:
    """Whether what somebody typed can be the serial of a ticket."""
    digits = as_digits(typed)
    return digits.isascii() and digits.isdecimal() and len(digits) < len(str(SERIALS))


def as_digits(typed: str) -> str:
    """A number as it was typed or read, without the spaces and dashes between its groups."""
    return typed.replace(" ", "").replace("-", "")


def is_whole(number: str) -> bool:
    """Whether a number has its digits, and its check digits fit."""
    return len(number) == DIGITS and number.isascii() and number.isdigit() and int(number) % PRIME == 0


def house_of(number: str) -> int:
    """The casino that a number belongs to."""
    return int(number[:2])


def hidden_in(number: str) -> int:
    """The fourteen digits that hide serial and salt."""
    return int(number[2:16])


def in_groups(number: str) -> str:
    """A number as a ticket shows it, in groups of four digits."""
    return " ".join(number[at : at + 4] for at in range(0, DIGITS, 4))


class TicketNumbers:
    """The numbers of a casino's tickets. Only the owner of the key can make them, or tell which ticket one belongs to."""

    def __init__(self, key: bytes) -> None:
        """Hide serials with this key, of 16 to 64 random bytes."""
        self._key, self._hiding = key, Hiding(key, HALF)

    def of(self, house: int, serial: int, salt: int) -> str:
        """The validation number of a ticket of a casino."""
        return validation_number(house, self._hiding.hidden(serial * SALTS + salt))

    def hidden(self, number: str) -> tuple[int, int]:
        """The serial and the salt in a number. No ticket may have them."""
        return divmod(self._hiding.shown(hidden_in(number)), SALTS)

    def former(self, typed: str) -> str | Refusal:
        """The keyed digest of a number that a former system has printed, however it is spaced."""
        number = as_digits(typed).upper()
        if not (LEAST_FORMER <= len(number) <= MOST_FORMER and number.isascii() and number.isalnum()):
            sentence = f"The number of a ticket has {LEAST_FORMER} to {MOST_FORMER} digits and letters."
            return Refusal(Reason.TICKET_MISREAD, sentence)
        return blake2b(number.encode(), digest_size=16, key=self._key, person=b"former ticket").hexdigest()

    def find_former(self, cage: Cage, typed: str) -> Ticket | None:
        """The ticket of a former system with a number that somebody typed; None if there is none."""
        digest = self.former(typed)
        serial = None if isinstance(digest, Refusal) else cage.former.get(digest)
        return None if serial is None else cage.tickets[serial]

    def find_voucher(self, cage: Cage, typed: str) -> Voucher | Refusal:
        """The voucher with a number that somebody typed, or why there is none. These numbers have a key of their own."""
        number = as_digits(typed)
        if not is_whole(number):
            return Refusal(Reason.VOUCHER_MISREAD, "That is not the number of a voucher: a digit is wrong or missing.")
        serial, salt = self.hidden(number)
        voucher = cage.vouchers.get(serial)
        if voucher is None or voucher.salt != salt or house_of(number) != opened_rules(cage).house:
            return Refusal(Reason.VOUCHER_UNKNOWN, "This casino issued no such voucher.")
        return voucher

    def find(self, cage: Cage, typed: str) -> Ticket | Refusal:
        """The ticket with a number that somebody typed or a reader read, or why there is none."""
        number = as_digits(typed)
        if not is_whole(number):
            return Refusal(Reason.TICKET_MISREAD, "That is not the number of a ticket: a digit is wrong or missing.")
        if house_of(number) != opened_rules(cage).house:
            return Refusal(Reason.TICKET_OF_ANOTHER_HOUSE, "Another casino issued this ticket.")
        serial, salt = self.hidden(number)
        ticket = cage.tickets.get(serial)
        if ticket is None or ticket.salt != salt:
            return Refusal(Reason.TICKET_UNKNOWN, "This casino issued no such ticket.")
        return ticket
