"""The reference of the terminal's protocol: what its handwritten parts list is complete. Its tables are generated."""

from pathlib import Path

import pytest

from croupier.server.hub import RESUMED_EVENTS
from croupier.server.socket import FALLEN_BEHIND, NORMAL, REFUSED, TOO_BIG

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "terminal.md").read_text()


@pytest.mark.parametrize("code", [NORMAL, TOO_BIG, 1012, FALLEN_BEHIND, REFUSED])
def test_every_close_code_is_explained(code: int) -> None:
    assert f"\n| {code} |" in PAGE


def test_the_number_of_events_that_are_sent_again_is_said() -> None:
    assert f"up to {RESUMED_EVENTS} events" in PAGE
