"""Numbers of player cards: 16 digits, two for the casino, ten by chance and four that find a mistyped one.

As with tickets, a number is divisible by 9973. The length tells cards from tickets.
"""

from croupier.cage.numbers import PRIME, as_digits
from croupier.cage.state import Cage, opened_rules

CARD_DIGITS = 16
CARD_CHANCES = 10**10


def card_number(house: int, chance: int) -> str:
    """The number for a casino and a random number below `CARD_CHANCES`."""
    body = (house * CARD_CHANCES + chance) * 10**4
    return f"{body + -body % PRIME:0{CARD_DIGITS}}"


def is_card_number(typed: str) -> bool:
    """Whether a number has its digits, and its check digits fit. Spaces and dashes do not matter."""
    number = as_digits(typed)
    return len(number) == CARD_DIGITS and number.isascii() and number.isdigit() and int(number) % PRIME == 0


def in_card_groups(number: str) -> str:
    """A number as a card shows it, in groups of four digits."""
    return " ".join(number[at : at + 4] for at in range(0, CARD_DIGITS, 4))


def free_card_number(cage: Cage) -> str:
    """A number that no card has. It is not by chance: use it only to ask what may be done."""
    numbers = (card_number(opened_rules(cage).house, chance) for chance in range(len(cage.cards) + 1))
    return next(number for number in numbers if number not in cage.card_numbers)
