"""A PDF file for a client that has left is not written: its process ends."""

import http.client
import os
import time
from collections.abc import Callable
from pathlib import Path

from live_floor import live_floor
from patience import PATIENCE

ENDLESS = """
import os, pathlib, time
pathlib.Path({file!r}).write_text(f"{{os.getpid()}}\\n")
time.sleep(3600)
"""
"""Writes its process id, and never a PDF file."""
SERVER = """
import sys
from croupier.cli import main
from croupier.floor import papers
papers.PROGRAMS[papers.PaperJob] = (sys.executable, {endless!r})
main()
"""


def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_file_for_a_client_that_has_left_is_not_written(folder: Path) -> None:
    started, endless, server = folder / "started", folder / "endless.py", folder / "server.py"
    endless.write_text(ENDLESS.format(file=str(started)))
    server.write_text(SERVER.format(endless=str(endless)))
    with live_floor(folder, tables=("wheel",), program=(str(server),)) as floor:
        sue = floor.hire("sue", "Sue Park", "supervisor", by=floor.administrator())
        line = http.client.HTTPConnection("127.0.0.1", floor.port, timeout=PATIENCE)
        cookies = "; ".join(f"{name}={value}" for name, value in sue.cookies.items())
        line.request("GET", "/api/v1/tables/wheel/paper", headers={"Cookie": cookies})
        until(lambda: started.exists() and started.read_text().endswith("\n"))
        process = int(started.read_text())
        assert is_running(process)
        line.close()
        until(lambda: not is_running(process))
