"""Hand pays and corrections: what waits when the round that it came from is settled again, and what is owed."""

from commanded import done
from croupier.catalogue import ruleset
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.message import Event
from croupier.table.core.person import Person
from croupier.table.core.state import Table, open_table
from croupier.table.money.credit import Collect
from croupier.table.money.hand_pay import HandPaid, HandPayCalled, HandPayTakenBack, PayByHand, TakeBackHandPay
from croupier.table.money.metering import disagreement
from croupier.table.money.seats import TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.rounds.correcting import CorrectOutcome, SettledAgain
from croupier.table.rounds.results import EnterOutcome

HOST, MANAGER = Person("mia", "gaming-services-host"), Person("leo", "assistant-gaming-manager")
SEVEN, TWO = OutcomeName("3-4"), OutcomeName("1-1")
PAID, BACK = PayByHand(seat="ann", by=HOST), TakeBackHandPay(seat="ann", by=HOST, why="It was not won.")


def after(outcome: OutcomeName, *, chips: int, limit: int | None = 4000) -> Table:
    """Ann has bet $10.00 on any seven."""
    rules = ruleset("aruze-craps-2024")
    sign = {} if limit is None else {"hand_pay_limit": limit}
    seated, _ = done(open_table(rules, rules.sign(sign)), TakeSeat(seat="ann", chips=Cents(chips)))
    bet = PlaceBet(seat="ann", wager="any-seven", stake=Cents(1000))
    return done(seated, bet, EnterOutcome(outcome=outcome))[0]


def corrected(table: Table, to: OutcomeName) -> tuple[Table, tuple[Event, ...]]:
    """The table after the round is settled again, and the other history."""
    right, (event,) = done(table, CorrectOutcome(round=1, outcome=to, by=MANAGER, why="It was misread."))
    assert isinstance(event, SettledAgain)
    assert disagreement(right, "ann") == ""
    return right, event.again


def test_a_large_win_that_is_corrected_away_waits_no_longer() -> None:
    waiting = after(SEVEN, chips=1000)
    assert waiting.desk.hand_pays == {"ann": 4500}
    right, again = corrected(waiting, TWO)
    assert not any(isinstance(each, HandPayCalled) for each in again)
    assert right.desk.hand_pays == {}
    assert right.book.balances == {"outside": -1000, "house": 1000}


def test_a_large_win_that_a_correction_brings_waits_for_an_attendant() -> None:
    right, (_, called) = corrected(after(TWO, chips=1000), SEVEN)
    assert isinstance(called, HandPayCalled)
    assert (called.seat, called.amount, called.won) == ("ann", 4500, True)
    assert right.desk.hand_pays == {"ann": 4500}
    assert right.book.balances == {"outside": -1000, "house": -4500, "rack:ann": 1000, "hand-pays": 4500}
    paid, _ = done(right, PAID)
    assert paid.desk.hand_pays == {}
    assert paid.book.balances == {"outside": -1000, "house": -4500, "rack:ann": 1000, "cage": 4500}


def test_what_was_paid_by_hand_and_should_not_have_been_won_is_owed() -> None:
    paid, _ = done(after(SEVEN, chips=1000), PAID)
    right, again = corrected(paid, TWO)
    assert [each.beyond for each in again if isinstance(each, HandPaid)] == [4500]
    assert right.book.balances == {"outside": -1000, "house": 1000, "owed:ann": -4500, "cage": 4500}
    assert right.desk.hand_pays == {}


def test_a_large_win_that_was_taken_back_before_it_was_corrected_away_is_gone() -> None:
    taken_back, _ = done(after(SEVEN, chips=3000), BACK)
    right, again = corrected(taken_back, TWO)
    (nothing,) = [each for each in again if isinstance(each, HandPayTakenBack)]
    assert (nothing.amount, nothing.asked, nothing.transfers) == (0, 4500, ())
    assert right.book.balances == {"outside": -3000, "house": 1000, "rack:ann": 2000}
    assert right.desk.hand_pays == {}


def test_credits_that_a_player_asked_for_wait_after_a_correction_and_make_good_what_is_owed_for_it() -> None:
    """Whether they are taken back after the correction or before it."""
    asked_for, _ = done(after(SEVEN, chips=3000, limit=None), Collect(seat="ann", tender=Tender(Way.HAND_PAY)))
    assert asked_for.desk.hand_pays == {"ann": 7500}
    right, _ = corrected(asked_for, TWO)
    assert right.desk.hand_pays == {"ann": 7500}
    assert right.book.balances == {"outside": -3000, "house": 1000, "owed:ann": -5500, "hand-pays": 7500}
    one, (event,) = done(right, BACK)
    assert isinstance(event, HandPayTakenBack)
    assert (event.amount, event.repaid) == (7500, 5500)
    other, _ = corrected(done(asked_for, BACK)[0], TWO)
    for end in (one, other):
        assert end.book.balances == {"outside": -3000, "house": 1000, "rack:ann": 2000}
        assert end.desk.hand_pays == {}
        assert disagreement(end, "ann") == ""
