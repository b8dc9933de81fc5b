"""A losing round never looks like a win: random rounds of all games, through the real settlement, read off the page."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from commanded import done
from croupier.catalogue import names, ruleset
from croupier.floor.happened import Happened
from croupier.ledger.accounts import COMMISSION, felt, rack
from croupier.money import Cents, dollars
from croupier.rules.outcomes import OutcomeName
from croupier.server.views import charged_for, own_state, own_view, result_of
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.decide import decide
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled
from playing import decided, keep_time, placed, said, settled, stop_time
from scripted import SEAT, SIGN, ScriptedTable

ROUNDS, SEED = 200, 34
OTHER = "seat-2"
RESULT = (Path(__file__).parent / "results.js").read_text()


class Played(NamedTuple):
    """A round as a terminal is told of it."""

    message: dict[str, Any]
    net: int
    """What it brought the player by the books, less the commission on the bets that it decided."""
    charged: dict[str, int]
    """That commission, by wager."""


def random_rounds(name: str, random: Random) -> Iterator[Played]:
    """Play rounds. All that they bring a player, less the commission on bets that still stand, is the change of the credit."""
    rules = ruleset(name)
    seats = [TakeSeat(seat=seat, chips=Cents(100_000_000)) for seat in (SEAT, OTHER)]
    table, _ = done(open_table(rules, rules.sign(SIGN)), *seats)
    wagers, outcomes = [*rules.addresses], [*rules.game.space.ways]
    dear = [wager for wager in wagers if rules.addresses[wager].offer.commission]
    open_charges, first, nets = Counter[str](), _worth(table), 0
    for number in range(ROUNDS):
        for seat in (SEAT, OTHER):
            chosen = random.sample(wagers, min(len(wagers), random.choice((0, 1, 2, 4, 9))))
            dearer = random.sample(dear, min(len(dear), random.choice((0, 1, 2))))
            for wager in dict.fromkeys((*chosen, *dearer)):
                table, charge = _with_bet(table, seat, wager, random)
                open_charges[wager] += charge if seat == SEAT else 0
        before = table
        table, events = done(table, EnterOutcome(outcome=OutcomeName(random.choice(outcomes))))
        (event,) = (each for each in events if isinstance(each, RoundSettled))
        own = {each.wager: open_charges.pop(each.wager, 0) for each in event.decided if each.seat == SEAT}
        net = _worth(table) - _worth(before) - sum(own.values())
        nets += net
        yield Played(_message(before, table, event, number), net, own)
    assert _worth(table) == first + nets - open_charges.total()


def _with_bet(table: Table, seat: str, wager: str, random: Random) -> tuple[Table, int]:
    """The table with another bet, if it takes it, and the commission on it."""
    stake = Cents(random.choice((100, 500, 1200, 2500)) * table.rules.addresses[wager].offer.wager.units)
    bet = PlaceBet(seat=seat, wager=wager, stake=stake)
    if isinstance(decide(table, bet), Refusal):
        return table, 0
    after, _ = done(table, bet)
    return after, after.book.balance(COMMISSION) - table.book.balance(COMMISSION)


def _worth(table: Table) -> int:
    return sum(table.book.balance(account(SEAT)) for account in (rack, felt))


def _message(before: Table, after: Table, event: RoundSettled, number: int) -> dict[str, Any]:
    happened = Happened(number, event, before, after)
    return {
        "before": msgspec.to_builtins(own_view(before, own_state(before, SEAT))),
        "settled": {
            "is": "event",
            "number": number,
            "now": 1_000_000,
            "event": msgspec.to_builtins(event),
            "charged": charged_for(before, event).get(SEAT, {}),
            **msgspec.to_builtins(result_of(happened, ())._asdict()),
            "mine": msgspec.to_builtins(own_view(after, own_state(after, SEAT))),
            "pucks": dict(after.pucks),
        },
    }


@pytest.fixture(scope="module")
def visitor(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce") as context:
        page = context.new_page()
        page.route_web_socket("**/none", lambda _: None)  # so that the script finds the sockets that a test answers
        page.add_init_script(RESULT)
        yield page


@pytest.mark.parametrize("name", names())
def test_gold_and_you_win_are_for_rounds_that_brought_more_than_they_cost(visitor: Page, name: str) -> None:
    rounds = [*random_rounds(name, Random(SEED))]  # noqa: S311 - no game depends on it
    assert {net > 0 for _, net, _ in rounds} == {True, False}
    has_commission = any(each.commission for each in ruleset(name).offers)
    assert has_commission == any(any(charged.values()) for _, _, charged in rounds)
    read = read_off(visitor, name, [message for message, _, _ in rounds])
    for (message, net, charged), seen in zip(rounds, read, strict=True):
        event = message["settled"]["event"]
        said = [seen[place] for place in ("result", "status", "title", "announced")]
        assert (net > 0) == any("You win" in words for words in said), (event, seen)
        assert seen["gold"] == [] or net > 0, (event, seen)
        if net > 0:
            assert f"You win {dollars(net)}" in seen["result"], (event, seen)
            assert {"came", "win-meter"} <= {*seen["gold"]}, (event, seen)
        elif net < 0:
            assert f"You lose {dollars(-net)}" in seen["result"], (event, seen)
        assert not net or f"{'You win' if net > 0 else 'You lose'} {dollars(abs(net))}" in seen["announced"], (event, seen)
        own = [each for each in event["decided"] if each["seat"] == SEAT]
        nets = [each["paid"] - each["stake"] - charged[each["wager"]] for each in own]
        assert sorted(seen["tags"]) == sorted(signed(each) for each in nets if each), (event, seen)
        assert net == sum(nets)
        fee = sum(charged.values()) - sum(each.get("commission", 0) for each in own)
        assert not net or (f" after {dollars(Cents(fee))} commission" in seen["result"]) == (fee > 0), (event, seen)


def test_a_round_that_lost_with_its_commission_is_no_win(page: Page) -> None:
    table = ScriptedTable(page, "adelaide-craps-2003")
    bets = {"buy-lose:4": 20_000, "big-6": 9700}
    table.tell(mine={"bets": bets, "staked": 29_700, "credit": 19_800})
    lost = settled("3-4", decided("buy-lose:4", 30_000, 20_000), decided("big-6", 0, 9700))
    none: dict[str, Any] = {"bets": {}, "staked": 0, "won": 10_000, "credit": 49_800}
    table.tell(lost, charged={"buy-lose:4": 500}, lit=["buy-lose:4"], round={"phase": "settled"}, mine=none)
    expect(page.get_by_test_id("result")).to_contain_text("You lose $2.00 after $5.00 commission; $200.00 comes back")
    expect(page.locator("body")).to_have_attribute("data-net", "lose")
    expect(page.locator("#announcer")).to_contain_text("You lose $2.00 after $5.00 commission")
    expect(page.get_by_test_id("status")).to_contain_text("Won $95.00 on ")
    expect(page.get_by_text("+$95.00", exact=True)).to_have_count(1)


def test_a_loss_with_its_commission_is_told_as_a_loss_on_return(page: Page) -> None:
    table = ScriptedTable(page, "adelaide-craps-2003")
    table.tell(mine={"bets": {"buy-lose:4": 20_000, "big-6": 9700}, "staked": 29_700})
    table.goes_away()
    lost = settled("3-4", decided("buy-lose:4", 30_000, 20_000), decided("big-6", 0, 9700))
    table.tell(lost, charged={"buy-lose:4": 500}, round={"phase": "settled"}, mine={"bets": {}, "staked": 0, "won": 10_000})
    table.comes_back()
    expect(page.get_by_test_id("status")).to_have_text("The table is back. 1 round was played: you lost $2.00.")


def test_a_round_that_is_decided_again_says_what_it_came_to_with_its_commission(page: Page) -> None:
    table = ScriptedTable(page, "adelaide-craps-2003")
    before, now = decided("buy-lose:4", 30_000, 20_000), decided("buy-lose:4", 0, 20_000)
    fee = {"buy-lose:4": 500}
    each = {"round": 1, "was": "3-4", "now": "1-3", "before": [before], "before_charged": fee, "decided": [now], "charged": fee}
    table.tell({}, revised={"rounds": [each], "change": -30_000}, round={"number": 2}, history=["1-3"])
    told = "your bets had come to +$95.00, and now come to \u2212$205.00; $300.00 was taken back."
    expect(page.get_by_test_id("status")).to_contain_text(told)


REVISED = [
    (
        "2",
        0,
        "Round 1 was corrected from 1 red to 2 black: your bets had come to +$5.00, and now come to \u2212$5.00; ",
    ),
    ("", 500, "Round 1, 1 red, was declared void: your bets had come to +$5.00, and now come to +$0.00; "),
    ("1", 500, "Your bets of round 1 were declared invalid: your bets had come to +$5.00, and now come to +$0.00; "),
]


@pytest.mark.parametrize("phase", ["settled", "betting"])
@pytest.mark.parametrize(("now", "paid", "words"), REVISED, ids=["corrected", "void", "invalid"])
def test_a_win_that_was_decided_again_is_no_win_any_more(page: Page, now: str, paid: int, words: str, phase: str) -> None:
    table = ScriptedTable(page, "ministar-roulette-2018")
    won(table)
    expect(page.get_by_test_id("result")).to_contain_text("You win $5.00")
    if phase == "betting":
        table.phase("betting", number=2)
    table.tell({}, revised=revised(now, paid), mine={"won": 0, "credit": 9500 + paid}, history=[now] if now else [])
    told = words + f"${10 - paid / 100:.2f} was taken back."
    expect(page.get_by_test_id("status")).to_have_text(told)
    expect(page.locator("#announcer")).to_contain_text(told)
    expect(page.locator("body")).not_to_have_attribute("data-net", "win")
    expect(page.get_by_test_id("result")).not_to_contain_text("You win")
    if now == "2":
        expect(page.get_by_test_id("result")).to_contain_text("2 black")
        expect(page.get_by_test_id("result")).to_contain_text("You lose $5.00")
    expect(page.locator(".spot.lit")).to_have_count(0)
    expect(page.get_by_test_id("win-meter")).to_have_text("$0.00")
    expect(page.get_by_text("+$5.00", exact=True)).to_have_count(0)


PARTS = [
    ({"change": 5500, "staked": 2500}, "$30.00 was added, $25.00 is on the felt again."),
    ({"change": 0, "staked": -500}, "$5.00 was added, $5.00 left the felt."),
    ({"change": -1000, "owed": -700, "owes": 700}, "$3.00 was taken back, you owe the house $7.00."),
    ({"change": 1000, "owed": 1000, "owes": 500}, "you owe the house $5.00."),
    ({"change": 1000, "owed": 700}, "$3.00 was added, you owe the house nothing any more."),
]


@pytest.mark.parametrize(("parts", "words"), PARTS)
def test_what_a_correction_moved_adds_up_to_credit_and_bets(page: Page, parts: dict[str, int], words: str) -> None:
    table = ScriptedTable(page, "ministar-roulette-2018")
    won(table)
    table.tell({}, revised=revised("2", 0) | parts, history=["2"])
    expect(page.get_by_test_id("status")).to_have_text(
        "Round 1 was corrected from 1 red to 2 black: your bets had come to +$5.00, and now come to \u2212$5.00; " + words
    )
    expect(page.get_by_test_id("status")).not_to_have_css("color", "rgb(243, 210, 122)")


def test_a_corrected_win_that_stays_up_does_not_come_back(page: Page) -> None:
    table = ScriptedTable(page, "star-craps-2016")
    placed(table, "hardway:8", 500, {"hardway:8": 500})
    lost, won = decided("hardway:8", 0), decided("hardway:8", 5300)
    table.tell(settled("3-4", lost), round={"phase": "settled"}, mine={"bets": {}, "staked": 0}, history=["3-4"])
    each = {"round": 1, "was": "3-4", "now": "4-4", "before": [lost], "decided": [won]}
    up = {"hardway:8": 500}
    mine = {"bets": up, "fresh": up, "stayed": up, "staked": 500, "won": 4800}
    table.tell({}, revised={"rounds": [each], "change": 5300, "staked": 500}, mine=mine, history=["4-4"])
    expect(page.get_by_test_id("result")).to_contain_text("You win $48.00; $5.00 stays up")
    expect(page.get_by_test_id("result")).not_to_contain_text("comes back")


def test_the_last_round_says_what_it_comes_to_after_a_round_before_it_was_corrected(page: Page) -> None:
    """Its result is the same, and its bets are decided otherwise."""
    table = ScriptedTable(page, "ministar-roulette-2018")
    won(table)
    before, now = decided("red", 1000), decided("red", 2000, 1000)
    each = {"round": 1, "was": "1", "now": "1", "before": [before], "decided": [now]}
    table.tell({}, revised={"rounds": [each], "change": 500}, mine={"won": 1000, "credit": 11_000})
    expect(page.get_by_test_id("result")).to_contain_text("You win $10.00")
    expect(page.get_by_test_id("win-meter")).to_have_text("$10.00")
    expect(page.locator("body")).to_have_attribute("data-net", "win")


def test_what_was_lost_before_is_not_told_beside_another_result(page: Page) -> None:
    """A bet stands, and the next roll comes before its sentence has ended."""
    table = ScriptedTable(page, "star-craps-2016")
    stands = {"hardway:8": 500}
    placed(table, "field", 500, {"field": 500} | stands)
    lost = {"bets": stands, "fresh": {}, "staked": 500}
    table.tell(settled("2-3", decided("field", 0)), round={"phase": "settled"}, mine=lost, history=["2-3"])
    expect(page.get_by_test_id("status")).to_have_text("Lost $5.00 on Field.")
    table.phase("betting", number=2)
    table.phase("closed")
    table.tell(settled("1-2"), round={"phase": "settled"}, history=["2-3", "1-2"])
    expect(page.get_by_test_id("result")).to_have_text("3, craps")
    expect(page.get_by_test_id("status")).to_be_empty()


def test_what_is_collected_is_no_win_and_stays_to_be_read(page: Page) -> None:
    """Also while the player asks for something else, such as to take the ticket."""
    table = ScriptedTable(page, "ministar-roulette-2018")
    status = page.get_by_test_id("status")
    table.tell({"type": "MoneyCollected", "seat": SEAT, "amount": 7000}, mine={"credit": 0})
    expect(status).to_have_text("Collected $70.00.")
    expect(status).not_to_have_css("color", "rgb(243, 210, 122)")
    page.get_by_test_id("insert-10000").click()
    assert said(table) == ["insert"]
    expect(status).to_have_text("Collected $70.00.")


def test_on_a_phone_a_result_stands_before_its_place_goes_to_a_key(phone: Page) -> None:
    """A player alone at the wheel: two seconds after the ball has fallen, betting opens and may be closed early."""
    keep_time(phone)
    table = ScriptedTable(phone, "ministar-roulette-2018")
    stop_time(phone)
    table.tell(lone=SEAT)
    won(table)
    result, key = phone.get_by_test_id("result"), phone.get_by_test_id("close-early")
    expect(result).to_contain_text("You win $5.00")
    table.phase("betting", number=2)
    expect(result).to_be_visible()
    expect(key).to_be_hidden()
    phone.clock.run_for(6_000)
    expect(key).to_be_visible()
    expect(result).to_be_hidden()
    table.phase("closed")
    expect(key).to_be_hidden()


def test_a_round_that_was_decided_again_while_the_terminal_was_away_is_told_as_it_stands(page: Page) -> None:
    table = ScriptedTable(page, "ministar-roulette-2018")
    placed(table, "red", 500, {"red": 500})
    table.goes_away()
    won(table)
    table.tell({}, revised=revised("2", 0), mine={"won": 0, "credit": 9500}, history=["2"])
    table.phase("betting", number=2)
    table.comes_back()
    status = page.get_by_test_id("status")
    expect(status).to_contain_text("1 round was played: credit and bets were $100.00 and are $95.00. Round 1 was corrected")
    expect(status).not_to_contain_text("won")


def won(table: ScriptedTable) -> None:
    """Red wins $5.00 in round 1."""
    placed(table, "red", 500, {"red": 500})
    mine: dict[str, Any] = {"bets": {}, "fresh": {}, "staked": 0, "won": 500, "credit": 10_500}
    table.tell(settled("1", decided("red", 1000)), lit=["red"], round={"phase": "settled"}, mine=mine, history=["1"])


def revised(now: str, paid: int) -> dict[str, Any]:
    """The last round, which red has won with 1, was decided again."""
    rounds = [{"round": 1, "was": "1", "now": now, "before": [decided("red", 1000)], "decided": [decided("red", paid)]}]
    return {"rounds": rounds, "change": paid - 1000}


def signed(cents: int) -> str:
    sign = "\u2212" if cents < 0 else "+"
    return f"{sign}{dollars(Cents(abs(cents)))}"


def read_off(page: Page, name: str, messages: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Let the page of a table hear of these rounds, and read what it says and shows after each."""
    ScriptedTable(page, name)
    return page.evaluate("(rounds) => window.readRounds(rounds)", messages)
