"""croupier audit report and performance: the same figures as text, CSV, JSON and PDF, and what cannot be asked."""

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from croupier.cli.audit import audit
from croupier.floor.reports.catalogue import REPORTS
from croupier.journal.sqlite import SqliteStore
from journals import play


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An evening at one table."""
    path = tmp_path_factory.mktemp("report") / "journal.sqlite"
    store = SqliteStore(path)
    play(store, "craps", commands=400)
    store.close()
    return str(path)


def asked(*arguments: str) -> Result:
    return CliRunner().invoke(audit, ["report", *arguments])


def test_a_report_as_text_csv_and_json_has_the_same_figures(journal: str) -> None:
    text = asked(journal, "performance", "--period", "life", "--operator", "The Star")
    assert text.exit_code == 0, text.output
    head, _, rows = text.output.partition("\n\n")
    assert head.splitlines()[0] == "Game performance"
    for stated in ("Operator: The Star", "Interval: life: from the first line to ", "Software: croupier ", "Filters: none; "):
        assert stated in head
    found = json.loads(asked(journal, "performance", "--period", "life", "--form", "json").output)
    [row] = found["rows"]
    assert row[0] == "craps"
    assert f"{row[1]:,}" in rows
    lines = [*csv.reader(asked(journal, "performance", "--period", "life", "--form", "csv").output.splitlines())]
    cells = dict(zip(lines[-2], lines[-1], strict=True))
    assert (cells["Bets"], cells["Staked"]) == (str(row[1]), f"{row[3] // 100}.{row[3] % 100:02}")
    assert lines[0] == ["Report", "Game performance"]


def test_a_report_on_paper_needs_a_file(journal: str, tmp_path: Path) -> None:
    pytest.importorskip("typst")
    assert "add --output report.pdf" in asked(journal, "events", "--form", "paper").output
    file = tmp_path / "events.pdf"
    ran = asked(journal, "events", "--period", "life", "--form", "paper", "--output", str(file))
    assert (ran.exit_code, ran.output) == (0, "")
    assert file.read_bytes().startswith(b"%PDF-")


def test_without_a_name_the_reports_are_listed(journal: str) -> None:
    listed = asked(journal).output
    assert all(f"{report.id}: {report.title}." in listed for report in REPORTS)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["takings", "--day", "yesterday"], "yesterday is no date; write it as 2026-11-17."),
        (["takings", "--by", "wager"], "Drop and win cannot be grouped by wager, but by table, terminal, day, month or year."),
        (["large", "--least", "12,5"], "--least 12,5 is not an amount; write one such as $5,000"),
        (["takings", "--table", "poker"], "There is no table poker; there are craps."),
        (["profits"], "There is no report profits; there are performance, "),
        (["takings", "--output", "/nowhere/x", "--form", "csv"], "/nowhere/x: cannot be written (No such file or directory)"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(journal: str, arguments: list[str], words: str) -> None:
    ran = asked(journal, *arguments)
    assert ran.exit_code != 0
    assert words in ran.output
    assert len(ran.output.splitlines()) == 1


def test_an_empty_interval_says_so(journal: str) -> None:
    assert asked(journal, "takings", "--day", "1999-01-01").output.endswith("No activity.\n")


def test_performance_prints_every_wager_and_nothing_to_look_into(journal: str) -> None:
    ran = CliRunner().invoke(audit, ["performance", journal, "--csv"])
    assert ran.exit_code == 0, ran.output
    rows = [*csv.DictReader(ran.output.splitlines())]
    assert rows[-1]["wager"] == "all"
    assert sum(int(row["bets"]) for row in rows[:-1]) >= int(rows[-1]["bets"]) > 20
    empty = CliRunner().invoke(audit, ["performance", journal, "--day", "1999-01-01"])
    assert "no activity" in empty.output
