"""What the commands that use a journal say when they cannot."""

from pathlib import Path

import pytest

from command import croupier
from croupier.journal.address import shown
from croupier.journal.postgres import PostgresStore


@pytest.mark.parametrize("command", [("audit", "resettle"), ("demo", "--port", "0", "--data")])
def test_a_file_that_is_no_journal_is_refused_in_one_sentence(command: tuple[str, ...], tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("this is no database, only a text that somebody named like one, and long enough to be looked at" * 20)
    ran = croupier(*command, str(text))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith(f"croupier: {text}: is no journal; name the file that croupier wrote")
    assert len(ran.stderr.splitlines()) == 1


def test_a_journal_that_is_not_there_cannot_be_looked_at(tmp_path: Path) -> None:
    ran = croupier("audit", "resettle", str(tmp_path / "nowhere.sqlite"))
    assert (ran.returncode, ran.stderr) == (2, f"croupier: {tmp_path}/nowhere.sqlite: there is no journal\n")


def test_a_place_where_nothing_can_be_written_is_said(tmp_path: Path) -> None:
    ran = croupier("demo", "--port", "0", "--data", str(tmp_path / "no" / "such" / "folder.sqlite"))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "No such file or directory" in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", [("audit", "resettle"), ("audit", "tell"), ("demo", "--port", "0", "--data")])
def test_a_database_that_is_away_is_said_in_one_sentence_without_its_password(command: tuple[str, ...]) -> None:
    ran = croupier(*command, "postgresql://floor:xyzzy@127.0.0.1:1/casino")
    sentence = (
        "postgresql://floor@127.0.0.1:1/casino: no server answers there (Connection refused); start it, or check the address"
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"croupier: {sentence}\n")


def test_a_database_without_a_table_is_said_without_its_password(database: str) -> None:
    PostgresStore(database).close()
    ran = croupier("audit", "resettle", database)
    sentence = f"{shown(database)}: no table was ever opened in this journal"
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"croupier: {sentence}\n")
