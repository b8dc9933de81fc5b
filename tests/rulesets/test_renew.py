"""`tests/renew.py` shows what has changed in the golden files, and writes it only if asked to."""

from pathlib import Path
from shutil import copy

import pytest

from renew import FILES, GOLDEN, main


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    """A copy of the golden files."""
    for name in FILES:
        copy(GOLDEN / name, tmp_path)
    return tmp_path


def test_the_golden_files_are_up_to_date(golden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([], golden) == 0, "check the difference, then run tests/renew.py --write"
    assert capsys.readouterr().out == "nothing to renew\n"


def test_a_stale_file_is_shown_as_a_diff_and_written_on_request(golden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edges = golden / "edges.txt"
    right = edges.read_text()
    edges.write_text(right.replace("place-win:6 1/66", "place-win:6 1/67", 1).replace("world 1/9\n", ""))
    stale = edges.read_text()
    assert main([], golden) == 1
    shown = capsys.readouterr().out
    assert "-place-win:6 1/67\n+place-win:6 1/66\n" in shown
    assert "\n+world 1/9\n" in shown
    assert "wager-ids.txt" not in shown
    assert edges.read_text() == stale
    assert main(["--write"], golden) == 0
    assert capsys.readouterr().out == shown
    assert edges.read_text() == right
