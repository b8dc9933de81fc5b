"""croupier simulate --compare and --grid, as a user types them; and strategies in --play."""

import csv
import json
from pathlib import Path

from command import croupier

WHEEL = "ministar-roulette-2018"
FEW = ("--bankroll", "100", "--sessions", "500", "--max-rolls", "30", "--seed", "7", "--engine", "numpy", "--workers", "1")


def test_strategies_are_compared_in_a_table_a_file_and_a_picture(tmp_path: Path) -> None:
    out, plot = tmp_path / "found.csv", tmp_path / "found.svg"
    shown = croupier("simulate", WHEEL, "--compare", "red 5", "paroli", *FEW, "--out", str(out), "--plot", str(plot))
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "How often the row ends with more money than the column" in shown.stdout
    assert [row["strategy"] for row in csv.DictReader(out.read_text().splitlines())] == ["red 5", "paroli"]
    assert plot.read_text().startswith("<?xml")


def test_a_grid_compares_every_choice() -> None:
    shown = croupier("simulate", WHEEL, "--grid", "red {1,5}", *FEW, "--json")
    assert [each["strategy"] for each in json.loads(shown.stdout)["strategies"]] == ["red 1", "red 5"]


def test_a_session_lasts_an_evening_and_shows_its_exact_law() -> None:
    shown = croupier("simulate", WHEEL, "--play", "red 5, leave with bankroll above 120", *FEW[:4], *FEW[6:], "--json")
    found = json.loads(shown.stdout)
    assert found["max_rolls"] == 160
    assert found["ends"]["left"] > 0
    assert found["why_no_exact"] is None
    assert abs(found["rolls_per_session"] - found["exact_rolls_per_session"]) < 10


def test_what_cannot_be_exact_says_why() -> None:
    words = ("--bankroll", "1000000", "--sessions", "1", "--max-rolls", "1e4", "--seed", "7", "--engine", "numpy")
    shown = croupier("simulate", WHEEL, "--play", "red 5, straight:1 0.01", *words)
    assert "exact law          none: a session can end with" in shown.stdout


def test_what_does_not_go_together_is_refused_in_one_sentence() -> None:
    for words, sentence in (
        (("--play", "red 5, leave after 3 losses"), "--play: no long run: it leaves the table, so only sessions have figures;"),
        (("--compare", "red 5", "--bankroll", "100"), "--compare: 1 strategies; give 2 to 64"),
        (("--compare", "red 5", "black 5", "--rolls", "5"), "--compare and --grid play sessions"),
        (("--compare", "red 5", "black 500", "--bankroll", "100"), "black 500: --bankroll: $100.00 does not cover"),
        (("red 5",), "--compare and --grid play sessions"),
        (
            ("--compare", "red 5", "black 5", "--bankroll", "100", "--out", "x.txt"),
            "--out x.txt: must be a .csv or .parquet file",
        ),
    ):
        refused = croupier("simulate", WHEEL, *words)
        assert refused.returncode == 2
        assert refused.stderr.startswith(f"croupier: {sentence}"), refused.stderr
