"""The signature of a second person is recorded with the id of the order, once the table has carried the order out."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec

from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.clock import now
from croupier.floor.house import House
from croupier.floor.office import Office
from croupier.floor.password_checks import PasswordChecks
from croupier.floor.plan import Plan
from croupier.floor.reception import Reception
from croupier.floor.timetable import Timing
from croupier.journal.streams import PEOPLE
from croupier.money import Cents
from croupier.people.consoles import Countersigned
from croupier.people.message import OPERATOR, Author
from croupier.people.passwords import ChangePassword
from croupier.people.recorded import events_in
from croupier.people.staff import AddStaff
from croupier.server.api.operation import Call
from croupier.server.api.problem import ApiError
from croupier.server.api.table_orders import GivenCommand, TableOrders
from croupier.server.front_desk import FrontDesk
from croupier.table.money.cards import InsertCard
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.calls import CloseBetting, OpenBetting, SpinBall
from floor_people import SUE, fast_credentials
from journals import bodies, journal_on

LEO = Author("leo", "Leo Hart")
PASSWORD = "sign here please"  # noqa: S105 - of nobody real
WHEEL = "ministar-roulette-2018"
PLAN = Plan(name="Floor", journal="floor.sqlite", tables=())
HOUR = 3_600_000


def relaxing(id: str, password: str = PASSWORD) -> Any:
    """An order that a second person signs."""
    wish = {"type": "PlaceBet", "seat": "ann", "wager": "red", "stake": 500}
    command = {"type": "RelaxFreeze", "wish": wish, "why": "The screen did not answer."}
    given = {"id": id, "command": command, "second": {"login": LEO.login, "password": password}}
    return msgspec.convert(given, GivenCommand)


def test_a_countersignature_is_recorded_once_the_order_is_carried_out_and_once_only(tmp_path: Path) -> None:
    async def scene() -> None:
        journal = journal_on(tmp_path / "floor.sqlite")
        credentials = fast_credentials(tmp_path)
        office, passwords = Office(journal), PasswordChecks(credentials)
        for each in (SUE, LEO):
            credentials.set(each.login, PASSWORD)
            roles = frozenset({"supervisor"})
            assert (await office.ask(AddStaff(by=OPERATOR, login=each.login, name=each.name, roles=roles))).ok
            assert (await office.ask(ChangePassword(by=each))).ok
        house = House(journal, SoftwareGenerator(), Timing())
        dealer = await house.open("wheel", ruleset(WHEEL), {"minimum": 100})
        desk = FrontDesk(office, Reception(office, passwords), PLAN.roles, PLAN.limits)
        session, _ = await desk.sign_in(SUE.login, PASSWORD, "10.0.0.7")
        give = TableOrders(house, desk).operations()[0].handle

        async def order(body: Any) -> str:
            try:
                await give(Call({"table": "wheel"}, {}, body, session, "10.0.0.7", ""))
            except ApiError as error:
                return error.problem.error
            return ""

        def signatures() -> list[tuple[str, str, str | None]]:
            events = [event for body in bodies(tmp_path / "floor.sqlite", PEOPLE) for event in events_in(body)]
            return [(each.by.login, each.order, each.table) for each in events if isinstance(each, Countersigned)]

        for command in (
            TakeSeat(seat="ann", chips=Cents(10_000)),
            InsertCard(seat="ann", player="ann"),
            OpenBetting(deadline=now() + HOUR),
        ):
            assert (await dealer.ask(command)).ok
        assert await order(relaxing("early")) == "out-of-sequence"
        for command in (SpinBall(), CloseBetting()):
            assert (await dealer.ask(command)).ok
        assert await order(relaxing("wrong", "not the password")) == "sign-in-failed"
        assert signatures() == []
        for _ in range(2):
            assert await order(relaxing("order-17")) == ""
        assert signatures() == [("leo", "RelaxFreeze order-17", "wheel")]
        passwords.close()
        journal.close()

    asyncio.run(scene())
