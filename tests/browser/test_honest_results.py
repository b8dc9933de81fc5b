"""A losing round never looks like a win: random rounds of all games, through the real settlement, read off the page."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from commanded import done
from croupier.catalogue import names, ruleset
from croupier.floor.happened import Happened
from croupier.ledger.accounts import felt, rack
from croupier.money import Cents, dollars
from croupier.rules.outcomes import OutcomeName
from croupier.server.views import call_of, own_state, own_view
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.decide import decide
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.lights import lit
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled
from scripted import SEAT, SIGN, ScriptedTable

ROUNDS, SEED = 200, 34
OTHER = "seat-2"
RESULT = (Path(__file__).parent / "results.js").read_text()


def random_rounds(name: str, random: Random) -> Iterator[tuple[dict[str, Any], int, int]]:
    """Rounds as a terminal is told of them, each with what it brought the player by the books, and how many bets it decided."""
    rules = ruleset(name)
    seats = [TakeSeat(seat=seat, chips=Cents(100_000_000)) for seat in (SEAT, OTHER)]
    table, _ = done(open_table(rules, rules.sign(SIGN)), *seats)
    wagers, outcomes = [*rules.addresses], [*rules.game.space.ways]
    for number in range(ROUNDS):
        for seat in (SEAT, OTHER):
            for wager in random.sample(wagers, min(len(wagers), random.choice((0, 1, 2, 4, 9)))):
                table = _with_bet(table, seat, wager, random)
        before = table
        table, events = done(table, EnterOutcome(outcome=OutcomeName(random.choice(outcomes))))
        (event,) = (each for each in events if isinstance(each, RoundSettled))
        own = [each for each in event.decided if each.seat == SEAT]
        yield _message(before, table, event, number), _worth(table) - _worth(before), len(own)


def _with_bet(table: Table, seat: str, wager: str, random: Random) -> Table:
    stake = Cents(random.choice((100, 500, 1200, 2500)) * table.rules.addresses[wager].offer.wager.units)
    bet = PlaceBet(seat=seat, wager=wager, stake=stake)
    return table if isinstance(decide(table, bet), Refusal) else done(table, bet)[0]


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
            "call": msgspec.to_builtins(call_of(happened)),
            "lit": lit(before, event.outcome),
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
    read = read_off(visitor, name, [message for message, _, _ in rounds])
    for (message, net, decided), seen in zip(rounds, read, strict=True):
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
        tagged = [each for each in event["decided"] if each["seat"] == SEAT and each["paid"] != each["stake"]]
        assert sorted(seen["tags"]) == sorted(signed(each["paid"] - each["stake"]) for each in tagged), (event, seen)
        assert decided or not seen["tags"]


def signed(cents: int) -> str:
    sign = "\u2212" if cents < 0 else "+"
    return f"{sign}{dollars(Cents(abs(cents)))}"


def read_off(page: Page, name: str, messages: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Let the page of a table hear of these rounds, and read what it says and shows after each."""
    ScriptedTable(page, name)
    return page.evaluate("(rounds) => window.readRounds(rounds)", messages)
