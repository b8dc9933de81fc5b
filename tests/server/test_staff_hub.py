"""Staff are told of the events that change what they see, and of no others."""

from itertools import islice

import pytest
from msgspec.structs import replace

from commanded import a_table, done
from croupier.floor.dealers_words import dealers_words
from croupier.floor.happened import Happened, applied
from croupier.floor.timetable import Timed
from croupier.money import Cents
from croupier.rules.powers import Act
from croupier.server.staff_hub import HEARS, heard_by
from croupier.server.staff_pit import Beside
from croupier.server.staff_views import PARTS, StaffView, ViewKind, staff_view
from croupier.table.authority.disputes import ComplaintAdvised, DisputeDecided, DisputeOpened, DisputeReviewed
from croupier.table.authority.notices import NoticeDemanded, NoticeGiven
from croupier.table.core.desk import DebtElsewhere
from croupier.table.core.message import Event
from croupier.table.core.person import Person
from croupier.table.core.rows import EVENTS
from croupier.table.core.state import Table
from croupier.table.money.boxes import DropEmptied, StackerEmptied
from croupier.table.money.cards import InsertCard
from croupier.table.money.credit import InsertMoney
from croupier.table.money.debts_elsewhere import RecordDebt
from croupier.table.money.float import FloatCredited, FloatCreditRefused, FloatFilled
from croupier.table.money.pulling import BoxPulled
from croupier.table.money.seats import TakeSeat
from croupier.table.pit.bars import BarLifted, BarRecorded
from croupier.table.pit.limits import PlayerLimitsSet
from croupier.testing.evening import evening

FOR_THE_PIT: set[type[Event]] = {NoticeDemanded, NoticeGiven, DisputeOpened, DisputeDecided, DisputeReviewed, ComplaintAdvised}
FOR_THE_CAGE: set[type[Event]] = {FloatFilled, FloatCredited, FloatCreditRefused, DropEmptied, StackerEmptied}
NOT_TOLD: dict[ViewKind, set[type[Event]]] = {
    ViewKind.PUBLIC: {*EVENTS},
    ViewKind.DEALER: FOR_THE_PIT | FOR_THE_CAGE | {BoxPulled},
    # Whoever counts a box is not told what it should have.
    ViewKind.CAGE: FOR_THE_PIT | {BoxPulled},
    ViewKind.PIT: set(),
    ViewKind.INSPECTOR: set(),
}


HIDDEN = {
    # A dealer has to know who was barred, and is told of debts as their owner is.
    ViewKind.DEALER: PARTS[ViewKind.PIT].keys() - PARTS[ViewKind.DEALER].keys() - {"bars", "debts", "debts_elsewhere"},
    # Lost dice and the like are no secret to the cage.
    ViewKind.CAGE: {"notices", "disputes"},
}
"""The parts of a table whose changes are not told."""


def view(table: Table) -> StaffView:
    """What the pit sees, without the number of the last event."""
    return replace(staff_view("table", table, ViewKind.PIT, Timed(), 0, Beside()), number=0)


@pytest.mark.parametrize("rules", ["star-craps-2016", "ministar-roulette-2018"])
def test_whoever_is_told_of_an_event_may_see_what_it_changes(rules: str) -> None:
    seen = set[type[Event]]()
    for before, _, outcome, _ in islice(evening(a_table(rules), seed=5, players=4, commands=3000, faults=0.4), 700):
        for happened in applied(before, outcome):
            seen.add(type(happened.event))
            one, other = view(happened.before), view(happened.after)
            changed = {part for part in StaffView.__struct_fields__ if getattr(one, part) != getattr(other, part)}
            for kind, hidden in HIDDEN.items():
                if changed and changed <= hidden:
                    assert not heard_by(kind, [happened]), f"{kind} is told of {happened.event}"
    assert seen & FOR_THE_CAGE


@pytest.mark.parametrize("kind", ViewKind)
def test_notices_and_disputes_are_for_the_pit_and_the_float_is_for_the_cage_too(kind: ViewKind) -> None:
    assert {event for event, row in EVENTS.items() if row.audience not in HEARS[kind]} == NOT_TOLD[kind]


@pytest.mark.parametrize("kind", [kind for kind in ViewKind if kind is not ViewKind.PUBLIC])
def test_why_somebody_is_excluded_or_has_own_limits_is_told_to_the_pit_alone(kind: ViewKind) -> None:
    """A self-exclusion is nobody's business at a table: neither the sentence nor the event has its reason."""
    table, by, why = a_table("star-craps-2016"), Person("Robin", "casino-supervisor"), "The patron asked for it"
    told_why: list[Event] = [
        BarRecorded(person="patron-2", measure=Act.EXCLUDE, table="cage", since=0, by=by, why=why, clause=""),
        BarLifted(person="patron-2", by=by, why=why, clause=""),
        PlayerLimitsSet(seat="ann", minimum=Cents(1), maximum=Cents(2), by=by, why=why, clause="7.6"),
    ]
    knows = kind in (ViewKind.PIT, ViewKind.INSPECTOR)
    for event in told_why:
        [heard] = heard_by(kind, [Happened(1, event, table, table)])
        assert (why in str(heard.event), why in " ".join(dealers_words(table, heard.event))) == (knows, knows)


@pytest.mark.parametrize("kind", [ViewKind.PIT, ViewKind.CAGE, ViewKind.INSPECTOR])
def test_debts_of_other_tables_are_listed_with_the_table_while_something_is_open(kind: ViewKind) -> None:
    def listed(table: Table) -> object:
        return staff_view("table", table, kind, Timed(), 0, Beside()).debts_elsewhere

    wheel, _ = done(a_table("ministar-roulette-2018"), TakeSeat(seat="ann", chips=Cents(500)))
    wheel, _ = done(wheel, InsertCard(seat="ann", player="patron-7"))
    wheel, _ = done(wheel, RecordDebt(table="craps-1", debtor="seat-3", player="patron-7", amount=Cents(600)))
    debt = DebtElsewhere("craps-1", "seat-3", "patron-7", 600, withheld={"ann": 500})
    assert listed(wheel) == {"craps-1/seat-3/patron-7": debt}
    wheel, _ = done(wheel, InsertMoney(seat="ann", amount=Cents(100)))
    assert listed(wheel) == {}
