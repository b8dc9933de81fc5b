"""The front desk: no session outlives a sign-in, what an inspector watches is on record, and no reader makes tables wait."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from croupier.devices import SoftwareGenerator
from croupier.floor.crews import Crews
from croupier.floor.floor_file import FloorFile
from croupier.floor.house import House
from croupier.floor.office import Office
from croupier.floor.password_checks import PasswordChecks
from croupier.floor.plan import Plan
from croupier.floor.reception import Reception
from croupier.floor.settings import open_floor, settings_of
from croupier.floor.timetable import Timing
from croupier.journal.port import Head, Line, Row, Store
from croupier.journal.sqlite import SqliteStore
from croupier.journal.threaded import ThreadedJournal
from croupier.people.fold import PEOPLE
from croupier.people.message import OPERATOR
from croupier.people.staff import ChangeRoles, DisableStaff
from croupier.people.viewing import ViewRecorded
from croupier.server.api.floor import FloorOperations, FloorView
from croupier.server.api.operation import Call, Nothing
from croupier.server.api.problem import ApiError
from croupier.server.front_desk import FrontDesk
from croupier.server.sessions import Session
from floor_people import BEGIN, IRA, added, fast_credentials
from journals import bodies
from patience import PATIENCE

GLANCE = "craps-1, at a glance"
PASSWORD = "ira reads it all"  # noqa: S105 - of nobody real
PLAN = Plan(name="Floor", journal="floor.sqlite", tables=())


class SlowJournal(ThreadedJournal):
    """A journal in a slow database: while the floor is open, nobody may wait for its lines on the event loop."""

    is_open = False

    def __init__(self, store: Store) -> None:
        self.may_commit = threading.Event()
        self.may_commit.set()
        self.has_begun = threading.Event()
        super().__init__(store)

    def _commit(self, before: Mapping[str, Head], lines: Sequence[Row]) -> None:
        self.has_begun.set()
        self.may_commit.wait(PATIENCE)
        super()._commit(before, lines)

    def lines(self, stream: str, after: int = 0) -> Iterator[Line]:
        """Fail instead of waiting."""
        assert not self.is_open, f"{stream} is read on the event loop"
        return super().lines(stream, after)


Scene = Callable[[FrontDesk, House, Session], Awaitable[None]]


def at_the_desk(folder: Path, scene: Scene) -> list[str]:
    """Let an inspector sign in, and return what the journal says that they viewed."""
    data = folder / "floor.sqlite"

    async def work() -> None:
        journal = SlowJournal(SqliteStore(data))
        await open_floor(journal, "live", settings_of(PLAN), BEGIN)
        credentials = fast_credentials(folder)
        credentials.set(IRA.login, PASSWORD)
        office, passwords = Office(journal, lambda: BEGIN), PasswordChecks(credentials)
        for command in added(IRA):
            assert (await office.ask(command)).ok
        desk = FrontDesk(office, Reception(office, passwords), PLAN.roles, PLAN.limits, Crews({}, lambda: office.durable))
        journal.is_open = True
        await scene(desk, House(journal, SoftwareGenerator(), Timing()), Session(IRA.login, IRA.name, "10.0.0.7", 1, 0, 0))
        passwords.close()
        journal.close()

    asyncio.run(work())
    events = [event for body in bodies(data, PEOPLE.name) for event in PEOPLE.read(body).events]
    return [each.what for each in events if isinstance(each, ViewRecorded)]


def test_whoever_is_disabled_in_the_commit_of_the_sign_in_has_no_session(tmp_path: Path) -> None:
    async def scene(desk: FrontDesk, house: House, session: Session) -> None:
        journal = house.journal
        assert isinstance(journal, SlowJournal)
        journal.may_commit.clear()
        journal.has_begun.clear()
        first = asyncio.ensure_future(desk.viewed(session, GLANCE))
        assert await asyncio.to_thread(journal.has_begun.wait, 30), "the writer is busy with it"
        signing_in = asyncio.ensure_future(desk.sign_in(IRA.login, PASSWORD, "10.0.0.7"))
        while not desk.office.register.consoles and not signing_in.done():  # noqa: ASYNC110 - it has no event
            await asyncio.sleep(0.001)
        disabled = asyncio.ensure_future(desk.order(DisableStaff(by=OPERATOR, login=IRA.login, why="a test")))
        await asyncio.sleep(0)
        journal.may_commit.set()
        with pytest.raises(ApiError, match="do not fit") as refused:
            await signing_in
        assert refused.value.status == 401
        assert (await disabled).ok
        await first
        assert desk.sessions.count == 0

    assert at_the_desk(tmp_path, scene) == [GLANCE]


def test_the_addresses_of_a_network_have_one_pace_and_a_login_has_its_own(tmp_path: Path) -> None:
    """The owner of an IPv6 network chooses the rest of the address, and a login may look like an address."""

    async def scene(desk: FrontDesk, _: House, session: Session) -> None:
        for number in range(PLAN.limits.requests_at_once):
            desk.check_pace(None, f"2001:db8::{number:x}")
            desk.check_pace(None, "10.0.0.7")
        for address in ("2001:db8::ffff", "10.0.0.7"):
            with pytest.raises(ApiError) as refused:
                desk.check_pace(None, address)
            assert refused.value.status == 429
        desk.check_pace(None, "2001:db8:0:1::1")
        desk.check_pace(Session("10.0.0.7", IRA.name, "10.0.0.7", 2, 0, 0), "10.0.0.7")
        desk.check_pace(session, "2001:db8::1")

    assert at_the_desk(tmp_path, scene) == []


def test_what_is_watched_is_durable_before_it_is_shown_and_recorded_once(tmp_path: Path) -> None:
    async def scene(desk: FrontDesk, _: House, session: Session) -> None:
        for _again in range(3):
            await desk.watches(session, GLANCE)
            assert bodies(tmp_path / "floor.sqlite", PEOPLE.name)[-1].count(GLANCE.encode()) == 1

    assert at_the_desk(tmp_path, scene) == [GLANCE]


def test_a_view_that_could_not_be_recorded_is_not_shown_later_either(tmp_path: Path) -> None:
    async def scene(desk: FrontDesk, _: House, session: Session) -> None:
        not_durable_yet = asyncio.ensure_future(
            desk.office.ask(ChangeRoles(by=OPERATOR, login=IRA.login, roles=frozenset({"dealer"})))
        )
        await asyncio.sleep(0)
        with pytest.raises(ApiError):
            await desk.watches(session, GLANCE)
        assert (await not_durable_yet).ok
        await desk.order(ChangeRoles(by=OPERATOR, login=IRA.login, roles=frozenset({"inspector"})))
        await desk.watches(session, GLANCE)

    assert at_the_desk(tmp_path, scene) == [GLANCE]


def test_the_settings_are_not_read_on_the_event_loop(tmp_path: Path) -> None:
    async def scene(desk: FrontDesk, house: House, session: Session) -> None:
        assert isinstance(house.journal, SlowJournal)
        house.journal.is_open = False  # the operations are made before the floor opens
        show, *_ = FloorOperations(house, desk, PLAN, FloorFile(PLAN), "live", lambda: BEGIN).operations()
        house.journal.is_open = True
        shown = await show.handle(Call({}, {}, Nothing(), session, "10.0.0.7", ""))
        assert isinstance(shown, FloorView)
        assert shown.settings == settings_of(PLAN)

    assert at_the_desk(tmp_path, scene) == ["the settings of the floor"]


def test_what_strangers_try_uses_up_nothing_of_staff(tmp_path: Path) -> None:
    """Also from the address of a member of staff: passwords at an open console and enrolment codes have tries of their own."""

    async def scene(desk: FrontDesk, _: House, __: Session) -> None:
        session, _token = await desk.sign_in(IRA.login, PASSWORD, "10.0.0.7")
        await desk.lock(session)

        with pytest.raises(ApiError) as refused:
            [desk.check_tries("10.0.0.7") for _each in range(PLAN.limits.tries_at_once + 1)]
        assert refused.value.status == 429
        desk.check_codes("10.0.0.7")
        await desk.unlock(session, PASSWORD)
        assert not session.is_locked

    assert at_the_desk(tmp_path, scene) == []
