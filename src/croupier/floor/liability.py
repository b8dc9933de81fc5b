"""What the floor owes: to players at tables, for tickets, by hand, and what waits to be decided."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from croupier.cage.state import Cage
from croupier.ledger.chart import Nature, kind_of
from croupier.promotions.state import PrizeRegister
from croupier.table.core.state import Table


class Liability(msgspec.Struct, frozen=True, kw_only=True):
    """The sums in cents, by what they are owed for."""

    credits: int | None = 0
    """Chips and credits in front of players, with promotional ones; null to those who count boxes."""
    bets: int | None = 0
    """Bets on the layouts; null to those who count boxes."""
    hand_pays: int = 0
    """Hand pays that wait to be paid."""
    withheld_hand_pays: int = 0
    """Hand pays that are withheld."""
    withheld: int = 0
    """Credits that are withheld at tables."""
    owed: int = 0
    """What is owed to players who have left, less what players owe."""
    tickets: int | None = 0
    """Tickets that can be redeemed; null to the cage."""
    former_tickets: int | None = 0
    """Tickets of a former system that can be redeemed; null to the cage."""
    withheld_tickets: int = 0
    expired_tickets: int = 0
    void_tickets: int = 0
    unclaimed: int = 0
    """Tickets that nobody has claimed, which go to whom the law says."""
    accounts: int | None = 0
    """The accounts of patrons; null to the cage."""
    chips: int | None = 0
    """Value chips that players have in their pockets; null to the cage."""
    colour_checks: int = 0
    """Colour checks that players have carried away from their tables."""
    prizes: int = 0
    """Prizes that were won and not handed over yet."""
    passed: int = 0
    """Tickets and transfers that went from tables to the cage, less those that came. Over the floor it is zero."""
    total: int | None = 0
    """All of that: what `croupier audit balance` says the house owes; null to those who count boxes."""


FIGURES = {
    "rack": "credits",
    "restricted": "credits",
    "unrestricted": "credits",
    "tokens": "credits",
    "felt": "bets",
    "hand-pays": "hand_pays",
    "withheld": "withheld",
    "owed": "owed",
    "tickets": "passed",
    "outstanding-tickets": "tickets",
    "former-tickets": "former_tickets",
    "withheld-tickets": "withheld_tickets",
    "expired-tickets": "expired_tickets",
    "void-tickets": "void_tickets",
    "unclaimed": "unclaimed",
    "cashless": "passed",
    "accounts": "accounts",
    "chips": "chips",
    "colour-checks": "colour_checks",
    "prizes": "prizes",
}
"""The figure to which every account belongs that the house owes, by kind."""


def liability(cage: Cage | None, tables: Iterable[Table], prizes: PrizeRegister | None = None) -> Liability:
    """Add up what is owed at these tables, at the cage, and to winners of prizes."""
    sums, withheld = Counter[str](), 0
    books = [each.book for each in (cage, prizes) if each]
    for table in tables:
        books.append(table.book)
        withheld += sum(table.desk.hand_pays[seat] for seat, file in table.desk.pay_files.items() if file.hold)
    for book in books:
        for account, held in book.balances.items():
            kind = kind_of(account)
            if kind and kind.nature is Nature.OWED:
                sums[FIGURES[kind.name]] += held
    total = sum(sums.values())
    sums.update({"hand_pays": -withheld, "withheld_hand_pays": withheld})
    return Liability(**sums, total=total)
