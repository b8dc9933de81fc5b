"""Clauses of the Adelaide craps document that a page of play cannot show: what is said, what is printed, whose money moves."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from croupier.catalogue import ruleset
from croupier.games.craps.felt import felt as laid_out
from croupier.ledger.accounts import COMMISSION, HOUSE, felt, rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.calling import CallBet
from croupier.table.bets.placing import BetPlaced, PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.message import Command, Event
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import open_table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled
from croupier.table.telling.phrases import understood
from croupier.table.telling.scenario.running import step

RULES = ruleset("adelaide-craps-2003")
SEATS = ("ann", "bob")


def bet(wager: str, stake: int, seat: str = "ann") -> PlaceBet:
    return PlaceBet(seat=seat, wager=wager, stake=Cents(stake))


def roll(outcome: str) -> EnterOutcome:
    return EnterOutcome(outcome=OutcomeName(outcome))


def answers(*commands: Command) -> Iterator[tuple[Event, ...] | Refusal]:
    """What becomes of one command after another, at a table where ann and bob sit with $1,000 each."""
    table = open_table(RULES, RULES.sign({}))
    for seat in SEATS:
        table, _ = step(table, TakeSeat(seat=seat, chips=Cents(100_000)))
    for command in commands:
        table, answer = step(table, command)
        yield answer


COME_ON_5 = [roll("2-2"), bet("come", 1000), bet("dont-come", 1000), roll("2-3")]


@pytest.mark.parametrize(
    ("commands", "message"),
    [
        ([roll("2-2"), bet("pass", 1000)], "Pass Bet is bet only before a come-out roll (4(a))."),
        ([roll("2-2"), bet("dont-pass", 1000)], "Don't Pass Bet is bet only before a come-out roll (4(b))."),
        ([bet("come", 1000)], "Come Bet is bet only while a point is on (4(d))."),
        ([bet("dont-come", 1000)], "Don't Come Bet is bet only while a point is on (4(e))."),
        ([bet("horn", 1001)], "Horn Bet: $10.01 does not divide into 4 equal pieces (4(v))."),
        ([bet("craps-eleven", 1001)], "Craps Eleven: $10.01 does not divide into 2 equal pieces (4(w))."),
        ([bet("world", 1001)], "World Bet: $10.01 does not divide into 5 equal pieces (4(x))."),
        ([bet("pass", 100_001)], "ann has $1,000.00, which does not cover $1,000.01 (5(b))."),
        (
            [bet("pass", 1000), roll("2-2"), TakeDown(seat="ann", wager="pass")],
            "Pass Bet stays up until it is decided (5(c)).",
        ),
        ([*COME_ON_5, TakeDown(seat="ann", wager="come:5")], "Come Bet stays up until it is decided (5(c))."),
        ([*COME_ON_5, bet("dont-come:5", 1000)], "Don't Come Bet: this bet can no longer be added to (5(d))."),
        (
            [bet("place-win:6", 1200), roll("2-2"), CallBet(seat="ann", wager="place-win:6", on=False)],
            "Place Bet to Win 6 can be called off only before a come-out roll (5(e)).",
        ),
        (
            [bet("pass", 1000), roll("2-2"), bet("pass-odds", 10_001)],
            "Taking Odds on the Pass Bet: $100.01 is over the limit of $100.00 (8(a)).",
        ),
        (
            [bet("dont-pass", 1000), roll("2-2"), bet("dont-pass-odds", 20_001)],
            "Laying Odds on the Don't Pass Bet: $200.01 is over the limit of $200.00 (8(b)).",
        ),
        (
            [*COME_ON_5, bet("come-odds:5", 10_001)],
            "Taking Odds on the Come Bet 5: $100.01 is over the limit of $100.00 (8(c)).",
        ),
        (
            [*COME_ON_5, bet("dont-come-odds:5", 15_001)],
            "Laying Odds on the Don't Come Bet 5: $150.01 is over the limit of $150.00 (8(d)).",
        ),
    ],
)
def test_a_refusal_names_its_clause(commands: list[Command], message: str) -> None:
    *_, last = answers(*commands)
    assert isinstance(last, Refusal)
    assert last.message == message


def test_6a_the_layout_states_all_odds_with_to_and_none_with_for() -> None:
    spots = {spot.id: spot for screen in laid_out(RULES).screens for spot in screen.spots}
    assert spots.keys() == RULES.addresses.keys()
    for spot in spots.values():
        assert all(" to " in each for each in spot.odds.split(" · ")), spot.id
        assert " for " not in f"{spot.odds} {spot.help}", spot.id
    assert spots["craps-two"].odds == "32 to 1"
    assert spots["place-win:6"].odds == "7 to 6"
    assert spots["field"].odds == "1 to 1 · 2 to 1"


EVERY_KIND: list[Command] = [
    *(bet(wager, 2000, seat) for seat in SEATS for wager in ("pass", "dont-pass", "place-win:6", "place-lose:8")),
    *(bet(wager, 2000, seat) for seat in SEATS for wager in ("hardway:10", "big-6", "big-8", "buy-win:9", "buy-lose:10")),
    *(bet(wager, 2000, seat) for seat in SEATS for wager in ("field", "any-seven", "any-craps", "craps-two", "craps-three")),
    *(bet(wager, 2000, seat) for seat in SEATS for wager in ("craps-twelve", "eleven", "horn", "craps-eleven", "world")),
    roll("2-2"),
    *(bet(wager, 2000, seat) for seat in SEATS for wager in ("pass-odds", "dont-pass-odds", "come", "dont-come")),
    roll("2-3"),
    *(bet(wager, 2000, seat) for seat in SEATS for wager in ("come-odds:5", "dont-come-odds:5")),
    roll("3-3"),
    roll("3-4"),
]


def test_14e_every_bet_is_laid_from_chips_in_its_owners_rack() -> None:
    placed = [event for answer in answers(*EVERY_KIND) for event in _events(answer) if isinstance(event, BetPlaced)]
    assert {event.wager.partition(":")[0] for event in placed} == {offer.kind for offer in RULES.offers}
    for event in placed:
        assert {each.source for each in event.transfers} == {rack(event.seat)}, event.wager
        assert [each.amount for each in event.transfers if each.target == felt(event.seat)] == [event.stake], event.wager


def test_14f_what_is_won_and_lost_goes_between_a_player_and_the_house() -> None:
    settled = [event for answer in answers(*EVERY_KIND) for event in _events(answer) if isinstance(event, RoundSettled)]
    moved = {(each.source, each.target) for event in settled for each in event.transfers}
    own = {(felt(seat), rack(seat)) for seat in SEATS}
    lost = {(felt(seat), HOUSE) for seat in SEATS}
    won = {(HOUSE, rack(seat)) for seat in SEATS}
    assert moved == own | lost | won


def test_14d_only_buy_bets_are_charged() -> None:
    placed = [event for answer in answers(*EVERY_KIND) for event in _events(answer) if isinstance(event, BetPlaced)]
    charged = {event.wager for event in placed if any(each.target == COMMISSION for each in event.transfers)}
    assert charged == {"buy-win:9", "buy-lose:10"}


def _events(answer: tuple[Event, ...] | Refusal) -> tuple[Event, ...]:
    assert not isinstance(answer, Refusal), answer
    return answer


def test_11c_the_throw_and_the_call_of_no_roll_carry_their_times() -> None:
    """Whether the call came before the dice stopped can be read from the journal."""
    before = """
        stickman opens the bets
        stickman offers the dice to ann
        ann takes the dice
        ann bets $10 on pass
        """
    thrown, called = "ann throws", "stickman calls it off: irregular-throw"
    lines = [*(line.strip() for line in before.strip().splitlines()), thrown, called]
    times = {thrown: 1_051_500_000_000, called: 1_051_500_001_250}
    commands = [replace(understood(line), at=times.get(line, 0)) for line in lines]
    *_, shot, void = answers(*commands)
    assert [event.at for event in (*_events(shot), *_events(void))] == list(times.values())
