"""How money comes to a table and goes from it."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from croupier.ledger.accounts import (
    CAGE,
    CASHLESS,
    DROP,
    HAND_PAYS,
    OUTSIDE,
    PROMOTIONS,
    TICKETS,
    Account,
    rack,
    restricted,
    stacker,
    tokens,
    unrestricted,
)
from croupier.money import Cents, dollars
from croupier.rules.outcomes import listed


class Way(StrEnum):
    """In what form money comes or goes."""

    NOTES = "notes"
    TICKET = "ticket"
    CASHLESS = "cashless"
    RESTRICTED = "restricted"
    UNRESTRICTED = "unrestricted"
    PROMOTION = "promotion"
    """Promotional credits in lines before the fourth form, which went to the rack."""
    HAND_PAY = "hand-pay"
    TOKENS = "tokens"
    """Promotional tokens, for which a dealer takes a voucher."""
    CASH = "cash"
    CHIPS = "chips"


class Tender(msgspec.Struct, frozen=True, omit_defaults=True):
    """A way, and the notes that were counted where there are some."""

    way: Way
    notes: Mapping[int, int] = {}
    """How many of each denomination, in cents."""


ACCOUNTS = {
    Way.TICKET: TICKETS,
    Way.CASHLESS: CASHLESS,
    Way.RESTRICTED: PROMOTIONS,
    Way.UNRESTRICTED: PROMOTIONS,
    Way.PROMOTION: PROMOTIONS,
    Way.TOKENS: PROMOTIONS,
    Way.HAND_PAY: HAND_PAYS,
    Way.CASH: DROP,
    Way.CHIPS: CAGE,
}


CREDITED = {Way.RESTRICTED: restricted, Way.UNRESTRICTED: unrestricted, Way.TOKENS: tokens}


def purse(tender: Tender | None, seat: str) -> Account:
    """The account of a player to which money comes."""
    return CREDITED.get(tender.way, rack)(seat) if tender else rack(seat)


def account(tender: Tender | None, seat: str) -> Account:
    """The account with which money changes places; without a tender nobody says how, and it is the outside."""
    if tender is None:
        return OUTSIDE
    return stacker(seat) if tender.way is Way.NOTES else ACCOUNTS[tender.way]


MOST = 10**15
"""More cents than anybody will see."""


def worth(notes: Mapping[int, int]) -> int:
    """What notes come to."""
    return sum(value * count for value, count in notes.items())


def real(notes: Mapping[int, int]) -> bool:
    """Whether there can be such notes: a program can hand over anything."""
    whole = all(type(number) is int and number > 0 for pair in notes.items() for number in pair)
    return whole and worth(notes) <= MOST


def counted(notes: Mapping[int, int]) -> str:
    """Notes, by denomination, in words."""
    return listed([f"{count} x {dollars(Cents(value))}" for value, count in sorted(notes.items())], "and")


def said(tender: Tender | None) -> str:
    """How money came or went, for the end of a sentence."""
    if tender is None:
        return ""
    notes = counted(tender.notes)
    return f" ({tender.way.value.replace('-', ' ')}{f': {notes}' if notes else ''})"
