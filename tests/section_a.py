"""The wager ids and house edges that tests expect, read from `tests/golden`. `tests/renew.py` renews these files."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"
SICBO, MINISTAR = "star-sicbo-2016", "ministar-roulette-2018"

GOLDEN = Path(__file__).parent / "golden"


def sections(text: str) -> Mapping[str, Sequence[str]]:
    """The lines of a golden file under each `[rule set]`, without comments."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("["):
            lines = found[line.strip("[]")] = []
        elif line and not line.startswith("#"):
            lines.append(line)
    return found


def _edge(line: str) -> tuple[str, Fraction]:
    wager, edge = line.split()
    return wager, Fraction(edge)


IDS = sections((GOLDEN / "wager-ids.txt").read_text())
EDGES = {name: dict(map(_edge, lines)) for name, lines in sections((GOLDEN / "edges.txt").read_text()).items()}
