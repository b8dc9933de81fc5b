"""The signature of a second person: recorded once the order is carried out, and of no use once the first person has gone."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.clock import now
from croupier.floor.crews import Crews
from croupier.floor.dealer import Dealer
from croupier.floor.floor_file import FloorFile
from croupier.floor.house import House
from croupier.floor.office import Office
from croupier.floor.password_checks import PasswordChecks
from croupier.floor.plan import Plan
from croupier.floor.reception import Reception
from croupier.floor.settings import open_floor, settings_of
from croupier.floor.timetable import Timing
from croupier.money import Cents
from croupier.people.consoles import Countersigned
from croupier.people.credentials import Credentials, PasswordVerdict
from croupier.people.fold import PEOPLE
from croupier.people.message import OPERATOR, Author
from croupier.people.passwords import ChangePassword
from croupier.people.staff import AddStaff, ChangeRoles
from croupier.server.api.floor import Adoption, FloorOperations
from croupier.server.api.operation import Call
from croupier.server.api.problem import ApiError
from croupier.server.api.table_orders import GivenCommand, TableOrders
from croupier.server.front_desk import FrontDesk
from croupier.server.sessions import Session
from croupier.table.core.message import Command
from croupier.table.money.cards import InsertCard
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.calls import CloseBetting, OpenBetting, SpinBall
from floor_people import FAST, SUE
from journals import bodies, journal_on

LEO = Author("leo", "Leo Hart")
PASSWORD = "sign here please"  # noqa: S105 - of nobody real
WHEEL = "ministar-roulette-2018"
PLAN = Plan(name="Floor", journal="floor.sqlite", tables=())
HOUR = 3_600_000
ROLES = frozenset({"supervisor", "manager"})


class SlowCredentials(Credentials):
    """Credentials that may make a check wait, as a queue of other checks does."""

    def __init__(self, file: Path) -> None:
        super().__init__(file, FAST)
        self.may_go_on = threading.Event()
        self.may_go_on.set()
        self.has_begun = threading.Event()

    def verify(self, login: str, password: str) -> PasswordVerdict:
        self.has_begun.set()
        self.may_go_on.wait(60)
        return super().verify(login, password)


class Floor(NamedTuple):
    """A floor with one wheel, at which Sue is signed in. Leo may countersign."""

    folder: Path
    desk: FrontDesk
    house: House
    dealer: Dealer
    session: Session
    credentials: SlowCredentials

    async def order(self, id: str, password: str = PASSWORD) -> str:
        """Give an order that a second person signs. Return the code of the refusal."""
        wish = {"type": "PlaceBet", "seat": "ann", "wager": "red", "stake": 500}
        command = {"type": "RelaxFreeze", "wish": wish, "why": "The screen did not answer."}
        body = msgspec.convert({"id": id, "command": command, "second": _signs(password)}, GivenCommand)
        return await self._answer(TableOrders(self.house, self.desk, {self.dealer.name: ()}).operations()[0].handle, body)

    async def adopt(self) -> str:
        """Adopt the settings of the file. Return the code of the refusal."""
        rows = FloorOperations(self.house, self.desk, PLAN, FloorFile(PLAN), "live", now).operations()
        adopt = next(row.handle for row in rows if row.path == "/api/v1/floor/settings" and row.method == "POST")
        return await self._answer(adopt, msgspec.convert({"second": _signs(PASSWORD)}, Adoption))

    async def _answer(self, handle: Callable[[Call[Any]], Awaitable[Any]], body: Any) -> str:
        try:
            await handle(Call({"table": "wheel"}, {}, body, self.session, "10.0.0.7", ""))
        except ApiError as error:
            return error.problem.error
        return ""

    async def carried_out(self, *commands: Command) -> None:
        for command in commands:
            assert (await self.dealer.ask(command)).ok

    async def meanwhile(self, asked: Awaitable[str], happens: Callable[[], Awaitable[Any]]) -> str:
        """What is answered if something happens while the password of the second person is checked."""
        self.credentials.has_begun.clear()
        self.credentials.may_go_on.clear()
        answer = asyncio.ensure_future(asked)
        assert await asyncio.to_thread(self.credentials.has_begun.wait, 60)
        await happens()
        self.credentials.may_go_on.set()
        return await answer

    def signatures(self) -> list[tuple[str, str, str | None]]:
        events = [event for body in bodies(self.folder / "floor.sqlite", PEOPLE.name) for event in PEOPLE.read(body).events]
        return [(each.by.login, each.order, each.table) for each in events if isinstance(each, Countersigned)]


def _signs(password: str) -> dict[str, str]:
    return {"login": LEO.login, "password": password}


@asynccontextmanager
async def floor_in(folder: Path) -> AsyncGenerator[Floor]:
    journal = journal_on(folder / "floor.sqlite")
    await open_floor(journal, "live", settings_of(PLAN), now())
    credentials = SlowCredentials(folder / "credentials")
    office, passwords = Office(journal), PasswordChecks(credentials)
    for each in (SUE, LEO):
        credentials.set(each.login, PASSWORD)
        assert (await office.ask(AddStaff(by=OPERATOR, login=each.login, name=each.name, roles=ROLES))).ok
        assert (await office.ask(ChangePassword(by=each))).ok
    house = House(journal, SoftwareGenerator(), Timing())
    dealer = await house.open("wheel", ruleset(WHEEL), {"minimum": 100})
    desk = FrontDesk(office, Reception(office, passwords), PLAN.roles, PLAN.limits, Crews({}, lambda: office.durable))
    session, _ = await desk.sign_in(SUE.login, PASSWORD, "10.0.0.7")
    floor = Floor(folder, desk, house, dealer, session, credentials)
    await floor.carried_out(
        TakeSeat(seat="ann", chips=Cents(10_000)),
        InsertCard(seat="ann", player="ann"),
        OpenBetting(deadline=now() + HOUR),
    )
    yield floor
    passwords.close()
    journal.close()


def test_a_countersignature_is_recorded_once_the_order_is_carried_out_and_once_only(tmp_path: Path) -> None:
    async def scene() -> None:
        async with floor_in(tmp_path) as floor:
            assert await floor.order("early") == "out-of-sequence"
            await floor.carried_out(SpinBall(), CloseBetting())
            assert await floor.order("wrong", "not the password") == "sign-in-failed"
            assert floor.signatures() == []
            for _ in range(2):
                assert await floor.order("order-17") == ""
            assert floor.signatures() == [("leo", "RelaxFreeze order-17", "wheel")]

    asyncio.run(scene())


SIGNS_OUT, LOCKS, LOSES_THE_ROLE = "signs out", "locks the console", "loses the role"


@pytest.mark.parametrize(
    ("what", "at_the_table", "at_the_floor"),
    [
        (SIGNS_OUT, "not-signed-in", "not-signed-in"),
        (LOCKS, "console-locked", "console-locked"),
        (LOSES_THE_ROLE, "not-your-power", "not-your-right"),
    ],
)
def test_whoever_has_gone_before_the_countersignature_gives_no_order(
    what: str, at_the_table: str, at_the_floor: str, tmp_path: Path
) -> None:
    async def scene() -> None:
        async with floor_in(tmp_path) as floor:
            await floor.carried_out(SpinBall(), CloseBetting())
            before = floor.dealer.table.events

            async def happens() -> None:
                if what == SIGNS_OUT:
                    await floor.desk.sign_out(floor.session)
                elif what == LOCKS:
                    await floor.desk.lock(floor.session)
                else:
                    await floor.desk.order(ChangeRoles(by=OPERATOR, login=SUE.login, roles=frozenset({"cage"})))

            async def nothing() -> None:
                pass

            assert await floor.meanwhile(floor.order("late"), happens) == at_the_table
            assert await floor.meanwhile(floor.adopt(), nothing) == at_the_floor
            assert floor.signatures() == []
            assert floor.dealer.table.events == before

    asyncio.run(scene())
