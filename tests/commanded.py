"""Commands asked of a table one after the other: what happened, or why not."""

from croupier.catalogue import ruleset
from croupier.table.apply import apply
from croupier.table.commands import Command
from croupier.table.decide import decide
from croupier.table.events import Event
from croupier.table.refusals import Refusal
from croupier.table.state import Table, open_table


def a_table(name: str, **sign: int) -> Table:
    """A new table of a document."""
    rules = ruleset(name)
    return open_table(rules, rules.sign(sign))


def done(table: Table, *commands: Command) -> tuple[Table, list[Event]]:
    """The table after commands that are not refused, and everything that happened."""
    happened: list[Event] = []
    for command in commands:
        outcome = decide(table, command)
        assert not isinstance(outcome, Refusal), outcome
        for event in outcome:
            table = apply(table, event)
            happened.append(event)
        assert sum(table.book.balances.values()) == 0
    return table, happened


def refused(table: Table, command: Command) -> Refusal:
    """Why a command is refused."""
    outcome = decide(table, command)
    assert isinstance(outcome, Refusal), outcome
    return outcome
