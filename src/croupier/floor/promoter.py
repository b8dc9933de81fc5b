"""The promoter runs the prize register: decides its commands, writes the result to the journal, and then answers.

It adds what no client may choose: the numbers of entries, the secrets of draws, and the end of the last day for notices.
"""

import asyncio
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from functools import partial
from itertools import chain
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from croupier.audit.eligibility import EarnedEntry
from croupier.cage.message import Clerk
from croupier.cage.prizes import GivePrizeCash
from croupier.cage.voucher import VoucherKind
from croupier.cage.vouchers import GivePrizeVoucher
from croupier.canonical import canonical
from croupier.catalogue import names, ruleset
from croupier.facts.message import Event
from croupier.facts.refusal import Refusal
from croupier.floor.answers import Answer, Answers, Done, Reply, resolve
from croupier.floor.claimant_file import ClaimantFile
from croupier.floor.clock import Clock, now
from croupier.floor.keeper import Keeper, Turn
from croupier.floor.recovery import recovered_prizes
from croupier.journal.journal import Journal
from croupier.journal.port import ConflictError, Draft, Entry, Head, JournalError, Part
from croupier.journal.streams import snapshots
from croupier.money import Cents
from croupier.promotions.draw import ENTRY_DIGITS, SECRET_DIGITS, commitment_to
from croupier.promotions.drawing import CommitDraw, DrawPrizes
from croupier.promotions.entering import AddDetails, AddPerson, EnterDraw, PersonAdded
from croupier.promotions.fold import PRIZE_REGISTER, PrizeKey, changed_by
from croupier.promotions.keeping import PeopleErased
from croupier.promotions.message import Officer, PrizeCommand
from croupier.promotions.paying import PrizeGiven, PrizePaid
from croupier.promotions.refusals import TermsFault, TermsRefusal
from croupier.promotions.snapshot import snapshot_of
from croupier.promotions.state import PrizeRegister, Stage
from croupier.rules.promotions import PrizeWay, Promotions

SNAPSHOTS = snapshots(PRIZE_REGISTER.name)
SNAPSHOT_EVERY = 5_000
"""Lines between two snapshots. A start replays about this many."""
UNTAKEN, UNSEALED = "f" * ENTRY_DIGITS, "f" * SECRET_DIGITS
"""The number of an entry and the digest of a person that chance gives to nobody."""
ENTERED_TOGETHER = 200
"""Entries from play that share a write."""


class PrizeReply(Reply, frozen=True):
    """The answer to a command of the prize register, with the events that it led to."""

    events: tuple[Event, ...] = ()
    faults: tuple[TermsFault, ...] = ()
    """Everything that is wrong with refused terms."""


@dataclass(slots=True, eq=False)
class _Writing:
    """A command on its way to the journal, and the answers that are given after it."""

    event: Event
    after: PrizeRegister
    turn: Turn | None
    """What the cage does about it; None for nothing."""
    later: list[Callable[[], object]] = field(default_factory=list[Callable[[], object]])
    """Refusals may rest on events that are not durable yet, so they wait for the last write before them."""


class Promoter:
    """Runs the prize register. Decides commands one by one, each on the latest decided state."""

    def __init__(
        self,
        journal: Journal,
        private: ClaimantFile,
        rules: Iterable[str],
        zone: str,
        *,
        signed: Mapping[str, Head] | None = None,
        clock: Clock = now,
        entropy: Callable[[int], bytes] = os.urandom,
    ) -> None:
        """Rebuild the register from the journal. `rules` are the rule sets of the tables of this floor."""
        register, self._line, self._snapshot_at, self._changed = recovered_prizes(journal, signed or {})
        self._snapshots = journal.head(SNAPSHOTS).number
        running = register.promotions.values()
        wanted = {*rules, *(name for each in running for name in (each.rules, *each.terms.also))}
        self.register = replace(register, chapters=_chapters(wanted))
        self.durable = self.register
        """The register after the last durable event. Only this state may be shown to anyone."""
        self.clock, self.zone = clock, zone
        self._journal, self._private, self._entropy = journal, private, entropy
        self._answers = Answers(journal, PRIZE_REGISTER.name, _recorded)
        self.keeper: Keeper | None = None
        """Runs the cage, which gives the cash of prizes; None on a floor without one."""
        self._earning, self._taking_in = asyncio.Lock(), asyncio.Lock()
        self._writing: _Writing | None = None
        """The last write; None once it is durable."""
        gone = [person.digests for person in register.people.values() if person.erased is not None]
        private.tidy(register.digests, chain.from_iterable(gone))

    def now(self) -> int:
        """The time at the register. It never goes backwards, even if the wall clock is set back."""
        return max(self.clock(), self.register.clock)

    async def add_person(self, by: Officer, data: Mapping[str, str], id: str = "") -> PrizeReply:
        """Keep the data of a person apart, and take the person into the register."""
        digest = self._private.keep(data)
        reply = await self.ask(AddPerson(by=by, digest=digest, holds=tuple(sorted(data))), id)
        self._kept(digest)
        return reply

    async def take_in(self, by: Officer, data: Mapping[str, str], id: str = "") -> "int | PrizeReply":
        """The number of the person with this data, who is taken in if the register has nobody; or the refusal."""
        async with self._taking_in:  # two at once would take the same person in twice
            if known := self.person(data):
                return known
            reply = await self.add_person(by, data, id)
        return next((event.person for event in reply.events if isinstance(event, PersonAdded)), reply)

    def person(self, data: Mapping[str, str]) -> int | None:
        """The number of the person with this data; None if the register has nobody."""
        digests = self.durable.digests
        return min((digests[digest] for digest in self._private.same(data) if digest in digests), default=None)

    def like(self, name: str) -> set[int]:
        """The people of the register with a similar name."""
        digests = self.durable.digests
        return {digests[digest] for digest in self._private.like(name) if digest in digests}

    async def add_details(self, by: Officer, person: int, data: Mapping[str, str], id: str = "") -> PrizeReply:
        """Add what was not known of a person."""
        digest = self._private.keep(data)
        reply = await self.ask(AddDetails(by=by, person=person, digest=digest, holds=tuple(sorted(data))), id)
        self._kept(digest)
        return reply

    def _kept(self, digest: str) -> None:
        """Confirm data that the register has. Erase it if the command was refused, or repeats an earlier one."""
        (self._private.confirm if digest in self.durable.digests else self._private.erase)(digest)

    def data(self, person: int) -> Mapping[str, str] | None:
        """The private data of a person; None if there is none, or if it was erased."""
        found = self.durable.people.get(person)
        if found is None or found.erased is not None:
            return None
        kept = [data for digest in found.digests if (data := self._private.data(digest))]
        return {name: text for data in kept for name, text in data.items()} or None

    def tried(self, command: PrizeCommand, holds: tuple[str, ...]) -> PrizeReply:
        """What the register would say to a command about a new person, of whom it would have this data. Nothing changes."""
        register, at = self.register, self.now()
        made = {"number": UNTAKEN} if isinstance(command, EnterDraw) else {}
        for each in (AddPerson(by=command.by, digest=UNSEALED, holds=holds), replace(command, **made)):
            whom = {} if isinstance(each, AddPerson) else {"person": len(register.people)}
            decided = PRIZE_REGISTER.decide(register, replace(each, at=at, **whom))
            if isinstance(decided, Refusal):
                return prize_refused(decided)
            register = PRIZE_REGISTER.replayed(register, decided)
        return PrizeReply(ok=True)

    async def enter(self, command: EnterDraw, id: str = "") -> PrizeReply:
        """Enter a person with a number made by chance."""
        return await self.ask(replace(command, number=self._entropy(ENTRY_DIGITS // 2).hex()), id)

    async def enter_earned(self, by: Officer, number: int, earned: Sequence[EarnedEntry]) -> list[PrizeReply]:
        """Enter what play has earned, each bet once, as far as the terms allow. Players are taken in as patrons."""
        async with self._earning:  # two at once would enter the same bet twice
            promotion = self.register.promotions.get(number)
            left = [bet for bet in earned if promotion is None or bet.words not in promotion.bets]
            people = {player: await self._player(by, player) for player in dict.fromkeys(bet.player for bet in left)}
            held = Counter({person: promotion.held.get(person, 0) if promotion else 0 for person in people.values()})
            entering: list[EnterDraw] = []
            for bet in left:
                person = people[bet.player]
                held[person] += 1
                if promotion is None or held[person] <= promotion.terms.most:
                    entering.append(
                        EnterDraw(by=by, promotion=number, person=person, number="-", earned=bet.words, since=bet.at)
                    )
            replies: list[PrizeReply] = []
            for first in range(0, len(entering), ENTERED_TOGETHER):
                together = entering[first : first + ENTERED_TOGETHER]
                replies += await asyncio.gather(*(self.enter(command) for command in together))
            return replies

    async def _player(self, by: Officer, player: str) -> int:
        """The person of the register who is this player."""
        found = await self.take_in(by, {"patron": player})
        assert isinstance(found, int), "new data is of a new person"
        return found

    async def commit(self, command: CommitDraw, id: str = "") -> PrizeReply:
        """Prepare a draw with a secret made by chance, which is kept before its commitment is published."""
        secret = self._entropy(SECRET_DIGITS // 2).hex()
        commitment = commitment_to(secret)
        self._private.keep_secret(commitment, secret)
        return await self.ask(replace(command, commitment=commitment), id)

    async def draw(self, command: DrawPrizes, id: str = "") -> PrizeReply:
        """Hold the draw that was prepared: reveal its secret, and say until when winners are told."""
        promotion = self.register.promotions.get(command.promotion)
        pending = promotion.pending if promotion else None
        secret = self._private.secret(pending.commitment) if pending else None
        chapter = self.register.chapters.get(promotion.rules) if promotion else None
        tell_by = self._end_of_day(chapter.telling.days if chapter else 0)
        claim_by = self._end_of_day((promotion.terms.claim_days if promotion else None) or 0)
        return await self.ask(replace(command, secret=secret or command.secret, tell_by=tell_by, claim_by=claim_by), id)

    def _end_of_day(self, days: int) -> int:
        """The end of the day so many days after today, in the time zone of the floor."""
        zone = ZoneInfo(self.zone)
        today = datetime.fromtimestamp(self.now() / 1000, zone).date()
        ends = datetime.combine(today + timedelta(days=days + 1), time(), zone)
        return int(ends.timestamp() * 1000) - 1

    def runs(self, number: int) -> bool:
        """Whether a promotion is open to entrants now: its terms were lodged, and it has begun and not closed."""
        promotion = self.durable.promotions.get(number)
        return promotion is not None and promotion.stage is Stage.OPEN

    async def ask(self, command: PrizeCommand, id: str = "") -> PrizeReply:
        """Submit a command, and wait for the answer. If the caller is cancelled, the command is written nevertheless."""
        answered: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._submit(command, id, done=partial(resolve, answered))
        reply = await answered
        # The same id with another command is refused before the register sees it.
        return reply if isinstance(reply, PrizeReply) else PrizeReply(ok=False, error=reply.error, message=reply.message)

    def _submit(self, command: PrizeCommand, id: str, *, done: Done) -> None:
        """Decide a command now, and call `done` with the answer once that is durable. A repeated id gets its first answer."""
        if id and self._answers.repeats(command, id, done):
            return
        command = replace(command, at=self.now())
        decided = PRIZE_REGISTER.decide(self.register, command)
        if id:
            self._answers.expect(command, id, done)
        if isinstance(decided, Refusal):
            reply = prize_refused(decided)
            if id:
                self._answers.remember(command, id, reply)
            self._once_durable(partial(self._give, id, reply, done))
            return
        (event,) = decided
        turn = self._at_cage(event)
        if isinstance(turn, Refusal):
            reply = PrizeReply(ok=False, error=turn.reason, message=turn.sentence)
            if id:
                self._answers.remember(command, id, reply)
            assert self.keeper, "only the keeper refuses for the cage"
            self.keeper.once_durable(partial(self._once_durable, partial(self._give, id, reply, done)))
            return
        self._writing = writing = _Writing(event, PRIZE_REGISTER.apply(self.register, event), turn)
        part = Part(PRIZE_REGISTER.name, self._line, (Draft(PRIZE_REGISTER.recorded(command, decided), id),))
        self._line, self.register = self._line + 1, writing.after
        self._changed.update(changed_by(event))
        if turn and self.keeper:
            self.keeper.begin(turn)
        parts = (part, *self._snapshot(), *(turn.parts if turn else ()))
        self._journal.write(Entry(parts), partial(self._written, writing, id, done))

    def _at_cage(self, event: Event) -> Turn | Refusal | None:
        """What the cage does about an event: it gives the cash of a prize from the drawer of who pays it, or a voucher."""
        if isinstance(event, PrizeGiven) and event.vouchers and self.keeper:
            return self._voucher(self.keeper, event, event.vouchers)
        cash = sum(part.amount for part in event.parts if part.way is PrizeWay.CASH) if isinstance(event, PrizePaid) else 0
        if not cash or self.keeper is None or not isinstance(event, PrizePaid):
            return None
        which = {"promotion": event.promotion, "prize": event.prize}
        return self.keeper.decided(GivePrizeCash(at=event.at, amount=Cents(cash), by=event.by.name, **which))

    def _voucher(self, keeper: Keeper, event: PrizeGiven, amount: Cents) -> Turn:
        """The voucher for a prize in casino dollars: for credits where the document is of terminals, else for tokens."""
        at_terminals = ruleset(self.register.promotions[event.promotion].rules).procedures.is_electronic
        issue = GivePrizeVoucher(
            at=event.at,
            promotion=event.promotion,
            prize=event.prize,
            kind=VoucherKind.RESTRICTED if at_terminals else VoucherKind.TOKENS,
            amount=amount,
            by=Clerk(event.by.login, event.by.name),
            second=Clerk(event.second.login, event.second.name) if event.second else None,
            salt=keeper.salt(),
        )
        turn = keeper.decided(issue)
        assert isinstance(turn, Turn), "the register hands over a value that a voucher can have"
        return turn

    def _snapshot(self) -> tuple[Part, ...]:
        """A snapshot of the latest state, to be written with it, if one is due."""
        if self._line - self._snapshot_at < SNAPSHOT_EVERY:
            return ()
        body = canonical(snapshot_of(self.register, self._line, self._snapshot_at, self._changed))
        part = Part(SNAPSHOTS, self._snapshots, (Draft(body),))
        self._snapshot_at, self._snapshots, self._changed = self._line, self._snapshots + 1, set[PrizeKey]()
        return (part,)

    def _once_durable(self, answer: Callable[[], object]) -> None:
        if self._writing:
            self._writing.later.append(answer)
        else:
            answer()

    def _give(self, id: str, reply: Reply, done: Done) -> None:
        if id:
            self._answers.give(id, reply)
        else:
            done(reply)

    def _written(self, writing: _Writing, id: str, done: Done, error: ConflictError | None) -> None:
        """Publish, then answer. On a conflict another process has written to the stream, so stop."""
        if error:
            self._journal.stop(JournalError(f"{PRIZE_REGISTER.name} was taken over by another croupier: {error}"))
            return
        if writing is self._writing:
            self._writing = None
        if writing.turn and self.keeper:
            self.keeper.finish(writing.turn)
        self.durable, event = writing.after, writing.event
        if isinstance(event, PeopleErased):
            people = (self.durable.people[person] for person in event.people)
            self._private.erase(*(digest for person in people for digest in person.digests))
        self._give(id, PrizeReply(ok=True, events=(event,)), done)
        for answer in writing.later:
            answer()


def prize_refused(refusal: Refusal) -> PrizeReply:
    """The answer to a command that the register refuses."""
    faults = refusal.faults if isinstance(refusal, TermsRefusal) else ()
    return PrizeReply(ok=False, error=refusal.reason, message=refusal.sentence, clause=refusal.clause, faults=faults)


def _chapters(rules: Iterable[str]) -> dict[str, Promotions]:
    """The chapters of these rule sets that this version knows."""
    known = names()
    return {name: chapter for name in sorted(rules) if name in known and (chapter := ruleset(name).promotions)}


def _recorded(line: bytes) -> Answer:
    """The command that a line holds, and the answer to it."""
    found = PRIZE_REGISTER.read(line)
    return Answer(found.command, PrizeReply(ok=True, events=found.events))
