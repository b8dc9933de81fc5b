"""The real server, killed again and again while players tap: every acknowledged bet is there once, in a file and in a database.

`CROUPIER_KILLS` says how often.
"""

import os
import random
from pathlib import Path

import pytest

from faults.regulars import QUICK, Regular, check, playing, until_answered
from running import server

KILLS = int(os.environ.get("CROUPIER_KILLS", "6"))


@pytest.fixture(params=["sqlite", "postgres"])
def data(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "journal.sqlite") if request.param == "sqlite" else request.getfixturevalue("database")


def test_kills_lose_and_double_nothing(data: str, tmp_path: Path) -> None:
    chance, regulars, options = random.Random(20), [Regular() for _ in range(3)], (*QUICK, "--key", str(tmp_path / "key"))  # noqa: S311
    for _ in range(KILLS):
        with server(data, *options) as running, playing(regulars, running.port):
            until_answered(regulars, chance.randint(0, 100))
            running.kill()
    with server(data, *options) as running:
        with playing(regulars, running.port):
            until_answered(regulars, 50)
        assert running.said == "", "nobody was waited for: a dead server's connection is gone"
    assert check(data, regulars) > 10 * KILLS
