"""A simulated server: the real house, hubs and lines, in a process that can be killed, frozen, fenced, and lose its disk."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.message import CageCommand
from croupier.catalogue import ruleset
from croupier.devices import Fault, PromptDevice
from croupier.floor.answers import Reply
from croupier.floor.clock import SteadyClock
from croupier.floor.happened import Happened
from croupier.floor.house import House
from croupier.floor.limits import ClientLimits
from croupier.floor.loop import FloorError
from croupier.floor.notary import Notary
from croupier.floor.pin_checks import PinChecks
from croupier.floor.seating import SeatRules
from croupier.floor.timetable import Timing
from croupier.journal import streams
from croupier.journal.port import JournalError
from croupier.rules.outcomes import OutcomeName, Space
from croupier.server.allowance import Allowance
from croupier.server.connection import Connection
from croupier.server.gate import Gate
from croupier.server.hub import Hub
from croupier.server.money_connection import MoneyConnection, MoneyPace
from croupier.table.core.message import Command
from croupier.table.money.releasing import SeatReleased
from croupier.table.money.seats import SeatTaken
from croupier.table.rounds.stopping import PlayStopped
from croupier.testing.device import Unreliable
from simulation.clockwork import Died, Process
from simulation.disk import BrokenDiskError, Disk, SlowJournal
from simulation.keys import key_of_the_house
from simulation.wire import Wire
from simulation.world import World

SIGN = {"minimum": 100, "maximum": 50_000}
TIMING = Timing(
    betting=1.0,
    showing=0.2,
    calling=0.1,
    patience=0.5,
    offer=0.5,
    paying=0.3,
    quiet=0.1,
    overtime=0.3,
    unattended=0.3,
    gone=0.2,
)
SEATS = SeatRules(hold_empty_seconds=0.1, hold_money_seconds=0.2)


class AnyPin:
    """Takes some time to find every PIN right."""

    async def fits(self, patron: int, pin: str) -> bool:
        await asyncio.sleep(0.05)
        return bool(patron and pin)


class Devices(PromptDevice):
    """The devices of all tables, told apart by what they can show; each fails now and then."""

    def __init__(self, server: "Server", world: World, tables: Sequence[str]) -> None:
        super().__init__()
        self._server = server
        self._world = world
        fault = world.weather.device_fault
        self._devices = [(name, Unreliable(ruleset(name), world.chance, fault)) for name in tables]

    def draw(self, space: Space) -> OutcomeName | Fault:
        """What fell at the table that asks."""
        name, device = next(each for each in self._devices if ruleset(each[0]).game.space == space)
        dealer = self._server.house.loops[name].dealer
        self._world.inspector.drawn(name, dealer, fenced=self._server.is_fenced)
        fell = device.draw(space)
        self._world.happened["a device failed" if isinstance(fell, Fault) else "an outcome was drawn"] += 1
        return fell


class Server:
    """One process, from its claim to its end."""

    def __init__(self, world: World, tables: Sequence[str], number: int) -> None:
        self._world = world
        self._tables = tables
        self.process = Process(f"server {number}")
        disk = Disk(world.platter, world.weather, world.chance, world.happened)
        self.journal = SlowJournal(disk, self._stop, world.weather, world.happened)
        device, entropy = Devices(self, world, tables), world.chance.randbytes
        notary = Notary(self.journal, key_of_the_house(), world.clock)
        clock = SteadyClock(world.clock, lambda: int(world.loop.time() * 1000), partial(world.note, self.process.name))
        self.house = House(self.journal, device, TIMING, clock, notary, entropy, SEATS)
        self.hubs: Mapping[str, Hub] = {}
        self._epochs: dict[str, int] = {}
        self._came_alone = not any(process.alive for process in world.processes)
        world.processes.append(self.process)
        self._wires: list[Wire] = []
        self._gate = Gate(ClientLimits(), most=1_000)

    @property
    def alive(self) -> bool:
        """Whether the process is there, frozen or not."""
        return self.process.alive

    @property
    def is_fenced(self) -> bool:
        """Whether another server has claimed one of its tables."""
        heads = {name: self._world.platter.head(streams.claims(name)).number for name in self._epochs}
        return any(heads[name] > epoch for name, epoch in self._epochs.items())

    @property
    def _has_rivals(self) -> bool:
        """Whether another server was there when this one came, or has come since."""
        return not self._came_alone or self._world.processes[-1] is not self.process

    def start(self) -> None:
        """Claim the tables, replay them, and play."""
        self._world.note(self.process.name, "starts")
        self._world.loop.create_task(self._run(), context=self.process.context.copy())

    def connect(self, table: str, wire: Wire) -> None:
        """A terminal comes."""
        self._wires.append(wire)
        wire.serve(Connection(wire, self.house, self.hubs[table], self._gate))

    def connect_devices(self, table: str, wire: Wire) -> None:
        """The money devices of a terminal come."""
        self._wires.append(wire)
        seating, lines, dealer = self.house.seating[table], self.house.money[table], self.house.loops[table].dealer
        pace = MoneyPace(*(Allowance(1_000, 1_000, self._world.loop.time) for _ in range(2)))
        wire.serve(MoneyConnection(wire, dealer, lines, seating.seat_with, lambda _: pace, None))

    def ask(self, table: str, command: Command, id: str, heard: Callable[[Reply], None]) -> None:
        """Somebody of the staff asks for something at a table, and hears the answer if there is one."""

        async def asked() -> None:
            heard(await self.house.loops[table].dealer.ask(command, id))

        self._world.loop.create_task(asked(), context=self.process.context.copy())

    def ask_cage(self, command: CageCommand, id: str, heard: Callable[[Reply], None]) -> None:
        """A clerk asks for something at the cage, and hears the answer if there is one."""
        keeper = self.house.keeper
        assert keeper, "a server that listens has opened the cage"

        async def asked() -> None:
            heard(await keeper.ask(command, id))

        self._world.loop.create_task(asked(), context=self.process.context.copy())

    def cut(self) -> None:
        """Every line to it breaks."""
        for wire in self._wires:
            wire.cut()

    def kill(self) -> None:
        """Nothing more is done, written or told; whether the commit in flight has reached the disk, nobody knows."""
        self._end("is killed")
        self.journal.cut_off(reaches_the_disk=self._world.chance.random() < 0.5)

    def freeze(self) -> None:
        """Stand still."""
        self._world.note(self.process.name, "stands still")
        self.process.frozen = True

    def thaw(self) -> None:
        """Resume after a freeze."""
        if self.process.frozen:
            self._world.note(self.process.name, "goes on")
            self._world.loop.thaw(self.process)

    async def _run(self) -> None:
        try:
            await self._open_cage()
            for name in self._tables:
                await self._open(name)
        except JournalError as error:
            if not self._has_rivals:
                raise
            self._world.happened["found another at the table"] += 1
            self._end(f"does not start: {error}")
            return
        self.hubs = {name: Hub(loop.dealer, timetable=loop.timetable) for name, loop in self.house.loops.items()}
        await self.house.run()
        if not self.house.stopping:
            raise FloorError("the house has stopped by itself")
        self._world.happened["stopped in good order"] += 1
        self._end("has stopped")
        self.journal.cut_off(reaches_the_disk=True)

    async def _open_cage(self) -> None:
        self._epochs[CAGE_REGISTER.name] = self.journal.head(streams.claims(CAGE_REGISTER.name)).number + 1
        keeper = await self.house.open_cage()
        self._world.inspector.cage.compared(keeper)
        self.house.pins = PinChecks(keeper, AnyPin())

    async def _open(self, name: str) -> None:
        self._epochs[name] = self.journal.head(streams.claims(name)).number + 1
        dealer = await self.house.open(name, ruleset(name), SIGN)
        self._world.inspector.compared(name, dealer)
        dealer.listeners.append(partial(self._world.inspector.heard, name))
        dealer.listeners.append(_not_stopped)
        dealer.listeners.append(self._seats)

    def _seats(self, happened: Happened) -> None:
        event = happened.event
        if isinstance(event, SeatReleased):
            self._world.happened[f"a seat was released {'with' if event.amount else 'without'} credit"] += 1
        elif isinstance(event, SeatTaken) and event.returned:
            self._world.happened["released credit was returned"] += 1

    def _stop(self, error: BaseException) -> None:
        """Simulates the exit of the process: it never returns to its caller."""
        if isinstance(error, BrokenDiskError):
            self._world.happened["stopped because of the disk"] += 1
        elif isinstance(error, JournalError) and self.is_fenced:
            self._world.happened["fenced"] += 1
        elif not isinstance(error, Died):
            self._world.loop.failure = self._world.loop.failure or error
        self._end(f"stops: {error}")
        raise Died

    def _end(self, how: str) -> None:
        if self.alive:
            self._world.note(self.process.name, how)
            self.process.alive = False
            for name, loop in self.house.loops.items():
                self._world.inspector.compared(name, loop.dealer)
            if self.house.keeper:
                self._world.inspector.cage.compared(self.house.keeper)
            self.cut()


def _not_stopped(happened: Happened) -> None:
    """A table that stops because of an error of the program is a bug."""
    if isinstance(happened.event, PlayStopped):
        raise FloorError(happened.event.why)
