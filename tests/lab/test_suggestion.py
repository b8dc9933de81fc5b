"""Suggestions for mistyped names."""

import pytest

from croupier.catalogue import names, ruleset
from croupier.lab.suggestion import suggest, suggest_wager
from section_a import ADELAIDE, ARUZE, SICBO, STAR


@pytest.mark.parametrize(
    ("name", "typed", "wager"),
    [
        # The start of an id or a title
        (ARUZE, "pass", "pass-line"),
        (STAR, "place", "place-win:4"),
        (STAR, "Don't", "dont-win"),
        (ADELAIDE, "Pass Bet", "pass"),
        # A part of an id or a title
        (STAR, "line", "win-line"),
        (SICBO, "streak", "super-streak:small-big"),
        # The name in another document
        (STAR, "pass", "win-line"),
        (STAR, "pass-line", "win-line"),
        (STAR, "dont-pass", "dont-win"),
        (ADELAIDE, "win-line", "pass"),
        # Spelling
        (STAR, "plase-win:6", "place-win:6"),
        (STAR, "fied", "field"),
        (STAR, "place-win:7", "place-win:9"),
    ],
)
def test_a_wager_is_suggested(name: str, typed: str, wager: str) -> None:
    assert suggest_wager(ruleset(name), typed) == wager


@pytest.mark.parametrize("name", names())
def test_there_is_always_a_suggestion(name: str) -> None:
    for typed in ("", "?", "x" * 100_000, "pass", "6"):
        assert suggest_wager(ruleset(name), typed) in ruleset(name).addresses


def test_any_name_is_suggested_by_its_parts_and_then_by_its_spelling() -> None:
    assert suggest("hard-4", ["8.1:easy-4", "8.1:hard-4"]) == "8.1:hard-4"
    assert suggest("hrad-4", ["8.1:easy-6", "8.1:hard-4"]) == "8.1:hard-4"
