"""Calls for an attendant: from a terminal, one at a time, a few within some minutes; staff answer and end them."""

from typing import Any

import pytest

from commanded import a_table, done, refused
from croupier.floor.actions import actions
from croupier.money import Cents
from croupier.rules.moments import MINUTE
from croupier.server.views import own_state, own_view
from croupier.table.authority.attendants import CALLS_AT_ONCE, CALLS_WITHIN, AnswerCall, CallAttendant, EndCall
from croupier.table.authority.disputes import UNDECIDED_AT_MOST, HearDispute, OpenDispute
from croupier.table.core.desk import Concern
from croupier.table.core.message import SeatKind
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Table
from croupier.table.core.words import told
from croupier.table.money.seats import TakeSeat

SICBO = "star-sicbo-2016"
KIM, JOE = Person("Kim", "games-supervisor"), Person("Joe", "waiter")
NOON = 1_800_000_000_000


def seated(kind: SeatKind = SeatKind.TERMINAL) -> Table:
    return done(a_table(SICBO), TakeSeat(seat="ann", chips=Cents(1000), kind=kind, at=NOON))[0]


def call(concern: Concern = Concern.ATTENDANT, at: int = NOON) -> CallAttendant:
    return CallAttendant(seat="ann", concern=concern, at=at)


def order(kind: type[Any], by: Person = KIM, at: int = NOON) -> Any:
    return kind(seat="ann", by=by, at=at)


def shown(table: Table) -> Any:
    return own_view(table, own_state(table, "ann")).attendant


def test_a_player_calls_and_sees_that_somebody_is_coming() -> None:
    table = seated()
    assert shown(table) is None
    called, (event,) = done(table, call())
    assert told(table, event) == ["ann calls an attendant."]
    assert (shown(called).concern, shown(called).coming) == ("attendant", False)
    answered, (event,) = done(called, order(AnswerCall))
    assert told(called, event) == ["Kim (games supervisor) goes to ann, who has called."]
    assert shown(answered).coming
    assert refused(answered, order(AnswerCall)).sentence == "Kim is on the way to ann already."
    ended, (event,) = done(answered, order(EndCall))
    assert told(answered, event) == ["Kim (games supervisor) ends the call of ann."]
    assert shown(ended) is None
    assert refused(ended, order(EndCall)).sentence == "ann has not called."


def test_a_fault_is_reported_in_the_same_way() -> None:
    table = seated()
    called, (event,) = done(table, call(Concern.FAULT))
    assert told(table, event) == ["ann reports a fault of the terminal."]
    assert refused(called, call()).sentence == "The staff know already. Somebody will come."


def test_a_player_calls_a_few_times_within_some_minutes() -> None:
    table = seated()
    for _ in range(CALLS_AT_ONCE):
        table, _ = done(table, call(), order(EndCall))
    refusal = refused(table, call())
    assert (refusal.reason, refusal.sentence) == (
        Reason.CALLED_ALREADY,
        "ann has called 3 times just now. Please wait some minutes.",
    )
    assert refused(table, call(at=NOON + CALLS_WITHIN - 1)) == refusal
    table, _ = done(table, call(at=NOON + CALLS_WITHIN))
    assert table.desk.called == {"ann": (NOON + CALLS_WITHIN,)}, "older calls are forgotten"


def test_others_at_the_table_may_call_meanwhile_and_a_call_outlives_its_player() -> None:
    table, _ = done(seated(), TakeSeat(seat="bob", chips=Cents(1000), kind=SeatKind.TERMINAL, at=NOON), call())
    table, _ = done(table, CallAttendant(seat="bob", concern=Concern.FAULT, at=NOON + MINUTE))
    assert {seat: each.concern for seat, each in table.desk.calls.items()} == {"ann": "attendant", "bob": "fault"}


@pytest.mark.parametrize("kind", [SeatKind.PERSON, SeatKind.BOT])
def test_nobody_calls_without_a_terminal(kind: SeatKind) -> None:
    assert refused(seated(kind), call()).reason is Reason.NO_TERMINAL


def test_staff_do_not_call_for_a_player_and_are_offered_open_calls_only() -> None:
    table = seated()
    offered = {each.order: each for each in actions(table, KIM.name, [KIM.role])}
    assert (offered["CallAttendant"].open, offered["AnswerCall"].open, offered["EndCall"].open) == (False, False, False)
    assert offered["AnswerCall"].why_not == "No player has called."
    table, _ = done(table, call())
    offered = {each.order: each for each in actions(table, KIM.name, [KIM.role])}
    assert [form.values for form in offered["AnswerCall"].forms] == [{"seat": "ann"}]
    assert refused(table, order(AnswerCall, JOE)).reason is Reason.NOT_YOUR_POWER
    assert refused(table, order(EndCall, JOE)).reason is Reason.NOT_YOUR_POWER


def test_a_player_opens_a_few_disputes_before_one_is_decided_and_staff_more() -> None:
    table = seated()
    dispute = OpenDispute(seat="ann", about="The result.", at=NOON)
    for _ in range(UNDECIDED_AT_MOST):
        table, _ = done(table, dispute)
    assert refused(table, dispute).sentence == "3 disputes of ann wait to be decided already."
    done(table, OpenDispute(seat="ann", about="The result.", by=KIM, at=NOON))
    table, _ = done(table, HearDispute(dispute=2, decision="It stands.", by=KIM, why="The camera", at=NOON))
    done(table, dispute)
