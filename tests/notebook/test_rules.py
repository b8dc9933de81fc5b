"""The front door: `croupier.rules(id)`, what it answers, and what it says when a name is unknown."""

import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction

import pytest

import croupier
from croupier.catalogue import names, ruleset
from croupier.lab.play import read_play
from croupier.lab.strategies.way import read_way
from croupier.lab.variant import make_variant
from croupier.notebook.rules import Rules
from croupier.notebook.shown import Row, Shown
from croupier.rules.exact import edge
from section_a import ADELAIDE, MINISTAR, STAR

star = croupier.rules(STAR)


def test_a_rule_set_is_found_by_its_id_or_given_as_an_object() -> None:
    rules = ruleset(STAR)
    for same in (star, rules, make_variant(rules), STAR):
        assert croupier.rules(same).ruleset.fingerprint == rules.fingerprint
    assert repr(star) == "<star-craps-2016: Craps, The Star Sydney, 17 August 2016>"
    assert croupier.names() == names()
    assert star.wagers[:3] == ("win-line", "dont-win", "come")


def test_readings_and_other_odds_follow_the_id() -> None:
    assert croupier.rules("star-sicbo-2016+SB-01=as-printed").edge("even") == Fraction(29, 108)
    what_if = croupier.rules(f"{STAR}+hard-6=9 to 1")
    assert what_if.edge("hard 6") == Fraction(1, 11)
    with pytest.raises(ValueError, match="no table is opened with odds that are not approved"):
        what_if.table()


@pytest.mark.parametrize("name", names())
def test_an_edge_is_that_of_the_rules(name: str) -> None:
    rules = croupier.rules(name)
    for entry in list(rules.par_sheet())[:20]:
        assert rules.edge(entry) == rules.edge(entry.offer) == rules.edge(entry.offer.id) == edge(ruleset(name), entry.offer.id)


def test_a_wager_goes_by_words_of_the_trade() -> None:
    assert star.edge("place-win:6") == star.edge("place 6") == Fraction(1, 66)
    assert star.edge("pass") == Fraction(7, 495)
    assert [entry.offer.id for entry in star.par_sheet("pass", "Hard 6")] == ["win-line", "hardway:6"]


@pytest.mark.parametrize(
    ("ask", "sentence", "nearest"),
    [
        (lambda: croupier.rules("star"), "did you mean star-craps-2016 or star-sicbo-2016?", (STAR, "star-sicbo-2016")),
        (lambda: star.edge("fied"), f"{STAR} has no wager 'fied'; did you mean field?", ("field",)),
        (lambda: star.edge("hardway"), "'hardway' is the name of 4 wagers; write hardway:4, hardway:6, ", None),
        (lambda: star.par_sheet("field", "hrdway"), f"{STAR} has no wager 'hrdway'; did you mean hardway?", ("hardway",)),
        (lambda: star.par_sheet("hardway")["field"], "this par sheet has no line for field; it has hardway:4, ", None),
        (lambda: star.simulate("fied 10"), f"play, part 1: {STAR} has no wager 'fied'; did you mean field?", ("field",)),
        (lambda: star.table().play("ann bets $5 on fied"), f"{STAR} has no wager 'fied'; did you mean field?", ("field",)),
    ],
)
def test_one_error_names_what_is_unknown_and_what_is_near(
    ask: Callable[[], object], sentence: str, nearest: tuple[str, ...] | None
) -> None:
    with pytest.raises(croupier.UnknownNameError) as unknown:
        ask()
    assert sentence in str(unknown.value)
    assert nearest is None or unknown.value.nearest[: len(nearest)] == nearest


def _table() -> Shown:
    table = star.table()
    table.play("ann bets $10 on pass", "bob bets $12 on place 6", "bob calls place 6 on", "roll 2-2")
    return table


RESULTS: dict[str, Callable[[], Shown]] = {
    "par sheet": lambda: star.par_sheet("hardway"),
    "one wager": lambda: star.par_sheet("field"),
    "all": lambda: croupier.rules(MINISTAR).par_sheet(),
    "simulation": lambda: star.simulate("pass 10", rolls=1e4, seed=1, engine="numpy"),
    "strategy": lambda: star.simulate("iron-cross", rolls=1e4, seed=1, engine="numpy"),
    "comparison": lambda: star.compare("pass 10", "field 5", bankroll=200, sessions=200, seed=1, engine="numpy"),
    "page": lambda: star.table().play("ann bets $10 on field", "ann bets $1 on come", "roll 2-2"),
    "table": _table,
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_one_line_a_table_html_and_rows(name: str) -> None:
    shown: Shown = RESULTS[name]()
    assert "\n" not in repr(shown)
    assert len(repr(shown)) < 300
    title, under, *lines = str(shown).splitlines()
    assert set(under) <= {"-", " "}
    assert title
    assert lines
    html = shown._repr_html_()  # pyright: ignore[reportPrivateUsage]
    assert html.startswith("<table>")
    assert html.endswith("</table>")
    assert html.count("<tr>") == len(lines) + 1
    assert_plain(shown.rows())


def assert_plain(rows: list[Row]) -> None:
    """What a data frame reads without help: the same columns in every row, values of plain types, one type in each column."""
    assert rows
    assert len({tuple(row) for row in rows}) == 1
    for column in rows[0]:
        kinds = {type(row[column]) for row in rows} - {type(None)}
        assert len(kinds) <= 1, column
        assert kinds <= {str, int, float, bool}, column


def test_rows_have_decimals_and_fractions() -> None:
    (row,) = star.par_sheet("hard 6").rows()
    assert (row["wager"], row["house_edge_exact"], row["mean_rolls_exact"]) == ("hardway:6", "1/22", "36/11")
    assert row["house_edge"] == 1 / 22
    assert row["house_edge_with_full_odds"] is None


def test_an_entry_has_the_figures_as_fractions() -> None:
    sheet = star.par_sheet("hardway")
    assert sheet["hard 6"].figures.variance == Fraction(2205, 242)
    assert len(sheet) == 4


def test_a_simulation_has_simulated_and_exact_figures() -> None:
    found = star.simulate("win-line 10, behind-win-line 2x", rolls=2e6, seed=7, engine="numpy")
    again = star.simulate("pass 10, odds 2x", rolls=2e6, seed=7, engine="numpy")
    assert found.exact_net == Fraction(-70, 1671)
    assert found.rolls == 2_000_000
    assert abs(found.z) < 4
    assert found.net == again.net, "the same seed gives the same result"
    assert star.simulate("field 5", rolls=1e3).seed >= 0
    rounded = croupier.rules(STAR).simulate("place-win:6 5", rolls=1e3, seed=1, payout_unit=100)
    assert rounded.exact_net != star.simulate("place-win:6 5", rolls=1e3, seed=1).exact_net


def test_a_strategy_is_simulated_by_its_text_its_name_or_as_an_object() -> None:
    text = "place 5 10 while point on, place 6 12 while point on, place 8 12 while point on, field 5 while point on"
    way = read_way(star.ruleset, star.ruleset.sign({}), text)
    found = [star.simulate(each, rolls=1e5, seed=7, engine="numpy") for each in (text, "iron-cross", way)]
    assert len({each.net for each in found}) == 1
    assert found[0].exact.hold == Fraction(9, 272)
    with pytest.raises(ValueError, match="no long run: it leaves the table, so only sessions have figures; use compare"):
        star.simulate("pass 10, leave after 3 wins")


def test_strategies_are_compared_with_a_bankroll_in_dollars() -> None:
    found = star.compare("pass-with-odds", "iron-cross", bankroll=500, sessions=2000, seed=7, engine="numpy")
    line, cross = found.rows()
    assert (line["cost_per_hour"], cross["cost_per_hour"]) == (4.1891, 35.1885)
    assert isinstance(line["exact_ruin"], float)
    assert abs(float(str(line["ruin"])) - line["exact_ruin"]) < 0.03
    assert 0 < found.chance("iron-cross", "pass-with-odds") < 0.5
    for words, sentence in (
        (("pass 10",), "compare at least two strategies, each given once"),
        (("pass 10", "pass 10"), "compare at least two strategies, each given once"),
        (("pass 10", "pass 1000"), "bankroll: .500.00 does not cover the first bets of the play, .1,000.00"),
    ):
        with pytest.raises(ValueError, match=sentence):
            star.compare(*words, bankroll=500)
    with pytest.raises(ValueError, match="'field' was not compared; there are"):
        found.chance("field", "iron-cross")


@pytest.mark.parametrize("rolls", [0, 1.5, -1, 1e16])
def test_a_number_of_rolls_is_whole(rolls: float) -> None:
    with pytest.raises(ValueError, match="which should be a whole number from 1 to 1e15, such as 1e8"):
        star.simulate("field 5", rolls=rolls)


def test_a_rule_set_that_is_no_document_of_the_house_is_asked_the_same() -> None:
    own = croupier.rules(ruleset(ADELAIDE).under({}))
    assert isinstance(own, Rules)
    assert own.edge("pass") == Fraction(7, 495)


def test_importing_the_package_imports_nothing_of_weight() -> None:
    program = (
        "import sys, croupier; print([m for m in sys.modules if m.startswith(('numpy', 'msgspec', 'click', 'croupier.'))])"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)  # noqa: S603
    assert ran.stdout.strip() == "['croupier.rules']"


def test_the_package_of_rules_stays_a_package() -> None:
    import croupier.rules.exact as module  # noqa: PLC0415 - after croupier.rules was called

    assert module.edge is edge
    assert callable(croupier.rules)
    assert {"rules", "names", "UnknownNameError", "__version__"} <= set(dir(croupier))
    with pytest.raises(AttributeError, match="module 'croupier' has no attribute 'nothing'"):
        _ = croupier.nothing  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]


def test_what_a_user_meets_in_a_result_is_one_short_line() -> None:
    entry = star.par_sheet("hard 6")["hard 6"]
    assert repr(entry) == "<hardway:6 of star-craps-2016: edge 1/22>"
    met = (entry.figures, entry.offer, entry.offer.wager, star.par_sheet().sheet, star.variant)
    met = (*met, read_play(star.ruleset, star.ruleset.sign({}), "pass 10"))
    for each in met:
        assert "\n" not in repr(each)
        assert len(repr(each)) < 200, repr(each)
