"""The rule book as JSON: the content of each page as plain values."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import msgspec

from croupier.rulebook.attached import Attached
from croupier.rulebook.book import Chapter, ClausePage, RuleBook
from croupier.rulebook.comparing import Comparison
from croupier.rulebook.effects import effects, in_force
from croupier.rulebook.passages import Passage, Section
from croupier.rules.reading import Reading
from croupier.rules.ruleset import Ruleset

Record = dict[str, Any]


def book_record(book: RuleBook, attached: Attached | None = None) -> Record:
    """The whole book."""
    rules = book.rules
    return _head(rules) | {
        "document": msgspec.structs.asdict(attached) | {"problem": attached.problem()} if attached else None,
        "table": [_passage(policy) for policy in book.policies],
        "sign": [each._asdict() for each in book.sign],
        "procedures": _sections(book.sections),
        "markers": book.markers,
        "wagers": [page for chapter in book.chapters for page in _pages(chapter)],
        "unclear": readings_record(rules, rules.readings),
    }


def chapter_record(rules: Ruleset, chapter: Chapter, besides: ClausePage | None = None) -> Record:
    """The wagers of one kind."""
    also = clause_record(rules, besides) if besides else _head(rules)
    return also | {"wagers": _pages(chapter), "unclear": readings_record(rules, chapter.readings)}


def clause_record(rules: Ruleset, passage: ClausePage) -> Record:
    """Everything about one clause, except wagers."""
    return _head(rules) | {
        "clause": passage.clause,
        "passages": _sections(passage.sections),
        "unclear": readings_record(rules, passage.readings),
    }


def _sections(sections: Sequence[Section]) -> list[Record]:
    return [{"part": each.under, "section": each.title} | _passage(policy) for each in sections for policy in each.passages]


def _passage(policy: Passage) -> Record:
    return policy._asdict() | {"of": [power.clause for power in policy.of]}


def readings_record(rules: Ruleset, readings: Sequence[Reading]) -> list[Record]:
    """Readings, with the computed edges."""
    return [
        {
            "reading": reading.id,
            "clauses": list(reading.clauses),
            "literal": reading.literal,
            "read": reading.read,
            "why": reading.why,
            "decided_by": reading.decided_by,
            "values": reading.values,
            "live": reading.live,
            "to_confirm": list(reading.to_confirm),
            "in_force": in_force(rules, reading),
            "edges": [
                {"wagers": each.wagers, "edges": {value: str(edge) for value, edge in each.edges.items()}}
                for each in effects(rules, reading)
            ],
            "note": reading.edge,
        }
        for reading in readings
    ]


def comparison_record(found: Comparison) -> Record:
    """The differences between two rule sets."""
    return {
        "here": _head(found.here),
        "there": _head(found.there),
        "only_here": [offer.id for offer in found.only_here],
        "only_there": [offer.id for offer in found.only_there],
        "table": [asdict(each) for each in found.policies],
        "procedures": [asdict(each) for each in found.procedures],
        "wagers": [asdict(each) for each in found.wagers],
        "same": found.same,
    }


def _pages(chapter: Chapter) -> list[Record]:
    return [
        {
            "wager": page.id,
            "title": page.title,
            "clause": page.clause,
            "how": page.how,
            "terms": page.terms,
            "wins": [asdict(win) for win in page.wins],
            "edge": str(page.edge),
            "readings": [reading.id for reading in page.readings],
            "grids": [asdict(grid) for grid in page.grids],
        }
        for page in chapter.pages
    ]


def _head(rules: Ruleset) -> Record:
    return {
        "ruleset": rules.id,
        "title": rules.title,
        "fingerprint": rules.fingerprint,
        "readings": dict(rules.chosen),
        "raised": dict(rules.raised),
    }
