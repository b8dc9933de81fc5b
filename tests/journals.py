# pyright: reportUnknownMemberType=false
"""Journals for tests: one on a file, and what it says; a whole evening, and one that was tampered with."""

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import apsw

from croupier.canonical import canonical
from croupier.catalogue import ruleset
from croupier.journal import address
from croupier.journal.anchors import SigningKey
from croupier.journal.chain import chained, link
from croupier.journal.port import START, Draft, Entry, Line, Part, Reader, Store
from croupier.journal.sqlite import SqliteStore
from croupier.journal.streams import ANCHORS, claims, keys, snapshots
from croupier.journal.threaded import ThreadedJournal
from croupier.table.core.opening import opened, opening
from croupier.table.core.recorded import recorded
from croupier.table.core.refusals import Refusal
from croupier.table.core.snapshot import encode_snapshot
from croupier.table.money.seats import SeatTaken
from croupier.table.rounds.settling import RoundSettled
from croupier.testing.evening import evening


def journal_on(path: Path) -> ThreadedJournal:
    """A journal on a SQLite file."""
    return ThreadedJournal(SqliteStore(path))


@contextmanager
def looked_at(data: Path | str) -> Generator[Reader]:
    """A journal to look at, wherever it is, as of one moment."""
    reader = address.reader(str(data))
    try:
        with reader.steady():
            yield reader
    finally:
        reader.close()


def bodies(data: Path | str, stream: str) -> list[bytes]:
    """What the lines of a stream say, by the file or the database alone."""
    with looked_at(data) as reader:
        return [line.body for line in reader.lines(stream)]


def entry(stream: str, after: int, *said: bytes, name: str = "", epoch: int = 0) -> Entry:
    """An entry of one stream; a name goes to its first line."""
    drafts = tuple(Draft(body, "" if index else name) for index, body in enumerate(said))
    return Entry((Part(stream, after, drafts),), epoch)


def play(
    store: Store, table: str, rules: str = "aruze-craps-2024", commands: int = 150, seal: SigningKey | None = None
) -> None:
    """An evening at a table as a dealer writes it down, with command ids and keys; signed now and then if there is a key."""
    ruled = ruleset(rules)
    first = opening(ruled, {"minimum": 100}, confirmed=[each.id for each in ruled.readings], seats=5)
    write(store, 1, {claims(table): [Draft(b'{"at":1,"server":"first"}')], table: [Draft(canonical(first))]})
    for number, (_, command, outcome, after) in enumerate(
        islice(evening(opened(first), seed=3, players=5, commands=30_000), commands)
    ):
        if not isinstance(outcome, Refusal):
            written = {table: [Draft(recorded(command, outcome), f"command {number}")]}
            if seated := [event.seat for event in outcome if isinstance(event, SeatTaken)]:
                written[keys(table)] = [Draft(canonical({"seat": seated[0]}), f"key {number}")]
            write(store, 1, written)
            if isinstance(outcome[-1], RoundSettled) and after.round.number % 3 == 0:
                write(store, 1, {snapshots(table): [Draft(encode_snapshot(after, store.head(table).number))]})
        if seal and number % 50 == 49:
            sign(store, seal)


def sign(store: Store, seal: SigningKey, at: int = 1000) -> bytes:
    """Sign all heads as they stand."""
    last = store.head(ANCHORS)
    heads = {stream: head for stream, head in store.heads().items() if stream != ANCHORS}
    anchor = seal.anchor(at, last.hash, last.number + 1, heads)
    write(store, 0, {ANCHORS: [Draft(anchor)]})
    return anchor


def write(store: Store, epoch: int, written: Mapping[str, Sequence[Draft]]) -> None:
    """Write lines at the ends of their streams."""
    parts = [Part(stream, store.head(stream).number, tuple(drafts)) for stream, drafts in written.items()]
    group = chained([Entry(tuple(parts), epoch)], store.head)
    store.commit(group.before, group.lines)


def copied(
    source: Reader, into: Store, change: Callable[[Line], Line | None] = lambda line: line, *, chain: bool = False
) -> None:
    """Copy all lines, changed or left out by an editor; with a rebuilt hash chain if asked to."""
    for stream in source.heads():
        last, number = START.hash, 0
        for line in map(change, source.lines(stream)):
            if line and chain:
                number += 1
                last = link(last, stream, number, line.epoch, line.name, line.body)
                into.commit({}, [line._replace(number=number, hash=last)])
            elif line:
                into.commit({}, [line])


def tampered(path: Path | str, statement: str) -> None:
    """Tamper with a journal file directly, without the journal classes."""
    with apsw.Connection(str(path)) as connection:
        connection.execute(statement)
