"""Orders with the signatures of the people who give them."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from croupier.floor.actions import is_for_staff, may_give, not_here, staff_here
from croupier.floor.holders import NOT_THEIRS, lacks
from croupier.floor.own_terminals import terminal_refused
from croupier.table.core.decide import judge
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import COMMANDS
from croupier.table.core.state import Table


def signed(table: Table, command: Command, name: str, roles: Sequence[str]) -> Command | Refusal:
    """The command as this person gives it: `by` is set to the first of their roles in which they may give it.

    A person who may not give it learns only that, and nothing about the state of the table.
    Names that the command had before are removed: nobody signs for another. A second person signs with `countersigned`.
    """
    people = may_give(table, COMMANDS[type(command)], staff_here(table, name, roles))
    if not people:
        nobody = Person(name, "")
        refusal = lacks(table, _signed_by(command, nobody), nobody)
        return replace(not_here(name), clause=refusal.clause if refusal else "")
    if not is_for_staff(table, COMMANDS[type(command)]):
        return Refusal(Reason.NOT_YOUR_POWER, "The staff of this table do not do that.")
    if refusal := terminal_refused(table, command):
        return refusal
    refusals = list[Refusal]()
    for person in people:
        own = _signed_by(command, person)
        verdict = lacks(table, own, person) or judge(table, own)
        if not isinstance(verdict, Refusal) or verdict.reason not in NOT_THEIRS:
            return own
        refusals.append(verdict)
    return refusals[0]


def countersigned(table: Table, command: Command, name: str, roles: Sequence[str]) -> Command | Refusal:
    """The signed command with a second person's signature, in the first of their roles that counts for it."""
    refusal = not_here(name)
    for person in staff_here(table, name, roles):
        own = replace(command, second=person)
        verdict = judge(table, own)
        if isinstance(verdict, Refusal) and verdict.reason is Reason.ROUND_FORGOTTEN:  # judged once the journal was read
            verdict = lacks(table, _signed_by(command, person), person)
        elif isinstance(verdict, Refusal) and verdict.reason is not Reason.SECOND_PERSON_NEEDED:
            return own
        if not isinstance(verdict, Refusal):
            return own
        refusal = verdict
    return refusal


def _signed_by(command: Command, person: Person) -> Command:
    """A command with this person as its author, also of a command in it, and with no second person."""
    signs: dict[str, Any] = {"by": person, "second": None}
    changes = {name: value for name, value in signs.items() if name in command.__struct_fields__}
    inner = {name: value for name in command.__struct_fields__ if isinstance(value := getattr(command, name), Command)}
    changes |= {name: _signed_by(value, person) for name, value in inner.items()}
    return replace(command, **changes) if changes else command
