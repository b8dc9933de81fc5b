"""What the audit says of a journal, and how it ends."""

import json
from pathlib import Path

import pytest

from command import croupier
from croupier.canonical import canonical
from croupier.catalogue import ruleset
from croupier.journal.address import shown, store
from croupier.journal.anchors import SigningKey
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Draft
from croupier.journal.sqlite import SqliteStore
from journals import bodies, copied, play, sign, tampered, write
from running import server


def journal(path: Path, *, seal: SigningKey | None = None) -> str:
    written = SqliteStore(path, synchronous="OFF")
    play(written, "craps", commands=120)
    if seal:
        sign(written, seal)
    written.close()
    return str(path)


def two_tables(path: Path) -> None:
    written = SqliteStore(path, synchronous="OFF")
    play(written, "craps")
    play(written, "sicbo", "star-sicbo-2016")
    written.close()


def test_a_journal_that_holds_says_what_was_looked_at(tmp_path: Path) -> None:
    ran = croupier("audit", "verify", journal(tmp_path / "a.sqlite", seal=SigningKey(tmp_path / "key")))
    assert (ran.returncode, ran.stderr) == (0, "")
    looked, *signed, holds = ran.stdout.splitlines()
    assert looked.startswith("5 streams of 1 table, ")
    assert signed[0].startswith("signed with ")
    assert holds == "everything holds"


def test_a_journal_that_nobody_has_signed_for_long_is_warned_of(tmp_path: Path) -> None:
    """That is no fault."""
    ran = croupier("audit", "verify", journal(tmp_path / "a.sqlite"))
    assert (ran.returncode, ran.stderr) == (0, "")
    looked, unsigned, *warning, holds = ran.stdout.splitlines()
    assert looked.startswith("4 streams of 1 table, ")
    assert unsigned.startswith("nothing is signed")
    assert warning[0].startswith("warning: craps, lines 1 to ")
    assert holds == "no fault was found; see the warning"


def test_an_empty_journal_does_not_hold(tmp_path: Path, database: str) -> None:
    """Neither one that was never written, nor one from which all lines were taken."""
    path = tmp_path / "a.sqlite"
    for empty in (path, database):
        if empty == path:
            path.touch()
        ran = croupier("audit", "verify", str(empty))
        assert (ran.returncode, ran.stdout) == (1, "")
        assert ran.stderr.startswith(f"croupier: {shown(str(empty))}: is empty: ")
        store(str(empty)).close()
        ran = croupier("audit", "verify", str(empty))
        sentence = "has no lines: nothing was ever written to it, or everything was deleted; restore a backup"
        assert (ran.returncode, ran.stderr) == (1, f"croupier: {shown(str(empty))}: {sentence}\n")
        assert "everything holds" not in ran.stdout


def test_the_key_is_taken_on_trust_or_named(tmp_path: Path) -> None:
    seal = SigningKey(tmp_path / "key")
    path = journal(tmp_path / "a.sqlite", seal=seal)
    assert (
        f"signed with {seal.public}\n  (taken on trust; --key says which it must be)\n"
        in croupier("audit", "verify", path).stdout
    )
    named = croupier("audit", "verify", path, "--key", seal.public.upper())
    assert named.returncode == 0
    assert f"signed with {seal.public}\n" in named.stdout
    other = croupier("audit", "verify", path, "--key", "ab" * 32)
    assert (other.returncode, other.stderr) == (
        1,
        f"croupier: {path}: anchors, line 1: was signed with another key, {seal.public}\n",
    )
    for key, shown_as in (("abc", "abc"), ("", "(nothing)")):
        bad = croupier("audit", "verify", path, "--key", key)
        sentence = f"--key {shown_as} is not a key; it has 64 hexadecimal digits, and verify prints it without --key"
        assert (bad.returncode, bad.stderr) == (2, f"croupier: {sentence}\n")


def test_copies_of_anchors_are_compared(tmp_path: Path) -> None:
    seal, copies = SigningKey(tmp_path / "key"), tmp_path / "copies"
    path = journal(tmp_path / "a.sqlite", seal=seal)
    copies.write_bytes(b"".join(body + b"\n" for body in bodies(path, "anchors")))
    ran = croupier("audit", "verify", path, "--anchors", str(copies))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.endswith("\n1 copy of anchors was compared\neverything holds\n")
    copies.write_bytes(copies.read_bytes() * 2 + b'{"at":1000,"he')
    ran = croupier("audit", "verify", path, "--anchors", str(copies))
    assert (ran.returncode, ran.stderr) == (0, "")
    said = " ".join(ran.stdout.split())
    assert said.endswith(f"2 copies of anchors were compared {copies}, line 3: is torn, and was passed over everything holds")
    tampered(path, "DELETE FROM line WHERE stream = 'anchors'")
    ran = croupier("audit", "verify", path, "--anchors", str(copies))
    assert (ran.returncode, ran.stderr) == (1, f"croupier: {path}: {copies}, line 2: this anchor is not in the journal\n")
    copies.write_text("a note\n")
    ran = croupier("audit", "verify", path, "--anchors", str(copies))
    assert (ran.returncode, ran.stderr) == (
        2,
        f"croupier: {copies}, line 1: is not a copy of an anchor; name the file to which the server adds them: "
        "anchors in the floor file, or --anchors of croupier demo\n",
    )
    copies.write_text("")
    ran = croupier("audit", "verify", path, "--anchors", str(copies))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith(f"croupier: {copies}: has no copy of an anchor in it; name the file")
    ran = croupier("audit", "verify", path, "--anchors", str(tmp_path / "nowhere"))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith(
        f"croupier: {tmp_path}/nowhere: cannot be read (No such file or directory); name the file that"
    )


def test_the_first_broken_line_is_named(tmp_path: Path) -> None:
    path = journal(tmp_path / "a.sqlite")
    tampered(path, "UPDATE line SET body = x'7b7d' WHERE stream = 'craps' AND number IN (17, 18)")
    ran = croupier("audit", "verify", path)
    sentence = "craps, line 17: its hash does not match its content and the line before it"
    assert (ran.returncode, ran.stderr) == (1, f"croupier: {path}: {sentence}\n")
    assert "everything holds" not in ran.stdout


def test_a_journal_holds_while_it_is_written(tmp_path: Path) -> None:
    """Each time there is more of it, and each time it is whole."""
    path = tmp_path / "live.sqlite"
    with server(path, "--betting", "0.2", "--showing", "0", "--guests", "3"):
        lines = [verified_lines(path)]
        while len(set(lines)) < 3 and len(lines) < 300:
            lines.append(verified_lines(path))
    assert len(set(lines)) == 3, lines
    assert lines == sorted(lines)


def verified_lines(path: Path) -> int:
    """How many lines the audit finds in order."""
    ran = croupier("audit", "verify", str(path))
    assert (ran.returncode, ran.stderr) == (0, "")
    return int(ran.stdout.split(" lines")[0].split()[-1].replace(",", ""))


def test_the_balance_of_every_account_is_written_for_eyes(tmp_path: Path) -> None:
    ran = croupier("audit", "balance", journal(tmp_path / "a.sqlite"))
    assert (ran.returncode, ran.stderr) == (0, "")
    lines = ran.stdout.splitlines()
    assert lines[0] == "craps"
    assert "    Money in front of a player: chips, or credits on a terminal." in lines
    assert len({len(line) for line in lines if "$" in line}) == 1, "amounts stand under each other"
    (total,) = [line for line in lines if line.startswith("  owed by the house + earned - in hand")]
    assert total.split()[-1] == "$0.00"
    (in_hand,) = [line for line in lines if line.startswith("  in hand")]
    assert in_hand.split()[-1] == next(line.split()[-1] for line in lines if line.startswith("it has in hand"))
    assert [line.split("  ")[0] for line in lines[-5:]] == [
        "the house owes",
        "it has in hand",
        "it has won",
        "and taken as commission",
        "and spent on promotions",
    ]


def test_the_balance_of_several_tables_is_theirs_together(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    two_tables(path)
    record = json.loads(croupier("audit", "balance", str(path), "--json").stdout)
    tables, total = record["tables"], record["total"]
    assert set(tables) == {"craps", "sicbo"}
    for each in (*tables.values(), total):
        assert each["sum"] == sum(each["accounts"].values()) == sum(each["kinds"].values()) == 0
        assert each["owed"] + each["earned"] == each["in_hand"] > 0
    for name in ("owed", "in_hand", "earned", "win", "commission"):
        assert total[name] == sum(each[name] for each in tables.values())
    assert "all 2 tables" in croupier("audit", "balance", str(path)).stdout


def forged(path: Path, body: bytes) -> str:
    """A journal in which line 17 of a table says this, and is chained as if it always had."""
    made = MemoryStore()
    play(made, "craps", commands=120)
    other = SqliteStore(path, synchronous="OFF")
    copied(made, other, lambda line: line._replace(body=body) if line[:2] == ("craps", 17) else line, chain=True)
    other.close()
    return str(path)


def test_a_line_that_moves_what_cannot_be_moved_stops_the_balance(tmp_path: Path) -> None:
    path = forged(tmp_path / "a.sqlite", b'{"events":[{"transfers":1}]}')
    ran = croupier("audit", "balance", path)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith(f"croupier: {path}: craps, line 17: cannot be read")


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE line SET body = x'7b7d' WHERE stream = 'craps' AND number = 17", "its hash does not match its content"),
        ("DELETE FROM line WHERE stream = 'craps' AND number = 17", "is not there; line 18 stands in its place"),
    ],
)
def test_whoever_reads_a_table_follows_its_chain_first(statement: str, sentence: str, tmp_path: Path) -> None:
    path = journal(tmp_path / "a.sqlite")
    tampered(path, statement)
    for command in ("balance", "tell", "registers"):
        ran = croupier("audit", command, path)
        assert (ran.returncode, ran.stdout) == (1, ""), command
        assert ran.stderr.startswith(f"croupier: {path}: craps, line 17: {sentence}"), command
        assert len(ran.stderr.splitlines()) == 1
    ran = croupier("audit", "resettle", path)
    assert (ran.returncode, ran.stderr) == (1, "")
    assert f"  craps, line 17: {sentence}" in ran.stdout
    assert "\nthe chain of 1 table is broken\n" in ran.stdout


def test_settling_a_day_without_lines_says_so(tmp_path: Path) -> None:
    ran = croupier("audit", "resettle", journal(tmp_path / "a.sqlite"), "--day", "2001-01-01")
    assert ran.returncode == 0
    assert "0 lines, 0 rounds, so that there was nothing to settle again: no line is of this time" in " ".join(
        ran.stdout.split()
    )
    assert "every line is what the rules say" not in ran.stdout


def test_a_snapshot_that_was_changed_is_named_by_settling_again(tmp_path: Path) -> None:
    path = journal(tmp_path / "a.sqlite")
    tampered(path, "UPDATE line SET epoch = 2 WHERE stream = 'craps/snapshots' AND number = 1")
    ran = croupier("audit", "resettle", path)
    assert ran.returncode == 1
    assert "  craps/snapshots, line 1: its hash does not match its content" in ran.stdout


@pytest.mark.parametrize(
    "events", ["{}", '[{"at":5,"outcome":"3-4","type":"RoundSettled","decided":[]}]', '[{"at":5,"type":"?"}]']
)
def test_what_was_forged_with_its_chain_cannot_be_told(events: str, tmp_path: Path) -> None:
    path = forged(tmp_path / "a.sqlite", f'{{"format":1,"command":{{"type":"OpenBetting"}},"events":{events}}}'.encode())
    for command in ("tell", "registers"):
        ran = croupier("audit", command, path)
        assert (ran.returncode, ran.stdout) == (1, ""), command
        assert ran.stderr.startswith(f"croupier: {path}: craps: a line cannot be read, or cannot have happened ("), command
        assert ran.stderr.endswith("; croupier audit resettle names it\n"), command


def test_a_table_with_which_a_newer_croupier_went_on_is_not_guessed_at(tmp_path: Path) -> None:
    path = journal(tmp_path / "a.sqlite")
    written = SqliteStore(tmp_path / "a.sqlite", synchronous="OFF")
    write(written, 1, {"craps": [Draft(b'{"format":99,"command":{"type":"HearNews"},"events":[{"type":"NewsHeard"}]}')]})
    written.close()
    for command in ("tell", "registers", "resettle"):
        ran = croupier("audit", command, path)
        said = " ".join((ran.stdout + ran.stderr).split())
        assert ran.returncode == (1 if command == "resettle" else 2), ran
        assert "this journal has format 99, and this croupier reads up to 1; use the croupier that wrote it" in said
    assert croupier("audit", "balance", path).returncode == 0


def test_settling_again_says_per_table_what_was_settled(tmp_path: Path) -> None:
    ran = croupier("audit", "resettle", journal(tmp_path / "a.sqlite"))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert max(len(line) for line in ran.stdout.splitlines()) <= 80
    table, rules, fingerprint, last = ran.stdout.splitlines()
    assert table.startswith("craps: ")
    assert table.endswith(" rounds, every line is what the rules say")
    assert (rules, fingerprint) == ("  aruze-craps-2024, fingerprint", f"    {ruleset('aruze-craps-2024').fingerprint}")
    assert last.endswith(" rounds, 0 differences")


def test_settling_again_goes_on_with_the_next_table(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    two_tables(path)
    tampered(path, "UPDATE line SET body = x'7b7d' WHERE stream = 'craps' AND number = 17")
    ran = croupier("audit", "resettle", str(path))
    assert ran.returncode == 1
    assert max(len(line) for line in ran.stdout.splitlines()) <= 80
    said = ran.stdout.replace("\n    ", " ").splitlines()
    assert said[0].startswith("craps: 16 lines, ")
    assert said[2].startswith("  craps, line 17: its hash does not match its content")
    assert said[3].startswith("  line 17: cannot be read")
    assert said[4].startswith("sicbo: ")
    assert said[4].endswith("every line is what the rules say")
    assert said[-1] == "1 table could not be followed to the end"
    one = croupier("audit", "resettle", str(path), "sicbo")
    assert (one.returncode, len(one.stdout.splitlines())) == (0, 4)
    none = croupier("audit", "resettle", str(path), "poker")
    sentence = f"{path}: there is no table poker in this journal, which has craps, sicbo"
    assert (none.returncode, none.stderr) == (2, f"croupier: {sentence}\n")


def test_what_was_paid_wrongly_is_summed_by_account(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    journal(path)
    body = [line for line in bodies(path, "craps") if b'"transfers":[{' in line][-1]  # after which nothing can follow from it
    line = json.loads(body)
    transfer = next(transfer for event in line["events"] for transfer in event["transfers"])
    transfer["amount"] += 125
    changed = canonical(line)
    tampered(path, f"UPDATE line SET body = x'{changed.hex()}' WHERE body = x'{body.hex()}'")  # noqa: S608 - our own
    ran = croupier("audit", "resettle", str(path))
    assert ran.returncode == 1
    summed = {words[0]: words[1] for row in ran.stdout.splitlines() if len(words := row.split()) == 2 and "$" in words[1]}
    assert (summed[transfer["source"]], summed[transfer["target"]]) == ("-$1.25", "$1.25")
