"""Lines of the journal as PDF files, each written by a process of its own."""

import asyncio
import contextlib
import sys

import msgspec

from croupier.audit.paper import PaperJob

PROGRAM = (sys.executable, "-P", "-m", "croupier.audit.paper")


class PaperError(Exception):
    """No file was written. The message is one sentence."""


class Papers:
    """Writes PDF files, one at a time."""

    def __init__(self) -> None:
        """Begin with nothing to write."""
        self._turn = asyncio.Lock()

    async def pdf(self, job: PaperJob) -> bytes:
        """The file of a job. Raise `PaperError` if it cannot be written."""
        async with self._turn:
            return await _run(job)


async def _run(job: PaperJob) -> bytes:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*PROGRAM, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
    try:
        written, said = await process.communicate(msgspec.json.encode(job))
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode:
        raise PaperError(said.decode(errors="replace").strip().splitlines()[-1] if said.strip() else "No file was written.")
    return written
