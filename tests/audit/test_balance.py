"""The balance of a table is the book that its events leave."""

from croupier.audit.balance import Balance, balances, page, summary, total_balance
from croupier.audit.resettle import resettle
from croupier.audit.verify import verify
from croupier.canonical import canonical
from croupier.catalogue import names, ruleset
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Draft
from croupier.journal.streams import claims
from croupier.ledger.accounts import CAGE, COMMISSION, DROP, FLOAT, HAND_PAYS, HOUSE, PROMOTIONS, rack, restricted, stacker
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
    first = opening(ruleset(name), {"minimum": 100})
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


def figures(lines: list[str]) -> dict[str, str]:
    """The amount at the end of each row, by its name."""
    return {line.rsplit(maxsplit=1)[0].strip(): line.rsplit(maxsplit=1)[1] for line in lines if "$" in line}


def test_what_the_house_owes_is_in_hand_or_was_spent() -> None:
    """$60.00 of notes and $40.00 in the drop; ann has $30.00, a hand pay of $45.00 waits, and $7.00 of credits were given."""
    balance = Balance(
        {
            stacker("ann"): -6000,
            DROP: -4000,
            rack("ann"): 3000,
            HAND_PAYS: 4500,
            restricted("ann"): 700,
            HOUSE: 2000,
            COMMISSION: 500,
            PROMOTIONS: -700,
        }
    )
    assert sum(balance.accounts.values()) == 0
    assert (balance.of(Nature.OWED), balance.of(Nature.IN_HAND), balance.of(Nature.EARNED)) == (8200, -10_000, 1800)
    assert figures(summary(balance)) == {
        "the house owes": "$82.00",
        "it has in hand": "$100.00",
        "it has won": "$20.00",
        "and taken as commission": "$5.00",
        "and spent on promotions": "$7.00",
    }
    record, printed = balance.record(), figures(page("craps", balance))
    assert (record["owed"], record["in_hand"], record["earned"]) == (8200, 10_000, 1800)
    assert printed["in hand"] == "$100.00"
    assert (printed["stacker:ann"], printed["drop"], printed["hand-pays"]) == ("$60.00", "$40.00", "$45.00")
