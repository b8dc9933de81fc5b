"""A wager that its game does not draw lies in a tray along the edge of the felt."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Any

import msgspec
import pytest

from croupier.catalogue import names, ruleset
from croupier.games.craps.dice import POINT_ON
from croupier.games.craps.wagers import line, one_roll, to_its_number, to_win
from croupier.games.sicbo.dice import ANY_TRIPLE
from croupier.games.sicbo.wagers import any_of
from croupier.rules.error import RuleError
from croupier.rules.felt import complete_felt
from croupier.rules.layout import Felt, Screen
from croupier.rules.odds import odds
from croupier.rules.offer import Offer
from croupier.rules.ruleset import Ruleset
from croupier.server.felts import felt_of
from croupier.table.core.state import open_table
from trays import LOW, WINS_AND_PUSHES, drawn, low, tray, with_low

CRAPS, SIC_BO, ROULETTE = WINS_AND_PUSHES
EVEN_MONEY = odds("1 to 1")
FINGER = 44


def adding(name: str, *offers: Offer) -> Ruleset:
    rules = drawn(name)
    return replace(rules, offers=[*rules.offers, *offers])


def every_spot_has_room(screen: Screen) -> bool:
    solid = [spot.box.inset(0.01) for spot in screen.spots if spot.look != "zone" and not spot.outline]
    apart = all(
        one.x + one.w <= other.x or other.x + other.w <= one.x or one.y + one.h <= other.y or other.y + other.h <= one.y
        for one, other in combinations(solid, 2)
    )
    inside = all(box.x >= 0 and box.x + box.w <= screen.width and box.y + box.h <= screen.height for box in solid)
    return apart and inside and all(min(box.w, box.h) >= FINGER - 0.1 for box in solid)


@pytest.mark.parametrize("name", WINS_AND_PUSHES)
def test_a_new_wager_reaches_the_terminal_in_the_tray(name: str) -> None:
    rules = with_low(name)
    table = open_table(rules, rules.sign({"minimum": 100, "maximum": 50_000}))
    sent: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(felt_of(name, table)))
    (spot,) = [spot for screen in sent["felt"]["screens"] for spot in screen["spots"] if spot["look"] == "tray"]
    assert (spot["id"], spot["label"], spot["odds"], spot["taps"]) == (LOW, "TEST LOW", "1 to 1", True)
    assert spot["help"].startswith("Test Low (test). The next ")
    assert "it wins at 1 to 1 on" in spot["help"]


@pytest.mark.parametrize("name", WINS_AND_PUSHES)
@pytest.mark.parametrize("count", [1, 3, 8, 9, 20])
def test_a_tray_grows_by_rows_and_leaves_the_drawn_spots_where_they_were(name: str, count: int) -> None:
    felt, before = complete_felt(with_low(name, count=count)), complete_felt(drawn(name))
    assert len(tray(felt)) == count
    for screens, as_before in ((felt.screens, before.screens), (felt.tall, before.tall)):
        assert all(every_spot_has_room(screen) for screen in screens)
        assert screens[1:] == as_before[1:]
        assert screens[0].spots[: len(as_before[0].spots)] == as_before[0].spots
        assert screens[0].height > as_before[0].height


@pytest.mark.parametrize("name", names())
def test_where_every_wager_is_drawn_there_is_no_tray(name: str) -> None:
    felt = complete_felt(drawn(name))
    assert tray(felt) == []
    assert all(screen.height == 540 for screen in felt.screens)


def test_a_wager_that_is_left_out_again_leaves_no_tray_behind() -> None:
    rules = adding(SIC_BO, replace(low(SIC_BO), optional=True))
    assert len(tray(complete_felt(rules))) == 1
    assert complete_felt(rules.without([LOW])) == complete_felt(drawn(SIC_BO))


def test_a_place_on_the_layout_stays_with_the_wager_that_was_there_first() -> None:
    rules = adding(
        CRAPS,
        Offer("test", "other-line", line("Other Line", EVEN_MONEY)),
        Offer("test", "big-9", to_win("Big 9", 9, EVEN_MONEY)),
    )
    assert [spot.id for spot in tray(complete_felt(rules))] == ["other-line", "big-9"]


def test_one_roll_bets_fill_the_middle_of_a_craps_table_and_then_the_tray() -> None:
    extra = [Offer("test", f"extra-{n}", one_roll(f"Extra {n}", {(2, 5): EVEN_MONEY})) for n in range(10)]
    for name in (name for name in names() if ruleset(name).game.title == "Craps"):
        felt = complete_felt(adding(name, *extra))
        assert 0 < len(tray(felt)) < len(extra), name
        assert every_spot_has_room(felt.screens[0]), name


def test_a_bet_that_travels_has_a_spot_in_the_tray_for_each_place() -> None:
    second = Offer("test", "come-again", line("Come Again", EVEN_MONEY), placed=POINT_ON, travels=to_its_number("come-again"))
    spots = {spot.id: spot for spot in tray(complete_felt(adding(CRAPS, second)))}
    assert list(spots) == ["come-again", *to_its_number("come-again").values()]
    assert spots["come-again:6"].label == "COME AGAIN,\nPOINT 6"
    assert spots["come-again"].waits_for == "puck"


@pytest.mark.parametrize(
    ("name", "id"),
    [
        (ROULETTE, "straight:99"),
        (ROULETTE, "red:2"),
        (ROULETTE, "final:all"),
        (SIC_BO, "four-numbers:odd"),
        (SIC_BO, "triple:7"),
    ],
)
def test_a_wager_of_a_known_family_with_an_unknown_key_lies_in_the_tray(name: str, id: str) -> None:
    assert [spot.id for spot in tray(complete_felt(adding(name, low(name, id))))] == [id]


def test_a_game_without_a_drawing_is_all_tray() -> None:
    rules = ruleset(SIC_BO)
    bare = replace(rules, game=replace(rules.game, felt=None))
    felt = complete_felt(bare)
    for screens in (felt.screens, felt.tall):
        (screen,) = screens
        assert [spot.id for spot in screen.spots] == list(rules.addresses)
        assert every_spot_has_room(screen)
    few = replace(bare, offers=[Offer("test", "any", any_of("Any Triple", ANY_TRIPLE, EVEN_MONEY))], readings=[])
    assert every_spot_has_room(complete_felt(few).screens[0])


@pytest.mark.parametrize("name", WINS_AND_PUSHES)
def test_a_game_that_draws_none_of_the_wagers_is_all_tray_too(name: str) -> None:
    (screen,) = complete_felt(replace(drawn(name), offers=[low(name)], readings=[])).screens
    assert [spot.id for spot in screen.spots] == [LOW]
    assert every_spot_has_room(screen)


@pytest.mark.parametrize("name", names())
def test_how_a_felt_is_drawn_does_not_change_the_fingerprint(name: str) -> None:
    rules = ruleset(name)
    assert rules.game.felt
    assert replace(rules, game=replace(rules.game, felt=None, wheel=(1, 2, 3))).fingerprint == rules.fingerprint


def test_a_game_that_draws_no_tall_felt_gets_a_tall_tray() -> None:
    rules = ruleset(SIC_BO)
    wide = complete_felt(rules).screens
    felt = complete_felt(replace(rules, game=replace(rules.game, felt=always(Felt(wide)))))
    (screen,) = felt.tall
    assert felt.screens == wide
    assert screen.width == 400
    assert sorted(spot.id for spot in screen.spots) == sorted(rules.addresses)
    assert every_spot_has_room(screen)


def test_a_game_that_draws_a_wager_twice_or_one_that_is_not_offered_is_named() -> None:
    rules = ruleset(CRAPS)
    (screen,) = complete_felt(rules).screens
    first = screen.spots[0]
    for spots, words in (([first, first], "more than one place"), ([replace(first, id="stranger")], "is not offered")):
        drawn_wrong = [replace(screen, spots=spots)]
        for felt in (Felt(drawn_wrong), Felt([screen], drawn_wrong)):
            with pytest.raises(RuleError, match=words):
                complete_felt(replace(rules, game=replace(rules.game, felt=always(felt))))


def always(felt: Felt) -> Callable[[Ruleset], Felt]:
    return lambda _: felt
