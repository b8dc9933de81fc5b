"""What random play has found at the edges of a table: each of these went wrong once."""

from croupier.catalogue import ruleset
from croupier.money import Cents
from croupier.rules.powers import Act
from croupier.table.apply import apply
from croupier.table.commands import Command, TakeSeat
from croupier.table.decide import decide
from croupier.table.orders import PostNotice
from croupier.table.person import Person
from croupier.table.refusals import Reason, Refusal
from croupier.table.state import Table, open_table

STAR, ARUZE = "star-craps-2016", "aruze-craps-2024"
SUPERVISOR = Person("mia", "casino-supervisor")
MINUTE = 60_000


def table_with(name: str, *seats: str) -> Table:
    rules = ruleset(name)
    table = open_table(rules, rules.sign({"minimum": 500, "maximum": 50_000}))
    return after(table, *(TakeSeat(seat=seat, chips=Cents(100_000)) for seat in seats))


def after(table: Table, *commands: Command) -> Table:
    for command in commands:
        events = decide(table, command)
        assert not isinstance(events, Refusal), (command, events)
        for event in events:
            table = apply(table, event)
    return table


def refused(table: Table, command: Command) -> Reason:
    refusal = decide(table, command)
    assert isinstance(refusal, Refusal), refusal
    return refusal.reason


def test_a_sign_names_a_day_that_there_is() -> None:
    """It is read aloud, and no calendar goes beyond the year 9999."""
    sign = PostNotice(act=Act.CLOSE_TABLE, takes_effect=2**61, by=SUPERVISOR, why="The night is over.")
    assert refused(table_with(STAR), sign) is Reason.BAD_SIGN
