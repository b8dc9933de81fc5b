"""The way to the closing of a table."""

from commanded import a_table, done
from croupier.floor.actions import actions
from croupier.floor.calls_ahead import calls_ahead
from croupier.floor.closing import ClosingStep, closing_steps
from croupier.money import Cents
from croupier.rules.moments import MINUTE
from croupier.rules.powers import Act
from croupier.table.authority.notices import GiveNotice
from croupier.table.core.person import Person
from croupier.table.core.state import Table
from croupier.table.money.pulling import PullBox
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.money.tray import CountTray
from croupier.table.pit.days import AnnounceClose, CloseTable
from croupier.table.pit.signs import PostNotice

NOON = 1_760_000_000_123
SUE = Person("Sue Park", "casino-supervisor")
WHY = "The night is over."


def steps(table: Table, at: int = NOON) -> dict[str, ClosingStep]:
    return {step.order: step for step in closing_steps(table, at)}


def test_9_8_the_sign_hangs_then_the_last_bets_are_decided_then_the_table_closes() -> None:
    table, _ = done(a_table("star-craps-2016"), TakeSeat(seat="ann", chips=Cents(10_000), tender=Tender(Way.CASH), at=NOON))
    first = steps(table)
    assert list(first) == ["PostNotice", "AnnounceClose", "CloseTable", "LeaveSeat", "PullBox"]
    assert not any(step.done for step in first.values())
    sign = first["PostNotice"]
    assert (sign.clause, sign.until) == ("9.8", None)
    assert "20 minutes" in sign.words

    [offered] = [each for each in actions(table, SUE.name, [SUE.role], at=NOON) if each.order == sign.order]
    assert any(sign.values.items() <= form.values.items() for form in offered.forms)
    table, _ = done(table, PostNotice(act=Act.CLOSE_TABLE, by=SUE, why=WHY, at=NOON))
    effect = NOON + 20 * MINUTE
    assert steps(table)["PostNotice"].done
    assert steps(table)["PostNotice"].until == effect
    assert steps(table, effect)["PostNotice"].until is None

    table, _ = done(table, AnnounceClose(by=SUE, why=WHY, at=effect))
    assert [step.done for step in closing_steps(table, effect)] == [True, True, False, False, False]
    assert calls_ahead(table)
    table, _ = done(table, CloseTable(by=SUE, why=WHY, at=effect))
    assert not calls_ahead(table)
    assert [(step.words, step.done) for step in closing_steps(table, effect)] == [
        ("Close the table.", True),
        ("Pay ann out: $100.00.", False),
        ("Pull the drop box for the count room.", False),
    ]
    table, _ = done(table, LeaveSeat(seat="ann", tender=Tender(Way.CHIPS), at=effect))
    assert list(steps(table)) == ["CloseTable", "PullBox"]
    opener = CountTray(is_opener=True, chips={100: 5}, by=SUE, at=effect)
    table, _ = done(table, PullBox(by=SUE, at=effect), opener)
    assert list(steps(table)) == ["CloseTable", "CountTray"]
    table, _ = done(table, CountTray(is_opener=False, chips={100: 5}, by=SUE, at=effect))
    assert closing_steps(table, effect) == ()


def test_14_i_an_inspector_is_told_before() -> None:
    table = a_table("adelaide-craps-2003")
    house = next(role for role in table.rules.procedures.powers_to[Act.CLOSE_TABLE][0].held_by)
    by = Person("Max Field", house)
    first = steps(table)
    assert list(first) == ["PostNotice", "GiveNotice", "AnnounceClose", "CloseTable"]
    assert not first["GiveNotice"].done
    table, _ = done(table, PostNotice(act=Act.CLOSE_TABLE, takes_effect=NOON + MINUTE, by=by, why=WHY, at=NOON))
    due = steps(table)["GiveNotice"]
    assert (due.done, due.values) == (False, {"notice": 1})
    table, _ = done(table, GiveNotice(notice=1, how="By telephone.", by=by, at=NOON))
    assert steps(table)["GiveNotice"].done


def test_a_table_without_a_warning_is_closed_in_two_steps() -> None:
    assert list(steps(a_table("ministar-roulette-2018"))) == ["AnnounceClose", "CloseTable"]
