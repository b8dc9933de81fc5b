"""The fuzzers find a bug of every kind that they look for, if there is one."""

from pathlib import Path
from random import Random

import pytest

from running import Server, server
from server.fuzzing import BRISK, FoundError, complaints, fuzz_http, fuzz_known, fuzz_socket
from server.known_clients import KnownNonsense, floor_with_devices, known

PLANTED = Path(__file__).with_name("planted.py")
MESSAGES = 1_500
FEW = 400
"""Enough for bugs that show at once."""


def check(running: Server, messages: int) -> None:
    """What `test_fuzz` does, in short."""
    chance = Random(1)  # noqa: S311
    fuzz_socket(running, chance, messages)
    fuzz_http(running, chance, messages)
    assert complaints(running.stop()) == []


@pytest.mark.parametrize(
    ("bug", "messages", "found"),
    [
        ("fails_on_fragments", FEW, "NotImplementedError: fragments"),
        ("hangs_on_nesting", MESSAGES, "not served|does not answer|reads nothing|accepts no"),
        ("keeps_terminals", MESSAGES, "it grew from"),
        ("keeps_files", FEW, "files are open"),
        ("answers_twice", FEW, "LocalProtocolError"),
    ],
)
def test_a_planted_bug_is_found(bug: str, messages: int, found: str, tmp_path: Path) -> None:
    program = (str(PLANTED), bug)
    with (
        pytest.raises((FoundError, AssertionError), match=found),
        server(tmp_path / "j.sqlite", *BRISK, program=program) as running,
    ):
        check(running, messages)


def test_a_server_without_a_planted_bug_is_not_found_to_have_one(tmp_path: Path) -> None:
    with server(tmp_path / "j.sqlite", *BRISK) as running:
        check(running, MESSAGES)


def check_known(folder: Path, bug: str) -> None:
    """What `test_fuzz` does with clients that are known, in short."""
    chance = Random(1)  # noqa: S311
    with floor_with_devices(folder, program=(str(PLANTED), bug)) as floor:
        opened_by, manager = known(floor)
        # Of every hundred messages, about one is a report that the server reads; fewer where the machine is busy.
        fuzz_known(floor, manager, KnownNonsense(chance, opened_by), chance, MESSAGES)
        floor.stop()


def test_a_planted_bug_is_found_by_clients_that_are_known(tmp_path: Path) -> None:
    with pytest.raises((FoundError, AssertionError), match="NotImplementedError"):
        check_known(tmp_path, "fails_on_reports")
