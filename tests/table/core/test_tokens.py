"""Promotional tokens: bet when their owner likes, paid for in chips, and taken after one decision."""

import pytest

import commanded
from commanded import refused
from croupier.catalogue import ruleset
from croupier.ledger.accounts import HOUSE, PROMOTIONS, rack, tokens
from croupier.money import Cents
from croupier.rules.machine import Result
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import BetPlaced, LeaveUp, PlaceBet, SpeakBet
from croupier.table.bets.taking_down import BetTakenDown, MoveBet, TakeDown
from croupier.table.core.message import Command, Event
from croupier.table.core.opening import opening
from croupier.table.core.person import Person
from croupier.table.core.promotional import Promotional
from croupier.table.core.refusals import Reason
from croupier.table.core.snapshot import decode_snapshot, encode_snapshot
from croupier.table.core.state import Table, Winner, open_table
from croupier.table.core.words import told
from croupier.table.money.credit import Collect, InsertMoney
from croupier.table.money.metering import disagreement
from croupier.table.money.seats import LeaveSeat, SeatLeft, TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.pit.invalid import unwind_last
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled
from croupier.table.rounds.voiding import VoidRound

STAR, SICBO = "star-craps-2016", "star-sicbo-2016"
BOXPERSON, SUPERVISOR = Person("kim", "boxperson"), Person("leo", "casino-supervisor")


def done(table: Table, *commands: Command) -> tuple[Table, list[Event]]:
    """After each the meters agree."""
    happened: list[Event] = []
    for command in commands:
        table, more = commanded.done(table, command)
        assert disagreement(table, "ann") == ""
        happened += more
    return table, happened


def seated(*, chips: int = 0, in_tokens: int = 0, name: str = STAR) -> Table:
    rules = ruleset(name)
    table, _ = done(open_table(rules, rules.sign({})), TakeSeat(seat="ann", chips=Cents(chips)))
    if in_tokens:
        table, _ = done(table, InsertMoney(seat="ann", amount=Cents(in_tokens), tender=Tender(Way.TOKENS)))
    return table


def anns(table: Table) -> tuple[int, int]:
    """Tokens and chips."""
    return table.book.balance(tokens("ann")), table.book.balance(rack("ann"))


def bet(stake: int, in_tokens: int, wager: str = "any-seven") -> PlaceBet:
    return PlaceBet(seat="ann", wager=wager, stake=Cents(stake), tokens=Cents(in_tokens))


def fell(outcome: str) -> EnterOutcome:
    return EnterOutcome(outcome=OutcomeName(outcome))


@pytest.mark.parametrize("name", [STAR, SICBO])
def test_1_1_tokens_come_for_a_voucher_and_stand_apart(name: str) -> None:
    table = seated(chips=500, in_tokens=1000, name=name)
    assert anns(table) == (1000, 500)
    assert table.book.balance(PROMOTIONS) == -1000
    assert table.meters.terminal("ann").brought == {"other": 500, "tokens": 1000}


@pytest.mark.parametrize("name", ["adelaide-craps-2003", "aruze-craps-2024"])
def test_where_the_document_knows_no_tokens_none_come_and_none_are_bet(name: str) -> None:
    table = seated(chips=5000, name=name)
    brought = refused(table, InsertMoney(seat="ann", amount=Cents(100), tender=Tender(Way.TOKENS)))
    assert brought.reason is Reason.BAD_TENDER
    staked = refused(table, bet(1000, 1000, "field"))
    assert (staked.reason, staked.sentence) == (Reason.BAD_TENDER, "No tokens are bet at this table.")


def test_6_2_a_stake_has_as_many_tokens_as_its_owner_says() -> None:
    before = seated(chips=5000, in_tokens=1000)
    for in_tokens in (0, 400, 1000):
        table, (placed,) = done(before, bet(1000, in_tokens))
        assert isinstance(placed, BetPlaced)
        assert anns(table) == (1000 - in_tokens, 4000 + in_tokens)
        assert placed.promotional == (Promotional(tokens=in_tokens) if in_tokens else None)
    assert told(before, done(before, bet(1000, 400))[1][0]) == ["ann bets $10.00 on any-seven, of it $4.00 in tokens."]


@pytest.mark.parametrize(
    ("wish", "reason", "sentence"),
    [
        (bet(3000, 2000), Reason.INSUFFICIENT_CREDIT, "ann has $10.00 in tokens, which does not cover $20.00."),
        (bet(500, 600), Reason.BAD_AMOUNT, "$6.00 of a bet of $5.00 cannot be in tokens."),
        (bet(500, -100), Reason.BAD_AMOUNT, "-$1.00 of a bet of $5.00 cannot be in tokens."),
        (
            bet(8000, 1000),
            Reason.INSUFFICIENT_CREDIT,
            "ann has $50.00, which does not cover $70.00. $10.00 of the bet is in tokens, which pay nothing else.",
        ),
    ],
)
def test_tokens_that_are_not_there_are_not_bet(wish: PlaceBet, reason: Reason, sentence: str) -> None:
    table = seated(chips=5000, in_tokens=1000)
    outcome = refused(table, wish)
    assert (outcome.reason, outcome.sentence) == (reason, sentence)


def test_tokens_pay_no_commission() -> None:
    table, _ = done(seated(in_tokens=2000), fell("2-3"))
    assert refused(table, bet(2000, 2000, "buy:4")).reason is Reason.INSUFFICIENT_CREDIT
    table, (_, placed) = done(table, InsertMoney(seat="ann", amount=Cents(100)), bet(2000, 2000, "buy:4"))
    assert isinstance(placed, BetPlaced)
    assert (placed.commission, anns(table)) == (100, (0, 0))


def test_sc_19_a_token_that_wins_is_taken_and_its_winnings_are_chips() -> None:
    table, _ = done(seated(chips=5000, in_tokens=1000), bet(1500, 1000))
    after, (settled,) = done(table, fell("3-4"))
    assert isinstance(settled, RoundSettled)
    (ended,) = settled.decided
    assert (ended.result, ended.promotional) == (Result.WIN, None)
    assert ended.paid == 500 + 4 * 1500
    assert anns(after) == (0, 4500 + ended.paid)
    assert (after.book.balance(HOUSE), after.book.balance(PROMOTIONS)) == (1000 - 4 * 1500, -1000)


def test_of_a_bet_on_several_spots_all_tokens_are_taken() -> None:
    in_chips, _ = done(seated(chips=5000), bet(1000, 0, "horn"), fell("1-1"))
    all_tokens, _ = done(seated(chips=5000, in_tokens=1000), bet(1000, 1000, "horn"), fell("1-1"))
    assert anns(all_tokens) == (0, anns(in_chips)[1] + 1000 - 250)
    # What comes back comes off the top: all chips of the pile, and the rest of it tokens.
    mixed, _ = done(seated(chips=5000, in_tokens=1000), bet(1000, 800, "horn"), fell("1-1"))
    assert anns(mixed) == (200, anns(in_chips)[1] + 800 - 50)


def test_sc_19_a_token_that_loses_is_taken() -> None:
    table, _ = done(seated(chips=5000, in_tokens=1000), bet(1500, 1000), fell("1-2"))
    assert anns(table) == (0, 4500)
    assert (table.book.balance(HOUSE), table.book.balance(PROMOTIONS)) == (1500, -1000)


def test_what_was_not_decided_goes_back_as_what_it_was() -> None:
    table, _ = done(seated(chips=5000, in_tokens=1000, name=SICBO), bet(1500, 1000, "small"))
    assert anns(done(table, VoidRound())[0]) == (1000, 5000)
    table, _ = done(seated(chips=5000, in_tokens=1000), bet(1500, 1000, "dont-win"))
    after, (settled,) = done(table, fell("1-1"))
    assert isinstance(settled, RoundSettled)
    assert settled.decided[0].result is Result.PUSH
    assert anns(after) == (1000, 5000)


def test_chips_come_down_before_tokens() -> None:
    table, _ = done(seated(chips=5000, in_tokens=1000), fell("2-3"), bet(1800, 1000, "place-win:6"))
    for amount, left in ((600, (0, 4800)), (600, (400, 5000)), (600, (1000, 5000))):
        table, _ = done(table, TakeDown(seat="ann", wager="place-win:6", amount=Cents(amount)))
        assert anns(table) == left


def test_a_bet_that_is_moved_goes_up_again_as_what_came_down() -> None:
    table, _ = done(seated(chips=5000, in_tokens=1000), fell("2-3"), bet(1800, 600, "place-win:6"))
    after, (down, up) = done(table, MoveBet(seat="ann", wager="place-win:6", to="place-win:8"))
    assert isinstance(down, BetTakenDown)
    assert isinstance(up, BetPlaced)
    assert (down.to, up.entailed, up.promotional) == ("place-win:8", True, Promotional(tokens=600))
    assert anns(after) == (400, 3800)
    assert after.layout["ann"]["place-win:8"].promotional == Promotional(tokens=600)
    part, _ = done(table, MoveBet(seat="ann", wager="place-win:6", to="place-win:8", amount=Cents(1200)))
    assert part.layout["ann"]["place-win:8"].promotional is None
    assert part.layout["ann"]["place-win:6"].promotional == Promotional(tokens=600)


def test_a_winning_bet_that_is_left_up_is_smaller_by_its_tokens() -> None:
    table, _ = done(seated(chips=5000, in_tokens=1000), fell("2-3"), bet(1800, 600, "place-win:6"), fell("2-4"))
    assert table.staying == {"ann": {"place-win:6": Winner(1200)}}
    after, _ = done(table, LeaveUp(seat="ann", wager="place-win:6"))
    assert (after.layout["ann"]["place-win:6"].stake, after.layout["ann"]["place-win:6"].promotional) == (1200, None)
    nothing, _ = done(seated(in_tokens=1000), fell("2-3"), bet(600, 600, "place-win:6"), fell("2-4"))
    assert nothing.staying == {}


def test_3_11_a_spoken_bet_can_come_with_tokens() -> None:
    before = seated(in_tokens=1000)
    spoken = SpeakBet(seat="ann", wager="any-seven", stake=Cents(1000), tokens=Cents(1000), with_chips=True, by=BOXPERSON)
    table, (placed,) = done(before, spoken)
    assert isinstance(placed, BetPlaced)
    assert placed.promotional == Promotional(tokens=1000)
    assert anns(table) == (0, 0)


def test_tokens_are_never_paid_out_and_leaving_gives_them_back() -> None:
    table = seated(chips=500, in_tokens=1000)
    after, (left,) = done(table, LeaveSeat(seat="ann", tender=Tender(Way.CHIPS)))
    assert isinstance(left, SeatLeft)
    assert (left.amount, left.forfeited, left.tokens) == (500, 0, 1000)
    assert after.book.balances == {"outside": -500, "cage": 500}
    assert after.meters.terminal("ann").taken == {"chips": 500, "tokens": 1000}
    assert told(table, left) == ["ann leaves with $5.00 (chips). $10.00 in tokens goes back to the house."]
    outcome = refused(seated(in_tokens=1000), Collect(seat="ann"))
    assert outcome.sentence == "There is nothing to collect: $10.00 can only be staked."


def test_a_round_that_is_settled_again_has_the_tokens_where_the_other_one_leaves_them() -> None:
    order = CorrectOutcome(round=1, outcome=OutcomeName("1-2"), by=BOXPERSON, why="It was misread.")
    won, _ = done(seated(chips=5000, in_tokens=1000), bet(1500, 1000), fell("3-4"))
    assert anns(done(won, order)[0]) == (0, 4500)
    gone, _ = done(won, LeaveSeat(seat="ann"))
    corrected, _ = done(gone, order)
    assert corrected.book.balances == {"outside": 6000, "house": 1500, "promotions": -1000, "owed:ann": -6500}
    void, _ = done(gone, VoidRound(by=SUPERVISOR, ground="disorder", round=1))
    # The token goes back, and off the table with its owner.
    assert void.book.balances == {"outside": 6000, "owed:ann": -6000}


def test_a_token_that_a_correction_takes_cannot_be_bet_again() -> None:
    """Had the dice been read rightly, the second bet could not have been made."""
    pushed, _ = done(seated(chips=5000, in_tokens=1000), bet(1000, 1000, "dont-win"), fell("1-1"))
    table, _ = done(pushed, bet(1000, 1000), fell("3-4"))
    assert anns(table) == (0, 5000 + 4 * 1000)
    order = CorrectOutcome(round=1, outcome=OutcomeName("3-4"), by=BOXPERSON, why="It was misread.")
    table, _ = done(table, order)
    assert anns(table) == (0, 5000)


def test_invalid_bets_give_tokens_back_or_to_promotions_once_their_owner_has_left() -> None:
    """No document that knows tokens declares bets invalid today: so the last round is unwound by itself."""
    lost, _ = done(seated(chips=5000, in_tokens=1000), bet(1500, 1000), fell("1-2"))
    undone = unwind_last(lost, "ann")
    assert {(each.target, each.amount) for each in undone.transfers} == {("tokens:ann", 1000), ("rack:ann", 500)}
    gone, _ = done(lost, LeaveSeat(seat="ann"))
    undone = unwind_last(gone, "ann")
    assert undone.tokens == 1000
    assert {(each.target, each.amount) for each in undone.transfers} == {("promotions", 1000), ("owed:ann", 500)}


def test_a_snapshot_keeps_what_is_in_tokens() -> None:
    table, _ = done(seated(chips=5000, in_tokens=1000), fell("2-3"), bet(1800, 600, "place-win:6"), fell("1-1"))
    first = opening(table.rules, table.sign.named, without_minimum=Person("Kim", "casino-supervisor"))
    again = decode_snapshot(encode_snapshot(table, 5), first)
    assert again.layout["ann"]["place-win:6"].promotional == Promotional(tokens=600)
    assert again.book == table.book
