"""croupier simulate as a laboratory uses it: a real process, its output and its exit code."""

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
from croupier.lab.evenings import Evenings
from croupier.lab.finding import Finding
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


def test_a_seed_is_drawn_and_told_and_gives_the_same_again_with_any_kernel() -> None:
    first = found(STAR, "--play", W1, "--rolls", "100_000")
    again = found(STAR, "--play", W1, "--rolls", "1e5", "--seed", str(first["seed"]), "--engine", "numpy", "--workers", "1")
    assert first["net_cents"] == again["net_cents"]
    assert (first["engine"], again["engine"]) == ("numba", "numpy")


def test_a_person_reads_the_same() -> None:
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


def test_odds_may_be_raised_and_asked_about() -> None:
    """Hard 4 at 8 to 1 is a fair game; 7 to 1 is Adelaide's own."""
    asked = found(STAR, "--play", "hardway:4 10", "--odds", "hard-4=8 to 1", "--rolls", "1000")
    assert (asked["exact_net_per_roll"], asked["what_if"]) == ("0", {"8.1:hard-4": "8 to 1"})
    raised = found("adelaide-craps-2003", "--play", "hardway:4 10", "--raise", "hard-4=8 to 1", "--rolls", "1000")
    assert (raised["exact_net_per_roll"], raised["raised"]) == ("0", {"6(c):hard-4": "8 to 1"})


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([STAR, "--play", "place-win:7 1"], "play, place-win:7: star-craps-2016 has no such wager; did you mean place-win:9?"),
        (
            [STAR, "--play", "behind-win-line 2x"],
            'play, behind-win-line: these odds ride on win-line, which is not in the play; add it, as in "win-line 10"',
        ),
        ([STAR, "--play", "field 2.505"], "play, field: 2.505 is not in whole cents, as in 10 or 2.50"),
        (["star-craps", "--play", "field 5"], STAR_CRAPS),
        (
            [STAR, "--play", "field 5", "--rolls", "0"],
            "--rolls 0: nothing can be said about none at all; ask for at least 1",
        ),
        *(
            (
                [STAR, "--play", "field 5", "--rolls", rolls],
                f"--rolls {rolls}: should be a whole number up to 1e15, written as in 1000000, 1_000_000 or 1e6",
            )
            for rolls in ("1.5", "many", "-3", "1e16", "1e99", "")
        ),
        (
            [STAR, "--play", "field 5", "--seed", "-1"],
            "--seed -1: should be a whole number from 0 to 18,446,744,073,709,551,615",
        ),
        (
            [STAR, "--play", "field 5", "--workers", "9" * 5000],
            f"--workers {'9' * 490}…",
        ),
        (
            [STAR, "--play", "field 5", "--rolls", "9" * 5000],
            f"--rolls {'9' * 492}…",
        ),
        (
            [STAR, "--play", f"field {'9' * 5000}"],
            f"play, field: '{'9' * 486}…",
        ),
        ([STAR, "--play", "field 5", "--workers", "0"], "--workers 0: should be a whole number from 1 to 1,024"),
        (
            [STAR, "--play", "field 5", "--odds-multiple", "3"],
            "sign: odds_multiple is no setting of this rule set, which knows minimum, maximum and payout_unit",
        ),
        (
            [STAR, "--play", "field 5", "--reading", "SC-06"],
            "'SC-06' cannot be read; a reading is chosen as in AB-01=value",
        ),
        (
            [STAR, "--play", "field 5", "--reading", "SC-06=x"],
            "SC-06 is 'x', which should be next-payable or exact-stakes",
        ),
        (
            [STAR, "--play", "field 5", "--rolls", "5", "--rolls-file", "x"],
            "--rolls, --rolls-file and --sessions: give one of the three",
        ),
        ([STAR, "--play", "field 5", "--rolls-file", "nowhere.txt"], "nowhere.txt: No such file or directory"),
    ],
)
def test_bad_input_gets_one_sentence(words: list[str], sentence: str) -> None:
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
            "line 2: two dice can never show '7-1'; write one face from 1 to 6 for each die, as in 3-4 or 3 4",
        ),
        (b"\n# nothing\n", None),
        (b"\xff\xfe\x00", None),
    ],
)
def test_a_bad_file_gets_one_sentence(written: bytes, sentence: str | None, tmp_path: Path) -> None:
    file = tmp_path / "rolls.txt"
    file.write_bytes(written)
    ran = croupier("simulate", STAR, "--play", W1, "--rolls-file", str(file))
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
    assert ran.stderr.startswith(f"croupier: {file}")
    assert sentence is None or ran.stderr == f"croupier: {file}, {sentence}\n"


@pytest.mark.parametrize("engine", ["numba", "numpy"])
def test_an_interrupted_run_says_what_it_has_so_far(engine: str) -> None:
    command = [sys.executable, "-m", "croupier", "simulate", STAR, "--play", W1, "--rolls", "1e14", "--json", "--progress"]
    # A shell that runs the tests in the background has them ignore interruptions, and whatever they start; this one must not.
    run = subprocess.Popen(  # noqa: S603
        [*command, "--engine", engine, "--workers", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - the tests start no threads here
    )
    assert run.stderr
    deadline, said = time.monotonic() + 60, b""
    while b" left, z " not in said and time.monotonic() < deadline:
        said += os.read(run.stderr.fileno(), 4096)
    run.send_signal(signal.SIGINT)
    out, said = run.communicate(timeout=60)
    assert run.returncode == 130, said
    assert b"Traceback" not in said
    result = json.loads(out)
    assert result["interrupted"] is True
    assert 0 < result["rolls"] < 10**14
    assert abs(result["z"]) < 5


SESSIONS = (
    STAR,
    "--play",
    W1,
    "--sessions",
    "2e4",
    "--bankroll",
    "500",
    "--stop-win",
    "300",
    "--max-rolls",
    "500",
    "--seed",
    "7",
)


def test_sessions_are_played_out_and_summed_up() -> None:
    result = found(*SESSIONS)
    assert (result["sessions"], result["bankroll"], result["stop_win"], result["stop_loss"]) == (20_000, 500.0, 300.0, None)
    assert sum(result["ends"].values()) == 20_000
    assert result["risk_of_ruin"]["low"] < result["ends"]["ruin"] / 20_000 < result["risk_of_ruin"]["high"]
    assert result["long_run_return"] == "4280/4323"
    assert abs(result["z"]) < 4
    assert abs(result["risk_of_ruin"]["value"] - result["exact_risk_of_ruin"]) < 0.02
    assert list(result["result_percentiles"]) == ["1", "5", "25", "50", "75", "95", "99"]
    assert found(*SESSIONS, "--engine", "numpy", "--workers", "1")["result_percentiles"] == result["result_percentiles"]


def test_sessions_are_told_in_words() -> None:
    ran = croupier("simulate", *SESSIONS, "--stop-loss", "400")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "20,000 sessions with $500.00, each until $400.00 lost, $300.00 won or 500 rolls" in ran.stdout
    assert "risk of ruin " in ran.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--sessions", "10"], "--sessions: needs the money that a session begins with, as in --bankroll 500"),
        (
            ["--sessions", "10", "--bankroll", "33"],
            "--bankroll: $33.00 does not cover the first bets of the play, $34.00",
        ),
        (["--sessions", "0", "--bankroll", "50"], "--sessions 0: nothing can be said about none at all; ask for at least 1"),
        (
            ["--sessions", "9", "--bankroll", "x"],
            "--bankroll: 'x' is not an amount in dollars, as in 10 or 2.50",
        ),
        (["--bankroll", "50"], "--bankroll 50: is for sessions only; say how many, as in --sessions 1e6"),
        (["--sessions", "9", "--rolls", "9"], "--rolls, --rolls-file and --sessions: give one of the three"),
    ],
)
def test_bad_sessions_get_one_sentence(words: list[str], sentence: str) -> None:
    ran = croupier("simulate", STAR, "--play", W1, *words)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"croupier: {sentence}\n")


def test_every_option_and_every_field_is_documented() -> None:
    text = PAGE.read_text()
    options = [option for each in simulate.params for option in each.opts if option.startswith("--")]
    assert [
        name for name in (*options, *Finding.__struct_fields__, *Evenings.__struct_fields__) if f"`{name}" not in text
    ] == []


STRATEGY = """
from croupier.lab.attended import SEAT
from croupier.money import Cents
from croupier.table.commands import PlaceBet


def one_dollar():
    return lambda table: [PlaceBet(seat=SEAT, wager="red", stake=Cents(100))]


def nonsense():
    return lambda table: [PlaceBet(seat=SEAT, wager="rad", stake=Cents(100))]
"""


def test_a_function_of_ones_own_plays_at_the_table(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(STRATEGY)
    words = ("simulate", "ministar-roulette-2018", "--sessions", "50", "--bankroll", "20", "--max-rolls", "30", "--seed", "7")
    ran = croupier(*words, "--strategy", f"{file}:one_dollar", "--json")
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert (found["sessions"], found["engine"], found["long_run_return"]) == (50, "the table", None)
    assert (
        croupier(*words, "--strategy", f"{file}:one_dollar", "--json").stdout.split('"seconds"')[0]
        == ran.stdout.split('"seconds"')[0]
    )
    assert "rolls" in croupier(*words, "--strategy", f"{file}:one_dollar").stdout
    for strategy, sentence in (
        (f"{file}:nonsense", "PlaceBet: There is no wager rad at this table."),
        (f"{file}:nobody", "defines no function nobody"),
        ("mine", "write it as FILE.py:NAME"),
        (f"{tmp_path}/none.py:x", "No such file or directory"),
    ):
        refused = croupier(*words, "--strategy", strategy)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert sentence in refused.stderr, refused.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "say what is played"),
        (["--play", "red 1", "--strategy", "x.py:y"], "one of the two"),
        (["--strategy", "x.py:y"], "--strategy plays sessions at the table"),
    ],
)
def test_a_play_or_a_strategy_is_needed(words: list[str], sentence: str) -> None:
    refused = croupier("simulate", "ministar-roulette-2018", *words)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert sentence in refused.stderr
