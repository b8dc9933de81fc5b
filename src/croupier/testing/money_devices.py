"""The money devices of a terminal as a program: what they do with notes, tickets and paper, and what they remember.

It says what a device has to say by the protocol of money devices, and remembers through a lost connection what has to be
repeated. Nothing is timed, and nothing is sent here: every method returns what is to be said.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Message = Mapping[str, Any]


@dataclass(slots=True)
class Item:
    """A note or a ticket in the slot."""

    say: str
    """What is said about it until there is an answer."""
    id: str
    what: dict[str, Any]
    """The value of a note, or the number of a ticket."""

    @property
    def message(self) -> Message:
        """What is to be said about it now."""
        return {"say": self.say, "id": self.id, **self.what}


@dataclass(slots=True)
class SimulatedDevices:
    """A note acceptor, a ticket reader and a ticket printer."""

    name: str = "devices"
    """The ids of its items begin with it."""
    paper: int = 100
    """How many tickets it can print."""
    faults: set[str] = field(default_factory=set[str])
    jams: bool = False
    """Whether the next note or ticket gets stuck on its way to the stacker, and is given back."""
    item: Item | None = None
    """What is in the slot."""
    wallet: list[str] = field(default_factory=list[str])
    """The numbers of the tickets that came out, and of those that were given back."""
    stacked: list[Mapping[str, Any]] = field(default_factory=list[Mapping[str, Any]])
    """What is in the stacker."""
    given_back: list[str] = field(default_factory=list[str])
    """Why notes and tickets were given back."""
    done: list[Message] = field(default_factory=list[Message])
    """The last answers of the server about items."""
    slot: Message = field(default_factory=dict[str, Any])
    """What the server has last said about the slot."""
    out: set[int] = field(default_factory=set[int])
    """The serials of the tickets that came out of the printer."""
    _items: int = 0

    def hello(self, key: str = "") -> Message:
        """What to say first on a new connection."""
        return {"say": "hello", "key": key, "faults": sorted(self.faults)}

    def put_in(self, say: str, **what: Any) -> Iterator[Message]:
        """Put a `note` or a `ticket` in."""
        assert self.item is None, "one thing at a time"
        self._items += 1
        self.item = Item(say, f"{self.name}-{self._items}", what)
        yield self.item.message

    def set_faults(self, *faults: str) -> Iterator[Message]:
        """Let something go wrong, or be put right."""
        self.faults = set(faults)
        yield {"say": "state", "faults": sorted(self.faults)}

    def heard(self, told: Message) -> Iterator[Message]:
        """Do what the server says."""
        match told["is"]:
            case "welcome" if self.item:
                yield self.item.message
            case "slot":
                self.slot = told
            case "verdict" if self.item and told["id"] == self.item.id and self.item.say in ("note", "ticket"):
                yield from self._judged(self.item, told)
            case "done":
                self.done.append(told)
                if self.item and told["id"] == self.item.id:
                    self.item = None
            case "print":
                yield from self._print(told["ticket"])
            case _:
                pass

    def _judged(self, item: Item, told: Message) -> Iterator[Message]:
        if told["take"] and not self.jams:
            self.stacked.append(item.what)
            item.say = f"{item.say}-stacked"
            yield item.message
            return
        self.given_back.append(told["message"])
        if number := item.what.get("number"):
            self.wallet.append(number)
        if told["take"] and item.say == "ticket":
            item.say = "ticket-returned"
            yield item.message
        else:
            self.item = None

    def _print(self, ticket: Message) -> Iterator[Message]:
        serial: int = ticket["serial"]
        if serial not in self.out:
            if not self.paper or self.faults & {"paper-out", "printer-jam", "printer-disconnected"}:
                yield {"say": "not-printed", "serial": serial, "detail": "No paper came out."}
                yield from self.set_faults(*self.faults, *(() if self.paper else ("paper-out",)))
                return
            self.paper -= 1
            self.out.add(serial)
            self.wallet.append(ticket["number"])
        yield {"say": "printed", "serial": serial}
