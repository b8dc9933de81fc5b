"""The office keeps the register of people: it decides commands, writes the result to the journal, and then answers."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from msgspec.structs import replace

from croupier.facts.message import Event
from croupier.facts.refusal import Refusal
from croupier.floor.answers import Reply
from croupier.floor.clock import Clock, now
from croupier.floor.recovery import recovered_register
from croupier.journal.journal import Journal
from croupier.journal.port import ConflictError, Draft, Entry, Head, JournalError, Part
from croupier.journal.streams import snapshots
from croupier.people.consoles import SignOut, Why
from croupier.people.duties import DEFAULT_FLOOR_ROLES, FloorRoles
from croupier.people.fold import PEOPLE
from croupier.people.message import PeopleCommand
from croupier.people.register import Register

SNAPSHOTS = snapshots(PEOPLE.name)
SNAPSHOT_EVERY = 10_000
"""Lines between two snapshots. A start replays about this many, in a tenth of a second."""


class PeopleReply(Reply, frozen=True):
    """The answer to a command about people, with the events that it led to."""

    events: tuple[Event, ...] = ()


PeopleDone = Callable[[PeopleReply], object]
"""Receives the answer to a command, once."""
PeopleListener = Callable[[Event, Register], object]
"""Receives every durable event, with the register after it."""


def refused(refusal: Refusal) -> PeopleReply:
    """The answer to a command that was refused."""
    return PeopleReply(ok=False, error=refusal.reason, message=refusal.sentence)


@dataclass(slots=True, eq=False)
class _Writing:
    """A command on its way to the journal, and the answers that are given after it."""

    happened: list[tuple[Event, Register]]
    done: PeopleDone
    later: list[Callable[[], object]] = field(default_factory=list[Callable[[], object]])
    """Refusals may rest on events that are not durable yet, so they wait for the last write before them."""


class Office:
    """Runs the register. Decides commands one by one, each on the latest decided state, and answers once that is durable."""

    def __init__(
        self,
        journal: Journal,
        clock: Clock = now,
        *,
        signed: Mapping[str, Head] | None = None,
        roles: FloorRoles = DEFAULT_FLOOR_ROLES,
    ) -> None:
        """Rebuild the register from the journal. `signed` are the heads that the notary's key has signed."""
        self.clock = clock
        self.register, self._line, self._snapshot_at = recovered_register(journal, signed or {}, roles)
        self._snapshots = journal.head(SNAPSHOTS).number
        self.durable = self.register
        """The register after the last durable event. Rights are read from this one."""
        self.listeners: list[PeopleListener] = []
        self._journal = journal
        self._writing: _Writing | None = None
        """The last write; None once it is durable."""

    @property
    def time(self) -> int:
        """The time at the office. It never goes backwards, even if the wall clock is set back."""
        return max(self.clock(), self.register.clock)

    async def ask(self, command: PeopleCommand) -> PeopleReply:
        """Submit a command, and wait for the answer. If the caller is cancelled, the command is written nevertheless."""
        answered: asyncio.Future[PeopleReply] = asyncio.get_running_loop().create_future()
        self.submit(command, partial(_resolve, answered))
        return await answered

    def submit(self, command: PeopleCommand, done: PeopleDone) -> None:
        """Decide a command now, and call `done` with the answer once that is durable; at once if nothing has to be written.

        Commands are decided in the order of the calls. Those that come together share one commit.
        """
        at = max(command.at, self.register.clock) if command.at else self.time
        decided = PEOPLE.decide(self.register, replace(command, at=at))
        if decided and not isinstance(decided, Refusal):
            self._write(command, decided, done)
            return
        answer = partial(done, refused(decided) if isinstance(decided, Refusal) else PeopleReply(ok=True))
        if self._writing:
            self._writing.later.append(answer)
        else:
            answer()

    async def sign_out_all(self) -> None:
        """Sign everybody out: sessions end with their server. Call this once, before anybody signs in."""
        await asyncio.gather(*(self.ask(SignOut(console=each, why=Why.RESTARTED)) for each in self.register.consoles))

    def _write(self, command: PeopleCommand, events: tuple[Event, ...], done: PeopleDone) -> None:
        line = Draft(PEOPLE.recorded(command, events))
        happened: list[tuple[Event, Register]] = []
        for event in events:
            happened.append((event, PEOPLE.apply(happened[-1][1] if happened else self.register, event)))
        parts = [Part(PEOPLE.name, self._line, (line,))]
        self._line, self.register = self._line + 1, happened[-1][1]
        if self._line - self._snapshot_at >= SNAPSHOT_EVERY:
            parts.append(Part(SNAPSHOTS, self._snapshots, (Draft(PEOPLE.snapshot(self.register, self._line)),)))
            self._snapshot_at, self._snapshots = self._line, self._snapshots + 1
        self._writing = _Writing(happened, done)
        self._journal.write(Entry(tuple(parts)), partial(self._written, self._writing))

    def _written(self, writing: _Writing, error: ConflictError | None) -> None:
        """Publish durable events, then answer. On a conflict another process has written to the stream, so stop."""
        if error:
            self._journal.stop(JournalError(f"{PEOPLE.name} was taken over by another croupier: {error}"))
            return
        if writing is self._writing:
            self._writing = None
        for event, register in writing.happened:
            self.durable = register
            for listener in list(self.listeners):
                listener(event, register)
        writing.done(PeopleReply(ok=True, events=tuple(event for event, _ in writing.happened)))
        for answer in writing.later:
            answer()


def _resolve(answered: "asyncio.Future[PeopleReply]", reply: PeopleReply) -> None:
    if not answered.done():  # the caller may have been cancelled
        answered.set_result(reply)
