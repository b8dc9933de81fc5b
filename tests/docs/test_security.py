"""Everything that an attacker cannot do names tests, and these tests exist."""

import re

import pytest

from docs.named_tests import NAMED, ROOT, is_there, items, section_of

PAGE = (ROOT / "docs" / "security.md").read_text()
ATTACKERS = re.findall(r"^## (An attacker .*)$", PAGE, re.MULTILINE)
CLAIMS = [claim.partition("\n\n")[0] for attacker in ATTACKERS for claim in items(section_of(PAGE, attacker), "-")]


def test_all_attackers_and_claims_are_found() -> None:
    assert len(ATTACKERS) == 4
    assert len(CLAIMS) >= 25
    assert PAGE.count("**cannot**") == len(CLAIMS), "every claim is an item of a list"


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim[:50])
def test_what_an_attacker_cannot_do_names_its_test(claim: str) -> None:
    assert NAMED.search(claim), claim


@pytest.mark.parametrize(("file", "name"), sorted({*NAMED.findall(PAGE)}))
def test_a_test_that_is_named_exists(file: str, name: str) -> None:
    assert is_there(file, name)
