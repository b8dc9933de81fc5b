"""The command line in a process of its own."""

import subprocess
import sys


def croupier(*words: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    command = [sys.executable, "-m", "croupier", *words]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=False, timeout=60)  # noqa: S603
