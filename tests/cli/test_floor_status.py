"""croupier floor status, and staff by the floor file."""

import json
from pathlib import Path

from command import croupier
from croupier.floor.settings import NOT_APPROVED
from live_floor import floor_file, free_port, live_floor


def test_status_tells_whether_a_floor_runs_and_what_differs(tmp_path: Path) -> None:
    with live_floor(tmp_path, tables=("sicbo",)) as floor:
        running = croupier("floor", "status", str(floor.file))
        assert (running.returncode, running.stderr) == (0, "")
        address = f"http://127.0.0.1:{floor.port}"
        nobody = "nobody deals; a person has to take it over, or to hand it to the automatic dealer"
        said = f"Test floor: open at {address} table sicbo: round 0, done, 0 players it waits: {nobody} {NOT_APPROVED}"
        assert " ".join(running.stdout.split()) == said
        floor.file.write_text(floor.file.read_text().replace("betting = 5", "betting = 9"))
        as_json = json.loads(croupier("floor", "status", str(floor.file), "--json").stdout)
        assert (as_json["ready"], as_json["address"], as_json["why_not"]) == (True, address, "")
        assert as_json["tables"] == [
            {"name": "sicbo", "round": 0, "phase": "done", "players": 0, "closed": False, "waits": nobody, "faults": []}
        ]
        assert [each["path"] for each in as_json["differences"]] == ["tables.sicbo.timing.betting"]
        floor.stop()
        stopped = croupier("floor", "status", str(floor.file))
    assert (stopped.returncode, stopped.stderr) == (1, "")
    said = " ".join(stopped.stdout.split())
    assert said.startswith(f"Test floor: not open at {address} (Connection refused) The journal has other settings")
    assert "tables.sicbo.timing.betting is recorded as 5.0, and is 9.0 in the file" in said


def test_status_of_a_file_that_is_wrong_or_not_there(tmp_path: Path) -> None:
    sentence = f"croupier: {tmp_path}/floor.toml: No such file or directory; croupier floor new writes an example\n"
    for command in (("serve",), ("floor", "check"), ("floor", "status")):
        gone = croupier(*command, str(tmp_path / "floor.toml"))
        assert (gone.returncode, gone.stdout, gone.stderr) == (2, "", sentence)
    (tmp_path / "floor.toml").write_text("")
    assert croupier("floor", "status", str(tmp_path / "floor.toml")).returncode == 2


def test_staff_are_managed_by_the_floor_file(tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    more = 'key = "signing"\ncredentials = "passwords"\nduties.supervisor = ["manage-staff"]\nduties.administrator = []\n'
    file.write_text(floor_file("floor.sqlite", free_port(), more, tables=("wheel",)))
    added = croupier("staff", "add", "sue", "Sue Park", "supervisor", "--floor", str(file))
    assert (added.returncode, added.stderr) == (0, "")
    names = {"floor.toml", "floor.sqlite", "signing", "passwords"}
    assert names <= {each.name for each in tmp_path.iterdir()}
    warnings = croupier("floor", "check", str(file)).stdout.split("warning: ")[1:]
    assert ["approved document" in each for each in warnings] == [True]  # nothing about staff
    last = croupier("staff", "disable", "sue", "--why", "gone", "--floor", str(file))
    assert last.returncode == 2, "the floor file says that sue manages staff, and she is the last one"
    assert "sue" in croupier("staff", "list", "--floor", str(file)).stdout
    unknown = croupier("staff", "role", "sue", "superviser", "--floor", str(file))
    assert (unknown.returncode, "the nearest is supervisor" in unknown.stderr) == (2, True)


def test_people_without_a_password_are_named_with_the_file_that_is_missing(tmp_path: Path) -> None:
    file, journal = tmp_path / "floor.toml", tmp_path / "floor.sqlite"
    file.write_text(floor_file(journal.name, free_port(), tables=("wheel",)))
    assert croupier("staff", "add", "ann", "Ann Lee", "administrator", "--data", str(journal)).returncode == 0
    sentence = f"1 person has no password here (ann): {tmp_path}/floor-credentials is missing; put back the file"
    assert sentence in " ".join(croupier("floor", "check", str(file)).stdout.split())
    assert sentence in croupier("staff", "list", "--floor", str(file)).stderr
    assert croupier("staff", "list", "--data", str(journal)).stderr == ""
    with live_floor(tmp_path, tables=("wheel",), apart=True) as floor:
        floor.stop()
    assert floor.errors.read_text().startswith(f"croupier: {sentence}")


def test_a_floor_is_named_in_one_way(tmp_path: Path) -> None:
    sentence = "croupier: name the floor: either its file with --floor, or its journal with --data\n"
    for options in ([], ["--floor", str(tmp_path / "floor.toml"), "--data", str(tmp_path / "floor.sqlite")]):
        ran = croupier("staff", "list", *options)
        assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", sentence)
