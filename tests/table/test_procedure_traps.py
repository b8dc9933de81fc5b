"""The traps that lie in procedures (analysis E, 20 and 36 to 40), each with its clause."""

from textwrap import dedent

import pytest
from msgspec.structs import replace

from croupier.catalogue import ruleset
from croupier.ledger.accounts import HOUSE, rack
from croupier.ledger.book import Transfer
from croupier.money import Cents
from croupier.rules.moments import moment
from croupier.rules.outcomes import OutcomeName
from croupier.rules.powers import Act
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.decide import decide
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import open_table
from croupier.table.money.seats import TakeSeat
from croupier.table.pit.signs import ChangeSign, PostNotice
from croupier.table.rounds.correcting import CorrectOutcome, SettledAgain
from croupier.table.rounds.results import EnterOutcome
from croupier.table.telling.scenario.running import step
from pages import Page, played

STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"
SICBO, MINISTAR = "star-sicbo-2016", "ministar-roulette-2018"
LINE = {STAR: "win-line", ADELAIDE: "pass"}


@pytest.mark.parametrize("rules", [STAR, ADELAIDE])
def test_20_the_dice_stay_after_a_come_out_twelve_and_go_on_after_a_seven_out_star_3_7_1_adelaide_13a(rules: str) -> None:
    stick, line = "stickperson" if rules == STAR else "stickman", LINE[rules]
    twelve = f"""
        {stick} opens the bets
        {stick} offers the dice to ann
        ann takes the dice
        ann bets $10 on {line}
        ann throws
        {stick} calls 6-6
        dealer has paid
        {stick} opens the bets
        """
    offered = f"{stick} offers the dice to bob"
    assert answer(rules, twelve, offered).startswith("no: ann has the dice")
    seven_out = f"""
        ann bets $10 on {line}
        ann throws
        {stick} calls 2-2
        dealer has paid
        {stick} opens the bets
        ann throws
        {stick} calls 3-4
        dealer has paid
        {stick} opens the bets
        """
    assert answer(rules, twelve, seven_out, "ann throws").startswith("no: ann does not have the dice")
    assert answer(rules, twelve, seven_out, offered).startswith(f"Robin ({stick}) offers the dice to bob")


def answer(rules: str, *lines: str) -> str:
    """What comes of the last line of a page of procedure."""
    done = tuple(line.strip() for each in lines for line in each.splitlines() if line.strip())
    return played(Page(rules, ("1",), "", ("sign: minimum 500",), done)).rstrip().splitlines()[-1].strip()


def test_40_the_pocket_beats_the_sensor_ministar_7_2_3_1() -> None:
    rules = ruleset(MINISTAR)
    table, begun = open_table(rules, rules.sign({})), 1_000
    manager, seventeen = Person("Kim", "assistant-gaming-manager"), OutcomeName("17")
    steps: list[tuple[Command, int]] = [
        (TakeSeat(seat="ann", chips=Cents(begun)), 0),
        (PlaceBet(seat="ann", wager="straight:17", stake=Cents(100)), -100),
        (EnterOutcome(outcome=OutcomeName("25")), -100),
        (CorrectOutcome(round=1, outcome=seventeen, by=manager, why="the ball lies in 17"), 3_500),
    ]
    again: list[SettledAgain] = []
    for command, net in steps:
        table, outcome = step(table, command)
        assert not isinstance(outcome, Refusal), outcome
        assert table.book.balance(rack("ann")) == begun + net
        again += [event for event in outcome if isinstance(event, SettledAgain)]
    assert [each.transfers for each in again] == [(Transfer(HOUSE, rack("ann"), Cents(3_600)),)]


def test_36_a_higher_minimum_waits_for_its_sign_sicbo_4_5() -> None:
    """Twenty minutes to the second; a lower minimum holds at once."""
    rules, by, why = ruleset(SICBO), Person("Robin", "casino-supervisor"), "a busy evening"
    put_up, effect = moment("2024-11-01T19:40:01+11:00"), moment("2024-11-01T20:00:01+11:00")
    table = open_table(rules, rules.sign({"minimum": 500}))
    early = PostNotice(by=by, why=why, act=Act.CHANGE_SIGN, values={"minimum": 1000}, takes_effect=effect - 1000, at=put_up)
    assert reason(decide(table, early)) is Reason.TOO_SOON
    table, _ = step(table, replace(early, takes_effect=effect))
    higher = ChangeSign(by=by, why=why, values={"minimum": 1000}, at=effect - 1000)
    assert reason(decide(table, higher)) is Reason.TOO_SOON
    after, _ = step(table, replace(higher, at=effect))
    assert after.sign.minimum == 1000
    lower, _ = step(table, ChangeSign(by=by, why=why, values={"minimum": 200}, at=put_up))
    assert lower.sign.minimum == 200


def reason(outcome: object) -> Reason:
    assert isinstance(outcome, Refusal), outcome
    return outcome.reason


def test_36_a_higher_minimum_holds_20_minutes_after_its_sign_and_a_lower_one_at_once_star_7_5() -> None:
    hung = "at 19:40:01\ncasino-supervisor posts minimum 1000 at 20:00:01: a busy evening"
    raised = "casino-supervisor changes the sign to minimum 1000: a busy evening"
    assert answer(STAR, hung, "at 20:00:00", raised).startswith("no: ")
    assert (
        answer(STAR, hung, "at 20:00:01", raised)
        == "Robin (casino supervisor) changes the sign: minimum $10.00: a busy evening (7.5)."
    )
    lowered = "casino-supervisor changes the sign to minimum 400: a quiet evening"
    assert answer(STAR, lowered) == "Robin (casino supervisor) changes the sign: minimum $4.00: a quiet evening (7.5)."


def assert_played(rules: str, text: str) -> None:
    """A page of procedure comes out as it is written."""
    lines = dedent(text).strip().splitlines()
    page = Page(rules, (), "", (), tuple(line for line in lines if not line.startswith(" ")))
    assert played(page).splitlines()[2:] == lines


def test_20_the_dice_pass_on_come_out_craps_aruze_3_11() -> None:
    assert_played(
        ARUZE,
        """
        ann puts in the card of ann
          ann: the card of ann is put in.
        bob puts in the card of bob
          bob: the card of bob is put in.
        bets open
          Round 1: bets are open.
        ann bets $10 on pass-line
          ann bets $10.00 on pass-line.
        bets close
          No more bets.
            ann has the dice until 2024-11-01 12:00:14 UTC.
        ann shoots
          ann throws the dice.
        6-6 falls
          6-6 falls.
            ann's pass-line loses $10.00.
            ann loses the dice.
        bets open
          Round 2: bets are open.
        ann bets $10 on pass-line
          ann bets $10.00 on pass-line.
        bob bets $10 on pass-line
          bob bets $10.00 on pass-line.
        bets close
          No more bets.
            bob has the dice until 2024-11-01 12:00:20 UTC.
        """,
    )


def test_37_no_bet_without_a_card_from_midnight_in_sydney_aruze_3_13() -> None:
    assert_played(
        ARUZE,
        """
        at 2024-10-18T23:59:59+11:00
        ann bets $10 on field
          ann bets $10.00 on field.
        at 2024-10-19T00:00:00+11:00
        ann bets $10 on field
          no: ann has to put their own player card in first (3.13).
        """,
    )


def test_38_the_last_round_with_anothers_card_goes_back_and_earlier_ones_stand_aruze_3_14() -> None:
    assert_played(
        ARUZE,
        """
        ann puts in the card of eve
          ann: the card of eve is put in.
        ann bets $10 on field
          ann bets $10.00 on field.
        1-2 falls
          1-2 falls.
            ann's field wins: $20.00 comes back for $10.00.
        ann bets $10 on field
          ann bets $10.00 on field.
        1-2 falls
          1-2 falls.
            ann's field wins: $20.00 comes back for $10.00.
        the money of ann
          $520.00
        assistant-gaming-manager declares the bets of ann invalid: the card is that of eve
          Robin (assistant gaming manager) declares the bets of ann invalid: the card is that of eve (3.14).
            field of the last round: $10.00 goes back, without winnings.
        the money of ann
          $510.00
        """,
    )
