"""croupier simulate --sessions in a real process: its output and exit code."""

import json
from pathlib import Path
from typing import Any

import pytest

from command import croupier
from plays import W1

STAR = "star-craps-2016"


def found(*words: str, given: str | None = None) -> dict[str, Any]:
    ran = croupier("simulate", *words, "--json", given=given)
    assert (ran.returncode, ran.stderr) == (0, "")
    return json.loads(ran.stdout)


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


def test_the_json_of_sessions() -> None:
    result = found(*SESSIONS)
    assert (result["sessions"], result["bankroll"], result["stop_win"], result["stop_loss"]) == (20_000, 500.0, 300.0, None)
    assert sum(result["ends"].values()) == 20_000
    assert result["risk_of_ruin"]["low"] < result["ends"]["ruin"] / 20_000 < result["risk_of_ruin"]["high"]
    assert result["long_run_return"] == "4280/4323"
    assert abs(result["z"]) < 4
    assert abs(result["risk_of_ruin"]["value"] - result["exact_risk_of_ruin"]) < 0.02
    assert list(result["result_percentiles"]) == ["1", "5", "25", "50", "75", "95", "99"]
    assert found(*SESSIONS, "--engine", "numpy", "--workers", "1")["result_percentiles"] == result["result_percentiles"]


def test_the_text_of_sessions() -> None:
    ran = croupier("simulate", *SESSIONS, "--stop-loss", "400")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "20,000 sessions with $500.00, each until $400.00 lost, $300.00 won or 500 rolls" in ran.stdout
    assert "risk of ruin " in ran.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--sessions", "10"], "a session needs --bankroll, such as --bankroll 500"),
        (
            ["--sessions", "10", "--bankroll", "33"],
            "--bankroll: $33.00 does not cover the first bets of the play, $34.00",
        ),
        (["--sessions", "0", "--bankroll", "50"], "--sessions 0: must be at least 1"),
        (
            ["--sessions", "9", "--bankroll", "x"],
            "--bankroll: 'x' is not an amount in dollars, such as 10 or 2.50",
        ),
        (["--bankroll", "50"], "--bankroll 50: needs --sessions, such as --sessions 1e6"),
        (["--sessions", "9", "--rolls", "9"], "--rolls, --rolls-file and --sessions exclude each other; give one of them"),
    ],
)
def test_invalid_sessions_are_refused_in_one_sentence(words: list[str], sentence: str) -> None:
    ran = croupier("simulate", STAR, "--play", W1, *words)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"croupier: {sentence}\n")


STRATEGY = """
from croupier.lab.strategy import SEAT
from croupier.money import Cents
from croupier.table.bets.placing import PlaceBet


def one_dollar():
    return lambda table: [PlaceBet(seat=SEAT, wager="red", stake=Cents(100))]


def nonsense():
    return lambda table: [PlaceBet(seat=SEAT, wager="rad", stake=Cents(100))]


def stake_of(table):
    return table.book.balance(None) / 0


def crashing():
    def strategy(table):
        yield PlaceBet(seat=SEAT, wager="red", stake=stake_of(table))

    return strategy


def nothing():
    return lambda table: None


def words():
    return lambda table: ["red 10"]


def no_strategy():
    return None


def plain(table):
    yield PlaceBet(seat=SEAT, wager="red", stake=Cents(100))
"""


def test_a_python_strategy_plays_at_the_table(tmp_path: Path) -> None:
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
    shown = croupier(*words, "--strategy", f"{file}:one_dollar")
    assert "rolls" in shown.stdout
    assert shown.stderr == ('croupier: this function bets as --play "red 1" does, which is faster and has exact figures\n')
    for strategy, sentence in (
        (f"{file}:nonsense", "PlaceBet: There is no wager rad at this table."),
        (f"{file}:nobody", "does not define a function nobody"),
        (f"{file}:plain", "plain must take no arguments and return the strategy, which is a function of the table"),
        ("mine", "write FILE.py:NAME"),
        (f"{tmp_path}/none.py:x", "No such file or directory"),
        (f"{file}:nothing", "a strategy must return commands, not NoneType"),
        (f"{file}:words", "a command must be PlaceBet, TakeDown or CallBet, not str"),
        (f"{file}:no_strategy", "the function must return a strategy, which is callable, not NoneType"),
    ):
        refused = croupier(*words, "--strategy", strategy)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert sentence in refused.stderr, refused.stderr
        assert refused.stderr.count("\n") == 1, refused.stderr


def test_an_error_in_a_strategy_shows_only_the_frames_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(STRATEGY)
    words = ("simulate", "ministar-roulette-2018", "--sessions", "5", "--bankroll", "20", "--strategy")
    shown = croupier(*words, f"{file}:crashing")
    assert (shown.returncode, shown.stdout) == (2, "")
    assert shown.stderr.splitlines() == [
        "Traceback (most recent call last):",
        f'  File "{file}", line 21, in strategy',
        '    yield PlaceBet(seat=SEAT, wager="red", stake=stake_of(table))',
        "                                                 ^^^^^^^^^^^^^^^",
        f'  File "{file}", line 16, in stake_of',
        "    return table.book.balance(None) / 0",
        "           ~~~~~~~~~~~~~~~~~~~~~~~~~^~~",
        "ZeroDivisionError: division by zero",
        f"croupier: --strategy {file}:crashing: the strategy raised ZeroDivisionError",
    ]
    file.write_text("def broken():\n    return 1 / 0\n\n\nbroken()\n")
    shown = croupier(*words, f"{file}:broken")
    assert shown.returncode == 2
    assert [line for line in shown.stderr.splitlines() if line.startswith("  File")] == [
        f'  File "{file}", line 5, in <module>',
        f'  File "{file}", line 2, in broken',
    ]
    assert shown.stderr.splitlines()[-1].endswith("cannot be run: ZeroDivisionError: division by zero")
