"""What `serve` refuses to start with: one sentence, exit code 2, and nothing is written."""

import json
import re
import socket
from dataclasses import replace
from pathlib import Path

import pytest

from clock_ahead import PROGRAM, put_ahead
from command import croupier
from croupier.floor.plan import Endpoint
from croupier.server.demo import Settings, built_in_floor
from croupier.server.running import FloorStart, run
from forked import Forked
from live_floor import floor_file, free_port, live_floor
from patience import PATIENCE
from running import server


def exported(journal: Path) -> bytes:
    """Everything in a journal."""
    out = journal.with_name("exported.jsonl")
    assert croupier("journal", "export", str(journal), str(out)).returncode == 0
    content = out.read_bytes()
    out.unlink()
    return content


def test_serve_refuses_the_journal_of_a_demonstration(tmp_path: Path) -> None:
    journal = tmp_path / "floor.sqlite"
    with server(journal, "--guests", "0") as running:
        running.stop()
    before, files = exported(journal), sorted(tmp_path.iterdir())
    file = tmp_path / "floor.toml"
    file.write_text(floor_file("floor.sqlite", free_port()))
    ran = croupier("serve", str(file))
    sentence = "this is the journal of a demonstration, and a live floor does not continue it; name another"
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"croupier: {file}:2: journal: {sentence}\n")
    assert exported(journal) == before
    assert sorted(tmp_path.iterdir()) == sorted([*files, file])


def test_a_demonstration_refuses_the_journal_of_a_live_floor(tmp_path: Path) -> None:
    with live_floor(tmp_path, tables=("wheel",)) as floor:
        floor.stop()
    journal = Path(floor.journal)
    before, files = exported(journal), sorted(tmp_path.iterdir())
    ran = croupier("demo", "--data", str(journal), "--port", "0")
    sentence = "this is the journal of a live floor, and a demonstration does not continue it; name another"
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"croupier: {sentence}\n")
    assert exported(journal) == before
    assert sorted(tmp_path.iterdir()) == files


def test_a_floor_does_not_start_with_a_clock_far_ahead_before_somebody_confirms_it(tmp_path: Path) -> None:
    with live_floor(tmp_path, tables=("wheel",)) as floor:
        floor.stop()
    before, ahead = exported(Path(floor.journal)), tmp_path / "ahead"
    put_ahead(ahead, 3 * 24 * 60)
    words, program = ["serve", str(floor.file)], (PROGRAM, str(ahead))
    refused = Forked(words, program=program)
    said, _ = refused.communicate(timeout=PATIENCE)
    [shown] = re.findall(r"start once with --today (\S+),", said)
    assert refused.returncode == 2
    assert exported(Path(floor.journal)) == before
    confirmed = Forked([*words, "--today", shown], program=program)
    assert any("is running at" in line for line in confirmed.stdout)
    confirmed.kill()
    confirmed.communicate(timeout=PATIENCE)


def test_serve_takes_no_other_port_than_the_one_in_its_file(tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        file.write_text(floor_file("floor.sqlite", port, tables=("wheel",)))
        ran = croupier("serve", str(file))
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"croupier: 127.0.0.1:{port}: Address already in use\n")
    assert list(tmp_path.iterdir()) == [file]


def test_every_mistake_of_a_file_is_a_sentence_with_its_line(tmp_path: Path) -> None:
    file, broken, certificate = tmp_path / "floor.toml", tmp_path / "broken.sqlite", tmp_path / "floor.crt"
    broken.write_bytes(b"this is no journal\n" * 1000)
    certificate.write_text("this is no certificate\n")
    more = f'certificate = "{certificate.name}"\ncertificate_key = "{certificate.name}"\ntime_zon = "UTC"\n'
    file.write_text(floor_file(broken.name, free_port(), more, tables=("wheel",)))
    ran = croupier("serve", str(file))
    lines = ran.stderr.splitlines()
    assert (ran.returncode, ran.stdout, len(lines)) == (2, "", 3), ran
    assert lines[0] == f"croupier: {file}:2: journal: {broken}: is not a journal; name the file that croupier wrote"
    assert f"{file}:4: certificate: {certificate} and {certificate} are not a certificate and its key in PEM form" in lines[1]
    assert lines[2] == f"croupier: {file}:6: time_zon: there is no such setting; did you mean time_zone?"
    assert sorted(tmp_path.iterdir()) == sorted([file, broken, certificate])


def test_credentials_that_others_may_read_are_refused_before_a_table_is_claimed(tmp_path: Path) -> None:
    file, credentials = tmp_path / "floor.toml", tmp_path / "floor-credentials"
    file.write_text(floor_file("floor.sqlite", free_port(), tables=("wheel",)))
    credentials.write_text("{}")
    credentials.chmod(0o644)
    ran = croupier("serve", str(file))
    assert (ran.returncode, "credentials: " in ran.stderr, "other users may read" in ran.stderr) == (2, True, True), ran
    assert sorted(tmp_path.iterdir()) == [credentials, file]


def test_a_database_that_is_away_is_tried_again_and_other_mistakes_are_not(tmp_path: Path) -> None:
    """The service manager restarts after every exit code but 2."""
    file = tmp_path / "floor.toml"
    file.write_text(floor_file("postgresql://floor@127.0.0.1:1/casino", free_port(), tables=("wheel",)))
    ran = croupier("serve", str(file))
    assert (ran.returncode, ran.stdout) == (70, ""), ran
    assert "floor.toml:2: journal: postgresql://floor@127.0.0.1:1/casino: no server answers there" in ran.stderr
    assert croupier("floor", "check", str(file)).returncode == 1
    file.write_text(f'log = "json"\n{file.read_text()}\n[limit]\n')
    ran = croupier("serve", str(file))
    logged = [json.loads(line) for line in ran.stderr.splitlines()]
    assert (ran.returncode, [(line["event"], line["exit_code"]) for line in logged]) == (2, [("failed", 2)] * 2)
    assert logged[1]["sentence"].endswith(": limit: there is no such setting; did you mean limits?")
    unit = (Path(__file__).parents[3] / "deploy/croupier.service").read_text()
    assert re.findall("^(?:Restart|StartLimit).*$", unit, re.MULTILINE) == [
        "StartLimitIntervalSec=0",
        "Restart=on-failure",
        "RestartPreventExitStatus=2",
        "RestartSec=2",
    ]


def test_a_demonstration_listens_on_this_machine_only(tmp_path: Path) -> None:
    plan = built_in_floor(Settings(), str(tmp_path / "demo.sqlite"))
    assert [each.host for each in plan.listen] == ["127.0.0.1"]
    with pytest.raises(ValueError, match="this machine only"):
        run(replace(plan, listen=(Endpoint("0.0.0.0", 0),)), FloorStart(kind="demonstration"))  # noqa: S104 - refused
    assert not list(tmp_path.iterdir())
    assert croupier("demo", "--listen", "0.0.0.0:80").returncode == 2
