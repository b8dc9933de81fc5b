"""Every promise about money, and every condition, names tests, and these tests exist."""

import re

import pytest

from croupier.server.socket import MOST_BYTES
from docs.named_tests import NAMED, ROOT, is_there, items, section_of

PAGE = (ROOT / "docs" / "guarantees.md").read_text()


def section(title: str) -> str:
    return section_of(PAGE, title)


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


def test_as_many_bytes_are_promised_as_are_read_at_once() -> None:
    for page in (PAGE, (ROOT / "docs" / "decisions" / "0013-a-server-that-holds.md").read_text()):
        assert f"{MOST_BYTES:,} bytes of a " in page


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim[:40])
def test_a_claim_names_tests(claim: str) -> None:
    assert NAMED.search(claim), claim


@pytest.mark.parametrize(("file", "name"), sorted({*NAMED.findall(PAGE)}))
def test_a_test_that_is_named_exists(file: str, name: str) -> None:
    assert is_there(file, name)


def test_files_that_are_named_exist() -> None:
    for file in re.findall(r"`(tests/[\w/]+\.py)(?:`| )", PAGE):
        assert (ROOT / file).is_file(), file
