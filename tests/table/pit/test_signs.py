"""Signs that announce a change, and who may be asked to leave under them."""

import msgspec
import pytest

from commanded import a_table, done, refused
from croupier.ledger.accounts import CAGE
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.powers import Act
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Table, open_table
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.money.vacating import SeatOrdered, VacateSeat
from croupier.table.pit.signs import ChangeSign, PostNotice
from croupier.table.rounds.results import EnterOutcome

STAR, SICBO = "star-craps-2016", "star-sicbo-2016"
SUPERVISOR = Person("mia", "casino-supervisor")
MINUTE = 60_000


@pytest.mark.parametrize("name", [STAR, SICBO])
def test_star_7_5_sicbo_4_5_a_sign_announces_one_minimum_and_no_other(name: str) -> None:
    notice = PostNotice(
        act=Act.CHANGE_SIGN, takes_effect=20 * MINUTE, values={"minimum": 1000}, by=SUPERVISOR, why="It is lively."
    )
    table, _ = done(a_table(name, minimum=500), notice)

    def raised(minimum: int, at: int = 20 * MINUTE) -> ChangeSign:
        return ChangeSign(values={"minimum": minimum}, by=SUPERVISOR, why="It is lively.", at=at)

    for other in (501, 800, 999, 1001, 2000):
        assert refused(table, raised(other)).reason is Reason.NOTICE_NEEDED
    assert refused(table, raised(1000, at=20 * MINUTE - 1)).reason is Reason.TOO_SOON
    assert done(table, raised(1000))[0].sign.minimum == 1000


@pytest.mark.parametrize("name", [STAR, SICBO])
def test_star_7_5_sicbo_4_5_a_sign_hangs_for_twenty_minutes(name: str) -> None:
    def notice(after: int) -> PostNotice:
        return PostNotice(
            act=Act.CHANGE_SIGN, takes_effect=after, values={"minimum": 1000}, by=SUPERVISOR, why="It is lively.", at=MINUTE
        )

    assert refused(a_table(name), notice(21 * MINUTE - 1)).reason is Reason.TOO_SOON
    done(a_table(name), notice(21 * MINUTE))


@pytest.mark.parametrize(("name", "after"), [(STAR, 21 * MINUTE), (SICBO, 21 * MINUTE)])
def test_star_7_5_sicbo_4_5_a_sign_takes_effect_at_the_earliest_time_if_it_names_none(name: str, after: int) -> None:
    notice = PostNotice(act=Act.CHANGE_SIGN, values={"minimum": 1000}, by=SUPERVISOR, why="It is lively.", at=MINUTE)
    table, _ = done(a_table(name), notice)
    assert [each.takes_effect for each in table.desk.posted.values()] == [after]


def abstaining(seats: int, *players: str) -> Table:
    """Carl plays three rounds; the others do not."""
    rules = a_table(STAR).rules
    table, _ = done(open_table(rules, rules.sign({}), seats), *(TakeSeat(seat=each, chips=Cents(9000)) for each in players))
    return carl_plays(table, rounds=3)


def carl_plays(table: Table, *, rounds: int) -> Table:
    for _ in range(rounds):
        bet = PlaceBet(seat="carl", wager="field", stake=Cents(500))
        table, _ = done(table, bet, EnterOutcome(outcome=OutcomeName("3-4")))
    return table


def test_9_9_rounds_count_as_abstained_only_while_every_place_is_taken() -> None:
    order = VacateSeat(seat="ann", by=SUPERVISOR, why="Somebody waits.")
    free, _ = done(abstaining(3, "ann", "carl"), TakeSeat(seat="dora", chips=Cents(9000)))
    assert free.is_full
    assert refused(free, order).reason is Reason.NOT_IDLE
    _, (ordered, left) = done(abstaining(2, "ann", "carl"), order)
    assert isinstance(ordered, SeatOrdered)
    assert getattr(left, "amount", None) == 9000
    live = msgspec.structs.replace(abstaining(2, "ann", "carl"), states_tender=True)
    assert done(live, order)[0].book.balance(CAGE) == 9000  # the player takes the chips along
    emptier, _ = done(abstaining(2, "ann", "carl"), LeaveSeat(seat="carl"))
    assert refused(emptier, order).reason is Reason.NOT_IDLE
    playing = VacateSeat(seat="carl", by=SUPERVISOR, why="Somebody waits.")
    assert refused(abstaining(2, "ann", "carl"), playing).reason is Reason.NOT_IDLE


def test_9_9_whoever_comes_back_has_abstained_from_nothing() -> None:
    order = VacateSeat(seat="ann", by=SUPERVISOR, why="Somebody waits.")
    table, _ = done(abstaining(2, "ann", "carl"), LeaveSeat(seat="ann"), TakeSeat(seat="ann", chips=Cents(9000)))
    for rounds in (0, 1, 2):
        assert refused(carl_plays(table, rounds=rounds), order).reason is Reason.NOT_IDLE
    done(carl_plays(table, rounds=3), order)
