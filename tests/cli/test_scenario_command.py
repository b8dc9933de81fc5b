"""The command line of `croupier scenario`, run as a process: output and exit code."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from command import croupier

EXAMPLES = Path(__file__).parents[2] / "examples"
STAR = EXAMPLES / "star-craps-2016.json"


def test_run_prints_one_result_per_scenario_in_order() -> None:
    ran = croupier("scenario", "run", *(str(path) for path in sorted(EXAMPLES.glob("*.json"))))
    assert (ran.returncode, ran.stderr) == (0, "")
    results = [json.loads(line) for line in ran.stdout.splitlines()]
    expects = [json.loads(path.read_text())["expect"] for path in sorted(EXAMPLES.glob("*.json"))]
    assert [result["balances"] for result in results] == [expect["balances"] for expect in expects]


def test_run_reads_standard_input() -> None:
    line = json.dumps(json.loads(STAR.read_text()))
    ran = croupier("scenario", "run", "-", given=f"{line}\n{line}\n")
    assert ran.returncode == 0
    assert len(ran.stdout.splitlines()) == 2


@pytest.mark.parametrize("command", ["run", "check", "tell"])
def test_a_file_that_is_no_scenario_is_refused_whole(command: str, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('{"ruleset": "star-craps-2016", "players": {}, "steps": [{"do": "outcome", "dice": [7, 1]}]}')
    ran = croupier("scenario", command, str(STAR), str(bad))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == f"croupier: {bad}, line 1, step 1, dice: two dice can never show [7,1]\n"


def test_a_file_that_is_not_there_is_named() -> None:
    ran = croupier("scenario", "run", "nowhere.json")
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", "croupier: nowhere.json: No such file or directory\n")


def test_check_says_how_many_agree() -> None:
    ran = croupier("scenario", "check", str(STAR))
    assert (ran.returncode, ran.stdout) == (0, "1 of 1 scenarios agree.\n")


def test_check_shows_a_difference_and_fails(tmp_path: Path) -> None:
    wrong = json.loads(STAR.read_text())
    wrong["expect"]["balances"]["ann"] += 1
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(wrong))
    ran = croupier("scenario", "check", str(STAR), str(path))
    assert ran.returncode == 1
    assert ran.stdout.splitlines()[0] == f"{path}, line 1, balance of ann:"
    assert ran.stdout.splitlines()[-1] == "1 of 2 scenarios agree."


def test_tell_tells() -> None:
    ran = croupier("scenario", "tell", str(STAR))
    assert ran.returncode == 0
    assert "Behind the Win Line: $60.00 is over the limit of $20.00 (6.1.5.1)." in ran.stdout


def test_a_sentence_stays_on_its_line_whatever_a_name_holds(tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps({"ruleset": "star-craps-2016", "players": {"a\nb\x1b[31m": -1}, "steps": []}))
    ran = croupier("scenario", "run", str(bad))
    assert ran.stderr == f"croupier: {bad}, line 1, players, a\\nb\\x1b[31m: -1 is below zero; a player brings 0 or more\n"


def test_standard_input_is_read_once() -> None:
    ran = croupier("scenario", "run", "-", "-", given="")
    assert (ran.returncode, ran.stderr) == (2, "croupier: standard input can be read only once\n")


@pytest.mark.parametrize(
    ("stream", "sentence"),
    [
        ("- <&-", "standard input is closed"),
        (f"'{STAR}' >&-", "standard output is closed"),
        (f"'{STAR}' > /dev/full", "standard output cannot be written: No space left on device"),
    ],
)
def test_closed_and_full_streams_are_said(stream: str, sentence: str) -> None:
    shell = f"'{sys.executable}' -m croupier scenario run {stream}"
    ran = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False, timeout=60)  # noqa: S603, S607
    assert (ran.returncode, ran.stderr) == (2, f"croupier: {sentence}\n")


def test_a_reader_that_goes_away_is_no_error() -> None:
    line = json.dumps(json.loads(STAR.read_text()))
    shell = f"'{sys.executable}' -m croupier scenario run - | head -n 1"
    given = f"{line}\n" * 2000
    ran = subprocess.run(["bash", "-c", shell], input=given, capture_output=True, text=True, check=False, timeout=60)  # noqa: S603, S607
    assert (len(ran.stdout.splitlines()), ran.stderr) == (1, "")
