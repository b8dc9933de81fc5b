"""The rule book on a terminal: plain text, with colours where they can be seen."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from textwrap import wrap

from croupier.rulebook.attached import Attached
from croupier.rulebook.book import FEW, Book, Chapter, Page
from croupier.rulebook.comparing import Comparison, Difference
from croupier.rulebook.effects import Effect, effects
from croupier.rulebook.grid import Cell, Grid, Mark
from croupier.rulebook.trace import Answer, Clause
from croupier.rules.outcomes import listed
from croupier.rules.ruleset import Ruleset

WIDTH = 100

Paint = Callable[[str, Mark], str]

COLOURS = {Mark.WINS: 32, Mark.LOSES: 31, Mark.PUSHES: 33, Mark.MOVES: 36, Mark.STANDS: 90}


def coloured(text: str, mark: Mark) -> str:
    """Text in the colour of a mark, for a terminal."""
    return f"\x1b[{COLOURS[mark]}m{text}\x1b[0m"


def plain(text: str, mark: Mark) -> str:  # noqa: ARG001 - a mark is a letter already
    """Text as it is."""
    return text


def percent(edge: Fraction) -> str:
    """An edge as a fraction, and as players know it: "1/66 = 1.515%"."""
    return f"{edge} = {float(edge):.3%}" if edge else "0"


def of_book(book: Book, paint: Paint = plain) -> Iterator[str]:
    """The whole book."""
    rules = book.rules
    yield from (rules.title, "=" * len(rules.title), "", f"{rules.id}, fingerprint {rules.fingerprint}")
    yield from _chosen(rules)
    yield from ("", "THE TABLE", "")
    for policy in book.policies:
        yield from _paragraph(policy.says, f"{policy.clause:10} ")
    yield from ("", "THE SIGN", "")
    for each in book.settings:
        default = "none" if each.default is None else str(each.default).lower()
        yield f"{each.clause:10} {each.name}: {each.allowed}; {default} unless set"
    if book.markers:
        yield from ("", "MARKERS", "")
        for sentence in book.markers:
            yield from _paragraph(sentence)
    for each in book.chapters:
        yield ""
        yield from of_chapter(each, paint)


def of_document(attached: Attached | None) -> Iterator[str]:
    """Which copy of the approved document is on record."""
    if attached:
        yield from ("", f"The approved document: {attached.file}", f"SHA-256 {attached.sha256}")


def of_chapter(chapter: Chapter, paint: Paint = plain) -> Iterator[str]:
    """The wagers of one kind: the first in full, and all of them in a table."""
    first = chapter.pages[0]
    head = f"{chapter.title} ({chapter.clause})"
    yield from (head, "-" * len(head), "")
    if len(chapter.pages) > 1:
        yield from (f"{first.title}, for example:", "")
    yield from _paragraph(" ".join(first.how))
    yield from _paragraph(" ".join(first.terms))
    yield ""
    yield from _members(chapter.pages)
    grids = [(page, grid) for page in chapter.pages for grid in page.grids]
    for page, grid in grids if len(grids) <= FEW else grids[:1]:
        yield from ("", f"{page.id}: {grid.title}" if grid.title else page.id, *of_grid(grid, paint))
    if first.readings:
        yield ""
        yield from (line for each in first.readings for line in _paragraph(each.read, f"{each.id} "))


def _members(pages: Iterable[Page]) -> Iterator[str]:
    for page in pages:
        wins = "; ".join(f"{f'{win.on} at ' if win.on else ''}{win.pays}" for win in page.wins)
        yield from _paragraph(f"{wins}. Edge {percent(page.edge)}.", f"{page.id:22} ")


def of_grid(grid: Grid, paint: Paint = plain) -> Iterator[str]:
    """A grid in letters."""
    label = max((len(row.label) for row in grid.rows), default=0)
    cells = [[_written(cell) for cell in row.cells] for row in grid.rows]
    width = max(len(text) for row in cells for text in row)
    width = max([width, *(len(head) for head in grid.heads if len(head) <= 3)])
    if grid.heads:
        heads = [head if len(head) <= width else chr(ord("a") + n) for n, head in enumerate(grid.heads)]
        yield " " * label + " " + " ".join(head.rjust(width) for head in heads)
    for row, texts in zip(grid.rows, cells, strict=True):
        shown = (paint(text.rjust(width), cell.mark) if cell else "" for text, cell in zip(texts, row.cells, strict=True))
        yield f"{row.label:>{label}} {' '.join(shown)}".rstrip()
    yield from (f"  {chr(ord('a') + n)}: {head}" for n, head in enumerate(grid.heads) if len(head) > width)


def _written(cell: Cell | None) -> str:
    if cell is None:
        return ""
    note = cell.note.rpartition(" ")[2] if cell.mark is Mark.MOVES else cell.note
    return " ".join(part for part in (cell.shows, f"{cell.mark}{note}") if part)


LEGEND = ", ".join(f"{mark} {mark.meaning}" for mark in Mark)


def of_readings(rules: Ruleset) -> Iterator[str]:
    """Every unclear clause, what we read, and what it is worth."""
    title = f"How we read {rules.title}"
    yield from (title, "=" * len(title))
    for reading in rules.readings:
        yield from ("", f"{reading.id}  {reading.clause}")
        yield from _paragraph(reading.literal, "  text   ")
        yield from _paragraph(reading.read, "  read   ")
        yield from _paragraph(reading.why, "  why    ")
        if reading.values:
            yield from _paragraph(
                f"{listed(reading.values)} (the first unless {reading.decided_by} says otherwise)", "  values "
            )
        for sentence in edge_sentences(effects(rules, reading)):
            yield from _paragraph(sentence, "  edge   ")
        if reading.edge:
            yield from _paragraph(reading.edge, "  edge   ")


def edge_sentences(found: list[Effect]) -> Iterator[str]:
    """What a reading does to the edge, one sentence for wagers that fare alike."""
    for effect in found:
        wagers = (
            listed(effect.wagers, "and")
            if len(effect.wagers) <= FEW
            else f"{effect.wagers[0]} and {len(effect.wagers) - 1} more"
        )
        edges = list(effect.edges.items())
        if len(edges) == 1 or effect.moves:
            yield f"{wagers}: {'; '.join(f'{value} {percent(edge)}' for value, edge in edges)}."
        else:
            yield f"{wagers}: {percent(edges[0][1])} either way."


def of_comparison(found: Comparison) -> Iterator[str]:
    """What differs between two rule sets."""
    here, there = named(found.here), named(found.there)
    yield from (f"{here}  |  {there}", "=" * (len(here) + len(there) + 5), "")
    yield from _only(here, [offer.id for offer in found.only_here])
    yield from _only(there, [offer.id for offer in found.only_there])
    yield from _differences("The table", found.policies)
    for pair in found.wagers:
        yield from _differences(f"{listed(pair.here, 'and')}  |  {listed(pair.there, 'and')}", pair.differences)
    yield from ("", f"{found.same} wagers are the same in both.")


def named(rules: Ruleset) -> str:
    """A rule set and the readings under which it is looked at."""
    return "+".join([rules.id, *(f"{id}={value}" for id, value in rules.chosen.items())])


def _only(where: str, ids: list[str]) -> Iterator[str]:
    if ids:
        yield from _paragraph(listed(ids, "and"), f"only {where}: ")


def _differences(title: str, differences: Iterable[Difference]) -> Iterator[str]:
    lines = list(differences)
    if lines:
        yield from ("", *wrap(title, WIDTH))
    for each in lines:
        yield f"  {each.what}"
        yield from _paragraph(each.here or "nothing", "    here:  ")
        yield from _paragraph(each.there or "nothing", "    there: ")


def of_trace(clauses: Iterable[Clause]) -> Iterator[str]:
    """Every clause with its answer, and how many have which."""
    clauses = list(clauses)
    for each in clauses:
        yield from _paragraph(each.topic, f"{each.ruleset} {each.clause}: ")
        yield from _paragraph(each.note, f"    {each.answer}{': ' if each.note else ''}")
        yield from (f"    code {code}" for code in each.code)
        yield from (f"    test {test}" for test in each.tests)
    counts = (f"{sum(each.answer is answer for each in clauses)} {answer}" for answer in Answer)
    yield from ("", f"{len(clauses)} clauses: {', '.join(counts)}.")


def _chosen(rules: Ruleset) -> Iterator[str]:
    for id, value in rules.chosen.items():
        yield f"read with {id} as {value}"
    for row, odds in rules.raised.items():
        yield f"with {row} raised to {odds}"


def _paragraph(text: str, head: str = "") -> Iterator[str]:
    yield from wrap(text, WIDTH, initial_indent=head, subsequent_indent=" " * min(len(head), 24)) or [head.rstrip()]
