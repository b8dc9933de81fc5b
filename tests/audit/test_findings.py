"""What verify finds, and what it cannot find: exactly what docs/guarantees.md says in its table."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from audit.serving import TABLE, Server
from croupier.audit.signed import read_copies
from croupier.audit.verify import Verified, verify
from croupier.journal.anchors import SigningKey, read_anchor
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Line
from croupier.journal.streams import ANCHORS
from journals import copied, sign

PAGE = Path(__file__).parents[2] / "docs" / "guarantees.md"


def evening(seal: SigningKey, seconds: int = 95) -> MemoryStore:
    """A line every two seconds, an anchor every ten; the last lines are not signed yet."""
    server = Server(MemoryStore(), seal, 0)
    for second in range(0, seconds, 2):
        server.plays(second)
        if not second % 10:
            server.signs()
    return server.store


def changed(store: MemoryStore, change: Callable[[Line], Line | None], *, chain: bool = False) -> MemoryStore:
    other = MemoryStore()
    copied(store, other, change, chain=chain)
    return other


def richer(line: Line) -> Line:
    return line._replace(body=line.body.replace(b'"amount":100', b'"amount":900'))


def line(number: int, change: Callable[[Line], Line | None]) -> Callable[[Line], Line | None]:
    """Change one line of the table."""
    return lambda line: change(line) if line[:2] == (TABLE, number) else line


def signed(store: MemoryStore) -> int:
    """The last signed line of the table."""
    return read_anchor([*store.lines(ANCHORS)][-1]).heads[TABLE][0]


def up_to(store: MemoryStore, last: int, anchors: int) -> MemoryStore:
    """The journal as it was after a line of the table and so many anchors."""
    return changed(store, lambda line: line if line.number <= {TABLE: last, ANCHORS: anchors}.get(line.stream, 99) else None)


def without_anchors(store: MemoryStore, last: int = 99) -> MemoryStore:
    """The journal without its last anchors."""
    return up_to(store, 99, store.head(ANCHORS).number - last)


def anew(store: MemoryStore, seal: SigningKey) -> MemoryStore:
    """The journal with another line, another chain, and other anchors."""
    other = changed(without_anchors(store), line(9, richer), chain=True)
    sign(other, seal)
    return other


def swapped(store: MemoryStore) -> MemoryStore:
    ninth, tenth = [*store.lines(TABLE)][8:10]
    other = {ninth: ninth._replace(body=tenth.body), tenth: tenth._replace(body=ninth.body)}
    return changed(store, lambda line: other.get(line, line))


SHORT = "all anchors removed, and the server ran for less than 30 seconds"


def tamperings(seal: SigningKey, another: SigningKey) -> Mapping[str, Callable[[MemoryStore], MemoryStore]]:
    """What can be done to a journal."""
    return {
        "a line changed": lambda store: changed(store, line(9, richer)),
        "a line removed from the middle": lambda store: changed(store, line(9, lambda _: None)),
        "two lines swapped": swapped,
        "a signed line changed, and the hash chain rebuilt": lambda store: changed(store, line(9, richer), chain=True),
        "signed lines cut off at the end": lambda store: up_to(store, signed(store) - 1, 99),
        "an anchor removed from the middle": lambda store: changed(
            store, lambda line: None if line[:2] == (ANCHORS, 4) else line, chain=True
        ),
        "an unsigned line changed, and the hash chain rebuilt": lambda store: changed(
            store, line(signed(store) + 1, richer), chain=True
        ),
        "unsigned lines cut off at the end": lambda store: up_to(store, signed(store), 99),
        "the last anchor removed": lambda store: without_anchors(store, 1),
        "the anchors of the last 30 seconds removed, or more": lambda store: without_anchors(store, 4),
        "all anchors removed": without_anchors,
        SHORT: without_anchors,
        "the file replaced by an older copy": lambda store: up_to(store, 30, 5),
        "the file replaced by an older copy that has the last copied anchor": lambda store: up_to(store, signed(store) + 1, 99),
        "everything rewritten, and signed with another key": lambda store: anew(store, another),
        "everything rewritten, and signed with the stolen key": lambda store: anew(store, seal),
    }


def rows() -> Iterator[tuple[str, tuple[str, ...]]]:
    """The rows of the table in the guide: what was done, and what is found in which way."""
    _, _, section = PAGE.read_text().partition("## What verify finds\n")
    for row in re.findall(r"^\| (.+) \|$", section.partition("\n## ")[0], re.MULTILINE)[1:]:
        what, *found = row.split(" | ")
        yield what, tuple(found)


ROWS = [*rows()]


def word(found: Verified) -> str:
    return "**found**" if found.faults else "warning" if found.warnings else "no"


def test_every_row_of_the_guide_is_tried_and_every_trial_is_in_the_guide(tmp_path: Path) -> None:
    seal = SigningKey(tmp_path / "key")
    assert [what for what, _ in ROWS] == [*tamperings(seal, seal)]


@pytest.mark.parametrize(("what", "said"), ROWS, ids=[what for what, _ in ROWS])
def test_verify_finds_what_the_guide_says_and_no_more(what: str, said: tuple[str, ...], tmp_path: Path) -> None:
    seal, another = SigningKey(tmp_path / "key"), SigningKey(tmp_path / "another")
    honest = evening(seal, 25 if what == SHORT else 95)
    forged = tamperings(seal, another)[what](honest)
    copies = read_copies([line.body for line in honest.lines(ANCHORS)], "copies").whole
    for journal, expected in ((honest, ("no",) * 3), (forged, said)):
        found = (verify(journal), verify(journal, key=seal.public), verify(journal, copies=copies))
        assert tuple(map(word, found)) == expected, found
