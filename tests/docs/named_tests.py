"""Pages that name a test for each of their claims."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def items(text: str, mark: str) -> list[str]:
    """The items of a list."""
    return re.split(rf"^{mark} ", text, flags=re.MULTILINE)[1:]


def section_of(page: str, title: str) -> str:
    """The text under a heading."""
    return page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def is_there(file: str, name: str) -> bool:
    """Whether a test exists."""
    return bool(re.search(rf"^def {name}\(", (ROOT / file).read_text(), re.MULTILINE))
