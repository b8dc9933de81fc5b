"""How a process ends that can no longer rely on its journal, and what the journal reports to the operator on stderr."""

import contextlib
import os
import sys
from collections.abc import Callable

from croupier.journal.port import DamagedError

TRY_AGAIN = 70
"""Exit code of a server that a service manager should start again, as after a failed write of the journal."""
MEND_FIRST = 2
"""Exit code of a process that nobody should start again before a person has mended something."""

Report = Callable[[str, str, dict[str, object]], None]
"""Reports a sentence to the operator, with the event that a program looks for and its details."""


def exit_process(error: BaseException) -> None:
    """Exit at once: after a failed write, only a new process that reads the store can know what it contains.

    If the journal is damaged, every new process would find the same, and would take bets until then.
    """
    code = MEND_FIRST if isinstance(error, DamagedError) else TRY_AGAIN
    sentence = f"stopping, because the journal cannot be relied on: {error}"
    with contextlib.suppress(OSError, ValueError, AttributeError):  # stderr may be closed
        report(sentence, "failed", exit_code=code)
        sys.stderr.flush()
    os._exit(code)


def report(sentence: str, event: str = "warning", **details: object) -> None:
    """Report a sentence to the operator, in the format of this process."""
    _reports[-1](sentence, event, details)


def report_with(other: Report) -> None:
    """Report in another format from now on."""
    _reports[:] = [other]


def _as_text(sentence: str, event: str, details: dict[str, object]) -> None:  # noqa: ARG001 - they are for programs
    sys.stderr.write(f"croupier: {sentence}\n")


_reports: list[Report] = [_as_text]
"""The format of this process."""
