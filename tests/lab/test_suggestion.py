"""Suggestions for mistyped names."""

from croupier.lab.suggestion import suggest


def test_any_name_is_suggested_by_its_parts_and_then_by_its_spelling() -> None:
    assert suggest("hard-4", ["8.1:easy-4", "8.1:hard-4"]) == "8.1:hard-4"
    assert suggest("hrad-4", ["8.1:easy-6", "8.1:hard-4"]) == "8.1:hard-4"
