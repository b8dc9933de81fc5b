"""A dealer runs one table: it decides commands, writes the result to the journal, and publishes it once it is durable."""

import asyncio
import hashlib
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from croupier.canonical import canonical
from croupier.floor.clock import Clock, now
from croupier.journal import streams
from croupier.journal.answers import Answer, Reply
from croupier.journal.journal import Journal
from croupier.journal.port import Draft, Entry, JournalError, Part
from croupier.lab.breakage import favoured_by_odds
from croupier.rules.error import RuleError
from croupier.rules.ruleset import ReadingError
from croupier.table.bets.relaxing import RelaxFreeze
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command, Event
from croupier.table.core.recorded import recorded
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.snapshot import encode_snapshot, header, rebuild
from croupier.table.core.state import MEMORY, Table
from croupier.table.money.locks import LockTerminal
from croupier.table.money.seats import TakeSeat
from croupier.table.pit.amending import AmendRules
from croupier.table.telling.advice import advice

SNAPSHOT_EVERY = 5_000
"""Lines between two snapshots of a table. A restart replays about this many, plus those of the past rounds that it keeps."""
KEPT_EVENTS = 500
"""How many of the last events are kept for terminals that lost their connection."""


@dataclass(frozen=True, slots=True)
class Happened:
    """An event, its number, and the table before and after it."""

    number: int
    event: Event
    before: Table
    after: Table


class Dealer:
    """Runs one table. Decides commands one by one, each on the latest decided state, and answers once that is durable."""

    def __init__(self, name: str, table: Table, line: int, journal: Journal, *, epoch: int = 0, clock: Clock = now) -> None:
        """Run a table whose stream ends at this line, under a claim of this epoch."""
        self.name = name
        self.clock = clock
        self.table = table
        self.line = line
        self.durable = table
        """The table after the last durable event. Only this state may be shown to anyone."""
        self.told: deque[Happened] = deque(maxlen=KEPT_EVENTS)
        self.listeners: list[Callable[[Happened], None]] = []
        self._journal = journal
        self._epoch = epoch
        beside = (streams.answers(name), streams.keys(name), streams.snapshots(name))
        self._numbers = {stream: journal.head(stream).number for stream in beside} | {name: line, streams.claims(name): epoch}
        self._snapshot_at = _last_snapshot(journal, name)
        self._asked: dict[str, asyncio.Future[None]] = {}

    def now(self) -> int:
        """The time at the table. It never goes backwards, even if the wall clock is set back."""
        return max(self.clock(), self.table.clock)

    async def ask(self, command: Command, id: str = "", *, round: int | None = None) -> Reply:
        """Decide a command. A repeated id gets its first answer; a command meant for a round that is over is refused."""
        asked = hashlib.sha256(canonical(command)).hexdigest()
        if id and (before := await self._answered(id, asked)):
            return before
        command = self._stamped(command)
        outcome = self._late(round) or _favoured(self.table, command) or decide(self.table, command)
        if isinstance(outcome, Refusal) and outcome.reason is Reason.ROUND_FORGOTTEN:
            await self._recall(command)
            if id and (before := await self._answered(id, asked)):
                return before
            command = self._stamped(command)
            outcome = decide(self.table, command)
        reply = self._reply(outcome)
        events = () if isinstance(outcome, Refusal) else outcome
        await self._write(command, events, id=id, answer=Answer(asked, reply))
        if isinstance(outcome, Refusal) and outcome.reason is Reason.METERS_DISAGREE:
            await self._lock(command, outcome)
        return reply

    async def take_seat(self, command: TakeSeat, key: str) -> Reply:
        """Seat a terminal, and record the digest of its key, with which it gets the same seat again."""
        command = replace(command, at=max(self.now(), command.at))
        outcome = decide(self.table, command)
        if not isinstance(outcome, Refusal):
            await self._write(command, outcome, key=key, seat=command.seat)
        return self._reply(outcome)

    async def _recall(self, command: Command) -> None:
        """Read older rounds from the journal, so that one of them can be settled again."""
        line = -1
        while line != self.line:  # repeat if a command was decided while we waited for the journal
            line = self.line
            await self._journal.append(Entry(()))
        back = self.table.in_play - getattr(command, "round", 0)
        table, _ = rebuild(self._lines, self._snapshots, max(MEMORY, back + 1))
        self.table = replace(self.table, past=table.past)

    def _lines(self, after: int) -> Iterator[bytes]:
        return (line.body for line in self._journal.lines(self.name, after))

    def _snapshots(self) -> Iterator[bytes]:
        stream = streams.snapshots(self.name)
        for number in range(self._journal.head(stream).number, 0, -1):
            yield next(self._journal.lines(stream, number - 1)).body

    async def _lock(self, command: Command, refusal: Refusal) -> None:
        """Lock a terminal whose meters do not agree with its money, so that staff investigate. Other terminals play on."""
        wish = command.wish if isinstance(command, RelaxFreeze) else command
        lock = self._stamped(LockTerminal(seat=getattr(wish, "seat", ""), why=refusal.sentence))
        locked = decide(self.table, lock)
        # The lock is refused if another refused command has locked the terminal already.
        if not isinstance(locked, Refusal):
            await self._write(lock, locked)

    async def _write(
        self,
        command: Command,
        events: tuple[Event, ...],
        *,
        id: str = "",
        answer: Answer | None = None,
        key: str = "",
        seat: str = "",
    ) -> None:
        """Apply the events, write them to the journal, and publish them in journal order once they are durable.

        All parts are built before any state changes. If a step failed in between, the journal would have a gap.
        """
        if not events and not id:
            return
        happened = self._applied(events)
        parts = [self._part(streams.claims(self.name))]
        if happened:
            parts.append(self._part(self.name, Draft(recorded(command, events))))
        if id:
            parts.append(self._part(streams.answers(self.name), Draft(canonical(answer), id)))
        if key:
            parts.append(self._part(streams.keys(self.name), Draft(canonical({"seat": seat}), key)))
        if happened and self._is_worth_a_snapshot(happened[-1].after):
            self._snapshot_at = self.line + 1
            parts.append(self._part(streams.snapshots(self.name), Draft(encode_snapshot(happened[-1].after, self.line + 1))))
        for stream, _, drafts in parts:
            self._numbers[stream] += len(drafts)
        if happened:
            self.line, self.table = self.line + 1, happened[-1].after
        written = self._journal.append(Entry(tuple(parts), self._epoch))
        written.add_done_callback(lambda written: self._durable(written, happened))
        if id:
            self._asked[id] = written
            written.add_done_callback(lambda _: self._asked.pop(id, None))
        # The caller may be cancelled. The entry is written and published nevertheless.
        await asyncio.shield(written)

    async def _answered(self, id: str, asked: str) -> Reply | None:
        if id in self._asked:
            await asyncio.shield(self._asked[id])
        kept = self._journal.find(streams.answers(self.name), id)
        if kept is None:
            return None
        answer = msgspec.json.decode(kept, type=Answer)
        if answer.asked != asked:
            return _refused(Refusal(Reason.OTHER_COMMAND, "This id was used for another command."))
        return answer.said

    def _late(self, round: int | None) -> Refusal | None:
        """Refuse a command that came after the round it was meant for."""
        if round in (None, self.table.round.number):
            return None
        return Refusal(Reason.ROUND_OVER, f"That was meant for round {round}, which is over.")

    def _stamped(self, command: Command) -> Command:
        """The command with the time at which it arrived."""
        return replace(command, at=max(self.now(), command.at))

    def _reply(self, outcome: tuple[Event, ...] | Refusal) -> Reply:
        if isinstance(outcome, Refusal):
            return _refused(outcome)
        return Reply(ok=True, notice=" ".join(advice(self.table, event) for event in outcome))

    def _applied(self, events: tuple[Event, ...]) -> list[Happened]:
        happened, before = list[Happened](), self.table
        for event in events:
            after = apply(before, event)
            happened.append(Happened(after.events, event, before, after))
            before = after
        return happened

    def _part(self, stream: str, *drafts: Draft) -> Part:
        return Part(stream, self._numbers[stream], drafts)

    def _is_worth_a_snapshot(self, after: Table) -> bool:
        """Whether to take a snapshot: every SNAPSHOT_EVERY lines, right after a round has ended."""
        return after.trail is None and self.line + 1 - self._snapshot_at >= SNAPSHOT_EVERY

    def _durable(self, written: "asyncio.Future[None]", happened: list[Happened]) -> None:
        """Publish durable events. On a conflict another process has taken the table over, so stop."""
        if written.cancelled():
            return
        if error := written.exception():
            self._journal.stop(JournalError(f"{self.name} was taken over by another croupier: {error}"))
        else:
            self._tell(happened)

    def _tell(self, happened: list[Happened]) -> None:
        for each in happened:
            self.durable = each.after
            self.told.append(each)
            for listener in list(self.listeners):
                listener(each)


def _last_snapshot(journal: Journal, name: str) -> int:
    """The line after which the last snapshot of a table was taken."""
    stream = streams.snapshots(name)
    number = journal.head(stream).number
    last = header(next(journal.lines(stream, number - 1)).body) if number else None
    return last.line if last else 0


def _favoured(table: Table, command: Command) -> Refusal | None:
    """Refuse an amendment to odds that favour the player. No table may open with such odds either."""
    if not isinstance(command, AmendRules):
        return None
    try:
        rules = table.rules.amended(command.readings, command.raised)
    except (ReadingError, RuleError):
        return None  # `decide` refuses it and says why
    wager = favoured_by_odds(rules, table.sign)
    return Refusal(Reason.BAD_RULES, f"The odds of {wager} would favour the player.") if wager else None


def _refused(refusal: Refusal) -> Reply:
    return Reply(ok=False, error=refusal.reason, message=refusal.message)
