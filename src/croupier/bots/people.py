"""Who of the staff may do something: bots act in the role that the document names for it."""

from croupier.rules.powers import Act
from croupier.rules.sequence import Step
from croupier.table.person import Person
from croupier.table.state import Table

AUTOMATIC = "automatic"
"""The name under which a machine stands in for somebody."""


def holder(table: Table, act: Act, ground: str = "", name: str = AUTOMATIC) -> Person | None:
    """Somebody who may do this, if anybody may."""
    for power in table.rules.procedures.powers_to[act]:
        if not ground or power.ground(ground):
            return Person(name, power.held_by[0])
    return None


def attendant(table: Table, name: str = AUTOMATIC) -> Person:
    """Somebody who works at this table."""
    procedures = table.rules.procedures
    return Person(name, next(role for role in procedures.roles if procedures.works_here(role)))


def caller(step: Step, name: str = AUTOMATIC) -> Person | None:
    """Whoever makes a call of the round."""
    return Person(name, step.by[0]) if step.by else None
