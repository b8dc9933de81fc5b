"""The office writes down who works here and who signs in, then answers; and continues where its journal ends."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from croupier.audit.verify import verify
from croupier.facts.message import Event
from croupier.floor import office as office_module
from croupier.floor.notary import Notary
from croupier.floor.office import SNAPSHOTS, Office, PeopleReply
from croupier.floor.recovery import recovered_register
from croupier.journal.address import store
from croupier.journal.anchors import SigningKey, signed_heads
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Head, JournalError, Line
from croupier.journal.sqlite import SqliteStore
from croupier.journal.streams import tables
from croupier.journal.threaded import ThreadedJournal
from croupier.people.consoles import Why
from croupier.people.duties import DEFAULT_FLOOR_ROLES, floor_roles
from croupier.people.fold import PEOPLE
from croupier.people.message import OPERATOR
from croupier.people.register import Register
from croupier.people.signing_in import FailSignIn, SignIn
from croupier.people.staff import AddStaff, DisableStaff
from floor_people import ADA, BEGIN, SUE, added
from journals import bodies, copied, entry, journal_on, looked_at, tampered

Scene = Callable[[Office], Awaitable[None]]
SIGN_IN = SignIn(login="sue", kind="pit", address="10.0.0.7")
ADD = AddStaff(by=OPERATOR, login="eve", name="Eve Long", roles=frozenset({"dealer"}))


def at_the_office(data: Path | str, scene: Scene) -> None:
    async def work() -> None:
        with closing(ThreadedJournal(store(str(data)))) as journal:
            await scene(Office(journal, lambda: BEGIN))

    asyncio.run(work())


async def staff_up(office: Office) -> None:
    for command in added(ADA, SUE):
        assert (await office.ask(command)).ok


def test_an_office_continues_where_its_journal_ends(tmp_path: Path, database: str) -> None:
    async def first(office: Office) -> None:
        await staff_up(office)
        assert (await office.ask(SIGN_IN)).ok

    for data in (tmp_path / "floor.sqlite", database):

        async def then(office: Office, data: Path | str = data) -> None:
            assert [*office.register.staff] == ["ada", "sue"]
            assert office.register == office.durable
            lines = bodies(data, PEOPLE.name)
            assert office.register == PEOPLE.replayed(
                Register(), (event for line in lines for event in PEOPLE.read(line).events)
            )
            assert (await office.ask(SIGN_IN)).ok
            assert [*office.register.consoles] == [1, 2]

        at_the_office(data, first)
        at_the_office(data, then)
        with looked_at(data) as reader:
            assert not verify(reader).faults
            assert tables(reader.heads()) == []


def test_nothing_is_answered_before_another_process_could_read_it(tmp_path: Path) -> None:
    path = tmp_path / "floor.sqlite"

    async def scene(office: Office) -> None:
        await staff_up(office)
        told: list[int] = []

        def heard(event: Event, register: Register) -> None:
            assert sum(len(PEOPLE.read(line).events) for line in bodies(path, PEOPLE.name)) >= register.events
            assert event.at == BEGIN
            assert office.durable is register
            told.append(register.events)

        office.listeners.append(heard)
        replies = await asyncio.gather(*(office.ask(SIGN_IN) for _ in range(20)))
        assert all(reply.ok and len(reply.events) == 1 for reply in replies)
        assert told == list(range(5, 25))

    at_the_office(path, scene)


def test_commands_that_come_together_share_a_commit(tmp_path: Path) -> None:
    commits: list[int] = []

    class Counting(SqliteStore):
        def commit(self, before: object, lines: object) -> None:
            commits.append(len(lines))  # type: ignore[arg-type]
            super().commit(before, lines)  # type: ignore[arg-type]

    async def work() -> None:
        journal = ThreadedJournal(Counting(tmp_path / "floor.sqlite"))
        office = Office(journal)
        await staff_up(office)
        commits.clear()
        await asyncio.gather(*(office.ask(SIGN_IN) for _ in range(20)))
        journal.close()

    asyncio.run(work())
    assert sum(commits) == 20
    assert len(commits) <= 3


def test_a_denial_waits_for_what_it_rests_on(tmp_path: Path) -> None:
    path = tmp_path / "floor.sqlite"

    async def scene(office: Office) -> None:
        await staff_up(office)
        answers: list[tuple[str, int]] = []

        def note(reply: PeopleReply) -> None:
            answers.append((reply.error, len(bodies(path, PEOPLE.name))))

        office.submit(ADD, note)
        office.submit(ADD, note)
        office.submit(FailSignIn(login="nobody", kind="pit", address="::1"), note)
        office.submit(FailSignIn(login="nobody", kind="pit", address="::1"), note)
        assert answers == []
        assert (await office.ask(ADD)).message == "Eve Long has the login eve already."
        assert [error for error, _ in answers] == ["", "login-taken", "", ""]
        # The writer may be ahead of the answers, never behind them.
        assert all(lines >= needed for (_, lines), needed in zip(answers, [5, 5, 6, 6], strict=True))
        assert answers[-1][1] == 6

    at_the_office(path, scene)


def test_a_restart_signs_everybody_out(tmp_path: Path) -> None:
    path = tmp_path / "floor.sqlite"

    async def before(office: Office) -> None:
        await staff_up(office)
        await asyncio.gather(office.ask(SIGN_IN), office.ask(SIGN_IN))

    async def after(office: Office) -> None:
        assert len(office.register.consoles) == 2
        await office.sign_out_all()
        assert not office.durable.consoles

    at_the_office(path, before)
    at_the_office(path, after)
    assert all(f'"why":"{Why.RESTARTED}"'.encode() in line for line in bodies(path, PEOPLE.name)[-2:])


def test_the_roles_come_from_the_floor_and_not_from_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "floor.sqlite"
    at_the_office(path, staff_up)

    async def work() -> None:
        journal = journal_on(path)
        office = Office(journal, roles=floor_roles({"supervisor": ["manage-staff"]}))
        assert (await office.ask(DisableStaff(by=SUE, login="ada", why="a test"))).ok
        journal.close()

    asyncio.run(work())


def test_another_writer_stops_this_one() -> None:
    async def work() -> None:
        stopped: asyncio.Queue[BaseException] = asyncio.Queue()
        kept = MemoryStore()
        mine, other = ThreadedJournal(kept, stopped.put_nowait), ThreadedJournal(kept, stopped.put_nowait)
        office, second = Office(mine), Office(other)
        assert (await second.ask(ADD)).ok
        office.submit(ADD, lambda _: pytest.fail("a conflict was answered"))
        why = await stopped.get()
        assert isinstance(why, JournalError)
        assert str(why).startswith("floor/people was taken over by another croupier: floor/people stands at line 1")
        mine.close()
        other.close()

    asyncio.run(work())


def test_a_changed_line_is_found_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "floor.sqlite"
    at_the_office(path, staff_up)
    with looked_at(path) as reader:
        signed = {PEOPLE.name: reader.head(PEOPLE.name)}
    tampered(path, "UPDATE line SET body = CAST(replace(CAST(body AS TEXT), 'Ada', 'Eve') AS BLOB) WHERE number = 1")
    with looked_at(path) as reader:
        assert "floor/people, line 1: its hash does not match" in verify(reader).faults[0]
    with (
        closing(journal_on(path)) as journal,
        pytest.raises(JournalError, match="floor/people, line 1: its hash does not match"),
    ):
        Office(journal, signed=signed)


def test_lines_that_were_cut_off_or_rewritten_are_found_by_the_signature(tmp_path: Path) -> None:
    path, again = tmp_path / "floor.sqlite", tmp_path / "again.sqlite"
    at_the_office(path, staff_up)
    with looked_at(path) as reader:
        signed = {PEOPLE.name: reader.head(PEOPLE.name)}
        rewritten = SqliteStore(again)
        copied(reader, rewritten, lambda line: line._replace(body=line.body.replace(b"Sue", b"Eve")), chain=True)
        rewritten.close()
    with closing(journal_on(again)) as journal, pytest.raises(JournalError, match="line 4: is not the line that was signed"):
        Office(journal, signed=signed)
    with (
        closing(journal_on(path)) as journal,
        pytest.raises(JournalError, match="line 4: is the last, but 9 lines were signed"),
    ):
        Office(journal, signed={PEOPLE.name: Head(9, bytes(32))})


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b'{"format":1,"events":[{"type":"StaffUnlocked","at":1,"by":{"login":"a","name":"A"},"login":"eve"}]}', "'eve'"),
        (b'{"format":1,"events":[{"type":"Promoted"}]}', "Invalid value 'Promoted'"),
        (b"nonsense", "JSON is malformed"),
        (b'{"format":2,"events":[]}', "has format 2, and this croupier reads up to 1"),
    ],
)
def test_a_line_that_cannot_have_happened_is_said(line: bytes, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "floor.sqlite"

    async def forge() -> None:
        journal = journal_on(path)
        await journal.append(entry(PEOPLE.name, 0, line))
        journal.close()

    asyncio.run(forge())
    with looked_at(path) as reader:
        (fault,) = verify(reader).faults
        assert fault.startswith("floor/people, line 1: cannot be read")
        assert sentence in fault
    with closing(journal_on(path)) as journal, pytest.raises(JournalError, match="floor/people, line 1: ") as caught:
        Office(journal)
    assert sentence in str(caught.value)


def test_a_line_under_an_epoch_is_found(tmp_path: Path) -> None:
    """Nobody claims the people of a floor."""
    path = tmp_path / "floor.sqlite"

    async def forge() -> None:
        journal = journal_on(path)
        await journal.append(entry(PEOPLE.name, 0, b'{"format":1,"events":[]}', epoch=1))
        journal.close()

    asyncio.run(forge())
    with looked_at(path) as reader:
        assert "epoch" in verify(reader).faults[0]


def test_a_snapshot_is_signed_compared_and_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(office_module, "SNAPSHOT_EVERY", 3)
    path, key = tmp_path / "floor.sqlite", SigningKey(tmp_path / "key")
    read: list[int] = []

    async def work() -> None:
        journal = journal_on(path)
        notary = Notary(journal, key, lambda: BEGIN)
        office = Office(journal, lambda: BEGIN, signed=notary.signed(), roles=floor_roles({"supervisor": ["manage-staff"]}))
        read.append(office.register.events)
        for command in (*added(ADA, SUE), SIGN_IN, FailSignIn(login="nobody", kind="pit", address="::1")):
            await office.ask(command)
        await notary.sign()
        journal.close()

    asyncio.run(work())
    asyncio.run(work())
    assert len(bodies(path, SNAPSHOTS)) == 2
    with looked_at(path) as reader:
        assert not verify(reader, key=key.public).faults
        signed = signed_heads(reader, key.public)
        whole = recovered_register(reader, {}, DEFAULT_FLOOR_ROLES)
        quick = recovered_register(reader, signed, DEFAULT_FLOOR_ROLES)
    assert (whole.snapshot, quick.snapshot) == (0, 6)
    assert whole.register == quick.register
    assert read == [0, 4]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ((b"Ada", b"Eve"), "is not the register after line 3 of floor/people"),
        ((b'"line":3', b'"line":"three"'), "cannot be read"),
    ],
)
def test_a_wrong_snapshot_is_found(
    change: tuple[bytes, bytes], fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(office_module, "SNAPSHOT_EVERY", 3)
    path, forged = tmp_path / "floor.sqlite", tmp_path / "forged.sqlite"
    at_the_office(path, staff_up)

    def edit(line: Line) -> Line:
        return line._replace(body=line.body.replace(*change)) if line.stream == SNAPSHOTS else line

    with looked_at(path) as reader:
        into = SqliteStore(forged)
        copied(reader, into, edit, chain=True)
        into.close()
    with looked_at(forged) as reader:
        (found,) = verify(reader).faults
        assert found.startswith("floor/people/snapshots, line 1: ")
        assert fault in found
