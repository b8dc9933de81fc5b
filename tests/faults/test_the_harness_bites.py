"""The images of power cuts, tried on journals that do tell too early: the same check has to find that."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pytest

from croupier.journal.journal import Journal, Prepared
from croupier.journal.port import Head, Row
from croupier.journal.sqlite import SqliteStore
from faults.powercut import How, Recorded, cuts, flaw, recorded
from faults.restart import failed_start

IMAGES = 60


class Hasty(Recorded):
    """Tells before it has written."""

    def _take(self, numbered: Prepared) -> None:
        self._tell([numbered])
        self._written([numbered])


class Piecemeal(SqliteStore):
    """Writes a group line by line."""

    def commit(self, before: Mapping[str, Head], lines: Sequence[Row]) -> None:
        for line in lines:
            super().commit(before, [line])


def no_names(_folder: Path) -> None:
    """Wait for nothing."""


def hasty_copies(file: Path, bodies: Iterable[bytes]) -> None:
    """Add copies without waiting for the medium."""
    with file.open("ab") as copies:
        copies.writelines(body + b"\n" for body in bodies)


def no_copies(_file: Path, _journal: Journal) -> list[bytes]:
    """Think that nothing is lacking."""
    return []


def found(how: How, directory: Path) -> Counter[str]:
    """What is found in how many images, by the first word."""
    evening = recorded(how, directory)
    flaws = [flaw(evening, cut, directory) or failed_start(evening, cut, directory) for cut in cuts(evening, range(IMAGES))]
    return Counter(each.split(":")[0] if each else "" for each in flaws)


def test_a_journal_that_does_what_it_says_has_no_flaw(tmp_path: Path) -> None:
    assert found(How(commands=100, pages=30), tmp_path) == {"": IMAGES}


def test_one_that_waits_for_the_disk_only_at_checkpoints_loses_what_was_told_and_nothing_else(tmp_path: Path) -> None:
    said = found(How(commands=100, pages=100, synchronous="NORMAL"), tmp_path)
    assert said["lost"] > IMAGES // 2
    assert said.keys() <= {"", "lost"}


def test_one_that_never_waits_for_the_disk_is_lost_or_damaged(tmp_path: Path) -> None:
    said = found(How(commands=100, pages=30, synchronous="OFF"), tmp_path)
    assert said["lost"] > IMAGES // 20
    assert said[""] < IMAGES // 3
    assert said.keys() - {"", "lost"}


def test_one_that_tells_before_it_has_written_loses_what_was_told(tmp_path: Path) -> None:
    said = found(How(commands=100, pages=30, journal=Hasty), tmp_path)
    assert said["lost"] > IMAGES // 4
    assert said.keys() <= {"", "lost"}


def test_one_that_writes_piece_by_piece_leaves_halves(tmp_path: Path) -> None:
    said = found(How(commands=100, pages=30, store=Piecemeal, snapshots=1), tmp_path)
    assert said["an entry of which a part is missing"]


def test_a_key_whose_name_nobody_waited_for_is_lost_and_what_it_signed_is_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.journal.anchors.fsync_path", no_names)
    monkeypatch.setattr("croupier.floor.notary.fsync_path", no_names)  # or the first copy would settle that of the key
    said = found(How(commands=100, pages=30), tmp_path)
    assert said["cannot be started"] > 0
    assert said.keys() <= {"", "cannot be started", "lost"}


@pytest.mark.parametrize("plant", ["fsync_path", "_add"])
def test_copies_that_nobody_waited_for_are_lost(plant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"croupier.floor.notary.{plant}", {"fsync_path": no_names, "_add": hasty_copies}[plant])
    said = found(How(commands=100, pages=30), tmp_path)
    assert said["lost"] > IMAGES // 20
    assert said.keys() <= {"", "lost", "anchors were not copied"}


def test_a_server_that_adds_no_copies_at_its_start_leaves_some_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.floor.notary._lacking", no_copies)
    said = found(How(commands=300, pages=30), tmp_path)
    assert said["anchors were not copied"] > 0
    assert said.keys() == {"", "anchors were not copied"}
