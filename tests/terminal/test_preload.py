"""The play page names every module that it needs, so that a browser fetches them at once and not one after the other."""

import re
from pathlib import Path

import croupier

TERMINAL = Path(croupier.__file__).parent / "terminal"
IMPORT = re.compile(r'^(?:import|export)[^;]*?from\s+"\./([\w-]+\.js)"', re.MULTILINE)


def needed(module: str, seen: set[str]) -> set[str]:
    """A module, and all that it imports."""
    if module not in seen:
        seen.add(module)
        for other in IMPORT.findall((TERMINAL / "static" / module).read_text()):
            needed(other, seen)
    return seen


def test_the_play_page_preloads_exactly_the_modules_that_it_needs() -> None:
    page = (TERMINAL / "play.html").read_text()
    preloaded = re.findall(r'<link rel="modulepreload" href="/static/([\w-]+\.js)">', page)
    assert sorted(preloaded) == sorted(needed("play.js", set()) - {"play.js"})
