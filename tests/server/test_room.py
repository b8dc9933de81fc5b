"""What the room is shown beside results: announced changes, the run in progress, and players' own limits."""

import pytest

from commanded import a_table, done
from croupier.floor.timetable import Timed
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.powers import Act
from croupier.server.room import Announced, RunPays, announced, runs, shown_limits
from croupier.server.signs import OwnLimits
from croupier.server.staff_pit import Beside
from croupier.server.staff_views import ViewKind, staff_view
from croupier.server.views import shared_view
from croupier.table.authority.crew import RelieveDealer
from croupier.table.core.apply import apply
from croupier.table.core.person import Person
from croupier.table.core.state import Table
from croupier.table.money.seats import TakeSeat
from croupier.table.pit.days import AnnounceClose, CloseTable, OpenDay
from croupier.table.pit.ending_wagers import EndWager
from croupier.table.pit.limits import SetPlayerLimits
from croupier.table.pit.signs import PostNotice
from croupier.table.rounds.display import ReportDisplay, is_disregarded
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.void_settlement import RoundVoided

STAR, SICBO = "star-craps-2016", "star-sicbo-2016"
NOW, MINUTE = 1_800_000_000_000, 60_000
SUE = Person("Sue", "casino-supervisor")


def after(table: Table, *outcomes: str) -> Table:
    return done(table, *(EnterOutcome(outcome=OutcomeName(each)) for each in outcomes))[0]


def test_4_5_and_9_8_announced_changes_run_their_time_the_next_one_first() -> None:
    closing = PostNotice(act=Act.CLOSE_TABLE, takes_effect=NOW + 60 * MINUTE, by=SUE, why="Closing time.", at=NOW)
    rise = PostNotice(
        act=Act.CHANGE_SIGN, takes_effect=NOW + 20 * MINUTE, values={"minimum": 1000}, by=SUE, why="Busy.", at=NOW
    )
    ends = PostNotice(act=Act.END_WAGER, takes_effect=NOW + 30 * MINUTE, wager="super-streak", by=SUE, why="Late.", at=NOW)
    table, _ = done(a_table(SICBO, minimum=500), closing, rise, ends)
    assert announced(table) == (
        Announced("minimum $10.00", NOW, NOW + 20 * MINUTE),
        Announced("Super Streak ends", NOW, NOW + 30 * MINUTE),
        Announced("The table closes", NOW, NOW + 60 * MINUTE),
    )


@pytest.mark.parametrize(
    ("outcomes", "side", "length", "is_open"),
    [
        ((), "", None, False),
        (("1-2-3",), "small", 0, True),
        (("1-2-3", "1-2-4"), "small", 1, False),
        (("1-2-3", "1-2-4", "2-2-2", "1-2-5"), "small", 2, False),
        (("1-2-3", "1-2-4", "4-5-6"), "big", 0, True),
        (("1-2-3", *("1-2-4",) * 11), "small", 11, False),
        (("1-2-3", *("1-2-4",) * 12), "small", None, False),
        (("4-5-6", *("1-2-4",) * 25), "small", None, False),
    ],
)
def test_6_1_the_screen_counts_the_run_as_a_bet_on_it_does(
    outcomes: tuple[str, ...],
    side: str,
    length: int | None,
    is_open: bool,  # noqa: FBT001
) -> None:
    small_or_big, _ = runs(after(a_table(SICBO), *outcomes))
    assert (small_or_big.side, small_or_big.length, small_or_big.open) == (side, length, is_open)


def test_6_6_a_run_is_shown_to_its_end_after_the_wager_has_ended() -> None:
    table = after(a_table(SICBO), "1-2-3")
    ends = PostNotice(act=Act.END_WAGER, takes_effect=NOW + 20 * MINUTE, wager="super-streak", by=SUE, why="Late.", at=NOW)
    table, _ = done(table, ends)
    assert [(each.side, each.length, each.open) for each in runs(table)] == [("small", 0, True), ("even", 0, True)]
    ended, _ = done(table, EndWager(wager="super-streak", by=SUE, why="Late.", at=NOW + 20 * MINUTE))
    assert [(each.side, each.length, each.open) for each in runs(ended)] == [("small", 0, False), ("even", 0, False)]


def test_7_2_the_screen_shows_what_a_run_pays() -> None:
    for each in runs(a_table(SICBO)):
        assert each.title.startswith("Super Streak")
        assert [pays.length for pays in each.pays] == list(range(4, 13))
        assert (each.pays[0], each.pays[-1]) == (RunPays(4, "6 to 1"), RunPays(12, "500 to 1"))
    assert runs(a_table(STAR)) == ()


def test_a_run_does_not_go_on_over_night() -> None:
    table = after(a_table(SICBO), "1-2-3", "1-2-4")
    table, _ = done(table, AnnounceClose(by=SUE, why="Night."), CloseTable(by=SUE, why="Night."), OpenDay(day="2", by=SUE))
    assert [(each.side, each.length) for each in runs(table)] == [("", None), ("", None)]
    small_or_big, odd_or_even = runs(after(table, "1-2-4"))
    assert (small_or_big.side, small_or_big.length) == ("small", 0)
    assert (odd_or_even.side, odd_or_even.length) == ("odd", 0)


@pytest.mark.parametrize("name", [STAR, SICBO])
def test_star_7_6_sicbo_4_6_a_players_own_limits_are_shown(name: str) -> None:
    own = SetPlayerLimits(seat="ann", minimum=Cents(10_000), maximum=Cents(100_000), by=SUE, why="A known player.")
    table, _ = done(a_table(name, minimum=500, maximum=50_000), TakeSeat(seat="ann", chips=Cents(0)), own)
    assert shown_limits(table) == {"ann": OwnLimits(10_000, 100_000)}
    room, pit = (staff_view("table", table, kind, Timed(), 0, Beside()) for kind in (ViewKind.PUBLIC, ViewKind.PIT))
    assert room.limits_shown == {"place 1": OwnLimits(10_000, 100_000)}, "anybody may look, and sees no name"
    assert pit.limits_shown == shown_limits(table)


def test_the_room_sees_of_a_dealer_what_a_badge_has() -> None:
    table, _ = done(a_table(STAR, minimum=500), RelieveDealer(by=Person("Dora Lee", "dealer")))
    room, pit = (staff_view("table", table, kind, Timed(), 0, Beside()) for kind in (ViewKind.PUBLIC, ViewKind.PIT))
    assert (room.crew.dealer, pit.crew.dealer) == (Person("Dora", "dealer"), Person("Dora Lee", "dealer"))
    assert shared_view(table, Timed(), ()).dealer == "Dora"


def test_8_9_a_display_that_was_reported_is_disregarded_until_another_result_counts() -> None:
    table = after(a_table(SICBO, minimum=500), "1-2-3")
    assert not is_disregarded(table)
    table, _ = done(table, ReportDisplay(shows="1-2-4", by=SUE))
    table = apply(table, RoundVoided(decided=(), transfers=()))
    assert is_disregarded(table), "a void round brings no other result"
    assert not is_disregarded(after(table, "1-2-3"))
