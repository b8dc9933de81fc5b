"""The rule book in Markdown, to be kept under version control: a change of rules shows as a readable difference."""

from collections.abc import Iterable, Iterator

from croupier.rulebook.book import FEW, Book, Chapter
from croupier.rulebook.comparing import Comparison, Difference
from croupier.rulebook.effects import effects
from croupier.rulebook.grid import Cell, Grid, Mark
from croupier.rulebook.text import edge_sentences, named, percent
from croupier.rules.outcomes import listed
from croupier.rules.ruleset import Ruleset


def of_book(book: Book) -> Iterator[str]:
    """The whole book, its readings at the end."""
    rules = book.rules
    yield from (f"# {rules.title}", "", f"`{rules.id}`, fingerprint `{rules.fingerprint}`.")
    yield from (f"Read with {id} as `{value}`." for id, value in rules.chosen.items())
    yield from (f"With {row} raised to {odds}." for row, odds in rules.raised.items())
    yield from ("", "## The table", "")
    yield from table(("topic", "clause", "what holds"), ((each.topic, each.clause, each.says) for each in book.policies))
    yield from ("", "## The sign", "")
    yield from table(
        ("setting", "clause", "unless set", "allowed"),
        (
            (f"`{each.name}`", each.clause, "none" if each.default is None else str(each.default).lower(), each.allowed)
            for each in book.settings
        ),
    )
    if book.markers:
        yield from ("", "## Markers", "", *(f"- {sentence}" for sentence in book.markers))
    yield from ("", "## Wagers", "", f"In a grid: {', '.join(f'{mark} {mark.meaning}' for mark in Mark)}.")
    for each in book.chapters:
        yield from ("", *of_chapter(each))
    yield from ("", *of_readings(rules, "##"))


def of_chapter(chapter: Chapter) -> Iterator[str]:
    """The wagers of one kind: the first in full, and all of them in a table."""
    first = chapter.pages[0]
    yield from (f"### {chapter.title} ({chapter.clause})", "")
    example = f"{first.title}, for example: " if len(chapter.pages) > 1 else ""
    yield from (example + " ".join(first.how), "", " ".join(first.terms), "")
    yield from table(
        ("wager", "wins on", "odds", "row", "edge"),
        (
            (
                f"`{page.id}`",
                "; ".join(win.on for win in page.wins if win.on) or "as above",
                "; ".join(dict.fromkeys(win.pays for win in page.wins)),
                "; ".join(dict.fromkeys(win.clause for win in page.wins)),
                percent(page.edge),
            )
            for page in chapter.pages
        ),
    )
    grids = [(page, grid) for page in chapter.pages for grid in page.grids]
    for page, grid in grids if len(grids) <= FEW else grids[:1]:
        yield from ("", f"`{page.id}`{f': {grid.title}' if grid.title else ''}", "", *of_grid(grid))
    if first.readings:
        yield from ("", f"Readings: {', '.join(each.id for each in first.readings)}.")


def of_grid(grid: Grid) -> Iterator[str]:
    """A grid as a table of letters; heads are needed, so cells that say themselves what falls get empty ones."""
    width = max(len(row.cells) for row in grid.rows)
    yield from table(
        ("", *(grid.heads or [""] * width)),
        ((row.label, *(_written(cell) for cell in row.cells), *([""] * (width - len(row.cells)))) for row in grid.rows),
    )


def _written(cell: Cell | None) -> str:
    if cell is None:
        return ""
    note = f" {cell.note.rpartition(' ')[2]}" if cell.note else ""
    letter = f"**{cell.mark}**" if cell.mark is Mark.WINS else cell.mark
    return f"{cell.shows} {letter}{note}".strip()


def of_readings(rules: Ruleset, level: str = "#") -> Iterator[str]:
    """Every unclear clause, what we read, and what it is worth."""
    yield f"{level} How we read it"
    for reading in rules.readings:
        yield from (
            "",
            f"{level}# {reading.id}: {reading.clause}",
            "",
            f"The text: {reading.literal}",
            "",
            f"We read: {reading.read}",
            "",
        )
        yield f"Why: {reading.why}"
        if reading.values:
            values = listed([f"`{value}`" for value in reading.values])
            yield from ("", f"Values: {values}; the first unless {reading.decided_by} says otherwise.")
        sentences = [*edge_sentences(effects(rules, reading)), *([reading.edge] if reading.edge else [])]
        if sentences:
            yield from ("", "The edge:", "", *(f"- {sentence}" for sentence in sentences))


def of_comparison(found: Comparison) -> Iterator[str]:
    """What differs between two rule sets."""
    here, there = named(found.here), named(found.there)
    yield from (f"# {here} and {there}", "")
    for where, offers in ((here, found.only_here), (there, found.only_there)):
        if offers:
            yield from (f"Only {where}: {listed([f'`{offer.id}`' for offer in offers], 'and')}.", "")
    yield from ("## The table", "", *_differences(here, there, found.policies), "", "## Wagers")
    for pair in found.wagers:
        yield from (
            "",
            f"### {listed(pair.here, 'and')} | {listed(pair.there, 'and')}",
            "",
            *_differences(here, there, pair.differences),
        )
    yield from ("", f"{found.same} wagers are the same in both.")


def _differences(here: str, there: str, differences: Iterable[Difference]) -> Iterator[str]:
    yield from table(("", here, there), ((each.what, each.here or "nothing", each.there or "nothing") for each in differences))


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """A table in Markdown."""
    heads = list(heads)
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    yield from (f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows)
