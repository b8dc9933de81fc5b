"""Every wager lies once on each shape of the felt, in reach of a finger, and says what it pays."""

from dataclasses import replace
from itertools import combinations

import pytest

from croupier.catalogue import names, ruleset
from croupier.rules.felt import complete_felt
from croupier.rules.layout import Screen, Spot

LAID_OUT = names()
SIC_BO = "star-sicbo-2016"
OPTIONAL = ("odd", "even", "four-numbers", "super-streak")
SHAPES = ("screens", "tall")
FINGER = {"screens": 44, "tall": 44 / 0.9}
"""In units. On the smallest phone, a unit of a tall screen is 0.9 px."""
on_both_shapes = pytest.mark.parametrize("shape", SHAPES)


def screens_of(name: str, shape: str = "screens") -> list[Screen]:
    return list(getattr(complete_felt(ruleset(name)), shape))


def spots_of(name: str, shape: str = "screens") -> list[Spot]:
    return [spot for screen in screens_of(name, shape) for spot in screen.spots]


def spot_of(name: str, id: str) -> Spot:
    return next(spot for spot in spots_of(name) if spot.id == id)


@on_both_shapes
@pytest.mark.parametrize("name", LAID_OUT)
def test_every_wager_lies_on_the_felt_exactly_once(name: str, shape: str) -> None:
    assert sorted(spot.id for spot in spots_of(name, shape)) == sorted(ruleset(name).addresses)


@on_both_shapes
@pytest.mark.parametrize("name", LAID_OUT)
def test_every_spot_lies_within_its_screen_and_its_chip_within_the_spot(name: str, shape: str) -> None:
    for screen in screens_of(name, shape):
        assert screen.width == (400 if shape == "tall" else 1000)
        for spot in screen.spots:
            box = spot.box
            assert box.x >= 0, spot.id
            assert box.y >= 0, spot.id
            assert box.x + box.w <= screen.width, spot.id
            assert box.y + box.h <= screen.height, spot.id
            assert box.x <= spot.chip[0] <= box.x + box.w, spot.id
            assert box.y <= spot.chip[1] <= box.y + box.h, spot.id


@on_both_shapes
@pytest.mark.parametrize("name", LAID_OUT)
def test_every_spot_but_the_lines_of_roulette_is_as_large_as_a_finger(name: str, shape: str) -> None:
    large = FINGER[shape]
    small = [spot.id for spot in spots_of(name, shape) if spot.look != "zone" and min(spot.box.w, spot.box.h) < large]
    assert not small


@on_both_shapes
@pytest.mark.parametrize("name", LAID_OUT)
def test_no_spot_lies_over_another_but_on_the_lines_of_roulette(name: str, shape: str) -> None:
    for screen in screens_of(name, shape):
        solid = [spot for spot in screen.spots if spot.look != "zone" and not spot.outline]
        zones = [spot for spot in screen.spots if spot.look == "zone"]
        for spots in (solid, zones):
            for one, other in combinations(spots, 2):
                assert not overlap(one, other), f"{one.id} and {other.id}"


@pytest.mark.parametrize("name", LAID_OUT)
def test_both_shapes_say_the_same_of_a_wager(name: str) -> None:
    def said(spot: Spot) -> object:
        return spot.title, spot.odds, spot.help, spot.taps, spot.units, spot.waits_for, spot.opens_at

    wide, tall = ({spot.id: said(spot) for spot in spots_of(name, shape)} for shape in SHAPES)
    assert wide == tall


@pytest.mark.parametrize("count", range(len(OPTIONAL) + 1))
def test_3_2_what_a_sic_bo_table_does_not_offer_is_not_drawn_and_the_others_take_its_room(count: int) -> None:
    for left_out in combinations(OPTIONAL, count):
        rules = ruleset(SIC_BO)
        rules = replace(rules, offers=[offer for offer in rules.offers if offer.kind not in left_out], readings=())
        (screen,) = complete_felt(rules).screens
        assert sorted(spot.id for spot in screen.spots) == sorted(rules.addresses), left_out
        assert not any(overlap(*pair) for pair in combinations(screen.spots, 2)), left_out
        covered = sum(spot.box.w * spot.box.h for spot in screen.spots)
        assert covered > 0.9 * screen.width * screen.height, left_out
        assert any(mark.puck for mark in screen.marks) == ("super-streak" not in left_out)


def test_7_2_a_super_streak_prints_what_a_run_pays() -> None:
    (screen,) = screens_of(SIC_BO)
    area = spot_of(SIC_BO, "super-streak:odd-even").box
    printed = [mark for mark in screen.marks if mark.kind == "text" and mark.box.x > area.x and mark.box.y > area.y]
    rows = {y: [mark.text for mark in printed if mark.box.y == y] for y in sorted({mark.box.y for mark in printed})}
    assert list(rows.values()) == [
        ["ODD", "EVEN"],
        ["IN A ROW", "4", "5", "6", "7", "8", "9", "10", "11", "12"],
        ["PAYS, TO 1", "6", "10", "15", "20", "35", "50", "75", "100", "500"],
    ]


def test_a_spot_knows_when_it_may_be_bet() -> None:
    streak = spot_of(SIC_BO, "super-streak:small-big")
    assert (streak.waits_for, streak.opens_at) == ("small-big", ("big opened", "small opened"))
    assert spot_of(SIC_BO, "small").waits_for == ""


def test_dice_are_pictured_on_a_sic_bo_table() -> None:
    pictured = {id: spot_of(SIC_BO, id).dice for id in ("single:4", "double:5", "triple:2", "combination:1-6")}
    assert pictured == {"single:4": (4,), "double:5": (5, 5), "triple:2": (2, 2, 2), "combination:1-6": (1, 6)}


def overlap(one: Spot, other: Spot) -> bool:
    a, b = one.box.inset(0.01), other.box.inset(0.01)
    return a.x < b.x + b.w and b.x < a.x + a.w and a.y < b.y + b.h and b.y < a.y + a.h


@pytest.mark.parametrize("name", LAID_OUT)
def test_a_spot_tells_its_odds_and_its_clause(name: str) -> None:
    for spot in spots_of(name):
        assert " to " in spot.odds, spot.id
        assert f"({ruleset(name).addresses[spot.id].offer.clause})" in spot.help, spot.id


@on_both_shapes
@pytest.mark.parametrize("name", [name for name in LAID_OUT if ruleset(name).pucks])
def test_the_puck_has_a_place_in_each_of_its_states(name: str, shape: str) -> None:
    marks = [mark for screen in screens_of(name, shape) for mark in screen.marks if mark.kind == "puck"]
    assert list(dict.fromkeys((mark.puck, mark.state) for mark in marks)) == [
        (id, state) for id, puck in ruleset(name).pucks.items() for state in puck.states
    ]


def test_a_spot_explains_itself_in_the_words_of_its_machine() -> None:
    assert spot_of("aruze-craps-2024", "field").help == (
        "Field (3.9.16). The next roll decides it: it wins at 1 to 1 on a 3, 4, 9, 10 or 11 and at 2 to 1 on a 2 or 12, and "
        "loses on anything else."
    )
    assert spot_of("aruze-craps-2024", "lay:4").help == (
        "Lay 4 (3.9.15). It wins at 1 to 2 if a 7 comes before a 4, and loses if the 4 comes first. No other roll touches it. "
        "Commission 5% of the win."
    )
    assert spot_of("star-craps-2016", "place-win:6").help.endswith("Off on a come-out roll unless you call it on.")
    assert spot_of("ministar-roulette-2018", "split:6-9").help == (
        "Split 6-9 (3.9.1.2). The next spin decides it: it wins at 17 to 1 on 6 or 9, and loses on anything else."
    )


def test_the_barred_craps_is_pictured() -> None:
    assert spot_of("star-craps-2016", "dont-win").dice == (1, 1)
    assert spot_of("adelaide-craps-2003", "dont-pass").dice == (6, 6)


def test_the_wagers_on_a_number_stand_in_columns_and_each_shows_its_number_on_a_tall_craps_table() -> None:
    """The screen scrolls on a phone, so a number over each column could be out of sight."""
    numbers = next(screen for screen in screens_of("star-craps-2016", "tall") if screen.name == "numbers")
    columns: dict[str, set[float]] = {}
    for spot in numbers.spots:
        assert spot.label == spot.id.partition(":")[2]
        columns.setdefault(spot.label, set()).add(spot.box.x)
    assert list(columns) == ["4", "5", "6", "8", "9", "10"]
    assert [len(column) for column in columns.values()] == [1] * 6
    headings = [mark.text for mark in numbers.marks if mark.kind == "text"]
    assert "PLACE BET TO LOSE" in headings


def test_a_narrow_spot_bears_the_name_its_document_gives_the_family() -> None:
    assert spot_of("star-craps-2016", "lay:4").label == "LAY"
    assert spot_of("adelaide-craps-2003", "buy-lose:4").label == "BUY\nLOSE"
    assert spot_of("adelaide-craps-2003", "buy-win:4").label == "BUY\nWIN"


def test_a_spot_with_the_puck_or_chips_beside_its_name_does_not_print_that_it_is_a_bet() -> None:
    ids = ("pass", "dont-pass", "come", "dont-come", "field")
    assert [spot_of("adelaide-craps-2003", id).label for id in ids] == ["PASS", "DON'T PASS", "COME", "DON'T COME", "FIELD"]
    assert spot_of("adelaide-craps-2003", "field").title == "Field Bet"


def test_a_travelled_bet_is_tapped_only_where_it_may_grow() -> None:
    assert spot_of("aruze-craps-2024", "come:6").taps
    assert not spot_of("aruze-craps-2024", "dont-come:6").taps
    assert not spot_of("star-craps-2016", "come:6").taps


def test_a_touch_puts_a_chip_on_every_piece_where_limits_are_held_against_pieces() -> None:
    assert spot_of("ministar-roulette-2018", "neighbours:0").units == 5
    assert spot_of("aruze-craps-2024", "horn").units == 1


def test_a_name_with_a_hyphen_is_broken_there_or_not_at_all() -> None:
    labels = [spot.label for shape in SHAPES for spot in spots_of("star-craps-2016", shape)]
    assert [label for label in labels if "CRAP-" in label] == ["CRAP-\nELEVEN", "CRAP-ELEVEN"]
