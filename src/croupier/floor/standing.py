"""Which roles of the floor stand for the document roles that hold a power or take a step."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from croupier.floor.actions import Action
from croupier.rules.powers import Act
from croupier.table.authority.powers import powers_here
from croupier.table.core.message import Command
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import COMMANDS, Rule
from croupier.table.core.state import Table

StandsFor = Mapping[str, Sequence[str]]
"""The roles of the floor, each with the document roles that it stands for."""


def roles_here(table: Table, rule: Rule, stands_for: StandsFor) -> list[str]:
    """Return the floor roles whose holders may use this power, or take this step, at this table."""
    known = table.rules.procedures.roles
    return [floor for floor, roles in stands_for.items() if any(_may(table, rule, role) for role in roles if role in known)]


def _may(table: Table, rule: Rule, role: str) -> bool:
    procedures = table.rules.procedures
    acting = procedures.acting(role)
    if isinstance(rule, Act):
        return any(acting.intersection(each.held_by) and role not in each.not_for for each in powers_here(table, rule))
    return any(acting.intersection(step.by) for step in procedures.sequence if step.to is rule)


def refused_here(table: Table, command: Command, refusal: Refusal, stands_for: StandsFor) -> Refusal:
    """A refusal that says which roles of this floor may give the command, if the person lacks the power."""
    row = COMMANDS[type(command)]
    rule = row.under(table, command) if callable(row.under) else row.under
    if refusal.reason is not Reason.NOT_YOUR_POWER or rule is None:
        return refusal
    return replace(refusal, sentence=_with_roles(refusal.sentence, roles_here(table, rule, stands_for)))


def actions_here(table: Table, actions: Sequence[Action], stands_for: StandsFor) -> tuple[Action, ...]:
    """Actions that say which roles of this floor may give an order, where the person lacks the power."""
    under = {kind.__name__: row.under for kind, row in COMMANDS.items()}
    return tuple(
        replace(each, why_not=_with_roles(each.why_not, roles_here(table, rule, stands_for)))
        if each.reason == Reason.NOT_YOUR_POWER.value and (rule := under[each.order]) and not callable(rule)
        else each
        for each in actions
    )


def _with_roles(sentence: str, roles: Sequence[str]) -> str:
    return f"{sentence.removesuffix('.')} (here: {', '.join(roles) or 'no role of this floor'})."
