"""Lines of a table's journal on paper, with heading, period, fingerprint and every event in sentences.

A job may also be a whole document, such as the terms of a promotion. Both are PDF files with page numbers where typst is
installed (`croupier[report]`), and else pages in HTML that a browser prints.

It is a program of its own, so that no table waits for it: it reads a job from standard input and writes the file to standard
output. What is wrong is written to standard error as one sentence.
"""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

import msgspec
from msgspec.structs import replace

import croupier
from croupier import software
from croupier.audit import document_paper
from croupier.audit.document_paper import DocumentJob
from croupier.audit.later_changes import later_changes
from croupier.audit.local_time import in_zone, local_time
from croupier.facts.lines import OtherFormatError
from croupier.journal.address import reader
from croupier.journal.chain import verified_lines
from croupier.journal.port import JournalError, Line, Reader
from croupier.promotions.drafting import PromotionDrafted
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.promotions.state import PrizeRegister
from croupier.rulebook.blocks import Document, TableBlock
from croupier.rulebook.html import html
from croupier.table.core.apply import apply
from croupier.table.core.opening import ChangedRulesError, TableOpened, opened, opened_by, read_opening
from croupier.table.core.recorded import events_in
from croupier.table.core.state import Table
from croupier.table.core.words import told

LOW_PRIORITY = 10
"""Added to the niceness of the process: the tables go first."""
TEMPLATE = Path(__file__).with_name("paper.typ")


class PaperJob(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Which lines to print, and for whom."""

    journal: str
    floor: str
    table: str
    """The table, or the prize register by the name of its stream."""
    first: int
    last: int
    zone: str
    """The time zone of the floor."""
    by: str
    """Who asked for it."""
    at: int
    """When: milliseconds since 1970."""


class PaperLine(msgspec.Struct, frozen=True):
    """A line of the journal, as it is printed."""

    number: int
    time: str
    """Empty if the line has no time."""
    words: tuple[str, ...]
    hash: str


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is printed."""

    floor: str
    table: str
    """The table, or the prize register by the name of its stream."""
    of: str
    """Whose journal it is, in words."""
    title: str
    """The title of the rule set."""
    ruleset: str
    fingerprint: str
    """The fingerprint of the rules in force before the first of the lines. A later line may put others in force."""
    version: str
    """The version of the software."""
    software: str
    """The SHA-256 of the files of the software."""
    period: str
    """The times of the first and the last line."""
    zone: str
    exported: str
    """Who exported it, and when."""
    lines: tuple[PaperLine, ...]


def paper(job: PaperJob) -> Paper:
    """Read the lines of a job. The hash chain of the table is verified up to the last of them."""
    with closing(reader(job.journal)) as journal, journal.steady():
        if job.table == PRIZE_REGISTER.name:
            return _register(job, journal)
        lines = verified_lines(job.table, journal.lines(job.table))
        opening = next(lines)
        first = read_opening(opening.body)
        table = replace(opened(first), memory=first.reach)
        for line in islice(lines, max(0, job.first - 2)):
            for event in events_in(line.body):
                table = apply(table, event)
        later = later_changes(journal, job.table, job.first, job.last)
        printed = [
            *([_opened(job, first, opening)] if job.first <= 1 else ()),
            *_printed(job, table, islice(lines, job.last - max(job.first - 1, 1)), later),
        ]
    rules = {"title": table.rules.title, "ruleset": first.ruleset, "fingerprint": table.rules.fingerprint}
    return _paper(job, f"table {job.table}", rules, printed)


def _register(job: PaperJob, journal: Reader) -> Paper:
    """Lines of the prize register, with the fingerprints of the chapters under which promotions were begun."""
    register, chapters, printed = PrizeRegister(), dict[str, str](), list[PaperLine]()
    for line in islice(verified_lines(PRIZE_REGISTER.name, journal.lines(PRIZE_REGISTER.name)), job.last):
        words: list[str] = []
        at = 0
        for event in PRIZE_REGISTER.read(line.body).events:
            words.append(in_zone(PRIZE_REGISTER.tell(register, event), job.zone))
            register, at = PRIZE_REGISTER.apply(register, event), event.at
            if isinstance(event, PromotionDrafted):
                chapters[event.rules] = event.chapter
        if line.number >= job.first:
            printed.append(PaperLine(line.number, local_time(at, job.zone), tuple(words), line.hash.hex()))
    names, fingerprints = (", ".join(each) or "no promotion was begun" for each in (chapters, chapters.values()))
    rules = {"title": "Chapters on promotional prizes", "ruleset": names, "fingerprint": fingerprints}
    return _paper(job, "the prize register", rules, printed)


def _paper(job: PaperJob, of: str, rules: Mapping[str, str], printed: Sequence[PaperLine]) -> Paper:
    times = [line.time for line in printed if line.time]
    return Paper(
        floor=job.floor,
        table=job.table,
        of=of,
        **rules,
        version=croupier.__version__,
        software=software.fingerprint(),
        period=f"{times[0]} to {times[-1]}" if times else "",
        zone=job.zone,
        exported=f"{job.by}, {local_time(job.at, job.zone)}",
        lines=tuple(printed),
    )


def _opened(job: PaperJob, first: TableOpened, line: Line) -> PaperLine:
    return PaperLine(1, local_time(first.at, job.zone), (f"The table is opened{opened_by(first)}.",), line.hash.hex())


def _printed(job: PaperJob, table: Table, lines: Iterator[Line], later: Mapping[int, Sequence[str]]) -> Iterator[PaperLine]:
    """Tell lines, given the table before them, and what later lines have changed about the rounds that they ended."""
    for line in lines:
        words: list[str] = []
        at = 0
        for event in events_in(line.body):
            words += (in_zone(sentence, job.zone) for sentence in told(table, event))
            at = event.at
            table = apply(table, event)
        words += later.get(line.number, ())
        yield PaperLine(line.number, local_time(at, job.zone), tuple(words), line.hash.hex())


def pdf(printed: Paper | DocumentJob) -> bytes:
    """Set it in type. Raise `ImportError` if typst is not installed."""
    template = TEMPLATE if isinstance(printed, Paper) else document_paper.TEMPLATE
    import typst  # noqa: PLC0415 - an optional dependency

    found = typst.compile(template.read_bytes(), sys_inputs={"paper": msgspec.json.encode(printed).decode()})
    assert isinstance(found, bytes), "a PDF is one file"
    return found


def on_paper(printed: Paper | DocumentJob) -> bytes:
    """It as a file to print: PDF, or a page in HTML where typst is not installed."""
    try:
        return pdf(printed)
    except ImportError:
        return html(page(printed) if isinstance(printed, Paper) else document_paper.page(printed)).encode()


def page(printed: Paper) -> Document:
    """The lines as a page to print from a browser."""
    facts = [
        ("Floor", printed.floor),
        ("Journal of", printed.of),
        ("Rules", f"{printed.title} ({printed.ruleset}), fingerprint {printed.fingerprint}"),
        ("Lines from", f"{printed.period} ({printed.zone})"),
        ("Exported", printed.exported),
        ("Software", printed.software),
    ]
    rows = [(str(line.number), line.time, " ".join(line.words), line.hash) for line in printed.lines]
    title = f"Journal of {printed.of}"
    return Document(
        title, facts, [TableBlock(("Line", "Time", "What happened", "Hash"), rows)], made="Written from the journal"
    )


def main() -> None:
    """Read a job, and write the file."""
    os.nice(LOW_PRIORITY)
    try:
        job = msgspec.json.decode(sys.stdin.buffer.read(), type=PaperJob | DocumentJob)
        sys.stdout.buffer.write(on_paper(paper(job) if isinstance(job, PaperJob) else job))
    except (JournalError, ChangedRulesError, OtherFormatError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
