"""PINs that are typed at terminals: checked one at a time for each account, and wrong ones are on record."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Protocol

from croupier.cage.account_checks import account_of, pin_refused
from croupier.cage.patron import MOST_WRONG_PINS
from croupier.cage.pins import RecordWrongPin, WrongPinTyped
from croupier.cage.refusals import Reason
from croupier.facts.refusal import Refusal
from croupier.floor.keeper import Keeper
from croupier.floor.password_checks import BusyError

BUSY = Refusal(Reason.PIN_BUSY, "Too many PINs are being checked just now. Try again in a moment.")


class Pins(Protocol):
    """Knows the PINs of patrons."""

    async def fits(self, patron: int, pin: str) -> bool:
        """Whether this is the PIN of a patron. Raises `BusyError` if too many checks wait."""
        ...


class PinChecks:
    """Checks PINs. Two checks for one account never run at once, so nobody can try many PINs before the first is counted."""

    def __init__(self, keeper: Keeper, pins: Pins) -> None:
        """Check PINs of the accounts of this cage."""
        self.keeper, self._pins = keeper, pins
        self._locks: dict[int, asyncio.Lock] = {}
        self._waiting = Counter[int]()

    async def refused(self, patron: int, place: str, pin: str) -> Refusal | None:
        """Refuse a PIN that is wrong or not taken; None if it is right. A wrong one is durable when this returns."""
        async with self._alone(patron):
            found = account_of(self.keeper.cage, patron)
            if refusal := found if isinstance(found, Refusal) else pin_refused(found[1]):
                return refusal
            try:
                if await self._pins.fits(patron, pin):
                    return None
            except BusyError:
                return BUSY
            reply = await self.keeper.ask(RecordWrongPin(patron=patron, place=place))
            left = next((MOST_WRONG_PINS - each.in_a_row for each in reply.events if isinstance(each, WrongPinTyped)), 0)
            tries = f"{left} more {'try' if left == 1 else 'tries'}" if left else "none left; the cage sets a new one"
            return Refusal(Reason.PIN_WRONG, f"The PIN is wrong: {tries}.")

    @asynccontextmanager
    async def _alone(self, patron: int) -> AsyncGenerator[None]:
        """Wait until no other check for this account runs."""
        lock = self._locks.setdefault(patron, asyncio.Lock())
        self._waiting[patron] += 1
        try:
            async with lock:
                yield
        finally:
            self._waiting[patron] -= 1
            if not self._waiting[patron]:
                del self._waiting[patron], self._locks[patron]
