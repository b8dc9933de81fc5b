"""The balance: what is in every account, kind by kind, of each table and of all together."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from croupier.audit.books import Books
from croupier.journal.port import Reader
from croupier.journal.proof import follow
from croupier.ledger.accounts import COMMISSION, HOUSE, PROMOTIONS, Account
from croupier.ledger.chart import CHART, Kind, Nature, kind_of
from croupier.money import dollars

WIDE = 76


@dataclass(frozen=True, slots=True)
class Balance:
    """What is in the accounts of a table, or of several together."""

    accounts: Mapping[Account, int]

    @property
    def kinds(self) -> Mapping[Kind, Mapping[Account, int]]:
        """The accounts by their kind, in the order of the chart; kinds that nothing ever went to are left out."""
        found: dict[Kind, dict[Account, int]] = {kind: {} for kind in CHART}
        for account in sorted(self.accounts):
            kind = kind_of(account)
            assert kind, "the books take no other account"
            found[kind][account] = self.accounts[account]
        return {kind: accounts for kind, accounts in found.items() if accounts}

    def of(self, nature: Nature) -> int:
        """What all accounts of a nature hold together."""
        return sum(sum(accounts.values()) for kind, accounts in self.kinds.items() if kind.nature is nature)

    def record(self) -> dict[str, object]:
        """For machines, in cents."""
        return {
            "accounts": dict(sorted(self.accounts.items())),
            "kinds": {kind.name: sum(accounts.values()) for kind, accounts in self.kinds.items()},
            "owed": self.of(Nature.OWED),
            "in_hand": -self.of(Nature.IN_HAND),
            "earned": self.of(Nature.EARNED),
            "win": self.accounts.get(HOUSE, 0),
            "commission": self.accounts.get(COMMISSION, 0),
            "sum": sum(self.accounts.values()),
        }


def balances(reader: Reader, tables: Iterable[str], tell: Callable[[int], None]) -> dict[str, Balance]:
    """Add up what was moved at every table, and follow its chain meanwhile: lines that are not proven say nothing."""
    found: dict[str, Balance] = {}
    done = 0
    for table in tables:
        books, head, before = Books(), reader.head(table), done
        follow(
            table,
            reader.rows(table),
            head,
            lambda row, books=books: books.add((row,)),
            lambda some, before=before: tell(before + some),
        )
        done += head.number
        found[table] = Balance({account: held for account, held in books.balances.items() if held})
        tell(done)
    return found


def together(found: Iterable[Balance]) -> Balance:
    """All tables as one: accounts of the same name are one account, and seats are told apart no longer."""
    total: Counter[Account] = Counter()
    for each in found:
        for kind, accounts in each.kinds.items():
            total[Account(kind.pattern)] += sum(accounts.values())
    return Balance({account: held for account, held in total.items() if held})


def page(title: str, balance: Balance) -> list[str]:
    """For eyes: every account under its kind, every kind under what it means to the house."""
    lines = [title]
    for nature in Nature:
        lines.append(_row(f"  {nature}", balance.of(nature)))
        for kind, accounts in balance.kinds.items():
            if kind.nature is nature:
                lines.append(f"    {kind.meaning}")
                lines += [_row(f"      {account}", held) for account, held in accounts.items()]
    lines.append(_row("  sum", sum(balance.accounts.values())))
    return lines


def summary(balance: Balance) -> list[str]:
    """What is owed, what there is to pay it with, and what was earned."""
    return [
        _row("the house owes", balance.of(Nature.OWED)),
        _row("it has in hand", -balance.of(Nature.IN_HAND)),
        _row("it has won", balance.accounts.get(HOUSE, 0)),
        _row("and taken as commission", balance.accounts.get(COMMISSION, 0)),
        _row("and spent on promotions", -balance.accounts.get(PROMOTIONS, 0)),
    ]


def _row(name: str, cents: int) -> str:
    return f"{name:{WIDE - 20}} {dollars(cents):>19}"
