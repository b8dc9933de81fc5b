"""A fault of the system voids the round on the terminals affected; the others are settled as if nothing had happened."""

import pytest

from commanded import done, refused
from croupier.catalogue import ruleset
from croupier.floor.automatic import call_off
from croupier.ledger.accounts import HOUSE, felt, rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.rows import EVENTS
from croupier.table.core.state import Table, open_table
from croupier.table.money.metering import disagreement
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.calls import OpenBetting
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.terminals import ConfirmRecord, DeclareFault, VoidUnconfirmed
from croupier.table.rounds.void_settlement import RoundVoided
from croupier.table.rounds.void_terminals import TerminalsVoided
from croupier.table.rounds.voiding import ReportFault, VoidRound
from invariants import assert_the_books_are_in_order

MANAGER = Person("Leo", "assistant-gaming-manager")
SEATS = ("ann", "bob", "cat")


def bet(seat: str, wager: str, cents: int = 1000) -> PlaceBet:
    return PlaceBet(seat=seat, wager=wager, stake=Cents(cents))


def fell(outcome: str) -> EnterOutcome:
    return EnterOutcome(outcome=OutcomeName(outcome))


def off(*terminals: str, round: int = 0, ground: str = "same-error") -> VoidRound:
    return VoidRound(by=MANAGER, ground=ground, round=round, terminals=terminals or None)


def corrects(round: int, outcome: str) -> CorrectOutcome:
    return CorrectOutcome(round=round, outcome=OutcomeName(outcome), by=MANAGER, why="It was misread.")


def played(table: Table, *commands: Command) -> Table:
    for command in commands:
        table, _ = done(table, command)
        assert_the_books_are_in_order(table)
        assert [disagreement(table, seat) for seat in SEATS] == ["", "", ""]
    return table


def with_a_point(**readings: str) -> Table:
    """All three have $10 on the pass line with a point of 4, bob and cat $10 on the field, and bob $20 behind the line."""
    chosen = {name.replace("_", "-"): value for name, value in readings.items()}
    rules = ruleset("aruze-craps-2024").under(chosen)
    table = played(open_table(rules, rules.sign({})), *(TakeSeat(seat=seat, chips=Cents(10_000)) for seat in SEATS))
    table = played(table, *(bet(seat, "pass-line") for seat in SEATS), fell("2-2"))
    return played(table, bet("bob", "field"), bet("cat", "field"), bet("bob", "odds", 2000))


def racks(table: Table) -> tuple[int, ...]:
    return tuple(table.book.balance(rack(seat)) for seat in SEATS)


def test_6_6_fresh_bets_go_back_and_the_roll_does_not_count_for_the_others_of_that_terminal() -> None:
    table = played(with_a_point(), off("bob"))
    assert (racks(table), set(table.layout["bob"])) == ((9000, 9000, 8000), {"pass-line"})
    assert refused(table, bet("bob", "field")).reason is Reason.TERMINAL_VOID
    made = played(table, fell("1-3"))
    assert (racks(made), made.book.balance(felt("bob")), made.book.balance(HOUSE)) == ((11_000, 9000, 12_000), 1000, -3000)
    assert [made.meters.terminal(seat).games for seat in SEATS] == [2, 1, 2]
    lost = played(table, fell("3-4"))
    assert (racks(lost), lost.book.balance(felt("bob")), lost.book.balance(HOUSE)) == ((9000, 9000, 8000), 1000, 3000)
    later = played(lost, bet("bob", "field"), fell("1-3"))
    assert (racks(later), later.layout["bob"]) == ((9000, 12_000, 8000), {})


def test_az_17_all_bets_of_the_terminal_go_back_where_the_operator_reads_it_so() -> None:
    table = played(with_a_point(AZ_17="all-bets"), off("bob"), fell("3-4"))
    assert (racks(table), table.layout["bob"], table.book.balance(HOUSE)) == ((9000, 10_000, 8000), {}, 3000)


def test_6_6_payouts_of_a_settled_round_are_void_on_the_terminals_affected_only() -> None:
    settled = played(with_a_point(), fell("1-3"))
    assert racks(settled) == (11_000, 16_000, 12_000)
    table = played(settled, off("bob", round=2))
    assert (racks(table), {wager: each.stake for wager, each in table.layout["bob"].items()}) == (
        (11_000, 9000, 12_000),
        {"pass-line": 1000},
    )
    assert table.pucks == settled.pucks
    assert refused(table, VoidRound(by=MANAGER, ground="same-error", round=2)).reason is Reason.TERMINAL_NEEDED


def test_6_6_terminals_are_named_for_a_settled_round_too_when_no_bet_stands_any_more() -> None:
    settled = played(with_a_point(), fell("3-4"))
    assert not any(settled.layout.values())
    for terminals in (None, ()):
        order = VoidRound(by=MANAGER, ground="same-error", round=2, terminals=terminals)
        assert refused(settled, order).reason is Reason.TERMINAL_NEEDED
    table = played(settled, off("bob", round=2))
    assert racks(table) == (9000, 9000, 8000)


def test_a_void_terminal_stays_void_when_its_round_is_corrected() -> None:
    table = played(with_a_point(), off("bob"), fell("3-4"), corrects(2, "1-3"))
    assert racks(table) == (11_000, 9000, 12_000)
    earlier = played(with_a_point(), off("bob"), fell("3-4"), corrects(1, "1-1"))
    assert racks(earlier)[1] == 9000, "the line is lost in round 1, and nothing else of bob's has a result"


def test_a_round_that_is_void_wherever_bets_stand_is_void() -> None:
    table, (event,) = done(with_a_point(), off(*SEATS))
    assert isinstance(event, RoundVoided)
    assert (racks(table), table.round.void_at) == ((9000, 9000, 9000), frozenset())


def test_terminals_are_named_if_and_only_if_the_document_voids_on_terminals() -> None:
    table = with_a_point()
    assert refused(table, off()).reason is Reason.TERMINAL_NEEDED
    assert refused(table, VoidRound(by=MANAGER, ground="same-error", terminals=())).reason is Reason.TERMINAL_NEEDED
    assert refused(table, off("bob", ground="cocked")).reason is Reason.TERMINAL_NEEDED
    assert refused(table, off("zed")).reason is Reason.UNKNOWN_PLAYER
    rules = ruleset("ministar-roulette-2018")
    wheel = played(open_table(rules, rules.sign({})), TakeSeat(seat="ann", chips=Cents(1000)), bet("ann", "red"))
    refusal = refused(wheel, off("ann"))
    assert (refusal.reason, refusal.clause) == (Reason.TERMINAL_NEEDED, "7.4.1.1")


@pytest.mark.parametrize("seats", [(), SEATS])
def test_the_machine_names_every_terminal_because_nobody_named_any(seats: tuple[str, ...]) -> None:
    rules = ruleset("aruze-craps-2024")
    table = played(open_table(rules, rules.sign({})), *(TakeSeat(seat=seat, chips=Cents(1000)) for seat in seats))
    table = played(table, OpenBetting(at=1), ReportFault(ground="system-fault", at=2))
    called = call_off(table)
    assert called.terminals == seats
    table, (event,) = done(table, called)
    assert isinstance(event, RoundVoided)
    assert not table.round.fault


def test_a_player_is_told_of_their_own_terminal_only() -> None:
    _, (event,) = done(with_a_point(), off("bob", "cat"))
    assert isinstance(event, TerminalsVoided)
    assert event.seats == ("bob", "cat")
    shares = EVENTS[TerminalsVoided].shares
    assert shares
    common, own = shares(event)
    assert (common.seats, common.decided, common.transfers) == ((), (), ())
    assert {seat: (each.seats, [bet.wager for bet in each.decided]) for seat, each in own.items()} == {
        "bob": (("bob",), ["field", "odds"]),
        "cat": (("cat",), ["field"]),
    }


def test_a_correction_that_changes_who_had_bets_does_not_change_who_played_on() -> None:
    """The earlier round decides whether only the terminal that is called off has bets."""
    table = played(with_a_point(AZ_17="all-bets"))
    rest = (bet("bob", "field"), off("bob"), bet("ann", "field"), fell("1-3"), bet("bob", "field"), fell("5-6"))
    for wrong, right in (("3-4", "1-1"), ("1-1", "3-4")):
        straight = played(table, fell(right), *rest)
        corrected = played(table, fell(wrong), *rest, corrects(2, right))
        assert (corrected.layout, corrected.book, corrected.over) == (straight.layout, straight.book, straight.over)


def test_the_record_of_a_terminal_on_which_the_round_is_void_is_not_settled() -> None:
    wrong = DeclareFault(seat="bob", by=MANAGER, why="wrong-credits")
    record = ConfirmRecord(seat="bob", round=2, bets={"field": Cents(1000)}, by=MANAGER, why="As its record shows.")
    table = played(with_a_point(), wrong, off("bob"))
    for void in (table, played(table, fell("1-3"))):
        assert refused(void, record).reason is Reason.TERMINAL_VOID
        after = played(void, VoidUnconfirmed(seat="bob", round=2, by=MANAGER, why="Nothing confirms them."))
        assert (racks(after)[1], set(after.layout["bob"])) == (9000, {"pass-line"})
