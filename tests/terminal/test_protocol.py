"""The types that the terminal is checked with are those of the messages that the server sends and accepts."""

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_types_of_the_protocol_are_up_to_date() -> None:
    generator = runpy.run_path(str(ROOT / "docs" / "reference" / "protocol.py"))
    checked_in = ROOT / "src" / "croupier" / "terminal" / "static" / "protocol.d.ts"
    assert checked_in.read_text() == generator["protocol"](), "run make reference"
