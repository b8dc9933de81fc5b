"""What the commands that use a journal say when they cannot."""

from pathlib import Path

import pytest

from command import croupier


@pytest.mark.parametrize("command", [("audit", "replay"), ("demo", "--port", "0", "--data")])
def test_a_file_that_is_no_journal_is_refused_in_one_sentence(command: tuple[str, ...], tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("this is no database, only a text that somebody named like one, and long enough to be looked at" * 20)
    ran = croupier(*command, str(text))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith(f"croupier: {text}: is no journal; name the file that croupier wrote")
    assert len(ran.stderr.splitlines()) == 1


def test_a_journal_that_is_not_there_cannot_be_replayed(tmp_path: Path) -> None:
    ran = croupier("audit", "replay", str(tmp_path / "nowhere.sqlite"))
    assert (ran.returncode, ran.stderr) == (2, f"croupier: {tmp_path}/nowhere.sqlite: there is no journal\n")


def test_a_place_where_nothing_can_be_written_is_said(tmp_path: Path) -> None:
    ran = croupier("demo", "--port", "0", "--data", str(tmp_path / "no" / "such" / "folder.sqlite"))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "No such file or directory" in ran.stderr
    assert len(ran.stderr.splitlines()) == 1
