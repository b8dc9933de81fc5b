"""What the commands that use a journal say when they cannot."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from command import croupier
from croupier.cli.journal import journal_migrate
from croupier.journal import layout, sqlite
from croupier.journal.address import shown
from croupier.journal.migrations import Migration, migrations
from croupier.journal.port import JournalError
from croupier.journal.postgres import PostgresStore
from croupier.journal.sqlite import SqliteReader, SqliteStore
from journals import bodies, play, tampered
from running import CRAPS, server


@pytest.mark.parametrize("command", [("audit", "resettle"), ("demo", "--port", "0", "--data")])
def test_a_file_that_is_no_journal_is_refused_in_one_sentence(command: tuple[str, ...], tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("this is no database, only a text that somebody named like one, and long enough to be looked at" * 20)
    ran = croupier(*command, str(text))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith(f"croupier: {text}: is not a journal; name the file that croupier wrote")
    assert len(ran.stderr.splitlines()) == 1


def test_a_journal_that_is_not_there_cannot_be_looked_at(tmp_path: Path) -> None:
    ran = croupier("audit", "resettle", str(tmp_path / "nowhere.sqlite"))
    assert (ran.returncode, ran.stderr) == (
        2,
        f"croupier: {tmp_path}/nowhere.sqlite: there is no journal; name the file that croupier wrote\n",
    )


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


# Bringing a journal elsewhere.


def evening(path: Path) -> str:
    store = SqliteStore(path, synchronous="OFF")
    play(store, "craps", commands=60)
    store.close()
    return str(path)


def test_a_journal_is_exported_and_imported_again(tmp_path: Path) -> None:
    source, text, again = evening(tmp_path / "a.sqlite"), str(tmp_path / "a.jsonl"), str(tmp_path / "b.sqlite")
    exported = croupier("journal", "export", source, text)
    assert (exported.returncode, exported.stderr) == (0, "")
    assert exported.stdout.endswith(f" lines were written to {text}, and the chain holds\n")
    imported = croupier("journal", "import", text, again)
    assert (imported.returncode, imported.stderr) == (0, "")
    assert imported.stdout.endswith(f" lines were copied to {again}, and the chain holds\n")
    assert croupier("journal", "export", again).stdout == Path(text).read_text()
    assert croupier("audit", "verify", text).stdout.endswith("no fault was found; see the warning\n")
    for words, name in ((("export", source, text), text), (("import", text, again), again), (("backup", source, again), again)):
        ran = croupier("journal", *words)
        assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"croupier: {name}: is there already; name a new file\n")


def test_a_broken_journal_is_not_copied_and_its_line_is_named(tmp_path: Path) -> None:
    source, copy = evening(tmp_path / "a.sqlite"), str(tmp_path / "copy")
    tampered(source, "UPDATE line SET body = x'7b7d' WHERE stream = 'craps' AND number = 17")
    sentence = "craps, line 17: its hash does not match its content and the line before it"
    for words in (("export", source, copy), ("backup", source, copy), ("restore", source, copy)):
        ran = croupier("journal", *words)
        assert (ran.returncode, ran.stdout, ran.stderr) == (1, "", f"croupier: {source}: {sentence}\n")
    assert not list(tmp_path.glob("copy*"))


def test_a_copy_for_which_there_is_no_room_leaves_nothing_behind(tmp_path: Path) -> None:
    source, folder = tmp_path / "source.sqlite", tmp_path / "target"
    assert croupier("journal", "backup", evening(tmp_path / "a.sqlite"), str(source)).returncode == 0
    folder.mkdir()
    for command, name, sentence in (
        ("backup", "b.sqlite", "cannot be read or written (disk I/O error); check its disk, and what limits the size of files"),
        ("export", "b.jsonl", "cannot be written there (File too large); make room for it, or name another"),
    ):
        words = [sys.executable, "-m", "croupier", "journal", command, str(source), str(folder / name)]
        shell = ["sh", "-c", 'ulimit -f 16; exec "$@"', "sh", *words]
        ran = subprocess.run(shell, capture_output=True, text=True, check=False, timeout=60)  # noqa: S603 - our own words
        assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"croupier: {folder / name}: {sentence}\n")
        assert not list(folder.iterdir())


def test_a_text_may_come_through_a_pipe(tmp_path: Path) -> None:
    source, again = evening(tmp_path / "a.sqlite"), str(tmp_path / "b.sqlite")
    text = croupier("journal", "export", source).stdout
    ran = croupier("journal", "import", "/dev/stdin", again, given=text)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert croupier("journal", "export", again).stdout == text
    ran = croupier("journal", "import", "/dev/stdin", str(tmp_path / "c.sqlite"), given=text[:-30])
    assert ran.returncode == 1
    assert "the text is cut off" in ran.stderr


def test_a_name_means_the_same_for_whoever_writes_and_whoever_reads(tmp_path: Path) -> None:
    source, text, data = evening(tmp_path / "a.sqlite"), str(tmp_path / "b.jsonl"), str(tmp_path / "b.sqlite")
    sentence = f"{text}: is the name of a text; name another, or have croupier journal export write a text"
    for words in (("journal", "backup", source, text), ("journal", "restore", source, text), ("demo", "--data", text)):
        ran = croupier(*words)
        assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"croupier: {sentence}\n")
    ran = croupier("journal", "export", source, data)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith(f"croupier: {data}: is the name of a database")
    assert not list(tmp_path.glob("b.*"))


def test_a_text_that_was_cut_off_is_not_imported(tmp_path: Path) -> None:
    text, target = tmp_path / "a.txt", tmp_path / "b.sqlite"
    croupier("journal", "export", evening(tmp_path / "a.sqlite"), str(text))
    text.write_bytes(text.read_bytes()[:-30])
    ran = croupier("journal", "import", str(text), str(target))
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith(f"croupier: {text}, line ")
    assert "the text is cut off" in ran.stderr
    assert not list(tmp_path.glob("b.sqlite*"))


def test_a_running_server_is_backed_up_and_goes_on_from_the_backup(tmp_path: Path) -> None:
    """The backup is whole, proven and settled again; restored, a server goes on with it."""
    live, backup, restored = tmp_path / "live.sqlite", tmp_path / "backup.sqlite", tmp_path / "restored.sqlite"
    with server(live, "--betting", "0.2", "--showing", "0", "--guests", "3"):
        ran = croupier("journal", "backup", str(live), str(backup))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.endswith(f" lines were copied to {backup}, and the chain holds\n")
    assert croupier("audit", "verify", str(backup)).returncode == 0
    assert croupier("journal", "restore", str(backup), str(restored)).returncode == 0
    # It was signed with the key beside the first file, and goes on being signed with it.
    with server(restored, "--betting", "0.2", "--showing", "0", "--key", f"{live}-key"):
        pass
    assert croupier("audit", "verify", str(restored)).returncode == 0
    assert len(bodies(restored, CRAPS)) >= len(bodies(backup, CRAPS)) > 1


def test_a_backup_is_restored_into_a_database(tmp_path: Path, database: str) -> None:
    source = evening(tmp_path / "a.sqlite")
    ran = croupier("journal", "restore", source, database)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.endswith(f" lines were copied to {shown(database)}, and the chain holds\n")
    assert croupier("journal", "export", database).stdout == croupier("journal", "export", source).stdout
    ran = croupier("journal", "restore", source, database)
    sentence = f"{shown(database)}: has lines already; name a database that is empty"
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"croupier: {sentence}\n")


def test_a_journal_of_an_older_layout_is_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, second = evening(tmp_path / "old.sqlite"), Migration(2, "0002.sql", "CREATE INDEX more ON line (epoch);", "digest")
    for module in (sqlite, layout):
        monkeypatch.setattr(module, "migrations", {"sqlite": [*migrations("sqlite"), second]}.__getitem__)
    with pytest.raises(JournalError, match="this journal has an older layout; croupier journal migrate brings it up to date"):
        SqliteReader(Path(path))
    ran = CliRunner().invoke(journal_migrate, [path])
    assert (ran.exit_code, ran.stdout, ran.stderr) == (0, f"{path} has today's layout\n", "")
    SqliteReader(Path(path)).close()


def test_a_journal_that_is_not_there_is_not_migrated(tmp_path: Path) -> None:
    ran = croupier("journal", "migrate", str(tmp_path / "nowhere"))
    assert (ran.returncode, ran.stderr) == (
        2,
        f"croupier: {tmp_path}/nowhere: there is no journal; name the file that croupier wrote\n",
    )
    assert not (tmp_path / "nowhere").exists()
