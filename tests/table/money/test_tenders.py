"""How money comes and goes: every way with its account, and none that makes no sense at a table."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from commanded import a_table, done, refused
from croupier.catalogue import names, ruleset
from croupier.ledger.accounts import Account
from croupier.money import Cents
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.message import Command
from croupier.table.core.opening import opened, opening
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.rows import recorded_refusal
from croupier.table.core.state import Table, open_table
from croupier.table.core.words import told, wish
from croupier.table.money.acceptor import CreditStacked
from croupier.table.money.boxes import EmptyDrop
from croupier.table.money.credit import Collect, InsertMoney
from croupier.table.money.float import NOT_SENT, CreditFloat, FillFloat
from croupier.table.money.hand_pay import HandPaid, HandPayCalled, PayByHand, TakeBackHandPay
from croupier.table.money.metering import disagreement
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.money.tender import Tender, Way, ways_by_hand, ways_to_bring

TERMINALS, DEALER = "ministar-roulette-2018", "adelaide-craps-2003"
HOST = Person("mia", "games-supervisor")
BOX = Person("leo", "boxman")


def notes(**counted: int) -> Tender:
    """Notes by their dollars: notes(d20=2) is two of twenty."""
    return Tender(Way.NOTES, {int(name[1:]) * 100: count for name, count in counted.items()})


@pytest.mark.parametrize(
    ("name", "tender", "account"),
    [
        (TERMINALS, None, "outside"),
        (TERMINALS, notes(d20=2, d10=1), "stacker:ann"),
        (TERMINALS, Tender(Way.TICKET), "tickets"),
        (TERMINALS, Tender(Way.CASHLESS), "cashless"),
        (DEALER, None, "outside"),
        (DEALER, Tender(Way.CASH), "drop"),
        (DEALER, Tender(Way.CHIPS), "cage"),
    ],
)
def test_money_that_comes_is_taken_from_the_account_of_its_way(name: str, tender: Tender | None, account: str) -> None:
    table, _ = done(a_table(name), TakeSeat(seat="ann", chips=Cents(5000), tender=tender))
    assert table.book.balances == {account: -5000, "rack:ann": 5000}
    table, (event,) = done(table, InsertMoney(seat="ann", amount=Cents(5000), tender=tender))
    assert table.book.balances == {account: -10000, "rack:ann": 10000}
    assert getattr(event, "tender", None) == tender


@pytest.mark.parametrize(
    ("name", "way", "account"),
    [
        (TERMINALS, None, "outside"),
        (TERMINALS, Way.TICKET, "tickets"),
        (TERMINALS, Way.CASHLESS, "cashless"),
        (DEALER, Way.CHIPS, "cage"),
    ],
)
def test_money_that_goes_goes_to_the_account_of_its_way(name: str, way: Way | None, account: str) -> None:
    """By collecting it, or by leaving with it."""
    tender, promised = Tender(way) if way else None, Tender(Way.CASH) if name == DEALER else notes(d50=1)
    table, _ = done(a_table(name), TakeSeat(seat="ann", chips=Cents(5000), tender=promised))
    source = "drop" if name == DEALER else "stacker:ann"
    for last in (Collect(seat="ann", tender=tender), LeaveSeat(seat="ann", tender=tender)):
        after, _ = done(table, last)
        assert after.book.balances == {source: -5000, account: 5000}


def test_who_has_nothing_leaves_with_nothing_however_they_would_have_taken_it() -> None:
    table, _ = done(a_table(TERMINALS), TakeSeat(seat="ann", chips=Cents(0)))
    _, (left,) = done(table, LeaveSeat(seat="ann", tender=Tender(Way.TICKET)))
    assert getattr(left, "tender", "?") is None
    assert told(table, left) == ["ann leaves with $0.00."]


@pytest.mark.parametrize(
    ("name", "tender", "sentence"),
    [
        (
            TERMINALS,
            Tender(Way.CASH),
            "At this table money is brought as notes, ticket, cashless, promotional credits to "
            "stake only or promotional credits, not as cash.",
        ),
        (TERMINALS, Tender(Way.HAND_PAY), "not as hand pay."),
        (TERMINALS, notes(d20=2), "The notes come to $40.00, not to $50.00."),
        (TERMINALS, Tender(Way.NOTES), "The notes come to $0.00, not to $50.00."),
        (TERMINALS, notes(d50=1, d10=0), "There are no such notes."),
        (TERMINALS, Tender(Way.NOTES, {-5000: -1}), "There are no such notes."),
        (TERMINALS, Tender(Way.NOTES, {5000: True}), "There are no such notes."),
        (TERMINALS, Tender(Way.TICKET, {5000: 1}), "A payment by ticket has no notes to count."),
        (DEALER, notes(d50=1), "At this table money is brought as cash or chips, not as notes."),
        (DEALER, Tender(Way.TICKET), "not as ticket."),
    ],
)
def test_what_makes_no_sense_at_a_table_is_not_brought(name: str, tender: Tender, sentence: str) -> None:
    table = a_table(name)
    seated, _ = done(table, TakeSeat(seat="ann", chips=Cents(0)))
    asked = InsertMoney(seat="ann", amount=Cents(5000), tender=tender)
    for outcome in (refused(table, TakeSeat(seat="ann", chips=Cents(5000), tender=tender)), refused(seated, asked)):
        assert outcome.reason is Reason.BAD_TENDER
        assert outcome.sentence.endswith(sentence)
        assert outcome.clause == table.rules.payment


@pytest.mark.parametrize(
    ("name", "tender"),
    [(TERMINALS, Tender(Way.CASH)), (TERMINALS, Tender(Way.NOTES)), (TERMINALS, Tender(Way.TICKET, {5000: 1}))]
    + [(DEALER, Tender(way)) for way in Way if way is not Way.CHIPS],
)
def test_what_makes_no_sense_at_a_table_is_not_taken_away(name: str, tender: Tender) -> None:
    table, _ = done(a_table(name), TakeSeat(seat="ann", chips=Cents(5000)))
    for asked in (Collect(seat="ann", tender=tender), LeaveSeat(seat="ann", tender=tender)):
        assert refused(table, asked).reason is Reason.BAD_TENDER


def test_a_hand_pay_locks_the_terminal_until_an_attendant_has_paid() -> None:
    table, _ = done(
        a_table(TERMINALS),
        TakeSeat(seat="ann", chips=Cents(5000)),
        TakeSeat(seat="bob", chips=Cents(5000)),
        PlaceBet(seat="bob", wager="red", stake=Cents(100)),
    )
    table, (called,) = done(table, Collect(seat="ann", tender=Tender(Way.HAND_PAY)))
    assert isinstance(called, HandPayCalled)
    assert (table.book.balance(Account("rack:ann")), table.book.balance(Account("hand-pays"))) == (0, 5000)
    locked: tuple[Command, ...] = (
        PlaceBet(seat="ann", wager="red", stake=Cents(100)),
        TakeDown(seat="ann", wager="red"),
        InsertMoney(seat="ann", amount=Cents(100)),
        LeaveSeat(seat="ann"),
    )
    for asked in locked:
        outcome = refused(table, asked)
        assert outcome.reason is Reason.TERMINAL_LOCKED
        assert outcome.sentence == "$50.00 waits to be paid by hand to ann."
    done(table, PlaceBet(seat="bob", wager="red", stake=Cents(100)))
    after, (paid,) = done(table, PayByHand(seat="ann", by=HOST, why="The form is signed."))
    assert isinstance(paid, HandPaid)
    assert (paid.by, paid.amount, after.desk.hand_pays) == (HOST, 5000, {})
    assert (after.book.balance(Account("hand-pays")), after.book.balance(Account("cage"))) == (0, 5000)
    assert told(table, paid) == ["mia (games supervisor) pays $50.00 by hand to ann: The form is signed."]
    done(after, InsertMoney(seat="ann", amount=Cents(100)), PlaceBet(seat="ann", wager="red", stake=Cents(100)))


def test_nobody_is_paid_by_hand_who_is_not_waiting_and_only_by_who_works_here() -> None:
    table, _ = done(a_table(TERMINALS), TakeSeat(seat="ann", chips=Cents(5000)))
    assert refused(table, PayByHand(seat="ann", by=HOST)).reason is Reason.OUT_OF_SEQUENCE
    assert refused(table, LeaveSeat(seat="ann", tender=Tender(Way.HAND_PAY))).reason is Reason.BAD_TENDER
    table, _ = done(table, Collect(seat="ann", tender=Tender(Way.HAND_PAY)))
    assert refused(table, PayByHand(seat="ann", by=Person("zed", "player"))).reason is Reason.NOT_YOUR_POWER


def test_what_waits_to_be_paid_by_hand_can_be_taken_back_and_is_credit_again() -> None:
    table, _ = done(a_table(TERMINALS), TakeSeat(seat="ann", chips=Cents(5000)))
    table, _ = done(table, Collect(seat="ann", tender=Tender(Way.HAND_PAY)))
    order = TakeBackHandPay(seat="ann", by=HOST, why="The player thought again.")
    after, (event,) = done(table, order)
    assert after.book.balances == {"outside": -5000, "rack:ann": 5000}
    assert (after.desk.hand_pays, after.meters.terminal("ann").taken_back) == ({}, 5000)
    assert disagreement(after, "ann") == ""
    assert told(table, event) == [
        "mia (games supervisor) takes back the $50.00 that waited to be paid by hand to ann: The player thought again."
    ]
    assert refused(after, order).reason is Reason.OUT_OF_SEQUENCE
    assert refused(table, TakeBackHandPay(seat="ann", by=Person("zed", "player"))).reason is Reason.NOT_YOUR_POWER
    done(after, PlaceBet(seat="ann", wager="red", stake=Cents(100)))


def test_a_float_is_filled_and_credited_with_the_cage_also_before_the_first_round() -> None:
    table = opened(opening(ruleset(DEALER), {"minimum": 100}))
    assert table.book.balances == {}
    table, _ = done(table, FillFloat(amount=Cents(100_000), by=BOX, why="The table opens."))
    assert table.book.balances == {"float": -100_000, "cage": 100_000}
    table, _ = done(table, FillFloat(amount=Cents(50_000), by=BOX, why="The tray is low."))
    assert table.book.balances == {"float": -150_000, "cage": 150_000}
    tried, (attempt,) = done(table, CreditFloat(amount=Cents(150_001), by=BOX))
    assert (recorded_refusal([attempt]), tried.book) == (NOT_SENT, table.book), "the attempt is on record, and names no balance"
    assert refused(table, CreditFloat(amount=Cents(0), by=BOX)).reason is Reason.BAD_AMOUNT
    assert refused(table, FillFloat(amount=Cents(100), by=Person("zed", "player"))).reason is Reason.NOT_YOUR_POWER
    table, _ = done(table, CreditFloat(amount=Cents(150_000), by=BOX, why="The table closes."))
    assert table.book.balances == {}


def test_terminals_have_no_float() -> None:
    assert refused(a_table(TERMINALS), FillFloat(amount=Cents(100), by=HOST)).reason is Reason.BAD_TENDER
    assert refused(a_table(DEALER), FillFloat(amount=Cents(-1), by=BOX)).reason is Reason.BAD_AMOUNT


def test_a_tender_is_told() -> None:
    asked = InsertMoney(seat="ann", amount=Cents(5000), tender=notes(d20=2, d10=1))
    table, (_, event) = done(a_table(TERMINALS), TakeSeat(seat="ann", chips=Cents(0)), asked)
    assert told(table, event) == ["ann puts $50.00 in (notes: 1 x $10.00 and 2 x $20.00)."]
    assert wish(asked) == "ann puts $50.00 in (notes: 1 x $10.00 and 2 x $20.00)"


def stackers(table: Table) -> Mapping[str, int]:
    return {account: cents for account, cents in table.book.balances.items() if account.startswith("stacker:")}


def test_every_terminal_has_a_stacker_of_its_own_that_keeps_what_is_in_it() -> None:
    table, _ = done(
        a_table(TERMINALS),
        TakeSeat(seat="ann", chips=Cents(5000), tender=notes(d50=1)),
        TakeSeat(seat="bob", chips=Cents(2000), tender=notes(d20=1)),
        LeaveSeat(seat="ann", tender=Tender(Way.TICKET)),
    )
    assert stackers(table) == {"stacker:ann": -5000, "stacker:bob": -2000}


def on_a_live_floor(name: str) -> Table:
    """A table at which money has to state how it comes and goes."""
    return replace(a_table(name), states_tender=True)


@pytest.mark.parametrize(
    ("name", "brought", "taken"),
    [
        (DEALER, "cash or chips", "chips"),
        (TERMINALS, "ticket or cashless", "ticket, cashless or hand pay"),
    ],
)
def test_a_live_floor_asks_how_money_comes_and_goes(name: str, brought: str, taken: str) -> None:
    table = on_a_live_floor(name)
    came, went = f"Say how the $50.00 is brought: as {brought}.", f"Say how the $50.00 is taken away: as {taken}."
    assert refused(table, TakeSeat(seat="ann", chips=Cents(5000))).sentence == came
    table, _ = done(table, TakeSeat(seat="ann", chips=Cents(0)))
    assert refused(table, InsertMoney(seat="ann", amount=Cents(5000))).sentence == came
    done(table, LeaveSeat(seat="ann"))
    tender = Tender(Way.CASH) if name == DEALER else Tender(Way.TICKET)
    table, _ = done(table, InsertMoney(seat="ann", amount=Cents(5000), tender=tender))
    for command in (Collect(seat="ann"), LeaveSeat(seat="ann")):
        why = refused(table, command)
        assert (why.reason, why.sentence) == (Reason.BAD_TENDER, went)
    assert not table.book.balances.get(Account("outside"))


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("by", [None, HOST])
def test_on_a_live_floor_nobody_enters_notes_or_promotional_money(name: str, by: Person | None) -> None:
    """Notes come from the acceptor, which has them; credits and tokens with a voucher, which two people have signed."""
    live, demonstration = on_a_live_floor(name), a_table(name)
    made_by_hand = {Way.NOTES: notes(d50=1), **{way: Tender(way) for way in (Way.RESTRICTED, Way.UNRESTRICTED, Way.TOKENS)}}
    assert not made_by_hand.keys() & set(ways_by_hand(live))
    for way, tender in made_by_hand.items():
        sits = TakeSeat(seat="ann", chips=Cents(5000), tender=tender, by=by)
        puts_in = InsertMoney(seat="bob", amount=Cents(5000), tender=tender, by=by)
        for command in (sits, puts_in):
            table, _ = done(live, TakeSeat(seat="bob", chips=Cents(0)))
            reason = Reason.BAD_TENDER if way is Way.NOTES else Reason.VOUCHER_NEEDED
            assert refused(table, command).reason is reason
        if way in ways_to_bring(demonstration):
            done(demonstration, sits)


def test_a_live_floor_credits_the_notes_that_a_device_has_stacked() -> None:
    table, _ = done(on_a_live_floor(TERMINALS), TakeSeat(seat="ann", chips=Cents(0)))
    table, _ = done(table, CreditStacked(seat="ann", amount=Cents(5000), tender=notes(d50=1)))
    assert table.book.balances == {"stacker:ann": -5000, "rack:ann": 5000}
    promotional = CreditStacked(seat="ann", amount=Cents(5000), tender=Tender(Way.UNRESTRICTED))
    assert refused(table, promotional).reason is Reason.BAD_TENDER


def test_on_a_live_floor_two_people_carry_to_and_from_the_cage() -> None:
    dora, sue = Person("Dora", "dealer"), Person("Sue", "boxman")
    brings = TakeSeat(seat="ann", chips=Cents(5000), tender=Tender(Way.CASH))
    table, _ = done(on_a_live_floor(DEALER), brings, FillFloat(amount=Cents(900), by=dora, second=sue))
    orders = (FillFloat, CreditFloat, EmptyDrop)
    for order in (kind(amount=Cents(500), by=dora) for kind in orders):
        for second in (None, dora, Person("Dora", "boxman"), Person("Ines", "inspector")):
            assert refused(table, replace(order, second=second)).reason is Reason.SECOND_PERSON_NEEDED
        _, (event,) = done(table, replace(order, second=sue))
        assert told(table, event)[0].startswith("Dora (dealer), with Sue (boxman), ")


def test_a_seat_taken_with_nothing_states_no_way() -> None:
    _, (taken,) = done(on_a_live_floor(DEALER), TakeSeat(seat="ann", chips=Cents(0), tender=Tender(Way.CASH)))
    assert getattr(taken, "tender", "?") is None


@pytest.mark.parametrize("kind", [Collect, LeaveSeat])
def test_staff_take_the_credit_of_a_terminal_before_two_people(kind: type[Collect] | type[LeaveSeat]) -> None:
    """One supervisor collected a player's credit as a ticket, whose number her own console showed."""
    document = ruleset(TERMINALS)
    table = replace(open_table(document, document.sign({})), states_tender=True)
    table, _ = done(table, TakeSeat(at=1, seat="ann", chips=Cents(0)))
    table, _ = done(table, CreditStacked(at=1, seat="ann", amount=Cents(5_000), tender=notes(d50=1)))
    for way in (Way.TICKET, Way.CASHLESS):
        order = kind(at=1, seat="ann", tender=Tender(way), by=HOST)
        for second in (None, HOST, Person("ann", "player")):
            assert refused(table, replace(order, second=second)).reason is Reason.SECOND_PERSON_NEEDED
        _, events = done(table, replace(order, second=Person("leo", HOST.role)))
        assert told(table, events[-1])[0].endswith("entered by mia (games supervisor), with leo (games supervisor).")
        done(table, kind(at=1, seat="ann", tender=Tender(way)))  # the player at the terminal needs nobody
    if kind is Collect:
        done(table, Collect(at=1, seat="ann", tender=Tender(Way.HAND_PAY), by=HOST))
