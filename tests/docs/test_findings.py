"""The page of what trials found: every finding is mended and names its tests, or is called open."""

import re

from docs.named_tests import ROOT

PAGE = (ROOT / "docs" / "findings.md").read_text()
ROWS = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| finding |")]


def test_every_finding_names_tests_that_exist_or_is_open() -> None:
    assert len(ROWS) > 60
    for row in ROWS:
        finding, now, guarded = (cell.strip() for cell in row.strip("|").split("|"))
        named = re.findall(r"`(tests/[\w/]+\.py)`", guarded)
        assert finding
        assert now
        assert named or "**Open**" in now, row
        assert [file for file in named if not (ROOT / file).exists()] == [], row
