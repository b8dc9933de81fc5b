"""The balance of every account, by kind, for each table and for all tables together."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from croupier.audit.books import Books
from croupier.cage.fold import CAGE_REGISTER
from croupier.journal.port import Reader
from croupier.journal.streams import tables
from croupier.journal.verification import verify_stream
from croupier.ledger.accounts import CAGE as WITH_CAGE
from croupier.ledger.accounts import CASHLESS, COMMISSION, HOUSE, OPENING, PAID_BY_HAND, PROMOTIONS, TICKETS, VAULT, Account
from croupier.ledger.chart import CHART, AccountKind, Nature, Side, kind_of
from croupier.money import dollars
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.rules.outcomes import listed

ROW_WIDTH = 76
"""Characters in a row of a page."""
SUM = "owed by the house + earned - in hand"


@dataclass(frozen=True, slots=True)
class Balance:
    """The balances of one table, or of several together. What is owed or earned is above zero, what is in hand below."""

    accounts: Mapping[Account, int]

    @property
    def kinds(self) -> Mapping[AccountKind, Mapping[Account, int]]:
        """The accounts by kind, in the order of the chart, without empty kinds."""
        found: dict[AccountKind, dict[Account, int]] = {kind: {} for kind in CHART}
        for account in sorted(self.accounts):
            kind = kind_of(account)
            assert kind, "the books accept no account that is not in the chart"
            found[kind][account] = self.accounts[account]
        return {kind: accounts for kind, accounts in found.items() if accounts}

    def of(self, nature: Nature) -> int:
        """The sum of all accounts of a nature."""
        return sum(sum(accounts.values()) for kind, accounts in self.kinds.items() if kind.nature is nature)

    def record(self) -> dict[str, object]:
        """The balance for JSON output, in cents."""
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


def balanced_streams(heads: Mapping[str, object]) -> list[str]:
    """The streams that move money: every table, the cage and the prize register if there are."""
    return [*tables(heads), *(stream for stream in (CAGE_REGISTER.name, PRIZE_REGISTER.name) if stream in heads)]


def whole_floor(found: Mapping[str, object]) -> str:
    """What the total is of, in words."""
    number, others = len(tables(found)), {CAGE_REGISTER.name: "the cage", PRIZE_REGISTER.name: "the prize register"}
    parts = [
        f"{number} {'table' if number == 1 else 'tables'}",
        *(words for stream, words in others.items() if stream in found),
    ]
    return listed(parts, "and") if len(parts) > 1 else f"all {number} tables"


CLEARING = {
    TICKETS: "tickets: the tables have issued {} less what they took in, and the cage knows of {}",
    PAID_BY_HAND: (
        "hand pays, prizes and colour checks: the tables and the prize register had {} paid by the cage, "
        "and the cage knows of {}"
    ),
    WITH_CAGE: "chips and boxes: the tables have had {} from the cage less what they gave it, and the cage knows of {}",
    CASHLESS: "cashless: the tables have sent {} to accounts less what came from them, and the cage knows of {}",
}
"""The accounts through which money goes between tables and the cage, each with a sentence for both sums if they differ."""


def apart_from_cage(found: Mapping[str, Balance]) -> str | None:
    """A sentence if the tables and the cage disagree about money between them; None if they agree, or if there is no cage."""
    if CAGE_REGISTER.name not in found:
        return None
    for account, sentence in CLEARING.items():
        at_cage = -found[CAGE_REGISTER.name].accounts.get(account, 0)
        at_tables = sum(each.accounts.get(account, 0) for stream, each in found.items() if stream != CAGE_REGISTER.name)
        if at_cage != at_tables:
            return sentence.format(dollars(at_tables), dollars(at_cage))
    return None


def below_zero(found: Mapping[str, Balance]) -> list[str]:
    """A sentence for each thing that the whole floor owes, or has in hand, less than nothing of, where that cannot be."""
    total = total_balance(found.values())
    kinds = ((kind, sum(accounts.values())) for kind, accounts in total.kinds.items() if kind.name in NEVER_BELOW)
    owed = [f"{kind.name}: the floor owes {dollars(held)}, which cannot be. {kind.meaning}" for kind, held in kinds if held < 0]
    return [*owed, *(sentence for balance in found.values() for sentence in _less_than_no_cash(balance))]


def _less_than_no_cash(balance: Balance) -> Iterator[str]:
    """A sentence for each account of cash, such as a drawer, from which more went than was there by the books."""
    for kind, accounts in balance.kinds.items():
        # What the vault of a floor had that never stated it is not known.
        if kind.nature is Nature.IN_HAND and (kind.side is Side.BELOW or (kind.name == VAULT and OPENING in balance.accounts)):
            below = ((account, kind.shown(held)) for account, held in accounts.items() if kind.shown(held) < 0)
            yield from (f"{account}: {dollars(there)} are in hand, which cannot be. {kind.meaning}" for account, there in below)


NEVER_BELOW = frozenset(
    kind.name for kind in CHART if kind.nature is Nature.OWED and kind.name not in ("owed", *(str(each) for each in CLEARING))
)
"""What the whole floor cannot owe less than nothing of: everything but the debts of players, and what goes through the cage."""


def balances(reader: Reader, streams: Iterable[str], tell: Callable[[int], None]) -> dict[str, Balance]:
    """Sum the transfers of each table, or of the cage, and verify its hash chain while reading."""
    found: dict[str, Balance] = {}
    done = 0
    for table in streams:
        books, head, before = Books(), reader.head(table), done
        verify_stream(
            table,
            reader.rows(table),
            head,
            lambda row, books=books: books.add((row,)),
            lambda some, before=before: tell(before + some),
        )
        done += head.number
        # Opening balances may add up to zero, and tell that the vault was stated.
        found[table] = Balance({account: held for account, held in books.balances.items() if held or account == OPENING})
        tell(done)
    return found


def total_balance(found: Iterable[Balance]) -> Balance:
    """All tables as one: add accounts of the same kind, over all seats."""
    total: Counter[Account] = Counter()
    for each in found:
        for kind, accounts in each.kinds.items():
            total[Account(kind.pattern)] += sum(accounts.values())
    return Balance({account: held for account, held in total.items() if held})


def page(title: str, balance: Balance) -> list[str]:
    """The balance as text: each account under its kind, each kind under its nature. Money in hand is printed as positive."""
    lines = [title]
    for nature in Nature:
        sign = -1 if nature is Nature.IN_HAND else 1
        lines.append(_row(f"  {nature}", sign * balance.of(nature)))
        for kind, accounts in balance.kinds.items():
            if kind.nature is nature:
                lines.append(f"    {kind.meaning}")
                lines += [_row(f"      {account}", sign * held) for account, held in accounts.items()]
    lines.append(_row(f"  {SUM}", sum(balance.accounts.values())))
    return lines


def summary(balance: Balance) -> list[str]:
    """What the house owes, what it has in hand to pay that, and what it has earned."""
    return [
        _row("the house owes", balance.of(Nature.OWED)),
        _row("it has in hand", -balance.of(Nature.IN_HAND)),
        _row("it has won", balance.accounts.get(HOUSE, 0)),
        _row("and taken as commission", balance.accounts.get(COMMISSION, 0)),
        _row("and spent on promotions", -balance.accounts.get(PROMOTIONS, 0)),
    ]


def _row(name: str, cents: int) -> str:
    return f"{name:{ROW_WIDTH - 20}} {dollars(cents):>19}"
