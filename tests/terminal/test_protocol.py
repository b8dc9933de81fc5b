"""The types that the pages are checked with are those of the messages that the server sends and accepts."""

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("file", "text"), [("protocol.d.ts", "protocol"), ("staff-messages.d.ts", "staff_messages")])
def test_the_types_of_the_messages_are_up_to_date(file: str, text: str) -> None:
    generator = runpy.run_path(str(ROOT / "docs" / "reference" / "protocol.py"))
    checked_in = ROOT / "src" / "croupier" / "terminal" / "static" / file
    assert checked_in.read_text() == generator[text](), "run make reference"
