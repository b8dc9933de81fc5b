"""The rule book as one page that needs nothing else: to read on a screen, to print, to keep."""

from collections.abc import Iterable, Iterator
from html import escape
from importlib.resources import files
from pathlib import Path

from croupier.rulebook.attached import Attached
from croupier.rulebook.book import FEW, Book, Chapter, Page
from croupier.rulebook.comparing import Comparison, Difference
from croupier.rulebook.effects import effects
from croupier.rulebook.grid import Cell, Grid, Mark
from croupier.rulebook.text import edge_sentences, named, percent
from croupier.rulebook.trace import Answer, Clause
from croupier.rules.outcomes import listed
from croupier.rules.reading import Reading
from croupier.rules.ruleset import Ruleset

CLASSES = {Mark.WINS: "w", Mark.LOSES: "l", Mark.PUSHES: "p", Mark.MOVES: "m", Mark.STANDS: "s"}


def of_book(book: Book, attached: Attached | None = None) -> str:
    """The whole book."""
    rules = book.rules
    parts = [
        f"<h1>{escape(rules.title)}</h1>",
        f"<p class=id><code>{rules.id}</code> fingerprint <code>{rules.fingerprint}</code></p>",
        *(f"<p class=chosen>Read with {escape(id)} as <code>{escape(value)}</code>.</p>" for id, value in rules.chosen.items()),
        *(f"<p class=chosen>With {escape(row)} raised to {escape(odds)}.</p>" for row, odds in rules.raised.items()),
        _document(attached),
        "<h2 id=table>The table</h2>",
        _table(("", "clause", "what holds"), ((each.topic, each.clause, each.says) for each in book.policies)),
        "<h2 id=sign>The sign</h2>",
        _table(
            ("setting", "clause", "unless set", "allowed"),
            (
                (each.name, each.clause, "none" if each.default is None else str(each.default).lower(), each.allowed)
                for each in book.settings
            ),
        ),
        *_markers(book),
        "<h2 id=wagers>Wagers</h2>",
        _legend(),
        *(_chapter(each) for each in book.chapters),
        "<h2 id=readings>How we read it</h2>",
        *(_reading(rules, each) for each in rules.readings),
    ]
    contents = [
        ("table", "The table"),
        ("sign", "The sign"),
        *((each.kind, each.name) for each in book.chapters),
        ("readings", "Readings"),
    ]
    return page(rules.title, "\n".join(parts), contents)


def of_chapter(rules: Ruleset, chapter: Chapter) -> str:
    """The wagers of one kind on a page of their own."""
    parts = [
        f"<p class=id><code>{rules.id}</code> fingerprint <code>{rules.fingerprint}</code></p>",
        _legend(),
        _chapter(chapter),
    ]
    return page(
        f"{chapter.title}, {rules.title}", "\n".join([*parts, *(_reading(rules, each) for each in chapter.pages[0].readings)])
    )


def of_readings(rules: Ruleset) -> str:
    """Every unclear clause."""
    title = f"How we read {rules.title}"
    return page(title, "\n".join([f"<h1>{escape(title)}</h1>", *(_reading(rules, each) for each in rules.readings)]))


def of_comparison(found: Comparison) -> str:
    """What differs between two rule sets."""
    here, there = named(found.here), named(found.there)
    parts = [f"<h1>{escape(here)} and {escape(there)}</h1>"]
    for where, offers in ((here, found.only_here), (there, found.only_there)):
        if offers:
            parts.append(f"<p>Only {escape(where)}: {escape(listed([offer.id for offer in offers], 'and'))}.</p>")
    parts += ["<h2>The table</h2>", _differences(here, there, found.policies), "<h2>Wagers</h2>"]
    for pair in found.wagers:
        head = f"<h3>{escape(listed(pair.here, 'and'))} <small>and</small> {escape(listed(pair.there, 'and'))}</h3>"
        parts.append(f"<section>{head}{_differences(here, there, pair.differences)}</section>")
    return page(f"{here} and {there}", "\n".join([*parts, f"<p>{found.same} wagers are the same in both.</p>"]))


def of_trace(title: str, clauses: Iterable[Clause]) -> str:
    """Every clause with its answer."""
    clauses = list(clauses)
    counts = {answer: sum(each.answer is answer for each in clauses) for answer in Answer}
    bar = "".join(
        f"<span class='a-{_slug(answer)}' style='flex-grow:{count}' title='{count} {answer}'></span>"
        for answer, count in counts.items()
    )
    meanings = (
        (f"<span class='answer a-{_slug(each)}'>{each}</span>", str(counts[each]), escape(each.meaning)) for each in Answer
    )
    rows = (
        (
            f"<b>{escape(each.clause)}</b>",
            f"{escape(each.topic)}<br><small>{each.kind}</small>",
            f"<span class='answer a-{_slug(each.answer)}'>{each.answer}</span>",
            "".join(f"<div>{escape(part)}</div>" for part in (each.note,) if part)
            + "".join(f"<code>{escape(part)}</code>" for part in (*each.code, *each.tests)),
        )
        for each in clauses
    )
    body = (
        f"<h1>{escape(title)}</h1><p>{len(clauses)} clauses.</p><div class=bar>{bar}</div>"
        f"{_raw_table(('answer', 'clauses', 'meaning'), meanings)}"
        f"<div class=wide>{_raw_table(('clause', 'what it is about', 'answer', 'by'), rows, 'trace')}</div>"
    )
    return page(title, body)


def page(title: str, body: str, contents: Iterable[tuple[str, str]] = ()) -> str:
    """A page around all this."""
    style = files("croupier.rulebook").joinpath("book.css").read_text()
    links = "".join(f"<a href='#{id}'>{escape(text)}</a>" for id, text in contents)
    nav = f"<nav aria-label='Contents'>{links}</nav>" if links else ""
    return (
        "<!doctype html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
        "<meta name=viewport content='width=device-width, initial-scale=1'>\n"
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n{nav}\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _document(attached: Attached | None) -> str:
    if attached is None:
        return "<p class=document>No copy of the approved document is attached.</p>"
    link = escape(Path(attached.file).as_uri())
    problem = attached.problem()
    warning = f" <strong>{escape(problem[0].upper() + problem[1:])}.</strong>" if problem else ""
    return (
        f"<p class=document>The approved document: <a href='{link}'>{escape(Path(attached.file).name)}</a>, "
        f"SHA-256 <code>{attached.sha256}</code>.{warning}</p>"
    )


def _markers(book: Book) -> Iterator[str]:
    if book.markers:
        yield "<h2 id=markers>Markers</h2><ul>" + "".join(f"<li>{escape(each)}</li>" for each in book.markers) + "</ul>"


def _legend() -> str:
    keys = (f"<span class='key {CLASSES[mark]}'>{mark}</span> {mark.meaning}" for mark in Mark)
    return f"<p class=legend>{' &nbsp; '.join(keys)}</p>"


def _chapter(chapter: Chapter) -> str:
    first = chapter.pages[0]
    example = f"<em>{escape(first.title)}, for example:</em> " if len(chapter.pages) > 1 else ""
    readings = ", ".join(f"<a href='#{each.id}'>{each.id}</a>" for each in first.readings)
    pictures = _pictures([_picture(each) for each in chapter.pages])
    return (
        f"<section id='{chapter.kind}'><h3>{escape(chapter.title)} <small>{escape(chapter.clause)}</small></h3>"
        f"<p>{example}{escape(' '.join(first.how))}</p><p>{escape(' '.join(first.terms))}</p>"
        f"{_table(('wager', 'wins on', 'odds', 'row', 'edge'), (_member(each) for each in chapter.pages), 'wagers')}"
        f"{pictures}{f'<p class=see>Readings: {readings}</p>' if readings else ''}</section>"
    )


def _pictures(pictures: list[str]) -> str:
    """The first few at once, the others when they are asked for."""
    first, others = pictures[:FEW], pictures[FEW:]
    more = (
        f"<details><summary>{len(others)} more</summary><div class=pictures>{''.join(others)}</div></details>" if others else ""
    )
    return f"<div class=pictures>{''.join(first)}</div>{more}"


def _member(page: Page) -> tuple[str, ...]:
    return (
        page.id,
        "; ".join(win.on for win in page.wins if win.on) or "as above",
        "; ".join(dict.fromkeys(win.pays for win in page.wins)),
        "; ".join(dict.fromkeys(win.clause for win in page.wins)),
        percent(page.edge),
    )


def _picture(page: Page) -> str:
    return "".join(f"<figure><figcaption>{escape(page.id)}</figcaption>{_grid(grid)}</figure>" for grid in page.grids)


def _grid(grid: Grid) -> str:
    labelled = any(row.label for row in grid.rows)
    corner = "<td></td>" if labelled else ""
    heads = f"<tr>{corner}{''.join(f'<th>{escape(head)}</th>' for head in grid.heads)}</tr>" if grid.heads else ""
    rows = "".join(
        f"<tr>{f'<th>{escape(row.label)}</th>' if labelled else ''}{''.join(_cell(cell) for cell in row.cells)}</tr>"
        for row in grid.rows
    )
    return f"<table class=grid>{heads}{rows}</table>"


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return "<td></td>"
    note = f"<i>{escape(cell.note.rpartition(' ')[2])}</i>" if cell.note else ""
    shows = f"<b>{escape(cell.shows)}</b>" if cell.shows else ""
    title = escape(f"{cell.mark.meaning} {cell.note}".strip())
    return f"<td class={CLASSES[cell.mark]} title='{title}'>{shows}{cell.mark}{note}</td>"


def _reading(rules: Ruleset, reading: Reading) -> str:
    sentences = [*edge_sentences(effects(rules, reading)), *([reading.edge] if reading.edge else [])]
    edges = "".join(f"<li>{escape(each)}</li>" for each in sentences)
    values = (
        f"<dt>values</dt><dd>{', '.join(f'<code>{escape(each)}</code>' for each in reading.values)}; "
        f"the first unless {escape(reading.decided_by)} says otherwise</dd>"
        if reading.values
        else ""
    )
    return (
        f"<section class=reading id='{reading.id}'><h4>{reading.id} <small>{escape(reading.clause)}</small></h4><dl>"
        f"<dt>text</dt><dd>{escape(reading.literal)}</dd><dt>we read</dt><dd><b>{escape(reading.read)}</b></dd>"
        f"<dt>why</dt><dd>{escape(reading.why)}</dd>{values}"
        f"{f'<dt>edge</dt><dd><ul>{edges}</ul></dd>' if edges else ''}</dl></section>"
    )


def _differences(here: str, there: str, differences: Iterable[Difference]) -> str:
    return _table(
        ("", here, there), ((each.what, each.here or "nothing", each.there or "nothing") for each in differences), "pair"
    )


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]], name: str = "") -> str:
    return _raw_table(heads, ((escape(cell) for cell in row) for row in rows), name)


def _raw_table(heads: Iterable[str], rows: Iterable[Iterable[str]], name: str = "") -> str:
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<div class=scroll><table class='list {name}'><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"


def _slug(answer: Answer) -> str:
    return answer.replace(" ", "-")
