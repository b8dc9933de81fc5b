"""How a server starts and stops, for whoever types the command."""

import signal
import subprocess
import sys
import time
from contextlib import nullcontext
from datetime import date
from pathlib import Path

import pytest

from command import croupier
from croupier.journal.anchors import SigningKey
from croupier.journal.memory import MemoryStore
from croupier.journal.port import JournalError
from croupier.journal.streams import tables
from croupier.rules.moments import DAY
from croupier.server.starting import check_date
from journals import looked_at, sign, tampered
from patience import PATIENCE
from running import server

QUICK = ("--betting", "0.2", "--showing", "0", "--guests", "3")


def started(data: Path, *options: str) -> str:
    """All that a server says from its start to its clean end."""
    said = data.with_name("said")
    command = [sys.executable, "-m", "croupier", "demo", "--data", str(data), "--port", "0", *QUICK, *options]
    with said.open("w") as out, subprocess.Popen(command, stdout=out, stderr=out) as process:  # noqa: S603 - our own words
        while "continues it." not in " ".join(said.read_text().split()) and process.poll() is None:
            time.sleep(0.1)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0, said.read_text()
    return said.read_text()


@pytest.mark.parametrize("name", ["a.sqlite", "a.sqlite-wal", "a.sqlite-lock", "a.sqlite-key", "key", "link"])
def test_copies_of_anchors_are_not_added_to_the_journal_or_its_key(name: str, tmp_path: Path) -> None:
    data, named = tmp_path / "a.sqlite", tmp_path / name
    key = ("--key", str(tmp_path / "key")) if name == "key" else ()
    if name == "link":
        data.touch()
        named.hardlink_to(data)
    ran = croupier("demo", "--port", "0", "--data", str(data), "--anchors", str(named), *key)
    sentence = "belongs to the journal or is its key; name another file for the copies of anchors"
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"croupier: {named}: {sentence}\n")
    assert not [file for file in tmp_path.iterdir() if file.stat().st_size], "nothing was written"


def test_a_key_that_is_a_file_of_the_journal_is_refused(tmp_path: Path) -> None:
    data = tmp_path / "a.sqlite"
    ran = croupier("demo", "--port", "0", "--data", str(data), "--key", f"{data}-wal")
    sentence = "belongs to the journal itself; name another file for the key"
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"croupier: {data}-wal: {sentence}\n")
    assert not list(tmp_path.iterdir())


def test_a_new_key_is_said_aloud_once_and_none_is_made_where_one_has_signed(tmp_path: Path) -> None:
    data = tmp_path / "a.sqlite"
    first, second, third = started(data), started(data), started(data, "--verbose")
    public = SigningKey(Path(f"{data}-key")).public
    for said in (first, second, third):
        assert all(len(line) <= 80 for line in said.splitlines() if str(tmp_path) not in line), said
    assert f"Its signing key is new: keep a copy of {data}-key elsewhere." in " ".join(first.split())
    assert f"the key in {data}-key" in " ".join(third.split())
    assert public in third
    assert "choose a table" in second
    assert "signing key" not in second, "a visitor need not know of it"
    ran = croupier("demo", "--port", "0", "--data", str(data), "--key", str(tmp_path / "other"))
    sentence = "there is no key, and this journal was signed with one; put it back, or name the file that has it (key in the"
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith(f"croupier: {tmp_path}/other: {sentence}")
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize(
    ("later", "today", "refused"),
    [
        (DAY, None, None),
        (
            DAY + 1,
            None,
            "the clock of this machine says 2025-10-11, 1.0 days after the journal was last signed, and the floor's time",
        ),
        (400 * DAY, None, "if that is the date, start once with --today 2026-11-14, or set the clock right"),
        (400 * DAY, date(2026, 11, 14), None),
        (400 * DAY, date(2025, 11, 14), "the clock of this machine says 2026-11-14, not 2025-11-14; set it right"),
        (5, date(2025, 10, 11), "says 2025-10-10, not 2025-10-11"),
        (-DAY, None, None),
    ],
)
def test_a_clock_far_ahead_of_the_journal_is_confirmed_or_refused(
    later: int, today: date | None, refused: str | None, tmp_path: Path
) -> None:
    store, signed = MemoryStore(), 1_760_050_000_000
    check_date(store, signed + 9_999 * DAY, "UTC", None)  # a new journal
    sign(store, SigningKey(tmp_path / "key"), signed)
    with pytest.raises(JournalError, match=refused) if refused else nullcontext():
        check_date(store, signed + later, "Australia/Sydney", today)


def test_a_clean_stop_leaves_no_line_unsigned(tmp_path: Path) -> None:
    data = tmp_path / "a.sqlite"
    for _ in range(2):
        started(data)
        assert not Path(f"{data}-wal").exists(), "the one file is the whole journal"
        ran = croupier("audit", "verify", str(data))
        assert (ran.returncode, ran.stderr) == (0, "")
        assert "signed yet" not in ran.stdout


def test_a_start_that_is_refused_has_claimed_no_table(tmp_path: Path) -> None:
    data = tmp_path / "a.sqlite"
    started(data)
    with looked_at(data) as reader:
        last = tables(reader.heads())[-1]
    tampered(data, f"UPDATE line SET hash = zeroblob(32) WHERE stream = '{last}/claims' AND number = 1")  # noqa: S608 - our own words
    with looked_at(data) as reader:
        before = reader.heads()
    ran = croupier("demo", "--port", "0", "--data", str(data))
    assert (ran.returncode, ran.stdout) == (2, "")
    with looked_at(data) as reader:
        assert reader.heads() == before


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_server_to_which_nobody_listens_stops_as_cleanly(how: signal.Signals, tmp_path: Path) -> None:
    data = tmp_path / "a.sqlite"
    command = [sys.executable, "-m", "croupier", "demo", "--data", str(data), "--port", "0", *QUICK]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        time.sleep(1)
        assert process.poll() is None, "it goes on"
        process.send_signal(how)
        assert (process.wait(PATIENCE), process.stderr.read()) == (0, "")
    assert croupier("audit", "verify", str(data)).returncode == 0


@pytest.mark.parametrize("closed", [">&-", "<&- >&- 2>&-"])
def test_a_server_without_standard_files_runs_and_stops_as_cleanly(closed: str, tmp_path: Path) -> None:
    data, copies = tmp_path / "a.sqlite", tmp_path / "copies"
    command = [sys.executable, "-m", "croupier", "demo", "--data", str(data), "--port", "0", "--anchors", str(copies), *QUICK]
    shell = ["sh", "-c", f'exec "$@" {closed}', "sh", *command]
    with subprocess.Popen(shell, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own words
        while not copies.exists():  # which come once the tables run
            assert process.poll() is None
            time.sleep(0.1)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        assert process.stderr
        assert not process.stderr.read()
    ran = croupier("audit", "verify", str(data))
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_server_stops_at_once_while_it_still_looks_back(tmp_path: Path) -> None:
    """Also where somebody else looks at the journal for longer. The faster of two: others may keep the machine busy."""
    data, seconds = tmp_path / "a.sqlite", list[float]()
    for _ in range(2):
        with server(data, *QUICK) as running, looked_at(data) as reader:
            reader.heads()
            time.sleep(1)
            begun = time.monotonic()
            running.stop()
            seconds.append(time.monotonic() - begun)
    assert min(seconds) < 8


def test_a_server_that_cannot_write_any_more_says_why_and_what_to_do(tmp_path: Path) -> None:
    data = tmp_path / "a.sqlite"
    command = [sys.executable, "-m", "croupier", "demo", "--data", str(data), "--port", "0", *QUICK]
    shell = ["sh", "-c", 'ulimit -f 150; exec "$@"', "sh", *command]
    ran = subprocess.run(shell, capture_output=True, text=True, check=False, timeout=60)  # noqa: S603 - our own words
    sentence = f"{data}: cannot be read or written (disk I/O error); check its disk, and what limits the size of files"
    assert (ran.returncode, ran.stderr) == (
        70,
        f"croupier: stopping, because the journal cannot be relied on: {sentence}\n",
    )
    assert croupier("audit", "verify", str(data)).returncode == 0
