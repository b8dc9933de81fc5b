"""The chart of accounts: every kind of account there is, what it is, and on which side of zero it may stand."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from croupier.ledger.accounts import Account
from croupier.money import dollars


class Nature(StrEnum):
    """What a balance means to the house."""

    OWED = "owed by the house"
    IN_HAND = "in hand"
    EARNED = "earned"


class Side(StrEnum):
    """Where a balance may stand. What is owed or earned is above zero, what is in hand is below."""

    ABOVE = "never below zero"
    BELOW = "never above zero"
    EITHER = "either side of zero"


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of account, or one account where there is only one of its kind in a book."""

    name: str
    meaning: str
    nature: Nature
    side: Side = Side.ABOVE
    per_seat: bool = False

    @property
    def pattern(self) -> str:
        """How such accounts are named."""
        return f"{self.name}:SEAT" if self.per_seat else self.name


OWED, IN_HAND, EARNED = Nature.OWED, Nature.IN_HAND, Nature.EARNED

# Some accounts are one table's part of something that the whole floor shares: a ticket is printed at one table and put in
# at another, chips bought at one are changed back at the cage. In the book of a table they may stand on either side.
CHART = (
    Kind("rack", "Money in front of a player: chips, or credits on a terminal.", OWED, per_seat=True),
    Kind("felt", "A player's money on the layout.", OWED, per_seat=True),
    Kind("restricted", "Promotional credits that can only be staked.", OWED, per_seat=True),
    Kind("unrestricted", "Promotional credits that can be staked or paid out.", OWED, per_seat=True),
    Kind("tokens", "Promotional tokens in front of a player, which win in chips.", OWED, per_seat=True),
    Kind("withheld", "Money that is kept from a player until it has been looked into.", OWED, per_seat=True),
    Kind(
        "owed",
        "What is open with a player: below zero by what they took away and should not have had, above by what they are due.",
        OWED,
        Side.EITHER,
        per_seat=True,
    ),
    Kind("hand-pays", "Credits taken off a terminal for an attendant to pay, and not paid yet.", OWED),
    Kind("prizes", "Prizes that were won and not handed over yet.", OWED),
    Kind("tickets", "Tickets outstanding: printed here less put in here.", OWED, Side.EITHER),
    Kind("cashless", "Players' cashless accounts: transferred to them less transferred from them.", OWED, Side.EITHER),
    Kind("stacker", "Notes in a terminal.", IN_HAND, Side.BELOW, per_seat=True),
    Kind("drop", "Cash in the drop box of a dealer's table.", IN_HAND, Side.BELOW),
    Kind("float", "Chips that the cage has sent to a dealer's table, less what went back.", IN_HAND, Side.BELOW),
    Kind("cage", "What the cage has had from this table, below zero, or has given to it, above.", IN_HAND, Side.EITHER),
    Kind("outside", "Where money comes from and goes to when nobody says how.", IN_HAND, Side.EITHER),
    Kind("house", "What the house has won at this table.", EARNED, Side.EITHER),
    Kind("commission", "Commission, kept apart from stakes.", EARNED),
    Kind("promotions", "What promotional money has cost the house.", EARNED, Side.BELOW),
)

_BY_NAME = {kind.pattern.partition("SEAT")[0]: kind for kind in CHART}


MOST = 10**30
"""More cents than there are, so that what has no limit can be compared with one."""


def kind_of(account: Account) -> Kind | None:
    """What an account is; nothing where the chart has none of that name."""
    name, colon, _ = account.partition(":")
    return _BY_NAME.get(name + colon)


# Asked at every transfer; bounded, since visitors come and go for ever.
@lru_cache(maxsize=10_000)
def limits(account: Account) -> tuple[int, int]:
    """Between what an account may stand; there is nothing in between for one that the chart does not have."""
    kind = kind_of(account)
    if kind is None:
        return MOST, -MOST
    return 0 if kind.side is Side.ABOVE else -MOST, 0 if kind.side is Side.BELOW else MOST


def refusal(account: Account, balance: int) -> str:
    """Why an account may not stand there."""
    kind = kind_of(account)
    return f"{account} would hold {dollars(balance)}, and is {kind.side}" if kind else f"{account} is no account of the chart"
