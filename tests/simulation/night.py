"""A night on the floor: servers crash, freeze and take over from each other while terminals play. One seed, one night."""

import asyncio
from collections import Counter
from contextlib import ExitStack
from functools import cache, partial
from unittest import mock

import msgspec

from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.snapshot import CAGE_SNAPSHOTS, CageSnapshot
from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.house import House
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Line
from croupier.server.messages import Answered
from croupier.table.core.opening import TableOpened
from croupier.table.core.snapshot import decode_snapshot, rebuild
from croupier.table.core.state import Table
from simulation.attendant import Attendant
from simulation.cabinet import Cabinet
from simulation.server import SIGN, TIMING, Server
from simulation.terminal import Terminal
from simulation.wire import Wire
from simulation.world import World

ROULETTE, ARUZE, STAR, SIC_BO = "ministar-roulette-2018", "aruze-craps-2024", "star-craps-2016", "star-sicbo-2016"
TABLES = ((ROULETTE, ARUZE), (ROULETTE, ARUZE), (ROULETTE, STAR), (SIC_BO, ARUZE))
SECONDS = 5.0
ROUNDS = 2
"""How many rounds a table remembers."""
SHORT: dict[str, float] = {
    "croupier.floor.notary.ANCHOR_INTERVAL": 0.7,
    "croupier.floor.dealer.SNAPSHOT_EVERY": 8,
    "croupier.floor.keeper.SNAPSHOT_EVERY": 4,
    "croupier.floor.recall.MEMORY": ROUNDS,
    "croupier.floor.seating.SWEEP_SECONDS": 0.1,
    "croupier.floor.seating.TRY_AGAIN_SECONDS": 0.3,
    "croupier.floor.held_seats.COMING_SECONDS": 0.2,
}
"""What takes hours or twenty rounds elsewhere: in a night of a few seconds it has to happen too."""
READ_CAGE = CAGE_SNAPSHOTS.read
PATIENCE = 120.0
"""After so many quiet seconds everybody must have been answered."""


class Night(World):
    """Two tables, a few terminals at each, an attendant, and fate."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.tables = self.chance.choice(TABLES)
        for name in self.tables:
            self.platter.commit({}, opened_once(name))
        self.servers: list[Server] = []
        self.terminals = [
            Terminal(self, self.connect, name, f"{name[:4]}{number}")
            for name in self.tables
            for number in range(self.chance.randint(2, 3))
        ]
        self.cabinets = [
            Cabinet(self, self.connect_devices, terminal)
            for terminal in self.terminals
            if ruleset(terminal.table).procedures.is_electronic and self.chance.random() < 0.25
        ]
        self.attendant = Attendant(self, self._listening, self.tables)
        self.inspector.is_fenced = lambda process: any(server.is_fenced for server in self.servers if server.process is process)

    def run(self) -> None:
        """Play the night; what does not hold is raised."""
        with ExitStack() as stack:
            for what, value in SHORT.items():
                stack.enter_context(mock.patch(what, value))
            stack.enter_context(mock.patch("croupier.floor.recovery.rebuild", partial(rebuild, memory=ROUNDS)))
            stack.enter_context(mock.patch("croupier.table.core.snapshot.decode_snapshot", self._thawed))
            stack.enter_context(mock.patch("croupier.cage.snapshot.CAGE_SNAPSHOTS.read", self._thawed_cage))
            self.loop.run(self._play())

    def _thawed(self, body: bytes, first: TableOpened) -> Table:
        self.happened["rebuilt from a snapshot"] += 1
        return decode_snapshot(body, first)

    def _thawed_cage(self, body: bytes) -> CageSnapshot | None:
        self.happened["the cage was rebuilt from a snapshot"] += 1
        return READ_CAGE(body)

    async def _play(self) -> None:
        self._start()
        parts = [asyncio.ensure_future(each) for each in (self._attend(), self._fate())]
        busy = [self.attendant.work(), *(terminal.play() for terminal in self.terminals)]
        busy += [cabinet.work() for cabinet in self.cabinets]
        playing = [asyncio.ensure_future(each) for each in busy]
        await asyncio.sleep(SECONDS)
        self.playing, self.weather.calm = False, True
        for server in self.servers:
            server.thaw()
        _, waiting = await asyncio.wait(playing, timeout=PATIENCE)
        assert not waiting, f"never answered: {[each.unanswered for each in (self.attendant, *self.terminals, *self.cabinets)]}"
        for _ in range(round(PATIENCE)):
            await asyncio.sleep(1 if self.inspector.excluded_apart() else 0)
        apart = self.inspector.excluded_apart()
        assert not apart, f"the cage and {apart} differ about who is excluded"
        for part in parts:
            part.cancel()
        self._close()

    def _close(self) -> None:
        """What everybody was told is what is there, and the rules say so too."""
        for server in self.servers:
            if server.alive:
                server.kill()
        for terminal in self.terminals:
            for id, reply in terminal.answers.items():
                if not id.startswith("close-early:"):
                    self.inspector.replied(terminal.table, f"{terminal.seat_of[id]}/{id}", reply)
        for (table, id), reply in self.attendant.answers.items():
            if table != CAGE_REGISTER.name:
                self.inspector.replied(table, id, reply)
        for table, stacked in self.inspector.stacked.items():
            there = Counter(note["value"] for each in self.cabinets if each.terminal.table == table for note in each.notes)
            assert stacked == there, f"{table}: stacked were {there}, and credited {stacked}"
        self.happened.update(self.inspector.cage.happened)
        self.inspector.audited()

    def _start(self) -> Server:
        server = Server(self, self.tables, len(self.servers) + 1)
        self.servers.append(server)
        server.start()
        return server

    def _listening(self) -> Server | None:
        """The newest server, or an older one that does not know yet; now and then none can be reached."""
        listening = [server for server in self.servers if server.alive and server.hubs]
        if not listening or self.weather.strikes(0.1):
            return None
        return self.chance.choice(listening) if self.weather.strikes(0.15) else listening[-1]

    def connect(self, terminal: Terminal) -> Wire | None:
        """A line to a server, if one can be reached."""
        server = self._listening()
        if server is None:
            return None
        seat, view = "", dict(terminal.view)

        def said(text: str) -> object:
            nonlocal seat
            told = self.inspector.told(terminal.table, seat, text, view)
            seat = seat or getattr(told, "seat", "")
            if isinstance(told, Answered):
                self.refused(terminal.numbers.get(told.id), told.error)
            self.note(server.process.name, "to", terminal.name, text)
            return told

        wire = Wire(self.loop, self.weather, server.process, said)
        server.connect(terminal.table, wire)
        return wire

    def connect_devices(self, cabinet: Cabinet) -> Wire | None:
        """A line for money devices to a server, if one can be reached."""
        server = self._listening()
        if server is None:
            return None

        def said(text: str) -> object:
            told = msgspec.json.decode(text)
            self.inspector.told_devices(cabinet.terminal.table, told)
            self.note(server.process.name, "to", cabinet.devices.name, text)
            return told

        wire = Wire(self.loop, self.weather, server.process, said)
        server.connect_devices(cabinet.terminal.table, wire)
        return wire

    async def _attend(self) -> None:
        """Whenever no server is left that plays, another is started."""
        while True:
            await asyncio.sleep(self.chance.uniform(0.05, 0.6))
            if not self.servers[-1].alive:
                self._start()

    async def _fate(self) -> None:
        often, seldom = (self._crash, self._take_over), (self._stand_still, self._cut, self._set_clock, self._stop)
        while self.playing:
            await asyncio.sleep(self.chance.expovariate(1 / self.weather.trouble))
            if self.playing:
                self.chance.choice((*often, *often, *seldom))()

    def _crash(self) -> None:
        if self.servers[-1].alive:
            self.happened["crashed"] += 1
            self.servers[-1].kill()

    def _take_over(self) -> None:
        """Another server claims the tables, or two at once do, while the first still lives and may stand still."""
        old = self.servers[-1]
        if not old.alive:
            return
        self.happened["taken over"] += 1
        if self.chance.random() < 0.7:
            old.freeze()
            self.loop.call_later(self.chance.uniform(0, 1.5), old.thaw)
        for _ in range(self.chance.choice((1, 1, 1, 1, 2))):
            self._start()

    def _stand_still(self) -> None:
        self.happened["stood still"] += 1
        server = self.servers[-1]
        server.freeze()
        self.loop.call_later(self.chance.uniform(0.1, 2), server.thaw)

    def _cut(self) -> None:
        self.happened["all lines cut"] += 1
        self.servers[-1].cut()

    def _set_clock(self) -> None:
        self.happened["the clock was set"] += 1
        self.set_by += self.chance.randint(-4000, 4000)

    def _stop(self) -> None:
        if self.servers[-1].hubs:
            self.servers[-1].house.stop()


@cache
def opened_once(name: str) -> tuple[Line, ...]:
    """The lines of a table that was opened, and nothing more: whether its odds favour the house takes long to find out."""
    store = MemoryStore()

    async def open_it() -> None:
        house = House(Journal(store), SoftwareGenerator(), TIMING, clock=lambda: 0, entropy=bytes)
        confirmed = [reading.id for reading in ruleset(name).readings if reading.to_confirm]
        await house.open(name, ruleset(name), SIGN, confirmed=confirmed)

    asyncio.run(open_it())
    return tuple(line for stream in store.heads() for line in store.lines(stream))
