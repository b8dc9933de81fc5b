"""Answers to commands by their ids: a repeated command gets its first answer and has no further effect."""

from asyncio import Future
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec import UnsetType
from msgspec.structs import replace

from croupier.cage.cards import IssueCard, ReplaceCard
from croupier.cage.issuing import SellTicket
from croupier.cage.message import CageCommand, Clerk
from croupier.cage.patrons import CorrectPatron, RegisterPatron
from croupier.cage.settling import ReprintTicket
from croupier.facts import message as facts
from croupier.facts.refusal import Refusal as CageRefusal
from croupier.floor.counter import Transferred, printed, transferred
from croupier.floor.used_ids import UsedIds
from croupier.journal.journal import Journal
from croupier.promotions.drawing import CommitDraw, DrawPrizes
from croupier.promotions.entering import AddDetails, AddPerson, EnterDraw
from croupier.promotions.message import Officer
from croupier.table.bets.calling import CallBet
from croupier.table.core.message import Command, Event
from croupier.table.core.person import Person
from croupier.table.core.recorded import read_recorded
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import recorded_refusal
from croupier.table.money.credit import Collect, InsertMoney
from croupier.table.money.pulling import PullBox
from croupier.table.money.seats import LeaveSeat

REMEMBERED_REFUSALS = 10_000
"""Refusals that are remembered by id. They are not in the journal, so a restart forgets them."""


SENDERS = 1_000
"""How many senders the ids are remembered of."""
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
    stake: int | None = None
    """The stake that would be taken in place of a refused one; None if there is none."""
    ticket: int | None = None
    """The serial of the ticket on which money left the table; None if none did."""
    transfer: Transferred | None = None
    """The transfer between an account and the table; None if there was none."""


Done = Callable[[Reply], object]
"""Receives the answer to a command, once."""
FloorRule = Callable[[], Refusal | CageRefusal | None]
"""Refuses a command for a reason that the table does not know; None if it is for the table to decide."""


def refused(refusal: Refusal) -> Reply:
    """The answer to a refused command."""
    return Reply(ok=False, error=refusal.reason, message=refusal.message, clause=refusal.clause, stake=refusal.stake)


def resolve(answered: "Future[Reply]", reply: Reply) -> None:
    """Resolve a future with an answer."""
    if not answered.done():  # the caller may have been cancelled
        answered.set_result(reply)


OTHER_COMMAND = refused(Refusal(Reason.OTHER_COMMAND, "This id was used for another command."))


AnyCommand = Command | CageCommand | facts.Command


class Answer(NamedTuple):
    """The command that an id was first used for, and the answer to it."""

    command: AnyCommand
    reply: Reply

    def to(self, command: AnyCommand) -> Reply:
        """The answer to a command with the same id: the first one, unless the command is another one."""
        repeated = _as_completed(replace(command, at=self.command.at), self.command)
        if type(repeated) is type(self.command) and _same_author(repeated, self.command):
            repeated = replace(repeated, by=getattr(self.command, "by"))  # noqa: B009 - not every command has an author
        return self.reply if self.command == repeated else OTHER_COMMAND


class Answers:
    """The answers of one table, or of the cage. Those of accepted commands are in the journal; refusals are remembered."""

    def __init__(self, journal: Journal, stream: str, read: Callable[[bytes], Answer]) -> None:
        """Answer for a stream in this journal. `read` decodes a line of it."""
        self._journal = journal
        self._stream = stream
        self._read = read
        self._waiting: dict[str, list[tuple[AnyCommand, Done]]] = {}
        """Who waits for the answer to an id that is not durable yet: first the command that is being written."""
        self._refusals: dict[str, Answer] = {}
        self._used: dict[str, UsedIds | None] = {}
        """The ids in the journal, by sender; None for a sender with very many. The oldest senders are forgotten."""

    def repeats(self, command: AnyCommand, id: str, done: Done) -> bool:
        """Whether this id was used before. If so, `done` gets the first answer as soon as that is durable."""
        if waiting := self._waiting.get(id):
            waiting.append((command, done))
            return True
        first = self._refusals.get(id) or (self._recorded(id) if self._may_be_used(id) else None)
        if first is None:
            return False
        done(first.to(command))
        return True

    def knows(self, id: str) -> bool:
        """Whether this id was used before."""
        return id in self._waiting or id in self._refusals or (self._may_be_used(id) and self._recorded(id) is not None)

    def expect(self, command: AnyCommand, id: str, done: Done) -> None:
        """Begin to wait for the answer to a new id."""
        self._waiting[id] = [(command, done)]
        if used := self._used.get(_sender(id)):
            used.add(id)

    def give(self, id: str, reply: Reply) -> None:
        """Give everybody who waits for an id its answer, which is durable now."""
        (first, done), *repeated = self._waiting.pop(id)
        done(reply)
        for command, done in repeated:
            done(Answer(first, reply).to(command))

    def remember(self, command: AnyCommand, id: str, reply: Reply) -> None:
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
        names = self._journal.names(self._stream, sender, IDS_OF_SENDER)
        waiting = (id for id in self._waiting if _sender(id) == sender)
        return UsedIds([*names, *waiting]) if len(names) < IDS_OF_SENDER else None

    def _recorded(self, id: str) -> Answer | None:
        line = self._journal.find(self._stream, id)
        return None if line is None else self._read(line)


def table_answer(line: bytes) -> Answer:
    """The command that a line of a table holds, and the answer to it."""
    found = read_recorded(line)
    return Answer(found.command, written_reply(found.events, found.notice or ""))


def written_reply(events: Sequence[Event], notice: str) -> Reply:
    """The answer to a command of a table whose events are in the journal."""
    if refusal := recorded_refusal(events):
        return refused(refusal)
    return Reply(ok=True, notice=notice, ticket=printed(events), transfer=transferred(events))


def _as_completed(repeated: AnyCommand, first: AnyCommand) -> AnyCommand:
    """A repeated command with what the floor has added to the first: the ticket or transfer, and how the money left."""
    if isinstance(repeated, InsertMoney) and isinstance(first, InsertMoney) and (asked := _asked(first)):
        return replace(repeated, amount=first.amount, tender=first.tender) if _asked(repeated) == asked else repeated
    if isinstance(repeated, Collect | LeaveSeat) and isinstance(first, Collect | LeaveSeat):
        ways = [each.tender and each.tender.way for each in (repeated, first)]
        if ways[0] is ways[1] or repeated.by is None:
            added = {"cause": first.cause} if isinstance(first, Collect) and isinstance(repeated, Collect) else {}
            return replace(repeated, tender=first.tender, **added)
    for name in COMPLETED.get(type(repeated), ()) if type(repeated) is type(first) else ():
        repeated = replace(repeated, **{name: getattr(first, name)})
    return repeated


COMPLETED: Mapping[type[AnyCommand], Sequence[str]] = {
    PullBox: ("box",),
    SellTicket: ("salt",),
    ReprintTicket: ("salt",),
    IssueCard: ("salt",),
    ReplaceCard: ("salt",),
    RegisterPatron: ("digest", "similar"),
    CorrectPatron: ("digest", "changed", "similar"),
    AddPerson: ("digest",),
    AddDetails: ("digest",),
    EnterDraw: ("number", "similar"),
    CommitDraw: ("commitment",),
    DrawPrizes: ("secret", "tell_by", "claim_by", "staff"),
}
"""The fields that the floor adds to commands."""


def _asked(command: InsertMoney) -> int | None:
    """How much a player asked to transfer from an account."""
    return command.tender.asked if command.tender else None


def _same_author(repeated: AnyCommand, first: AnyCommand) -> bool:
    """Whether the server may have set another author for a repeated command.

    It chooses the role in which a person gives a command, and names who marks a call: a person may have taken over the table
    since the first time.
    """
    if isinstance(repeated, CallBet):
        return True
    again: Person | Clerk | Officer | UnsetType | None = getattr(repeated, "by", None)
    before: Person | Clerk | Officer | UnsetType | None = getattr(first, "by", None)
    return bool(again and before and again.name == before.name)


def _sender(id: str) -> str:
    """Whose id it is: everything up to the first slash; empty if it has none."""
    return id[: id.find("/") + 1]
