"""Renew the golden files with the wager ids and house edges that tests expect, from the rule sets in the code.

    .venv/bin/python tests/renew.py            show what would change
    .venv/bin/python tests/renew.py --write    change the files

The comments at the top of a file stay as they are. Compare the diff with the documents and with our analysis before you
commit it: these files are only worth something if a person has checked them.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from difflib import unified_diff
from pathlib import Path

from croupier.catalogue import names, ruleset
from croupier.rules.exact import edge
from croupier.rules.ruleset import Ruleset

GOLDEN = Path(__file__).parent / "golden"


def ids(rules: Ruleset) -> Iterator[str]:
    """One line per wager id."""
    yield from rules.addresses


def edges(rules: Ruleset) -> Iterator[str]:
    """One line per wager id, with its house edge."""
    yield from (f"{wager} {edge(rules, wager)}" for wager in rules.addresses)


FILES: dict[str, Callable[[Ruleset], Iterator[str]]] = {"wager-ids.txt": ids, "edges.txt": edges}


def renewed(text: str, lines_of: Callable[[Ruleset], Iterator[str]]) -> str:
    """The text of a golden file, with every section recomputed and the comments at its top kept."""
    top = text.partition("\n[")[0].rstrip("\n")
    sections = ("\n".join((f"[{name}]", *lines_of(ruleset(name)))) for name in names())
    return "\n\n".join((top, *sections)) + "\n"


def main(arguments: Sequence[str], golden: Path = GOLDEN) -> int:
    """Print a unified diff of each file that is out of date; write these files if asked to."""
    parser = argparse.ArgumentParser(description="Renew the golden files with wager ids and house edges.")
    parser.add_argument("--write", action="store_true", help="write the files that are out of date")
    write: bool = parser.parse_args(arguments).write
    stale = False
    for name, lines_of in FILES.items():
        path = golden / name
        old = path.read_text()
        new = renewed(old, lines_of)
        if new == old:
            continue
        stale = True
        if write:
            path.write_text(new)
        diff = unified_diff(old.splitlines(keepends=True), new.splitlines(keepends=True), f"a/{name}", f"b/{name}")
        sys.stdout.writelines(diff)
    if not stale:
        sys.stdout.write("nothing to renew\n")
    return int(stale and not write)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
