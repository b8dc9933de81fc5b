"""Inspections in processes of their own: they end whatever happens, and tell nobody where the journal is."""

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.audit.inspection import InspectionKind, Job
from croupier.floor.inspections import FAILED, PROGRAM, Inspection, InspectionError, Inspections
from croupier.people.message import Author
from journals import journal_on

IRA, MAX = Author("ira", "Ira Stone"), Author("max", "Max Orr")
FOUND = "the house owes"
Start = Callable[..., Awaitable[Any]]


@pytest.fixture
def job(tmp_path: Path) -> Job:
    """Balance an empty journal at an address that nobody else may know."""
    data = tmp_path / "a-secret-place.sqlite"
    journal_on(data).close()
    return Job(str(data), InspectionKind.BALANCE)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The arguments of every process that was started."""
    start: Start = asyncio.create_subprocess_exec
    all_arguments: list[tuple[Any, ...]] = []

    async def spy(*arguments: Any, **options: Any) -> Any:
        all_arguments.append((*arguments, *options.get("env", {}).values()))
        return await start(*arguments, **options)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", spy)
    return all_arguments


async def ended(inspection: Inspection) -> str:
    """The first sentence of an inspection, once it has ended."""
    async with asyncio.timeout(60):
        while inspection.findings is None:  # noqa: ASYNC110 - what is waited for has no event of its own
            await asyncio.sleep(0.02)
    return inspection.findings.sentences[0]


def test_the_address_of_the_journal_is_not_in_the_arguments_of_the_process(job: Job, started: list[tuple[Any, ...]]) -> None:
    """A database address may have a password, and everybody on a machine can list arguments."""

    async def work() -> None:
        assert FOUND in await ended(Inspections().start(job, MAX, 0))

    asyncio.run(work())
    (arguments,) = started
    assert not [each for each in arguments if "a-secret-place" in str(each)]


def test_a_process_whose_server_is_gone_ends_without_a_word(job: Job) -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen(PROGRAM, stdin=pipe, stdout=pipe, stderr=pipe) as process:  # noqa: S603
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(msgspec.json.encode(job))
        process.stdin.close()
        assert process.stderr.read() == b""


def test_a_process_that_does_not_start_leaves_room_for_the_next(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    async def no_memory(*_: Any, **__: Any) -> None:
        raise OSError("Cannot allocate memory")

    async def work() -> None:
        inspections = Inspections()
        with monkeypatch.context() as patched:
            patched.setattr(asyncio, "create_subprocess_exec", no_memory)
            assert await ended(inspections.start(job, MAX, 0)) == FAILED
        assert FOUND in await ended(inspections.start(job, MAX, 0))

    asyncio.run(work())


def test_an_inspection_that_is_stopped_before_its_process_starts_has_ended(job: Job, started: list[tuple[Any, ...]]) -> None:
    async def work() -> None:
        inspections = Inspections()
        first = inspections.start(job, MAX, 0)
        assert await inspections.stop(first, IRA)
        assert await ended(first) == "It was stopped by Ira Stone."
        assert started == []
        assert FOUND in await ended(inspections.start(job, MAX, 0))

    asyncio.run(work())


def test_one_inspection_runs_at_a_time_and_one_that_has_ended_keeps_its_findings(job: Job) -> None:
    async def work() -> None:
        inspections = Inspections()
        first = inspections.start(job, MAX, 0)
        with pytest.raises(InspectionError):
            inspections.start(job, IRA, 0)
        assert FOUND in await ended(first)
        assert not await inspections.stop(first, IRA)
        assert FOUND in await ended(first)
        second = inspections.start(job, MAX, 0)
        assert not await inspections.stop(first, IRA)
        assert FOUND in await ended(second)

    asyncio.run(work())


def test_a_process_that_has_told_all_is_not_killed(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may not have ended when its output does. A signal then takes its exit status from the loop, which warns of it."""
    killed: list[int] = []

    def kill(process: asyncio.subprocess.Process) -> None:
        killed.append(process.pid)

    monkeypatch.setattr(asyncio.subprocess.Process, "kill", kill)
    child = "import os, sys; sys.stdin.read(); os.close(1); os.close(sys.stdin.fileno())"
    monkeypatch.setattr("croupier.floor.inspections.PROGRAM", (sys.executable, "-c", child))

    async def work() -> None:
        for _ in range(5):
            assert await ended(Inspections().start(job, MAX, 0)) == FAILED

    asyncio.run(work())
    assert killed == []
