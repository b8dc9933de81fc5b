"""A test of the tests: mistakes that servers of this kind are known for, planted one by one, are found."""

import asyncio
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from uuid import uuid4

import pytest
from msgspec.structs import replace

from croupier.cage.cards import ReturnCard
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.message import CageCommand
from croupier.facts.refusal import Refusal
from croupier.floor.answers import Answer, Answers, AnyCommand, Done, FloorRule, Reply
from croupier.floor.bars import Bars
from croupier.floor.dealer import Dealer
from croupier.floor.keeper import Keeper, Turn
from croupier.journal.journal import Then
from croupier.journal.port import Entry, Head, Row
from croupier.table.core.message import Command
from croupier.table.money.credit import InsertMoney
from croupier.table.money.tender import Way
from croupier.table.pit.bars import LiftBar
from simulation.disk import SlowJournal
from simulation.night import Night
from simulation.test_nights import NIGHTS

Planted = Dealer | Answers | Answer | SlowJournal | Keeper | Bars


class LooksNoFurtherThanTheJournal(Answers):
    """Does not see that the same command is on its way to the disk."""

    def repeats(self, command: AnyCommand, id: str, done: Done) -> bool:
        before, self._waiting = self._waiting, {}
        try:
            return super().repeats(command, id, done)
        finally:
            self._waiting = before


class ThinksTwice(Dealer):
    """Lets others have a turn between the decision and what it changes."""

    def _finish(self, asked: Any, outcome: Any, happened: Any) -> None:
        asyncio.get_running_loop().call_later(0.01, super()._finish, asked, outcome, happened)


class TakesAnIdForACommand(Answer):
    """Answers a known id without a look at what is asked under it."""

    def to(self, command: AnyCommand) -> Reply:
        return super().to(replace(self.command, at=command.at))


class ForgetsWhatItRefused(Answers):
    """Decides a command anew that it has refused."""

    def remember(self, command: AnyCommand, id: str, reply: Reply) -> None:
        """Nothing."""


class TellsBeforeItIsDurable(SlowJournal):
    """Says that an entry is written when it is in the queue."""

    def write(self, entry: Entry, then: Then) -> None:
        if entry.parts and entry.parts[0].drafts:
            super().write(entry, then)  # a claim
        else:
            super().write(entry, lambda _: None)
            asyncio.get_running_loop().call_soon(then, None)


class AsksNobodyWhoseTableItIs(SlowJournal):
    """Leaves the guard of the epoch out of every entry."""

    def write(self, entry: Entry, then: Then) -> None:
        super().write(Entry(tuple([part for part in entry.parts if part.drafts]), entry.epoch), then)


class TriesAgain(SlowJournal):
    """Writes a group once more after the disk has failed."""

    def _commit(self, before: Mapping[str, Head], lines: Sequence[Row]) -> None:
        try:
            super()._commit(before, lines)
        except OSError:
            super()._commit(before, lines)


class WritesOneAfterTheOther(SlowJournal):
    """Writes what goes to a table and to the cage in two entries."""

    def write(self, entry: Entry, then: Then) -> None:
        of_cage = tuple([part for part in entry.parts if part.stream.startswith(CAGE_REGISTER.name)])
        if not of_cage or len(of_cage) == len(entry.parts):
            super().write(entry, then)
            return
        super().write(Entry(of_cage, entry.epoch), lambda _: None)
        others = Entry(tuple([part for part in entry.parts if part not in of_cage]), entry.epoch)
        asyncio.get_running_loop().call_later(0.01, super().write, others, then)


class PaysByWhatIsDurable(Keeper):
    """Decides on what is written down, and not on what was decided."""

    def decided(self, *commands: CageCommand, id: str = "") -> Turn | Refusal | None:
        latest, self.cage = self.cage, self.durable
        try:
            return super().decided(*commands, id=id)
        finally:
            self.cage = latest


class RefusesTooEarly(Keeper):
    """Says why a ticket is not paid before that is durable."""

    def once_durable(self, answer: Callable[[], object]) -> None:
        answer()


class KeepsCards(Keeper):
    """Does not notice that a card was taken out of a terminal."""

    def decided(self, *commands: CageCommand, id: str = "") -> Turn | Refusal | None:
        return super().decided(*(each for each in commands if not isinstance(each, ReturnCard)), id=id)


class ForgetsThatItEnded(Bars):
    """Tells tables that somebody is excluded, and not that this has ended."""

    def _ended(self, target: Dealer) -> Iterator[LiftBar]:
        del target
        return iter(())


class TransfersTwice(Dealer):
    """Takes every transfer for a new one."""

    def repeats(self, command: Command, id: str, done: Done) -> bool:
        del command, id, done
        return False

    def submit(
        self, command: Command, id: str = "", *, round: int | None = None, rule: FloorRule | None = None, done: Done
    ) -> None:
        is_transfer = isinstance(command, InsertMoney) and command.tender and command.tender.way is Way.CASHLESS
        super().submit(command, f"{id}-{uuid4()}" if is_transfer else id, round=round, rule=rule, done=done)


PLANTED: list[tuple[type[Planted], int]] = [
    (LooksNoFurtherThanTheJournal, 10),
    (ThinksTwice, 20),
    (TakesAnIdForACommand, 40),
    (ForgetsWhatItRefused, 40),
    (TellsBeforeItIsDurable, 10),
    (AsksNobodyWhoseTableItIs, 100),
    (TriesAgain, 100),
    (WritesOneAfterTheOther, 20),
    (PaysByWhatIsDurable, 100),
    (RefusesTooEarly, 250),
    (KeepsCards, 40),
    (TransfersTwice, 40),
    (ForgetsThatItEnded, 100),
]
"""Each mistake, and within how many seeds it must be found often enough."""
OFTEN_ENOUGH = 2
WHERE: Mapping[type, str] = {
    Dealer: "croupier.floor.house.Dealer",
    Answers: "croupier.floor.dealer.Answers",
    Answer: "croupier.floor.answers.Answer",
    SlowJournal: "simulation.server.SlowJournal",
    Keeper: "croupier.floor.taking_cage.Keeper",
    Bars: "croupier.floor.house.Bars",
}
"""Where each is used."""


@pytest.mark.parametrize(("mistake", "seeds"), PLANTED, ids=lambda each: getattr(each, "__name__", ""))
def test_a_mistake_is_found(mistake: type[Planted], seeds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WHERE[mistake.__bases__[0]], mistake)
    found = itertools.islice((seed for seed in range(seeds) if fails(seed)), OFTEN_ENOUGH)
    assert len(list(found)) == OFTEN_ENOUGH


def fails(seed: int) -> bool:
    """Whether the night of a seed shows that something is wrong."""
    try:
        Night(seed).run()
    except Exception:  # noqa: BLE001 - whatever gives it away
        return True
    return False


def test_the_same_seeds_are_played_without_a_mistake() -> None:
    """By `test_nights`, where they find nothing."""
    assert max(seeds for _, seeds in PLANTED) <= NIGHTS
