"""Disputes: who may open one, and what a decision has to say."""

import pytest

from commanded import a_table, done, refused
from croupier.floor.actions import actions
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.authority.disputes import HearDispute, OpenDispute
from croupier.table.authority.registers import register
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Table
from croupier.table.core.words import told
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.rounds.results import EnterOutcome

SICBO = "star-sicbo-2016"
KIM = Person("Kim", "games-supervisor")
ABOUT = "My chips were on big."


def may_dispute(table: Table) -> list[str]:
    """The persons for whom the staff may open a dispute."""
    action = next(each for each in actions(table, KIM.name, [KIM.role]) if each.order == "OpenDispute")
    return [form.values["seat"] for form in action.forms]


def test_a_person_who_never_played_here_disputes_nothing() -> None:
    table = a_table(SICBO)
    refusal = refused(table, OpenDispute(seat="ann", about=ABOUT))
    assert (refusal.reason, refusal.sentence) == (Reason.UNKNOWN_PLAYER, "ann has never played at this table.")
    assert may_dispute(table) == []


def test_a_player_who_has_left_may_still_dispute() -> None:
    table, _ = done(a_table(SICBO), TakeSeat(seat="ann", chips=Cents(1000)), LeaveSeat(seat="ann"))
    assert may_dispute(table) == ["ann"]
    table, _ = done(table, OpenDispute(seat="ann", about=ABOUT))
    assert table.desk.disputes[1].seat == "ann"


@pytest.mark.parametrize(("round", "words"), [(None, "ann: "), (0, "ann about round 0: "), (1, "ann about round 1: ")])
def test_a_dispute_without_a_round_is_about_none(round: int | None, words: str) -> None:
    """Round 0 is the time before the first round, which nobody had named."""
    seated, _ = done(a_table(SICBO), TakeSeat(seat="ann", chips=Cents(1000)), EnterOutcome(outcome=OutcomeName("1-2-4")))
    order = OpenDispute(seat="ann", about=ABOUT) if round is None else OpenDispute(seat="ann", about=ABOUT, round=round)
    table, (event,) = done(seated, order)
    assert table.desk.disputes[1].round == round
    assert told(seated, event) == [f"Dispute 1: {words}{ABOUT}"]
    assert f"{words}{ABOUT}" in register(table, 0)[0]


@pytest.mark.parametrize(
    ("decision", "why", "sentence"),
    [
        ("The bet stays lost.", " ", "Say why, to decide a dispute."),
        (" ", "The cameras show it.", "Say what is decided."),
    ],
)
def test_9_12_a_decision_says_what_is_decided_and_why(decision: str, why: str, sentence: str) -> None:
    table, _ = done(a_table(SICBO), TakeSeat(seat="ann", chips=Cents(1000)), OpenDispute(seat="ann", about=ABOUT))
    refusal = refused(table, HearDispute(dispute=1, decision=decision, why=why, by=KIM))
    assert (refusal.reason, refusal.sentence, refusal.clause) == (Reason.REASON_NEEDED, sentence, "9.12")
    table, _ = done(table, HearDispute(dispute=1, decision="The bet stays lost.", why="The cameras show it.", by=KIM))
    assert table.desk.disputes[1].decided_by == KIM
