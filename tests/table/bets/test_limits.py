"""What the limits of a wager and of the sign let play, to the cent."""

import pytest
from msgspec.structs import replace

from commanded import a_table, done, refused
from croupier.catalogue import ruleset
from croupier.ledger.accounts import COMMISSION
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.sequence import Phase
from croupier.table.bets.placing import BetPlaced, PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.message import Event
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Round, Table, open_table
from croupier.table.core.words import told
from croupier.table.money.metering import disagreement
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.pit.limits import SetPlayerLimits
from croupier.table.pit.signs import ChangeSign
from croupier.table.rounds.paying import payments
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled
from croupier.table.telling.position.parsing import parse_position
from croupier.table.telling.position.setting_up import table_at
from croupier.table.telling.position.text import position_text

STAR, ADELAIDE, ARUZE, SICBO = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024", "star-sicbo-2016"
SUPERVISOR = Person("mia", "casino-supervisor")


def seated(name: str, **sign: int) -> Table:
    return done(a_table(name, **sign), TakeSeat(seat="ann", chips=Cents(100_000)))[0]


def bet(wager: str, stake: int) -> PlaceBet:
    return PlaceBet(seat="ann", wager=wager, stake=Cents(stake))


def fell(outcome: str) -> EnterOutcome:
    return EnterOutcome(outcome=OutcomeName(outcome))


def paid(events: list[Event]) -> dict[str, int]:
    """By wager, what the last round paid."""
    settled = events[-1]
    assert isinstance(settled, RoundSettled)
    return {each.wager: each.paid for each in settled.decided}


@pytest.mark.parametrize(
    ("name", "flat", "odds", "sign", "most"),
    [
        # 5 to 6 on a point of 6: $20.02 may be won on $24.024, $30.03 on $36.036.
        (STAR, "dont-win", "behind-dont-win", {}, 2402),
        (ADELAIDE, "dont-pass", "dont-pass-odds", {"odds_multiple": 3}, 3603),
        (ARUZE, "dont-pass-line", "dont-odds", {}, 2402),
    ],
    ids=[STAR, ADELAIDE, ARUZE],
)
def test_star_6_1_6_1_adelaide_8b_aruze_3_9_12_1_lay_odds_may_not_win_a_cent_over_their_limit(
    name: str, flat: str, odds: str, sign: dict[str, int], most: int
) -> None:
    table, _ = done(seated(name, **sign), bet(flat, 1001), fell("2-4"))
    over = refused(table, bet(odds, most + 1))
    assert over.reason is Reason.OVER_ODDS_LIMIT
    after, (placed,) = done(table, bet(odds, most))
    assert isinstance(placed, BetPlaced)
    assert after.book.balance(placed.transfers[0].source) == 100_000 - 1001 - most


def test_sc_21_lay_odds_over_their_limit_play_up_to_it_and_not_a_cent_more() -> None:
    """$24.02 of the $30.00 play, and win $20.02 rounded up to the cent; the rest goes back."""
    rules = ruleset(STAR).under({"SC-21": "settled-to-cap"})
    seat = TakeSeat(seat="ann", chips=Cents(100_000))
    table, _ = done(open_table(rules, rules.sign({})), seat, bet("dont-win", 1001), fell("2-4"), bet("behind-dont-win", 3000))
    _, won = done(table, fell("3-4"))
    assert paid(won) == {"dont-win": 2002, "behind-dont-win": 3000 + 2002}


def test_7_3_and_7_5_a_bet_that_grows_under_a_lower_sign_keeps_the_maximum_it_was_made_under() -> None:
    lower = ChangeSign(values={"maximum": 10_000}, by=SUPERVISOR, why="It is late.")
    table, _ = done(seated(STAR, maximum=20_000), bet("win-line", 15_000), lower, bet("win-line", 2000))
    _, won = done(table, fell("3-4"))
    assert paid(won) == {"win-line": 34_000}
    fresh, _ = done(seated(STAR, maximum=20_000), lower, bet("win-line", 17_000))
    _, capped = done(fresh, fell("3-4"))
    assert paid(capped) == {"win-line": 27_000}


def test_7_3_and_7_5_a_bet_that_grows_under_a_higher_sign_plays_up_to_the_higher_maximum() -> None:
    higher = ChangeSign(values={"maximum": 30_000}, by=SUPERVISOR, why="It is lively.")
    table, _ = done(seated(STAR, maximum=10_000), bet("win-line", 10_000), higher, bet("win-line", 15_000))
    _, won = done(table, fell("3-4"))
    assert paid(won) == {"win-line": 50_000}


def test_14g_an_addition_is_advised_as_the_bet_was_and_not_as_its_owner_is_now() -> None:
    """The place bet was made before anybody was advised: it stays valid, whatever is added to it."""
    table, _ = done(seated(ADELAIDE, minimum=500), fell("2-2"), bet("place-win:6", 120), bet("field", 100), fell("3-5"))
    assert table.advised == {("ann", "")}
    table, (added,) = done(table, bet("place-win:6", 60))
    assert isinstance(added, BetPlaced)
    assert not added.advised
    _, won = done(table, fell("3-3"))
    assert paid(won) == {"place-win:6": 180 + 210}


@pytest.mark.parametrize(("name", "wager", "outcome"), [(STAR, "field", "1-2"), (SICBO, "small", "1-2-3")])
def test_star_7_6_sicbo_4_6_limits_of_ones_own_are_for_their_owner_alone(name: str, wager: str, outcome: str) -> None:
    """In multiples of the minimum: ann's is $10.00 and the table's $5.00. Ann plays up to $200.00, bob up to $100.00."""
    rules = ruleset(name)
    table, _ = done(
        open_table(rules, rules.sign({"minimum": 500, "maximum": 10_000, "multiples": True})),
        *(TakeSeat(seat=seat, chips=Cents(100_000)) for seat in ("ann", "bob")),
        SetPlayerLimits(seat="ann", minimum=Cents(1000), maximum=Cents(20_000), by=SUPERVISOR, why="She asks for it."),
    )
    assert refused(table, bet(wager, 1500)).reason is Reason.OFF_UNIT
    bobs = PlaceBet(seat="bob", wager=wager, stake=Cents(15_500))
    after, _ = done(table, bet(wager, 16_000), bobs)
    _, won = done(after, fell(outcome))
    assert isinstance(won[-1], RoundSettled)
    assert {each.seat: each.paid for each in won[-1].decided} == {"ann": 32_000, "bob": 15_500 + 10_000}


@pytest.mark.parametrize("name", [STAR, SICBO])
def test_star_7_6_sicbo_4_6_limits_of_ones_own_go_beyond_the_maximum_of_the_table(name: str) -> None:
    def own(maximum: int) -> SetPlayerLimits:
        return SetPlayerLimits(seat="ann", minimum=Cents(500), maximum=Cents(maximum), by=SUPERVISOR, why="She asks for it.")

    table = seated(name, maximum=10_000)
    assert refused(table, own(10_000)).reason is Reason.BAD_SIGN
    assert done(table, own(10_001))[0].sign_for("ann").maximum == 10_001
    assert refused(seated(name), own(10_001)).reason is Reason.BAD_SIGN


def test_7_6_limits_of_ones_own_end_with_the_visit() -> None:
    own = SetPlayerLimits(seat="ann", minimum=Cents(500), maximum=Cents(20_000), by=SUPERVISOR, why="She asks for it.")
    again = (LeaveSeat(seat="ann"), TakeSeat(seat="ann", chips=Cents(100_000)))
    table, _ = done(seated(STAR, maximum=10_000), own)
    _, before = done(table, bet("field", 16_000), fell("1-2"))
    _, after = done(table, *again, bet("field", 16_000), fell("1-2"))
    assert (paid(before), paid(after)) == ({"field": 32_000}, {"field": 26_000})


@pytest.mark.parametrize(("name", "reading", "wager"), [(STAR, "SC-18", "field"), (SICBO, "SB-18", "small")])
def test_sc_18_and_sb_18_where_less_than_the_minimum_is_refused_it_is_the_players_own(
    name: str, reading: str, wager: str
) -> None:
    rules = ruleset(name).under({reading: "refused"})
    table, _ = done(
        open_table(rules, rules.sign({"minimum": 500, "maximum": 10_000})),
        *(TakeSeat(seat=seat, chips=Cents(100_000)) for seat in ("ann", "bob")),
        SetPlayerLimits(seat="ann", minimum=Cents(1000), maximum=Cents(20_000), by=SUPERVISOR, why="She asks for it."),
    )
    assert refused(table, bet(wager, 999)).reason is Reason.BELOW_MINIMUM
    after, _ = done(table, bet(wager, 1000), PlaceBet(seat="bob", wager=wager, stake=Cents(500)))
    assert [after.layout[seat][wager].stake for seat in ("ann", "bob")] == [1000, 500]


@pytest.mark.parametrize(
    ("name", "flat", "odds", "most", "reading"),
    [
        (STAR, "win-line", "behind-win-line", 20_000, "SC-28"),
        (STAR, "dont-win", "behind-dont-win", 24_000, "SC-28"),
        (ADELAIDE, "pass", "pass-odds", 100_000, "AD-35"),
        (ADELAIDE, "dont-pass", "dont-pass-odds", 120_000, "AD-35"),
    ],
)
def test_7_3_and_14g_odds_are_held_against_the_part_of_the_flat_bet_in_play(
    name: str, flat: str, odds: str, most: int, reading: str
) -> None:
    """$100.00 of $500.00 is in play, so the odds are those of $100.00; also when $100.00 of it comes down."""
    chips = TakeSeat(seat="ann", chips=Cents(10_000_000))
    table, _ = done(a_table(name, maximum=10_000), chips, bet(flat, 50_000), fell("2-4"))
    over = refused(table, bet(odds, most + 1))
    assert over.reason is Reason.OVER_ODDS_LIMIT
    assert "$100.00 of the flat bet is in play" in over.message
    after, _ = done(table, bet(odds, most))
    if flat.startswith("dont"):
        after, _ = done(after, TakeDown(seat="ann", wager=flat, amount=Cents(10_000)))
        assert after.layout["ann"][odds].stake == most
        after, _ = done(after, TakeDown(seat="ann", wager=flat, amount=Cents(35_000)))
        assert after.layout["ann"][odds].stake == most // 2
    rules = ruleset(name).under({reading: "whole-bet"})
    whole, _ = done(open_table(rules, rules.sign({"maximum": 10_000})), chips, bet(flat, 50_000), fell("2-4"))
    done(whole, bet(odds, 5 * most))


def test_7_6_the_maximum_is_the_one_of_the_player_when_the_bet_is_made() -> None:
    """Limits of one's own that come later do not raise a bet that lies, nor its odds; those of the bet stay."""
    own = SetPlayerLimits(seat="ann", minimum=Cents(500), maximum=Cents(50_000), by=SUPERVISOR, why="She asks for it.")
    later, _ = done(seated(STAR, maximum=10_000), bet("win-line", 50_000), fell("2-4"), own)
    assert refused(later, bet("behind-win-line", 20_001)).reason is Reason.OVER_ODDS_LIMIT
    before, _ = done(seated(STAR, maximum=10_000), own, bet("win-line", 30_000), fell("2-4"))
    done(before, bet("behind-win-line", 60_000))


@pytest.mark.parametrize(("name", "wager", "reading"), [(STAR, "buy:4", "SC-29"), (ADELAIDE, "buy-win:4", "AD-36")])
def test_7a_and_14g_the_commission_on_what_is_over_the_maximum_goes_back(name: str, wager: str, reading: str) -> None:
    """Buy $300.00 at a maximum of $100.00: $15.00 is charged and $10.00 goes back, whatever falls."""
    for value, back in (("goes-back", 1000), ("kept", 0)):
        rules = ruleset(name).under({reading: value})
        table = open_table(rules, rules.sign({"maximum": 10_000}))
        table, _ = done(table, TakeSeat(seat="ann", chips=Cents(100_000)), fell("2-4"), bet(wager, 30_000))
        assert table.book.balance(COMMISSION) == 1500
        lost, events = done(table, fell("3-4"))
        assert paid(events) == {wager: 20_000 + back}
        assert lost.book.balance(COMMISSION) == 1500 - back
        assert lost.won == {}
        won, events = done(table, fell("2-2"))
        assert paid(events) == {wager: 50_000 + back}
        assert won.won == {"ann": 20_000}
        for after in (lost, won):
            assert disagreement(after, "ann") == ""
            assert after.meters.terminal("ann").commission_back == back


def test_7_3_the_dealer_is_told_to_give_the_commission_on_the_excess_back() -> None:
    """Of $300.00 the dealer takes $100.00, leaves $200.00 to the player and pays $10.00."""
    table, _ = done(seated(STAR, maximum=10_000), fell("2-4"), bet("buy:4", 30_000))
    called = EnterOutcome(outcome=OutcomeName("3-4"), by=Person("tom", "stickperson"))
    table, events = done(replace(table, round=Round(number=2, phase=Phase.SHOT)), called)
    (line,) = payments(table)
    assert (line.take, line.back, line.pay) == (10_000, 20_000, 1000)
    told_of = told(table.last.before, events[-1])
    assert "  ann's buy:4 loses $100.00; $200.00 over the maximum goes back, with $10.00 of its commission." in told_of


def test_7_3_commission_that_was_kept_for_chips_that_came_down_counts_as_charged() -> None:
    """$20.00 was charged on $400.00. $100.00 came down, and the house keeps its share. Of $20.00 two thirds go back."""
    table, _ = done(seated(STAR, maximum=10_000), fell("2-4"), bet("buy:4", 40_000))
    table, _ = done(table, TakeDown(seat="ann", wager="buy:4", amount=Cents(10_000)))
    assert (table.layout["ann"]["buy:4"].commission, table.layout["ann"]["buy:4"].kept) == (1500, 500)
    assert table_at(parse_position(position_text(table))).layout["ann"]["buy:4"].kept == 500
    _, events = done(table, fell("3-4"))
    assert paid(events) == {"buy:4": 20_000 + 1333}


@pytest.mark.parametrize(
    ("bets", "asked", "instead"),
    [
        ([], bet("behind-win-line", 6000), 2000),
        ([bet("behind-win-line", 500)], bet("behind-win-line", 6000), 1500),
        ([bet("behind-win-line", 2000)], bet("behind-win-line", 500), None),
        ([], bet("behind-win-line", 200_000), 2000),
    ],
)
def test_a_refusal_that_names_a_limit_states_the_stake_that_would_be_taken(
    bets: list[PlaceBet], asked: PlaceBet, instead: int | None
) -> None:
    """$10.00 is on the line, so its odds carry $20.00. A limit that is reached offers nothing."""
    table, _ = done(seated(STAR, minimum=500, maximum=10_000), bet("win-line", 1000), fell("2-4"), *bets)
    assert refused(table, asked).stake == instead
    if instead:
        done(table, replace(asked, stake=Cents(instead)))


def test_a_stake_outside_the_sign_is_offered_at_the_minimum_or_the_maximum_if_that_is_taken() -> None:
    table = seated(ARUZE, minimum=500, maximum=10_000)
    assert (refused(table, bet("field", 300)).stake, refused(table, bet("field", 10_100)).stake) == (500, 10_000)
    more, _ = done(table, bet("field", 9_000))
    assert refused(more, bet("field", 2_000)).stake == 1_000
    poor, _ = done(open_table(ruleset(ARUZE), ruleset(ARUZE).sign({"minimum": 500})), TakeSeat(seat="ann", chips=Cents(400)))
    assert refused(poor, bet("field", 300)).stake is None, "the player has less"
