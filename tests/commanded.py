"""Commands asked of a table one after the other: what happened, or why not."""

from croupier.catalogue import ruleset
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command, Event
from croupier.table.core.recorded import read_recorded, recorded
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table, open_table


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
        assert_an_auditor_decides_alike(table, command, outcome)
        for event in outcome:
            table = apply(table, event)
            happened.append(event)
        assert sum(table.book.balances.values()) == 0
    return table, happened


def assert_an_auditor_decides_alike(table: Table, command: Command, events: tuple[Event, ...]) -> None:
    """The line that is written down holds what was asked and what came of it, and the one leads to the other again."""
    line = recorded(command, events)
    found = read_recorded(line)
    assert (found.command, found.events) == (command, events)
    assert recorded(found.command, found.events) == line
    assert decide(table, found.command) == events


def refused(table: Table, command: Command) -> Refusal:
    """Why a command is refused."""
    outcome = decide(table, command)
    assert isinstance(outcome, Refusal), outcome
    return outcome
