"""The rule book for programs: everything a page says, as plain values."""

from dataclasses import asdict
from typing import Any

from croupier.rulebook.attached import Attached
from croupier.rulebook.book import Book, Chapter
from croupier.rulebook.comparing import Comparison
from croupier.rulebook.effects import effects
from croupier.rules.ruleset import Ruleset

Plain = dict[str, Any]


def of_book(book: Book, attached: Attached | None = None) -> Plain:
    """The whole book."""
    return _head(book.rules) | {
        "document": asdict(attached) | {"problem": attached.problem()} if attached else None,
        "table": [policy._asdict() for policy in book.policies],
        "sign": [
            {"setting": each.name, "clause": each.clause, "default": each.default, "allowed": each.allowed}
            for each in book.settings
        ],
        "markers": book.markers,
        "wagers": [page for chapter in book.chapters for page in of_chapter(book.rules, chapter)["wagers"]],
    }


def of_chapter(rules: Ruleset, chapter: Chapter) -> Plain:
    """The wagers of one kind."""
    pages = (
        asdict(page) | {"wager": page.id, "edge": str(page.edge), "readings": [reading.id for reading in page.readings]}
        for page in chapter.pages
    )
    return _head(rules) | {"wagers": [{name: value for name, value in page.items() if name != "id"} for page in pages]}


def of_readings(rules: Ruleset) -> list[Plain]:
    """Every unclear clause, with the computed edges."""
    return [
        {
            "reading": reading.id,
            "clauses": list(reading.clauses),
            "literal": reading.literal,
            "read": reading.read,
            "why": reading.why,
            "decided_by": reading.decided_by,
            "values": reading.values,
            "edges": [
                {"wagers": each.wagers, "edges": {value: str(edge) for value, edge in each.edges.items()}}
                for each in effects(rules, reading)
            ],
            "note": reading.edge,
        }
        for reading in rules.readings
    ]


def of_comparison(found: Comparison) -> Plain:
    """What differs between two rule sets."""
    return {
        "here": _head(found.here),
        "there": _head(found.there),
        "only_here": [offer.id for offer in found.only_here],
        "only_there": [offer.id for offer in found.only_there],
        "table": [asdict(each) for each in found.policies],
        "wagers": [asdict(each) for each in found.wagers],
        "same": found.same,
    }


def _head(rules: Ruleset) -> Plain:
    return {
        "ruleset": rules.id,
        "title": rules.title,
        "fingerprint": rules.fingerprint,
        "readings": dict(rules.chosen),
        "raised": dict(rules.raised),
    }
