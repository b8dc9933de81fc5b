"""PDF files are written one at a time: inspectors first, one waiting job for each person, and none for whoever has left."""

import asyncio

import pytest

from croupier.audit.paper import PaperJob
from croupier.floor.papers import AnyJob, PaperError, Papers


def job(by: str) -> PaperJob:
    return PaperJob(journal="floor.sqlite", floor="Floor", table="wheel", first=1, last=2, zone="UTC", by=by, at=0)


class Printer:
    """Writes a file when the test lets it, and remembers for whom."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.dropped: list[str] = []
        self.may_end = asyncio.Event()
        self.papers = Papers(self._write)

    async def _write(self, job: AnyJob) -> bytes:
        assert isinstance(job, PaperJob)
        self.begun.append(job.by)
        try:
            await self.may_end.wait()
        except asyncio.CancelledError:
            self.dropped.append(job.by)
            raise
        return job.by.encode()

    async def ask(self, login: str, by: str = "", *, is_inspectors: bool = False) -> "asyncio.Task[bytes]":
        """Ask for a file, and wait until that is in the queue."""
        asked = asyncio.ensure_future(self.papers.file(job(by or login), login, is_inspectors=is_inspectors))
        await asyncio.sleep(0)
        return asked


def test_inspectors_come_first_and_one_job_of_a_person_waits() -> None:
    async def scene() -> None:
        printer = Printer()
        asked = [await printer.ask("sue"), await printer.ask("sue", "sue again"), await printer.ask("max")]
        asked.append(await printer.ask("ines", is_inspectors=True))
        with pytest.raises(PaperError, match="Another file of yours waits"):
            await (await printer.ask("sue", "sue a third time"))
        printer.may_end.set()
        assert await asyncio.gather(*asked) == [b"sue", b"sue again", b"max", b"ines"]
        assert printer.begun == ["sue", "ines", "sue again", "max"]
        assert await (await printer.ask("sue", "sue later")) == b"sue later"

    asyncio.run(scene())


def test_a_job_whose_client_has_left_is_dropped_whether_it_waits_or_not() -> None:
    async def scene() -> None:
        printer = Printer()
        first, second, third = [await printer.ask(login) for login in ("sue", "max", "mia")]
        second.cancel()
        first.cancel()
        await asyncio.wait({first, second})
        printer.may_end.set()
        assert await third == b"mia"
        assert (printer.begun, printer.dropped) == (["sue", "mia"], ["sue"])
        assert await (await printer.ask("max")) == b"max", "the place in the queue is free again"

    asyncio.run(scene())
