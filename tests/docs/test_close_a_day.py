"""The SQL in the documentation adds a journal up as `audit balance` does, and shares no line of code with it."""

import re
import sqlite3
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from audit.days import write
from croupier.audit.balance import balanced_streams, balances, total_balance
from croupier.canonical import canonical
from croupier.catalogue import ruleset
from croupier.journal.jsonl import header, row
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Draft, Reader
from croupier.ledger.chart import kind_of
from croupier.table.core.opening import opened, opening
from croupier.table.core.recorded import recorded
from croupier.table.core.refusals import Refusal
from croupier.testing.evening import evening

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "close-a-day.md"


def journal() -> MemoryStore:
    """Evenings at a dealer's table and at an electronic one."""
    store = MemoryStore()
    for name in ("star-sicbo-2016", "ministar-roulette-2018"):
        rules = ruleset(name)
        confirmed = [each.id for each in rules.readings if each.to_confirm]
        first = opening(rules, {"minimum": 100}, confirmed=confirmed, seats=6)
        lines = [Draft(canonical(first))]
        for _, command, outcome, _ in evening(opened(first), seed=3, players=4, commands=700):
            if not isinstance(outcome, Refusal):
                lines.append(Draft(recorded(command, outcome)))
        write(store, 1, {name: lines})
    return store


def by_sql(lines: Iterable[bytes]) -> tuple[dict[str, int], int]:
    """What the SQL of the page says about an exported journal: the sum of each kind of account, and of all."""
    found = re.search(r"```sql\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    sql = found[1].splitlines()
    assert len(sql) <= 20
    # The shell of SQLite has commands with a dot. Here the text is put in without it.
    *views, by_kind, in_all = "\n".join(each for each in sql if not each.startswith(".")).strip().removesuffix(";").split(";")
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute(views[0])
        database.executemany("INSERT INTO text VALUES (?)", [(line.decode(),) for line in lines])
        for view in views[1:]:
            database.execute(view)
        return dict(database.execute(by_kind).fetchall()), database.execute(in_all).fetchone()[1]


def by_audit(journal: Reader) -> dict[str, int]:
    """Every kind of account as `audit balance` adds it up, without empty ones."""
    balance = total_balance(balances(journal, balanced_streams(journal.heads()), lambda _: None).values())
    known = Counter[str]()
    for account, held in balance.accounts.items():
        kind = kind_of(account)
        assert kind
        known[kind.name] += held
    return {name: held for name, held in known.items() if held}


def test_twenty_lines_of_sql_confirm_the_balance() -> None:
    store = journal()
    lines = [header(store), *(row(line) for stream in store.heads() for line in store.lines(stream))]
    sums, total = by_sql(line for each in lines for line in each.splitlines())
    assert sums == by_audit(store)
    assert total == 0
    assert len(sums) > 5
