"""The balance of a table is the book that its events leave."""

from croupier.audit.balance import balances, total_balance
from croupier.audit.resettle import resettle
from croupier.audit.verify import verify
from croupier.canonical import canonical
from croupier.catalogue import names, ruleset
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Draft
from croupier.journal.streams import claims
from croupier.ledger.accounts import CAGE, COMMISSION, FLOAT, HOUSE
from croupier.ledger.chart import Nature
from croupier.money import Cents
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.opening import opened, opening, replay
from croupier.table.core.person import Person
from croupier.table.core.recorded import recorded
from croupier.table.core.refusals import Refusal
from croupier.table.money.float import CreditFloat, FillFloat
from journals import play, write


def test_every_balance_is_that_of_the_table_itself() -> None:
    store = MemoryStore()
    for name in names():
        play(store, name, name)
    told: list[int] = []
    found = balances(store, names(), told.append)
    assert told[-1] == sum(store.head(name).number for name in names())
    for name in names():
        table, _ = replay(line.body for line in store.lines(name))
        assert found[name].accounts == table.book.balances
    total = total_balance(found.values())
    assert sum(total.accounts.values()) == 0
    for account in (HOUSE, COMMISSION):
        assert total.accounts.get(account, 0) == sum(each.accounts.get(account, 0) for each in found.values())
    assert sum(total.of(nature) for nature in Nature) == 0
    assert total.of(Nature.OWED) == sum(each.of(Nature.OWED) for each in found.values()) > 0


def test_a_float_that_came_before_the_first_round_is_in_every_book() -> None:
    """The first line moves nothing: whatever comes to a table, a line of its own says so."""
    store, name, by = MemoryStore(), "adelaide-craps-2003", Person("leo", "boxman")
    first = opening(ruleset(name), {})
    table, lines = opened(first), [canonical(first)]
    for order in (FillFloat(amount=Cents(100_000), by=by), CreditFloat(amount=Cents(40_000), by=by)):
        outcome = decide(table, order)
        assert not isinstance(outcome, Refusal), outcome
        lines.append(recorded(order, outcome))
        for event in outcome:
            table = apply(table, event)
    write(store, 1, {claims(name): [Draft(b'{"at":1,"server":"first"}')], name: [Draft(line) for line in lines]})
    assert verify(store).faults == ()
    assert balances(store, [name], lambda _: None)[name].accounts == {FLOAT: -60_000, CAGE: 60_000} == table.book.balances
    told = resettle(lines)
    assert told.holds, told.sentences
    assert told.balances == table.book.balances
