"""Numbers of player cards: 16 digits, two for the casino, ten that hide the serial and four that find a mistyped one.

As with tickets, a number is divisible by 9973, and it follows from the serial, a salt and a secret key: the cage keeps no
numbers of cards. The length tells cards from tickets.
"""

from croupier.cage.hiding import Hiding
from croupier.cage.numbers import PRIME, as_digits, house_of
from croupier.cage.patron import Card
from croupier.cage.refusals import Reason
from croupier.cage.state import Cage, opened_rules
from croupier.facts.refusal import Refusal

CARD_DIGITS = 16
HALF = 10**5
CARD_CHANCES = HALF * HALF
"""How many card numbers a casino has."""
CARD_SALTS = 10**3
CARD_SERIALS = CARD_CHANCES // CARD_SALTS
"""How many cards a casino can issue."""


def card_number(house: int, hidden: int) -> str:
    """The number for a casino with these ten digits."""
    body = (house * CARD_CHANCES + hidden) * 10**4
    return f"{body + -body % PRIME:0{CARD_DIGITS}}"


def is_card_number(typed: str) -> bool:
    """Whether a number has its digits, and its check digits fit. Spaces and dashes do not matter."""
    number = as_digits(typed)
    return len(number) == CARD_DIGITS and number.isascii() and number.isdigit() and int(number) % PRIME == 0


def in_card_groups(number: str) -> str:
    """A number as a card shows it, in groups of four digits."""
    return " ".join(number[at : at + 4] for at in range(0, CARD_DIGITS, 4))


class CardNumbers:
    """The numbers of a casino's cards. Only the owner of the key can make them, or tell which card one belongs to."""

    def __init__(self, key: bytes) -> None:
        """Hide serials with this key, of 16 to 64 random bytes."""
        self._hiding = Hiding(key, HALF)

    def of(self, house: int, serial: int, salt: int) -> str:
        """The number of a card of a casino."""
        return card_number(house, self._hiding.hidden(serial * CARD_SALTS + salt))

    def find(self, cage: Cage, typed: str) -> Card | Refusal:
        """The card with a number that a reader read or somebody typed, or why there is none."""
        number = as_digits(typed)
        if not is_card_number(number):
            return Refusal(Reason.CARD_MISREAD, "That is not the number of a card: a digit is wrong or missing.")
        if house_of(number) != opened_rules(cage).house:
            return Refusal(Reason.CARD_OF_ANOTHER_HOUSE, "Another casino issued this card.")
        serial, salt = divmod(self._hiding.shown(int(number[2:12])), CARD_SALTS)
        card = cage.cards.get(serial)
        if card is None or card.salt != salt:
            return Refusal(Reason.CARD_UNKNOWN, "This casino issued no such card.")
        return card
