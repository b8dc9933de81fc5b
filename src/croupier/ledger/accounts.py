"""The names of accounts. What each is for stands in the chart."""

from functools import lru_cache
from typing import NewType

Account = NewType("Account", str)

HOUSE = Account("house")
COMMISSION = Account("commission")
PROMOTIONS = Account("promotions")
TICKETS = Account("tickets")
CASHLESS = Account("cashless")
HAND_PAYS = Account("hand-pays")
FLOAT = Account("float")
DROP = Account("drop")
CAGE = Account("cage")
OUTSIDE = Account("outside")

MOST = 10_000
"""How many seats' names are kept at hand: visitors come and go for ever, and terminals say what they are called."""


@lru_cache(maxsize=MOST)
def rack(seat: str) -> Account:
    """The money a player has in front of them."""
    return Account(f"rack:{seat}")


@lru_cache(maxsize=MOST)
def felt(seat: str) -> Account:
    """A player's money on the layout."""
    return Account(f"felt:{seat}")


@lru_cache(maxsize=MOST)
def restricted(seat: str) -> Account:
    """A player's promotional credits that can only be staked."""
    return Account(f"restricted:{seat}")


@lru_cache(maxsize=MOST)
def tokens(seat: str) -> Account:
    """The promotional tokens in front of a player, which can only be staked and win in chips."""
    return Account(f"tokens:{seat}")


@lru_cache(maxsize=MOST)
def unrestricted(seat: str) -> Account:
    """A player's promotional credits that can be staked or paid out."""
    return Account(f"unrestricted:{seat}")


def stacker(seat: str) -> Account:
    """The notes in a terminal."""
    return Account(f"stacker:{seat}")


@lru_cache(maxsize=MOST)
def withheld(seat: str) -> Account:
    """Money that is kept from a player."""
    return Account(f"withheld:{seat}")


@lru_cache(maxsize=MOST)
def owed(seat: str) -> Account:
    """What is open with a player."""
    return Account(f"owed:{seat}")
