"""The keeper runs the cage: decides its commands, writes the result to the journal, and answers once it is durable."""

import asyncio
import contextlib
import math
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from msgspec.structs import replace

from croupier.cage.attempts import NoteAttempt
from croupier.cage.card_numbers import CARD_SALTS, CardNumbers
from croupier.cage.expiring import SWEPT_AT_ONCE, SweepTickets, next_expiry
from croupier.cage.fold import CAGE_REGISTER, Key, Record, changed_by
from croupier.cage.message import CageCommand, Clerk
from croupier.cage.numbers import SALTS, TicketNumbers
from croupier.cage.patron import Card
from croupier.cage.refusals import hides_amount
from croupier.cage.snapshot import encode_snapshot, snapshot_of
from croupier.cage.state import Cage, opened_rules
from croupier.cage.ticket import Ticket, TicketState
from croupier.cage.voucher import Voucher
from croupier.facts.message import Event
from croupier.facts.refusal import Refusal
from croupier.floor.answers import Answer, Answers, Done, Reply, resolve
from croupier.floor.clock import Clock, now
from croupier.journal.journal import Journal
from croupier.journal.port import ConflictError, Draft, Entry, JournalError, Part
from croupier.journal.streams import claims, snapshots
from croupier.rules.moments import Millis

SNAPSHOTS = snapshots(CAGE_REGISTER.name)
SWEEP_SECONDS = 600.0
"""Seconds between two looks at the clock for tickets that have expired, if none expires before."""
SNAPSHOT_EVERY = 5_000
"""Lines between two snapshots. A start replays about this many."""


class CageReply(Reply, frozen=True):
    """The answer to a command at the cage, with the events that it led to."""

    events: tuple[Event, ...] = ()


def cage_refused(refusal: Refusal) -> CageReply:
    """The answer to a command that the cage refuses."""
    return CageReply(ok=False, error=refusal.reason, message=refusal.sentence)


@dataclass(slots=True, eq=False)
class Turn:
    """What the cage has decided, on its way to the journal: alone, or together with a table."""

    happened: list[tuple[Event, Cage]]
    parts: tuple[Part, ...]
    line: int
    """The last line of the cage with it."""
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
        changed: set[Key],
        epoch: int,
        numbers: TicketNumbers,
        cards: CardNumbers,
        vouchers: TicketNumbers,
        clock: Clock = now,
        entropy: Callable[[int], bytes] = os.urandom,
    ) -> None:
        """Run a cage whose stream ends at this line, under a claim of this epoch.

        `snapshot` is the line of its last snapshot, and `changed` are the records that have changed since. `numbers` are the
        validation numbers of tickets, `cards` the numbers of cards and `vouchers` those of vouchers, which the journal does not
        have.
        """
        self.cage = cage
        self.durable = cage
        """The cage after the last durable event. Only this state may be shown to anyone."""
        self.listeners: list[Callable[[Event], None]] = []
        """Called with every event once it is durable."""
        self.clock = clock
        self.line = line
        self._journal, self._epoch, self._entropy = journal, epoch, entropy
        self._numbers, self._cards, self._vouchers = numbers, cards, vouchers
        self._snapshot_at, self._snapshots, self._changed = snapshot, journal.head(SNAPSHOTS).number, changed
        self._answers = Answers(journal, CAGE_REGISTER.name, _recorded)
        self._writing: Turn | None = None
        """The last write; None once it is durable."""
        self._to_sweep = set[int]()
        """The blocks of tickets that have changed since they were swept, by their first serials."""
        self._soon = asyncio.Event()
        """Set when a ticket has become one that expires before the next sweep."""

    def now(self) -> int:
        """The time at the cage. It never goes backwards, even if the wall clock is set back."""
        return max(self.clock(), self.cage.clock)

    def number(self, serial: int) -> str:
        """The validation number of a ticket, which is money: for the ticket alone."""
        return self._numbers.of(opened_rules(self.cage).house, serial, self.cage.tickets[serial].salt)

    def salt(self) -> int:
        """A salt for a new ticket."""
        return int.from_bytes(self._entropy(8), "big") % SALTS

    def found(self, typed: str) -> Ticket | Refusal:
        """The ticket with a validation number that somebody typed or a reader read, or why there is none."""
        return self._numbers.find(self.cage, typed)

    def shown(self, typed: str) -> Ticket | Refusal:
        """The ticket that somebody shows at the cage: one of a former system, or one of this."""
        return self._numbers.find_former(self.cage, typed) or self.found(typed)

    def former_digest(self, typed: str) -> str | Refusal:
        """What the cage keeps of a number that a former system has printed."""
        return self._numbers.former(typed)

    def voucher_number(self, serial: int) -> str:
        """The number of a voucher, which is money: for the voucher alone."""
        return self._vouchers.of(opened_rules(self.cage).house, serial, self.cage.vouchers[serial].salt)

    def found_voucher(self, typed: str) -> Voucher | Refusal:
        """The voucher with a number that somebody typed, or why there is none."""
        return self._vouchers.find_voucher(self.cage, typed)

    def card_number(self, serial: int) -> str:
        """The number of a card: for the card alone."""
        return self._cards.of(opened_rules(self.cage).house, serial, self.cage.cards[serial].salt)

    def card_salt(self) -> int:
        """A salt for a new card."""
        return int.from_bytes(self._entropy(8), "big") % CARD_SALTS

    def found_card(self, typed: str) -> Card | Refusal:
        """The card with a number that somebody typed or a reader read, or why there is none."""
        return self._cards.find(self.cage, typed)

    async def ask(self, command: CageCommand, id: str = "") -> CageReply:
        """Submit a command, and wait for the answer. If the caller is cancelled, the command is written nevertheless."""
        answered: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self.submit(command, id, done=partial(resolve, answered))
        reply = await answered
        # The same id with another command is refused before the cage sees it.
        return reply if isinstance(reply, CageReply) else CageReply(ok=False, error=reply.error, message=reply.message)

    def given(self, id: str) -> CageReply | None:
        """The answer to a command that was carried out under an id; None if there is none."""
        line = self._journal.find(CAGE_REGISTER.name, id)
        return CageReply(ok=True, events=CAGE_REGISTER.read(line).events) if line else None

    def submit(self, command: CageCommand, id: str = "", *, done: Done) -> None:
        """Decide a command now, and call `done` with the answer once that is durable. A repeated id gets its first answer."""
        if id and self._answers.repeats(command, id, done):
            return
        turn = self.decided(command, id=id)
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

    def decided(self, *commands: CageCommand, id: str = "") -> Turn | Refusal | None:
        """What the cage says to commands: a turn to begin and to write, a refusal of all, or None if nothing is to be written.

        Each is decided on the cage after those before it, and has a line of its own.
        """
        cage, happened, lines = self.cage, list[tuple[Event, Cage]](), list[Draft]()
        for each in commands:
            command = replace(each, at=max(each.at or self.clock(), cage.clock))
            events = CAGE_REGISTER.decide(cage, command)
            if isinstance(events, Refusal):
                self._note(command, events)
                return events
            for event in events:
                cage = CAGE_REGISTER.apply(cage, event)
                happened.append((event, cage))
            lines += [Draft(CAGE_REGISTER.recorded(command, events), id)] if events else []
        if not lines:
            return None
        guard, part = (
            Part(claims(CAGE_REGISTER.name), self._epoch),
            Part(CAGE_REGISTER.name, self.line, tuple(lines), self._epoch),
        )
        return Turn(happened, (guard, part, *self._snapshot(happened, self.line + len(lines))), self.line + len(lines))

    def _note(self, command: CageCommand, refusal: Refusal) -> None:
        """Put on record that somebody asked for more than there is of an amount that is hidden."""
        if not hides_amount(refusal.reason):
            return
        by: Clerk | str | None = getattr(command, "by", None)
        name = by.name if isinstance(by, Clerk) else by
        place: str | None = getattr(command, "place", None)
        attempt = NoteAttempt(command=type(command).__name__, reason=refusal.reason, by=name, place=place)
        self.submit(attempt, done=lambda _: None)

    def _snapshot(self, happened: list[tuple[Event, Cage]], line: int) -> tuple[Part, ...]:
        if line - self._snapshot_at < SNAPSHOT_EVERY:
            return ()
        changed = self._changed.union(*(changed_by(event) for event, _ in happened))
        body = encode_snapshot(snapshot_of(happened[-1][1], line, self._snapshot_at, changed))
        return (Part(SNAPSHOTS, self._snapshots, (Draft(body),), self._epoch),)

    def begin(self, turn: Turn) -> None:
        """Take what was decided as the latest state. From here on, it has to be written."""
        self.line, self.cage, self._writing = turn.line, turn.happened[-1][1], turn
        self._changed.update(*(changed_by(event) for event, _ in turn.happened))
        if any(part.stream == SNAPSHOTS for part in turn.parts):
            self._snapshot_at, self._snapshots, self._changed = self.line, self._snapshots + 1, set[Key]()

    def finish(self, turn: Turn) -> None:
        """Publish what is durable now."""
        if turn is self._writing:
            self._writing = None
        self.durable = turn.happened[-1][1]
        for event, _ in turn.happened:
            self._follow(event)
            for listener in self.listeners:
                listener(event)
        for answer in turn.later:
            answer()

    def once_durable(self, answer: Callable[[], object]) -> None:
        """Call this once everything is durable that the cage has decided so far."""
        if self._writing:
            self._writing.later.append(answer)
        else:
            answer()

    async def run(self) -> None:
        """Let each ticket expire at its time, until cancelled."""
        self._to_sweep.update(range(1, self.durable.issued + 1, SWEPT_AT_ONCE))
        due = dict[int, Millis]()
        """When the next ticket of a block expires, by the first serial of the block."""
        while True:
            self._soon.clear()
            blocks = sorted(self._to_sweep.union(first for first, at in due.items() if at <= self.now()))
            self._to_sweep.clear()
            for first in blocks:
                await self.ask(SweepTickets(first=first))
                due.pop(first, None)
                if (at := next_expiry(self.durable, first)) is not None:
                    due[first] = at
                await asyncio.sleep(0)  # a block takes milliseconds, and the tables go on between two of them
            until = min(due.values(), default=math.inf)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._soon.wait(), min(SWEEP_SECONDS, (until - self.now()) / 1000))

    def _follow(self, event: Event) -> None:
        """Look again at the tickets that an event has changed; at once, if one of them expires soon."""
        for record, serial in changed_by(event):
            if record is Record.TICKET:
                ticket = self.durable.tickets[int(serial)]
                self._to_sweep.add((ticket.serial - 1) // SWEPT_AT_ONCE * SWEPT_AT_ONCE + 1)
                if ticket.state is TicketState.ISSUED and ticket.is_over(self.now() + int(SWEEP_SECONDS * 1000)):
                    self._soon.set()

    def _written(self, turn: Turn, id: str, reply: CageReply, done: Done, error: ConflictError | None) -> None:
        """Publish, then answer. On a conflict another process has taken the cage over, so stop."""
        if error:
            self._journal.stop(JournalError(f"{CAGE_REGISTER.name} was taken over by another croupier: {error}"))
            return
        self.finish(turn)
        if id:
            self._answers.give(id, reply)
        else:
            done(reply)


def _recorded(line: bytes) -> Answer:
    """The command that a line holds, and the answer to it."""
    found = CAGE_REGISTER.read(line)
    return Answer(found.command, CageReply(ok=True, events=found.events))
