"""Colour checks: the rules of SB 3.5 to 3.9 hold whatever is ordered, and checks that are away are money."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.catalogue import names, ruleset
from croupier.ledger.accounts import CAGE, COLOUR_CHECKS, rack
from croupier.money import Cents
from croupier.rules.procedures import USUAL_COLOURS
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.money.carried_checks import CarryColours, RedeemColours
from croupier.table.money.colours import IssueColours, ReturnColours, holders, in_checks
from croupier.table.money.metering import disagreement
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.money.tender import Way, ways_to_bring, ways_to_take

RULES = ruleset("star-sicbo-2016")
DEALER, SUPERVISOR = Person("Robin", "dealer"), Person("Kim", "casino-supervisor")
SEATS = ("ann", "bob", "cid")


def done(table: Table, *commands: Command) -> Table:
    for command in commands:
        outcome = decide(table, command)
        assert not isinstance(outcome, Refusal), outcome
        for event in outcome:
            table = apply(table, event)
    return table


def seated(*seats: str) -> Table:
    table = open_table(RULES, RULES.sign({"minimum": 500}))
    return done(table, *(TakeSeat(seat=seat, chips=Cents(50_300)) for seat in seats))


def issue(seat: str, colour: str, value: int = 500, by: Person = DEALER) -> IssueColours:
    return IssueColours(seat=seat, colour=colour, value=Cents(value), by=by)


@pytest.mark.parametrize("name", names())
def test_3_5_no_payment_method_brings_colour_checks_to_a_table(name: str) -> None:
    rules = ruleset(name)
    table = open_table(rules, rules.sign({"minimum": 500}))
    assert {*ways_to_bring(table), *ways_to_take(table)} <= set(Way)
    assert not any("colour" in way for way in Way)


@pytest.mark.parametrize("name", [name for name in names() if name != RULES.id])
def test_tables_of_other_documents_have_no_colour_checks(name: str) -> None:
    rules = ruleset(name)
    table = done(open_table(rules, rules.sign({"minimum": 500})), TakeSeat(seat="ann", chips=Cents(50_000)))
    by = Person("Robin", next(role.id for role in rules.procedures.staff if rules.procedures.works_here(role.id)))
    for order in (
        issue("ann", "red", by=by),
        ReturnColours(seat="ann", by=by),
        CarryColours(seat="ann", colour="red", checks=1, by=by),
        RedeemColours(colour="red", checks=1, by=by),
    ):
        assert isinstance(decide(table, order), Refusal)


def test_3_6_checks_that_are_away_are_owed_by_their_table_until_they_are_redeemed() -> None:
    table = done(seated("ann"), issue("ann", "red", 2_500), CarryColours(seat="ann", colour="red", checks=20, by=DEALER))
    assert table.book.balance(COLOUR_CHECKS) == 50_000
    assert table.book.balance(rack("ann")) == 300
    assert in_checks(table, "ann") == (0, 0)
    assert disagreement(table, "ann") == ""
    table = done(table, LeaveSeat(seat="ann"))
    assert holders(table, "red") == ("whoever carried some away",)
    table = done(table, RedeemColours(colour="red", checks=20, by=DEALER))
    assert (table.book.balance(COLOUR_CHECKS), table.book.balance(CAGE), table.desk.carried) == (0, 50_000, {})


def test_3_9_a_second_colour_leaves_one_for_everybody_else() -> None:
    table = seated(*SEATS)
    for colour in USUAL_COLOURS[:8]:
        table = done(table, issue("ann", colour, by=SUPERVISOR))
    refusal = decide(table, issue("ann", USUAL_COLOURS[8], by=SUPERVISOR))
    assert isinstance(refusal, Refusal)
    assert refusal.message == "1 colours would be left for 2 players who have none (3.9)."
    done(table, issue("bob", USUAL_COLOURS[8]), issue("cid", USUAL_COLOURS[9]))


ORDERS = st.one_of(
    st.builds(
        IssueColours,
        seat=st.sampled_from(SEATS),
        colour=st.sampled_from(USUAL_COLOURS[:3]),
        value=st.sampled_from([Cents(300), Cents(500), Cents(2_500)]),
        agreed=st.booleans(),
        by=st.sampled_from([DEALER, SUPERVISOR]),
    ),
    st.builds(ReturnColours, seat=st.sampled_from(SEATS), by=st.just(DEALER)),
    st.builds(
        CarryColours,
        seat=st.sampled_from(SEATS),
        colour=st.sampled_from(USUAL_COLOURS[:3]),
        checks=st.integers(0, 30),
        by=st.just(DEALER),
    ),
    st.builds(
        RedeemColours,
        colour=st.sampled_from(USUAL_COLOURS[:3]),
        checks=st.integers(0, 30),
        by=st.sampled_from([DEALER, Person("Cho", "cage")]),
    ),
    st.builds(LeaveSeat, seat=st.sampled_from(SEATS)),
)


@settings(max_examples=60)
@given(st.lists(ORDERS, max_size=25))
def test_whatever_is_issued_colours_keep_their_rules(orders: list[Command]) -> None:
    """A colour has one value, nobody shares one unasked, checks away are what the table owes, and the books sum to zero."""
    table = seated(*SEATS)
    for order in orders:
        outcome = decide(table, order)
        if isinstance(outcome, Refusal):
            continue
        if isinstance(order, IssueColours):
            assert order.agreed or not holders(table, order.colour)
        for event in outcome:
            table = apply(table, event)
        values: dict[str, set[int]] = {}
        for has in table.desk.colours.values():
            for colour in has.colours:
                values.setdefault(colour, set()).add(has.value)
        for colour, away in table.desk.carried.items():
            values.setdefault(colour, set()).add(away.value)
        assert all(len(each) == 1 and min(each) >= 500 for each in values.values())
        assert table.book.balance(COLOUR_CHECKS) == sum(away.checks * away.value for away in table.desk.carried.values())
        assert sum(table.book.balances.values()) == 0
        assert [disagreement(table, seat) for seat in table.layout if disagreement(table, seat)] == []
