"""Patrons, their cards and their accounts: what the cage keeps about each. Names and dates of birth are not here."""

from enum import StrEnum

import msgspec

from croupier.money import Cents

KEPT_MOVEMENTS = 10
"""How many of the last movements of an account its record has. The journal has them all."""
MOST_WRONG_PINS = 3
"""After so many wrong PINs in a row, a terminal takes no PIN for the account until the cage has set a new one."""


class IdentityDocument(StrEnum):
    """The kind of document that proved who somebody is. The document's number is not in the journal."""

    PASSPORT = "passport"
    DRIVER_LICENCE = "driver-licence"
    PHOTO_CARD = "photo-card"
    FOREIGN_IDENTITY_CARD = "foreign-identity-card"


class CardState(StrEnum):
    """Whether a card can be used."""

    VALID = "valid"
    REPLACED = "replaced"
    CANCELLED = "cancelled"


class Card(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A player card. It is kept forever, so that an old one is recognised."""

    serial: int
    """Cards are counted from 1. The serial is no secret."""
    salt: int
    """The part of its number that was drawn by chance. The number itself is not kept: see `card_numbers`."""
    patron: int
    state: CardState
    issued: int
    """When it was issued: milliseconds since 1970."""
    changed: int
    """When it came to its state."""


class CardPlace(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A terminal that a card is in."""

    place: str
    """The table and the seat."""
    alone: bool
    """Whether the document of that table lets its players use one terminal only."""


class MovementKind(StrEnum):
    """How money came to an account, or left it."""

    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"
    DEPOSIT_REVERSED = "deposit-reversed"
    """A wrong deposit went back."""
    WITHDRAWAL_REVERSED = "withdrawal-reversed"
    """A wrong withdrawal came back."""
    OPENING = "opening"
    """It was there when the books were opened."""
    TRANSFER_IN = "transfer-in"
    """From the account to a terminal."""
    TRANSFER_OUT = "transfer-out"
    """From a terminal to the account."""


class Movement(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Money that came to an account, or left it."""

    at: int
    """Milliseconds since 1970."""
    move: MovementKind
    amount: Cents
    place: str
    """A terminal, or the cage."""
    balance: Cents
    """What is in the account after it."""


class PatronAccount(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The account of a patron."""

    balance: Cents = Cents(0)
    has_pin: bool = False
    wrong_pins: int = 0
    """Wrong PINs since the last right one."""
    last: tuple[Movement, ...] = ()
    """The last movements, newest last."""

    @property
    def is_locked(self) -> bool:
        """Whether terminals take no PIN for it any more."""
        return self.wrong_pins >= MOST_WRONG_PINS


class Patron(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A person in the register. Limits and rules of play time will be further fields with defaults."""

    number: int
    """Patrons are counted from 1."""
    digest: str
    """The salted digest of the name, the date of birth and the document, which are in a file of their own."""
    registered: int
    """When: milliseconds since 1970."""
    checked_by: str
    """Who has seen the document."""
    identified: IdentityDocument
    card: int | None = None
    """The serial of the valid card; None if there is none."""
    places: tuple[CardPlace, ...] = ()
    """Where the card is in."""
    is_held: bool = False
    """Whether the patron was ordered to use one terminal only."""
    is_excluded: bool = False
    account: PatronAccount | None = None
    is_erased: bool = False
    """Whether the private details were erased. The number is not used again."""

    def place(self, name: str) -> CardPlace | None:
        """The terminal of this name, if the card is in it."""
        return next((each for each in self.places if each.place == name), None)


class Exclusion(msgspec.Struct, frozen=True, gc=False):
    """The exclusion of a patron from the casino."""

    since: int
    """When it was decided: milliseconds since 1970."""
    by: str
    why: str
    place: str
    """The table where it was decided, or the cage."""
    second: str | None = None
    """Who signed it, too, at the cage; None if a table decided it."""


class Lift(msgspec.Struct, frozen=True, gc=False):
    """The end of the last exclusion of a patron who is not excluded now."""

    at: int
    """Milliseconds since 1970."""
    by: str
    why: str


class PatronRules(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The settings for patrons, cards and accounts. Amounts are cents."""

    age: int = 18
    """The age from which a person is registered."""
    one_terminal_since: int | None = None
    """From when a card is in one terminal at a time at every table, whatever its document says; None for never."""
    most_deposit: Cents = Cents(1_000_000)
    """The most money in one deposit."""
    most_balance: Cents = Cents(10_000_000)
    """The most money in one account."""
    most_in: Cents = Cents(500_000)
    """The most money in one transfer to a terminal."""
    most_out: Cents = Cents(1_000_000)
    """The most money in one transfer from a terminal."""
