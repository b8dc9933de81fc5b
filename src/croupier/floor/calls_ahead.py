"""The calls of a round that are still to come, for a console that shows what follows."""

import msgspec

from croupier.rules.outcomes import listed
from croupier.rules.sequence import Phase, Step
from croupier.table.core.rows import COMMANDS
from croupier.table.core.state import Table


class CallAhead(msgspec.Struct, frozen=True):
    """A step of the round that has not been taken yet."""

    order: str
    """The name of its command."""
    words: str
    """Who takes it, and what it is."""
    clause: str
    taken: int
    """How often it was taken in this round."""
    times: int
    """How often it must be taken."""


def calls_ahead(table: Table) -> tuple[CallAhead, ...]:
    """The steps to the end of the round, in the order of the document. A finished round is followed by the next one.

    Nothing is ahead at a closed table.
    A step that is taken several times is ahead until it was taken often enough.
    """
    if table.desk.closed:
        return ()
    steps = [each for each in table.rules.procedures.sequence if not each.only_with or table.sign.named.get(each.only_with)]
    done = next((at for at, step in enumerate(steps) if step.to is table.round.phase and step.to is not Phase.DONE), -1)
    again = done >= 0 and table.round.phase is Phase.SHAKEN and table.round.shakes < steps[done].times
    return tuple(_call(table, step) for step in steps[done if again else done + 1 :])


def _call(table: Table, step: Step) -> CallAhead:
    order = next((row.kind.__name__ for row in COMMANDS.values() if step.to in row.rules), "")
    machine = "the shooter" if step.to is Phase.SHOT else "the machine"
    who = listed(table.rules.procedures.named(step.by)) if step.by else machine
    taken = table.round.shakes if step.to is table.round.phase is Phase.SHAKEN else 0
    return CallAhead(order, f"{who} {step.words}", step.clause, taken, step.times)
