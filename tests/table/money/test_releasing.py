"""A seat that is released keeps its money for the player, who gets it on sitting down there again."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from commanded import a_table, done, refused
from croupier.ledger.accounts import Account, owed, rack, restricted, tokens, unrestricted, withheld
from croupier.ledger.book import Transfer
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.powers import Act
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Table
from croupier.table.core.words import told
from croupier.table.money.credit import Collect, InsertMoney
from croupier.table.money.locks import LockTerminal
from croupier.table.money.metering import disagreement
from croupier.table.money.releasing import ReleaseSeat, SeatReleased
from croupier.table.money.seats import LeaveSeat, SeatTaken, TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.money.withholding import Release, Withhold
from croupier.table.pit.limits import SetPlayerLimits
from croupier.table.rounds.correcting import CorrectOutcome, SettledAgain
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.terminals import DeclareFault
from invariants import assert_the_books_are_in_order

ROULETTE, STAR, ARUZE = "ministar-roulette-2018", "star-craps-2016", "aruze-craps-2024"
OPERATOR, MANAGER = Person("Olga", "operator"), Person("Leo", "assistant-gaming-manager")
BOX = Person("Max", "boxperson")
BACK = TakeSeat(seat="ann", chips=Cents(0))
GONE = ReleaseSeat(seat="ann")


def sits(cents: int = 10_000, way: Way | None = None) -> TakeSeat:
    return TakeSeat(seat="ann", chips=Cents(cents), tender=Tender(way) if way else None)


def bet(wager: str, cents: int = 1000) -> PlaceBet:
    return PlaceBet(seat="ann", wager=wager, stake=Cents(cents))


def fell(outcome: str) -> EnterOutcome:
    return EnterOutcome(outcome=OutcomeName(outcome))


def at(name: str, *commands: Command) -> Table:
    table, _ = done(a_table(name), *commands)
    assert_the_books_are_in_order(table)
    assert disagreement(table, "ann") == ""
    return table


def test_the_credit_of_a_released_seat_is_kept_and_comes_back() -> None:
    table, (released,) = done(at(ROULETTE, sits()), GONE)
    assert released == SeatReleased(
        seat="ann", amount=Cents(10_000), transfers=(Transfer(rack("ann"), owed("ann"), Cents(10_000)),)
    )
    assert told(table, released) == ["The seat of ann is released. $100.00 is kept."]
    assert ("ann" in table.layout, table.desk.released) == (False, {"ann"})
    table, (taken,) = done(table, TakeSeat(seat="ann", chips=Cents(500)))
    assert isinstance(taken, SeatTaken)
    assert (taken.amount, taken.returned) == (500, 10_000)
    assert told(table, taken) == ["ann sits down with $5.00. $100.00 was kept for them."]
    assert table.book.balances == {"outside": -10_500, rack("ann"): 10_500}
    assert table.desk.released == frozenset()
    assert disagreement(table, "ann") == ""


def test_whoever_left_is_owed_nothing_on_sitting_down() -> None:
    """What staff still owe to a player who left is theirs to pay out: another player may use that terminal now."""
    withheld_from = Withhold(seat="ann", amount=Cents(4000), by=OPERATOR, why="It is looked into.")
    table = at(ROULETTE, sits(), withheld_from, LeaveSeat(seat="ann"))
    back = Release(seat="ann", amount=Cents(4000), to_player=True, by=OPERATOR, why="Nothing was wrong.")
    table, _ = done(table, back, BACK)
    assert (table.book.balance(rack("ann")), table.book.balance(owed("ann"))) == (0, 4000)


def test_withheld_money_that_is_released_meanwhile_comes_back_too() -> None:
    kept = Withhold(seat="ann", amount=Cents(4000), by=OPERATOR, why="It is looked into.")
    table = at(ROULETTE, sits(), kept, GONE)
    assert (table.book.balance(owed("ann")), table.book.balance(withheld("ann"))) == (6000, 4000)
    back = Release(seat="ann", amount=Cents(4000), to_player=True, by=OPERATOR, why="Nothing was wrong.")
    table, _ = done(table, back, BACK)
    assert table.book.balance(rack("ann")) == 10_000


def test_a_seat_with_bets_is_not_released_until_they_are_decided() -> None:
    table = at(ROULETTE, sits(), bet("red"))
    assert refused(table, GONE).reason is Reason.BETS_STANDING
    table, _ = done(table, fell("1"), GONE)
    assert table.book.balance(owed("ann")) == 11_000


def test_a_seat_that_staff_look_into_is_not_released() -> None:
    table = at(ROULETTE, sits())
    locked, _ = done(table, LockTerminal(seat="ann", by=OPERATOR, why="The screen flickers."))
    assert refused(locked, GONE).reason is Reason.TERMINAL_LOCKED
    waits, _ = done(table, Collect(seat="ann", tender=Tender(Way.HAND_PAY)))
    assert refused(waits, GONE).message == "$100.00 waits to be paid by hand to ann."
    wrong = replace(table, meters=replace(table.meters, terminals={}))
    assert refused(wrong, GONE).reason is Reason.METERS_DISAGREE
    faulty, _ = done(table, DeclareFault(seat="ann", by=OPERATOR, why="interrupted"))
    assert refused(faulty, GONE).reason is Reason.TERMINAL_FAULTY
    assert refused(table, ReleaseSeat(seat="bob")).reason is Reason.UNKNOWN_PLAYER


@pytest.mark.parametrize(("name", "way", "account"), [(ROULETTE, Way.RESTRICTED, restricted), (STAR, Way.TOKENS, tokens)])
def test_what_can_only_be_staked_keeps_its_seat(name: str, way: Way, account: Callable[[str], Account]) -> None:
    """It ends when its player leaves, who did not, and it must never be paid out as money."""
    table = at(name, sits(way=way))
    assert table.book.balance(account("ann")) == 10_000
    refusal = refused(table, GONE)
    assert (refusal.reason, refusal.message) == (
        Reason.SEAT_HELD,
        "ann has $100.00 that can only be staked, and keeps the seat.",
    )


def test_unrestricted_credits_are_kept_like_money() -> None:
    table = at(ROULETTE, sits(way=Way.UNRESTRICTED), InsertMoney(seat="ann", amount=Cents(50)), GONE)
    assert table.book.balance(owed("ann")) == 10_050
    table, _ = done(table, BACK)
    assert (table.book.balance(rack("ann")), table.book.balance(unrestricted("ann"))) == (10_050, 0)


def test_credit_does_not_repay_a_debt_unless_somebody_decides_that() -> None:
    """Ann won, collected, and the result was corrected: she owes. What she inserts since is not set off by a release."""
    correct = CorrectOutcome(round=1, outcome=OutcomeName("2"), by=MANAGER, why="The sensor was wrong.")
    table = at(ROULETTE, sits(), bet("red"), fell("1"), Collect(seat="ann"), correct)
    assert table.book.balance(owed("ann")) == -2000
    released, _ = done(table, GONE, BACK)
    assert (released.book.balance(owed("ann")), released.book.balance(rack("ann"))) == (-2000, 0)
    table, _ = done(table, InsertMoney(seat="ann", amount=Cents(5000)))
    assert refused(table, GONE).message == "ann has $50.00 and owes $20.00, and keeps the seat."


def test_a_barred_player_keeps_the_seat_as_long_as_there_is_credit() -> None:
    table = at(ROULETTE, sits())
    barred = replace(table, desk=replace(table.desk, refused={"ann": "8.7.2"}))
    assert refused(barred, GONE).message == "ann could not come back for $100.00, and keeps the seat (8.7.2)."
    empty, _ = done(barred, Collect(seat="ann"), GONE)
    assert refused(empty, BACK).reason is Reason.BETS_REFUSED


def test_limits_of_a_player_survive_a_release() -> None:
    table = a_table(STAR, minimum=500, maximum=10_000)
    by = Person("Sam", table.rules.procedures.powers_to[Act.PLAYER_LIMITS][0].held_by[0])
    limits = SetPlayerLimits(seat="ann", minimum=Cents(500), maximum=Cents(20_000), by=by, why="A regular guest.")
    table, _ = done(table, sits(), limits, GONE, BACK)
    assert table.desk.limits == {"ann": (500, 20_000)}


def test_the_dice_go_on_without_a_released_shooter() -> None:
    table = at(ARUZE, sits())
    table = replace(table, round=replace(table.round, shooter="ann", chosen=(1, 2)))
    table, _ = done(table, GONE)
    assert (table.round.shooter, table.round.chosen) == ("", ())
    assert (table.round.dice_at, table.round.dice_place) == ("", 1), "from where she sat"


def test_a_seat_that_never_had_money_leaves_no_trace() -> None:
    """Otherwise connections that come and go would make the state of the table grow."""
    before = at(ROULETTE, sits())
    after, _ = done(before, TakeSeat(seat="seat-2", chips=Cents(0)), ReleaseSeat(seat="seat-2"))
    assert (after.desk, after.meters, after.book, after.layout, after.places) == (
        before.desk,
        before.meters,
        before.book,
        before.layout,
        before.places,
    )


def corrected(outcome: str, *commands: Command) -> tuple[Table, SettledAgain]:
    correct = CorrectOutcome(round=1, outcome=OutcomeName(outcome), by=MANAGER, why="The sensor was wrong.")
    table, happened = done(at(ROULETTE, *commands), correct)
    assert_the_books_are_in_order(table)
    assert disagreement(table, "ann") == ""
    again = happened[-1]
    assert isinstance(again, SettledAgain)
    return table, again


@pytest.mark.parametrize(("outcome", "corrects_to", "kept"), [("1", "2", 9000), ("2", "1", 11_000)])
def test_a_correction_changes_what_is_kept(outcome: str, corrects_to: str, kept: int) -> None:
    table, _ = corrected(corrects_to, sits(), bet("red"), fell(outcome), GONE)
    assert (table.book.balance(owed("ann")), table.desk.released) == (kept, {"ann"})
    table, _ = corrected(corrects_to, sits(), bet("red"), fell(outcome), GONE, BACK)
    assert (table.book.balance(rack("ann")), table.book.balance(owed("ann")), table.desk.released) == (kept, 0, frozenset())


def test_who_lost_what_they_staked_after_coming_back_owes_it() -> None:
    table, again = corrected("2", sits(1000), bet("red"), fell("1"), GONE, BACK, Collect(seat="ann"))
    assert (table.book.balance(owed("ann")), again.dropped) == (-2000, ())


def test_a_seat_with_a_bet_in_the_corrected_history_is_not_released() -> None:
    """Craps: a 7 took the line bet, Ann's seat was released and she came back; with the 8 that fell her bet stands."""
    table, _ = done(a_table(STAR), sits(), bet("win-line"), fell("2-4"), fell("3-4"), GONE)
    correct = CorrectOutcome(round=2, outcome=OutcomeName("2-6"), by=BOX, why="The dice show 8.")
    gone, (again,) = done(table, correct)
    assert isinstance(again, SettledAgain)
    assert again.dropped == ("ann still has bets on the layout.",)
    assert (list(gone.layout["ann"]), gone.book.balance(rack("ann")), gone.desk.released) == (["win-line"], 9000, frozenset())
    back, (again,) = done(table, TakeSeat(seat="ann", chips=Cents(500)), correct)[0], done(done(table, BACK)[0], correct)[1]
    assert isinstance(again, SettledAgain)
    assert again.dropped == ("ann still has bets on the layout.", "ann sits at this table already.")
    assert (back.book.balance(rack("ann")), back.book.balance(owed("ann"))) == (9500, 0)


def test_tokens_that_a_correction_gives_back_keep_the_seat() -> None:
    """A 7 took Ann's tokens, and her seat was released; the 2 that fell is barred, and gives them back."""
    lays = PlaceBet(seat="ann", wager="dont-win", stake=Cents(1000), tokens=Cents(1000))
    table = at(STAR, sits(1000, Way.TOKENS), lays, fell("3-4"), GONE)
    assert table.desk.released == {"ann"}
    correct = CorrectOutcome(round=1, outcome=OutcomeName("1-1"), by=BOX, why="The dice show 2.")
    table, (again,) = done(table, correct)
    assert isinstance(again, SettledAgain)
    assert again.dropped == ("ann has $10.00 that can only be staked, and keeps the seat.",)
    assert (table.layout, table.book.balance(tokens("ann"))) == ({"ann": {}}, 1000)
