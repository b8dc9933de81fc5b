"""Meters, worked out by hand: what each counts, what it leaves alone, and that the identity notices what is wrong."""

import msgspec
import pytest
from msgspec.structs import replace

from croupier.catalogue import ruleset
from croupier.ledger.accounts import HOUSE, felt, rack
from croupier.ledger.book import Transfer
from croupier.money import Cents
from croupier.rules.machine import Result
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import BetPlaced, PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command
from croupier.table.core.meters import Meters, Played, Terminal, net
from croupier.table.core.person import Person
from croupier.table.core.refusals import Refusal
from croupier.table.core.rows import EVENTS, unmetered
from croupier.table.core.state import Table, open_table
from croupier.table.money.boxes import DropEmptied
from croupier.table.money.carried_checks import ColoursRedeemed
from croupier.table.money.confirming import CreditReceived, FillReceived
from croupier.table.money.credit import Collect, InsertMoney
from croupier.table.money.first_float import FloatSetUp
from croupier.table.money.float import FloatCredited, FloatFilled
from croupier.table.money.hand_pay import PayByHand
from croupier.table.money.metering import disagreement
from croupier.table.money.releasing import SeatReleased
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.money.withholding import Release, Withhold
from croupier.table.pit.amending import AmendRules
from croupier.table.pit.invalid import DeclareInvalid, unwind_last
from croupier.table.rounds.correcting import CorrectOutcome, SettledAgain
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled
from croupier.table.rounds.voiding import VoidRound

ROULETTE, ARUZE, ADELAIDE = "ministar-roulette-2018", "aruze-craps-2024", "adelaide-craps-2003"
OPERATOR, MANAGER = Person("mia", "operator"), Person("leo", "assistant-gaming-manager")


def a_table(name: str, **sign: int) -> Table:
    rules = ruleset(name)
    return done(open_table(rules, rules.sign(sign)), TakeSeat(seat="ann", chips=Cents(100_000)))


def done(table: Table, *commands: Command) -> Table:
    for command in commands:
        outcome = decide(table, command)
        assert not isinstance(outcome, Refusal), outcome
        for event in outcome:
            table = apply(table, event)
        assert disagreement(table, "ann") == ""
    return table


def bet(wager: str, stake: int, seat: str = "ann") -> PlaceBet:
    return PlaceBet(seat=seat, wager=wager, stake=Cents(stake))


def fell(outcome: str) -> EnterOutcome:
    return EnterOutcome(outcome=OutcomeName(outcome))


def anns(table: Table) -> Terminal:
    return table.meters.terminal("ann")


def test_money_is_counted_by_the_way_in_which_it_comes_and_goes_and_notes_by_denomination() -> None:
    table = done(
        a_table(ROULETTE),
        InsertMoney(seat="ann", amount=Cents(9000), tender=Tender(Way.NOTES, {2000: 2, 5000: 1})),
        InsertMoney(seat="ann", amount=Cents(2000), tender=Tender(Way.NOTES, {2000: 1})),
        InsertMoney(seat="ann", amount=Cents(700), tender=Tender(Way.TICKET)),
        Collect(seat="ann", tender=Tender(Way.CASHLESS)),
        InsertMoney(seat="ann", amount=Cents(500), tender=Tender(Way.UNRESTRICTED)),
        Collect(seat="ann", tender=Tender(Way.HAND_PAY)),
    )
    counted = Terminal(
        brought={"other": 100_000, "notes": 11_000, "ticket": 700, "unrestricted": 500},
        taken={"cashless": 111_700, "hand-pay": 500},
        notes={2000: 3, 5000: 1},
        tickets_in=1,
    )
    assert anns(table) == counted
    table = done(table, PayByHand(seat="ann", by=OPERATOR), InsertMoney(seat="ann", amount=Cents(50)), LeaveSeat(seat="ann"))
    gone = replace(
        counted, paid_by_hand=500, brought={**counted.brought, "other": 100_050}, taken={**counted.taken, "other": 50}
    )
    assert anns(table) == gone
    table = done(table, TakeSeat(seat="ann", chips=Cents(1)))
    assert anns(table) == replace(gone, brought={**gone.brought, "other": 100_051})


def test_turnover_and_wins_are_those_of_bets_that_were_decided() -> None:
    table = done(a_table(ROULETTE), bet("red", 1000), bet("black", 500), bet("straight:7", 100))
    assert anns(table) == Terminal(brought={"other": 100_000})
    table = done(table, fell("7"))
    assert anns(table) == Terminal(brought={"other": 100_000}, turnover=1600, wins=2000 + 3600, games=1)
    assert table.meters.wagers == {
        0: {"red": Played(1, 1000, 2000), "black": Played(1, 500, 0), "straight": Played(1, 100, 3600)}
    }
    assert done(table, fell("8")).meters == table.meters


def test_a_bet_that_stands_through_a_round_is_a_game_and_no_turnover() -> None:
    table = done(a_table(ARUZE), bet("pass-line", 1000), fell("2-2"), fell("2-3"))
    assert (anns(table).games, anns(table).turnover) == (2, 0)
    table = done(table, fell("1-3"))
    assert (anns(table).games, anns(table).turnover, anns(table).wins) == (3, 1000, 2000)


def test_commission_is_counted_apart_and_so_is_what_of_it_goes_back() -> None:
    table = done(a_table(ADELAIDE), bet("buy-win:4", 2000), bet("buy-win:4", 2000))
    assert (anns(table).commission, anns(table).commission_back) == (200, 0)
    table = done(table, TakeDown(seat="ann", wager="buy-win:4", amount=Cents(2000)))
    assert (anns(table).commission, anns(table).commission_back) == (200, 100)
    table = done(table, fell("1-3"))
    # Won 2 to 1 on $20.00; a place bet sleeps on the come-out roll, so that nothing has been decided yet.
    assert table.meters.wagers[0]["buy-win"] == Played(commission=200, commission_back=100)
    table = done(table, fell("2-2"))
    assert table.meters.wagers[0]["buy-win"] == Played(1, 2000, 6000, 200, 100)


def test_what_ends_without_a_result_is_counted_by_its_cause() -> None:
    table = done(a_table(ROULETTE), bet("red", 1000), VoidRound())
    clause = ruleset(ROULETTE).void_clause
    assert anns(table).voided == {clause: 1000}
    assert anns(table).turnover == 0
    table = done(
        table,
        TakeSeat(seat="bob", chips=Cents(5000)),
        bet("red", 300),
        bet("red", 400, "bob"),
        VoidRound(by=MANAGER, ground="fraud", forfeit=("bob",)),
    )
    forfeited = table.meters.terminal("bob").forfeited
    assert list(forfeited.values()) == [400]
    assert table.meters.terminal("bob").balance == 4600
    assert sum(anns(table).refunded.values()) + sum(anns(table).voided.values()) == 1300


def test_what_is_withheld_is_released_or_kept() -> None:
    table = done(
        a_table(ARUZE),
        Withhold(seat="ann", amount=Cents(900), by=OPERATOR, why="It is looked into."),
        Release(seat="ann", amount=Cents(500), to_player=True, by=OPERATOR, why="All is well."),
        Release(seat="ann", amount=Cents(300), to_player=False, by=OPERATOR, why="All is not well."),
    )
    assert (anns(table).withheld, anns(table).released, anns(table).kept, anns(table).balance) == (900, 500, 300, 99_700)


def correct(table: Table, back: int, outcome: str) -> Table:
    order = CorrectOutcome(round=table.past[-back].round, outcome=OutcomeName(outcome), by=MANAGER, why="It was misread.")
    return done(table, order)


def test_a_round_that_is_settled_again_adds_to_meters_of_its_own() -> None:
    table = done(a_table(ARUZE), bet("any-seven", 1000), fell("3-4"), bet("field", 500), fell("2-2"))
    right = correct(table, 2, "1-1")
    won = 1000 + 4500
    assert anns(right) == replace(anns(table), corrected_down=won)
    assert right.meters.wagers == table.meters.wagers
    assert right.meters.corrected_down == {0: {"any-seven": Played(wins=won)}}
    assert net(right.meters, 0, "any-seven") == Played(1, 1000, 0)
    assert net(right.meters, 0, "field") == net(table.meters, 0, "field")
    back_again = correct(right, 2, "3-4")
    assert anns(back_again) == replace(anns(table), corrected_down=won, corrected_up=won)
    assert net(back_again.meters, 0, "any-seven") == net(table.meters, 0, "any-seven")


def test_invalid_bets_of_the_last_round_are_a_correction_and_void() -> None:
    table = done(a_table(ARUZE), bet("any-seven", 1000), bet("field", 500), fell("3-4"))
    after = done(table, DeclareInvalid(seat="ann", by=MANAGER, why="The card is somebody else's."))
    gained = 500 - 4500
    assert anns(after).balance == 100_000
    assert anns(after) == replace(anns(table), corrected_down=-gained, voided={"3.14": 1500})
    assert net(after.meters, 0, "any-seven") == net(after.meters, 0, "field") == Played()


def test_the_commission_of_an_invalid_bet_goes_back_with_its_stake() -> None:
    table = done(a_table(ARUZE), bet("buy:4", 2000), fell("1-3"))
    assert (anns(table).commission, anns(table).turnover, anns(table).wins) == (100, 2000, 6000)
    after = done(table, DeclareInvalid(seat="ann", by=MANAGER, why="The card is somebody else's."))
    assert anns(after).balance == 100_000
    assert net(after.meters, 0, "buy") == Played(commission=100, commission_back=100)


def test_a_bet_that_went_back_below_the_minimum_does_not_give_its_commission_back_again() -> None:
    """No document has both rules today: so the last round is unwound by itself."""
    low, four = bet("buy-win:4", 500), fell("1-3")
    table = done(a_table(ADELAIDE, minimum=1000), fell("2-3"), low, four, low, four)
    last = table.last.event
    assert isinstance(last, RoundSettled)
    assert [each.result for each in last.decided] == [Result.VOID]
    assert unwind_last(table, "ann") == (last.decided, 0, 0, ())


def test_wagers_are_counted_by_edition_of_the_rules() -> None:
    table = done(a_table(ADELAIDE), bet("field", 1000))
    order = AmendRules(raised={"6(c):field-2-12": "3 to 1"}, by=Person("kim", "house"), why="For tonight.")
    table = done(table, order, TakeSeat(seat="bob", chips=Cents(5000)), bet("field", 200, "bob"), fell("1-1"))
    assert table.meters.wagers == {0: {"field": Played(1, 1000, 3000)}, 1: {"field": Played(1, 200, 800)}}
    table = done(table, bet("buy-win:4", 2000))
    assert table.meters.wagers[1]["buy-win"] == Played(commission=100)


@pytest.mark.parametrize("figure", [name for name in Terminal.__struct_fields__ if isinstance(getattr(Terminal(), name), int)])
def test_a_figure_that_is_wrong_is_noticed_unless_it_only_tells_where_money_went(figure: str) -> None:
    table = done(a_table(ROULETTE), bet("red", 1000))
    broken = replace(anns(table), **{figure: getattr(anns(table), figure) + 1})
    table = replace(table, meters=replace(table.meters, terminals={"ann": broken}))
    silent = figure in (
        *("paid_by_hand", "games", "withheld", "released", "tickets_in", "tickets_out", "commission_up", "commission_down"),
    )
    assert bool(disagreement(table, "ann")) is not silent


def test_what_is_wrong_is_said_with_its_figures() -> None:
    table = done(a_table(ROULETTE), bet("red", 1000))
    stolen = replace(table, book=table.book.after([Transfer(rack("ann"), HOUSE, Cents(1))]))
    assert disagreement(stolen, "ann") == (
        "credit $989.99, bets $10.00 of which the books have $10.00, withheld $0.00, owed $0.00; the meters come to $1,000.00"
    )
    moved = replace(table, book=table.book.after([Transfer(felt("ann"), HOUSE, Cents(1))]))
    assert "bets $10.00 of which the books have $9.99" in disagreement(moved, "ann")


def test_an_event_whose_transfers_do_not_say_what_it_says_is_noticed() -> None:
    table = done(a_table(ROULETTE), bet("red", 1000))
    outcome = decide(table, fell("7"))
    assert not isinstance(outcome, Refusal)
    (event,) = outcome
    assert isinstance(event, RoundSettled)
    cheated = replace(event, transfers=tuple(each for each in event.transfers if each.source != HOUSE))
    assert disagreement(apply(table, event), "ann") == ""
    assert disagreement(apply(table, cheated), "ann") != ""


def test_meters_can_be_written_down_and_read_back() -> None:
    table = done(a_table(ARUZE), bet("any-seven", 1000), fell("3-4"), bet("buy:4", 2000), VoidRound())
    table = correct(table, 2, "1-1")
    assert msgspec.json.decode(msgspec.json.encode(table.meters), type=Meters) == table.meters


def test_every_event_that_moves_money_is_counted_but_for_the_float() -> None:
    """A correction counts too: by itself, since it makes the whole table. Released credit stays the player's own."""
    counted = {kind for kind, row in EVENTS.items() if row.meter is not unmetered}
    moving = {kind for kind, row in EVENTS.items() if row.moves_money}
    of_the_tray = {FloatFilled, FloatCredited, FloatSetUp, FillReceived, CreditReceived, DropEmptied, ColoursRedeemed}
    assert counted == moving - of_the_tray - {SettledAgain, SeatReleased}
    assert BetPlaced in counted
