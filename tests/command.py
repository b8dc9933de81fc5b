"""The command line in a process of its own."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory

from croupier.cli import main
from forked import FORKS, start_fork_server

TIMEOUT = 60


def croupier(*words: str, given: str | None = None) -> CompletedProcess[str]:
    """Run a command to its end. A test of how a process starts, is stopped or is piped runs `python -m croupier` itself."""
    start_fork_server()
    with TemporaryDirectory() as name:
        place = Path(name)
        (place / "in").write_text(given or "")
        process = FORKS.Process(target=_run, args=(words, dict(os.environ), place))
        process.start()
        process.join(TIMEOUT)
        if process.exitcode is None:
            process.kill()
            process.join()
            raise TimeoutError(words)
        return CompletedProcess(words, process.exitcode, (place / "out").read_text(), (place / "err").read_text())


def _run(words: tuple[str, ...], environment: Mapping[str, str], place: Path) -> None:
    """Take over standard input, output and error, as a shell would, and run the command."""
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["croupier", *words]
    sys.stdin = (place / "in").open()
    sys.stdout, sys.stderr = (place / "out").open("w"), (place / "err").open("w")
    for number, stream in enumerate((sys.stdin, sys.stdout, sys.stderr)):
        os.dup2(stream.fileno(), number)
    main(words)
