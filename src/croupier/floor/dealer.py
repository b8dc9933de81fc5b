"""A dealer keeps one table: decides, has it written down, and only then tells."""

import asyncio
import hashlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from croupier.canonical import canonical
from croupier.floor.clock import Clock, now
from croupier.journal import streams
from croupier.journal.answers import Answer, Reply
from croupier.journal.journal import Journal
from croupier.journal.port import Draft, Entry, JournalError, Part
from croupier.lab.breakage import favoured_by_odds
from croupier.rules.error import RuleError
from croupier.rules.ruleset import ReadingError
from croupier.table.apply import apply
from croupier.table.commands import Command, LockTerminal, TakeSeat
from croupier.table.decide import decide
from croupier.table.events import Event
from croupier.table.orders import AmendRules, RelaxFreeze
from croupier.table.refusals import Reason, Refusal
from croupier.table.snapshot import frozen, stated
from croupier.table.state import Table
from croupier.table.words import notice

SNAPSHOT_EVERY = 5_000
"""After so many lines a table is written down whole: as many are read again at a start, and twenty rounds more."""
REMEMBERED = 500
"""How many of the last events are kept at hand for terminals that lost their line."""


@dataclass(frozen=True, slots=True)
class Happened:
    """A numbered event, and the table before and after it."""

    number: int
    event: Event
    before: Table
    after: Table


class Dealer:
    """One table. Commands are decided one after the other on what has been decided, and answered when that is durable."""

    def __init__(self, name: str, table: Table, number: int, journal: Journal, *, epoch: int = 0, clock: Clock = now) -> None:
        """Sit down at a table whose journal has come to this number, under a claim of this epoch."""
        self.name = name
        self.clock = clock
        self.table = table
        self.number = number
        self.durable = (number, table)
        """How far what is decided has also been written down, and the table as of then: all that anybody may be shown."""
        self.told: deque[Happened] = deque(maxlen=REMEMBERED)
        self.listeners: list[Callable[[Happened], None]] = []
        self._journal = journal
        self._epoch = epoch
        beside = (streams.answers(name), streams.keys(name), streams.snapshots(name))
        self._numbers = {stream: journal.head(stream).number for stream in beside} | {name: number, streams.claims(name): epoch}
        self._snapshot_at = _last_snapshot(journal, name)
        self._asked: dict[str, asyncio.Future[None]] = {}

    def now(self) -> int:
        """What time it is at the table. A wall clock that was set back cannot take a table back with it."""
        return max(self.clock(), self.table.clock)

    async def ask(self, command: Command, id: str = "", *, round: int | None = None) -> Reply:
        """Decide a command. Asked again with its id it gets its first answer; meant for a round that is over, it is refused."""
        asked = hashlib.sha256(canonical(command)).hexdigest()
        if id and (before := await self._answered(id, asked)):
            return before
        outcome = self._late(round) or _favoured(self.table, command) or decide(self.table, self._stamped(command))
        reply = self._reply(outcome)
        await self._write(() if isinstance(outcome, Refusal) else outcome, id=id, answer=Answer(asked, reply))
        if isinstance(outcome, Refusal) and outcome.reason is Reason.METERS_DISAGREE:
            await self._lock(command, outcome)
        return reply

    async def take_seat(self, command: TakeSeat, key: str) -> Reply:
        """Seat a terminal, and write down the digest of the key by which it finds the seat again."""
        outcome = decide(self.table, self._stamped(command))
        if not isinstance(outcome, Refusal):
            await self._write(outcome, key=key, seat=command.seat)
        return self._reply(outcome)

    async def _lock(self, command: Command, refusal: Refusal) -> None:
        """Lock a terminal whose meters do not agree with its money, so that somebody looks into it; others play on."""
        wish = command.wish if isinstance(command, RelaxFreeze) else command
        locked = decide(self.table, self._stamped(LockTerminal(seat=getattr(wish, "seat", ""), why=refusal.sentence)))
        # Two wishes may have been refused for it before the first lock was written.
        if not isinstance(locked, Refusal):
            await self._write(locked)

    async def _write(
        self, events: tuple[Event, ...], *, id: str = "", answer: Answer | None = None, key: str = "", seat: str = ""
    ) -> None:
        """Apply what was decided and have it written down; tell it, in the order of the journal, once it is durable.

        Everything is made before anything is changed: nothing may fail between the two, or the journal would have a gap.
        """
        if not events and not id:
            return
        happened = self._applied(events)
        parts = [self._part(streams.claims(self.name))]
        if happened:
            parts.append(self._part(self.name, *[Draft(canonical(event)) for event in events]))
        if id:
            parts.append(self._part(streams.answers(self.name), Draft(canonical(answer), id)))
        if key:
            parts.append(self._part(streams.keys(self.name), Draft(canonical({"seat": seat}), key)))
        if happened and self._is_worth_a_snapshot(happened[-1]):
            snapshot = frozen(happened[-1].after, happened[-1].number)
            parts.append(self._part(streams.snapshots(self.name), Draft(snapshot)))
            self._snapshot_at = happened[-1].number
        for stream, _, drafts in parts:
            self._numbers[stream] += len(drafts)
        if happened:
            self.number, self.table = happened[-1].number, happened[-1].after
        written = self._journal.append(Entry(tuple(parts), self._epoch))
        written.add_done_callback(lambda written: self._durable(written, happened))
        if id:
            self._asked[id] = written
            written.add_done_callback(lambda _: self._asked.pop(id, None))
        # Whoever asked may go away; what was decided is written down and told all the same.
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
        """A wish that came after the round it was meant for."""
        if round in (None, self.table.round.number):
            return None
        return Refusal(Reason.ROUND_OVER, f"That was meant for round {round}, which is over.")

    def _stamped(self, command: Command) -> Command:
        """The command with the time at which it arrived."""
        return msgspec.structs.replace(command, at=max(self.now(), command.at))

    def _reply(self, outcome: tuple[Event, ...] | Refusal) -> Reply:
        if isinstance(outcome, Refusal):
            return _refused(outcome)
        return Reply(ok=True, notice=" ".join(notice(self.table, event) for event in outcome))

    def _applied(self, events: tuple[Event, ...]) -> list[Happened]:
        happened, before = list[Happened](), self.table
        for number, event in enumerate(events, self.number + 1):
            after = apply(before, event)
            happened.append(Happened(number, event, before, after))
            before = after
        return happened

    def _part(self, stream: str, *drafts: Draft) -> Part:
        return Part(stream, self._numbers[stream], drafts)

    def _is_worth_a_snapshot(self, last: Happened) -> bool:
        """Every so many lines, where nothing has happened since a settlement."""
        return last.after.trail is None and last.number - self._snapshot_at >= SNAPSHOT_EVERY

    def _durable(self, written: "asyncio.Future[None]", happened: list[Happened]) -> None:
        """Tell what is durable. A table whose numbers were used by somebody else is no longer ours."""
        if written.cancelled():
            return
        if error := written.exception():
            self._journal.stop(JournalError(f"{self.name} was taken over by another croupier: {error}"))
        else:
            self._tell(happened)

    def _tell(self, happened: list[Happened]) -> None:
        for each in happened:
            self.durable = (each.number, each.after)
            self.told.append(each)
            for listener in list(self.listeners):
                listener(each)


def _last_snapshot(journal: Journal, name: str) -> int:
    """The line after which the last snapshot of a table was taken."""
    stream = streams.snapshots(name)
    number = journal.head(stream).number
    last = stated(next(journal.lines(stream, number - 1)).body) if number else None
    return last.line if last else 0


def _favoured(table: Table, command: Command) -> Refusal | None:
    """No table goes on under odds that favour the player, as none is opened so."""
    if not isinstance(command, AmendRules):
        return None
    try:
        rules = table.rules.amended(command.readings, command.raised)
    except (ReadingError, RuleError):
        return None  # the table says what is wrong with it
    wager = favoured_by_odds(rules, table.sign)
    return Refusal(Reason.BAD_RULES, f"The odds of {wager} would favour the player.") if wager else None


def _refused(refusal: Refusal) -> Reply:
    return Reply(ok=False, error=refusal.reason, message=refusal.message)
