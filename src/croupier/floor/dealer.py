"""A dealer runs one table: it decides commands, writes the result to the journal, and publishes it once it is durable."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace

from croupier.canonical import canonical
from croupier.facts.refusal import Refusal as CageRefusal
from croupier.floor.answers import Answers, Done, FloorRule, Reply, refused, resolve, table_answer, written_reply
from croupier.floor.asked import Asked, Check, Writing, late
from croupier.floor.clock import Clock, now
from croupier.floor.counter import completed, counterpart
from croupier.floor.favoured import favoured
from croupier.floor.happened import Happened, applied
from croupier.floor.keeper import Keeper, Turn, cage_refused
from croupier.floor.recall import recall
from croupier.journal import streams
from croupier.journal.journal import Journal
from croupier.journal.port import ConflictError, Draft, Entry, JournalError, Lines, Part
from croupier.table.bets.relaxing import RelaxFreeze
from croupier.table.core.decide import decide
from croupier.table.core.message import Command, Event
from croupier.table.core.recorded import recorded
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.snapshot import encode_snapshot, header
from croupier.table.core.state import Table
from croupier.table.money.locks import LockTerminal
from croupier.table.money.seats import TakeSeat
from croupier.table.telling.advice import advice

SNAPSHOT_EVERY = 5_000
"""Lines between two snapshots of a table. A restart replays about this many, plus those of the past rounds that it keeps."""
KEPT_EVENTS = 500
"""How many of the last events are kept for terminals that lost their connection."""


class Dealer:
    """Runs one table. Decides commands one by one, each on the latest decided state, and answers once that is durable."""

    def __init__(
        self,
        name: str,
        table: Table,
        line: int,
        journal: Journal,
        *,
        epoch: int = 0,
        clock: Clock = now,
        earlier: Sequence[Happened] = (),
    ) -> None:
        """Run a table whose stream ends at this line, under a claim of this epoch. `earlier` are its last events."""
        self.name = name
        self.clock = clock
        self.table = table
        self.line = line
        self.durable = table
        """The table after the last durable event. Only this state may be shown to anyone."""
        self.told: deque[Happened] = deque(maxlen=KEPT_EVENTS)
        self._earlier = tuple(earlier)
        """The last events before the start. Terminals do not get them: they begin anew."""
        self.listeners: list[Callable[[Happened], None]] = []
        self.refusals = Counter[str]()
        """How many commands were refused since the start, by reason."""
        self.keeper: Keeper | None = None
        """Runs the cage, with which the table exchanges money; None on a floor without one."""
        self._journal = journal
        self._epoch = epoch
        beside = (streams.keys(name), streams.snapshots(name))
        self._numbers = {stream: journal.head(stream).number for stream in beside} | {name: line, streams.claims(name): epoch}
        self._snapshot_at = _last_snapshot(journal, name)
        self._answers = Answers(journal, name, table_answer)
        self._writing: Writing | None = None
        """The last write; None once it is durable."""
        self._waiting: deque[Asked] | None = None
        """The commands that wait for a recall, in order; None if there is no recall."""
        self._recalling: asyncio.Future[None] | None = None
        """The last recall. The event loop keeps no reference to it."""

    @property
    def last_told(self) -> Sequence[Happened]:
        """The last events, also those before the start."""
        return [*self._earlier, *self.told][-KEPT_EVENTS:]

    def now(self) -> int:
        """The time at the table. It never goes backwards, even if the wall clock is set back."""
        return max(self.clock(), self.table.clock)

    async def ask(self, command: Command, id: str = "", *, round: int | None = None, check: Check | None = None) -> Reply:
        """Submit a command, and wait for the answer. If the caller is cancelled, the command is written nevertheless.

        It is refused if `check` refuses what it would lead to.
        """
        answered: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._take(Asked(command, id, round, partial(resolve, answered), check=check))
        return await answered

    async def take_seat(self, command: TakeSeat, key: str) -> Reply:
        """Seat a terminal, and record the digest of its key, with which it gets the same seat again."""
        answered: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._take(Asked(command, "", None, partial(resolve, answered), key))
        return await answered

    def submit(
        self, command: Command, id: str = "", *, round: int | None = None, rule: FloorRule | None = None, done: Done
    ) -> None:
        """Decide a command now, and call `done` with the answer once that is durable; at once if nothing has to be written.

        Commands are decided in the order of the calls. A repeated id gets its first answer. A command meant for a round that
        is over is refused, and so is one that `rule` refuses. A command that states its time of arrival keeps it, unless
        the table's clock is later.
        """
        self._take(Asked(command, id, round, done, rule=rule))

    def repeats(self, command: Command, id: str, done: Done) -> bool:
        """Whether an id was used before. If so, `done` gets the first answer as soon as that is durable."""
        return self._answers.repeats(command, id, done)

    def knows(self, id: str) -> bool:
        """Whether an id was used before."""
        return self._answers.knows(id) or any(asked.id == id for asked in self._waiting or ())

    def _take(self, asked: Asked) -> None:
        if not asked.command.at:
            asked = asked._replace(command=replace(asked.command, at=self.now()))
        if self._waiting is None:
            self._decide(asked)
        else:
            self._waiting.append(asked)

    def _decide(self, asked: Asked) -> None:
        command, id, round, done, _, rule, _ = asked
        if id and self._answers.repeats(command, id, done):
            return
        if command.at < self.table.clock:
            command = replace(command, at=self.table.clock)
        if self.keeper:
            command = completed(self.keeper.cage, self.table, command)
        asked = asked._replace(command=command)
        refusal = late(self.table, round) or (rule and rule()) or favoured(self.table, command)
        if isinstance(refusal, CageRefusal):
            self._refuse(asked, cage_refused(refusal))
            return
        outcome = refusal or decide(self.table, command)
        if isinstance(outcome, Refusal) and outcome.reason is Reason.ROUND_FORGOTTEN:
            self._waiting = deque()
            self._recalling = asyncio.ensure_future(self._recall(asked))
        else:
            self._finish(asked, outcome, applied(self.table, outcome))

    async def _recall(self, asked: Asked) -> None:
        """Decide a command with older rounds from the journal. Commands that arrive meanwhile are decided in order after it."""
        try:
            self.table, outcome, happened = await self.recalled(self.table, asked.command)
            self.durable = self.table
            self._finish(asked, outcome, happened)
            waiting, self._waiting = self._waiting or deque(), None
            while waiting:
                self._decide(waiting.popleft())
                if self._waiting is not None:  # another correction has to wait for the journal
                    self._waiting.extend(waiting)
                    return
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait would never be answered
            self._journal.stop(error)

    async def recalled(self, table: Table, command: Command) -> "Recalled":
        """Decide a command at a table with older rounds from the journal. No round may end meanwhile."""
        await self._journal.append(Entry(()))  # all lines of the table must be in the journal
        return await self._journal.read(partial(_decide_with_recall, name=self.name, table=table, command=command))

    def _finish(self, asked: Asked, outcome: tuple[Event, ...] | Refusal, happened: list[Happened]) -> None:
        """Write what was decided, and answer once that is durable."""
        if asked.check and happened:
            outcome = asked.check(happened) or outcome
        if not isinstance(outcome, Refusal) and happened:
            turn = self._turn(happened)
            if not isinstance(turn, CageRefusal):
                self._write(asked.command, outcome, happened, asked, turn)
            else:
                assert self.keeper, "only the keeper refuses for the cage"
                self._refuse(asked, cage_refused(turn), self.keeper.once_durable)
            return
        if isinstance(outcome, Refusal) and outcome.reason is Reason.METERS_DISAGREE:
            self._lock(asked.command, outcome)
        self._refuse(asked, refused(outcome) if isinstance(outcome, Refusal) else Reply(ok=True))

    def _turn(self, happened: list[Happened]) -> Turn | CageRefusal | None:
        """What the cage does about what is about to happen here. Nobody else has a turn between both decisions."""
        if self.keeper is None:
            return None
        commands = counterpart(self.keeper.cage, self.name, happened, self.keeper.salt)
        return commands if isinstance(commands, CageRefusal) else self.keeper.decided(*commands)

    def _refuse(self, asked: Asked, reply: Reply, later: Callable[[Callable[[], object]], None] | None = None) -> None:
        """Answer without writing anything, once everything is durable that the answer may rest on: here, and `later`."""
        if not reply.ok:
            self.refusals[reply.error] += 1
        if asked.id:
            self._answers.remember(asked.command, asked.id, reply)
        if self._writing is None and later is None:
            asked.done(reply)
            return
        if asked.id:
            self._answers.expect(asked.command, asked.id, asked.done)
        if later:
            later(partial(self._answer_after_writes, asked, reply))
        else:
            self._answer_after_writes(asked, reply)

    def _answer_after_writes(self, asked: Asked, reply: Reply) -> None:
        if self._writing:
            self._writing.refused.append((asked, reply))
        else:
            self._answer(asked, reply)

    def _lock(self, command: Command, refusal: Refusal) -> None:
        """Lock a terminal whose meters do not agree with its money, so that staff investigate. Other terminals play on."""
        wish = command.wish if isinstance(command, RelaxFreeze) else command
        lock = LockTerminal(at=command.at, seat=getattr(wish, "seat", ""), why=refusal.sentence)
        locked = decide(self.table, lock)
        # The lock is refused if another refused command has locked the terminal already.
        if not isinstance(locked, Refusal):
            self._write(lock, locked, applied(self.table, locked))

    def _write(
        self,
        command: Command,
        events: tuple[Event, ...],
        happened: list[Happened],
        asked: Asked | None = None,
        turn: Turn | None = None,
    ) -> None:
        """Write the events to the journal, and publish them in journal order once they are durable.

        All parts are built before any state changes. If a step failed in between, the journal would have a gap.
        """
        notice = advice(self.table, events)
        reply = written_reply(events, notice)
        if not reply.ok:
            self.refusals[reply.error] += 1
        line = Draft(recorded(command, events, notice or None), asked.id if asked else "")
        parts = [self._part(streams.claims(self.name)), self._part(self.name, line)]
        if asked and asked.key:
            seat = Draft(canonical({"seat": getattr(command, "seat", "")}), asked.key)
            parts.append(self._part(streams.keys(self.name), seat))
        if self._is_worth_a_snapshot(happened[-1].after):
            self._snapshot_at = self.line + 1
            parts.append(self._part(streams.snapshots(self.name), Draft(encode_snapshot(happened[-1].after, self.line + 1))))
        for stream, _, drafts, _ in parts:
            self._numbers[stream] += len(drafts)
        self.line, self.table = self.line + 1, happened[-1].after
        if asked and asked.id:
            self._answers.expect(command, asked.id, asked.done)
        self._writing = Writing(happened, asked, reply, turn)
        if turn and self.keeper:
            self.keeper.begin(turn)
            parts += turn.parts
        self._journal.write(Entry(tuple(parts), self._epoch), partial(self._durable, self._writing))

    def _part(self, stream: str, *drafts: Draft) -> Part:
        return Part(stream, self._numbers[stream], drafts)

    def _is_worth_a_snapshot(self, after: Table) -> bool:
        """Whether to take a snapshot: every SNAPSHOT_EVERY lines, right after a round has ended."""
        return after.trail is None and self.line + 1 - self._snapshot_at >= SNAPSHOT_EVERY

    def _durable(self, writing: Writing, error: ConflictError | None) -> None:
        """Publish durable events, then answer. On a conflict another process has taken the table over, so stop."""
        if error:
            whose = f"{self.name} or the cage" if writing.turn else self.name
            self._journal.stop(JournalError(f"{whose} was taken over by another croupier: {error}"))
            return
        if writing is self._writing:
            self._writing = None
        if writing.turn and self.keeper:
            self.keeper.finish(writing.turn)
        self._tell(writing.happened)
        if writing.asked:
            self._answer(writing.asked, writing.reply)
        for asked, reply in writing.refused:
            self._answer(asked, reply)

    def _answer(self, asked: Asked, reply: Reply) -> None:
        if asked.id:
            self._answers.give(asked.id, reply)
        else:
            asked.done(reply)

    def _tell(self, happened: list[Happened]) -> None:
        for each in happened:
            self.durable = each.after
            self.told.append(each)
            for listener in list(self.listeners):
                listener(each)


Recalled = tuple[Table, tuple[Event, ...] | Refusal, list[Happened]]
"""The table with its older rounds, what was decided there, and what that leads to."""


def _decide_with_recall(journal: Lines, name: str, table: Table, command: Command) -> Recalled:
    """Decide a command for which the table needs older rounds, and apply the events. This runs in a thread."""
    table = recall(journal, name, table, command)
    outcome = decide(table, command)
    return table, outcome, applied(table, outcome)


def _last_snapshot(journal: Journal, name: str) -> int:
    """The line after which the last snapshot of a table was taken."""
    stream = streams.snapshots(name)
    number = journal.head(stream).number
    last = header(next(journal.lines(stream, number - 1)).body) if number else None
    return last.line if last else 0
