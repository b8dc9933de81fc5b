"""Write a report in a process of its own, so that no table waits for it.

It reads a job from standard input and writes the report to standard output: as JSON, as CSV or on paper. What is wrong
is written to standard error as one sentence.
"""

import os
import sys
from contextlib import closing

import msgspec
from msgspec.structs import replace

from croupier.audit.document_paper import DocumentJob, PaperSection
from croupier.audit.local_time import local_time
from croupier.audit.paper import on_paper
from croupier.facts.lines import OtherFormatError
from croupier.floor.reports.calendar import Calendar
from croupier.floor.reports.job import ReportForm, ReportJob
from croupier.floor.reports.question import QuestionError
from croupier.floor.reports.written import NO_ACTIVITY, WrittenReport, as_csv, find_report, stated, texts, write_report
from croupier.journal.address import reader
from croupier.journal.port import JournalError
from croupier.table.core.opening import ChangedRulesError

BEHIND_TABLES = 4
"""Added to the niceness of the process: the tables go first, but a person waits for the report."""
SHOWN = 2_000
"""How many rows a page has, on the screen and on paper. The CSV has all of them."""
MOST = 100_000
"""How many rows a CSV may have that a server keeps in memory."""


def report_of(job: ReportJob) -> WrittenReport:
    """Read the journal and write the report."""
    with closing(reader(job.journal)) as journal, journal.steady():
        calendar = Calendar(job.zone, job.hour)
        return write_report(find_report(job.report), job.question, journal, calendar, operator=job.operator, now=job.at)


def shortened(report: WrittenReport) -> WrittenReport:
    """The report with as many rows as a page shows."""
    return replace(report, rows=report.rows[:SHOWN], left_out=max(0, len(report.rows) - SHOWN))


def check_size(report: WrittenReport) -> None:
    """Raise `QuestionError` if a report is too long for a server."""
    if len(report.rows) > MOST:
        more = f"{report.title} would have {len(report.rows):,} rows, and a file has {MOST:,} at most"
        raise QuestionError(f"{more}: choose a shorter period or a filter, or use croupier audit report.")


def document(report: WrittenReport, by: str) -> DocumentJob:
    """The report as a document to print."""
    rows = tuple(tuple(texts(report, row)) for row in (*report.rows, *((report.total,) if report.total else ())))
    heads = tuple(column.title for column in report.columns)
    left_out = (f"{report.left_out:,} more rows are in the CSV file.",) if report.left_out else ()
    table = PaperSection(table=(heads, *rows)) if rows else PaperSection(paragraphs=(NO_ACTIVITY,))
    return DocumentJob(
        floor=report.operator,
        title=report.title,
        facts=tuple(stated(report)),
        sections=(PaperSection(paragraphs=(report.about,)), table, PaperSection(paragraphs=left_out)),
        zone=report.zone,
        exported=f"{by}, {local_time(report.written, report.zone)}",
        software=report.software,
        is_wide=len(heads) > 6,
    )


def content(report: WrittenReport, form: ReportForm, by: str) -> bytes:
    """The report in a form."""
    match form:
        case ReportForm.JSON:
            return msgspec.json.encode(shortened(report))
        case ReportForm.CSV:
            return as_csv(report).encode()
        case ReportForm.PAPER:
            return on_paper(document(shortened(report), by))


def main() -> None:
    """Read a job, and write the report."""
    os.nice(BEHIND_TABLES)
    try:
        job = msgspec.json.decode(sys.stdin.buffer.read(), type=ReportJob)
        report = report_of(job)
        if job.form is ReportForm.CSV:
            check_size(report)
        sys.stdout.buffer.write(content(report, job.form, job.by))
    except (QuestionError, JournalError, ChangedRulesError, OtherFormatError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
