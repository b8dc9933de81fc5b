"""Inspections of the journal that a member of staff starts: one at a time, each in a process of its own."""

import asyncio
import contextlib
import sys
from dataclasses import dataclass

import msgspec

from croupier.audit.inspection import Findings, Job, LinesRead, Report
from croupier.floor.warning import warn

KEPT = 20
"""How many inspections are remembered."""
LONGEST_LINE = 16_000_000
"""The most bytes of one report."""
PROGRAM = (sys.executable, "-P", "-m", "croupier.audit.inspection")
NOT_BEGUN = LinesRead(0, 1)
STOPPED = Findings(holds=False, sentences=("It was stopped.",))
FAILED = "It ended without findings; the log of the server says why."

_DECODER: msgspec.json.Decoder[Report] = msgspec.json.Decoder(Report)


class InspectionError(Exception):
    """An inspection cannot be started. The message is one sentence."""


@dataclass(slots=True)
class Inspection:
    """An inspection, from its start on."""

    number: int
    job: Job
    by: str
    """The name of whoever started it."""
    since: int
    """When it was started: milliseconds since 1970."""
    progress: LinesRead = NOT_BEGUN
    findings: Findings | None = None
    """None while it runs."""


class Inspections:
    """The inspections of a floor. They are kept in memory: the journal has the facts."""

    def __init__(self) -> None:
        """Begin without any."""
        self.all: dict[int, Inspection] = {}
        self._last = 0
        self._running: asyncio.Task[None] | None = None

    def start(self, job: Job, by: str, at: int) -> Inspection:
        """Start an inspection. Raise `InspectionError` while another one runs."""
        if self._last in self.all and self.all[self._last].findings is None:
            raise InspectionError("Another inspection is running; wait for it, or stop it.")
        self._last += 1
        started = self.all[self._last] = Inspection(self._last, job, by, at)
        for number in sorted(self.all)[:-KEPT]:
            del self.all[number]
        self._running = asyncio.get_running_loop().create_task(self._run(started))
        return started

    async def stop(self, number: int | None = None) -> None:
        """Stop the inspection that runs, if any; with a number, only if it is that one."""
        if number not in (None, self._last):
            return
        if self._running and not self._running.done():
            self._running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._running

    async def _run(self, inspection: Inspection) -> None:
        pipe = asyncio.subprocess.PIPE
        # In a session of its own, so that Ctrl-C reaches the server only, which then stops the inspection.
        process = await asyncio.create_subprocess_exec(
            *PROGRAM, stdin=pipe, stdout=pipe, limit=LONGEST_LINE, start_new_session=True
        )
        try:
            await self._listen(process, inspection)
        except asyncio.CancelledError:
            inspection.findings = STOPPED
            raise
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
            await process.wait()
            if inspection.findings is None:
                inspection.findings = Findings(holds=False, sentences=(FAILED,))
                warn(f"inspection {inspection.number} ({inspection.job.kind}) ended without findings")

    async def _listen(self, process: asyncio.subprocess.Process, inspection: Inspection) -> None:
        assert process.stdin
        assert process.stdout
        process.stdin.write(msgspec.json.encode(inspection.job))
        process.stdin.close()
        async for line in process.stdout:
            report = _DECODER.decode(line)
            if isinstance(report, Findings):
                inspection.findings = report
            else:
                inspection.progress = report
