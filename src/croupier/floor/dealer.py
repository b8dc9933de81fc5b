"""A dealer keeps one table: decides, has it written down, and only then tells."""

import asyncio
import hashlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from croupier.journal.port import Answer, Entry, Journal
from croupier.table.apply import apply
from croupier.table.commands import Command
from croupier.table.decide import decide
from croupier.table.events import Event
from croupier.table.refusals import Reason, Refusal
from croupier.table.state import Table
from croupier.table.words import notice

REMEMBERED = 500
"""How many of the last events are kept at hand for terminals that lost their line."""


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to a command."""

    ok: bool
    notice: str = ""
    error: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class Happened:
    """A numbered event, and the table before and after it."""

    number: int
    event: Event
    before: Table
    after: Table


class Dealer:
    """One table. Commands are decided one after the other on what has been decided, and answered when that is durable."""

    def __init__(self, name: str, table: Table, number: int, journal: Journal) -> None:
        """Sit down at a table whose journal has come to this number."""
        self.name = name
        self.table = table
        self.number = number
        self.durable = (number, table)
        """How far what is decided has also been written down, and the table as of then: all that anybody may be shown."""
        self.told: deque[Happened] = deque(maxlen=REMEMBERED)
        self.listeners: list[Callable[[Happened], None]] = []
        self._journal = journal
        self._asked: dict[str, asyncio.Future[Said]] = {}

    async def ask(self, command: Command, id: str = "", key: str = "") -> Said:
        """Decide a command. One that was asked before, by its id, gets its first answer."""
        asked = hashlib.sha256(msgspec.json.encode(command)).digest()
        if id and (before := await self._answered(id, asked)):
            return before
        outcome = decide(self.table, command)
        events = () if isinstance(outcome, Refusal) else outcome
        said = self._said(outcome)
        happened = [self._apply(event) for event in events]
        entry = Entry(
            table=self.name,
            number=self.number - len(events) + 1,
            lines=tuple(msgspec.json.encode(event) for event in events),
            command=id,
            answer=Answer(asked, msgspec.json.encode(said)) if id else None,
            key=key,
            seat=getattr(command, "seat", "") if key else "",
        )
        if not events and not id:
            return said
        written = self._journal.append(entry)
        # Told by the callback and not after the await, so that listeners hear events in the order of the journal.
        written.add_done_callback(lambda _: self._tell(happened))
        if id:
            self._asked[id] = asyncio.get_running_loop().create_future()
        await asyncio.shield(written)
        if id:
            self._asked.pop(id).set_result(said)
        return said

    async def _answered(self, id: str, asked: bytes) -> Said | None:
        if id in self._asked:
            await asyncio.shield(self._asked[id])
        answer = self._journal.answer(self.name, id)
        if answer is None:
            return None
        if answer.asked != asked:
            return _refused(Refusal(Reason.OUT_OF_SEQUENCE, "This id was used for another command."))
        return msgspec.json.decode(answer.said, type=Said)

    def _said(self, outcome: tuple[Event, ...] | Refusal) -> Said:
        if isinstance(outcome, Refusal):
            return _refused(outcome)
        return Said(ok=True, notice=" ".join(notice(self.table, event) for event in outcome))

    def _apply(self, event: Event) -> Happened:
        before = self.table
        self.table = apply(before, event)
        self.number += 1
        return Happened(self.number, event, before, self.table)

    def _tell(self, happened: list[Happened]) -> None:
        for each in happened:
            self.durable = (each.number, each.after)
            self.told.append(each)
            for listener in list(self.listeners):
                listener(each)


def _refused(refusal: Refusal) -> Said:
    return Said(ok=False, error=refusal.reason, message=refusal.message)
