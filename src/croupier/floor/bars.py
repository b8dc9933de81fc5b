"""Bars and exclusions on the floor: what one table or the cage decides is recorded at every table where it holds."""

import asyncio
from collections.abc import Iterator
from functools import partial

from croupier.cage.message import CageEvent
from croupier.cage.patrons import PatronExcluded
from croupier.floor.answers import Reply
from croupier.floor.dealer import Dealer
from croupier.floor.happened import Happened
from croupier.floor.keeper import Keeper
from croupier.floor.patron_names import patron_name
from croupier.floor.warning import warn
from croupier.rules.powers import Act
from croupier.table.core.person import Person
from croupier.table.pit.bars import RecordBar, holds_at, is_recorded
from croupier.table.pit.conduct import PlayerSanctioned

AT_CAGE = "cage"
"""The role in which a clerk excludes a patron."""


class Bars:
    """Compares the bars of all tables, and records at each what it lacks.

    A bar goes to another table only once it is durable where it was decided. If the process ends in between, the next start
    finds the difference. A table passes on what it got from others too, so that a table which no longer opens is not needed.
    """

    def __init__(self) -> None:
        """Start with no tables; `join` adds them."""
        self._dealers: list[Dealer] = []
        self._keeper: Keeper | None = None

    def follow(self, keeper: Keeper) -> None:
        """Record at every table what the cage decides. Tables that join later are compared with the cage."""
        self._keeper = keeper
        keeper.listeners.append(self._heard_at_cage)

    async def join(self, dealer: Dealer) -> None:
        """Add a table. Return once every table has on record what holds there."""
        pairs = [pair for other in self._dealers for pair in ((other, dealer), (dealer, other))]
        lacking = [(target, each) for source, target in pairs for each in _lacking(source, target)]
        lacking += [(dealer, each) for each in self._excluded(dealer)]
        self._dealers.append(dealer)
        dealer.listeners.append(partial(self._heard, dealer))
        for sent, reply in zip(lacking, await asyncio.gather(*(to.ask(each) for to, each in lacking)), strict=True):
            _warn_unless_recorded(*sent, reply)

    def _heard(self, source: Dealer, happened: Happened) -> None:
        if isinstance(happened.event, PlayerSanctioned):
            for target in self._dealers:
                for each in _lacking(source, target):
                    target.submit(each, done=partial(_warn_unless_recorded, target, each))

    def _heard_at_cage(self, event: CageEvent) -> None:
        if isinstance(event, PatronExcluded):
            for target in self._dealers:
                for each in self._excluded(target, event.patron):
                    target.submit(each, done=partial(_warn_unless_recorded, target, each))

    def _excluded(self, target: Dealer, *patrons: int) -> Iterator[RecordBar]:
        """The exclusions, of these patrons or of all, that are durable at the cage and not on record at a table."""
        if self._keeper is None:
            return
        exclusions = self._keeper.durable.exclusions
        for patron in patrons or exclusions:
            person, excluded = patron_name(patron), exclusions[patron]
            if excluded.place != target.name and not is_recorded(target.table.desk, person, Act.EXCLUDE):
                by, since = Person(excluded.by, AT_CAGE), excluded.since
                yield RecordBar(person=person, measure=Act.EXCLUDE, table=excluded.place, since=since, by=by, why=excluded.why)


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
