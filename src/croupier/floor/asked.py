"""Commands on their way through a dealer: what was asked, and what waits for a write to become durable."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from croupier.floor.answers import Done, FloorRule, Reply
from croupier.floor.happened import Happened
from croupier.floor.keeper import Turn
from croupier.table.core.message import Command
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table

Check = Callable[[Sequence[Happened]], Refusal | None]
"""Refuses a command because of what it would lead to; None if that is as it should be."""


class Asked(NamedTuple):
    """A command, and how to answer it."""

    command: Command
    id: str
    round: int | None
    done: Done
    key: str = ""
    """The digest of the key of a terminal to seat."""
    rule: FloorRule | None = None
    check: Check | None = None


@dataclass(slots=True, eq=False)
class Writing:
    """A command on its way to the journal, and the refusals that are given after it."""

    happened: list[Happened]
    asked: Asked | None
    reply: Reply
    turn: Turn | None
    """What the cage does about it, in the same entry; None if it is not concerned."""
    refused: list[tuple[Asked, Reply]] = field(default_factory=list[tuple[Asked, Reply]])
    """Refusals may rest on events that are not durable yet, so they wait for the last write before them."""


def late(table: Table, round: int | None) -> Refusal | None:
    """Refuse a command that was meant for another round."""
    number = table.round.number
    if round in (None, number):
        return None
    when = "is over" if round < number else "has not begun"
    return Refusal(Reason.ROUND_OVER, f"That was meant for round {round}, which {when}.")
