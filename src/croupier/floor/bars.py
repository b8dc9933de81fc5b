"""Bars and exclusions on the floor: what one table decides is recorded at every other table where it holds."""

import asyncio
from collections.abc import Iterator
from functools import partial

from croupier.floor.answers import Reply
from croupier.floor.dealer import Dealer
from croupier.floor.happened import Happened
from croupier.floor.warning import warn
from croupier.table.pit.bars import RecordBar, holds_at, is_recorded
from croupier.table.pit.conduct import PlayerSanctioned


class Bars:
    """Compares the bars of all tables, and records at each what it lacks.

    A bar goes to another table only once it is durable where it was decided. If the process ends in between, the next start
    finds the difference. A table passes on what it got from others too, so that a table which no longer opens is not needed.
    """

    def __init__(self) -> None:
        """Start with no tables; `join` adds them."""
        self._dealers: list[Dealer] = []

    async def join(self, dealer: Dealer) -> None:
        """Add a table. Return once every table has on record what holds there."""
        pairs = [pair for other in self._dealers for pair in ((other, dealer), (dealer, other))]
        lacking = [(target, each) for source, target in pairs for each in _lacking(source, target)]
        self._dealers.append(dealer)
        dealer.listeners.append(partial(self._heard, dealer))
        for sent, reply in zip(lacking, await asyncio.gather(*(to.ask(each) for to, each in lacking)), strict=True):
            _warn_unless_recorded(*sent, reply)

    def _heard(self, source: Dealer, happened: Happened) -> None:
        if isinstance(happened.event, PlayerSanctioned):
            for target in self._dealers:
                for each in _lacking(source, target):
                    target.submit(each, done=partial(_warn_unless_recorded, target, each))


def _lacking(source: Dealer, target: Dealer) -> Iterator[RecordBar]:
    """What is durable at one table, holds at another, and is not on record there."""
    for person, bar in source.durable.desk.bars.items():
        holds = not bar.only_here and holds_at(bar.measure, source.durable, target.table)
        if holds and not is_recorded(target.table.desk, person, bar.measure):
            where = source.name if bar.table is None else bar.table
            yield RecordBar(person=person, measure=bar.measure, table=where, since=bar.since, by=bar.by, why=bar.why)


def _warn_unless_recorded(target: Dealer, command: RecordBar, reply: Reply) -> None:
    # Two tables may send the same bar at once; the second one finds it on record.
    if not reply.ok and not is_recorded(target.table.desk, command.person, command.measure):
        warn(f"{target.name}: could not record that {command.person} may not play there: {reply.message}")
