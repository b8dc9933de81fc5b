"""`croupier` on a machine whose clocks can be put ahead: clock_ahead.py FILE serve floor.toml.

The clocks are ahead by as many minutes as the file has bytes. Both clocks move together, so the server sees no jump: to it, the
time has passed.
"""

import os
import sys
import time
from pathlib import Path

MINUTE = 60 * 10**9
PROGRAM = str(Path(__file__))


def _ahead() -> int:
    return os.stat(_FILE).st_size * MINUTE  # noqa: PTH116 - it is read all the time


def put_ahead(file: Path, minutes: int) -> None:
    """Let this much time pass."""
    with file.open("ab") as ahead:
        ahead.write(b"." * minutes)


if __name__ == "__main__":
    _FILE = sys.argv.pop(1)
    wall, since_start = time.time_ns, time.clock_gettime_ns
    time.time_ns = lambda: wall() + _ahead()
    time.clock_gettime_ns = lambda clock: since_start(clock) + _ahead()

    from croupier.cli import main

    main()
