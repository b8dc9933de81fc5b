"""How a process ends that can no longer rely on its journal."""

import contextlib
import os
import sys


def exit_process(error: BaseException) -> None:
    """Exit at once: after a failed write, only a new process that reads the store can know what it contains."""
    with contextlib.suppress(OSError, ValueError, AttributeError):  # stderr may be closed
        sys.stderr.write(f"croupier: stopping, because the journal cannot be relied on: {error}\n")
        sys.stderr.flush()
    os._exit(70)
