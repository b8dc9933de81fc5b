"""The images of power cuts, tried on journals that do tell too early: the same check has to find that."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from croupier.journal.journal import Numbered
from croupier.journal.port import Head, Row
from croupier.journal.sqlite import SqliteStore
from faults.powercut import How, Recorded, cuts, flaw, recorded

IMAGES = 60


class Hasty(Recorded):
    """Tells before it has written."""

    def _written(self, together: Sequence[Numbered]) -> Sequence[Numbered]:
        self._tell(together)
        return super()._written(together)


class Piecemeal(SqliteStore):
    """Writes a group line by line."""

    def commit(self, before: Mapping[str, Head], lines: Sequence[Row]) -> None:
        for line in lines:
            super().commit(before, [line])


def found(how: How, directory: Path) -> Counter[str]:
    """What is found in how many images, by the first word."""
    evening = recorded(how, directory)
    flaws = [flaw(evening, cut, directory) for cut in cuts(evening, range(IMAGES))]
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
    said = found(How(commands=100, pages=30, store=Piecemeal), tmp_path)
    assert said["an entry of which a part is missing"] > IMAGES // 10
