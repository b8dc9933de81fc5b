"""An evening at a table: bots play it command by command, without a clock on the wall or a file on disk."""

import random
from collections.abc import Iterator

from msgspec.structs import replace

from croupier.bots.crowd import Crowd
from croupier.bots.dealer import AutomaticDealer
from croupier.bots.device import Unreliable
from croupier.bots.manager import Manager
from croupier.bots.staff import Mischief, Supervisor
from croupier.rules.moments import moment
from croupier.table.apply import apply
from croupier.table.commands import Command
from croupier.table.decide import decide
from croupier.table.events import Event
from croupier.table.refusals import Refusal
from croupier.table.state import Table

Happened = tuple[Table, Command, "tuple[Event, ...] | Refusal", Table]
"""The table before, what was asked, what came of it, the table after."""


OPENING = moment("2025-01-01T18:00:00+11:00")
"""When an evening begins: late enough for everything that the documents date."""


def evening(table: Table, *, seed: int, players: int, commands: int, faults: float = 0.02) -> Iterator[Happened]:
    """So many commands of an evening; the same for the same seed."""
    chance = random.Random(seed)  # noqa: S311 - a bot's whims
    device = Unreliable(table.rules, chance, faults)
    dealer = AutomaticDealer(device, salt=lambda: chance.randbytes(16).hex())
    supervisor, mischief, manager, crowd = Supervisor(), Mischief(chance), Manager(chance), Crowd(chance, players)
    at = max(table.clock, OPENING)
    for _ in range(commands):
        luck = chance.random()
        if luck < faults:
            command = mischief.next(table)
        elif luck < faults * 1.5:
            command = manager.next(table)
        elif put_right := supervisor.next(table) or manager.due(table):
            command = put_right
        elif luck < (0.85 if table.round.phase in table.rules.procedures.takes_bets else 0.35):
            command = crowd.next(table)
        else:
            command = dealer.next(table) or (dealer.hurry(table) if luck > 0.98 else crowd.next(table))
        if command is None:
            continue
        at += chance.randint(1, 2000)
        outcome = decide(table, replace(command, at=at))
        before = table
        if not isinstance(outcome, Refusal):
            for event in outcome:
                table = apply(table, event)
        yield before, command, outcome, table
