"""What a dealer does for one player is one line, and the chips lie right whether the earlier work was done or not."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, product

import pytest

from commanded import done
from craps_hand import BOX, STICK, bet, craps, thrown
from croupier.rules.outcomes import OutcomeName
from croupier.table.core.payment import Occasion, Payment
from croupier.table.core.person import Person
from croupier.table.core.state import Table
from croupier.table.rounds.calls import OpenBetting
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.netting import AtSpot, Case, Netted, netted
from croupier.table.rounds.paying import of_last_round
from croupier.table.rounds.results import FinishPaying
from croupier.table.rounds.voiding import VoidRound
from hands import Chips, carried_out, chips_of

SUPERVISOR = Person("Sue", "casino-supervisor")


def void(table: Table) -> Table:
    return done(table, VoidRound(by=SUPERVISOR, ground="disorder", round=table.past[-1].round))[0]


def corrected(table: Table, outcome: str) -> Table:
    order = CorrectOutcome(round=table.past[-1].round, outcome=OutcomeName(outcome), by=BOX, why="It was misread.")
    return done(table, order)[0]


def with_net(chips: Chips, seat: str, net: Case) -> Chips:
    after = Chips(chips)
    for each in net.spots:
        after[seat, each.wager] += each.cents
    assert all(cents >= 0 for cents in after.values())
    return +after


def only(table: Table) -> Netted:
    """The one line of the list."""
    (line,) = netted(table)
    assert isinstance(line, Netted)
    return line


def test_after_a_void_of_a_round_being_paid_a_winner_is_one_line() -> None:
    """$10.00 on the field won $10.00 and came back. The dealer takes $10.00; if nothing was paid, the stake goes back."""
    paying, _ = done(craps(), bet("ann", "field", 1000), *thrown("4-5"))
    paid, nothing = only(void(paying)).cases
    assert (paid.take, paid.pay, paid.back, paid.lists) == (1000, 0, 0, (1,))
    assert (nothing.take, nothing.pay, nothing.back, nothing.lists) == (0, 0, 1000, ())


def test_after_a_void_a_loser_is_one_line() -> None:
    paying, _ = done(craps(), bet("ann", "field", 1000), *thrown("3-3"))
    assert only(void(paying)).cases == (
        Case(0, 1000, 0, (AtSpot("", 1000),), (1,)),
        Case(0, 0, 1000, (AtSpot("field", -1000), AtSpot("", 1000)), ()),
    )


def test_after_a_void_of_a_paid_round_a_bet_and_its_win_are_one_line() -> None:
    """$7.00 was won on $6.00, which stayed up."""
    paying, _ = done(craps(), bet("bob", "place-win:6", 600), *thrown("3-3"))
    paid, _ = done(paying, FinishPaying(by=BOX))
    (change,) = only(void(paid)).cases
    assert (change.take, change.pay, change.lists) == (700, 0, ())
    assert set(change.spots) == {AtSpot("place-win:6", -600), AtSpot("", -100)}


BETS = (
    bet("ann", "field", 500),
    bet("ann", "place-win:6", 600),
    bet("ann", "place-win:8", 600),
    bet("ann", "hardway:6", 500),
    bet("bob", "come", 1000),
    bet("bob", "place-win:6", 500),
    bet("bob", "any-seven", 500),
)


FELL = ("3-3", "4-5", "3-4", "2-4")
LAST = ("void", *FELL, "4-4")


def chains(length: int) -> list[tuple[str, ...]]:
    """What was entered, and what it was corrected to one after the other; the last may be a void."""
    found = product(*[FELL] * (length - 1), LAST)
    return [chain for chain in found if all(one != next for one, next in pairwise(chain))]


@pytest.mark.parametrize("chain", [*chains(2), *chains(3), *chains(4)], ids=" ".join)
def test_the_chips_lie_right_whatever_of_the_earlier_work_was_done(chain: tuple[str, ...]) -> None:
    """Nothing, any one of the lists, or for each bet another one of them."""
    start, _ = done(craps(), *BETS)
    tables = [done(start, *thrown(chain[0]))[0]]
    for then in chain[1:]:
        tables.append(void(tables[-1]) if then == "void" else corrected(tables[-1], then))
    lines = netted(tables[-1])
    seats = [line.lines[0].seat for line in lines if isinstance(line, Netted)]
    assert len(seats) == len(set(seats)), "one line per player"
    kept = [line for line in lines if isinstance(line, Payment)]
    assert not any(line.occasion is Occasion.UNDO for line in kept)
    earlier = [[each for each in of_last_round(table) if each not in kept] for table in tables[:-1]]
    for line in (each for each in lines if isinstance(each, Netted)):
        seat = line.lines[0].seat
        rest = [each for each in kept if each.seat == seat]
        target = {at: cents for at, cents in chips_of(tables[-1]).items() if at[0] == seat}

        def lies_right(chips: Chips, *change: Case, seat: str = seat, rest: Sequence[Payment] = rest) -> Chips:
            for each in change:
                chips = with_net(chips, seat, each)
            return Chips({at: cents for at, cents in carried_out(chips, rest).items() if at[0] == seat})

        lists = [[], *([each for each in listed if each.seat == seat] for listed in earlier)]
        for number, listed in enumerate(lists):
            case = next((each for each in line.cases if number in each.lists), line.cases[-1])
            assert lies_right(carried_out(chips_of(start), listed), case) == target
        for cases in product(*(part.cases for part in line.parts)):
            of_bets = zip(line.parts, cases, strict=True)
            was = [each for part, case in of_bets for each in lists[max((0, *case.lists))] if each.wager == part.wager]
            if cases:
                change = Counter[str]()
                for case in cases:
                    change.update({each.wager: each.cents for each in case.spots})
                spots = tuple(AtSpot(wager, cents) for wager, cents in change.items())
                assert lies_right(carried_out(chips_of(start), was), Case(0, 0, 0, spots, ())) == target


def test_after_two_corrections_of_a_round_being_paid_each_of_the_lists_before_is_a_case() -> None:
    """$5.00 on the field lost with 6, won $5.00 with 9, and wins $10.00 with 12: what is paid depends on what was done."""
    paying, _ = done(craps(), bet("ann", "field", 500), *thrown("3-3"))
    table = corrected(corrected(paying, "4-5"), "6-6")
    second, first, nothing = only(table).cases
    assert (second.lists, second.take, second.pay, second.back) == ((2,), 0, 500, 0)
    assert (first.lists, first.take, first.pay, first.back) == ((1,), 0, 1500, 0)
    assert (nothing.lists, nothing.take, nothing.pay, nothing.back) == ((), 0, 1000, 500)


def test_lists_that_say_the_same_of_a_player_are_one_case() -> None:
    """The field loses with 6 and with 8."""
    paying, _ = done(craps(), bet("ann", "field", 500), *thrown("3-3"))
    table = corrected(corrected(paying, "2-6"), "4-5")
    assert [case.lists for case in only(table).cases] == [(1, 2), ()]


def test_the_bets_of_a_void_round_are_one_line_after_an_earlier_round_was_corrected_twice() -> None:
    """Seven out was entered, so that Bob bet on the Win Line. With a point he could not have, and nothing goes back."""
    before, _ = done(craps(), *thrown("3-4"), FinishPaying(by=BOX))
    table, _ = done(before, OpenBetting(by=STICK), bet("bob", "win-line", 500))
    table, _ = done(table, VoidRound(by=SUPERVISOR, ground="disorder"))
    for outcome in ("3-3", "4-5"):
        order = CorrectOutcome(round=before.past[-1].round, outcome=OutcomeName(outcome), by=BOX, why="It was misread.")
        table, _ = done(table, order)
    assert not any(line.occasion is Occasion.UNDO for line in netted(table) if isinstance(line, Payment))
    (bob,) = (line for line in netted(table) if isinstance(line, Netted) and len(line.cases) > 1)
    assert [(case.lists, {each.wager: each.cents for each in case.spots}) for case in bob.cases] == [
        ((1,), {"win-line": 500, "": -500}),
        ((), {}),
    ]


def test_what_was_to_be_undone_is_no_work_any_more_once_all_bets_are_declared_paid() -> None:
    paying, _ = done(craps(), bet("ann", "field", 500), *thrown("3-3"))
    paid, _ = done(corrected(corrected(paying, "4-5"), "6-6"), FinishPaying(by=BOX))
    assert netted(paid) == ()
    assert paid.adjusted
    assert paid.adjusted.lists == ()
