"""The seats of enrolled terminals: one terminal has one seat, at one table of the floor."""

from typing import Protocol

from croupier.floor.seat_errors import OneSeatError

ONE_SEAT = "This terminal has a seat at {table}, and a terminal has one seat. Go back there, or leave that seat first."


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
    """Which seat each enrolled terminal has. It is in memory only: after a restart a terminal counts once it has come back."""

    def __init__(self) -> None:
        """Nobody sits yet."""
        self._seats: dict[str, tuple[SeatsOfTable, str]] = {}

    async def make_way(self, client: str, here: SeatsOfTable, seat: str | None) -> None:
        """Release the other seat of a terminal that wants this one, or a new one. Raise `OneSeatError` if that is in use."""
        while other := self._other(client, here, seat):
            table, name = other
            if not await table.release_abandoned(name):
                raise OneSeatError(ONE_SEAT.format(table=table.table))

    def take(self, client: str, here: SeatsOfTable, seat: str) -> bool:
        """Give a terminal this seat. False if it has another one."""
        if self._other(client, here, seat):
            return False
        self._seats[client] = here, seat
        return True

    def _other(self, client: str, here: SeatsOfTable, seat: str | None) -> tuple[SeatsOfTable, str] | None:
        """The seat of a terminal, if it is held and is not this one."""
        found = self._seats.get(client)
        return found if found and found != (here, seat) and found[0].holds(found[1]) else None
