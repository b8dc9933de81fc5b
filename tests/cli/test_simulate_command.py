"""croupier simulate in a real process: its output and exit code."""

import json
import os
import signal
import subprocess
import sys
import time
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from command import croupier
from croupier.cli.simulate import simulate
from croupier.lab.session_results import SessionResults
from croupier.lab.simulation_result import SimulationResult
from plays import W1

STAR = "star-craps-2016"
STAR_CRAPS = (
    "there is no rule set 'star-craps'; there are star-craps-2016, adelaide-craps-2003, aruze-craps-2024, star-sicbo-2016"
    " and ministar-roulette-2018; did you mean star-craps-2016?"
)
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "simulation.md"


def found(*words: str, given: str | None = None) -> dict[str, Any]:
    ran = croupier("simulate", *words, "--json", given=given)
    assert (ran.returncode, ran.stderr) == (0, "")
    return json.loads(ran.stdout)


def test_the_json_has_the_simulated_beside_the_exact() -> None:
    result = found(STAR, "--play", W1, "--rolls", "1e6", "--seed", "7")
    assert result["rolls"] == 1_000_000
    assert result["seed"] == 7
    assert result["exact_net_per_roll"] == "-602/5013"
    assert result["exact_settled_per_roll"] == "4631/5013"
    assert Fraction(result["exact_hold"]) == Fraction(43, 4323)
    assert result["exact_sigma_per_roll"] == pytest.approx(23.289, abs=5e-4)
    assert result["net_per_roll"] == pytest.approx(result["net_cents"] / 100_000_000)
    assert abs(result["z"]) < 4.5
    assert abs(result["wagers_settled"] / 1_000_000 - 0.9238) < 0.01
    assert result["seconds"] > 0
    assert result["interrupted"] is False


def test_a_random_seed_is_printed_and_reproduces_the_result_with_any_kernel() -> None:
    first = found(STAR, "--play", W1, "--rolls", "100_000")
    again = found(STAR, "--play", W1, "--rolls", "1e5", "--seed", str(first["seed"]), "--engine", "numpy", "--workers", "1")
    assert first["net_cents"] == again["net_cents"]
    assert (first["engine"], again["engine"]) == ("numba", "numpy")


def test_the_text_has_the_simulated_beside_the_exact() -> None:
    ran = croupier("simulate", STAR, "--play", W1, "--rolls", "1e5", "--seed", "7")
    assert (ran.returncode, ran.stderr) == (0, "")
    lines = ran.stdout.splitlines()
    assert lines[0] == "Craps, The Star Sydney, 17 August 2016 (star-craps-2016)"
    assert any(line.startswith("100,000 rolls in ") and line.endswith("seed 7)") for line in lines)
    assert any(line.startswith("net per roll") and line.endswith("-$0.120088 = -602/5013") for line in lines)
    assert any(line.startswith("z ") for line in lines)


def test_readings_and_the_sign_are_in_force_and_in_the_result() -> None:
    result = found(
        "adelaide-craps-2003", "--play", "place-lose:6 5, pass 10, pass-odds max", "--rolls", "1000", "--odds-multiple", "3",
        "--payout-unit", "50", "--reading", "AD-03=all-place-bets",
    )  # fmt: skip
    assert result["readings"] == {"AD-03": "all-place-bets"}
    assert (result["sign"]["payout_unit"], result["sign"]["odds_multiple"]) == (50, 3)


def test_odds_may_be_raised_or_changed() -> None:
    """Hard 4 at 8 to 1 has no edge."""
    changed = found(STAR, "--play", "hardway:4 10", "--odds", "hard-4=8 to 1", "--rolls", "1000")
    assert (changed["exact_net_per_roll"], changed["what_if"]) == ("0", {"8.1:hard-4": "8 to 1"})
    raised = found("adelaide-craps-2003", "--play", "hardway:4 10", "--raise", "hard-4=8 to 1", "--rolls", "1000")
    assert (raised["exact_net_per_roll"], raised["raised"]) == ("0", {"6(c):hard-4": "8 to 1"})


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([STAR, "--play", "fied 1"], f"play, part 1: {STAR} has no wager 'fied'; did you mean field?"),
        (
            [STAR, "--play", "behind-win-line 2x"],
            'play, behind-win-line: these odds ride on win-line, which is not bet; add it, for example "win-line 10"',
        ),
        ([STAR, "--play", "field 2.505"], "play, part 1: 2.505 is not in whole cents; write an amount such as 10 or 2.50"),
        (["star-craps", "--play", "field 5"], STAR_CRAPS),
        (
            [STAR, "--play", "field 5", "--rolls", "0"],
            "--rolls 0: must be at least 1",
        ),
        *(
            (
                [STAR, "--play", "field 5", "--rolls", rolls],
                f"--rolls {rolls}: must be a whole number up to 1e15, such as 1000000, 1_000_000 or 1e6",
            )
            for rolls in ("1.5", "many", "-3", "1e16", "1e99", "")
        ),
        (
            [STAR, "--play", "field 5", "--seed", "-1"],
            "--seed -1: must be a whole number from 0 to 18,446,744,073,709,551,615",
        ),
        (
            [STAR, "--play", "field 5", "--workers", "9" * 5000],
            f"--workers {'9' * 79}…: must be a whole number from 1 to 1,024",
        ),
        (
            [STAR, "--play", "field 5", "--rolls", "9" * 5000],
            f"--rolls {'9' * 79}…: must be a whole number up to 1e15, such as 1000000, 1_000_000 or 1e6",
        ),
        (
            [STAR, "--play", f"field {'9' * 5000}"],
            "strategy: longer than 40 clauses or 2,000 characters",
        ),
        ([STAR, "--play", "field 5", "--workers", "0"], "--workers 0: must be a whole number from 1 to 1,024"),
        (
            [STAR, "--play", "field 5", "--odds-multiple", "3"],
            "sign: odds_multiple is no setting of this rule set, which knows minimum, maximum and payout_unit",
        ),
        (
            [STAR, "--play", "field 5", "--reading", "SC-06"],
            "'SC-06' is not valid; choose a reading with ID=VALUE, such as AB-01=value",
        ),
        (
            [STAR, "--play", "field 5", "--reading", "SC-06=x"],
            "SC-06 is 'x', which should be next-payable or exact-stakes",
        ),
        (
            [STAR, "--play", "field 5", "--rolls", "5", "--rolls-file", "x"],
            "--rolls, --rolls-file and --sessions exclude each other; give one of them",
        ),
        ([STAR, "--play", "field 5", "--rolls-file", "nowhere.txt"], "nowhere.txt: No such file or directory"),
    ],
)
def test_invalid_input_is_refused_in_one_sentence(words: list[str], sentence: str) -> None:
    ran = croupier("simulate", *words)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"croupier: {sentence}\n")


def test_recorded_rolls_are_played_to_the_cent(tmp_path: Path) -> None:
    file = tmp_path / "rolls.txt"
    file.write_text("3-4\n2-2  # the point is 4\n\n4-4\n1-6\n")
    result = found(STAR, "--play", W1, "--rolls-file", str(file))
    assert (result["rolls"], result["net_cents"], result["wagers_settled"]) == (4, -3000, 6)
    assert "seed" not in result or result["seed"] is None
    assert found(STAR, "--play", W1, "--rolls-file", "-", given=file.read_text())["net_cents"] == -3000


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (
            b"3-4\n7-1\n",
            "line 2: '7-1' is not an outcome of two dice; write one face from 1 to 6 for each die, such as 3-4 or 3 4",
        ),
        (b"\n# nothing\n", None),
        (b"\xff\xfe\x00", None),
    ],
)
def test_an_invalid_file_is_refused_in_one_sentence(written: bytes, sentence: str | None, tmp_path: Path) -> None:
    file = tmp_path / "rolls.txt"
    file.write_bytes(written)
    ran = croupier("simulate", STAR, "--play", W1, "--rolls-file", str(file))
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
    assert ran.stderr.startswith(f"croupier: {file}")
    assert sentence is None or ran.stderr == f"croupier: {file}, {sentence}\n"


@pytest.mark.parametrize("engine", ["numba", "numpy"])
def test_an_interrupted_run_prints_its_result_so_far(engine: str) -> None:
    command = [sys.executable, "-m", "croupier", "simulate", STAR, "--play", W1, "--rolls", "1e14", "--json", "--progress"]
    # A background shell makes its children ignore SIGINT, so restore the default for this process.
    run = subprocess.Popen(  # noqa: S603
        [*command, "--engine", engine, "--workers", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads run here
    )
    assert run.stderr
    deadline, stderr = time.monotonic() + 300, b""
    while b" left, z " not in stderr and time.monotonic() < deadline:
        stderr += os.read(run.stderr.fileno(), 4096)
    run.send_signal(signal.SIGINT)
    out, stderr = run.communicate(timeout=300)
    assert run.returncode == 130, stderr
    assert b"Traceback" not in stderr
    result = json.loads(out)
    assert result["interrupted"] is True
    assert 0 < result["rolls"] < 10**14
    assert abs(result["z"]) < 5


def test_every_option_and_every_field_is_documented() -> None:
    text = PAGE.read_text()
    options = [option for each in simulate.params for option in each.opts if option.startswith("--")]
    assert [
        name
        for name in (*options, *SimulationResult.__struct_fields__, *SessionResults.__struct_fields__)
        if f"`{name}" not in text
    ] == []


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "give either --play"),
        (["--play", "red 1", "--strategy", "x.py:y"], "give either --play"),
        (["--strategy", "x.py:y"], "--strategy needs --sessions and --bankroll"),
    ],
)
def test_a_play_or_a_strategy_is_needed(words: list[str], sentence: str) -> None:
    refused = croupier("simulate", "ministar-roulette-2018", *words)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert sentence in refused.stderr
