"""The float: slips that both sides confirm, openers and closers, and boxes that go to the count room."""

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.catalogue import ruleset
from croupier.ledger.accounts import CAGE, COLOUR_CHECKS, DROP, FLOAT, PAID_BY_HAND, rack, stacker
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command, Event
from croupier.table.core.person import Person
from croupier.table.core.refusals import Refusal
from croupier.table.core.rows import recorded_refusal
from croupier.table.core.state import Table, open_table
from croupier.table.core.words import told
from croupier.table.money.carried_checks import CarryColours, ColoursRedeemed, RedeemColours
from croupier.table.money.colours import ColoursIssued, ColoursReturned, IssueColours, ReturnColours
from croupier.table.money.confirming import CreditReceived, FillReceived, ReceiveCredit, ReceiveFill, SendFill
from croupier.table.money.credit import InsertMoney, MoneyInserted
from croupier.table.money.first_float import FloatSetUp, SetUpFloat
from croupier.table.money.pulling import BoxPulled, PullBox
from croupier.table.money.seats import LeaveSeat, SeatTaken, TakeSeat
from croupier.table.money.slips import TRAY_SHORT, CancelSlip, CreditRefused, RequestCredit, RequestFill, SlipCancelled
from croupier.table.money.tender import Tender, Way
from croupier.table.money.tray import CountTray, RecountTray, TrayCounted, expected_tray, tray_by_books
from croupier.table.pit.days import CloseTable, OpenDay
from croupier.table.rounds.calls import OpenBetting, ShakeDice
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled

SICBO, ROULETTE = ruleset("star-sicbo-2016"), ruleset("ministar-roulette-2018")
DEALER, KIM, CLERK = Person("Robin", "dealer"), Person("Kim", "casino-supervisor"), Person("Cho", "cage")
CASH, CHIPS = Tender(Way.CASH), Tender(Way.CHIPS)
HUNDRED = {10_000: 1}


def live() -> Table:
    return replace(open_table(SICBO, SICBO.sign({"minimum": 500})), states_tender=True)


def events_of(table: Table, command: Command) -> tuple[Table, tuple[Event, ...]]:
    outcome = decide(table, command)
    assert not isinstance(outcome, Refusal), outcome
    for event in outcome:
        table = apply(table, event)
    return table, outcome


def done(table: Table, *commands: Command) -> Table:
    for command in commands:
        table, _ = events_of(table, command)
    return table


def refused(table: Table, command: Command) -> str:
    outcome = decide(table, command)
    assert isinstance(outcome, Refusal), outcome
    return outcome.sentence


def test_a_fill_counts_once_both_sides_have_confirmed_it() -> None:
    table = done(live(), RequestFill(chips={2_500: 20, 10_000: 5}, by=DEALER))
    receive = ReceiveFill(slip=1, by=DEALER, second=KIM)
    assert refused(table, receive) == "Fill 1 waits for the cage, which has not confirmed it yet."
    assert refused(table, SendFill(slip=1, by=KIM)).endswith("cannot confirm a fill for the cage: a clerk does that there.")
    assert refused(table, ReceiveCredit(slip=1, by=CLERK)) == "No such slip waits at this table: 1."
    table = done(table, SendFill(slip=1, by=CLERK))
    assert table.book.balances == {}
    assert refused(table, SendFill(slip=1, by=CLERK)) == "Cho has sent fill 1 already."
    assert "only before two people" in refused(table, ReceiveFill(slip=1, by=DEALER))
    table = done(table, receive)
    assert (table.book.balance(FLOAT), table.book.balance(CAGE), table.desk.slips) == (-100_000, 100_000, {})
    assert refused(table, receive) == "No such slip waits at this table: 1."


def test_a_credit_is_at_most_what_the_tray_has_and_counts_once_the_cage_has_it() -> None:
    table = filled(live(), {10_000: 10})
    too_much = RequestCredit(chips={10_000: 11}, by=DEALER, second=KIM)
    after, (attempt,) = events_of(table, too_much)
    assert isinstance(attempt, CreditRefused), "it is on record"
    assert recorded_refusal([attempt]) == TRAY_SHORT
    assert "$" not in TRAY_SHORT.sentence, "who asks again and again would learn what the tray has"
    assert (after.desk, after.book) == (table.desk, table.book)
    table = done(table, RequestCredit(chips={10_000: 8}, by=DEALER, second=KIM))
    again = RequestCredit(chips={10_000: 3}, by=DEALER, second=KIM)
    assert isinstance(events_of(table, again)[1][0], CreditRefused)
    assert refused(table, CancelSlip(slip=2, by=DEALER, second=KIM)) == "Say why slip 2 is cancelled."
    table = done(table, CancelSlip(slip=2, by=DEALER, second=KIM, why="Two chips are missing."), again)
    table = done(table, ReceiveCredit(slip=3, by=CLERK))
    assert tray_by_books(table) == 70_000


def test_whoever_has_the_chips_back_cancels_a_slip() -> None:
    """A dealer alone kept a fill that the cage had sent, and a clerk alone a credit: they cancelled the slip."""
    asked = done(filled(live(), {10_000: 10}), RequestFill(chips={10_000: 5}, by=DEALER))
    cancel = CancelSlip(slip=2, by=DEALER, why="Not needed any more.")
    for by in (DEALER, CLERK):
        _, (event,) = events_of(asked, replace(cancel, by=by))
        assert isinstance(event, SlipCancelled)
        assert (event.amount, event.was_sent) == (50_000, False), "no chips have left"
    sent = done(asked, SendFill(slip=2, by=CLERK))
    only_cage = "Cho has sent fill 2: only the cage cancels it, once it has the chips back."
    assert refused(sent, cancel) == refused(sent, replace(cancel, second=KIM)) == only_cage
    on_its_way = "Cho has sent fill 2: cancel it once its chips are back in the cage, and say so."
    assert refused(sent, replace(cancel, by=CLERK)) == on_its_way, "who cancels may have read it before it was sent"
    after, (event,) = events_of(sent, replace(cancel, by=CLERK, is_back=True))
    assert isinstance(event, SlipCancelled)
    assert (after.desk.slips, event.is_fill, event.chips, event.amount, event.was_sent) == ({}, True, {10_000: 5}, 50_000, True)
    assert told(sent, event) == [
        "Cho (cage) cancels the fill of $500.00 on slip 2, whose chips came back: Not needed any more."
    ]
    credit = done(after, RequestCredit(chips={10_000: 4}, by=DEALER, second=KIM))
    cancel = replace(cancel, slip=3)
    at_table = "Credit 3 is cancelled at its table, where two people say that its chips are back in the tray."
    assert refused(credit, replace(cancel, by=CLERK)) == refused(credit, replace(cancel, by=CLERK, second=KIM)) == at_table
    for second in (None, DEALER):
        assert "only before two people" in refused(credit, replace(cancel, second=second))
    after, (event,) = events_of(credit, replace(cancel, second=KIM))
    assert isinstance(event, SlipCancelled)
    assert (after.desk.slips, event.is_fill, event.amount, event.was_sent, event.second) == ({}, False, 40_000, True, KIM)


def filled(table: Table, chips: dict[int, int]) -> Table:
    slip = table.desk.last_slip + 1
    receive = ReceiveFill(slip=slip, by=DEALER, second=KIM)
    return done(table, RequestFill(chips=chips, by=DEALER), SendFill(slip=slip, by=CLERK), receive)


def counted(table: Table, *, is_opener: bool, chips: dict[int, int]) -> tuple[Table, TrayCounted]:
    table, (event,) = events_of(table, CountTray(is_opener=is_opener, chips=chips, by=DEALER, second=KIM))
    assert isinstance(event, TrayCounted)
    return table, event


def test_a_night_from_the_opener_to_the_next_opener() -> None:
    """$100 of cash, $200 of chips, a win and a loss, a colour: the closer is what the dealer has in the tray."""
    table, opener = counted(filled(live(), {10_000: 50}), is_opener=True, chips={10_000: 50})
    assert (opener.expected, opener.variance) == (500_000, 0)
    assert refused(table, CountTray(is_opener=True, chips={}, by=DEALER, second=KIM)).startswith("The opener was counted")
    table = done(
        table,
        TakeSeat(seat="ann", chips=Cents(10_000), tender=CASH),
        TakeSeat(seat="bob", chips=Cents(20_000), tender=CHIPS),
        IssueColours(seat="bob", colour="red", value=Cents(500), by=DEALER),
        PlaceBet(seat="ann", wager="big", stake=Cents(5_000)),
        PlaceBet(seat="bob", wager="small", stake=Cents(5_000)),
    )
    assert refused(table, CountTray(is_opener=False, chips={}, by=DEALER, second=KIM)).startswith("The tray is counted while")
    table = done(table, EnterOutcome(outcome=OutcomeName("4-5-6"), by=DEALER))
    # 5000 in the tray; ann took 100, bob gave 200 for his checks. Ann is paid 50; bob's 10 checks are no value chips.
    assert expected_tray(table) == 500_000 - 10_000 + 20_000 - 5_000
    table = done(
        table, ReturnColours(seat="bob", by=DEALER), LeaveSeat(seat="bob", tender=CHIPS), LeaveSeat(seat="ann", tender=CHIPS)
    )
    assert expected_tray(table) == 500_000 - 15_000 + 5_000
    table, closer = counted(table, is_opener=False, chips={10_000: 48, 500: 18})
    assert (closer.expected, closer.variance) == (490_000, -1_000)
    table = filled(done(table, PullBox(by=DEALER, second=KIM)), {10_000: 2})
    _, following = counted(table, is_opener=True, chips={10_000: 50, 500: 18})
    assert (following.expected, following.variance) == (509_000, 0)


def test_a_box_goes_to_the_count_room_with_what_the_books_have() -> None:
    table = done(live(), TakeSeat(seat="ann", chips=Cents(10_000), tender=CASH))
    table, (event,) = events_of(table, PullBox(by=DEALER, second=KIM))
    assert isinstance(event, BoxPulled)
    assert (event.box, event.terminal, event.amount, table.book.balance(DROP)) == (1, None, 10_000, 0)
    _, (empty,) = events_of(table, PullBox(by=DEALER, second=KIM))
    assert isinstance(empty, BoxPulled)
    assert (empty.box, empty.amount, empty.transfers) == (2, 0, ())
    assert "only before two people" in refused(table, PullBox(by=DEALER))
    assert refused(table, PullBox(stacker="ann", by=DEALER)) == "This table has no terminals; pull its drop box."


def test_a_stacker_goes_with_its_notes() -> None:
    by = Person("mia", "operator")
    table = done(
        open_table(ROULETTE, ROULETTE.sign({})),
        TakeSeat(seat="ann", chips=Cents(0)),
        InsertMoney(seat="ann", amount=Cents(7_000), tender=Tender(Way.NOTES, {5_000: 1, 1_000: 2})),
    )
    assert refused(table, PullBox(by=by)).startswith("A table of terminals has no drop box")
    assert refused(table, PullBox(stacker="eve", by=by)) == "There is no terminal eve at this table."
    table, (event,) = events_of(table, PullBox(stacker="ann", by=by))
    assert isinstance(event, BoxPulled)
    assert (event.amount, event.notes, table.book.balance(stacker("ann"))) == (7_000, {5_000: 1, 1_000: 2}, 0)
    assert not table.meters.stacker("ann").stacked
    assert refused(table, RequestFill(chips=HUNDRED, by=by)) == "A table of terminals has no float."
    assert refused(table, CountTray(is_opener=True, chips=HUNDRED, by=by)) == "A table of terminals has no float."


STEPS_AT_TABLE = (
    *("cash", "chips", "bet", "leave", "fill", "credit", "pull", "colour", "return", "carry", "redeem", "close", "open"),
    "redeem at the cage",
)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(STEPS_AT_TABLE),
        st.sampled_from(["ann", "bob"]),
        st.integers(1, 20),
    ),
    max_size=30,
)


@settings(max_examples=60, deadline=None)
@given(STEPS)
def test_whatever_happens_the_books_know_the_tray(steps: list[tuple[str, str, int]]) -> None:
    """Follow the value chips by hand, and compare: every chip is in the tray, in front of a player, or away."""
    table, by_hand = live(), 0
    for what, seat, count in steps:
        amount = Cents(count * 500)
        before = table
        for command in commands(table, what, seat, amount):
            outcome = decide(table, command)
            if isinstance(outcome, Refusal):
                break
            for event in outcome:
                table = apply(table, event)
                by_hand += moved_by_hand(before, event)
            before = table
        assert tray_by_books(table) == by_hand
        assert sum(table.book.balances.values()) == 0


def commands(table: Table, what: str, seat: str, amount: Cents) -> list[Command]:
    tender = CASH if what == "cash" else CHIPS
    sits = seat in table.layout
    bring = InsertMoney(seat=seat, amount=amount, tender=tender) if sits else TakeSeat(seat=seat, chips=amount, tender=tender)
    slip, chips = table.desk.last_slip + 1, {int(amount): 1}
    found: dict[str, list[Command]] = {
        "cash": [bring],
        "chips": [bring],
        "bet": [PlaceBet(seat=seat, wager="big", stake=amount), EnterOutcome(outcome=OutcomeName("4-5-6"), by=DEALER)],
        "leave": [LeaveSeat(seat=seat, tender=CHIPS)],
        "fill": [
            RequestFill(chips=chips, by=DEALER),
            SendFill(slip=slip, by=CLERK),
            ReceiveFill(slip=slip, by=DEALER, second=KIM),
        ],
        "credit": [RequestCredit(chips=chips, by=DEALER, second=KIM), ReceiveCredit(slip=slip, by=CLERK)],
        "pull": [PullBox(by=DEALER, second=KIM)],
        "colour": [IssueColours(seat=seat, colour="red", value=Cents(500), agreed=True, by=DEALER)],
        "return": [ReturnColours(seat=seat, by=DEALER)],
        "carry": [CarryColours(seat=seat, colour="red", checks=amount // 1000, by=DEALER)],
        "redeem": [RedeemColours(colour="red", checks=amount // 1000, by=DEALER)],
        "close": [CloseTable(why="Night.", by=KIM)],
        "open": [OpenDay(day="the next", by=KIM)],
        "redeem at the cage": [RedeemColours(colour="red", checks=amount // 1000, by=CLERK, second=KIM)],
    }
    return found[what]


def moved_by_hand(before: Table, event: Event) -> int:
    """The value chips that an event puts into the tray, without a look at the books."""
    coloured = getattr(event, "seat", None) in before.desk.colours
    held = before.book.balance(rack(getattr(event, "seat", "") or ""))
    match event:
        case FillReceived():
            return event.amount
        case CreditReceived():
            return -event.amount
        case SeatTaken() | MoneyInserted():
            assert event.tender
            cash = event.tender.way is Way.CASH
            # Whoever plays in a colour gets checks, in whole ones here, for cash or for value chips.
            return (0 if cash else event.amount) if coloured else (-event.amount if cash else 0)
        case RoundSettled():
            bets = [(each.seat in before.desk.colours, each.paid - each.stake) for each in event.decided]
            return sum(0 if in_colour else -won for in_colour, won in bets)
        case ColoursIssued() if not coloured:
            return held
        case ColoursReturned():
            return -held
        case ColoursRedeemed():
            return 0 if event.in_cash else -event.amount
        case _:
            return 0


def test_checks_that_the_cage_redeems_in_cash_take_no_chip_from_the_tray() -> None:
    """A table closes with checks away, the cage pays some of them overnight, and the opener finds what the closer left."""
    table = done(live(), SetUpFloat(chips={10_000: 50}, by=DEALER, second=KIM))
    table, _ = counted(table, is_opener=True, chips={10_000: 50})
    table = done(
        table,
        TakeSeat(seat="ann", chips=Cents(10_000), tender=CASH),
        IssueColours(seat="ann", colour="green", value=Cents(500), by=DEALER),
        CarryColours(seat="ann", colour="green", checks=20, by=DEALER),
        LeaveSeat(seat="ann"),
    )
    table, closer = counted(table, is_opener=False, chips={10_000: 50})
    table = done(table, CloseTable(why="Night.", by=KIM))
    before = table.book.balance(CAGE)
    for second in (None, Person(CLERK.name, "casino-supervisor")):
        alone = refused(table, RedeemColours(colour="green", checks=9, by=CLERK, second=second))
        assert alone == "The cage redeems colour checks before two people: a supervisor or a manager signs, too."
    table = done(table, RedeemColours(colour="green", checks=9, by=CLERK, second=KIM))
    assert table.book.balance(CAGE) == before
    assert (table.book.balance(COLOUR_CHECKS), table.book.balance(PAID_BY_HAND)) == (5_500, 4_500)
    table, opener = counted(done(table, OpenDay(day="2", by=KIM)), is_opener=True, chips={10_000: 50})
    assert (closer.variance, opener.expected, opener.variance) == (0, 500_000, 0)
    redeemed = done(table, RedeemColours(colour="green", checks=11, by=DEALER))
    assert tray_by_books(redeemed) == tray_by_books(table) - 5_500


def test_a_new_table_is_set_up_once_and_its_first_opener_is_compared_with_that() -> None:
    """Otherwise the whole float would be a variance, and players' chips would not be redeemed."""
    table = live()
    early = CountTray(is_opener=True, chips={10_000: 50}, by=DEALER, second=KIM)
    assert refused(table, early) == "The books know of no chips at this table: set its float up first."
    set_up = SetUpFloat(chips={10_000: 50}, by=DEALER, second=KIM)
    assert "only before two people" in refused(table, SetUpFloat(chips={10_000: 50}, by=DEALER))
    table, (event,) = events_of(table, set_up)
    assert isinstance(event, FloatSetUp)
    assert (event.amount, tray_by_books(table), table.book.balance(FLOAT)) == (500_000, 500_000, -500_000)
    assert refused(table, set_up) == "The table has had its first chips: ask for a fill."
    table, opener = counted(table, is_opener=True, chips={10_000: 50})
    assert (opener.expected, opener.variance) == (500_000, 0)
    electronic = open_table(ROULETTE, ROULETTE.sign({}))
    by = Person("mia", "operator")
    assert refused(electronic, SetUpFloat(chips=HUNDRED, by=by, second=by)) == "A table of terminals has no float."


def test_a_table_that_keeps_a_float_is_dealt_between_opener_and_closer_only() -> None:
    """A table without a float, as in a demonstration, is dealt as ever."""
    opening = [ShakeDice(by=DEALER)] * 3
    done(live(), *opening, OpenBetting(by=DEALER))
    table = done(live(), SetUpFloat(chips={10_000: 50}, by=DEALER, second=KIM))
    assert refused(table, ShakeDice(by=DEALER)) == "First count the opener of the tray.", "shaking would lead to nothing"
    shaken, _ = counted(table, is_opener=True, chips={10_000: 50})
    shaken = done(shaken, *opening)
    done(shaken, OpenBetting(by=DEALER))
    closed, _ = counted(shaken, is_opener=False, chips={10_000: 50})
    for order in (ShakeDice(by=DEALER), OpenBetting(by=DEALER)):
        assert refused(closed, order) == "First count the opener of the tray."


def test_a_miscount_is_counted_again_and_the_variance_follows_the_last_count() -> None:
    table = done(live(), SetUpFloat(chips={10_000: 50}, by=DEALER, second=KIM))
    assert refused(table, RecountTray(chips={10_000: 50}, by=DEALER, second=KIM)) == "The tray was not counted yet."
    table, wrong = counted(table, is_opener=True, chips={10_000: 5})
    assert (wrong.variance, wrong.replaces, wrong.variance_change) == (-450_000, None, -450_000)
    assert "only before two people" in refused(table, RecountTray(chips={10_000: 50}, by=DEALER))
    table, (right,) = events_of(table, RecountTray(chips={10_000: 50}, by=DEALER, second=KIM))
    assert isinstance(right, TrayCounted)
    assert (right.is_opener, right.variance, right.replaces, right.variance_change) == (True, 0, -450_000, 450_000)
    assert expected_tray(table) == 500_000
    table = done(table, TakeSeat(seat="ann", chips=Cents(10_000), tender=CASH))
    late = RecountTray(chips={10_000: 48}, by=DEALER, second=KIM)
    assert refused(table, late) == "Chips have moved since the count: say why it is counted again."
    _, (again,) = events_of(table, replace(late, why="A rack was overlooked."))
    assert isinstance(again, TrayCounted)
    assert (again.expected, again.variance, again.replaces) == (490_000, -10_000, 0)
