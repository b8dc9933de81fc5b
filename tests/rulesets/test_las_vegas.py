"""The rule set of the how-to: it is what the page shows, its edges are those that are known, and it can be played."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

import croupier
from las_vegas import RULESET

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "how-to" / "add-a-rule-set.md"
MODULES = sorted((ROOT / "examples" / "las_vegas").glob("*.py"))

vegas = croupier.rules(RULESET)

ROLLS = [sum(dice) for dice in product(range(1, 7), repeat=2)]
HORN = {2: 30, 3: 15, 11: 15, 12: 30}
WAYS = {total: ROLLS.count(total) for total in range(2, 13)}


def one_roll(pays: Mapping[int, int]) -> Fraction:
    """The edge of a bet that the next roll decides, by counting all 36."""
    return -Fraction(sum(pays.get(total, -1) for total in ROLLS), 36)


def before_seven(total: int, pays: Fraction) -> Fraction:
    """The edge of a number that has to come before a 7."""
    wins = Fraction(WAYS[total], WAYS[total] + 6)
    return 1 - wins * (1 + pays)


def hard(total: int, pays: int) -> Fraction:
    """The edge of a hardway: one roll of 36 wins, the easy ones and the sevens lose."""
    decided = 1 + (WAYS[total] - 1) + 6
    return 1 - Fraction(1 + pays, decided)


def points() -> Fraction:
    """What the right side wins on points: each must come back before a 7."""
    return sum((Fraction(WAYS[n], 36) * Fraction(WAYS[n] - 6, WAYS[n] + 6) for n in (4, 5, 6, 8, 9, 10)), Fraction(0))


def right_side() -> Fraction:
    """The edge of the line: 7 and 11 win, craps lose."""
    return -(Fraction(WAYS[7] + WAYS[11] - WAYS[2] - WAYS[3] - WAYS[12], 36) + points())


def wrong_side() -> Fraction:
    """The edge of the other side of the line, with 12 barred."""
    return -(Fraction(WAYS[2] + WAYS[3] - WAYS[7] - WAYS[11], 36) - points())


EDGES: dict[str, Callable[[], Fraction]] = {
    "pass-line": right_side,
    "come": right_side,
    "dont-pass": wrong_side,
    "dont-come": wrong_side,
    "place:6": lambda: before_seven(6, Fraction(7, 6)),
    "place:5": lambda: before_seven(5, Fraction(7, 5)),
    "place:4": lambda: before_seven(4, Fraction(9, 5)),
    "buy:4": lambda: before_seven(4, Fraction(2)) + Fraction(5, 100),
    "lay:4": lambda: Fraction(5, 100) / 2,
    "come-odds:9": lambda: before_seven(9, Fraction(3, 2)),
    "hardway:6": lambda: hard(6, 9),
    "hardway:4": lambda: hard(4, 7),
    "field": lambda: one_roll({2: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1, 12: 3}),
    "any-seven": lambda: one_roll({7: 4}),
    "any-craps": lambda: one_roll(dict.fromkeys((2, 3, 12), 7)),
    "eleven": lambda: one_roll({11: 15}),
    "craps-twelve": lambda: one_roll({12: 30}),
    "horn": lambda: sum((one_roll({total: pays}) for total, pays in HORN.items()), Fraction(0)) / 4,
    "horn-high:12": lambda: sum((one_roll({total: pays}) for total, pays in (*HORN.items(), (12, 30))), Fraction(0)) / 5,
    "hop:1-2": lambda: 1 - Fraction(2, 36) * 16,
    "hop:3-3": lambda: 1 - Fraction(1, 36) * 31,
}


@pytest.mark.parametrize("wager", EDGES)
def test_an_edge_is_that_which_is_known_of_the_game(wager: str) -> None:
    assert vegas.edge(wager) == EDGES[wager]()


def test_the_edges_that_everybody_quotes() -> None:
    quoted = {
        "dont-pass": "1.364",
        "place:6": "1.515",
        "place:5": "4.000",
        "hard 6": "9.091",
        "hard 4": "11.111",
        "field": "2.778",
    }
    quoted |= {"pass": "1.414", "any-seven": "16.667", "horn": "12.500", "hop 1-2": "11.111", "hop 3-3": "13.889"}
    assert {wager: f"{100 * float(vegas.edge(wager)):.3f}" for wager in quoted} == quoted
    assert vegas.but("hop-easy=14 to 1").edge("hop 1-2") == Fraction(1, 6)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_module_is_what_the_page_shows(path: Path) -> None:
    blocks: list[str] = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert path.read_text() in blocks, f"{path.name}: copy it to {PAGE.name}"


def test_it_is_played_by_its_own_names() -> None:
    table = vegas.table(minimum=500)
    table.play("ann bets $10 on pass -> placed", "roll 5-5 -> the point is 10", "ann bets $30 on odds -> placed")
    again = vegas.table_at(table.position)
    again.play("roll 4-6 -> come-out, pass-line wins $10.00, pass-odds wins $60.00", "ann has $1,070.00")
    with pytest.raises(croupier.UnknownNameError, match=r"las-vegas-craps has no wager 'fied'; did you mean field?"):
        vegas.edge("fied")
