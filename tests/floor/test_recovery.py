"""A table goes on where its journal ends, from a snapshot that was signed; and what was changed since is noticed."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest

import croupier.floor.dealer
from audit.serving import TABLE, Server
from croupier.audit.resettle import resettled
from croupier.catalogue import names, ruleset
from croupier.devices import SoftwareGenerator
from croupier.facts.lines import OtherFormatError
from croupier.floor.happened import Happened
from croupier.floor.house import House
from croupier.floor.notary import Notary
from croupier.floor.recovery import recovered, verify_in_background
from croupier.floor.timetable import Timing
from croupier.journal import streams
from croupier.journal.anchors import SigningKey, signed_heads
from croupier.journal.chain import link
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.journal.port import START, DamagedError, Head, JournalError, Line
from croupier.table.core.opening import replay
from croupier.table.core.recorded import FORMAT
from croupier.table.core.refusals import Refusal
from croupier.table.core.rows import recorded_refusal
from croupier.table.core.snapshot import older_snapshots
from croupier.table.core.state import MEMORY, Table
from croupier.testing.evening import OPENING, evening
from invariants import same

CRAPS = "aruze-craps-2024"


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(croupier.floor.dealer, "SNAPSHOT_EVERY", 100)


def played(store: MemoryStore, seal: SigningKey, commands: int = 1500, seed: int = 1, name: str = CRAPS) -> Table:
    """An evening at a table, signed at its end; begun where the last one ended."""

    async def play() -> Table:
        journal = Journal(store)
        notary = Notary(journal, seal, lambda: OPENING)
        house = House(journal, SoftwareGenerator(), Timing(), lambda: OPENING, notary)
        dealer = await house.open(name, ruleset(name), {"minimum": 100}, confirmed=["SB-01"])
        for _, command, outcome, _ in evening(dealer.table, seed=seed, players=4, commands=commands):
            if not isinstance(outcome, Refusal):
                reply = await dealer.ask(command, f"{seed}-{dealer.line}")
                assert reply.ok is (recorded_refusal(outcome) is None)
        await notary.sign()
        return dealer.table

    return asyncio.run(play())


@pytest.mark.parametrize("name", names())
def test_a_table_is_rebuilt_from_a_signed_snapshot(name: str, tmp_path: Path) -> None:
    store, seal = MemoryStore(), SigningKey(tmp_path / "key")
    before = played(store, seal, name=name)
    bodies = [line.body for line in store.lines(streams.snapshots(name))]
    assert [*older_snapshots(reversed(bodies), MEMORY)], "a snapshot that lies far enough back"
    read: list[int] = []

    class Watched(MemoryStore):
        def lines(self, stream: str, after: int = 0) -> Iterator[Line]:
            read.extend([after] if stream == name else [])
            return store.lines(stream, after)

    told = deque[Happened](maxlen=50)
    table, number = recovered(Watched(), name, signed_heads(store, seal.public), told)
    assert [each.number for each in told] == [*range(table.events - 49, table.events + 1)]
    assert same(told[-1].after, table), "What happened last is told after a restart as before it."
    assert number == store.head(name).number
    assert same(table, before)
    assert same(table, replay(line.body for line in store.lines(name))[0])
    assert max(read) > 100, "not from the first line"
    assert same(played(store, seal, seed=2, name=name), replay(line.body for line in store.lines(name))[0])


def test_what_nobody_has_signed_is_replayed_from_the_first_line(tmp_path: Path) -> None:
    store = MemoryStore()
    before = played(store, SigningKey(tmp_path / "key"))
    assert same(recovered(store, CRAPS, {})[0], before)
    with pytest.raises(JournalError, match="anchors, line 1: was not signed with the key in use; name the one that signed it"):
        signed_heads(store, SigningKey(tmp_path / "another").public)


def changed(
    store: MemoryStore, stream: str, number: int, change: Callable[[Line], Line], *, chained: bool = False
) -> MemoryStore:
    """The same store with one line changed, and perhaps all later ones of its stream chained anew."""
    other = MemoryStore()
    for each in store.heads():
        last = START.hash
        for line in store.lines(each):
            mine = change(line) if (each, line.number) == (stream, number) else line
            anew = chained and each == stream
            last = link(last, *mine[:5]) if anew else mine.hash
            other.commit({}, [mine._replace(hash=last)])
    return other


def edited(line: Line) -> Line:
    return line._replace(body=line.body.replace(b"1", b"2", 1) + b" ")


@pytest.mark.parametrize(
    ("stream", "chained"),
    [
        (CRAPS, False),
        (CRAPS, True),
        (streams.snapshots(CRAPS), False),
        (streams.snapshots(CRAPS), True),
        # What is neither after the last anchor nor needed to go on is read in the background.
        (streams.claims(CRAPS), True),
    ],
)
def test_a_line_that_was_changed_is_named(stream: str, chained: bool, tmp_path: Path) -> None:  # noqa: FBT001
    store, seal = MemoryStore(), SigningKey(tmp_path / "key")
    played(store, seal)
    number = store.head(stream).number
    signed = signed_heads(store, seal.public)
    with pytest.raises(
        JournalError,
        match=rf"^{stream}, line {number}: (its hash does not match its content .*|is not the line that was signed); restore",
    ):
        recovered(changed(store, stream, number, edited, chained=chained), CRAPS, signed)


def test_a_table_with_which_a_newer_croupier_went_on_is_not_taken_over(tmp_path: Path) -> None:
    """Its first line is of a format that can be read, and one of those since is not."""
    store = MemoryStore()
    played(store, SigningKey(tmp_path / "key"), commands=20)
    last = store.head(CRAPS).number
    body = b'{"format":99,"command":{"type":"HearNews"},"events":[{"type":"NewsHeard"}]}'
    newer = changed(store, CRAPS, last, lambda line: line._replace(body=body), chained=True)
    said = f"this journal has format 99, and this croupier reads up to {FORMAT}; use the croupier that wrote it"
    with pytest.raises(OtherFormatError, match=f"^{said}$"):
        recovered(newer, CRAPS, {})
    told = resettled(newer, CRAPS, lambda _: None)
    assert (told.lines, told.ended) == (last - 1, f"line {last}: {said}")
    first = changed(store, CRAPS, 1, lambda line: line._replace(body=line.body.replace(b'"format":1,', b'"format":99,')))
    with pytest.raises(JournalError, match=f"^{CRAPS}, line 1: its hash does not match its content"):
        recovered(first, CRAPS, {})


def test_a_table_that_a_newer_croupier_has_opened_is_not_taken_over(tmp_path: Path) -> None:
    store = MemoryStore()
    played(store, SigningKey(tmp_path / "key"), commands=20)
    for old, new in ((b'"format":1,', b'"format":99,'), (b'"format":1,', b'"format":99,"left_out":7,')):
        newer = changed(
            store, CRAPS, 1, lambda line, old=old, new=new: line._replace(body=line.body.replace(old, new)), chained=True
        )
        assert newer.head(CRAPS) != store.head(CRAPS)
        with pytest.raises(
            OtherFormatError, match=f"^this journal has format 99, and this croupier reads up to {FORMAT}; use "
        ):
            recovered(newer, CRAPS, {})
        told = resettled(newer, CRAPS, lambda _: None)
        assert (told.lines, told.ended[:38]) == (0, "line 1: this journal has format 99, an")


def test_a_journal_that_was_set_back_is_noticed(tmp_path: Path) -> None:
    store, seal = MemoryStore(), SigningKey(tmp_path / "key")
    played(store, seal)
    signed, shorter = signed_heads(store, seal.public), MemoryStore()
    for stream, head in store.heads().items():
        shorter.commit({}, [line for line in store.lines(stream) if line.number < head.number or stream != CRAPS])
    last = store.head(CRAPS).number
    with pytest.raises(JournalError, match=f"{CRAPS}, line {last - 1}: is the last, but {last} lines were signed"):
        recovered(shorter, CRAPS, signed)


def test_two_who_find_the_same_table_cannot_both_have_it() -> None:
    store = MemoryStore()

    async def scene() -> None:
        one, other = Journal(store), Journal(store)
        late = House(other, SoftwareGenerator(), Timing(), lambda: OPENING)
        other.head = lambda _: START  # type: ignore[method-assign] # what it saw before the first had come
        await House(one, SoftwareGenerator(), Timing(), lambda: OPENING).open(CRAPS, ruleset(CRAPS), {"minimum": 100})
        with pytest.raises(JournalError, match=r"another croupier is at this table .* stop that one first"):
            await late.open(CRAPS, ruleset(CRAPS), {"minimum": 100})

    asyncio.run(scene())
    assert store.head(CRAPS) != Head(0, START.hash)


def test_what_a_start_does_not_wait_for_is_looked_at_later(tmp_path: Path) -> None:
    """A line long before the last snapshot, which nobody reads at a start."""
    store, seal, stopped = MemoryStore(), SigningKey(tmp_path / "key"), list[BaseException]()
    played(store, seal)
    verify_in_background(store, seal.public, stopped.append, Event())
    assert not stopped
    other = changed(store, CRAPS, 10, edited)
    recovered(other, CRAPS, signed_heads(store, seal.public))
    verify_in_background(other, seal.public, stopped.append, Event())
    (error,) = stopped
    assert str(error).startswith(f"{CRAPS}, line 10: its hash does not match its content and the line before it; restore")
    assert isinstance(error, DamagedError), "the server ends with the code after which nobody starts it again"


def test_a_journal_without_anchors_is_warned_of_and_play_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store, stopped = MemoryStore(), list[BaseException]()
    Server(store, SigningKey(tmp_path / "key"), 0).plays(1, 31)
    verify_in_background(store, "", stopped.append, Event())
    assert not stopped
    assert capsys.readouterr().err.startswith(
        "croupier: warning: wheel, lines 1 to 3: were written in 31 seconds and no anchor"
    )


def test_whoever_looks_back_ends_when_told_to(tmp_path: Path) -> None:
    store, seal, stopped, enough = MemoryStore(), SigningKey(tmp_path / "key"), list[BaseException](), Event()
    played(store, seal, commands=50)
    other = changed(store, CRAPS, 10, edited)
    enough.set()
    verify_in_background(other, seal.public, stopped.append, enough)
    assert not stopped, "it did not come that far"


def test_a_start_that_is_refused_at_one_table_has_claimed_no_other(tmp_path: Path) -> None:
    store, seal = MemoryStore(), SigningKey(tmp_path / "key")
    played(store, seal, commands=50)
    broken = changed(store, CRAPS, store.head(CRAPS).number, edited)
    before = broken.heads()

    async def scene() -> None:
        house = House(Journal(broken), SoftwareGenerator(), Timing(), lambda: OPENING)
        found = [house.find("another", ruleset(CRAPS), {"minimum": 100})]
        with pytest.raises(JournalError, match=f"{CRAPS}, line .*: its hash does not"):
            found.append(house.find(CRAPS, ruleset(CRAPS), {"minimum": 100}))
        assert broken.heads() == before
        assert (await house.take(found[0])).line == 1

    asyncio.run(scene())


def test_a_table_whose_lines_are_gone_is_not_opened_anew(tmp_path: Path) -> None:
    store, seal, other = MemoryStore(), SigningKey(tmp_path / "key"), MemoryStore()
    played(store, seal, commands=50)
    for stream in store.heads():
        other.commit({}, [line for line in store.lines(stream) if stream != CRAPS])
    heads = other.heads()
    with pytest.raises(JournalError, match=f"{CRAPS}: had lines, and they are gone; restore a backup"):
        played(other, seal, commands=1)
    assert other.heads() == heads


def test_no_table_continues_after_a_line_of_a_server_that_had_lost_it(tmp_path: Path) -> None:
    """The start refuses it, and the background verification finds it where an anchor has signed it."""
    store, seal = MemoryStore(), SigningKey(tmp_path / "key")
    frozen = Server(store, seal, 0).plays(1)
    Server(store, seal, 2).plays(3)
    frozen.plays(4)
    late = f"{TABLE}, line {store.head(TABLE).number}: was written under epoch 1, and epoch 2 had begun"
    with pytest.raises(JournalError, match=late):
        recovered(store, TABLE, {})
    frozen.signs()
    found: list[BaseException] = []
    verify_in_background(store, seal.public, found.append, Event())
    assert [str(each).partition(";")[0] for each in found] == [late]
