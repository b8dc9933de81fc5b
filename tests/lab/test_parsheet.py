"""The par sheet, against every figure of our analysis (section A), read from the JSON output."""

import csv
import io
import json
from fractions import Fraction
from typing import Any

import pytest

from command import croupier
from croupier.catalogue import names, ruleset
from croupier.lab.layouts import LAYOUTS
from croupier.lab.parsheet import par_sheet, parsheet_data
from croupier.lab.parsheet_report import parsheet_report
from croupier.lab.variant import Variant, make_variant
from section_a import ADELAIDE, ARUZE, EDGES, MINISTAR, SICBO, STAR

F = Fraction


def lines(name: str, *words: str) -> dict[str, dict[str, Any]]:
    """Return the wagers on a sheet, as the command prints them."""
    ran = croupier("parsheet", name, "--format", "json", *words)
    assert (ran.returncode, ran.stderr) == (0, "")
    return {line["wager"]: line for line in json.loads(ran.stdout)["wagers"]}


@pytest.mark.parametrize("name", EDGES)
def test_tables_a1_to_a4_by_the_sheet(name: str) -> None:
    wanted = {id: edge for id, edge in EDGES[name].items() if ruleset(name).addresses[id].state is None}
    assert {id: F(line["house_edge"]) for id, line in lines(name).items()} == wanted
    assert not any(id.startswith(("come:", "dont-come:")) for id in wanted)


def test_table_a5_by_the_sheet() -> None:
    found = lines(MINISTAR)
    assert set(found) == set(ruleset(MINISTAR).addresses)
    assert {line["house_edge"] for line in found.values()} == {"1/37"}
    assert {line["house_edge_per_roll"] for line in found.values()} == {"1/37"}
    assert found["straight:0"]["max_payout"] == "35"
    assert found["complete:2"]["distribution"]["55/4"] == "1/37"  # 165 pieces of 12


A03 = {
    # wager: edge, per active roll, per roll when off on the come-out
    "win-line": ("7/495", "7/1671", "7/1671"),
    "dont-win": ("3/220", "9/2228", "9/2228"),
    "place-win:4": ("1/15", "1/60", "98/8355"),
    "place-win:5": ("1/25", "1/90", "196/25065"),
    "place-win:6": ("1/66", "1/216", "49/15039"),
    "place-lose:4": ("1/33", "1/132", "1/132"),
    "place-lose:5": ("1/40", "1/144", "1/144"),
    "place-lose:6": ("1/55", "1/180", "1/180"),
    "buy:4": ("1/20", "1/80", "49/5570"),
    "buy:5": ("1/20", "1/72", "49/5013"),
    "buy:6": ("1/20", "11/720", "539/50130"),
    "lay:4": ("1/40", "1/160", "1/160"),
    "lay:5": ("1/30", "1/108", "1/108"),
    "lay:6": ("1/24", "11/864", "11/864"),
    "big-6": ("1/11", "1/36", "1/36"),
    "hardway:4": ("1/18", "1/72", "49/5013"),
    "hardway:6": ("1/22", "1/72", "49/5013"),
    "field": ("1/18", "1/18", "1/18"),
    "any-seven": ("1/6", "1/6", "1/6"),
}


def test_table_a03_by_the_sheet() -> None:
    found = lines(STAR)
    per_roll = ("house_edge", "house_edge_per_roll", "house_edge_per_roll_kept_up")
    assert {id: tuple(found[id][name] for name in per_roll) for id in A03} == A03
    assert found["win-line"]["mean_rolls"] == "557/165"
    assert found["dont-win"]["house_edge_resolved"] == "27/1925"
    outlays = {"buy:4": "1/21", "buy:5": "1/21", "buy:6": "1/21", "lay:4": "1/41", "lay:5": "1/31", "lay:6": "1/25"}
    assert {id: found[id]["house_edge_of_outlay"] for id in outlays} == outlays
    assert found["win-line"]["house_edge_with_full_odds"] == "1/165"
    assert found["place-win:6"]["mean_rolls"] == "36/11"
    assert found["place-win:6"]["with_puck"]["mean_rolls_by_puck"]["come-out"] == "1815516/351461"


def test_table_a03_the_hardways_of_the_others() -> None:
    adelaide, aruze = lines(ADELAIDE, "--wager", "hardway"), lines(ARUZE, "--wager", "hardway")
    for n in (4, 6, 8, 10):
        assert adelaide[f"hardway:{n}"]["house_edge_per_roll"] == "1/36"
        assert adelaide[f"hardway:{n}"]["house_edge_per_roll_kept_up"] == "98/5013"
        assert aruze[f"hardway:{n}"]["with_puck"] is None
    assert [aruze[f"hardway:{n}"]["house_edge"] for n in (4, 6)] == ["1/18", "1/11"]


def test_the_fields_of_a_line() -> None:
    line = lines(STAR, "--wager", "place-win:6")["place-win:6"]
    assert line["clause"] == "6.1.10"
    assert line["hit_frequency"] == "5/11"
    assert line["variance"] == "845/726"
    assert line["standard_deviation"] == pytest.approx((845 / 726) ** 0.5)
    assert line["max_payout"] == "7/6"
    assert line["distribution"] == {"-1": "6/11", "7/6": "5/11"}
    assert line["odds"] == {"8.1:place-win-6": "7 to 6"}
    assert [hold["bets"] for hold in line["hold"]] == [1_000, 10_000, 100_000]


def test_the_head_of_a_sheet() -> None:
    ran = croupier("parsheet", SICBO, "--format", "json", "--reading", "SB-01=as-printed")
    sheet = json.loads(ran.stdout)
    assert sheet["ruleset"] == SICBO
    assert sheet["fingerprint"] == ruleset(SICBO).under({"SB-01": "as-printed"}).fingerprint
    assert sheet["readings"]["SB-01"] == "as-printed"
    assert sheet["readings"]["SB-04"] == next(each.default for each in ruleset(SICBO).readings if each.id == "SB-04")
    assert (sheet["raised"], sheet["what_if"]) == ({}, {})
    assert next(line for line in sheet["wagers"] if line["wager"] == "even")["house_edge"] == "29/108"


def test_odds_raised_where_the_document_allows_it() -> None:
    line = lines(ADELAIDE, "--raise", "hard-4=7.5 to 1", "--wager", "hardway:4")["hardway:4"]
    assert line["house_edge"] == "1/18"
    assert croupier("parsheet", STAR, "--raise", "hard-4=8 to 1").returncode == 2


def test_what_if_changes_any_row_up_or_down_and_says_so() -> None:
    changed = make_variant(ruleset(STAR), what_if=["8.1:place-win-6=6 to 5", "hard-4=7 to 1"])
    sheet: Any = parsheet_data(par_sheet(changed))
    found = {line["wager"]: line["house_edge"] for line in sheet["wagers"]}
    assert (found["place-win:6"], found["hardway:4"], found["place-win:8"]) == ("0", "1/9", "1/66")
    assert sheet["what_if"] == {"8.1:place-win-6": "6 to 5", "8.1:hard-4": "7 to 1"}
    assert sheet["fingerprint"] != ruleset(STAR).fingerprint
    assert "not the approved document" in LAYOUTS["text"](parsheet_report(par_sheet(changed)))
    assert "not the approved document" not in LAYOUTS["text"](parsheet_report(par_sheet(Variant(ruleset(STAR)))))


def test_a_composite_follows_the_row_that_pays_it() -> None:
    found = lines(MINISTAR, "--odds", "straight=36 to 1", "--wager", "final:7", "--wager", "straight:7", "--wager", "red")
    assert {id: line["house_edge"] for id, line in found.items()} == {"straight:7": "0", "red": "1/37", "final:7": "0"}


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_sheet_in_every_layout(name: str, layout: str) -> None:
    """Every layout shows the edge of the first wager; all but CSV show the fingerprint."""
    sheet = par_sheet(Variant(ruleset(name)))
    text = LAYOUTS[layout](parsheet_report(sheet))
    assert str(sheet.entries[0].figures.house_edge) in text
    if layout != "csv":
        assert ruleset(name).fingerprint in text
    assert "<script" not in text
    assert "http" not in text


def test_the_csv_has_a_line_for_every_wager() -> None:
    rows = list(csv.DictReader(io.StringIO(croupier("parsheet", ADELAIDE, "--format", "csv").stdout)))
    assert {row["wager"]: F(row["house_edge"]) for row in rows} == {
        id: edge for id, edge in EDGES[ADELAIDE].items() if ruleset(ADELAIDE).addresses[id].state is None
    }


def test_wagers_with_equal_figures_share_a_line_of_text() -> None:
    text = croupier("parsheet", MINISTAR).stdout
    assert "straight:0 … 36 (37)" in text
    assert "place-win:6, 8" in croupier("parsheet", STAR, "--wager", "place-win").stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], f"name a rule set, one of {', '.join(names())}"),
        ([STAR, "--odds", "place-win-66=1 to 1"], f"{STAR} has no row of odds 'place-win-66'; did you mean 8.1:place-win-6?"),
        ([STAR, "--odds", "hard-4=1"], '8.1:hard-4: "1" is not odds: write what is won and what is staked, as in "7 to 6"'),
        ([STAR, "--odds", "hard-4"], "'hard-4' is not valid; change odds with ROW=ODDS, such as ROW=\"8 to 1\""),
        ([STAR, "--raise", "hard-4=8 to 1"], f"{STAR}: its odds are fixed and cannot be raised"),
        ([STAR, "--reading", "SC-12"], "'SC-12' is not valid; choose a reading with ID=VALUE, such as AB-01=value"),
        ([STAR, "--reading", "SC-12=x"], "SC-12 is 'x', which should be goes-back or stays-up"),
        ([STAR, "--odds", "hard-4=8 to 1", "--odds", "hard-4=9 to 1"], "hard-4 is given twice, as 8 to 1 and as 9 to 1"),
        ([STAR, "--wager", "plase-win:6"], f"{STAR} has no wager 'plase-win:6'; did you mean place-win:6?"),
        ([STAR, "--wager", "come:6"], f"{STAR}: come:6 is a state of come and has no line of its own"),
        ([STAR, "--bets", "0"], "--bets 0: must be at least 1"),
        ([STAR, "--bets", "many"], "--bets many: must be a whole number up to 1e15, such as 1000000, 1_000_000 or 1e6"),
        ([STAR, "--payout-unit", "100"], "--payout-unit needs --breakage"),
    ],
)
def test_invalid_options_are_refused_in_one_sentence(words: list[str], sentence: str) -> None:
    ran = croupier("parsheet", *words)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"croupier: {sentence}\n")
