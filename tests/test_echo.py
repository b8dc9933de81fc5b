"""The limit on user input in error messages."""

import pytest

from croupier.catalogue import ruleset
from croupier.echo import MAX_ECHO, UnknownNameError, echo
from croupier.lab.parsheet import select_offers
from croupier.lab.play import PlayError, read_play
from croupier.lab.variant import make_variant, parse_variant
from section_a import STAR


def test_an_echo_is_short() -> None:
    assert echo("x" * MAX_ECHO) == "x" * MAX_ECHO
    assert echo("x" * (MAX_ECHO + 1)) == "x" * (MAX_ECHO - 1) + "…"


LONG = "9" * 101_520
SHORT = 450
"""An answer may list the kinds of wagers."""


@pytest.mark.parametrize("text", ["{}", "{} 10", "field {}", "field 10 {}", "win-line 10 {}", "come 1 {}"])
def test_an_invalid_play_is_not_repeated_at_length(text: str) -> None:
    rules = ruleset(STAR)
    with pytest.raises((PlayError, UnknownNameError)) as refused:
        read_play(rules, rules.sign({}), text.format(LONG))
    assert len(str(refused.value)) < SHORT


def test_an_invalid_sheet_is_not_repeated_at_length() -> None:
    rules = ruleset(STAR)
    for call in (
        lambda: select_offers(rules, [LONG]),
        lambda: make_variant(rules, [LONG]),
        lambda: make_variant(rules, [f"SC-06={LONG}"]),
        lambda: make_variant(rules, [], [], [f"{LONG}=1 to 1"]),
        lambda: make_variant(rules, [], [], [f"hard-4={LONG}"]),
        lambda: parse_variant(LONG, None),
        lambda: parse_variant(f"{LONG}=x", None),
    ):
        with pytest.raises((LookupError, ValueError)) as refused:
            call()
        assert len(str(refused.value.args[0])) < SHORT
