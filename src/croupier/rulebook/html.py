"""Render a page as HTML, for the screen and for print: one self-contained file, or a page of a server."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib.metadata import version
from importlib.resources import files

from croupier.rulebook.blocks import Block, Bullets, Document, Entries, Heading, Paragraph, Pictures, TableBlock
from croupier.rulebook.book import FEW
from croupier.rulebook.grid import Cell, CellMark, Grid
from croupier.rulebook.markdown import CODE

CLASSES = {CellMark.WINS: "w", CellMark.LOSES: "l", CellMark.PUSHES: "p", CellMark.MOVES: "m", CellMark.STANDS: "s"}


@dataclass(frozen=True, slots=True)
class Served:
    """What a page of a server needs beside its text. Its content security policy allows no style within the page."""

    stylesheet: str
    """The address of `book.css`."""
    icon: str
    """The address of an icon for the browser's tab."""
    links: Sequence[tuple[str, str]]
    """The addresses of other pages, and their names."""


def html(document: Document, served: Served | None = None) -> str:
    """Render the page."""
    title = escape(document.title)
    return "\n".join(
        (
            "<!doctype html>",
            "<html lang=en>",
            "<meta charset=utf-8>",
            "<meta name=viewport content='width=device-width, initial-scale=1'>",
            f"<title>{title}</title>",
            _linked_style(served) if served else _style(document),
            *(_ways_out(served) if served else ()),
            "<main>",
            f"<h1>{title}</h1>",
            *_facts(document),
            *(line for block in document.blocks[: document.opening] for line in _block(block)),
            *_contents(document),
            *(line for section in _sections(document.blocks[document.opening :]) for line in section),
            f"<p class=made>{escape(document.made)} by croupier {version('croupier')}.</p>",
            "</main>",
            "</html>",
            "",
        )
    )


def _style(document: Document) -> str:
    style = files("croupier.rulebook").joinpath("book.css").read_text()
    footer = _css_text(" · ".join((document.title, *(fact for _, fact in document.facts[:2]))))
    return f"<style>\n{style}@page {{ @bottom-left {{ content: {footer}; }} }}\n</style>"


def _linked_style(served: Served) -> str:
    icon = f"<link rel=icon href='{escape(served.icon)}' type='image/svg+xml'>"
    return f"{icon}\n<link rel=stylesheet href='{escape(served.stylesheet)}'>"


def _ways_out(served: Served) -> Iterator[str]:
    yield "<header>"
    yield from (f"<a href='{escape(address)}'>{escape(name)}</a>" for address, name in served.links)
    yield "</header>"


def _facts(document: Document) -> Iterator[str]:
    yield "<dl class=facts>"
    for name, fact in document.facts:
        said = f"<code>{escape(fact)}</code>" if name in CODE else escape(fact)
        if name == "document" and document.link:
            said = f"<a href='{escape(document.link)}'>{said}</a>"
        yield f"<dt>{escape(name)}</dt><dd class='{escape(name.replace(' ', '-'))}'>{said}</dd>"
    yield "</dl>"


def _contents(document: Document) -> Iterator[str]:
    links = [block for block in document.blocks if isinstance(block, Heading) and block.listed]
    if len(links) > 1:
        yield "<nav aria-label=Contents>"
        yield from (f"<a href='#{escape(each.anchor)}'>{escape(each.short or each.text)}</a>" for each in links)
        yield "</nav>"


def _sections(blocks: Sequence[Block]) -> Iterator[Iterator[str]]:
    """Wrap the blocks under each level-3 heading in a section, which stays together in print."""
    open_section = False
    for block in blocks:
        if isinstance(block, Heading):
            if open_section:
                yield iter(("</section>",))
            open_section = block.level == 3
            if open_section:
                yield iter((f"<section{_id(block.anchor)}>",))
        yield _block(block)
    if open_section:
        yield iter(("</section>",))


def _id(anchor: str) -> str:
    return f" id='{escape(anchor)}'" if anchor else ""


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading():
            note = f" <small>{escape(block.note)}</small>" if block.note else ""
            anchor = _id(block.anchor) if block.level == 2 else ""
            yield f"<h{block.level}{anchor}>{escape(block.text)}{note}</h{block.level}>"
        case Paragraph():
            lead = f"<em>{escape(block.lead)}</em> " if block.lead else ""
            yield f"<p>{lead}{escape(block.text)}</p>"
        case Bullets():
            yield f"<ul>{''.join(f'<li>{escape(item)}</li>' for item in block.items)}</ul>"
        case Entries():
            yield f"<dl>{''.join(f'<dt>{escape(name)}</dt><dd>{escape(said)}</dd>' for name, said in block.pairs)}</dl>"
        case TableBlock():
            yield from _table(block)
        case Pictures():
            figures = [_figure(caption, grid) for caption, grid in block.grids]
            yield f"<div class=pictures>{''.join(figures[:FEW])}</div>"
            if figures[FEW:]:
                summary = f"<summary>{len(figures) - FEW} more</summary>"
                yield f"<details>{summary}<div class=pictures>{''.join(figures[FEW:])}</div></details>"


def _table(table: TableBlock) -> Iterator[str]:
    used = [at for at in range(len(table.heads)) if any(row[at] for row in table.rows)]
    heads = "".join(f"<th scope=col>{escape(table.heads[at])}</th>" if table.heads[at] else "<td></td>" for at in used)
    yield f"<div class=scroll tabindex=0><table class='list {table.name}'><thead><tr>{heads}</tr></thead><tbody>"
    for number, row in enumerate(table.rows):
        cells = "".join(_cell(table.heads[at], row[at], first=at == used[0]) for at in used)
        own, *others = (table.anchors[number] if table.anchors else ()) or ("",)
        also = "".join(f"<i{_id(each)}></i>" for each in others)
        yield f"<tr{_id(own)}>{cells.replace('<div>', f'<div>{also}', 1) if also else cells}</tr>"
    yield "</tbody></table></div>"


def _cell(head: str, text: str, *, first: bool) -> str:
    tag = "th scope=row" if first else "td"
    name = f" class='{'a-' + text.replace(' ', '-')} answer'" if head == "answer" else ""
    lines = "".join(
        f"<div>{f'<code>{escape(line)}</code>' if head in CODE else escape(line)}</div>" for line in text.split("\n")
    )
    return f"<{tag} data-head='{escape(head)}'{name}>{lines}</{tag.split(maxsplit=1)[0]}>"


def _figure(caption: str, grid: Grid) -> str:
    labelled = any(row.label for row in grid.rows)
    corner = "<td></td>" if labelled else ""
    heads = f"<tr>{corner}{''.join(f'<th scope=col>{escape(head)}</th>' for head in grid.heads)}</tr>" if grid.heads else ""
    rows = "".join(
        f"<tr>{f'<th scope=row>{escape(row.label)}</th>' if labelled else ''}{''.join(_mark(cell) for cell in row.cells)}</tr>"
        for row in grid.rows
    )
    said = f"<figcaption>{escape(caption)} <small>{escape(grid.title)}</small></figcaption>"
    return f"<figure tabindex=0>{said}<table class=grid>{heads}{rows}</table></figure>"


def _mark(cell: Cell) -> str:
    note = f"<i>{escape(cell.note.rpartition(' ')[2])}</i>" if cell.note else ""
    shows = f"<b>{escape(cell.shows)}</b>" if cell.shows else ""
    title = escape(" ".join(filter(None, (cell.shows, cell.mark.meaning, cell.note))))
    return f"<td class={CLASSES[cell.mark]} title='{title}'>{shows}{cell.mark}{note}</td>"


def _css_text(text: str) -> str:
    """Quote a string for CSS."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("<", "\\3c ").replace("\n", " ") + '"'
