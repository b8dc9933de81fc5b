"""What a person may do at a table is worked out once for an event, and not for every request."""

import asyncio
from pathlib import Path

from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.crews import Crews
from croupier.floor.house import House
from croupier.floor.office import Office
from croupier.floor.password_checks import PasswordChecks
from croupier.floor.plan import Plan
from croupier.floor.reception import Reception
from croupier.floor.timetable import Timing
from croupier.money import Cents
from croupier.people.message import OPERATOR, Author
from croupier.people.staff import ChangeRoles
from croupier.server.api.operation import Call, Nothing
from croupier.server.api.tables import ActionsNow, TableOperations
from croupier.server.front_desk import FrontDesk
from croupier.server.sessions import Session
from croupier.table.money.seats import TakeSeat
from floor_people import BEGIN, DAN, SECOND, SUE, added, fast_credentials
from journals import journal_on

PLAN = Plan(name="Floor", journal="floor.sqlite", tables=())


def test_what_may_be_done_is_worked_out_once_for_each_person_until_something_changes(tmp_path: Path) -> None:
    async def scene() -> None:
        time = [BEGIN]
        journal = journal_on(tmp_path / "floor.sqlite")
        office, passwords = Office(journal, lambda: time[0]), PasswordChecks(fast_credentials(tmp_path))
        for command in added(SUE, DAN):
            assert (await office.ask(command)).ok
        house = House(journal, SoftwareGenerator(), Timing(), lambda: time[0])
        dealer = await house.open("craps", ruleset("star-craps-2016"), {"minimum": 100})
        desk = FrontDesk(office, Reception(office, passwords), PLAN.roles, PLAN.limits, Crews({}, lambda: office.durable))
        rows = TableOperations(house, desk, {}, list).operations()
        ask = next(row.handle for row in rows if row.path.endswith("/actions"))

        async def actions(who: Author) -> ActionsNow:
            session = Session(who.login, who.name, "10.0.0.7", 1, 0, 0)
            answer = await ask(Call({"table": "craps"}, {}, Nothing(), session, "10.0.0.7", ""))
            assert isinstance(answer, ActionsNow)
            return answer

        sue, dan = await actions(SUE), await actions(DAN)
        assert sue.actions != dan.actions
        assert (await actions(SUE) is sue, await actions(DAN) is dan) == (True, True)
        assert (await dealer.ask(TakeSeat(seat="ann", chips=Cents(10_000)))).ok
        after = await actions(DAN)
        assert after.number > dan.number
        time[0] += SECOND
        later = await actions(DAN)
        assert later is not after, "what may be done depends on the time, too"
        assert (await office.ask(ChangeRoles(by=OPERATOR, login=DAN.login, roles=frozenset({"supervisor"})))).ok
        promoted = await actions(DAN)
        assert promoted.roles != later.roles
        passwords.close()
        journal.close()

    asyncio.run(scene())
