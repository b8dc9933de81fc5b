"""The sizes of the wheel and its ball that MiniStar limits: the operator measures them, and the settings keep them."""

from pathlib import Path

import pytest

from croupier.floor.adopting import adoptable
from croupier.floor.plan_review import warnings
from croupier.floor.settings import settings_of
from croupier.floor.settings_differences import differences, in_words
from floor_files import CRAPS, HEAD, mistakes, plan

WHEEL = '[[tables]]\nname = "wheel"\nruleset = "ministar-roulette-2018"\nsign.minimum = "$1"\ndevice = "connected"\n'
MEASURED = f"{WHEEL}measures = {{ ball = 20.5, housing = 730, insert = 560 }}\n"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("housing = 731", "housing: 731 mm: the diameter of the housing of the wheel is at most 730 mm (2.3.1)"),
        ("insert = 560.5", "insert: 560.5 mm: the diameter of the wheel insert is at most 560 mm (2.3.2)"),
        ("ball = 16.9", "ball: 16.9 mm: the diameter of the ball is at least 17 and at most 23 mm (2.2)"),
        ("ball = 24", "ball: 24 mm: the diameter of the ball is at least 17 and at most 23 mm (2.2)"),
        ("housing = 0", "housing: 0 mm: the diameter of the housing of the wheel is at most 730 mm (2.3.1)"),
        ('housing = "720"', 'housing: "720" is not a number of millimetres'),
        ("housing = nan", "housing: nan is not a number of millimetres"),
        ("housing = true", "housing: true is not a number of millimetres"),
        ("hausing = 720", "hausing: ministar-roulette-2018 limits no such size; did you mean housing?"),
        ("dome = 720", "dome: ministar-roulette-2018 limits no such size; it limits ball, housing and insert"),
    ],
)
def test_2_2_and_2_3_a_size_that_the_document_does_not_allow_is_refused(tmp_path: Path, given: str, sentence: str) -> None:
    (found,) = mistakes(f"{HEAD}{WHEEL}measures = {{ {given} }}\n", tmp_path)
    assert found.endswith(f"table wheel, measures.{sentence}")


def test_a_document_without_limits_has_no_sizes(tmp_path: Path) -> None:
    (found,) = mistakes(f"{HEAD}{CRAPS}measures = {{ ball = 20 }}\n", tmp_path)
    assert found.endswith("measures.ball: star-craps-2016 limits no such size")


def test_2_2_and_2_3_what_was_measured_is_on_record(tmp_path: Path) -> None:
    before, after = (settings_of(plan(HEAD + table, tmp_path)) for table in (WHEEL, MEASURED))
    assert after.tables["wheel"].measures == {"ball": 20.5, "housing": 730.0, "insert": 560.0}
    told = {name: words for table, name, words in in_words(after) if table == "wheel" and name.startswith("measures")}
    assert told == {"measures.ball": "20.5 mm", "measures.housing": "730 mm", "measures.insert": "560 mm"}
    assert "tables.wheel.measures.housing is recorded as nothing, and is 730 mm in the file" in [
        each.sentence for each in differences(before, after) if each.order == "adopt"
    ]
    assert adoptable(before, after) == after, "two people put the size of another wheel on record"


def test_mr_20_a_connected_wheel_that_nobody_has_measured_is_a_warning(tmp_path: Path) -> None:
    unmeasured = [each for each in warnings(plan(HEAD + WHEEL, tmp_path)) if "on record" in each]
    assert len(unmeasured) == 3
    assert unmeasured[1] == (
        "table wheel: it is not on record that the diameter of the housing of the wheel is at most 730 mm (2.3.1); "
        "measure it, and set measures.housing in millimetres"
    )
    assert warnings(plan(HEAD + MEASURED, tmp_path)) == []
    generator = WHEEL.replace("connected", "generator")
    assert warnings(plan(HEAD + generator, tmp_path)) == [], "a generator has no wheel"
