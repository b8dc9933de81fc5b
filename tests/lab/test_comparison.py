"""Two variants compared."""

import json
from fractions import Fraction
from typing import Any

import pytest

from command import croupier
from croupier.catalogue import names, ruleset
from croupier.lab.comparison import pairs
from croupier.lab.variant import Variant
from croupier.rules.outcomes import listed
from section_a import ADELAIDE, ARUZE, SICBO, STAR

UNKNOWN = f"there is no rule set 'star-craps'; there are {listed(names(), 'and')}; did you mean {STAR}?"


def matched(here: str, there: str) -> dict[str | None, str | None]:
    found = pairs(Variant(ruleset(here)), Variant(ruleset(there)))
    return {one and one.offer.id: other and other.offer.id for one, other in found if one}


def test_wagers_are_matched_by_their_machine_whatever_their_name() -> None:
    found = matched(STAR, ARUZE)
    assert found["win-line"] == "pass-line"
    assert found["dont-win"] == "dont-pass-line"  # bars another number with the same probability
    assert found["come"] == "come"
    assert found["behind-win-line"] == "odds"
    assert found["behind-come:6"] == "come-odds:6"
    assert found["place-win:6"] == "place:6"
    assert found["eleven"] == "e"
    assert found["craps-two"] == "hop:1-1"
    assert found["crap-eleven"] == "c-and-e"
    assert found["horn-high:2"] is None


def test_the_two_tables_differ_in_what_they_pay() -> None:
    found = matched(STAR, ADELAIDE)
    assert (found["win-line"], found["buy:4"], found["lay:4"]) == ("pass", "buy-win:4", "buy-lose:4")
    assert (found["behind-dont-win"], found["crap-eleven"]) == ("dont-pass-odds", "craps-eleven")
    assert [wager for wager, other in found.items() if other is None] == [f"horn-high:{n}" for n in (2, 3, 11, 12)]


def compared(*words: str) -> Any:
    ran = croupier("parsheet", *words, "--format", "json")
    assert (ran.returncode, ran.stderr) == (0, "")
    return json.loads(ran.stdout)


def test_two_documents() -> None:
    found = compared("--compare", STAR, ADELAIDE)
    hard = next(line for line in found["wagers"] if line["wager_here"] == "hardway:4")
    assert (hard["house_edge_here"], hard["house_edge_there"], hard["difference"]) == ("1/18", "1/9", "1/18")
    assert found["here"]["fingerprint"] == ruleset(STAR).fingerprint


def test_two_readings_of_one() -> None:
    for words in ((SICBO, "--compare", SICBO, "SB-01=as-printed"), ("--compare", SICBO, f"{SICBO}+SB-01=as-printed")):
        found = compared(*words)
        differ = {line["wager_here"]: line["difference"] for line in found["wagers"] if line["difference"] != "0"}
        assert differ == {"even": str(Fraction(29, 108) - Fraction(1, 36))}


def test_other_odds() -> None:
    found = compared("--compare", STAR, f"{STAR}+place-win-6=6 to 5", "--wager", "place-win:6")
    (line,) = found["wagers"]
    assert (line["house_edge_there"], line["difference"]) == ("0", "-1/66")
    assert found["there"]["what_if"] == {"8.1:place-win-6": "6 to 5"}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["--compare", STAR, SICBO],
            f"{STAR} plays with two dice, {SICBO} with three dice; only rule sets of one game can be compared",
        ),
        (["--compare", "SB-01=x", SICBO], "'SB-01=x' does not name a rule set; write for example star-craps-2016+SB-01=x"),
        (["--compare", STAR, "star-craps"], UNKNOWN),
        (["--compare", STAR, f"{STAR}+SC-12"], "'SC-12' is not valid; choose a reading with ID=VALUE, such as AB-01=value"),
        (["--compare", STAR, f"{STAR}+hard-4"], "'hard-4' is not valid; change odds with ROW=ODDS, such as ROW=\"8 to 1\""),
        (
            ["--compare", SICBO, f"{SICBO}+SB-99=x"],
            f"SB-99 is no reading of {SICBO}; those that can be chosen are SB-01, SB-04, SB-05 and SB-18",
        ),
        (["--compare", STAR, ARUZE, "--wager", "fied"], f"{STAR} has no wager 'fied'; did you mean field?"),
        (
            ["--compare", STAR, ARUZE, "--breakage"],
            "--compare works only with --wager and --format; add readings and odds after a +, such as RULESET+ID=VALUE",
        ),
    ],
)
def test_invalid_options_are_refused_in_one_sentence(words: list[str], sentence: str) -> None:
    ran = croupier("parsheet", *words)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"croupier: {sentence}\n")
