"""Answers to commands by their ids: a repeated command gets its first answer and has no further effect."""

from collections.abc import Callable
from typing import NamedTuple

import msgspec
from msgspec import UnsetType
from msgspec.structs import replace

from croupier.floor.used_ids import UsedIds
from croupier.journal.journal import Journal
from croupier.table.bets.calling import CallBet
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.recorded import read_recorded
from croupier.table.core.refusals import Reason, Refusal

REMEMBERED_REFUSALS = 10_000
"""Refusals that a table remembers by id. Refusals are not in the journal, so a restart forgets them."""


SENDERS = 1_000
"""How many senders a table remembers the ids of."""
IDS_OF_SENDER = 20_000
"""With so many ids in the journal, the ids of a sender are looked up there."""


class Reply(msgspec.Struct, frozen=True):
    """The answer to a command."""

    ok: bool
    notice: str = ""
    error: str = ""
    message: str = ""
    clause: str = ""
    """The clause behind a refusal; empty if there is none."""


Done = Callable[[Reply], object]
"""Receives the answer to a command, once."""
FloorRule = Callable[[], Refusal | None]
"""Refuses a command for a reason that the table does not know; None if it is for the table to decide."""


def refused(refusal: Refusal) -> Reply:
    """The answer to a refused command."""
    return Reply(ok=False, error=refusal.reason, message=refusal.message, clause=refusal.clause)


OTHER_COMMAND = refused(Refusal(Reason.OTHER_COMMAND, "This id was used for another command."))


class Answer(NamedTuple):
    """The command that an id was first used for, and the answer to it."""

    command: Command
    reply: Reply

    def to(self, command: Command) -> Reply:
        """The answer to a command with the same id: the first one, unless the command is another one."""
        repeated = replace(command, at=self.command.at)
        if type(repeated) is type(self.command) and _same_author(repeated, self.command):
            repeated = replace(repeated, by=getattr(self.command, "by"))  # noqa: B009 - not every command has an author
        return self.reply if self.command == repeated else OTHER_COMMAND


class Answers:
    """The answers of one table. Those of accepted commands are in the journal; refusals are remembered for a while."""

    def __init__(self, journal: Journal, table: str) -> None:
        """Answer for a table with a stream in this journal."""
        self._journal = journal
        self._table = table
        self._waiting: dict[str, list[tuple[Command, Done]]] = {}
        """Who waits for the answer to an id that is not durable yet: first the command that is being written."""
        self._refusals: dict[str, Answer] = {}
        self._used: dict[str, UsedIds | None] = {}
        """The ids in the journal, by sender; None for a sender with very many. The oldest senders are forgotten."""

    def repeats(self, command: Command, id: str, done: Done) -> bool:
        """Whether this id was used before. If so, `done` gets the first answer as soon as that is durable."""
        if waiting := self._waiting.get(id):
            waiting.append((command, done))
            return True
        first = self._refusals.get(id) or (self._recorded(id) if self._may_be_used(id) else None)
        if first is None:
            return False
        done(first.to(command))
        return True

    def expect(self, command: Command, id: str, done: Done) -> None:
        """Begin to wait for the answer to a new id."""
        self._waiting[id] = [(command, done)]
        if used := self._used.get(_sender(id)):
            used.add(id)

    def give(self, id: str, reply: Reply) -> None:
        """Give everybody who waits for an id its answer, which is durable now."""
        waiting = self._waiting.pop(id)
        first = Answer(waiting[0][0], reply)
        for command, done in waiting:
            done(first.to(command))

    def remember(self, command: Command, id: str, reply: Reply) -> None:
        """Remember an answer that the journal does not have, and forget the oldest one if there are too many."""
        self._refusals[id] = Answer(command, reply)
        if len(self._refusals) > REMEMBERED_REFUSALS:
            del self._refusals[next(iter(self._refusals))]

    def _may_be_used(self, id: str) -> bool:
        """Whether the journal may have an id. A lookup there would take longer than all else, and most ids are new."""
        sender = _sender(id)
        if not sender:
            return True
        if sender not in self._used:
            if len(self._used) >= SENDERS:
                del self._used[next(iter(self._used))]
            self._used[sender] = self._ids_of(sender)
        used = self._used[sender]
        return used is None or id in used

    def _ids_of(self, sender: str) -> UsedIds | None:
        names = self._journal.names(self._table, sender, IDS_OF_SENDER)
        waiting = (id for id in self._waiting if _sender(id) == sender)
        return UsedIds([*names, *waiting]) if len(names) < IDS_OF_SENDER else None

    def _recorded(self, id: str) -> Answer | None:
        line = self._journal.find(self._table, id)
        if line is None:
            return None
        found = read_recorded(line)
        return Answer(found.command, Reply(ok=True, notice=found.notice or ""))


def _same_author(repeated: Command, first: Command) -> bool:
    """Whether the server may have set another author for a repeated command.

    It chooses the role in which a person gives a command, and names who marks a call: a person may have taken over the table
    since the first time.
    """
    if isinstance(repeated, CallBet):
        return True
    again: Person | UnsetType | None = getattr(repeated, "by", None)
    before: Person | UnsetType | None = getattr(first, "by", None)
    return bool(again and before and again.name == before.name)


def _sender(id: str) -> str:
    """Whose id it is: everything up to the first slash; empty if it has none."""
    return id[: id.find("/") + 1]
