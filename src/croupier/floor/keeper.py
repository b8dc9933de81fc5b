"""The keeper runs the cage: decides its commands, writes the result to the journal, and answers once it is durable."""

import asyncio
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from msgspec.structs import replace

from croupier.cage.expiring import SweepTickets
from croupier.cage.fold import apply, decide
from croupier.cage.message import CageCommand, CageEvent
from croupier.cage.numbers import SALTS, TicketNumbers
from croupier.cage.recorded import read_recorded, recorded
from croupier.cage.refusals import CageRefusal
from croupier.cage.rows import CAGE_EVENTS
from croupier.cage.snapshot import encode_snapshot, snapshot_of
from croupier.cage.state import Cage, opened_rules
from croupier.cage.ticket import Ticket
from croupier.floor.answers import Answer, Answers, Done, Reply, resolve
from croupier.floor.clock import Clock, now
from croupier.journal.journal import Journal
from croupier.journal.port import ConflictError, Draft, Entry, JournalError, Part
from croupier.journal.streams import CAGE, claims, snapshots

SNAPSHOTS = snapshots(CAGE)
SWEEP_SECONDS = 600.0
"""Seconds between two sweeps for tickets that have expired."""
SNAPSHOT_EVERY = 5_000
"""Lines between two snapshots. A start replays about this many."""


class CageReply(Reply, frozen=True):
    """The answer to a command at the cage, with the events that it led to."""

    events: tuple[CageEvent, ...] = ()


def cage_refused(refusal: CageRefusal) -> CageReply:
    """The answer to a command that the cage refuses."""
    return CageReply(ok=False, error=refusal.reason, message=refusal.sentence)


@dataclass(slots=True, eq=False)
class Turn:
    """What the cage has decided, on its way to the journal: alone, or together with a table."""

    happened: list[tuple[CageEvent, Cage]]
    parts: tuple[Part, ...]
    later: list[Callable[[], object]] = field(default_factory=list[Callable[[], object]])
    """Refusals may rest on events that are not durable yet, so they wait for the last write before them."""


class Keeper:
    """Runs the cage. Decides commands one by one, each on the latest decided state, and answers once that is durable."""

    def __init__(
        self,
        journal: Journal,
        cage: Cage,
        line: int,
        *,
        snapshot: int,
        changed: set[int],
        epoch: int,
        numbers: TicketNumbers,
        clock: Clock = now,
        entropy: Callable[[int], bytes] = os.urandom,
    ) -> None:
        """Run a cage whose stream ends at this line, under a claim of this epoch.

        `snapshot` is the line of its last snapshot, and `changed` are the tickets that have changed since. `numbers` are the
        validation numbers, which the journal does not have.
        """
        self.cage = cage
        self.durable = cage
        """The cage after the last durable event. Only this state may be shown to anyone."""
        self.clock = clock
        self.line = line
        self._journal, self._epoch, self._numbers, self._entropy = journal, epoch, numbers, entropy
        self._snapshot_at, self._snapshots, self._changed = snapshot, journal.head(SNAPSHOTS).number, changed
        self._answers = Answers(journal, CAGE, _recorded)
        self._writing: Turn | None = None
        """The last write; None once it is durable."""

    def now(self) -> int:
        """The time at the cage. It never goes backwards, even if the wall clock is set back."""
        return max(self.clock(), self.cage.clock)

    def number(self, serial: int) -> str:
        """The validation number of a ticket, which is money: for the ticket alone."""
        return self._numbers.of(opened_rules(self.cage).house, serial, self.cage.tickets[serial].salt)

    def salt(self) -> int:
        """A salt for a new ticket."""
        return int.from_bytes(self._entropy(8), "big") % SALTS

    def found(self, typed: str) -> Ticket | CageRefusal:
        """The ticket with a validation number that somebody typed or a reader read, or why there is none."""
        return self._numbers.find(self.cage, typed)

    async def ask(self, command: CageCommand, id: str = "") -> CageReply:
        """Submit a command, and wait for the answer. If the caller is cancelled, the command is written nevertheless."""
        answered: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self.submit(command, id, done=partial(resolve, answered))
        reply = await answered
        # The same id with another command is refused before the cage sees it.
        return reply if isinstance(reply, CageReply) else CageReply(ok=False, error=reply.error, message=reply.message)

    def submit(self, command: CageCommand, id: str = "", *, done: Done) -> None:
        """Decide a command now, and call `done` with the answer once that is durable. A repeated id gets its first answer."""
        if id and self._answers.repeats(command, id, done):
            return
        turn = self.decided(command, id)
        if isinstance(turn, Turn):
            if id:
                self._answers.expect(command, id, done)
            reply = CageReply(ok=True, events=tuple(event for event, _ in turn.happened))
            self.begin(turn)
            self._journal.write(Entry(turn.parts, self._epoch), partial(self._written, turn, id, reply, done))
            return
        reply = cage_refused(turn) if turn else CageReply(ok=True)
        if id:
            self._answers.remember(command, id, reply)
            self._answers.expect(command, id, done)
        self.once_durable(partial(self._answers.give, id, reply) if id else partial(done, reply))

    def decided(self, command: CageCommand, id: str = "") -> Turn | CageRefusal | None:
        """What the cage says to a command: a turn to begin and to write, a refusal, or None if there is nothing to write."""
        command = replace(command, at=max(command.at or self.clock(), self.cage.clock))
        events = decide(self.cage, command)
        if isinstance(events, CageRefusal):
            return events
        if not events:
            return None
        happened: list[tuple[CageEvent, Cage]] = []
        for event in events:
            happened.append((event, apply(happened[-1][1] if happened else self.cage, event)))
        line = Part(CAGE, self.line, (Draft(recorded(command, events), id),), self._epoch)
        guard = Part(claims(CAGE), self._epoch)
        return Turn(happened, (guard, line, *self._snapshot(events, happened[-1][1])))

    def _snapshot(self, events: tuple[CageEvent, ...], after: Cage) -> tuple[Part, ...]:
        if self.line + 1 - self._snapshot_at < SNAPSHOT_EVERY:
            return ()
        changed = self._changed.union(*map(changed_by, events))
        body = encode_snapshot(snapshot_of(after, self.line + 1, self._snapshot_at, changed))
        return (Part(SNAPSHOTS, self._snapshots, (Draft(body),), self._epoch),)

    def begin(self, turn: Turn) -> None:
        """Take what was decided as the latest state. From here on, it has to be written."""
        self.line, self.cage, self._writing = self.line + 1, turn.happened[-1][1], turn
        self._changed.update(*(changed_by(event) for event, _ in turn.happened))
        if any(part.stream == SNAPSHOTS for part in turn.parts):
            self._snapshot_at, self._snapshots, self._changed = self.line, self._snapshots + 1, set[int]()

    def finish(self, turn: Turn) -> None:
        """Publish what is durable now."""
        if turn is self._writing:
            self._writing = None
        self.durable = turn.happened[-1][1]
        for answer in turn.later:
            answer()

    def once_durable(self, answer: Callable[[], object]) -> None:
        """Call this once everything is durable that the cage has decided so far."""
        if self._writing:
            self._writing.later.append(answer)
        else:
            answer()

    async def run(self) -> None:
        """Let tickets expire from time to time, until cancelled."""
        while True:
            while (await self.ask(SweepTickets())).events:
                pass
            await asyncio.sleep(SWEEP_SECONDS)

    def _written(self, turn: Turn, id: str, reply: CageReply, done: Done, error: ConflictError | None) -> None:
        """Publish, then answer. On a conflict another process has taken the cage over, so stop."""
        if error:
            self._journal.stop(JournalError(f"{CAGE} was taken over by another croupier: {error}"))
            return
        self.finish(turn)
        if id:
            self._answers.give(id, reply)
        else:
            done(reply)


def changed_by(event: CageEvent) -> tuple[int, ...]:
    """The tickets that an event changes."""
    return CAGE_EVENTS[type(event)].tickets(event)


def _recorded(line: bytes) -> Answer:
    """The command that a line holds, and the answer to it."""
    found = read_recorded(line)
    return Answer(found.command, CageReply(ok=True, events=found.events))
