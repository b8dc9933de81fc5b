"""The names of accounts. The chart describes each."""

from functools import lru_cache
from typing import NewType

Account = NewType("Account", str)

HOUSE = Account("house")
COMMISSION = Account("commission")
PROMOTIONS = Account("promotions")
TICKETS = Account("tickets")
CASHLESS = Account("cashless")
HAND_PAYS = Account("hand-pays")
PAID_BY_HAND = Account("paid-by-hand")
FLOAT = Account("float")
DROP = Account("drop")
CAGE = Account("cage")
OUTSIDE = Account("outside")
OUTSTANDING = Account("outstanding-tickets")
FORMER_TICKETS = Account("former-tickets")
EXPIRED_TICKETS = Account("expired-tickets")
WITHHELD_TICKETS = Account("withheld-tickets")
VOID_TICKETS = Account("void-tickets")
ACCOUNTS = Account("accounts")
PRIZES = Account("prizes")
BANK = Account("bank")
CAGE_BANK = Account("cage-bank")
COLOUR_CHECKS = Account("colour-checks")
CHIPS = Account("chips")
CAGE_CHIPS = Account("cage-chips")
BOXES = Account("boxes")
VARIANCES = Account("variances")
VAULT = Account("vault")
UNCLAIMED = Account("unclaimed")
LAPSED = Account("lapsed-tickets")
CASH_ROUNDING = Account("cash-rounding")
OPENING = Account("opening")

CACHED_SEATS = 10_000
"""The size of each cache of account names. It must be bounded: players come and go, and terminals choose their own names."""


@lru_cache(maxsize=CACHED_SEATS)
def rack(seat: str) -> Account:
    """The money in front of a player: chips, or credit on a terminal."""
    return Account(f"rack:{seat}")


@lru_cache(maxsize=CACHED_SEATS)
def felt(seat: str) -> Account:
    """A player's money on the layout."""
    return Account(f"felt:{seat}")


@lru_cache(maxsize=CACHED_SEATS)
def restricted(seat: str) -> Account:
    """A player's promotional credits that can only be staked."""
    return Account(f"restricted:{seat}")


@lru_cache(maxsize=CACHED_SEATS)
def tokens(seat: str) -> Account:
    """The promotional tokens in front of a player, which can only be staked and win in chips."""
    return Account(f"tokens:{seat}")


@lru_cache(maxsize=CACHED_SEATS)
def unrestricted(seat: str) -> Account:
    """A player's promotional credits that can be staked or paid out."""
    return Account(f"unrestricted:{seat}")


def cage_cash(login: str) -> Account:
    """The cash in the drawer of a clerk of the cage."""
    return Account(f"cage-cash:{login}")


def stacker(seat: str) -> Account:
    """The notes in a terminal."""
    return Account(f"stacker:{seat}")


@lru_cache(maxsize=CACHED_SEATS)
def withheld(seat: str) -> Account:
    """Money withheld from a player."""
    return Account(f"withheld:{seat}")


@lru_cache(maxsize=CACHED_SEATS)
def owed(seat: str) -> Account:
    """What the house owes a player; below zero if the player owes the house."""
    return Account(f"owed:{seat}")
