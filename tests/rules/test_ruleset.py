"""A wrong rule set fails on import; a right one accepts other readings and higher odds."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from croupier.catalogue import ruleset
from croupier.games.craps.dice import COME_OUT, POINT_ON, PUCK, total
from croupier.games.craps.wagers import dont, line, one_roll, taking_odds, to_win
from croupier.games.roulette.wagers import any_of
from croupier.games.sicbo.dice import SMALL_BIG, SMALL_BIG_WINDOW
from croupier.rules.error import RuleError
from croupier.rules.exact import edge
from croupier.rules.machine import Result, Transition
from croupier.rules.odds import odds, odds_table
from croupier.rules.offer import Offer
from croupier.rules.puck import Puck
from croupier.rules.reading import Reading, change, change_rules
from croupier.rules.ruleset import ReadingError, Ruleset
from croupier.rules.sign import Setting, SignError
from croupier.rules.terms import Calls, Refund, Span, While, bets_up_to, commission
from croupier.rules.wager import Wager, split

STAR = ruleset("star-craps-2016")
EVENS = odds("1 to 1")


def with_offers(*offers: Offer) -> Ruleset:
    return replace(STAR, offers=offers, readings=())


def with_reading(**reading: object) -> Ruleset:
    return replace(STAR, readings=[Reading(id="X", clauses=["1"], literal="", read="", why="", **reading)])  # type: ignore[arg-type]


LINE = Offer("1", "line", line("Line", EVENS), placed=COME_OUT)


@pytest.mark.parametrize(
    ("write", "sentence"),
    [
        (lambda: with_offers(LINE, LINE), "star-craps-2016: line is offered twice"),
        (
            lambda: with_offers(Offer("1", "red", any_of("Red", [1], EVENS))),
            "star-craps-2016, red: plays with the wheel, the game with two dice",
        ),
        (
            lambda: with_offers(Offer("1", "big", to_win("Big", 6, EVENS), placed=SMALL_BIG_WINDOW)),
            "star-craps-2016, big: there is no puck 'small-big'",
        ),
        (
            lambda: with_offers(Offer("1", "big", to_win("Big", 6, EVENS), sleeps=While("", "puck", frozenset({"point 7"})))),
            "star-craps-2016, big: the puck 'puck' has no state 'point 7'",
        ),
        (
            lambda: with_offers(
                Offer("1", "o", taking_odds("O", {6: EVENS}), rides_on="lime", at_most=bets_up_to(2, clause="1")), LINE
            ),
            "star-craps-2016, o: rides on 'lime', which is not offered",
        ),
        (
            lambda: with_offers(
                LINE, Offer("1", "o", to_win("O", 6, EVENS), rides_on="line", at_most=bets_up_to(2, clause="1"))
            ),
            "star-craps-2016, o: is not decided together with line in the state 'up'",
        ),
        (
            lambda: Offer("1", "o", taking_odds("O", {6: EVENS}), rides_on="line"),
            "o: rides on line and needs a cap, as in at_most=bets_up_to(2, ...)",
        ),
        (
            lambda: with_offers(
                LINE,
                Offer("1", "o", taking_odds("O", {6: EVENS}), rides_on="line", at_most=bets_up_to("multiple", clause="1")),
            ),
            "star-craps-2016, o: refers to the setting 'multiple', which is not on every sign",
        ),
        (
            lambda: with_offers(
                LINE,
                Offer("1", "o", taking_odds("O", {6: EVENS}), rides_on="line", at_most=bets_up_to({"point 4": 3}, clause="1")),
            ),
            "star-craps-2016, o: its cap has no number for the state 'point 6'",
        ),
        (
            lambda: Offer("1", "come", line("Come", EVENS), travels={"point 7": "come:7"}),
            "come: travels from 'point 7', which is no state of Come",
        ),
        (
            lambda: Offer("1", "late", line("Late", EVENS), placed=COME_OUT, begins={"come-out": "point 4"}),
            "late: no bet can ever reach the state 'come-out'",
        ),
        (
            lambda: Offer("1", "late", line("Late", EVENS), placed=POINT_ON, begins={"point 4": "come-out"}),
            "late: must say where it begins for each of point 10, point 4, point 5, point 6, point 8, point 9",
        ),
        (
            lambda: with_reading(default="a", otherwise={"b": [change("nowhere", limited=False)]}),
            "star-craps-2016, X: changes 'nowhere', which is not offered",
        ),
        (
            lambda: with_reading(default="a", otherwise={"b": [change_rules(colour="red")]}),
            "star-craps-2016, X: changes 'colour', which is none of aliases, calls, chosen, game, id, left_out, limits, "
            "offers, payment, printed, procedures, promotions, pucks, raised, raises_odds, readings, removal, rounding, "
            "settings, short, title, void_clause or voided",
        ),
        (lambda: with_reading(default="a"), "X: a reading that can be chosen needs a default and something else to choose"),
        (
            lambda: with_reading(default="a", otherwise={"a": [change("horn", limited=False)]}),
            "X: 'a' is the default and cannot also be another choice",
        ),
        (
            lambda: with_reading(default="a", live="a", otherwise={"b": [change("horn", limited=False)]}),
            "X: a running floor cannot take 'a', which is no other choice",
        ),
        (lambda: with_reading(default="a", otherwise={"b": []}), "X: the value 'b' changes nothing"),
        (
            lambda: replace(STAR, readings=[STAR.readings[0], STAR.readings[0]]),
            "star-craps-2016: two readings have the same id",
        ),
        (
            lambda: replace(STAR, settings=[Setting("minimun", "7.1", default=0), *STAR.settings[1:]]),
            "star-craps-2016: every sign has a minimum",
        ),
        (lambda: replace(STAR, settings=[*STAR.settings, STAR.settings[0]]), "star-craps-2016: a setting is on the sign twice"),
        (
            lambda: replace(STAR, pucks={"puck": SMALL_BIG}),
            "star-craps-2016: the puck 'puck' follows three dice, the game two dice",
        ),
        (
            lambda: replace(STAR, calls=Calls("6.6", off=While("", "puk", frozenset({"come-out"})))),
            "star-craps-2016, calls: there is no puck 'puk'",
        ),
        (
            lambda: with_offers(Offer("1", "big", to_win("Big", 6, EVENS), sleeps=While("", "puck"))),
            "star-craps-2016, big: its condition on the puck 'puck' names no state",
        ),
        (
            lambda: with_offers(Offer("1", "big", to_win("Big", 6, EVENS), counts_as="small")),
            "star-craps-2016, big: shares its limits with 'small', which is not offered",
        ),
        (
            lambda: Offer("1", "big", to_win("Big", 6, EVENS), comes_down=Span.UNTIL_IT_MOVES),
            "big: may be changed until it moves, but it never moves",
        ),
        (
            lambda: Wager("Big", {"up": [Transition(total(6), Result.WIN)]}),
            "on a total of 6 it wins, but no odds are given",
        ),
        (
            lambda: Offer("1", "big", to_win("Big", 6, EVENS), at_most=bets_up_to(2, clause="1")),
            "big: has a cap, but rides on nothing",
        ),
        (
            lambda: Offer("1", "come", line("Come", EVENS), travels={"point 4": "come:4", "point 5": "come:4"}),
            "come: travels to the same place from two states",
        ),
        (
            lambda: Offer("", "Big 6", to_win("Big", 6, EVENS)),
            "'Big 6' (): an offer has a clause and an id in kebab case, as in place-win:6",
        ),
        (lambda: dont("Don't", EVENS, bars=7), "Don't: bars 7, but only 2, 3 or 12 can be barred"),
        (lambda: total(2) - total(2), "nothing is a total of 2 but not a total of 2"),
        (
            lambda: split("Mixed", one_roll("Two", {(2,): EVENS}), any_of("Red", [1], EVENS)),
            "Mixed: its pieces play with two dice and with the wheel",
        ),
        (lambda: split("None", (0, one_roll("Two", {(2,): EVENS}))), "None: 0 pieces on Two; there must be at least 1"),
        (
            lambda: replace(
                ruleset("ministar-roulette-2018"),
                readings=(),
                offers=[Offer("1", "both", split("Both", any_of("One", [1], EVENS), any_of("Two", [2], EVENS)))],
            ),
            "ministar-roulette-2018, both: its piece on One is no spot of the layout",
        ),
        (
            lambda: odds_table("8.1", {"hard-4": "7-1"}),
            '8.1:hard-4: "7-1" is not odds: write what is won and what is staked, as in "7 to 6"',
        ),
        (lambda: odds_table("8.1", {"hard-4": "7 to 1"})["hard-5"], "the odds table has no row 'hard-5'; its rows are hard-4"),
        (
            lambda: commission("0% of the stake", refund=Refund.NONE),
            '"0% of the stake" is not a commission: the rate must be from 1% to 100%',
        ),
        (
            lambda: commission("101% of the stake", refund=Refund.NONE),
            '"101% of the stake" is not a commission: the rate must be from 1% to 100%',
        ),
        (
            lambda: commission("a twentieth", refund=Refund.NONE),
            '"a twentieth" is not a commission: write it as "5% of the stake" or "5% of the win"',
        ),
    ],
)
def test_a_wrong_rule_set_says_what_is_wrong_with_it(write: Callable[[], object], sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        write()
    assert str(refused.value) == sentence


def test_6b_adelaides_odds_may_rise_for_every_wager_paid_by_the_row() -> None:
    rules = ruleset("adelaide-craps-2003")
    raised = rules.raising({"6(c):take-pass-4-10": "9 to 4", "6(c):hard-4": "15 to 2"})
    assert raised.fingerprint != rules.fingerprint
    assert edge(raised, "hardway:4") == Fraction(1, 18)
    # Buy bets are paid as pass odds are (7(b)), so they rise with them; the other come odds do not.
    assert edge(raised, "buy-win:4") == Fraction(1, 20) - Fraction(1, 12)
    assert edge(raised, "pass-odds") < 0
    assert edge(raised, "come-odds:4") == 0
    assert edge(rules, "hardway:4") == Fraction(1, 9)


@pytest.mark.parametrize(
    ("rules", "rows", "sentence"),
    [
        (
            "adelaide-craps-2003",
            {"6(c):hard-4": "13 to 2"},
            "adelaide-craps-2003: 6(c):hard-4 pays 7 to 1 at least, 13 to 2 is less (6(b))",
        ),
        ("adelaide-craps-2003", {"6(c):hard-5": "9 to 1"}, "adelaide-craps-2003: 6(c):hard-5 is no row of its odds"),
        ("star-craps-2016", {"8.1:hard-4": "9 to 1"}, "star-craps-2016: its odds are fixed and cannot be raised"),
    ],
)
def test_6b_odds_never_fall_and_only_adelaides_rise(rules: str, rows: dict[str, str], sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        ruleset(rules).raising(rows)
    assert str(refused.value) == sentence


def test_an_unknown_reading_or_value_is_refused_with_what_there_is() -> None:
    with pytest.raises(ReadingError, match=r"^SC-99 is no reading of star-craps-2016; those that can be chosen are SC-03, "):
        STAR.under({"SC-99": "x"})
    with pytest.raises(ReadingError) as refused:
        STAR.under({"SC-17": "x"})
    assert str(refused.value) == "SC-17 is 'x', which should be kept or returned"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            {"odds_multiple": 3},
            "odds_multiple is no setting of this rule set, which knows minimum, maximum, payout_unit, multiples and stake_unit",
        ),
        ({"minimum": -1}, "minimum is -1, which should be a whole number of 0 or more"),
        ({"payout_unit": 0}, "payout_unit is 0, which should be a whole number of 1 or more"),
        ({"maximum": True}, "maximum is true, which should be a whole number of 0 or more"),
        ({"maximum": None}, "maximum is null, which should be a whole number of 0 or more"),
    ],
)
def test_a_wrong_sign_is_refused(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(SignError) as refused:
        STAR.sign(given)
    assert str(refused.value) == sentence


def test_8a_adelaides_multiple_is_at_most_ten() -> None:
    with pytest.raises(SignError, match="odds_multiple is 11, which should be a whole number from 1 to 10"):
        ruleset("adelaide-craps-2003").sign({"odds_multiple": 11})


def test_a_fingerprint_knows_rules_from_words() -> None:
    field = Offer("1", "field", one_roll("Field", {(2,): odds("2 to 1")}))
    same = Offer("1", "field", one_roll("Field", {(2,): odds("4 to 2", "8.1")}))
    other = Offer("1", "field", one_roll("Field", {(2,): odds("3 to 1")}))
    assert with_offers(field).fingerprint == with_offers(same).fingerprint
    assert with_offers(field).fingerprint != with_offers(other).fingerprint
    assert replace(STAR, title="Dice").fingerprint == STAR.fingerprint


def test_a_fingerprint_knows_where_a_machine_begins() -> None:
    come_out, *points = PUCK.states.items()
    other = Puck(PUCK.title, dict([*points, come_out]))
    assert replace(STAR, pucks={"puck": other}).fingerprint != STAR.fingerprint


def test_a_raised_row_reaches_composites_and_is_measured_against_print() -> None:
    rules = ruleset("adelaide-craps-2003")
    raised = rules.raising({"6(c):horn-2-12": "33 to 1"})
    assert edge(raised, "horn") == Fraction(7, 72) - Fraction(2, 36 * 4)
    assert raised.raised == {"6(c):horn-2-12": "33 to 1"}
    assert raised.raising({"6(c):horn-2-12": "32 to 1"}).raising({}).raised == {"6(c):horn-2-12": "32 to 1"}


def test_6b_odds_and_readings_are_amended_one_after_the_other_and_all_of_them_hold() -> None:
    """Horn at 33 to 1 instead of 32 to 1, and 14(h) read otherwise, in either order; then Horn at 34 to 1."""
    rules, row = ruleset("adelaide-craps-2003"), "6(c):horn-2-12"
    first = rules.under({"AD-08": "rounded-down"}).raising({row: "33 to 1"})
    other = rules.raising({row: "33 to 1"}).amended({"AD-08": "rounded-down"}, {})
    assert first.fingerprint == other.fingerprint != rules.fingerprint
    again = first.amended({}, {row: "34 to 1"})
    assert (again.chosen, again.raised) == ({"AD-08": "rounded-down"}, {row: "34 to 1"})
    assert edge(first, "horn") - edge(again, "horn") == Fraction(2, 36 * 4)
