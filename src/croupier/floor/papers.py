"""Files that take long: lines of the journal and documents on paper, and reports. Each is written by a process of its own."""

import asyncio
import contextlib
import sys
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import msgspec

from croupier.audit.document_paper import DocumentJob
from croupier.audit.paper import PaperJob
from croupier.floor.reports.job import ReportJob

AnyJob = PaperJob | DocumentJob | ReportJob
PAPER, REPORT = ((sys.executable, "-P", "-m", f"croupier.{module}") for module in ("audit.paper", "floor.reports.program"))
PROGRAMS = {PaperJob: PAPER, DocumentJob: PAPER, ReportJob: REPORT}
"""The program that writes a job."""


class PaperError(Exception):
    """No file was written. The message is one sentence."""


def file_name(stem: str, content: bytes) -> str:
    """How to name a file on paper: it is PDF, or a page in HTML where typst is not installed."""
    return f"{stem}.{'pdf' if content.startswith(b'%PDF-') else 'html'}"


class _Place(NamedTuple):
    """A place in the queue."""

    login: str
    is_inspectors: bool
    turn: "asyncio.Future[None]"


async def written(job: AnyJob) -> bytes:
    """The file of a job. Raise `PaperError` if it cannot be written. If the caller is cancelled, the process ends."""
    pipe = asyncio.subprocess.PIPE
    program = PROGRAMS[type(job)]
    process = await asyncio.create_subprocess_exec(*program, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
    try:
        content, said = await process.communicate(msgspec.json.encode(job))
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode:
        raise PaperError(said.decode(errors="replace").strip().splitlines()[-1] if said.strip() else "No file was written.")
    return content


class Papers:
    """Writes files, one at a time. Inspectors come first, and one job of each person waits at most."""

    def __init__(self, write: Callable[[AnyJob], Awaitable[bytes]] = written) -> None:
        """Begin with nothing to write. Replace `write` in tests only."""
        self._write = write
        self._queue: list[_Place] = []
        self._is_busy = False

    async def file(self, job: AnyJob, login: str, *, is_inspectors: bool) -> bytes:
        """The file of a job of this person. Raise `PaperError` if it cannot be written, or if another of theirs waits.

        If the caller is cancelled, the job is dropped.
        """
        await self._wait(login, is_inspectors=is_inspectors)
        try:
            return await self._write(job)
        finally:
            self._go_on()

    async def _wait(self, login: str, *, is_inspectors: bool) -> None:
        if not self._is_busy:
            self._is_busy = True
            return
        if any(each.login == login for each in self._queue):
            raise PaperError("Another file of yours waits to be written; ask again once you have it.")
        place = _Place(login, is_inspectors, asyncio.get_running_loop().create_future())
        self._queue.append(place)
        try:
            await place.turn
        except asyncio.CancelledError:
            if place.turn.cancelled():
                self._queue.remove(place)
            else:  # its turn had come
                self._go_on()
            raise

    def _go_on(self) -> None:
        """Let the next job begin."""
        waiting = [each for each in self._queue if not each.turn.done()]
        self._is_busy = bool(waiting)
        if waiting:
            first = min(waiting, key=lambda each: not each.is_inspectors)
            self._queue.remove(first)
            first.turn.set_result(None)
