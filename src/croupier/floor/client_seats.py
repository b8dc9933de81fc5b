"""The seats of enrolled terminals: one terminal has one seat, at one table of the floor."""

from typing import NamedTuple, Protocol

from croupier.floor.seat_errors import OneSeatError
from croupier.table.core.refusals import Reason

ONE_SEAT = "This terminal has a seat at {table}, and a terminal has one seat. Go back there, or leave that seat first."


class EnrolledTerminal(NamedTuple):
    """An enrolled terminal that takes a seat."""

    id: str
    name: str
    """What people call it. Its place in the room has this name, whoever plays there and whatever key it has."""


class SeatsOfTable(Protocol):
    """The seats of terminals at one table."""

    @property
    def table(self) -> str:
        """The name of the table."""
        ...

    def holds(self, seat: str) -> bool:
        """Whether a seat is held for a terminal."""
        ...

    async def release_abandoned(self, seat: str) -> bool:
        """Release a seat without money and bets whose terminal is gone. False if it is still held."""
        ...


class ClientSeats:
    """Which seat each enrolled terminal has, or asks for. After a restart a terminal has none until it has come back."""

    def __init__(self) -> None:
        """Nobody sits yet."""
        self._seats: dict[str, tuple[SeatsOfTable, str]] = {}
        self._first: dict[tuple[SeatsOfTable, str], str] = {}
        """Which terminal asked first for each of these seats. Two may ask for the same new seat at the same time."""

    async def make_way(self, client: str, here: SeatsOfTable, seat: str | None) -> None:
        """Release the other seat of a terminal that wants this one, or a new one. Raise `OneSeatError` if that is in use."""
        while other := self._other(client, here, seat):
            table, name = other
            if not await table.release_abandoned(name):
                raise OneSeatError(ONE_SEAT.format(table=table.table))

    def take(self, client: str, here: SeatsOfTable, seat: str) -> bool:
        """Keep a seat for a terminal that asks for it. False if it has another one. The caller reports the `answer`."""
        if self._other(client, here, seat):
            return False
        self._keep(client, here, seat)
        return True

    def seat_at(self, client: str, here: SeatsOfTable) -> str | None:
        """The seat that a terminal has at this table; None if it has none."""
        found = self._seats.get(client)
        return found[1] if found and found[0] is here and here.holds(found[1]) else None

    def seat_of(self, client: str) -> tuple[str, str] | None:
        """The table and the seat of a terminal; None if it has none."""
        found = self._seats.get(client)
        return (found[0].table, found[1]) if found and found[0].holds(found[1]) else None

    def answer(self, client: str, here: SeatsOfTable, seat: str, error: str) -> None:
        """Report whether the terminal got the seat that it asked for: `error` is empty if it did."""
        if not error:
            self._keep(client, here, seat)
        elif error != Reason.SEAT_TAKEN.value or self._first.get((here, seat)) != client:
            self._forget(client)  # else another connection of this terminal has taken it

    def _keep(self, client: str, here: SeatsOfTable, seat: str) -> None:
        if self._seats.get(client) != (here, seat):
            self._forget(client)
        self._seats[client] = here, seat
        self._first.setdefault((here, seat), client)

    def _forget(self, client: str) -> None:
        kept = self._seats.pop(client, None)
        if kept and self._first.get(kept) == client:
            del self._first[kept]

    def _other(self, client: str, here: SeatsOfTable, seat: str | None) -> tuple[SeatsOfTable, str] | None:
        """Return the seat that is still held for a terminal, unless it is this one."""
        found = self._seats.get(client)
        return found if found and found != (here, seat) and found[0].holds(found[1]) else None
