"""A cabinet: the money devices of a terminal. They jam, run out of paper and lose their connection at any moment."""

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from typing import cast

import msgspec

from croupier.cage.numbers import as_digits
from croupier.rules.sign import NOTES
from croupier.table.money.device_faults import DeviceFault
from croupier.testing.money_devices import Message, SimulatedDevices
from simulation.terminal import Terminal
from simulation.wire import Wire
from simulation.world import World

SILENCE = 12
"""After so many looks without an answer the devices connect again."""


class Cabinet:
    """The devices of one terminal, and whoever puts something into them."""

    def __init__(self, world: World, connect: "Callable[[Cabinet], Wire | None]", terminal: Terminal) -> None:
        self.terminal = terminal
        self.devices = SimulatedDevices(f"stacked:{terminal.name}", paper=world.chance.choice((0, 1, 3)))
        terminal.is_needed = lambda: bool(self.unanswered)
        self._world = world
        self._connect = connect
        self._wire: Wire | None = None
        self._silence = 0

    @property
    def notes(self) -> list[Message]:
        """The notes in the stacker."""
        return [each for each in self.devices.stacked if "value" in each]

    @property
    def unanswered(self) -> object:
        """What is in the slot or in the printer; None if nothing is."""
        book = self._world.inspector.books[self.terminal.table].after[-1]
        known = book.desk.devices.get(self.terminal.seat)
        return self.devices.item or (known.printing if known else None)

    async def work(self) -> None:
        """Until the night is over, and nothing is in the slot or in the printer any more."""
        chance = self._world.chance
        while self._world.playing or self.unanswered:
            await asyncio.sleep(chance.uniform(0.02, 0.4))
            if not self._world.playing:
                self.devices.paper, self.devices.jams = 1_000, False
            if self._wire is None:
                self._plug_in()
            elif self.devices.item or not self._world.playing:
                self._wait()
            else:
                self._do_something()

    def _plug_in(self) -> None:
        self._silence = 0
        if not self.terminal.key:
            return
        self._wire = wire = self._connect(self)
        if wire:
            wire.heard = partial(self._heard, wire)
            wire.lost = partial(self._lost, wire)
            self._say([self.devices.hello(self.terminal.key)])

    def _lost(self, wire: Wire) -> None:
        if self._wire is wire:
            self._world.happened["money devices lost their connection"] += bool(self.devices.item)
            self._wire = None

    def _wait(self) -> None:
        self._silence += 1
        if self._silence > SILENCE and self._wire:
            self._wire.hang_up()
            self._wire = None

    def _do_something(self) -> None:
        chance, devices, wallet = self._world.chance, self.devices, self._world.wallet
        luck = chance.random()
        if luck < 0.5:
            self._say(devices.put_in("note", value=chance.choice((*NOTES.values(), 700))))
        elif luck < 0.8 and wallet:
            self._say(devices.put_in("ticket", number=chance.choice(wallet[-6:])))
        elif luck < 0.9:
            devices.jams = chance.random() < 0.3
            devices.paper = chance.choice((0, 0, 1, 5))
            faults = chance.sample([*DeviceFault], chance.choice((0, 0, 1, 2)))
            self._world.happened["money devices failed"] += bool(faults)
            self._say(devices.set_faults(*faults))

    def _heard(self, wire: Wire, said: object) -> None:
        if self._wire is not wire:
            return
        self._silence = 0
        told, before = cast("Message", said), len(self.devices.wallet)
        self._say(self.devices.heard(told))
        self._world.wallet += map(as_digits, self.devices.wallet[before:])
        happened = self._world.happened
        if told["is"] == "print":
            came_out = told["ticket"]["serial"] in self.devices.out
            happened["a ticket came out of a printer" if came_out else "no ticket came out of a printer"] += 1
        elif told["is"] == "done":
            happened[f"stacked: {told['error'] or 'done'}"] += 1
        elif told["is"] == "verdict" and not told["take"]:
            happened["a note or a ticket came back"] += 1

    def _say(self, messages: Iterable[Message]) -> None:
        for message in messages:
            if self._wire:
                self._world.note(self.devices.name, "says", message)
                self._wire.say(msgspec.json.encode(message).decode())
