"""Bars and exclusions on the floor: what one table or the cage decides is recorded at every table where it holds.

Exclusions of patrons, and their end, are the cage's: it has those that were decided at a table, too, in the same entry.
"""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from croupier.cage.exclusions import ExclusionLifted, PatronExcluded
from croupier.facts.message import Event
from croupier.floor.answers import Reply
from croupier.floor.dealer import Dealer
from croupier.floor.happened import Happened
from croupier.floor.keeper import Keeper
from croupier.floor.warning import warn
from croupier.rules.powers import Act
from croupier.table.core.person import Person
from croupier.table.money.patron_names import patron_name, patron_of
from croupier.table.pit.bars import BarLifted, LiftBar, RecordBar, holds_at, is_recorded
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
        await _sent([(dealer, each) for each in self._ended(dealer)])
        pairs = [pair for other in self._dealers for pair in ((other, dealer), (dealer, other))]
        lacking = [(target, each) for source, target in pairs for each in self._lacking(source, target)]
        lacking += [(dealer, each) for each in self._excluded(dealer)]
        self._dealers.append(dealer)
        dealer.listeners.append(partial(self._heard, dealer))
        await _sent(lacking)

    def _heard(self, source: Dealer, happened: Happened) -> None:
        if isinstance(happened.event, PlayerSanctioned | BarLifted):
            # A bar from the game comes to light again where an exclusion ends, there and at the other tables.
            for other in self._dealers:
                for giving, taking in ((source, other), (other, source)):
                    _send(taking, self._lacking(giving, taking))

    def _heard_at_cage(self, event: Event) -> None:
        if isinstance(event, PatronExcluded):
            for target in self._dealers:
                _send(target, self._excluded(target, event.patron))
        elif isinstance(event, ExclusionLifted):
            for target in self._dealers:
                _send(target, self._ended(target))

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

    def _ended(self, target: Dealer) -> Iterator[LiftBar]:
        """The exclusions on record at a table that have ended at the cage."""
        if self._keeper is None:
            return
        for person, bar in target.table.desk.bars.items():
            patron = patron_of(person)
            if bar.measure is Act.EXCLUDE and patron not in self._keeper.cage.exclusions:
                lift = self._keeper.durable.lifts.get(patron or 0)
                if lift:
                    yield LiftBar(person=person, by=Person(lift.by, AT_CAGE), why=lift.why)

    def _lacking(self, source: Dealer, target: Dealer) -> Iterator[RecordBar]:
        """What is durable at one table, holds at another, and is not on record there."""
        for person, bar in source.durable.desk.bars.items():
            holds = not bar.only_here and holds_at(bar.measure, source.durable, target.table)
            if bar.measure is Act.EXCLUDE and self._keeper and patron_of(person) in self._keeper.durable.patrons:
                continue  # the cage knows whether it holds
            if holds and not is_recorded(target.table.desk, person, bar.measure):
                where = source.name if bar.table is None else bar.table
                yield RecordBar(person=person, measure=bar.measure, table=where, since=bar.since, by=bar.by, why=bar.why)


def _send(target: Dealer, commands: Iterable[RecordBar | LiftBar]) -> None:
    for each in commands:
        target.submit(each, done=partial(_warn_unless_recorded, target, each))


async def _sent(commands: Sequence[tuple[Dealer, RecordBar | LiftBar]]) -> None:
    """Send commands, and return once they are durable."""
    for sent, reply in zip(commands, await asyncio.gather(*(to.ask(each) for to, each in commands)), strict=True):
        _warn_unless_recorded(*sent, reply)


def _warn_unless_recorded(target: Dealer, command: RecordBar | LiftBar, reply: Reply) -> None:
    # Two tables may send the same bar at once; the second one finds it on record.
    if reply.ok:
        return
    if isinstance(command, LiftBar):
        warn(f"{target.name}: could not record that the exclusion of {command.person} has ended: {reply.message}")
    elif not is_recorded(target.table.desk, command.person, command.measure):
        warn(f"{target.name}: could not record that {command.person} may not play there: {reply.message}")
