"""Two tables and a cage on one journal, for tests of what goes between them."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from cages import BEGIN, OPENER
from croupier.audit.balance import apart_from_cage, balanced_streams, balances, total_balance
from croupier.audit.cage import unmatched
from croupier.audit.resettle import resettled
from croupier.audit.verify import verify
from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.dealer import Dealer
from croupier.floor.house import House
from croupier.floor.keeper import Keeper
from croupier.floor.notary import Notary
from croupier.floor.timetable import Timing
from croupier.journal.anchors import SigningKey
from croupier.ledger.accounts import CASHLESS, TICKETS
from croupier.money import Cents
from croupier.table.money.seats import TakeSeat
from journals import journal_on, looked_at

ROULETTE, CRAPS, STAR = "ministar-roulette-2018", "aruze-craps-2024", "star-craps-2016"
Scene = Callable[[dict[str, Dealer], Keeper], Awaitable[None]]


def on_a_floor(path: Path, scene: Scene, tables: tuple[str, ...] = (ROULETTE, CRAPS)) -> None:
    """Tables and a cage on one journal, where Ann sits at each table with $100, and Cay has a drawer."""

    async def play() -> None:
        journal = journal_on(path)
        notary = Notary(journal, SigningKey(path.with_name("key")), lambda: BEGIN)
        house = House(journal, SoftwareGenerator(), Timing(), clock=lambda: BEGIN, notary=notary)
        keeper = await house.open_cage()
        if not keeper.cage.drawers:
            assert (await keeper.ask(OPENER)).ok
        dealers: dict[str, Dealer] = {}
        for name in tables:
            confirmed = [reading.id for reading in ruleset(name).readings if reading.to_confirm]
            dealers[name] = await house.open(name, ruleset(name), {"minimum": 100}, confirmed=confirmed)
            if "ann" not in dealers[name].table.layout:
                assert (await dealers[name].ask(TakeSeat(seat="ann", chips=Cents(10_000)))).ok
        await scene(dealers, keeper)
        await notary.sign()
        journal.close()

    asyncio.run(play())
    check(path)


def check(path: Path) -> None:
    """The journal holds, and both sides of every ticket and every transfer are in it."""
    with looked_at(path) as reader:
        assert verify(reader).faults == ()
        found = balances(reader, balanced_streams(reader.heads()), lambda _: None)
        assert apart_from_cage(found) is None
        assert all(sum(each.accounts.values()) == 0 for each in found.values())
        assert not {TICKETS, CASHLESS} & total_balance(found.values()).accounts.keys()
        again = {name: resettled(reader, name, lambda _: None) for name in balanced_streams(reader.heads())}
        assert all(each.holds for each in again.values()), [each.sentences for each in again.values()]
        assert unmatched(again) == []
