"""An inspection reads a job, reports how far it is, and says what it found; what is wrong is found here, too."""

import subprocess
import sys
from functools import cache
from pathlib import Path

import msgspec
import pytest

from croupier.audit.inspection import Findings, InspectionKind, Job, LinesRead, Report, inspect
from croupier.audit.local_time import in_zone
from croupier.journal.anchors import SigningKey
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Line
from croupier.journal.sqlite import SqliteStore
from journals import copied, play


@cache
def honest() -> MemoryStore:
    store = MemoryStore()
    play(store, "craps", commands=60)
    play(store, "wheel", "ministar-roulette-2018", commands=60)
    return store


def journal(folder: Path, *, forged: bool = False) -> str:
    """A journal on a file; if it is forged, one line of the wheel is another than its hash says."""
    path = folder / f"{'forged' if forged else 'honest'}.sqlite"
    if path.exists():
        return str(path)
    store = SqliteStore(path)

    def change(line: Line) -> Line:
        return line._replace(body=line.body + b" ") if forged and line[:2] == ("wheel", 5) else line

    copied(honest(), store, change)
    store.close()
    return str(path)


def told(
    kind: InspectionKind, folder: Path, *, forged: bool = False, table: str | None = None, round: int | None = None
) -> Findings:
    reports: list[LinesRead] = []
    found = inspect(Job(journal(folder, forged=forged), kind, table, round), reports.append)
    assert reports
    assert all(0 <= each.done <= each.of for each in reports)
    return found


@pytest.mark.parametrize("kind", [InspectionKind.VERIFY, InspectionKind.BALANCE, InspectionKind.RESETTLE])
def test_a_forged_line_is_found_by_every_inspection(kind: InspectionKind, tmp_path: Path) -> None:
    assert told(kind, tmp_path).holds
    found = told(kind, tmp_path, forged=True)
    assert not found.holds
    assert any("wheel" in each and "line 5" in each for each in found.sentences), found


def test_one_table_or_one_round_is_inspected(tmp_path: Path) -> None:
    found = told(InspectionKind.BALANCE, tmp_path, table="craps")
    assert found.sentences[0] == "craps"
    assert "wheel" not in found.sentences
    second = told(InspectionKind.TELL, tmp_path, table="craps", round=2).sentences
    assert len(second) > 1
    assert not set(second) >= set(told(InspectionKind.TELL, tmp_path, table="craps", round=3).sentences)
    assert told(InspectionKind.TELL, tmp_path, table="craps", round=10**6).sentences == ("Nothing happened in this round.",)


def test_the_journal_is_verified_with_the_key_of_the_floor(tmp_path: Path) -> None:
    seal, store = SigningKey(tmp_path / "key"), MemoryStore()
    play(store, "craps", commands=60, seal=seal)
    path = tmp_path / "signed.sqlite"
    kept = SqliteStore(path)
    copied(store, kept)
    kept.close()

    def verified(key: str | None) -> Findings:
        return inspect(Job(str(path), InspectionKind.VERIFY, key=key), lambda _: None)

    known = verified(seal.public)
    assert known.holds
    assert f"signed with {seal.public}" in known.sentences
    assert f"signed with {seal.public} (taken on trust)" in verified(None).sentences
    assert not verified(SigningKey(tmp_path / "other").public).holds, "another floor has signed it"


def test_a_new_journal_without_an_anchor_holds(tmp_path: Path) -> None:
    found = inspect(Job(journal(tmp_path), InspectionKind.VERIFY, key=SigningKey(tmp_path / "key").public), lambda _: None)
    assert found.holds, found


def test_findings_have_the_times_of_the_floor(tmp_path: Path) -> None:
    job = Job(journal(tmp_path), InspectionKind.TELL, "craps", 2)
    utc, local = (
        inspect(msgspec.structs.replace(job, zone=zone), lambda _: None).sentences for zone in ("UTC", "Australia/Sydney")
    )
    assert any(" UTC " in line for line in utc)
    assert not any(" UTC" in line for line in local)
    assert local == tuple(in_zone(line, "Australia/Sydney") for line in utc)


def test_a_journal_that_is_not_there_is_a_finding(tmp_path: Path) -> None:
    found = inspect(Job(str(tmp_path / "missing.sqlite"), InspectionKind.VERIFY), lambda _: None)
    assert not found.holds
    assert "missing.sqlite" in found.sentences[0]


def test_the_program_reads_its_job_and_ends_with_its_findings(tmp_path: Path) -> None:
    job = msgspec.json.encode(Job(journal(tmp_path), InspectionKind.RESETTLE))
    command = [sys.executable, "-m", "croupier.audit.inspection"]
    ran = subprocess.run(command, input=job, capture_output=True, check=True)  # noqa: S603 - our own program
    *reports, last = (msgspec.json.decode(line, type=Report) for line in ran.stdout.splitlines())
    assert isinstance(last, Findings)
    assert last.holds
    assert all(isinstance(each, LinesRead) for each in reports)
