"""The chart of accounts: every kind of account, its meaning, and whether its balance may be above or below zero."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from croupier.ledger.accounts import Account
from croupier.money import dollars


class Nature(StrEnum):
    """What a balance means for the house."""

    OWED = "owed by the house"
    IN_HAND = "in hand"
    EARNED = "earned"


class Side(StrEnum):
    """The allowed sign of a balance. Owed and earned money is above zero, money in hand is below."""

    ABOVE = "never below zero"
    BELOW = "never above zero"
    EITHER = "either side of zero"


class CountPlace(StrEnum):
    """Where people count what is there. They are not told the amount by the books before they have counted."""

    BOX = "in the count room"
    TRAY = "at its table"
    DRAWER = "at the cage"


@dataclass(frozen=True, slots=True)
class AccountKind:
    """A kind of account. Kinds that are not `per_seat` or `per_clerk` have exactly one account in a book."""

    name: str
    title: str
    """What pages and reports call it."""
    meaning: str
    nature: Nature
    side: Side = Side.ABOVE
    per_seat: bool = False
    per_clerk: bool = False
    counted: CountPlace | None = None
    """Where it is counted, or what follows from its balance is; None if it is not counted."""

    def shown(self, balance: int) -> int:
        """A balance as an accountant reads it: what is in hand is above zero, too."""
        return -balance if self.nature is Nature.IN_HAND else balance

    @property
    def pattern(self) -> str:
        """The pattern of the account names."""
        return f"{self.name}:SEAT" if self.per_seat else f"{self.name}:CLERK" if self.per_clerk else self.name


OWED, IN_HAND, EARNED = Nature.OWED, Nature.IN_HAND, Nature.EARNED

# Some accounts are one table's part of an account of the whole floor: a ticket is printed at one table and inserted at
# another, chips bought at a table are exchanged at the cage. In the book of one table their balance may have either sign.
CHART = (
    AccountKind(
        "rack",
        "Chips and credits",
        "Money in front of a player: chips, or credits on a terminal.",
        OWED,
        per_seat=True,
    ),
    AccountKind("felt", "Bets on the layout", "A player's money on the layout.", OWED, per_seat=True),
    AccountKind(
        "restricted", "Promotional credits, to stake only", "Promotional credits that can only be staked.", OWED, per_seat=True
    ),
    AccountKind(
        "unrestricted", "Promotional credits", "Promotional credits that can be staked or paid out.", OWED, per_seat=True
    ),
    AccountKind(
        "tokens", "Promotional tokens", "Promotional tokens in front of a player, which win in chips.", OWED, per_seat=True
    ),
    AccountKind(
        "withheld", "Credits withheld", "Money that is kept from a player until it has been looked into.", OWED, per_seat=True
    ),
    AccountKind(
        "owed",
        "Owed to players, less owed by them",
        "What is open with a player: below zero by what they took away and should not have had, above by what they are due.",
        OWED,
        Side.EITHER,
        per_seat=True,
    ),
    AccountKind(
        "hand-pays", "Hand pays that wait", "Credits taken off a terminal for an attendant to pay, and not paid yet.", OWED
    ),
    AccountKind("prizes", "Prizes not handed over", "Prizes that were won and not handed over yet.", OWED),
    AccountKind(
        "tickets",
        "Tickets passed between tables and the cage",
        "Tickets printed at a table less put in there; at the cage the same below zero. All tables and the cage: zero.",
        OWED,
        Side.EITHER,
    ),
    AccountKind("outstanding-tickets", "Tickets outstanding", "Tickets that were issued and not redeemed yet.", OWED),
    AccountKind(
        "former-tickets",
        "Tickets of a former system",
        "Tickets that a former system has printed, taken over and not redeemed yet.",
        OWED,
    ),
    AccountKind(
        "withheld-tickets", "Tickets withheld", "Tickets whose payment is withheld until they have been looked into.", OWED
    ),
    AccountKind("expired-tickets", "Tickets expired", "Tickets that have expired.", OWED),
    AccountKind(
        "void-tickets", "Tickets declared void", "Tickets that were declared void, until it is decided who is owed them.", OWED
    ),
    AccountKind(
        "unclaimed",
        "Unclaimed tickets, for whom the law says",
        "Tickets that nobody has claimed, which go to whom the law says.",
        OWED,
    ),
    AccountKind(
        "cashless",
        "Transfers passed between tables and accounts",
        "Transferred from a table to patrons' accounts less from them; at the cage the same below zero. All together: zero.",
        OWED,
        Side.EITHER,
    ),
    AccountKind("accounts", "Accounts of patrons", "Money in the accounts of patrons.", OWED),
    AccountKind(
        "chips",
        "Chips in players' pockets",
        "Value chips that players have in their pockets: sold or taken from a table, less redeemed or brought to one.",
        OWED,
        Side.EITHER,
        counted=CountPlace.TRAY,
    ),
    AccountKind(
        "colour-checks", "Colour checks carried away", "Colour checks that players have carried away from their table.", OWED
    ),
    AccountKind(
        "stacker", "Notes in terminals", "Notes in a terminal.", IN_HAND, Side.BELOW, per_seat=True, counted=CountPlace.BOX
    ),
    AccountKind(
        "drop", "Cash in drop boxes", "Cash in the drop box of a dealer's table.", IN_HAND, Side.BELOW, counted=CountPlace.BOX
    ),
    AccountKind(
        "float",
        "Chips that tables have from the cage",
        "Chips that the cage has sent to a dealer's table, less what went back.",
        IN_HAND,
        Side.EITHER,
        counted=CountPlace.TRAY,
    ),
    AccountKind(
        "cage",
        "Chips and boxes passed between tables and the cage",
        "What a table has had from the cage less given to it; at the cage the same below zero. All tables and the cage: zero.",
        IN_HAND,
        Side.EITHER,
        counted=CountPlace.TRAY,
    ),
    AccountKind(
        "paid-by-hand",
        "Hand pays, prizes and colour checks passed to the cage",
        "Hand pays, prizes and colour checks that the cage has paid; at the cage the same below zero. All together: zero.",
        IN_HAND,
        Side.EITHER,
    ),
    AccountKind(
        "bank", "Prizes paid by cheque or transfer", "Prizes that were paid by cheque or by transfer.", IN_HAND, Side.EITHER
    ),
    AccountKind(
        "cage-cash",
        "Cash in drawers of the cage",
        "Cash in the drawer of a clerk by the books: what it has taken and had from the vault, less what it has given.",
        IN_HAND,
        Side.BELOW,
        per_clerk=True,
        counted=CountPlace.DRAWER,
    ),
    AccountKind(
        "cage-bank",
        "Paid by the cage by cheque or transfer, or had from its bank",
        "What the cage has paid by cheque or bank transfer, and had from its bank in cash, less what went there.",
        IN_HAND,
        Side.EITHER,
    ),
    AccountKind(
        "cage-chips",
        "Chips that the cage has sent to tables",
        "Chips that the cage has sent to tables; at them it is `float`. All together: zero.",
        IN_HAND,
        Side.EITHER,
    ),
    AccountKind(
        "vault",
        "Cash in the vault",
        "Cash that was stated, went to the vault or came from the bank, and that of boxes once counted, less what went out.",
        IN_HAND,
        Side.EITHER,
        counted=CountPlace.DRAWER,
    ),
    AccountKind(
        "boxes",
        "Cash in boxes that wait for the count",
        "Cash in boxes that went from tables to the count room and are not counted yet.",
        IN_HAND,
        Side.BELOW,
        counted=CountPlace.BOX,
    ),
    AccountKind(
        "variances",
        "Missing by counts, less found too much",
        "Differences between counts and the books: what is missing, less what is too much.",
        IN_HAND,
        Side.EITHER,
    ),
    AccountKind(
        "opening",
        "Opening balances",
        "What the casino owed when its books were opened, below zero, less what it had in the vault, above.",
        IN_HAND,
        Side.EITHER,
    ),
    AccountKind(
        "outside",
        "Cash that nobody has named",
        "Where money comes from and goes to when nobody says how. Tables of a live floor ask.",
        IN_HAND,
        Side.EITHER,
    ),
    AccountKind("house", "Won by the house", "What the house has won at this table.", EARNED, Side.EITHER),
    AccountKind("commission", "Commission", "Commission, kept apart from stakes.", EARNED),
    AccountKind(
        "lapsed-tickets",
        "Tickets that the house has kept",
        "Tickets that were void or had expired and that the house has kept.",
        EARNED,
    ),
    AccountKind(
        "cash-rounding",
        "Rounded up to coins (what it costs is below zero)",
        "What the cage has paid in cash beyond what was owed, because there is no smaller coin.",
        EARNED,
        Side.BELOW,
    ),
    AccountKind(
        "promotions",
        "Promotions (what they cost is below zero)",
        "What promotional money has cost the house.",
        EARNED,
        Side.BELOW,
    ),
)

_BY_NAME = {f"{kind.name}:" if kind.per_seat or kind.per_clerk else kind.name: kind for kind in CHART}


UNLIMITED = 10**30
"""A bound larger than any balance, for accounts without a limit."""


def kind_of(account: Account) -> AccountKind | None:
    """The kind of an account; None if the chart has no such account."""
    name, colon, _ = account.partition(":")
    return _BY_NAME.get(name + colon)


# Called for every transfer. The cache must be bounded: players come and go.
@lru_cache(maxsize=10_000)
def limits(account: Account) -> tuple[int, int]:
    """The lowest and highest allowed balance. For an unknown account no balance is allowed: the lowest is above the highest."""
    kind = kind_of(account)
    if kind is None:
        return UNLIMITED, -UNLIMITED
    return 0 if kind.side is Side.ABOVE else -UNLIMITED, 0 if kind.side is Side.BELOW else UNLIMITED


def refusal(account: Account, balance: int) -> str:
    """The message for a balance outside the limits."""
    kind = kind_of(account)
    return f"{account} would hold {dollars(balance)}, and is {kind.side}" if kind else f"{account} is no account of the chart"
