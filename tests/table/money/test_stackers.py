"""One cassette, one box: the stacker belongs to the enrolled terminal, whoever has played there."""

from msgspec.structs import replace

from croupier.catalogue import ruleset
from croupier.floor.actions import actions
from croupier.ledger.accounts import rack, stacker
from croupier.money import Cents
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command, Event, SeatKind
from croupier.table.core.person import Person
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.money.acceptor import CreditStacked
from croupier.table.money.credit import Collect, MoneyCollected, MoneyInserted
from croupier.table.money.kept_credit import KeptCreditCalled, PayKeptCredit, kept_credits
from croupier.table.money.metering import disagreement
from croupier.table.money.pulling import BoxPulled, PullBox
from croupier.table.money.releasing import ReleaseSeat, SeatReleased
from croupier.table.money.seats import LeaveSeat, SeatLeft, SeatTaken, TakeSeat
from croupier.table.money.stackers import stacked_notes, stackers
from croupier.table.money.tender import Tender, Way

ROULETTE = ruleset("ministar-roulette-2018")
NAME, OTHER = "Roulette 1", "Roulette 2"
KIM, LEO = Person("Kim", "casino-supervisor"), Person("Leo", "assistant-gaming-manager")
NOON = 1_795_000_000_000


def given(table: Table, *commands: Command) -> tuple[Table, list[Event]]:
    """Carry commands out, a second after each other, as on a live floor."""
    done: list[Event] = []
    for command in commands:
        outcome = decide(table, replace(command, at=max(NOON, table.clock) + 1000))
        assert not isinstance(outcome, Refusal), outcome
        for event in outcome:
            table = apply(table, event)
            done.append(event)
    return table, done


def floor() -> Table:
    return replace(open_table(ROULETTE, ROULETTE.sign({})), states_tender=True)


def sits(seat: str, terminal: str | None = NAME) -> TakeSeat:
    return TakeSeat(seat=seat, chips=Cents(0), kind=SeatKind.TERMINAL, terminal=terminal)


def note(seat: str, value: int = 1000) -> CreditStacked:
    return CreditStacked(seat=seat, amount=Cents(value), tender=Tender(Way.NOTES, {value: 1}))


def visit(seat: str) -> tuple[Command, ...]:
    """A player sits down, puts a note of $10 in, collects and leaves."""
    return sits(seat), note(seat), Collect(seat=seat, tender=Tender(Way.TICKET)), LeaveSeat(seat=seat)


def test_three_players_in_a_row_at_one_terminal_make_one_box() -> None:
    table, _ = given(floor(), *visit("seat-1"), *visit("seat-2"), sits("seat-3"), note("seat-3", 2000), sits("seat-4", OTHER))
    assert (stackers(table), stacked_notes(table, NAME)) == ([NAME, OTHER], {1000: 2, 2000: 1})
    pull = next(each for each in actions(table, KIM.name, [KIM.role]) if each.order == "PullBox")
    assert [(form.values["stacker"], form.words) for form in pull.forms] == [(NAME, NAME), (OTHER, OTHER)]
    table, (pulled,) = given(table, PullBox(stacker=NAME, by=KIM, second=LEO))
    assert isinstance(pulled, BoxPulled)
    assert (pulled.terminal, pulled.amount, pulled.notes) == (NAME, 4000, {1000: 2, 2000: 1})
    assert (table.book.balance(stacker(NAME)), stacked_notes(table, NAME)) == (0, {})
    table, (_, again) = given(table, note("seat-3"), PullBox(stacker=NAME, by=KIM, second=LEO))
    assert isinstance(again, BoxPulled)
    assert (again.amount, again.notes) == (1000, {1000: 1}), "what came after the first box was pulled"
    assert not any(disagreement(table, seat) for seat in table.meters.terminals)


def test_the_stacker_of_a_terminal_that_is_gone_can_be_pulled() -> None:
    """Nobody sits there any more, because it was revoked or replaced."""
    table, _ = given(floor(), sits("seat-1"), note("seat-1"), ReleaseSeat(seat="seat-1"), sits("seat-2", OTHER))
    table, (pulled,) = given(table, PullBox(stacker=NAME, by=KIM, second=LEO))
    assert isinstance(pulled, BoxPulled)
    assert (pulled.terminal, pulled.amount) == (NAME, 1000)
    unknown = decide(table, PullBox(stacker="Craps 9", by=KIM, second=LEO))
    assert isinstance(unknown, Refusal)
    assert unknown.message == "There is no terminal Craps 9 at this table."


def test_a_seat_without_an_enrolled_terminal_is_a_place_of_its_own() -> None:
    table, _ = given(floor(), sits("seat-1", None), note("seat-1"), sits("seat-2", None), note("seat-2"))
    table, (pulled,) = given(table, PullBox(stacker="seat-2", by=KIM, second=LEO))
    assert isinstance(pulled, BoxPulled)
    assert (pulled.terminal, pulled.amount, table.book.balance(stacker("seat-1"))) == ("seat-2", 1000, -1000)


def test_the_events_of_a_seat_name_its_terminal() -> None:
    _, events = given(floor(), *visit("seat-1"), sits("seat-2"), note("seat-2"), ReleaseSeat(seat="seat-2"))
    named = [
        event for event in events if isinstance(event, SeatTaken | MoneyInserted | MoneyCollected | SeatLeft | SeatReleased)
    ]
    assert [event.terminal for event in named] == [NAME] * 7
    assert {type(event) for event in named} == {SeatTaken, MoneyInserted, MoneyCollected, SeatLeft, SeatReleased}


def test_kept_credit_says_since_when_and_at_which_terminal() -> None:
    table, events = given(floor(), sits("seat-1"), note("seat-1"), ReleaseSeat(seat="seat-1"))
    (kept,) = kept_credits(table)
    assert (kept.seat, kept.amount, kept.terminal, kept.since) == ("seat-1", 1000, NAME, events[-1].at)
    pay = PayKeptCredit(seat="seat-1", amount=Cents(1000), by=KIM, second=LEO, why="The terminal was revoked.")
    form = next(each for each in actions(table, KIM.name, [KIM.role]) if each.order == "PayKeptCredit").forms[0]
    assert form.words == f"{NAME} (seat-1), $10.00"
    table, (called,) = given(table, pay)
    assert isinstance(called, KeptCreditCalled)
    assert (called.terminal, kept_credits(table)) == (NAME, ())


def test_a_seat_that_never_had_money_is_forgotten_with_its_terminal() -> None:
    table, _ = given(floor(), sits("seat-1"), LeaveSeat(seat="seat-1"))
    assert (table.terminals, table.left) == ({}, {})
    table, _ = given(table, sits("seat-2"), note("seat-2"))
    assert table.book.balance(rack("seat-2")) == 1000
