"""Evenings of bots at every table: a hundred thousand commands, with every fault, under what always holds."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice

import pytest

from croupier.audit.resettle import resettle
from croupier.canonical import canonical
from croupier.catalogue import names, ruleset
from croupier.rules.machine import Result
from croupier.rules.sign import HAND_PAY_LIMIT, SettingValue
from croupier.table.core.apply import apply
from croupier.table.core.opening import TableOpened, opened, opening, replay
from croupier.table.core.recorded import recorded
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.money.seats import SeatLeft
from croupier.table.rounds.settling import RoundSettled
from croupier.testing.evening import Happened, evening
from invariants import Witness, assert_bets_stay_closed, assert_it_is_said_well, assert_the_books_are_in_order, same
from signs import without_minimum

PLAYERS = 5
COMMANDS = 5000
SIGNS: Mapping[int, Mapping[str, SettingValue]] = {
    1: {"minimum": 100, "maximum": 50_000},
    2: {"minimum": 500, "maximum": 10_000},
    3: {"minimum": 100, "maximum": 50_000, "payout_unit": 250},
    4: {"minimum": 0},
}
"""What hangs at the table on the evening of each seed."""

EVERYWHERE = {
    "BarLifted",
    "BarRecorded",
    "BetPlaced",
    "BetTakenDown",
    "BettingOpened",
    "BoxPulled",
    "BreachNoted",
    "CardInserted",
    "CardRemoved",
    "CloseAnnounced",
    "ComplaintAdvised",
    "DayOpened",
    "DisputeDecided",
    "DisputeOpened",
    "DisputeReviewed",
    "FaultReported",
    "MoneyCollected",
    "MoneyInserted",
    "NoticeDemanded",
    "NoticeGiven",
    "NoticePosted",
    "RoundSettled",
    "RoundVoided",
    "RulesAmended",
    "SeatLeft",
    "SeatReleased",
    "SeatTaken",
    "SettledAgain",
    "TableClosed",
    "TerminalLocked",
    "TerminalUnlocked",
}
"""The events that happen at every table on such an evening."""

ANYWHERE_BUT = {
    "dice under a cover": {"DiceShaken", "TumblerUncovered", "ResultAnnounced", "NoMoreBetsPressed"},
    "lights": {"AreasLit", "LightsFailed", "FaultRectified"},
    "a dealer who pays": {"BetsPaid", "DealerRelieved"},
    "a call that closes the bets": {"BettingClosed"},
    "a ball": {"BallSpun"},
    "dice that are thrown": {"DiceShot"},
    "dice that are seen to rest": {"DiceRested"},
    "dice that are offered": {
        "DiceOffered",
        "DiceAccepted",
        "DiceDeclined",
        "DicePassed",
        "DiceLost",
        "DieRecovered",
        "DiceReplaced",
    },
    "bets that sleep": {"BetsCalled"},
    "terminals": {
        "TerminalFailed",
        "TerminalRestored",
        "CreditAdjusted",
        "MoneyWithheld",
        "MoneyReleased",
        "ReturnDemanded",
        "DebtWithheld",
        "DebtRecorded",
        "ReturnCounted",
        "FreezeRelaxed",
        "HandPayCalled",
        "HandPaid",
        "HandPayTakenBack",
        "HandPayVerified",
        "HandPayDelayed",
        "HandPayWithheld",
        "HandPayReviewed",
        "HandPayReleased",
        "HandPayRefused",
        "IdentificationAsked",
        "IdentificationRecorded",
        "StackerEmptied",
        "DevicesReported",
        "DeviceFaultCleared",
        "TicketPrinted",
        "TicketNotPrinted",
    },
    "a float": {
        "FloatFilled",
        "FloatCredited",
        "DropEmptied",
        "ColourChanged",
        "SlipMade",
        "CreditRefused",
        "FloatCreditRefused",
        "SlipCancelled",
        "FillSent",
        "FillReceived",
        "CreditReceived",
        "TrayCounted",
    },
    "colour checks": {"ColoursIssued", "ColoursReturned", "ColoursCarried", "ColoursRedeemed"},
    "bets that can be refused": {"BetRefused"},
    "players who can be refused": {"PlayerRefused"},
    "a sign that changes": {"SignChanged", "PlayerLimitsSet"},
    "a wager that ends": {"WagerEnded"},
    "measures against people": {"PlayerSanctioned", "BetsVoided", "SeatOrdered"},
    "cards that are needed": {"BetsInvalidated"},
    "several terminals": {"PlayerHeld"},
    "rounds that are void on some terminals": {"TerminalsVoided"},
}
"""What a document may do without, and the events that there never are then."""

WITHOUT = {
    "star-craps-2016": (
        "colour checks",
        "dice that are seen to rest",
        "dice under a cover",
        "lights",
        "a call that closes the bets",
        "a ball",
        "terminals",
        "a wager that ends",
        "cards that are needed",
        "several terminals",
        "rounds that are void on some terminals",
    ),
    "adelaide-craps-2003": (
        "colour checks",
        "dice under a cover",
        "lights",
        "a call that closes the bets",
        "a ball",
        "terminals",
        "bets that can be refused",
        "a sign that changes",
        "a wager that ends",
        "measures against people",
        "cards that are needed",
        "several terminals",
        "rounds that are void on some terminals",
    ),
    "aruze-craps-2024": (
        "colour checks",
        "dice that are seen to rest",
        "dice under a cover",
        "lights",
        "a dealer who pays",
        "a float",
        "a ball",
        "dice that are offered",
        "bets that sleep",
        "bets that can be refused",
        "players who can be refused",
        "a sign that changes",
        "a wager that ends",
        "several terminals",
    ),
    "star-sicbo-2016": (
        "dice that are seen to rest",
        "a ball",
        "dice that are thrown",
        "dice that are offered",
        "bets that sleep",
        "terminals",
        "cards that are needed",
        "several terminals",
        "rounds that are void on some terminals",
    ),
    "ministar-roulette-2018": (
        "colour checks",
        "dice that are seen to rest",
        "dice under a cover",
        "lights",
        "a dealer who pays",
        "a float",
        "dice that are thrown",
        "dice that are offered",
        "bets that sleep",
        "bets that can be refused",
        "players who can be refused",
        "a sign that changes",
        "a wager that ends",
        "cards that are needed",
        "rounds that are void on some terminals",
    ),
}


def first_of(name: str, seed: int) -> TableOpened:
    rules = ruleset(name)
    keys: dict[str, SettingValue] = (
        {"touch_screen": True} if seed == 2 and any(each.name == "touch_screen" for each in rules.settings) else {}
    )
    keys |= {"hand_pay_limit": 5_000} if seed == 3 and rules.procedures.period else {}
    agreed = [reading.id for reading in rules.readings if reading.to_confirm]
    sign = {**SIGNS[seed], **keys}
    return opening(rules, sign, confirmed=agreed, seats=PLAYERS, without_minimum=without_minimum(rules, sign))


def played(first: TableOpened, seed: int, commands: int) -> Iterator[Happened]:
    return islice(evening(opened(first), seed=seed, players=PLAYERS, commands=commands * 10, faults=0.06), commands)


@pytest.mark.parametrize("name", names())
def test_an_evening_of_bots_leaves_everything_in_order_and_nothing_undone(name: str) -> None:
    """Every event that is listed here for the document happens, so that bots do not quietly stop doing things."""
    seen = set[str]()
    for seed in SIGNS:
        first, count = first_of(name, seed), 0
        table, lines = opened(first), [canonical(first)]
        witness = Witness(table)
        for before, command, outcome, after in played(first, seed, COMMANDS):
            count += 1
            assert_it_is_said_well(before, command, outcome)
            if isinstance(outcome, Refusal):
                assert after is before
                continue
            for event in outcome:
                earlier, table = table, apply(table, event)
                witness.saw(earlier, event, table)
                seen.add(type(event).__name__)
            assert_bets_stay_closed(before, command, outcome)
            assert_the_books_are_in_order(after)
            lines.append(recorded(command, outcome))
        assert count == COMMANDS
        again, number = replay(lines)
        assert same(again, table)
        assert number == len(lines)
        told = resettle(lines)
        assert told.holds, told.sentences
        assert told.balances == table.book.balances
    never = {event for what in WITHOUT[name] for event in ANYWHERE_BUT[what]}
    assert seen == EVERYWHERE.union(*ANYWHERE_BUT.values()) - never


@pytest.mark.parametrize("name", names())
def test_on_a_live_floor_the_bots_of_the_staff_have_the_second_person_whom_they_need(name: str) -> None:
    """A bot that is refused gives the same order again, and the evening stands still from then on."""
    rules = ruleset(name)
    keys: dict[str, SettingValue] = {HAND_PAY_LIMIT: 5_000} if rules.procedures.period else {}
    agreed = [reading.id for reading in rules.readings if reading.to_confirm]
    live = opened(opening(rules, {**SIGNS[1], **keys}, confirmed=agreed, seats=PLAYERS, states_tender=True))
    refused = Counter[tuple[str, str]]()
    for _, command, outcome, _ in evening(live, seed=1, players=PLAYERS, commands=COMMANDS, faults=0.06):
        if isinstance(outcome, Refusal):
            refused[type(command).__name__, outcome.reason] += 1
    assert not {order: often for order, often in refused.items() if order[1] == Reason.SECOND_PERSON_NEEDED}


@pytest.mark.parametrize("name", names())
def test_an_evening_is_the_same_for_the_same_seed(name: str) -> None:
    first = first_of(name, 1)
    one, other = ([(each[1], each[2]) for each in played(first, 7, 400)] for _ in range(2))
    assert one == other
    assert one != [(each[1], each[2]) for each in played(first, 8, 400)]


@pytest.mark.parametrize("name", [name for name in names() if ruleset(name).procedures.tokens])
def test_where_tokens_are_bet_bots_win_with_some_and_leave_with_some(name: str) -> None:
    ended, left = set[Result](), False
    for before, _, outcome, _ in played(first_of(name, 1), 1, COMMANDS):
        for event in () if isinstance(outcome, Refusal) else outcome:
            if isinstance(event, RoundSettled):
                ended |= {each.result for each in event.decided if before.layout[each.seat][each.wager].promotional}
            left = left or (isinstance(event, SeatLeft) and event.tokens > 0)
    assert Result.WIN in ended
    assert left
