"""Journals of several days, signed now and then, with snapshots; and such journals forged."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.audit.resettle import resettled
from croupier.audit.resettled import Resettled
from croupier.audit.window import Window
from croupier.canonical import canonical
from croupier.catalogue import ruleset
from croupier.journal.anchors import SigningKey
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Draft, Head, Line
from croupier.journal.streams import ANCHORS, claims, snapshots
from croupier.rules.moments import DAY
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command, Event
from croupier.table.core.opening import opened, opening
from croupier.table.core.recorded import read_recorded, recorded
from croupier.table.core.refusals import Refusal
from croupier.table.core.snapshot import SnapshotHeader, encode_snapshot, header
from croupier.table.core.state import MEMORY, REACH, Table
from croupier.table.rounds.settling import RoundSettled
from croupier.testing.evening import OPENING, evening
from journals import copied, sign, write

ROULETTE = "ministar-roulette-2018"
TAKEN = snapshots(ROULETTE)

Change = Callable[[Line], Line]
Json = dict[str, Any]


class Days:
    """A table and its journal, as a server would have written it."""

    def __init__(self, seal: SigningKey, name: str = ROULETTE, *, every: int = 40, rounds: int = 3, reach: int = REACH) -> None:
        """Open the table. Sign the journal every `every` lines, and take a snapshot every `rounds` rounds (0: none)."""
        rules = ruleset(name)
        first = opening(rules, {"minimum": 100}, confirmed=[each.id for each in rules.readings], seats=5, reach=reach)
        self.store, self.name = MemoryStore(), name
        self.table = replace(opened(first), memory=reach)  # a server reads older rounds from the journal
        self._seal, self._every, self._rounds = seal, every, rounds
        claim = Draft(b'{"at":1,"server":"first"}')
        write(self.store, 1, {claims(name): [claim], name: [Draft(canonical(first))]})

    def play(self, day: int, commands: int = 500, faults: float = 0.02) -> None:
        """An evening of bots on a day, signed at its end."""
        begun = replace(self.table, clock=OPENING + day * DAY)
        for _, command, outcome, after in evening(begun, seed=day, players=5, commands=commands, faults=faults):
            if not isinstance(outcome, Refusal):
                self._write(command, outcome, after)
        sign(self.store, self._seal, self.table.clock + 1)

    def ask(self, command: Command) -> None:
        """One command, a second after the last; it must be one that is not refused."""
        command = replace(command, at=self.table.clock + 1000)
        outcome, after = decide(self.table, command), self.table
        assert not isinstance(outcome, Refusal), outcome
        for event in outcome:
            after = apply(after, event)
        self._write(command, outcome, after)

    def _write(self, command: Command, events: tuple[Event, ...], after: Table) -> None:
        self.table = after
        write(self.store, 1, {self.name: [Draft(recorded(command, events))]})
        number = self.store.head(self.name).number
        if after.trail is None and self._rounds and after.over % self._rounds == 0:
            write(self.store, 1, {snapshots(self.name): [Draft(encode_snapshot(after, number))]})
        if not number % self._every:
            sign(self.store, self._seal, after.clock)


def days(seal: SigningKey, count: int, name: str = ROULETTE, *, commands: int = 500, rounds: int = 3) -> MemoryStore:
    """A journal of several days."""
    journal = Days(seal, name, rounds=rounds)
    for day in range(count):
        journal.play(day, commands)
    return journal.store


def the_day(number: int) -> Window:
    """A day of such a journal, from noon to noon."""
    return Window(noon(number), noon(number + 1))


def noon(number: int) -> int:
    """The moment at which a day of such a journal begins."""
    return OPENING + number * DAY - DAY // 2


def at_of(line: Line) -> int:
    """When a line was written."""
    return read_recorded(line.body).command.at


def lines_in(store: MemoryStore, window: Window, name: str = ROULETTE) -> list[Line]:
    """The lines of a window, by their own times."""
    return [line for line in store.lines(name, 1) if window.holds(at_of(line))]


def found_in(store: MemoryStore, window: Window, name: str = ROULETTE) -> Resettled:
    """What settling a window again finds."""
    return resettled(store, name, lambda _: None, window)


def header_of(line: Line) -> SnapshotHeader:
    """What a snapshot states about itself."""
    found = header(line.body)
    assert found
    return found


def start_before(store: MemoryStore, since: int, back: int = MEMORY) -> int:
    """The line of the last snapshot that lies so many rounds before the newest one that was taken before a moment."""
    taken = [found for line in store.lines(TAKEN) if (found := header_of(line)).at < since]
    return next(each.line for each in reversed(taken) if taken[-1].over - each.over >= back)


def snapshot_at(store: MemoryStore, line: int) -> int:
    """The number of the snapshot that was taken after a line."""
    return next(each.number for each in store.lines(TAKEN) if header_of(each).line == line)


def won_in(store: MemoryStore, window: Window) -> Line:
    """The last settlement of a window in which somebody won."""

    def has_winner(line: Line) -> bool:
        events = [each for each in read_recorded(line.body).events if isinstance(each, RoundSettled)]
        return any(transfer.source == "house" for each in events for transfer in each.transfers)

    return [line for line in lines_in(store, window) if has_winner(line)][-1]


# Forgeries.


def at(stream: str, number: int, forge: Callable[[bytes], bytes]) -> Change:
    """One line that says something else."""
    return lambda line: line._replace(body=forge(line.body)) if line[:2] == (stream, number) else line


def respelled(body: bytes) -> bytes:
    """The same, written otherwise."""
    return body.replace(b'"at":', b'"at": ', 1)


def overpaid(cents: int) -> Callable[[bytes], bytes]:
    """A settlement that pays its first winner too much."""

    def forge(body: bytes) -> bytes:
        line: Json = msgspec.json.decode(body)
        event = next(each for each in line["events"] if each["type"] == "RoundSettled")
        won = next(each for each in event["transfers"] if each["source"] == "house")
        seat = won["target"].removeprefix("rack:")
        bet = next(each for each in event["decided"] if each["seat"] == seat and each["result"] == "win")
        won["amount"] += cents
        bet["paid"] += cents
        return canonical(line)

    return forge


def another_table(body: bytes) -> bytes:
    """A snapshot of a table at which more outcomes have counted."""
    snapshot: Json = msgspec.json.decode(body)
    return canonical({**snapshot, "table": {**snapshot["table"], "turn": 9999}})


def edited(store: MemoryStore, change: Callable[[Line], Line | None]) -> MemoryStore:
    """A journal of which lines were changed or taken out, and nothing else."""
    other = MemoryStore()
    copied(store, other, change)
    return other


def rechained(store: MemoryStore, stream: str, change: Change) -> MemoryStore:
    """A journal of which a stream was changed and chained anew; nobody has signed it so."""
    other, anew = MemoryStore(), MemoryStore()
    copied(store, anew, change, chain=True)
    for each in store.heads():
        other.commit({}, list((anew if each == stream else store).lines(each)))
    return other


def written_so(store: MemoryStore, seal: SigningKey, change: Change) -> MemoryStore:
    """A journal that was changed, chained and signed anew: as if its own house had written it so."""
    chained, other = MemoryStore(), MemoryStore()
    copied(store, chained, change, chain=True)
    copied(chained, other, lambda line: None if line.stream == ANCHORS else line)
    hashes = {line[:2]: line.hash for stream in other.heads() for line in other.lines(stream)}
    _sign_again(store, other, seal, lambda stream, number: hashes[stream, number])
    return other


def signed_without(store: MemoryStore, seal: SigningKey, stream: str, number: int) -> MemoryStore:
    """A journal in which no anchor has signed a line, nor any later line of its stream."""
    other = edited(store, lambda line: None if line.stream == ANCHORS else line)
    hashes = {line[:2]: line.hash for each in other.heads() for line in other.lines(each)}
    _sign_again(store, other, seal, lambda each, n: None if each == stream and n >= number else hashes[each, n])
    return other


def _sign_again(store: MemoryStore, other: MemoryStore, seal: SigningKey, hash_of: Callable[[str, int], bytes | None]) -> None:
    for line in store.lines(ANCHORS):
        anchor: Json = msgspec.json.decode(line.body)
        heads = {stream: Head(n, hash) for stream, (n, _) in anchor["heads"].items() if (hash := hash_of(stream, n))}
        last = other.head(ANCHORS)
        write(other, 0, {ANCHORS: [Draft(seal.anchor(anchor["at"], last.hash, last.number + 1, heads))]})
