"""The effect of rounding on the edge, against the stakes of our analysis (SC-06, AZ-09) and against real tables."""

import json
from fractions import Fraction
from itertools import islice
from typing import Any

import pytest

from command import croupier
from croupier.catalogue import names, ruleset
from croupier.lab.breakage import Breakage, FavourableWager, breakages, favourable_wagers
from croupier.lab.variant import make_variant
from croupier.rules.ruleset import Ruleset
from croupier.table.telling.scenario.reading import read
from croupier.table.telling.scenario.running import run
from section_a import ADELAIDE, ARUZE, MINISTAR, SICBO, STAR

F = Fraction


def of(rules: Ruleset, wager: str, state: str = "", step: int | None = None, **sign: object) -> Breakage:
    offer = rules.addresses[wager].offer
    return next(each for each in breakages(rules, rules.sign(sign), [offer], step) if state in ("", each.state))


def dollars_favouring(wager: str, state: str = "", count: int = 20) -> list[int]:
    return [stake // 100 for stake in islice(of(ruleset(STAR), wager, state, payout_unit=100).favourable_stakes(), count)]


SIXES = [1, 2, 3, 4, 7, 8, 9, 13, 14, 19]


@pytest.mark.parametrize(
    ("wager", "dollars"),
    [
        ("place-win:6", SIXES),
        ("place-win:8", SIXES),
        ("place-win:5", [1, 3]),
        ("place-win:9", [1, 3]),
        ("place-win:4", []),
        ("place-lose:6", SIXES),
        ("place-lose:5", [1, 2, 4, 5, 7, 10, 13]),
        ("place-lose:4", [1, 3, 5, 7, 9]),
        # Not in the analysis: rounding up by a chip outweighs the commission.
        ("buy:6", [1, 2, 3, 6]),
        ("lay:4", [1, 3, 5, 7, 9, 11, 13]),
        ("horn-high:2", [1]),
        ("win-line", []),
        ("horn", []),
    ],
)
def test_sc06_the_stakes_that_favour_the_player_with_a_dollar_chip(wager: str, dollars: list[int]) -> None:
    assert dollars_favouring(wager) == dollars


def test_sc06_where_a_place_bet_breaks_even() -> None:
    six = of(ruleset(STAR), "place-win:6", payout_unit=100)
    assert list(six.break_even_stakes(100_000)) == [500, 1000, 1500, 2000, 2500]
    assert six.highest_favourable == 1900


def test_sc06_odds_have_no_edge_so_every_stake_off_the_multiple_favours_the_player() -> None:
    assert dollars_favouring("behind-win-line", "point 6", 8) == [1, 2, 3, 4, 6, 7, 8, 9]
    assert dollars_favouring("behind-dont-win", "point 5", 4) == [1, 2, 4, 5]
    assert dollars_favouring("behind-win-line", "point 4") == []
    behind = of(ruleset(STAR), "behind-win-line", "point 6", payout_unit=100)
    assert behind.unbounded
    assert behind.highest_favourable is None


SC06_INCREMENTS = {
    **dict.fromkeys(("place-win:4", "place-win:5", "place-win:9", "place-win:10"), 5),
    **dict.fromkeys(("place-win:6", "place-win:8"), 6),
    "place-lose:4": 11,
    "place-lose:5": 8,
    "place-lose:6": 5,
    **dict.fromkeys(("hardway:4", "hardway:6", "any-craps"), 2),
    **dict.fromkeys(("horn", "crap-eleven"), 4),
    "horn-high:2": 5,
    **{f"buy:{n}": 20 for n in (4, 5, 6, 8, 9, 10)},
    "lay:4": 40,
    "lay:5": 30,
    "lay:6": 24,
    "behind-come:5": 2,
    "behind-come:6": 5,
    "behind-dont-come:4": 2,
    "behind-dont-come:5": 3,
    "behind-dont-come:6": 6,
}


def test_sc06_the_increments_a_sign_should_require() -> None:
    rules = ruleset(STAR)
    found = {wager: of(rules, wager, payout_unit=100).payable_increment // 100 for wager in SC06_INCREMENTS}
    assert found == SC06_INCREMENTS
    assert of(rules, "buy:6", payout_unit=100).exact_increment == 500


def test_a_smaller_increment_may_be_fair_without_being_exact() -> None:
    six = of(ruleset(STAR), "place-win:6", payout_unit=100)
    assert (six.exact_increment, six.fair_increment) == (600, 500)


def test_az09_to_the_cent() -> None:
    rules = ruleset(ARUZE)
    assert list(of(rules, "place:6").favourable_stakes()) == SIXES
    assert of(rules, "place:6").unit == 1
    # A terminal that pays to the cent ignores the payout unit of the sign.
    assert list(of(rules, "place:6", payout_unit=100).favourable_stakes()) == SIXES


def test_az09_from_which_stake_on_no_wager_with_an_edge_favours_the_player() -> None:
    """26 cents by winnings alone, as in the analysis; 40 with the commission of a lay bet, which rounds down."""
    rules = ruleset(ARUZE)
    highest = {
        each.offer.id: each.highest_favourable or 0 for each in breakages(rules, rules.sign({}), rules.offers) if each.edge
    }
    assert max(stake for wager, stake in highest.items() if not wager.startswith(("buy", "lay"))) == 19
    assert max(highest.values()) == highest["lay:4"] == 39
    assert {each.wager.partition(":")[0] for each in favourable_wagers(rules, rules.sign({"minimum": 40}))} == {
        "odds",
        "come-odds",
        "dont-odds",
        "dont-come-odds",
    }


def test_exact_stakes_leave_nothing_to_round() -> None:
    for name, reading in ((STAR, "SC-06"), (ARUZE, "AZ-09")):
        rules = ruleset(name).under({reading: "exact-stakes"})
        sign = rules.sign({"payout_unit": 100, "minimum": 100})
        assert favourable_wagers(rules, sign) == []


def test_sc_06_exact_stakes_come_back_in_chips_and_so_does_their_commission() -> None:
    rules = ruleset(STAR).under({"SC-06": "exact-stakes"})
    sign = rules.sign({"payout_unit": 100})
    for wager, least in (("horn", 400), ("horn-high:2", 500), ("crap-eleven", 400), ("buy:4", 2000), ("lay:4", 4000)):
        (found,) = breakages(rules, sign, [rules.addresses[wager].offer])
        assert min(found.rounding_gains) == least, wager
        assert set(found.rounding_gains.values()) == {0}


def test_roulette_and_sic_bo_have_nothing_to_round() -> None:
    for name in (MINISTAR, SICBO):
        rules = ruleset(name)
        assert favourable_wagers(rules, rules.sign({})) == []
        assert favourable_wagers(rules, rules.sign({"payout_unit": 250})) == []


@pytest.mark.parametrize("reading", ["opener-counted", "next-result-counted"])
def test_sb04_super_streak_read_literally_favours_the_player(reading: str) -> None:
    rules = ruleset(SICBO).under({"SB-04": reading})
    found = favourable_wagers(rules, rules.sign({"super_streak_amount": 700}))
    assert [(each.wager, each.stake, each.edge, each.by_odds) for each in found] == [
        ("super-streak:small-big", 700, F(-823, 1024), True),
        ("super-streak:odd-even", 700, F(-823, 1024), True),
    ]
    assert of(rules, "super-streak:small-big").fair_increment is None


@pytest.mark.parametrize(("reading", "edge"), [("as-printed", F(29, 108)), ("as-printed-triple-six-loses", F(5, 18))])
def test_sb01_even_read_literally_costs_the_player_and_never_favours_them(reading: str, edge: Fraction) -> None:
    rules = ruleset(SICBO).under({"SB-01": reading})
    assert of(rules, "even").edge == edge
    assert favourable_wagers(rules, rules.sign({})) == []


def test_favourable_odds_and_favourable_rounding_are_distinguished() -> None:
    changed = make_variant(ruleset(SICBO), what_if=["even=15 to 14"])
    (found,) = favourable_wagers(changed.rules, changed.rules.sign({"minimum": 1400}))
    assert found == FavourableWager("even", "one round", 1401, found.edge, by_odds=True)


def test_a_minimum_on_the_sign_excludes_small_stakes() -> None:
    rules = ruleset(STAR)
    kinds = {each.wager.partition(":")[0] for each in favourable_wagers(rules, rules.sign({"payout_unit": 100}))}
    assert {"place-win", "place-lose", "buy", "lay", "horn-high", "behind-win-line"} <= kinds
    sign = rules.sign({"payout_unit": 100, "minimum": 2000})
    assert {each.wager.partition(":")[0] for each in favourable_wagers(rules, sign)} == {
        "behind-win-line",
        "behind-dont-win",
        "behind-come",
        "behind-dont-come",
    }
    assert not any(each.by_odds for each in favourable_wagers(rules, sign))


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("step", [1, 50])
def test_one_period_covers_all_stakes(name: str, step: int) -> None:
    """Compare with every stake, far beyond one period."""
    rules = ruleset(name)
    signs = [{"payout_unit": 50}]
    if name == ADELAIDE:
        signs.append({"payout_unit": 50, "minimum": 150, "multiples": True})
    for sign in signs:
        for each in breakages(rules, rules.sign(sign), rules.offers[:: 3 if name != MINISTAR else 40], step):
            if each.fixed_stake:
                continue
            looked_at = [stake for stake in range(step, 2001, step) if each.is_allowed(stake)]
            favourable_stakes = [stake for stake in looked_at if each.edge_at(stake) < 0]
            assert list(each.favourable_stakes(0, 2000)) == favourable_stakes, each.offer.id
            assert list(each.break_even_stakes(2000)) == [stake for stake in looked_at if each.edge_at(stake) == 0]
            if not each.unbounded:
                assert (each.highest_favourable or 0) == max(favourable_stakes, default=0)


def test_if_the_sign_requires_multiples_the_rest_of_a_stake_wins_nothing() -> None:
    rules = ruleset(ADELAIDE)
    off = of(rules, "place-win:6", payout_unit=100, minimum=600, multiples=True)
    assert off.edge_at(600) == F(1, 66)
    assert off.edge_at(700) == 1 - F(5, 11) * F(700 + 700, 700)
    assert list(off.favourable_stakes()) == []


SETTLED_AT_ONCE = ["field", "any-craps", "horn", "horn-high:2", "crap-eleven", "craps-two"]


@pytest.mark.parametrize("wager", SETTLED_AT_ONCE)
@pytest.mark.parametrize("stake", [100, 300, 500, 1900])
def test_a_real_table_pays_one_roll_wagers_alike(wager: str, stake: int) -> None:
    each = of(ruleset(STAR), wager, payout_unit=100)
    if not each.is_allowed(stake):
        return
    lost = sum((F(1, 36) * _lost(wager, stake, [], [a, b]) for a in range(1, 7) for b in range(1, 7)), F(0))
    assert lost / stake == each.edge_at(stake)


@pytest.mark.parametrize("stake", [100, 400, 700, 2500])
@pytest.mark.parametrize(
    ("wager", "win", "lose", "chance"),
    [
        ("place-win:6", [3, 3], [3, 4], F(5, 11)),
        ("place-lose:5", [3, 4], [2, 3], F(3, 5)),
        ("buy:4", [2, 2], [3, 4], F(1, 3)),
        ("lay:6", [3, 4], [1, 5], F(6, 11)),
        ("hardway:8", [4, 4], [2, 6], F(1, 11)),
    ],
)
def test_a_real_table_pays_other_wagers_alike(
    wager: str, win: list[int], lose: list[int], chance: Fraction, stake: int
) -> None:
    each = of(ruleset(STAR), wager, payout_unit=100)
    lost = chance * _lost(wager, stake, [4, 5], win) + (1 - chance) * _lost(wager, stake, [4, 5], lose)
    assert lost / stake == each.edge_at(stake)


def _lost(wager: str, stake: int, before: list[int], dice: list[int]) -> int:
    """Play the bet at a real table, and return what the player has lost."""
    steps: list[dict[str, Any]] = [{"do": "outcome", "dice": before}] if before else []
    steps += [{"do": "bet", "player": "ann", "wager": wager, "amount": stake}, {"do": "outcome", "dice": dice}]
    table = {"ruleset": STAR, "table": {"payout_unit": 100}, "players": {"ann": 100_000}, "steps": steps}
    (scenario,) = read(json.dumps(table).encode(), "here")
    result: Any = run(scenario)
    return 100_000 - result.balances["ann"]


def sheet(*words: str) -> dict[str, Any]:
    ran = croupier("parsheet", *words, "--breakage", "--format", "json")
    assert (ran.returncode, ran.stderr) == (0, "")
    return json.loads(ran.stdout)


def test_the_breakage_report_as_json() -> None:
    found = sheet(STAR, "--payout-unit", "100", "--wager", "place-win:6", "--stakes", "100-2500/100")
    (six,) = found["breakage"]
    assert found["payout_unit"] == 100
    assert six["favours_the_player"] == [100 * n for n in SIXES]
    assert six["edges"]["600"] == "1/66"
    assert six["edges"]["500"] == "0"
    assert (six["exact_increment"], six["fair_increment"], six["at_any_height"]) == (600, 500, False)
    assert (six["lowest_edge"], six["lowest_at"]) == ("-4/11", 100)


def test_the_breakage_report_as_text() -> None:
    text = croupier("parsheet", STAR, "--breakage", "--payout-unit", "100").stdout
    assert "$1 to $4, $7 to $9, $13 to $14, $19" in text
    assert "$1 to $4 of every $5" in text
    fixed = croupier("parsheet", SICBO, "--breakage", "--reading", "SB-04=opener-counted", "--wager", "super-streak").stdout
    assert "its only stake" in fixed


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--payout-unit", "0"], "payout_unit is 0, which should be a whole number of 1 or more"),
        (["--multiples"], "multiples is no setting of this rule set, which knows minimum, maximum and payout_unit"),
        (["--stakes", "5"], "--stakes 5 is not valid; write FROM-TO/STEP in cents, such as 100-3000/100"),
        (
            ["--stakes", "100-50/10"],
            "--stakes 100-50/10: the step must be positive, FROM a multiple of it, and TO not below FROM",
        ),
        (["--sign", "odds_multiple"], "--sign odds_multiple is not valid; write NAME=VALUE, such as minimum=500"),
        (["--bets", "5"], "--bets does not work with --breakage"),
    ],
)
def test_invalid_options_are_refused_in_one_sentence(words: list[str], sentence: str) -> None:
    ran = croupier("parsheet", STAR, "--breakage", *words)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"croupier: {sentence}\n")
