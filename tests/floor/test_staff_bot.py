"""The bot of the staff: a member of the demonstration who signs in, and without whom a person decides."""

import asyncio

import pytest

from croupier.facts.message import Event
from croupier.floor.clock import Clock
from croupier.floor.crews import Crews
from croupier.floor.office import Office
from croupier.floor.staff_bot import is_bot_signed_in, sign_bot_in
from croupier.floor.waiting import Waiting, waiting
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.money import Cents
from croupier.people.duties import Duty
from croupier.people.message import OPERATOR, STAFF_BOT, STAFF_BOT_LOGIN, Author
from croupier.people.register import Register
from croupier.people.signing_in import SignedIn
from croupier.people.staff import AddStaff, DisableStaff, StaffAdded
from croupier.table.bets.placing import PlaceBet
from croupier.table.rounds.dice import AcceptDice, DicePassed
from virtual import on_virtual_time
from visitors import Visited

NO_CREWS = Crews({}, Register)
"""Nobody is signed in."""

STAR = "star-craps-2016"


def test_the_bot_is_added_once_and_signs_in_at_every_start() -> None:
    store, told = MemoryStore(), list[Event]()

    async def start() -> Office:
        office = Office(Journal(store))
        office.listeners.append(lambda event, _: told.append(event))
        await office.sign_out_all()
        await sign_bot_in(office)
        return office

    async def scene() -> None:
        assert is_bot_signed_in((await start()).durable)
        office = await start()
        assert is_bot_signed_in(office.durable)
        assert [type(each) for each in told if isinstance(each, StaffAdded | SignedIn)] == [StaffAdded, SignedIn, SignedIn]
        assert office.durable.staff[STAFF_BOT_LOGIN].name == STAFF_BOT
        assert not office.durable.may(STAFF_BOT_LOGIN, Duty.MANAGE_STAFF, Duty.READ_EVERYTHING)
        assert (await office.ask(DisableStaff(by=OPERATOR, login=STAFF_BOT_LOGIN, why="a test"))).ok
        assert not is_bot_signed_in(office.durable)
        assert not is_bot_signed_in((await start()).durable), "a disabled login does not sign in again"

    asyncio.run(scene())


def test_nobody_else_has_the_name_of_the_bot() -> None:
    async def scene() -> None:
        office = Office(Journal(MemoryStore()))
        added = AddStaff(by=OPERATOR, login="admin", name="Ada", roles=frozenset({"administrator"}))
        assert (await office.ask(added)).ok
        for by, login in ((OPERATOR, "robin"), (Author("admin", "Ada"), STAFF_BOT_LOGIN)):
            reply = await office.ask(AddStaff(by=by, login=login, name=STAFF_BOT, roles=frozenset({"dealer"})))
            assert not reply.ok, login

    asyncio.run(scene())


@pytest.mark.parametrize(("roles", "orders"), [(("stickperson", "boxperson"), True), (("stickperson",), False), ((), False)])
def test_the_bot_acts_only_in_its_roles(roles: tuple[str, ...], *, orders: bool) -> None:
    """To order a pass is for the boxperson."""

    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, STAR)
        table.house.bot_roles = lambda _: roles
        seat = await table.visitor()
        table.run()
        await table.until(lambda: table.dealer.table.round.offered == seat)
        await table.do(PlaceBet(seat=seat, wager="win-line", stake=Cents(1000)), AcceptDice(seat=seat, dice=(1, 2)))
        await asyncio.sleep(40)
        passed = [each.by.name for each in table.told if isinstance(each, DicePassed) and each.by]
        assert passed == ([STAFF_BOT] if orders else [])
        assert waiting(table.loop, NO_CREWS) is (None if orders else Waiting.SHOOTER)
        table.close()

    on_virtual_time(scene)
