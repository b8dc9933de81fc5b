"""The file of a floor that runs. People change it meanwhile, and adopt what it says then."""

import asyncio
from pathlib import Path

from croupier.floor.plan import Plan
from croupier.floor.plan_mistakes import PlanError
from croupier.floor.plan_reader import UnreadableError, read_plan


class FloorFileError(Exception):
    """The file has a mistake, or cannot be read. The text is one sentence."""


class FloorFile:
    """A floor file, read again when it has changed."""

    def __init__(self, plan: Plan, file: Path | None = None) -> None:
        """Keep the plan that was read at the start. A built-in floor has no file."""
        self.plan = plan
        """The plan as the file last was without a mistake."""
        self._file = file
        self._stamp: tuple[int, ...] | None = None

    async def read(self) -> Plan:
        """The plan as the file is now. Raise `FloorFileError` if it has a mistake."""
        if self._file is None:
            return self.plan
        try:
            found = self._file.stat()
            stamp = (found.st_ino, found.st_size, found.st_mtime_ns)
            if stamp != self._stamp:
                self.plan = await asyncio.to_thread(read_plan, self._file)
                self._stamp = stamp
        except (PlanError, UnreadableError) as error:
            raise FloorFileError(str(error).partition("\n")[0]) from None
        except OSError as error:
            raise FloorFileError(f"{self._file}: {error.strerror}") from None
        return self.plan
