"""What is still open at a table, and keeps it in the settings of the floor."""

from collections import Counter

from croupier.ledger.accounts import HAND_PAYS
from croupier.ledger.chart import Nature, kind_of
from croupier.money import dollars
from croupier.table.core.state import Table

BETS, CREDIT, WITHHELD, OPEN, HAND_PAY = "bets of {}", "credit of {}", "{} withheld", "{} open with players", "hand pays of {}"
WORDS = {"felt": BETS, "withheld": WITHHELD, "owed": OPEN, HAND_PAYS: HAND_PAY}
"""What a kind of account holds, in words. Other accounts of players hold their credit."""


def unfinished(table: Table) -> list[str]:
    """Why a table cannot leave the floor, each as a predicate of a sentence; empty if it can.

    It must be closed, owe no player anything, and have decided every dispute. Money of the house may stay in its book.
    """
    held = Counter[str]()
    for account, balance in table.book.balances.items():
        kind = kind_of(account)
        if kind and kind.nature is Nature.OWED and (kind.per_seat or account == HAND_PAYS):
            held[WORDS.get(kind.name, CREDIT)] += abs(balance)
    disputes = sum(each.decided_by is None for each in table.desk.disputes.values())
    return [
        *(() if table.desk.closed else ("is not closed",)),
        *(f"has {words.format(dollars(held[words]))}" for words in (BETS, CREDIT, WITHHELD, OPEN, HAND_PAY) if held[words]),
        *((f"has {disputes} open dispute{'s' if disputes > 1 else ''}",) if disputes else ()),
    ]
