"""A round that does not count: which bets go back, with how much of their commission."""

import pytest
from msgspec.structs import replace

from commanded import a_table, done, refused
from croupier.catalogue import ruleset
from croupier.ledger.accounts import COMMISSION, felt, rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.sequence import Phase
from croupier.table.bets.calling import CallBet
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import MoveBet, TakeDown
from croupier.table.core.apply import apply
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Round, Table, open_table
from croupier.table.core.words import told
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.correcting import CorrectOutcome, SettledAgain
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.terminals import DeclareFault, VoidUnconfirmed
from croupier.table.rounds.void_settlement import RoundVoided
from croupier.table.rounds.voiding import VoidRound

STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"
SUPERVISOR, MANAGER = Person("mia", "casino-supervisor"), Person("leo", "assistant-gaming-manager")


def seated(name: str) -> Table:
    return done(a_table(name), TakeSeat(seat="ann", chips=Cents(100_000)))[0]


def bet(wager: str, stake: int) -> PlaceBet:
    return PlaceBet(seat="ann", wager=wager, stake=Cents(stake))


def fell(outcome: str) -> EnterOutcome:
    return EnterOutcome(outcome=OutcomeName(outcome))


def test_9_4_and_9_5_an_invalidated_outcome_gives_back_no_bet_that_was_off() -> None:
    """The come-out seven did not touch the place bet, so nothing of it is refunded. The field bet was for that roll."""
    table, _ = done(
        seated(STAR), fell("2-2"), bet("place-win:6", 1200), fell("1-3"), bet("field", 500), bet("win-line", 700), fell("3-4")
    )
    assert table.book.balance(rack("ann")) == 100_000 - 1200 - 500 + 700
    after, _ = done(table, VoidRound(by=SUPERVISOR, ground="disorder", round=3))
    assert set(after.layout["ann"]) == {"place-win:6"}
    assert (after.book.balance(rack("ann")), after.book.balance(felt("ann"))) == (98_800, 1200)


def test_6_4_and_7_9_commission_that_went_back_once_does_not_go_back_again() -> None:
    """$10.00 of $30.00 was placed for the void roll, and goes back with $0.50. The invalidated seven gives $21.00 back."""
    table, _ = done(seated(ARUZE), bet("buy:4", 2000), fell("3-3"), bet("buy:4", 1000))
    assert table.book.balance(rack("ann")) == 100_000 - 2100 - 1050
    void, _ = done(table, VoidRound())
    assert (void.book.balance(rack("ann")), void.book.balance(COMMISSION)) == (100_000 - 2100, 100)
    assert ((table.over, table.turn), (void.over, void.turn)) == ((1, 1), (2, 1))
    after, _ = done(void, fell("3-4"), VoidRound(by=MANAGER, ground="disorder", round=3))
    assert (after.book.balance(rack("ann")), after.book.balance(COMMISSION)) == (100_000, 0)


def test_6_3_only_what_the_faulty_terminal_placed_is_void_again_after_a_correction() -> None:
    """$12.00 stood since the first roll, and $6.00 was placed for the second. The correction of the first decides nothing."""
    table, _ = done(
        seated(ARUZE),
        bet("place:6", 1200),
        fell("1-1"),
        bet("place:6", 600),
        DeclareFault(seat="ann", by=MANAGER, why="interrupted"),
        VoidUnconfirmed(seat="ann", round=2, by=MANAGER, why="The record is lost."),
    )
    assert (table.book.balance(rack("ann")), table.book.balance(felt("ann"))) == (98_800, 1200)
    after, _ = done(table, CorrectOutcome(round=1, outcome=OutcomeName("1-2"), by=MANAGER, why="It was misread."))
    assert (after.book.balance(rack("ann")), after.book.balance(felt("ann"))) == (98_800, 1200)


CREW = [
    (STAR, "stickperson", "fraudulent-device"),
    (STAR, "stickperson", "unapproved-dice"),
    (STAR, "casino-supervisor", "unapproved-dice"),
    (ADELAIDE, "dealer", "fraudulent-device"),
    (ADELAIDE, "dealer", "unapproved-dice"),
    (ADELAIDE, "boxman", "unapproved-dice"),
    (ADELAIDE, "boxman", "disputed-face"),
]


@pytest.mark.parametrize(("name", "role", "ground"), CREW)
def test_5_1_and_11a_a_call_of_no_roll_undoes_no_throw_that_is_settled(name: str, role: str, ground: str) -> None:
    """A call is about the throw in hand. What is paid is for the casino supervisor or the House."""
    table, _ = done(seated(name), bet("field", 1000), fell("1-1"), bet("field", 1000), fell("3-4"))
    for round in (1, 2):
        refusal = refused(table, VoidRound(by=Person("leo", role), ground=ground, round=round))
        assert refusal.reason is Reason.OUT_OF_SEQUENCE
        assert "undoing it is for" in refusal.message
        assert "unapproved-dice-found" in refusal.message


@pytest.mark.parametrize(("name", "role"), [(STAR, "casino-supervisor"), (ADELAIDE, "house")])
def test_9_5_and_14a_a_one_roll_bet_of_an_undone_throw_is_refunded_and_meets_no_later_dice(name: str, role: str) -> None:
    """The Field bet won $20.00 on the 2. It goes back; it neither loses on the 7 nor lies on the layout again."""
    table, _ = done(seated(name), bet("field", 1000), fell("1-1"), fell("3-4"), fell("3-3"))
    assert table.book.balance(rack("ann")) == 102_000
    order = VoidRound(by=Person("mia", role), ground="unapproved-dice-found", round=1)
    after, _ = done(table, order)
    assert (after.layout["ann"], after.book.balance(rack("ann"))) == ({}, 100_000)
    assert after.pucks == table.pucks
    assert refused(table, replace(order, round=0)).reason is Reason.OUT_OF_SEQUENCE, "the round in play is not settled"


@pytest.mark.parametrize(("name", "id", "role"), [(STAR, "SC-27", "casino-supervisor"), (ADELAIDE, "AD-34", "house")])
def test_with_stands_a_settled_throw_is_undone_for_disorder_and_fraud_alone(name: str, id: str, role: str) -> None:
    rules = ruleset(name).under({id: "stands"})
    table, _ = done(open_table(rules, rules.sign({})), TakeSeat(seat="ann", chips=Cents(100_000)), fell("1-1"))
    by = Person("mia", role)
    assert refused(table, VoidRound(by=by, ground="unapproved-dice-found", round=1)).reason is Reason.UNKNOWN_GROUND
    done(table, VoidRound(by=by, ground="fraud", round=1))


def test_6_4_a_bet_that_an_undone_roll_had_decided_meets_no_later_dice() -> None:
    """The place bet won on the second roll. Undone after the third, it goes back; undone at once, it stands as it stood."""
    table, _ = done(seated(ARUZE), bet("place:6", 1200), fell("2-2"), fell("3-3"))
    cocked = VoidRound(by=MANAGER, ground="cocked", round=2)
    at_once, _ = done(table, cocked)
    assert at_once.layout["ann"]["place:6"].stake == 1200
    late, _ = done(done(table, fell("3-4"))[0], cocked)
    assert (late.layout["ann"], late.book.balance(rack("ann"))) == ({}, 100_000)
    again, _ = done(late, CorrectOutcome(round=1, outcome=OutcomeName("1-3"), by=MANAGER, why="It was misread."))
    assert (again.layout["ann"], again.book.balance(rack("ann"))) == ({}, 100_000)


def test_6_6_the_same_holds_where_an_undone_roll_is_void_on_one_terminal() -> None:
    table, _ = done(
        seated(ARUZE), TakeSeat(seat="bob", chips=Cents(100_000)), bet("place:6", 1200), fell("2-2"), fell("3-3"), fell("3-4")
    )
    order = VoidRound(by=MANAGER, ground="system-fault", round=2, terminals=("ann",))
    late, _ = done(table, order)
    assert (late.layout["ann"], late.book.balance(rack("ann"))) == ({}, 100_000)
    again, _ = done(late, CorrectOutcome(round=1, outcome=OutcomeName("1-3"), by=MANAGER, why="It was misread."))
    assert (again.layout["ann"], again.book.balance(rack("ann"))) == ({}, 100_000)


def test_12a_a_disputed_throw_is_thrown_again_until_its_bets_are_paid() -> None:
    """The boxman orders another throw while the bets are being paid; every bet stands for it."""
    table, _ = done(seated(ADELAIDE), bet("field", 1000))
    called = EnterOutcome(outcome=OutcomeName("1-1"), by=Person("tom", "stickman"))
    paying, _ = done(replace(table, round=Round(number=1, phase=Phase.SHOT)), called)
    order = VoidRound(by=Person("leo", "boxman"), ground="disputed-face")
    after, _ = done(paying, order)
    assert after.layout["ann"]["field"].stake == 1000
    paid = replace(paying, round=replace(paying.round, phase=Phase.DONE))
    assert refused(paid, order).reason is Reason.OUT_OF_SEQUENCE


@pytest.mark.parametrize("name", [STAR, ARUZE])
def test_a_round_that_does_not_count_leaves_the_dice_where_they_are(name: str) -> None:
    table = replace(seated(name), round=Round(number=1, phase=Phase.SHOT, shooter="ann", dice_at="ann", dice_place=1))
    after = apply(table, RoundVoided(decided=(), transfers=())).round
    assert (after.phase, after.shooter, after.dice_pass) == (Phase.DONE, "ann", False)


def undone(table: Table, round: int) -> tuple[Table, SettledAgain]:
    """The table after a finished throw was undone, and what became of it."""
    by = Person("mia", "house" if table.rules.id == ADELAIDE else "casino-supervisor")
    after, (event,) = done(table, VoidRound(by=by, ground="unapproved-dice-found", round=round))
    assert isinstance(event, SettledAgain)
    return after, event


def test_14a_chips_that_were_taken_down_do_not_stand_although_there_were_fewer() -> None:
    """$6.00 of the $18.00 goes back with the undone throw. The player took $15.00 down, so what is left comes down."""
    table, _ = done(seated(ADELAIDE), bet("place-win:6", 1200), fell("2-2"), bet("place-win:6", 600), fell("1-1"))
    table, _ = done(table, TakeDown(seat="ann", wager="place-win:6", amount=Cents(1500)), fell("3-3"))
    assert table.book.balance(rack("ann")) == 100_000 + 300 * 7 // 6
    after, event = undone(table, 2)
    assert (after.layout["ann"], after.book.balance(rack("ann")), event.dropped) == ({}, 100_000, ())


def test_9_5_chips_that_were_moved_to_a_bet_that_cannot_be_made_go_back() -> None:
    """They moved behind a line bet, which goes back with the undone throw. Nothing stands where they had been."""
    table, _ = done(seated(STAR), bet("place-win:9", 1200), fell("1-2"), bet("win-line", 1000), fell("2-2"))
    table, _ = done(table, MoveBet(seat="ann", wager="place-win:9", to="behind-win-line"), fell("4-5"))
    assert set(table.layout["ann"]) == {"win-line", "behind-win-line"}
    after, event = undone(table, 2)
    assert (after.layout["ann"], after.book.balance(rack("ann"))) == ({}, 100_000)
    assert [each.split(":")[:2] for each in event.dropped] == [["ann", " Behind the Win Line"]], "the player can be asked"


def test_6_6_chips_that_were_added_to_a_bet_that_was_off_are_off_without_it() -> None:
    table, _ = done(seated(STAR), fell("2-2"), bet("place-win:6", 1200), fell("1-1"))
    table, _ = done(table, CallBet(seat="ann", wager="place-win:6", on=False), bet("place-win:6", 600), fell("3-3"))
    after, event = undone(table, 2)
    assert (after.layout["ann"]["place-win:6"].stake, after.book.balance(rack("ann"))) == (600, 99_400)
    assert "ann bets $6.00 on place-win:6, and it is off, as called." in " ".join(told(table, event))
    won, _ = done(after, CallBet(seat="ann", wager="place-win:6", on=True), fell("3-3"))
    assert won.book.balance(rack("ann")) == 100_700


def test_6_6_chips_that_were_moved_to_a_bet_that_was_off_are_off_without_it() -> None:
    """The bet on the 8 goes back with the undone throw. What was moved to it had no part in the seven, and has none now."""
    table, _ = done(seated(STAR), bet("buy:4", 2000), fell("2-3"), bet("buy:8", 2000), fell("1-1"))
    called = CallBet(seat="ann", wager="buy:8", on=False)
    table, _ = done(table, called, MoveBet(seat="ann", wager="buy:4", to="buy:8"), fell("3-4"))
    assert table.layout["ann"]["buy:8"].stake == 4000
    after, event = undone(table, 2)
    assert {wager: (each.stake, each.called) for wager, each in after.layout["ann"].items()} == {"buy:8": (2000, False)}
    assert "ann bets $20.00 on buy:8, and it is off, as called." in " ".join(told(table, event))
    again, _ = undone(after, 1)
    assert again.layout["ann"] == {}, "the bet on the 4 goes back with the throw for which it was made"


def test_5e_a_call_off_holds_for_the_bets_that_stand() -> None:
    """The player pointed at the bet on the 6, which goes back with the undone throw, and called all place bets off."""
    table, _ = done(seated(ADELAIDE), bet("place-win:8", 1200), CallBet(seat="ann", wager="place-win:8", on=True), fell("1-1"))
    table, _ = done(
        table, bet("place-win:6", 1200), fell("1-2"), CallBet(seat="ann", wager="place-win:6", on=False), fell("4-4")
    )
    after, _ = undone(table, 2)
    assert set(after.layout["ann"]) == {"place-win:8"}
    assert after.book.balance(rack("ann")) == 98_800


@pytest.mark.parametrize("later", [False, True])
def test_14g_what_a_player_was_told_about_the_minimum_stays_told(later: bool) -> None:  # noqa: FBT001
    """The throw after which the player was told is undone, or a bet of it: the next bet goes back whatever falls."""
    table, _ = done(a_table(ADELAIDE, minimum=1000), TakeSeat(seat="ann", chips=Cents(100_000)))
    if later:
        table, _ = done(table, bet("dont-pass", 500), fell("2-2"), fell("3-4"))
    else:
        table, _ = done(table, bet("field", 500), fell("1-1"))
    table, _ = done(table, bet("any-craps", 500), fell("3-3"))
    after, _ = undone(table, 1)
    assert after.book.balance(rack("ann")) == 100_000
    again, _ = done(after, bet("any-craps", 500), fell("3-3"))
    assert again.book.balance(rack("ann")) == 100_000
