"""Programs in processes of their own, forked from a server that has imported what most of them need.

A process starts in a tenth of the time that a new interpreter takes to import croupier. Each worker has its own fork server.
"""

import multiprocessing
import os
import runpy
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from pathlib import Path
from unittest import mock

from croupier.cli import main
from croupier.people.credentials import Credentials
from floor_people import FAST

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["warm"])


@cache
def start_fork_server() -> None:
    """Start it once. It finds `warm` in this folder."""
    path = os.pathsep.join((str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])))
    with mock.patch.dict(os.environ, PYTHONPATH=path):
        forkserver.ensure_running()


class Forked:
    """A running program. It has what `subprocess.Popen` has, as far as tests need it."""

    def __init__(self, words: Sequence[str], *, program: Sequence[str] = (), errors: Path | None = None) -> None:
        """Run `croupier` with these words, or another program: a file and words that come first.

        Stdout can be read from `stdout`, and stderr, too, unless there is a file for it. Passwords are checked fast.
        """
        start_fork_server()
        reading, writing = FORKS.Pipe(duplex=False)
        self._process = FORKS.Process(target=_run, args=(words, program, dict(os.environ), str(Path.cwd()), writing, errors))
        self._process.start()
        writing.close()
        assert self._process.pid
        self.pid = self._process.pid
        self.stdout = os.fdopen(os.dup(reading.fileno()), encoding="utf-8")
        reading.close()

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired(str(self._process), timeout)
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        if self._process.exitcode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def communicate(self, timeout: float) -> tuple[str, None]:
        """Wait for the end, and return what it still said: it says less than a pipe holds."""
        self.wait(timeout)
        with self.stdout:
            return self.stdout.read(), None


def _run(
    words: Sequence[str],
    program: Sequence[str],
    environment: Mapping[str, str],
    folder: str,
    output: Connection,
    errors: Path | None,
) -> None:
    """Take over stdout and stderr, as a shell would, and run the program."""
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    os.dup2(output.fileno(), 1)
    os.dup2(os.open(errors, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600) if errors else 1, 2)
    sys.stdout, sys.stderr = (open(number, "w", encoding="utf-8", buffering=1, closefd=False) for number in (1, 2))  # noqa: SIM115
    Credentials.__init__.__defaults__ = (FAST,)
    if program:
        file, *first = program
        sys.argv = [file, *first, *words]
        sys.path.insert(0, str(Path(file).parent))
        runpy.run_path(file, run_name="__main__")
    else:
        sys.argv = ["croupier", *words]
        main(words)
