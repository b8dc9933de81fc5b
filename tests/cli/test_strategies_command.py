"""croupier strategies, as a user types it."""

from command import croupier


def test_the_list_names_every_known_strategy() -> None:
    shown = croupier("strategies").stdout
    assert "three-point-molly" in shown
    assert "red 10 labouchere:1-2-3-4/15" in shown


def test_a_strategy_of_ones_own_has_a_page() -> None:
    shown = croupier("strategies", "red 10 after 2 losses in a row of black, black 1", "ministar-roulette-2018").stdout
    assert "After two losses of Black in a row, bet $10 on Red." in shown
    assert "chance of ruin" in shown


def test_what_cannot_be_shown_is_refused_in_one_sentence() -> None:
    assert "name a rule set after the strategy, one of star-craps-2016" in croupier("strategies", "iron-cross").stderr
    refused = croupier("strategies", "pass-with-odds", "star-craps-2016", "--bankroll", "5")
    assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1)
