"""Which staff role may do something. Bots act in the role that the document names."""

from croupier.rules.powers import Act
from croupier.rules.ruleset import Ruleset
from croupier.rules.sequence import Step
from croupier.table.core.person import AUTOMATIC, Person
from croupier.table.core.state import Table


def holder(table: Table, act: Act, ground: str = "", name: str = AUTOMATIC) -> Person | None:
    """A person with a role that may do this; None if the document gives it to nobody."""
    for power in table.rules.procedures.powers_to[act]:
        if not ground or power.ground(ground):
            return Person(name, power.held_by[0])
    return None


def opener(rules: Ruleset) -> Person:
    """The program in a role that may open a table: one that may close it or, if the document names none, any of the staff."""
    powers = rules.procedures.powers_to[Act.CLOSE_TABLE]
    return Person(AUTOMATIC, powers[0].held_by[0] if powers else rules.procedures.staff[0].id)


def is_automatic(table: Table, *, is_attended: bool = False) -> bool:
    """Whether the automatic dealer runs the table, and not a person. An attended table waits for a person from the start."""
    return not is_attended if table.desk.dealer is None else table.desk.dealer.name == AUTOMATIC


def attendant(table: Table, name: str = AUTOMATIC) -> Person:
    """A person with a role that works at this table."""
    procedures = table.rules.procedures
    return Person(name, next(role for role in procedures.roles if procedures.works_here(role)))


def caller(step: Step, name: str = AUTOMATIC) -> Person | None:
    """The person who takes a step of the round; None if no person does."""
    return Person(name, step.by[0]) if step.by else None
