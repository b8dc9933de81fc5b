"""Validation numbers of tickets: 20 digits, two for the casino, fourteen by chance and four that find a mistyped one.

A number is divisible by 9973, the largest prime of four digits. So every wrong digit and every swap of two digits is found,
and of any other misreading 9,999 in 10,000.
"""

DIGITS = 20
PRIME = 9973
CHANCES = 10**14
"""How many numbers a casino has. With a million tickets outstanding, a guess finds one in a hundred million."""
HOUSES = 100


def validation_number(house: int, chance: int) -> str:
    """The number for a casino and a random number below `CHANCES`."""
    body = (house * CHANCES + chance) * 10**4
    return f"{body + -body % PRIME:0{DIGITS}}"


def as_digits(typed: str) -> str:
    """A number as it was typed or read, without the spaces and dashes between its groups."""
    return typed.replace(" ", "").replace("-", "")


def is_whole(number: str) -> bool:
    """Whether a number has its digits, and its check digits fit."""
    return len(number) == DIGITS and number.isascii() and number.isdigit() and int(number) % PRIME == 0


def house_of(number: str) -> int:
    """The casino that a number belongs to."""
    return int(number[:2])


def in_groups(number: str) -> str:
    """A number as a ticket shows it, in groups of four digits."""
    return " ".join(number[at : at + 4] for at in range(0, DIGITS, 4))
