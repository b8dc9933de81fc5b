"""A terminal whose meters are wrong neither plays nor pays; locks, and wins that an attendant pays."""

import pytest
from msgspec.structs import replace

from commanded import done
from croupier.catalogue import names, ruleset
from croupier.ledger.accounts import HAND_PAYS, rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase
from croupier.rules.sign import SignError
from croupier.table.bets.calling import CallBet
from croupier.table.bets.placing import LeaveUp, PlaceBet, SpeakBet
from croupier.table.bets.relaxing import RelaxFreeze
from croupier.table.bets.taking_down import MoveBet, TakeDown
from croupier.table.core.decide import decide
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Round, Table, open_table
from croupier.table.core.words import told
from croupier.table.money.credit import Collect, InsertMoney
from croupier.table.money.hand_pay import HandPayCalled, PayByHand
from croupier.table.money.locks import LockTerminal, TerminalLocked, TerminalUnlocked, UnlockTerminal
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.rounds.results import EnterOutcome

ROULETTE, SICBO, STAR, ARUZE = "ministar-roulette-2018", "star-sicbo-2016", "star-craps-2016", "aruze-craps-2024"
WORKER = Person("mia", "games-supervisor")
MANAGER = Person("leo", "assistant-gaming-manager")


def a_table(name: str, **sign: int) -> Table:
    rules = ruleset(name)
    table = open_table(rules, rules.sign(sign))
    for seat in ("ann", "bob"):
        table, _ = done(table, TakeSeat(seat=seat, chips=Cents(100_000)))
    return table


def why_not(table: Table, command: Command) -> Reason | None:
    outcome = decide(table, command)
    return outcome.reason if isinstance(outcome, Refusal) else None


def bet(wager: str, seat: str = "ann", stake: int = 1000) -> PlaceBet:
    return PlaceBet(seat=seat, wager=wager, stake=Cents(stake))


def fell(outcome: str) -> EnterOutcome:
    return EnterOutcome(outcome=OutcomeName(outcome))


def broken(table: Table, seat: str = "ann") -> Table:
    """The same table, with one cent of turnover at one terminal that was never staked."""
    terminal = table.meters.terminal(seat)
    wrong = replace(terminal, turnover=terminal.turnover + 1)
    return replace(table, meters=replace(table.meters, terminals={**table.meters.terminals, seat: wrong}))


@pytest.mark.parametrize("name", names())
def test_where_a_meter_is_wrong_that_place_plays_no_further_and_others_do(name: str) -> None:
    wager = next(offer.id for offer in ruleset(name).offers if offer.wager.units == 1 and not offer.stake)
    table, _ = done(a_table(name), bet(wager))
    wrong = broken(table)
    refusal = decide(wrong, bet(wager))
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.METERS_DISAGREE
    assert "credit $990.00, bets $10.00" in refusal.sentence
    assert "the meters come to $999.99" in refusal.sentence
    assert why_not(wrong, bet(wager, "bob")) is None
    assert why_not(wrong, InsertMoney(seat="ann", amount=Cents(100))) is None
    table, _ = done(wrong, LockTerminal(seat="ann", why=refusal.sentence))
    assert why_not(table, bet(wager)) is Reason.TERMINAL_LOCKED
    assert why_not(table, bet(wager, "bob")) is None


def test_it_is_looked_at_before_every_play_and_before_money_leaves() -> None:
    table, _ = done(a_table(ROULETTE), bet("red"), fell("0"))
    plays: tuple[Command, ...] = (bet("black"), Collect(seat="ann"), LeaveSeat(seat="ann"))
    for asked in plays:
        assert why_not(table, asked) is None
        assert why_not(broken(table), asked) is Reason.METERS_DISAGREE
    placed, _ = done(table, bet("red"))
    move = MoveBet(seat="ann", wager="red", to="black")
    assert (why_not(placed, move), why_not(broken(placed), move)) == (None, Reason.METERS_DISAGREE)
    paying, _ = done(table, Collect(seat="ann", tender=Tender(Way.HAND_PAY)))
    paid = PayByHand(seat="ann", by=WORKER)
    assert (why_not(paying, paid), why_not(broken(paying), paid)) == (None, Reason.METERS_DISAGREE)


def test_it_is_looked_at_before_a_bet_is_spoken_left_up_or_let_through() -> None:
    rules, table = ruleset(STAR), a_table(STAR)
    (power, *_) = rules.procedures.powers_to[Act.CONFIRM_BET]
    spoken = SpeakBet(seat="ann", wager="field", stake=Cents(500), with_chips=True, by=Person("kim", power.held_by[0]))
    assert (why_not(table, spoken), why_not(broken(table), spoken)) == (None, Reason.METERS_DISAGREE)
    won, _ = done(table, fell("2-3"), bet("hardway:4"), fell("2-2"))
    left = LeaveUp(seat="ann", wager="hardway:4")
    assert (why_not(won, left), why_not(broken(won), left)) == (None, Reason.METERS_DISAGREE)
    closed = replace(a_table(ARUZE), round=Round(number=1, phase=Phase.CLOSED))
    relaxed = RelaxFreeze(wish=bet("field"), by=MANAGER, why="The screen did not answer.")
    assert (why_not(closed, relaxed), why_not(broken(closed), relaxed)) == (None, Reason.METERS_DISAGREE)


def test_a_locked_place_takes_no_bets_and_pays_nothing_out() -> None:
    table, _ = done(a_table(STAR), bet("field"), bet("place-win:6", stake=1200))
    table, (locked,) = done(table, LockTerminal(seat="ann", by=Person("kim", "dealer"), why="The screen flickers."))
    assert told(table, locked) == ["kim (dealer) locks the place of ann: The screen flickers."]
    refused: tuple[Command, ...] = (
        bet("field"),
        TakeDown(seat="ann", wager="field"),
        CallBet(seat="ann", wager="place-win:6", on=True),
        MoveBet(seat="ann", wager="field", to="any-seven"),
        InsertMoney(seat="ann", amount=Cents(100)),
        Collect(seat="ann"),
    )
    for asked in refused:
        assert why_not(table, asked) is Reason.TERMINAL_LOCKED, asked
    settled, _ = done(table, fell("1-2"))
    assert settled.book.balance(rack("ann")) > table.book.balance(rack("ann"))  # bets that stand are settled all the same
    free, (unlocked,) = done(table, UnlockTerminal(seat="ann", by=Person("kim", "dealer"), why="It was mended."))
    assert isinstance(unlocked, TerminalUnlocked)
    assert told(table, unlocked) == ["kim (dealer) unlocks the place of ann: It was mended."]
    assert why_not(free, bet("field")) is None


def test_nobody_leaves_a_locked_place() -> None:
    table, _ = done(a_table(ROULETTE), LockTerminal(seat="ann", why="Its meters do not agree."))
    assert why_not(table, LeaveSeat(seat="ann")) is Reason.TERMINAL_LOCKED


def test_who_may_lock_and_unlock_and_when() -> None:
    table = a_table(ROULETTE)
    player = Person("zed", "player")
    assert why_not(table, LockTerminal(seat="zed", why="It is dark.")) is Reason.UNKNOWN_PLAYER
    assert why_not(table, LockTerminal(seat="ann", why=" ")) is Reason.REASON_NEEDED
    assert why_not(table, LockTerminal(seat="ann", why="It is dark.", by=player)) is Reason.NOT_YOUR_POWER
    assert why_not(table, UnlockTerminal(seat="ann", why="It is light.", by=WORKER)) is Reason.OUT_OF_SEQUENCE
    table, (locked,) = done(table, LockTerminal(seat="ann", why="It is dark."))
    assert locked == TerminalLocked(seat="ann", why="It is dark.")
    assert why_not(table, LockTerminal(seat="ann", why="It is dark.")) is Reason.TERMINAL_LOCKED
    assert why_not(table, UnlockTerminal(seat="ann", by=WORKER)) is Reason.REASON_NEEDED
    assert why_not(table, UnlockTerminal(seat="ann", why="It is light.", by=player)) is Reason.NOT_YOUR_POWER


def test_a_place_whose_meters_are_still_wrong_stays_locked() -> None:
    table, _ = done(broken(a_table(ROULETTE)), LockTerminal(seat="ann", why="Its meters do not agree."))
    assert why_not(table, UnlockTerminal(seat="ann", why="Nothing was found.", by=WORKER)) is Reason.METERS_DISAGREE


def test_a_win_over_the_limit_of_the_sign_waits_for_an_attendant() -> None:
    table, _ = done(a_table(ROULETTE, hand_pay_limit=3500), bet("straight:7", stake=100), bet("straight:7", "bob", 200))
    table, events = done(table, bet("red", "bob", 1000), fell("7"))
    (called,) = [event for event in events if isinstance(event, HandPayCalled)]
    # Ann has won exactly the limit. Bob has won $70.00 and $10.00; his stakes are credits again.
    assert (called.seat, called.amount, called.won) == ("bob", 8000, True)
    assert table.book.balance(rack("bob")) == 100_000
    assert table.book.balance(HAND_PAYS) == 8000
    assert why_not(table, bet("red", "bob")) is Reason.TERMINAL_LOCKED
    assert why_not(table, bet("red")) is None
    table, _ = done(table, PayByHand(seat="bob", by=WORKER, why="Identified and signed."))
    assert why_not(table, bet("red", "bob")) is None
    bobs = table.meters.terminal("bob")
    assert (bobs.taken, bobs.paid_by_hand) == ({"large-win": 8000}, 8000)


def test_without_a_limit_no_win_waits() -> None:
    table, events = done(a_table(ROULETTE), bet("straight:7", stake=10_000), fell("7"))
    assert not any(isinstance(event, HandPayCalled) for event in events)
    assert not table.desk.hand_pays


def test_only_a_sign_of_terminals_has_that_limit_and_no_fingerprint_knows_it() -> None:
    assert ruleset(ROULETTE).sign({"hand_pay_limit": 1}).named["hand_pay_limit"] == 1
    with pytest.raises(SignError):
        ruleset(ROULETTE).sign({"hand_pay_limit": 0})
    with pytest.raises(SignError):
        ruleset(SICBO).sign({"hand_pay_limit": 100})
    assert "hand_pay_limit" not in {setting.name for name in names() for setting in ruleset(name).settings}
