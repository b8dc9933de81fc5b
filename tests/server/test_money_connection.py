"""The port for money devices: escrow, tickets, the printer; a cut or a kill at any step loses nothing and doubles nothing."""

import asyncio
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest

from cage_floor import check
from cages import BEGIN, CAY, OPENER
from croupier.cage.issuing import SellTicket
from croupier.cage.numbers import as_digits
from croupier.cage.ticket import TicketState
from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.answers import Reply
from croupier.floor.house import House
from croupier.floor.notary import Notary
from croupier.floor.timetable import Timing
from croupier.journal.anchors import SigningKey
from croupier.journal.port import Entry
from croupier.ledger.accounts import HAND_PAYS, OUTSTANDING, rack, stacker
from croupier.money import Cents
from croupier.rules.sign import NOTE_CEILING
from croupier.server.allowance import Allowance
from croupier.server.money_connection import MoneyConnection, MoneyPace
from croupier.server.wish_commands import command_of
from croupier.server.wishes import CollectWish
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.money.acceptor import CreditStacked
from croupier.table.money.device_faults import ClearDeviceFault, DeviceFault
from croupier.table.money.hand_pay import PayByHand
from croupier.table.money.tender import Tender, Way
from croupier.table.pit.disabling import DisableTable
from croupier.testing.money_devices import Message, SimulatedDevices
from journals import journal_on

CRAPS, ROULETTE = "aruze-craps-2024", "ministar-roulette-2018"
HOST = Person("mia", "gaming-services-host")
T = TypeVar("T")


class Link:
    """The server's end of a connection."""

    address = "127.0.0.1"

    def __init__(self, sent: Callable[[Message], None]) -> None:
        self._sent = sent
        self.goodbye: tuple[str, bool] | None = None

    def has_spoken(self) -> bool:
        return True

    def send(self, message: bytes, *, now: bool = False) -> None:
        assert now
        self._sent(msgspec.json.decode(message))

    def close(self, code: int = 1000, why: str = "", *, final: bool = False) -> None:
        assert code
        self.goodbye = why, final

    def flooded(self, why: str) -> None:
        self.goodbye = why, False


class Floor:
    """Two electronic tables and a cage on a file, each with one terminal whose devices are connected; it can be killed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.devices = {name: SimulatedDevices(name) for name in (CRAPS, ROULETTE)}
        self.seats: dict[str, str] = {}
        self._keys = dict.fromkeys(self.devices, "")
        self.steps = 0
        """How many messages have passed in either direction."""
        self.breaks: Callable[[int], str | None] = lambda _: None
        """Says what breaks at a step: `cut` loses the message and the connection, `kill` the server as well."""
        self._lines: dict[str, tuple[MoneyConnection, Link]] = {}
        self._waiting: deque[tuple[str, Message]] = deque()

    async def start(self) -> None:
        """Start the server, and seat both terminals again."""
        self.journal = journal_on(self.path)
        key = SigningKey(self.path.with_name("key"))
        key.keep()  # the numbers of tickets follow from it
        notary = Notary(self.journal, key, lambda: BEGIN)
        self.house = House(self.journal, SoftwareGenerator(), Timing(), clock=lambda: BEGIN, notary=notary)
        self.keeper = await self.house.open_cage()
        if not self.keeper.cage.drawers:
            assert (await self.keeper.ask(OPENER)).ok
        for name in self.devices:
            confirmed = [reading.id for reading in ruleset(name).readings if reading.to_confirm]
            await self.house.open(name, ruleset(name), {"minimum": 100}, confirmed=confirmed)
            seat, self._keys[name] = await self.house.seating[name].take(self._keys[name], "127.0.0.1")
            assert self.seats.setdefault(name, seat) == seat
            self.house.seating[name].came(seat)
            self.connect(name)

    async def kill(self) -> None:
        """End the server and every connection, and start another one."""
        self._lines.clear()
        self._waiting.clear()
        await asyncio.to_thread(self.journal.close)
        await self.start()

    def connect(self, name: str) -> None:
        """Connect the devices of a terminal."""
        seating, lines = self.house.seating[name], self.house.money[name]
        link = Link(lambda told: self._waiting.append((name, told)))
        dealer, pace = self.house.loops[name].dealer, MoneyPace(*(Allowance(1_000, 1_000, lambda: 0) for _ in range(2)))
        self._lines[name] = MoneyConnection(link, dealer, lines, seating.seat_with, lambda _: pace, None), link
        self.say(name, [self.devices[name].hello(self._keys[name])])

    def cut(self, name: str) -> None:
        """Break the connection of the devices of a terminal."""
        line, _ = self._lines.pop(name)
        line.gone()
        self._waiting = deque(each for each in self._waiting if each[0] != name)

    def say(self, name: str, messages: Any) -> None:
        """Let the devices say something."""
        for message in messages:
            if name in self._lines and not self._breaks(name):
                self._lines[name][0].heard(msgspec.json.encode(message))

    def _breaks(self, name: str) -> bool:
        self.steps += 1
        how = self.breaks(self.steps)
        if how:
            self.cut(name)
            self._killed = how == "kill"
        return bool(how)

    _killed = False

    async def settle(self) -> None:
        """Pass messages until nothing waits any more, and connect again what was cut."""
        for _ in range(200):
            await self.journal_idle()
            if self._waiting:
                name, told = self._waiting.popleft()
                if not self._breaks(name):
                    self.say(name, self.devices[name].heard(told))
            elif self._killed:
                self._killed = False
                await self.kill()
            elif missing := [name for name in self.devices if name not in self._lines]:
                self.connect(missing[0])
            else:
                return
        raise AssertionError("it does not come to rest")

    async def journal_idle(self) -> None:
        """Wait until everything is durable that was decided."""
        await self.journal.append(Entry(()))
        await asyncio.sleep(0)

    async def put_in(self, name: str, say: str, **what: Any) -> None:
        self.say(name, self.devices[name].put_in(say, **what))
        await self.settle()

    async def set_faults(self, name: str, *faults: str) -> None:
        self.say(name, self.devices[name].set_faults(*faults))
        await self.settle()

    async def collect(self, name: str, id: str = "1") -> Reply:
        """Let the player collect, as the terminal does, and ask again if the server was killed."""
        dealer, seat = self.house.loops[name].dealer, self.seats[name]
        prints = self.house.money[name].prints
        made = command_of(CollectWish(id), seat, dealer.table, self.keeper, is_attended=False, is_live=False, prints=prints)
        assert isinstance(made, Command)
        reply = await dealer.ask(made, f"{seat}/{id}")
        await self.settle()
        return reply

    def credit(self, name: str) -> int:
        return self.house.loops[name].dealer.durable.book.balance(rack(self.seats[name]))

    def balance(self, name: str, account: str) -> int:
        return self.house.loops[name].dealer.durable.book.balance(account)  # type: ignore[arg-type]

    async def ask(self, name: str, command: Command) -> Reply:
        reply = await self.house.loops[name].dealer.ask(command)
        await self.settle()
        return reply


def on_a_floor(path: Path, scene: Callable[[Floor], Any], breaks: Callable[[int], str | None] = lambda _: None) -> Floor:
    """Play a scene, and look at the journal afterwards."""
    floor = Floor(path)

    async def play() -> None:
        await floor.start()
        await floor.settle()
        floor.steps, floor.breaks = 0, breaks
        await scene(floor)
        await floor.settle()
        await asyncio.to_thread(floor.journal.close)

    asyncio.run(play())
    check(path)
    return floor


async def note_to_ticket_to_the_other_table(floor: Floor) -> None:
    """$50 goes in as a note, comes out as a ticket, goes into the other machine, and out again."""
    await floor.put_in(CRAPS, "note", value=5_000)
    await floor.collect(CRAPS)
    (number,) = floor.devices[CRAPS].wallet
    floor.devices[CRAPS].wallet.clear()
    await floor.put_in(ROULETTE, "ticket", number=as_digits(number))
    await floor.collect(ROULETTE)


def check_one_ticket(floor: Floor) -> None:
    """The $50 is on one ticket in the hand of the player, and nowhere else."""
    cage = floor.keeper.durable
    assert floor.devices[CRAPS].stacked == [{"value": 5_000}]
    assert floor.balance(CRAPS, stacker(floor.seats[CRAPS])) == -5_000
    assert (floor.credit(CRAPS), floor.credit(ROULETTE)) == (0, 0)
    assert [ticket.state for ticket in cage.tickets.values()] == [TicketState.PAID, TicketState.ISSUED]
    assert cage.book.balance(OUTSTANDING) == 5_000
    assert [as_digits(each) for each in floor.devices[ROULETTE].wallet] == [floor.keeper.number(2)]
    assert all(floor.house.loops[name].dealer.durable.desk.devices[floor.seats[name]].printing is None for name in floor.seats)


def test_a_note_becomes_a_ticket_and_the_ticket_goes_to_another_table(tmp_path: Path) -> None:
    floor = on_a_floor(tmp_path / "journal.sqlite", note_to_ticket_to_the_other_table)
    check_one_ticket(floor)
    meters = {name: floor.house.loops[name].dealer.durable.meters.terminal(floor.seats[name]) for name in floor.seats}
    assert (meters[CRAPS].notes, meters[CRAPS].tickets_out) == ({5_000: 1}, 1)
    assert (meters[ROULETTE].tickets_in, meters[ROULETTE].tickets_out) == (1, 1)
    assert 12 <= floor.steps <= STEPS


STEPS = 24
"""As many messages pass in the scene at most; the test above would fail if there were more."""


@pytest.mark.parametrize("how", ["cut", "kill"])
@pytest.mark.parametrize("at", range(1, STEPS + 1))
def test_whatever_is_cut_or_killed_at_any_step_nothing_is_lost_or_doubled(tmp_path: Path, at: int, how: str) -> None:
    floor = on_a_floor(tmp_path / "journal.sqlite", note_to_ticket_to_the_other_table, lambda step: how if step == at else None)
    check_one_ticket(floor)


def test_every_second_message_is_lost(tmp_path: Path) -> None:
    floor = on_a_floor(
        tmp_path / "journal.sqlite", note_to_ticket_to_the_other_table, lambda step: "cut" if step % 7 == 3 else None
    )
    check_one_ticket(floor)


def test_notes_that_the_machine_does_not_take_come_back_with_a_sentence(tmp_path: Path) -> None:
    async def scene(floor: Floor) -> None:
        devices = floor.devices[CRAPS]
        assert devices.slot["notes"] == [500, 1_000, 2_000, 5_000, 10_000]
        await floor.put_in(CRAPS, "note", value=700)
        assert devices.given_back == ["This machine takes notes of $5.00, $10.00, $20.00, $50.00 and $100.00."]
        await floor.ask(CRAPS, DisableTable(by=HOST, why="A spill."))
        assert (devices.slot["notes"], devices.slot["tickets"]) == ([], False)
        assert devices.slot["why"] == "The table is out of service."
        await floor.put_in(CRAPS, "note", value=500)
        assert devices.given_back[1:] == ["The table is out of service."]
        assert (devices.stacked, floor.credit(CRAPS)) == ([], 0)

    on_a_floor(tmp_path / "journal.sqlite", scene)


def ceiling(floor: Floor) -> int:
    return floor.house.loops[CRAPS].dealer.table.sign.named[NOTE_CEILING]


@pytest.mark.parametrize("how", ["cut", "kill"])
@pytest.mark.parametrize("at", range(1, 6))
def test_the_last_note_under_the_ceiling_is_repeated_without_an_alarm(tmp_path: Path, at: int, how: str) -> None:
    """It is read, judged and stacked; whatever is lost at any step, it is credited once, and no alarm is raised."""

    async def scene(floor: Floor) -> None:
        notes = Tender(Way.NOTES, {10_000: ceiling(floor) // 10_000 - 1})
        before = Cents(ceiling(floor) - 10_000)
        assert (await floor.ask(CRAPS, CreditStacked(seat=floor.seats[CRAPS], amount=before, tender=notes))).ok
        floor.steps = 0
        floor.breaks = lambda step: how if step == at else None
        await floor.put_in(CRAPS, "note", value=10_000)
        assert floor.devices[CRAPS].done[-1]["ok"]
        assert floor.credit(CRAPS) == ceiling(floor)
        assert floor.house.loops[CRAPS].dealer.durable.desk.devices[floor.seats[CRAPS]].faults == {}

    on_a_floor(tmp_path / "journal.sqlite", scene)


@pytest.mark.parametrize("how", ["cut", "kill"])
def test_a_doubted_note_is_not_credited_by_repetition(tmp_path: Path, how: str) -> None:
    async def scene(floor: Floor) -> None:
        lie = {"say": "note-stacked", "id": "lie", "value": 10_000}
        floor.say(CRAPS, [{"say": "note", "id": "lie", "value": 700}, lie])
        await floor.settle()
        seat = floor.seats[CRAPS]
        fault = DeviceFault.NOTE_DOUBTED
        assert floor.house.loops[CRAPS].dealer.durable.desk.devices[seat].faults == {fault.value: False}
        if how == "kill":
            await floor.kill()
        else:
            floor.cut(CRAPS)
        await floor.settle()
        assert (await floor.ask(CRAPS, ClearDeviceFault(seat=seat, fault=fault, by=HOST))).ok
        floor.say(CRAPS, [lie])
        await floor.settle()
        assert (floor.devices[CRAPS].done[-1]["ok"], floor.credit(CRAPS)) == (False, 0)

    on_a_floor(tmp_path / "journal.sqlite", scene)


def test_bad_tickets_come_back_with_a_sentence(tmp_path: Path) -> None:
    async def scene(floor: Floor) -> None:
        sold = await floor.keeper.ask(SellTicket(by=CAY, amount=Cents(700), salt=floor.keeper.salt()))
        assert sold.ok
        good = floor.keeper.number(1)
        devices = floor.devices[CRAPS]
        for wrong in (good[:-1], f"{good[:-1]}{(int(good[-1]) + 1) % 10}"):
            await floor.put_in(CRAPS, "ticket", number=wrong)
        devices.jams = True
        await floor.put_in(CRAPS, "ticket", number=good)
        assert floor.keeper.durable.tickets[1].state is TicketState.ISSUED, "it was given back, and is good elsewhere"
        devices.jams = False
        await floor.put_in(CRAPS, "ticket", number=good)
        await floor.put_in(ROULETTE, "ticket", number=good)  # a copy
        assert floor.devices[ROULETTE].given_back == ["This ticket has been paid already."]
        assert devices.given_back == ["That is not the number of a ticket: a digit is wrong or missing."] * 2 + [""]
        assert (floor.credit(CRAPS), floor.credit(ROULETTE)) == (700, 0)

    on_a_floor(tmp_path / "journal.sqlite", scene)


def test_a_ticket_in_a_reader_is_good_nowhere_else(tmp_path: Path) -> None:
    async def scene(floor: Floor) -> None:
        await floor.keeper.ask(SellTicket(by=CAY, amount=Cents(700), salt=floor.keeper.salt()))
        number = floor.keeper.number(1)
        floor.say(CRAPS, floor.devices[CRAPS].put_in("ticket", number=number))
        await floor.journal_idle()
        assert floor.keeper.durable.tickets[1].state is TicketState.PENDING
        floor.devices[ROULETTE].wallet.clear()
        floor.say(ROULETTE, floor.devices[ROULETTE].put_in("ticket", number=number))
        await floor.settle()
        assert floor.devices[ROULETTE].given_back == ["This ticket is in another machine."]
        assert (floor.credit(CRAPS), floor.credit(ROULETTE)) == (700, 0)

    on_a_floor(tmp_path / "journal.sqlite", scene)


@pytest.mark.parametrize("fault", [DeviceFault.PAPER_OUT, DeviceFault.PRINTER_JAM, DeviceFault.PRINTER_LOST])
def test_with_a_faulty_printer_the_player_is_paid_by_hand(tmp_path: Path, fault: DeviceFault) -> None:
    async def scene(floor: Floor) -> None:
        await floor.put_in(CRAPS, "note", value=5_000)
        await floor.set_faults(CRAPS, fault)
        assert (await floor.collect(CRAPS)).ok
        assert floor.balance(CRAPS, HAND_PAYS) == 5_000
        assert floor.keeper.durable.issued == 0
        await floor.set_faults(CRAPS)
        assert (await floor.ask(CRAPS, ClearDeviceFault(seat=floor.seats[CRAPS], fault=fault, by=HOST))).ok
        assert floor.devices[CRAPS].slot["notes"] == [], "it is locked until it is paid"
        assert (await floor.ask(CRAPS, PayByHand(seat=floor.seats[CRAPS], by=HOST))).ok
        assert floor.devices[CRAPS].slot["notes"]

    on_a_floor(tmp_path / "journal.sqlite", scene)


@pytest.mark.parametrize("how", ["cut", "kill"])
@pytest.mark.parametrize("at", [None, *range(1, 13)])
def test_a_printer_that_runs_out_while_it_prints(tmp_path: Path, at: int | None, how: str) -> None:
    async def scene(floor: Floor) -> None:
        floor.devices[CRAPS].paper = 0
        await floor.put_in(CRAPS, "note", value=5_000)
        await floor.collect(CRAPS)

    floor = on_a_floor(tmp_path / "journal.sqlite", scene, lambda step: how if step == at else None)
    seat, desk = floor.seats[CRAPS], floor.house.loops[CRAPS].dealer.durable.desk
    assert desk.hand_pays == {seat: 5_000}
    assert desk.devices[seat].faults == {"paper-out": True}
    assert floor.keeper.durable.book.balance(OUTSTANDING) == 0
    assert floor.devices[CRAPS].wallet == []


def test_while_the_devices_are_away_an_attendant_pays(tmp_path: Path) -> None:
    async def scene(floor: Floor) -> None:
        await floor.put_in(CRAPS, "note", value=5_000)
        floor.cut(CRAPS)
        assert (await floor.collect(CRAPS)).ok
        assert floor.balance(CRAPS, HAND_PAYS) == 5_000

    on_a_floor(tmp_path / "journal.sqlite", scene)


def test_what_is_no_message_of_devices_ends_the_connection_with_a_sentence(tmp_path: Path) -> None:
    async def scene(floor: Floor) -> None:
        for said, why in (
            (b"nonsense", "This was not understood:"),
            (b'{"say":"hello"}', "Money devices say hello first, and once."),
            (b'{"say":"note","id":"1","value":-500}', "This was not understood:"),
            (b'{"say":"state","faults":["on-fire"]}', "This was not understood:"),
        ):
            line, link = floor._lines[CRAPS]  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] - its end is looked at
            line.heard(said)
            assert link.goodbye
            assert link.goodbye[0].startswith(why)
            floor.connect(CRAPS)
            await floor.settle()
        stranger = Link(lambda _: None)
        lines, pace = floor.house.money[CRAPS], MoneyPace(*(Allowance(1, 1, lambda: 0) for _ in range(2)))
        dealer = floor.house.loops[CRAPS].dealer
        MoneyConnection(stranger, dealer, lines, lambda _: None, lambda _: pace, None).heard(b'{"say":"hello","key":"x"}')
        assert stranger.goodbye == ("This terminal has no seat at this table: open its page first.", False)

    on_a_floor(tmp_path / "journal.sqlite", scene)
