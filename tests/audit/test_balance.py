"""The balance of a table is the book that its events leave."""

from croupier.audit.balance import balances, together
from croupier.catalogue import names
from croupier.journal.memory import MemoryStore
from croupier.ledger.accounts import COMMISSION, HOUSE
from croupier.ledger.chart import Nature
from croupier.table.opening import replayed
from journals import play


def test_every_balance_is_that_of_the_table_itself() -> None:
    store = MemoryStore()
    for name in names():
        play(store, name, name)
    told: list[int] = []
    found = balances(store, names(), told.append)
    assert told[-1] == sum(store.head(name).number for name in names())
    for name in names():
        table, _ = replayed(line.body for line in store.lines(name))
        assert found[name].accounts == table.book.balances
    total = together(found.values())
    assert sum(total.accounts.values()) == 0
    for account in (HOUSE, COMMISSION):
        assert total.accounts.get(account, 0) == sum(each.accounts.get(account, 0) for each in found.values())
    assert sum(total.of(nature) for nature in Nature) == 0
    assert total.of(Nature.OWED) == sum(each.of(Nature.OWED) for each in found.values()) > 0
