"""An evening at a table: bots play it command by command, without a wall clock and without a journal."""

import random
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from croupier.rules.moments import moment
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command, Event
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table
from croupier.testing.cashier import Cashier
from croupier.testing.crowd import Crowd
from croupier.testing.device import PromptDealer, Unreliable
from croupier.testing.manager import Manager
from croupier.testing.staff import Mischief, Supervisor

Happened = tuple[Table, Command, "tuple[Event, ...] | Refusal", Table]
"""The table before, the command, the events or the refusal, and the table after."""

OPENING = moment("2025-01-01T18:00:00+11:00")
"""When an evening begins: later than every date in the documents."""


def carried_out(table: Table, command: Command) -> Happened:
    """Let a table decide a command, and apply what comes of it."""
    outcome, after = decide(table, command), table
    if not isinstance(outcome, Refusal):
        for event in outcome:
            after = apply(after, event)
    return table, command, outcome, after


def evening(
    table: Table,
    *,
    seed: int,
    players: int,
    commands: int,
    faults: float = 0.02,
    carry_out: Callable[[Table, Command], Happened] = carried_out,
) -> Iterator[Happened]:
    """Play up to `commands` commands, reproducibly for a seed; `faults` is the share of things that go wrong.

    `carry_out` decides each command. A floor with a cage asks the cage, too.
    """
    chance = random.Random(seed)  # noqa: S311 - not for security
    device = Unreliable(table.rules, chance, faults)
    dealer = PromptDealer(device)
    supervisor, mischief, manager, crowd = Supervisor(), Mischief(chance), Manager(chance), Crowd(chance, players)
    # The cashier has a generator of its own, so that the others do as they would without it.
    cashier = Cashier(random.Random(seed), faults / 2)  # noqa: S311 - not for security
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
        happened = carry_out(table, replace(command, at=at))
        table = happened[-1]
        yield happened
        if order := cashier.next(table):
            happened = carry_out(table, replace(order, at=at))
            table = happened[-1]
            yield happened
