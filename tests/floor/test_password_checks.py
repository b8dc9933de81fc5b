"""Passwords are checked beside the event loop, a few at a time."""

import asyncio
import threading
from pathlib import Path

import pytest

from croupier.floor.password_checks import BusyError, PasswordChecks
from croupier.people.credentials import Credentials, PasswordVerdict, WeakPasswordError
from floor_people import FAST
from patience import PATIENCE

GOOD = "seven red pockets"


class Slow(Credentials):
    """Credentials that take until they are let go."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, FAST)
        self.go = threading.Event()
        self.checked = 0

    def verify(self, login: str, password: str) -> PasswordVerdict:
        self.go.wait(PATIENCE)
        self.checked += 1
        return super().verify(login, password)


def test_a_password_is_set_and_checked(tmp_path: Path) -> None:
    async def scene() -> None:
        checks = PasswordChecks(Credentials(tmp_path / "credentials", FAST))
        await checks.set("ada", GOOD)
        assert await checks.verify("ada", GOOD) is PasswordVerdict.RIGHT
        assert await checks.verify("ada", "wrong") is PasswordVerdict.WRONG
        with pytest.raises(WeakPasswordError):
            await checks.set("ada", "short")
        checks.close()

    asyncio.run(scene())


def test_the_loop_runs_on_and_thousands_are_sent_away(tmp_path: Path) -> None:
    async def scene() -> None:
        slow = Slow(tmp_path / "credentials")
        checks = PasswordChecks(slow, threads=1, waiting=3)
        many = [asyncio.ensure_future(checks.verify("ada", GOOD)) for _ in range(1000)]
        await asyncio.sleep(0)  # the loop runs while a password is being checked
        busy = [each for each in many if each.done()]
        assert len(busy) == 996
        assert all(isinstance(each.exception(), BusyError) for each in busy)
        setting = asyncio.ensure_future(checks.set("ada", GOOD))
        slow.go.set()
        await setting  # an administrator is not sent away, and waits only for the check that has begun
        wrong, right = PasswordVerdict.WRONG, PasswordVerdict.RIGHT
        assert await asyncio.gather(*(each for each in many if each not in busy)) == [wrong, right, right, right]
        assert await checks.verify("ada", GOOD) is PasswordVerdict.RIGHT
        checks.close()

    asyncio.run(scene())


def test_a_check_counts_until_it_is_done_although_its_caller_has_left(tmp_path: Path) -> None:
    async def scene() -> None:
        slow = Slow(tmp_path / "credentials")
        checks = PasswordChecks(slow, threads=1, waiting=0)
        caller = asyncio.ensure_future(checks.verify("ada", GOOD))
        await asyncio.sleep(0)
        caller.cancel()
        with pytest.raises(asyncio.CancelledError):
            await caller
        with pytest.raises(BusyError):
            await checks.verify("ada", GOOD)
        slow.go.set()
        while True:
            try:
                assert await checks.verify("ada", GOOD) is PasswordVerdict.WRONG
                break
            except BusyError:
                await asyncio.sleep(0.001)
        assert slow.checked == 2
        checks.close()

    asyncio.run(scene())


def test_whoever_sends_many_waits_for_those_who_send_one_and_all_for_who_is_known(tmp_path: Path) -> None:
    """Forty addresses kept right sign-ins out when the line was first come, first served."""

    async def scene() -> None:
        slow, done = Slow(tmp_path / "credentials"), list[str]()
        checks = PasswordChecks(slow, threads=1, waiting=40)

        async def verify(sender: str, *, is_known: bool = False) -> None:
            await checks.verify("ada", GOOD, sender, is_known=is_known)
            done.append(sender)

        sent = [asyncio.ensure_future(verify(f"attacker {each % 20}")) for each in range(100)]
        await asyncio.sleep(0)
        sent += [asyncio.ensure_future(verify("newcomer")), asyncio.ensure_future(verify("staff", is_known=True))]
        await asyncio.sleep(0)
        slow.go.set()
        await asyncio.gather(*sent, return_exceptions=True)
        assert done[:2] == ["attacker 0", "staff"]
        assert done.index("newcomer") <= 22, "after one of each"
        checks.close()

    asyncio.run(scene())
