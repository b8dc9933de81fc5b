"""An evening at a table: bots play it command by command, without a clock on the wall or a file on disk."""

import random
from collections.abc import Iterator

from msgspec.structs import replace

from croupier.bots.dealer import AutomaticDealer
from croupier.bots.player import BANKROLL, Player
from croupier.bots.staff import Mischief, Supervisor
from croupier.devices import SoftwareGenerator
from croupier.money import Cents
from croupier.table.apply import apply
from croupier.table.commands import Command, TakeSeat
from croupier.table.decide import decide
from croupier.table.events import Event
from croupier.table.refusals import Refusal
from croupier.table.state import Table

Happened = tuple[Table, Command, "tuple[Event, ...] | Refusal", Table]
"""The table before, what was asked, what came of it, the table after."""


def evening(table: Table, *, seed: int, players: int, commands: int, faults: float = 0.02) -> Iterator[Happened]:
    """So many commands of an evening; the same for the same seed."""
    chance = random.Random(seed)  # noqa: S311 - a bot's whims
    device = SoftwareGenerator(chance.randbytes)
    dealer, supervisor, mischief = AutomaticDealer(device), Supervisor(), Mischief(chance)
    guests = [Player(f"bot-{number:02}", chance) for number in range(1, players + 1)]
    waiting: list[Command] = [TakeSeat(seat=guest.seat, chips=Cents(BANKROLL)) for guest in guests]
    at = max(table.clock, 1)
    for _ in range(commands):
        luck = chance.random()
        if waiting:
            command = waiting.pop()
        elif luck < faults:
            command = mischief.next(table)
        elif luck < 0.8:
            command = supervisor.next(table) or chance.choice(guests).next(table)
        else:
            command = supervisor.next(table) or dealer.next(table) or dealer.hurry(table)
        if command is None:
            continue
        at += chance.randint(1, 2000)
        outcome = decide(table, replace(command, at=at))
        before = table
        if not isinstance(outcome, Refusal):
            for event in outcome:
                table = apply(table, event)
        yield before, command, outcome, table
