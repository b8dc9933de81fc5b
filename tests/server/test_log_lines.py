"""The log as JSON: each line is one object, with the event that a program looks for and its details."""

import asyncio
import json
import logging
from collections import deque
from pathlib import Path
from typing import Any

import apsw
import pytest

from croupier.devices import SoftwareGenerator
from croupier.floor import warning
from croupier.floor.clock import Clock
from croupier.floor.limits import ClientLimits
from croupier.floor.timetable import Timing
from croupier.journal import exit
from croupier.journal.address import failure
from croupier.journal.exit import exit_process
from croupier.journal.port import BrokenLineError, JournalError
from croupier.rules.outcomes import OutcomeName, Space
from croupier.server.gate import REPORT_INTERVAL, Gate
from virtual import Floor, on_virtual_time


@pytest.fixture(autouse=True)
def as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo the choice of a format afterwards: it is the process's."""
    monkeypatch.setattr(warning, "_formats", ["text"])
    monkeypatch.setattr(exit, "_reports", [])
    monkeypatch.setattr(logging.root, "handlers", [])
    monkeypatch.setattr(logging.root, "level", logging.WARNING)
    warning.write_json()


def logged(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """The lines without their times."""
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert all(line.pop("at").endswith("+00:00") for line in lines)
    return lines


def test_refusals_by_limits_are_one_line_with_their_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    now = 0.0
    gate = Gate(ClientLimits(), most=100, time=lambda: now)
    for limit in ("seats", "hellos-per-second", "seats"):
        gate.count(limit)
    deque(gate.sweep(), maxlen=0)
    assert logged(capsys) == [
        {
            "event": "refused-by-limits",
            "sentence": "refused by limits since the last report: seats 2, hellos-per-second 1",
            "limits": {"seats": 2, "hellos-per-second": 1},
        }
    ]
    gate.count("seats")
    deque(gate.sweep(), maxlen=0)
    assert logged(capsys) == [], "not before the next report is due"
    now = REPORT_INTERVAL
    deque(gate.sweep(), maxlen=0)
    assert [line["limits"] for line in logged(capsys)] == [{"seats": 1}], "and then only what is new"


def test_a_journal_that_cannot_be_relied_on_is_one_line_with_the_exit_code(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    codes: list[int] = []
    monkeypatch.setattr("os._exit", codes.append)
    exit_process(JournalError("floor.sqlite: its disk is full"))
    why = "stopping, because the journal cannot be relied on: floor.sqlite: its disk is full"
    assert (codes, logged(capsys)) == ([70], [{"event": "failed", "sentence": why, "exit_code": 70}])


@pytest.mark.parametrize("damage", [BrokenLineError("craps", 9, "is not there"), apsw.CorruptError("malformed")])
def test_a_damaged_journal_ends_with_the_code_after_which_nobody_starts_again(
    damage: Exception, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new process would find the same damage, and take bets until it does. The unit file leaves this code alone."""
    codes: list[int] = []
    monkeypatch.setattr("os._exit", codes.append)
    exit_process(failure("floor.sqlite", damage))
    assert (codes, [line["exit_code"] for line in logged(capsys)]) == ([2], [2])
    unit = (Path(__file__).parents[2] / "deploy/croupier.service").read_text().splitlines()
    assert {"Restart=on-failure", "RestartPreventExitStatus=2"} <= {*unit}


def test_an_unexpected_error_is_one_line_with_its_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    """Also of a library, which knows nothing of our log."""
    try:
        next(iter(()))
    except StopIteration:
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application")
    logging.getLogger("asyncio").warning("%d tasks are left", 2)
    error, warned = logged(capsys)
    assert (error["event"], error["sentence"]) == ("error", "Exception in ASGI application")
    assert error["traceback"].endswith("StopIteration")
    assert warned == {"event": "error", "sentence": "2 tasks are left"}


class Broken(SoftwareGenerator):
    """A device whose program has an error."""

    def draw(self, space: Space) -> OutcomeName:
        raise ZeroDivisionError(f"a bug with {len(space.ways)} ways")


def test_a_table_that_stops_is_one_line_with_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    async def scene(clock: Clock) -> None:
        floor = Floor(clock, Timing(betting=2, showing=0.5, calling=0.1), Broken())
        await floor.open("ministar-roulette-2018")
        async with floor.running():
            await asyncio.sleep(60)

    on_virtual_time(scene)
    why = "an error of the program (ZeroDivisionError: a bug with 37 ways)"
    assert logged(capsys) == [
        {
            "event": "table-stopped",
            "sentence": f"ministar-roulette-2018: play is stopped until a restart, because of {why}",
            "table": "ministar-roulette-2018",
        }
    ]
