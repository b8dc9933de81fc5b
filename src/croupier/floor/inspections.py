"""Inspections of the journal that a member of staff starts: one at a time, each in a process of its own."""

import asyncio
import contextlib
import sys
from dataclasses import dataclass
from functools import partial

import msgspec

from croupier.audit.inspection import Findings, Job, LinesRead, Report
from croupier.floor.clock import Clock, now
from croupier.floor.warning import warn
from croupier.people.message import Author

KEPT = 20
"""How many inspections are remembered."""
LONGEST_LINE = 16_000_000
"""The most bytes of one report."""
PROGRAM = (sys.executable, "-P", "-m", "croupier.audit.inspection")
NOT_BEGUN = LinesRead(0, 1)
STOPPED = "It was stopped by {by}."
FAILED = "It ended without findings; the log of the server says why."

_DECODER: msgspec.json.Decoder[Report] = msgspec.json.Decoder(Report)


class InspectionError(Exception):
    """An inspection cannot be started. The message is one sentence."""


@dataclass(slots=True)
class Inspection:
    """An inspection, from its start on."""

    number: int
    job: Job
    by: Author
    """Who started it."""
    since: int
    """When it was started: milliseconds since 1970."""
    is_inspectors: bool
    """Whether an inspector started it. Then only inspectors stop it."""
    progress: LinesRead = NOT_BEGUN
    findings: Findings | None = None
    """None while it runs."""
    ended: int | None = None
    """When the findings were there: milliseconds since 1970. None while it runs."""
    stopped_by: str = "the server"
    """Who stopped it, if it was stopped."""


class Inspections:
    """The inspections of a floor. They are kept in memory: the journal has the facts."""

    def __init__(self, clock: Clock = now) -> None:
        """Begin without any."""
        self._clock = clock
        self.all: dict[int, Inspection] = {}
        self._last = 0
        self._process: asyncio.Task[Findings | None] | None = None
        """The process of the last inspection."""

    @property
    def running(self) -> Inspection | None:
        """The inspection that runs."""
        last = self.all.get(self._last)
        return last if last and last.findings is None else None

    def start(self, job: Job, by: Author, at: int, *, is_inspectors: bool = False) -> Inspection:
        """Start an inspection. Raise `InspectionError` while another one runs."""
        if self.running:
            raise InspectionError("Another inspection is running; wait for it, or stop it.")
        self._last += 1
        started = self.all[self._last] = Inspection(self._last, job, by, at, is_inspectors)
        for number in sorted(self.all)[:-KEPT]:
            del self.all[number]
        self._process = asyncio.get_running_loop().create_task(_run(started))
        # A task that is cancelled before its first step never runs, so it cannot report its own end.
        self._process.add_done_callback(partial(_ended, started, self._clock))
        return started

    async def stop(self, inspection: Inspection, by: Author) -> bool:
        """Stop an inspection. Return False if it had ended."""
        if inspection is not self.running:
            return False
        inspection.stopped_by = by.name
        await self.close()
        return True

    async def close(self) -> None:
        """Stop the inspection that runs, if any."""
        if self._process:
            self._process.cancel()
            await asyncio.wait([self._process])


async def _run(inspection: Inspection) -> Findings | None:
    """Run the process of an inspection. Return its findings; None if it reported none."""
    pipe = asyncio.subprocess.PIPE
    # In a session of its own, so that Ctrl-C reaches the server only, which then stops the inspection.
    process = await asyncio.create_subprocess_exec(
        *PROGRAM, stdin=pipe, stdout=pipe, limit=LONGEST_LINE, start_new_session=True
    )
    try:
        return await _listen(process, inspection)
    except BaseException:
        # Only then: to kill a process that has ended takes its exit status away from whoever waits for it in Python 3.11.
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        raise
    finally:
        await process.wait()


async def _listen(process: asyncio.subprocess.Process, inspection: Inspection) -> Findings | None:
    assert process.stdin
    assert process.stdout
    process.stdin.write(msgspec.json.encode(inspection.job))
    process.stdin.close()
    findings: Findings | None = None
    async for line in process.stdout:
        report = _DECODER.decode(line)
        if isinstance(report, Findings):
            findings = report
        else:
            inspection.progress = report
    return findings


def _ended(inspection: Inspection, clock: Clock, process: "asyncio.Task[Findings | None]") -> None:
    """Keep the findings, or why there are none."""
    inspection.ended = clock()
    if process.cancelled():
        inspection.findings = _none(STOPPED.format(by=inspection.stopped_by))
        return
    error = process.exception()
    findings = None if error else process.result()
    if findings is None:
        why = f": {error}" if error else ""
        warn(f"inspection {inspection.number} ({inspection.job.kind}) ended without findings{why}")
    inspection.findings = findings or _none(FAILED)


def _none(sentence: str) -> Findings:
    return Findings(holds=False, sentences=(sentence,))
