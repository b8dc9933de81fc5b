"""Every promise about money, and every condition, names tests, and these tests exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "guarantees.md").read_text()
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def section(title: str) -> str:
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def items(text: str, mark: str) -> list[str]:
    """The items of a list."""
    return re.split(rf"^{mark} ", text, flags=re.MULTILINE)[1:]


CLAIMS = [
    *items(section("Promised"), r"\d+\."),
    *items(section("What it rests on"), "-"),
    *re.findall(r"^\| .* \|$", section("How it is tested"), re.MULTILINE)[1:],
    section("What verify finds"),
]


def test_all_claims_are_found() -> None:
    numbers = [int(number) for number in re.findall(r"^(\d+)\. ", section("Promised"), re.MULTILINE)]
    assert numbers == [*range(1, len(numbers) + 1)]
    assert len(numbers) >= 13
    assert len(items(section("What it rests on"), "-")) >= 5
    assert len(CLAIMS) >= 26


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim[:40])
def test_a_claim_names_tests(claim: str) -> None:
    assert NAMED.search(claim), claim


@pytest.mark.parametrize(("file", "name"), sorted({*NAMED.findall(PAGE)}))
def test_a_test_that_is_named_exists(file: str, name: str) -> None:
    assert re.search(rf"^def {name}\(", (ROOT / file).read_text(), re.MULTILINE)


def test_files_that_are_named_exist() -> None:
    for file in re.findall(r"`(tests/[\w/]+\.py)(?:`| )", PAGE):
        assert (ROOT / file).is_file(), file
