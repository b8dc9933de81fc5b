"""Who may give an order, for a person who may not."""

from collections.abc import Iterable

from croupier.rules.outcomes import listed
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase
from croupier.table.authority.powers import powers_here
from croupier.table.core.state import Table


def holders(table: Table, rules: Iterable[Act | Phase]) -> str:
    """The roles to which the document gives these powers and steps, in words; empty if it gives them to none."""
    procedures, sorted_rules = table.rules.procedures, sorted(rules)
    held = [power.held_by for act in sorted_rules if isinstance(act, Act) for power in powers_here(table, act)]
    held += [step.by for step in procedures.sequence if step.to in sorted_rules]
    return listed(dict.fromkeys(title for roles in held for title in procedures.named(roles)))
