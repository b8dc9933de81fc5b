"""PINs at terminals: wrong ones are counted before the next is looked at, however many come at once."""

import asyncio
from pathlib import Path

from cage_floor import CRAPS, on_a_floor
from croupier.cage.refusals import Reason
from croupier.floor.dealer import Dealer
from croupier.floor.keeper import Keeper
from croupier.floor.password_checks import BusyError
from croupier.floor.pin_checks import PinChecks
from floor.test_accounts import opened

HERE = f"{CRAPS}/ann"


class Pins:
    """Knows one PIN, and counts how often it is asked."""

    def __init__(self, *, is_busy: bool = False) -> None:
        self.asked = 0
        self._is_busy = is_busy

    async def fits(self, patron: int, pin: str) -> bool:
        if self._is_busy:
            raise BusyError
        self.asked += 1
        await asyncio.sleep(0)
        return (patron, pin) == (1, "2580")


def test_guesses_at_the_same_time_do_not_help(tmp_path: Path) -> None:
    """Of a hundred guesses, three are looked at, and the right PIN among the others opens nothing."""

    async def scene(_: dict[str, Dealer], keeper: Keeper) -> None:
        await opened(keeper)
        pins = Pins()
        checks = PinChecks(keeper, pins)
        guesses = [f"{each:04}" for each in range(99)] + ["2580"]
        refused = await asyncio.gather(*(checks.refused(1, HERE, guess) for guess in guesses))
        assert pins.asked == 3
        assert [each.reason for each in refused if each] == [Reason.PIN_WRONG] * 3 + [Reason.PIN_LOCKED] * 97
        account = keeper.durable.patrons[1].account
        assert account
        assert account.is_locked

    on_a_floor(tmp_path / "journal.sqlite", scene)


def test_the_right_pin_and_one_that_cannot_be_checked(tmp_path: Path) -> None:
    async def scene(_: dict[str, Dealer], keeper: Keeper) -> None:
        await opened(keeper)
        assert await PinChecks(keeper, Pins()).refused(1, HERE, "2580") is None
        busy = await PinChecks(keeper, Pins(is_busy=True)).refused(1, HERE, "2580")
        unknown = await PinChecks(keeper, Pins()).refused(7, HERE, "2580")
        assert [each.reason for each in (busy, unknown) if each] == [Reason.PIN_BUSY, Reason.PATRON_UNKNOWN]

    on_a_floor(tmp_path / "journal.sqlite", scene)
