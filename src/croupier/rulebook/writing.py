"""The pages of the rule book as blocks, for every layout."""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from croupier.rulebook.attached import Attached
from croupier.rulebook.blocks import Block, Bullets, Document, Entries, Heading, Paragraph, Pictures, TableBlock
from croupier.rulebook.book import Chapter, ClausePage, Page, RuleBook
from croupier.rulebook.comparing import Comparison, RuleDifference, compare_procedures, compare_tables
from croupier.rulebook.effects import edge_sentences, effects, in_force, percent, with_default
from croupier.rulebook.grid import CellMark
from croupier.rulebook.passages import Passage, Section
from croupier.rulebook.readings import readings_behind
from croupier.rulebook.signs import SettingEntry
from croupier.rulebook.trace import Clause, ClauseAnswer, TraceError, trace
from croupier.rules.offer import Offer
from croupier.rules.outcomes import listed
from croupier.rules.reading import Reading
from croupier.rules.ruleset import Ruleset

NOTHING = "nothing in its data"
LEGEND = "In a picture: " + ", ".join(f"{mark} {mark.meaning}" for mark in CellMark) + "."
EDGE = (
    "The edge is what the house expects to keep of each unit staked on a bet as it is made: pushes and commission are counted, "
    "rounding is not."
)
HOW_ORDERS_ARE_GIVEN = (
    "Given through: the orders by which people do their part. Whoever has signed in sees at /api/v1/tables/TABLE/actions which "
    "of them they may give now, and why not the others, and gives one at /api/v1/tables/TABLE/commands. "
    "tests/floor/test_actions.py shows for every order of the staff that it is open to somebody and that what is open is "
    "accepted. tests/server/api/test_orders.py tries many of them over HTTP, in every role."
)


def book_document(book: RuleBook, attached: Attached | None = None) -> Document:
    """The page of the whole book."""
    rules = book.rules
    blocks: list[Block] = [
        Heading("The table", 2, "table", listed=True),
        _passages(rules, book.policies),
        Heading("The sign", 2, "sign", listed=True),
        TableBlock(
            ("setting", "clause", "what it says", "unless set", "allowed"), [_setting(each) for each in book.sign], "sign"
        ),
    ]
    if book.markers:
        blocks += [Heading("Markers", 2, "markers", listed=True), Bullets(book.markers)]
    blocks += section_blocks(rules, book.sections)
    blocks += [Heading("Wagers", 2, "wagers"), Paragraph(EDGE), Paragraph(LEGEND)]
    for each in book.chapters:
        blocks += chapter_blocks(each)
    blocks += [Heading("How we read it", 2, "readings", listed=True), *reading_blocks(rules, rules.readings)]
    return Document(
        rules.title, [*_facts(rules), *_document(attached)], blocks, Path(attached.file).as_uri() if attached else ""
    )


def chapter_document(rules: Ruleset, chapter: Chapter, besides: ClausePage | None = None) -> Document:
    """The page of the wagers of one kind, with their readings."""
    also = section_blocks(rules, besides.sections) if besides else ()
    readings = {reading.id: reading for reading in (*chapter.readings, *(besides.readings if besides else ()))}
    read = reading_blocks(rules, readings.values())
    return Document(rules.title, _facts(rules), [*chapter_blocks(chapter), *also, *read, Paragraph(EDGE), Paragraph(LEGEND)])


def clause_document(rules: Ruleset, passage: ClausePage) -> Document:
    """The page about one clause, with its readings."""
    blocks = [*section_blocks(rules, passage.sections), *reading_blocks(rules, passage.readings)]
    return Document(f"{rules.title}: {passage.clause}", _facts(rules), blocks)


def section_blocks(rules: Ruleset, sections: Iterable[Section]) -> Iterator[Block]:
    """The procedures by section; a part with several sections has its own heading."""
    part = ""
    for section in sections:
        if section.under and section.under != part:
            yield Heading(section.under, 2, _anchor(section.under), listed=True)
        part = section.under
        anchor = _anchor(f"{part} {section.title}")
        yield Heading(section.title, 3 if part else 2, anchor, listed=not part)
        yield _passages(rules, section.passages)


def _anchor(title: str) -> str:
    return title.strip().lower().replace(" ", "-")


def readings_document(rules: Ruleset, readings: Sequence[Reading]) -> Document:
    """The page of readings, with their effect on the edge."""
    return Document(f"How we read {rules.title}", _facts(rules), list(reading_blocks(rules, readings)))


def chapter_blocks(chapter: Chapter) -> Iterator[Block]:
    """The first wager in full, the terms of others that differ, and all of them in a table and in pictures."""
    first = chapter.pages[0]
    several = len(chapter.pages) > 1
    yield Heading(chapter.title, 3, chapter.kind, chapter.clause, listed=True, short=chapter.name)
    yield Paragraph(" ".join(first.how), f"{first.title}, for example." if several else "")
    yield Paragraph(" ".join(first.terms))
    for otherwise, titles in _otherwise(chapter).items():
        yield Paragraph(otherwise, f"{listed(titles, 'and')}.")
    rows, anchors = [_member(page) for page in chapter.pages], [_anchors(page) for page in chapter.pages]
    yield TableBlock(("wager", "clause", "wins on", "odds", "row", "edge"), rows, "wagers", anchors)
    yield Pictures([(page.id, grid) for page in chapter.pages for grid in page.grids])


def _otherwise(chapter: Chapter) -> dict[str, list[str]]:
    """The terms of later wagers that the first does not have, with the titles of these wagers."""
    first, *others = chapter.pages
    found: dict[str, list[str]] = {}
    for page in others:
        if own := " ".join(sentence for sentence in page.terms if not _said(sentence, page, first)):
            found.setdefault(own, []).append(page.title)
    return found


def _said(sentence: str, page: Page, first: Page) -> bool:
    """Whether the first page has the same sentence, apart from the number."""
    return sentence in first.terms or _unnumbered(sentence, page) in {_unnumbered(each, first) for each in first.terms}


def _unnumbered(sentence: str, page: Page) -> str:
    """Replace the wager's own number by #, but not within a clause or an id."""
    return re.sub(rf"(?<![\w.(]){re.escape(page.number)}(?!\w|\.\d|\))", "#", sentence) if page.number else sentence


def _anchors(page: Page) -> list[str]:
    return [f"wager-{id}" for id in (page.id, *page.travels)]


def _member(page: Page) -> tuple[str, ...]:
    wins = page.wins
    return (
        page.id,
        page.clause,
        "\n".join(win.on for win in wins),
        "\n".join(win.pays for win in wins),
        "\n".join(win.row for win in wins) if len({win.row for win in wins}) > 1 else wins[0].row,
        percent(page.edge),
    )


def reading_blocks(rules: Ruleset, readings: Iterable[Reading]) -> Iterator[Block]:
    """One entry per reading."""
    answers = _answers(rules)
    for reading in readings:
        yield Heading(reading.id, 3, reading.id, reading.clause)
        pairs = [("the text", reading.literal), ("we read", reading.read), ("why", reading.why)]
        if reading.values:
            others = listed(reading.values[1:])
            pairs.append(("in force", f"{in_force(rules, reading)}; {reading.decided_by} may choose {others}"))
            if in_force(rules, reading) != reading.default:
                pairs[-1] = ("in force", f"{in_force(rules, reading)}, chosen in place of {reading.default}")
            if reading.live is not None:
                pairs.append(("at a live table", f"{reading.live}, unless the operator chooses otherwise"))
        elif reading.decided_by != "the rule set":
            pairs.append(("decided by", reading.decided_by))
        pairs += [("edge", sentence) for sentence in edge_sentences(effects(rules, reading))]
        pairs += [("edge", reading.edge)] if reading.edge else []
        pairs += [(f"with {value}", said) for value, said in _says_otherwise(rules, reading)]
        if reading.to_confirm:
            kinds = listed(reading.to_confirm, "and")
            pairs.append(("to confirm", f"no table may offer {kinds} before the operator has confirmed this reading"))
        if pending := [clause for clause in reading.clauses if answers.get(clause) is ClauseAnswer.PENDING]:
            pairs.append(("not yet", f"what {listed(pending, 'and')} asks for is not all in the system"))
        yield Entries(pairs)


def _says_otherwise(rules: Ruleset, reading: Reading) -> Iterator[tuple[str, str]]:
    """By value, the differences in policies and procedures that it makes."""
    default = with_default(rules, reading)
    for value, changes in reading.otherwise.items():
        other = default.changed(changes)
        for each in (*compare_tables(default, other), *compare_procedures(default, other)):
            yield value, f"{each.what}: {each.there or 'no longer holds'}".replace("\n", " ")


def _answers(rules: Ruleset) -> dict[str, ClauseAnswer]:
    try:
        return {each.clause: each.answer for each in trace(rules.id)}
    except (LookupError, TraceError):
        return {}


def comparison_document(found: Comparison) -> Document:
    """The page of the differences between two rule sets."""
    here, there = named(found.here), named(found.there)
    blocks: list[Block] = []
    if found.here.game.space is not found.there.game.space:
        blocks.append(Paragraph(f"These are different games: {found.here.game.title} and {found.there.game.title}."))
    for where, offers in ((here, found.only_here), (there, found.only_there)):
        if offers:
            only = "Only" if found.here.game.space is found.there.game.space else "Wagers of"
            blocks.append(Paragraph(f"{', '.join(_ids(offers))}.", f"{only} {where}:"))
    if found.policies:
        blocks += [Heading("The table", 2), _differences(here, there, found.policies)]
    if found.procedures:
        blocks += [Heading("Procedures", 2), _differences(here, there, found.procedures)]
    if found.wagers:
        blocks.append(Heading("Wagers", 2))
    for pair in found.wagers:
        both = pair.here == pair.there
        title = ", ".join(pair.here) if both else f"{', '.join(pair.here)} and {', '.join(pair.there)}"
        blocks += [Heading(title, 3), _differences(here, there, pair.differences)]
    if found.same:
        blocks.append(Paragraph(f"{', '.join(found.same)}.", f"The same in both ({len(found.same)}):"))
    if found.here.fingerprint == found.there.fingerprint:
        blocks.append(Paragraph("The two are the same in everything."))
    facts = [(named(each), f"fingerprint {each.fingerprint}") for each in (found.here, found.there)]
    return Document(f"{here} and {there}", facts, blocks)


def _differences(here: str, there: str, differences: Iterable[RuleDifference]) -> TableBlock:
    return TableBlock(
        ("", here, there), [(each.what, each.here or NOTHING, each.there or NOTHING) for each in differences], "pair"
    )


def _ids(offers: Iterable[Offer]) -> list[str]:
    """Group ids by kind: "place (4, 5, 6)" for "place:4", "place:5" and "place:6"."""
    kinds: dict[str, list[str]] = {}
    for offer in offers:
        kinds.setdefault(offer.kind, []).append(offer.id)
    return [
        ids[0] if len(ids) == 1 else f"{kind} ({', '.join(id.partition(':')[2] for id in ids)})" for kind, ids in kinds.items()
    ]


def trace_document(title: str, clauses: Sequence[Clause]) -> Document:
    """The page of the trace: every clause with its answer, by document."""
    blocks: list[Block] = [_counts(clauses), Paragraph(HOW_ORDERS_ARE_GIVEN)]
    for name in dict.fromkeys(each.ruleset for each in clauses):
        own = [each for each in clauses if each.ruleset == name]
        rows = [
            (
                each.clause,
                each.topic,
                each.kind,
                each.answer,
                "\n".join(each.given),
                "\n".join(each.pages),
                each.note,
                "\n".join((*each.code, *each.tests)),
            )
            for each in own
        ]
        heads = ("clause", "about", "kind", "answer", "given through", "page", "note", "code and tests")
        blocks += [Heading(name, 2, name, f"{len(own)} clauses", listed=True), TableBlock(heads, rows, "trace")]
    return Document(title, [("clauses", str(len(clauses)))], blocks)


def _counts(clauses: Sequence[Clause]) -> TableBlock:
    return TableBlock(
        ("answer", "clauses", "which means"),
        [(each, str(sum(clause.answer is each for clause in clauses)), each.meaning) for each in ClauseAnswer],
        "answers",
    )


def named(rules: Ruleset) -> str:
    """The id of a rule set with its chosen readings: "ID+READING=VALUE"."""
    return "+".join([rules.id, *(f"{id}={value}" for id, value in rules.chosen.items())])


def _facts(rules: Ruleset) -> list[tuple[str, str]]:
    facts = [("rule set", rules.id), ("fingerprint", rules.fingerprint)]
    facts += [("read otherwise", f"{id} as {value}") for id, value in rules.chosen.items()]
    return facts + [("raised", f"{row} to {odds}") for row, odds in rules.raised.items()]


def _document(attached: Attached | None) -> list[tuple[str, str]]:
    if attached is None:
        return []
    problem = attached.problem()
    return [
        ("document", f"{Path(attached.file).name}, SHA-256 {attached.sha256}"),
        *([("warning", problem[0].upper() + problem[1:] + ".")] if problem else []),
    ]


def _passages(rules: Ruleset, policies: Iterable[Passage]) -> TableBlock:
    return TableBlock(("", "clause", "what holds", "readings"), [_policy(rules, each) for each in policies], "passages")


def _policy(rules: Ruleset, policy: Passage) -> tuple[str, ...]:
    readings = ", ".join(reading.id for reading in readings_behind(rules, policy))
    topic = f"· {policy.topic}" if policy.of else policy.topic
    return topic, policy.clause or "silent", policy.says, readings


def _setting(each: SettingEntry) -> tuple[str, ...]:
    return each.setting, each.clause or "silent", each.says, each.usual, each.allowed
