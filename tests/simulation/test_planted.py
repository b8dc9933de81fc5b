"""A test of the tests: mistakes that servers of this kind are known for, planted one by one, are found."""

import asyncio
import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from croupier.floor.dealer import Dealer
from croupier.journal import streams
from croupier.journal.answers import Answer, Reply
from croupier.journal.port import Entry, Head, Row
from croupier.table.core.message import Command, Event
from simulation.disk import SlowJournal
from simulation.inspector import OTHER
from simulation.night import Night


class LooksNoFurtherThanTheJournal(Dealer):
    """Does not see that the same command is on its way to the disk."""

    async def _answered(self, id: str, asked: str) -> Reply | None:
        self._asked.clear()
        return await super()._answered(id, asked)


class ThinksTwice(Dealer):
    """Lets others have a turn between the decision and what it changes; the same command alone has to wait."""

    async def _write(self, command: Command, events: tuple[Event, ...], *, id: str = "", **named: Any) -> None:
        thinking = self._asked[id] = asyncio.get_running_loop().create_future()
        await asyncio.sleep(0)
        await super()._write(command, events, id=id, **named)
        thinking.set_result(None)


class TakesAnIdForACommand(Dealer):
    """Answers a known id without a look at what is asked under it."""

    async def _answered(self, id: str, asked: str) -> Reply | None:
        reply = await super()._answered(id, asked)
        if reply and reply.error == OTHER:
            kept = self._journal.find(streams.answers(self.name), id)
            assert kept
            return msgspec.json.decode(kept, type=Answer).said
        return reply


class TellsBeforeItIsDurable(SlowJournal):
    """Says that an entry is written when it is in the queue."""

    def append(self, entry: Entry) -> "asyncio.Future[None]":
        written = super().append(entry)
        if entry.parts[0].drafts:
            return written  # a claim
        soon: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        soon.set_result(None)
        return soon


class AsksNobodyWhoseTableItIs(SlowJournal):
    """Leaves the guard of the epoch out of every entry."""

    def append(self, entry: Entry) -> "asyncio.Future[None]":
        return super().append(Entry(tuple([part for part in entry.parts if part.drafts]), entry.epoch))


class TriesAgain(SlowJournal):
    """Writes a group once more after the disk has failed."""

    def _commit(self, before: Mapping[str, Head], lines: Sequence[Row]) -> None:
        try:
            super()._commit(before, lines)
        except OSError:
            super()._commit(before, lines)


PLANTED: list[tuple[type[Dealer | SlowJournal], int]] = [
    (LooksNoFurtherThanTheJournal, 10),
    (ThinksTwice, 20),
    (TakesAnIdForACommand, 40),
    (TellsBeforeItIsDurable, 10),
    (AsksNobodyWhoseTableItIs, 100),
    (TriesAgain, 100),
]
"""Each mistake, and within how many seeds it must be found often enough."""
OFTEN_ENOUGH = 5


@pytest.mark.parametrize(("mistake", "seeds"), PLANTED, ids=lambda each: getattr(each, "__name__", ""))
def test_a_mistake_is_found(mistake: type[Dealer | SlowJournal], seeds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    where = "croupier.floor.house.Dealer" if issubclass(mistake, Dealer) else "simulation.server.SlowJournal"
    monkeypatch.setattr(where, mistake)
    found = itertools.islice((seed for seed in range(seeds) if fails(seed)), OFTEN_ENOUGH)
    assert len(list(found)) == OFTEN_ENOUGH


def fails(seed: int) -> bool:
    """Whether the night of a seed shows that something is wrong."""
    try:
        Night(seed).run()
    except Exception:  # noqa: BLE001 - whatever gives it away
        return True
    return False


def test_without_a_mistake_the_same_seeds_find_nothing() -> None:
    assert not any(fails(seed) for seed in range(max(seeds for _, seeds in PLANTED)))
