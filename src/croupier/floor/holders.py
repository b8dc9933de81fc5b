"""Who may give an order by the document, whatever happens at the table."""

from collections.abc import Iterable

from croupier.rules.outcomes import listed
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase
from croupier.table.authority.powers import power_to_act, power_to_decide, powers_here
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import COMMANDS
from croupier.table.core.state import Table
from croupier.table.rounds.steps import taken_by

NO_SUCH_STEP = Refusal(Reason.NO_SUCH_POWER, "This game has no such step.")
NOT_THEIRS = (Reason.NOT_YOUR_POWER, Reason.NO_SUCH_POWER)


def lacks(table: Table, command: Command, person: Person) -> Refusal | None:
    """Refuse a person who lacks the power for a command, or does not take that step; None if the document is silent.

    The table itself may look at its state first, and so tell that to a person whom it does not concern.
    """
    row, sequence = COMMANDS[type(command)], table.rules.procedures.sequence
    rule = row.under(table, command) if callable(row.under) else row.under
    if isinstance(rule, Act):
        ground = getattr(command, "ground", "") or getattr(command, "why", "")
        answers = [power_to_act(table, person, rule), power_to_decide(table, person, rule, ground)]
    else:
        steps = [taken_by(table, step, person) for step in sequence if step.to is rule]
        answers = steps if steps or rule is None else [NO_SUCH_STEP]
    return next((each for each in answers if isinstance(each, Refusal) and each.reason in NOT_THEIRS), None)


def holders(table: Table, rules: Iterable[Act | Phase]) -> str:
    """The roles to which the document gives these powers and steps, in words; empty if it gives them to none."""
    procedures, sorted_rules = table.rules.procedures, sorted(rules)
    held = [power.held_by for act in sorted_rules if isinstance(act, Act) for power in powers_here(table, act)]
    held += [step.by for step in procedures.sequence if step.to in sorted_rules]
    return listed(dict.fromkeys(title for roles in held for title in procedures.named(roles)))
