"""The program that repeats tests: it finds those that start something, and a failure that comes later."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import repeat

TESTS = """
import multiprocessing
import threading
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def clerk():
    thread = threading.Thread(target=int)
    thread.start()
    yield thread
    thread.join()


def test_shares_a_thread(clerk):
    pass


def test_starts_a_thread_and_fails_the_third_time():
    thread = threading.Thread(target=int)
    thread.start()
    thread.join()
    runs = Path("runs.txt")
    runs.write_text(runs.read_text() + "x" if runs.exists() else "x")
    assert runs.read_text() != "xxx"


def test_starts_a_process_of_a_fork_server():
    process = multiprocessing.get_context("forkserver").Process(target=int)
    process.start()
    process.join()


def test_adds_up():
    assert 1 + 1 == 2
"""
MORE = """
import threading


def test_starts_another_thread():
    thread = threading.Thread(target=int)
    thread.start()
    thread.join()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with four tests, three of which depend on threads or processes, and a module beside them."""
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_threads.py").write_text(TESTS)
    (tmp_path / "test_more.py").write_text(MORE)
    return tmp_path


def repeated(folder: Path, *options: str, paths: Sequence[str] = ("test_threads.py",)) -> subprocess.CompletedProcess[str]:
    """Run the program in this folder, without plugins that only cost time here."""
    command = [
        sys.executable,
        str(repeat.__file__),
        *paths,
        "--busy=1",
        "--workers=1",
        f"--folder={folder / 'kept'}",
        *options,
    ]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - our own


def test_it_repeats_what_starts_something_and_finds_what_fails_later(folder: Path) -> None:
    """The test that only computes is run once; a later part goes on, names the failure and keeps its output."""
    first = repeated(folder, "--times=2")
    assert first.returncode == 0, first
    assert first.stdout.splitlines() == [
        "pass 1: 4 tests, 0 failed; 3 to go on with",
        "pass 2: 3 tests, 0 failed; 0 to go on with",
        "3 tests that start something, each 2 times or more; failures: 0",
    ]
    later = repeated(folder, "--times=3")
    assert later.returncode == 1, later
    assert later.stdout.splitlines() == [
        "pass 3: 3 tests, 1 failed; 0 to go on with",
        "  test_threads.py::test_starts_a_thread_and_fails_the_third_time",
        "3 tests that start something, each 3 times or more; failures: 1",
    ]
    assert "assert 'xxx' != 'xxx'" in (folder / "kept" / "pass-3.txt").read_text()


def test_what_was_looked_at_in_a_part_does_not_hide_the_rest(folder: Path) -> None:
    first = repeated(folder, "--times=1", paths=["test_more.py"])
    assert first.stdout.splitlines()[-1] == "1 tests that start something, each 1 times or more; failures: 0"
    both = repeated(folder, "--times=1", paths=["test_more.py", "test_threads.py"])
    assert both.stdout.splitlines() == [
        "pass 2: 5 tests, 0 failed; 0 to go on with",
        "4 tests that start something, each 1 times or more; failures: 0",
    ]


def test_a_test_that_is_not_there_any_more_ends_it_with_an_error(folder: Path) -> None:
    assert repeated(folder, "--times=1").returncode == 0
    (folder / "test_threads.py").write_text(TESTS.replace("test_shares_a_thread", "test_shares"))
    later = repeated(folder, "--times=2")
    assert later.returncode == 1
    assert "a test was renamed (then begin --anew)" in later.stderr
