"""The operations that list the reports of the floor and write them, as a page reads them or as a file."""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

from croupier.cage.due_counts import due_counts
from croupier.floor.clock import Clock
from croupier.floor.house import House
from croupier.floor.papers import PaperError, Papers, file_name
from croupier.floor.plan import Plan
from croupier.floor.reports.calendar import Calendar
from croupier.floor.reports.catalogue import REPORTS
from croupier.floor.reports.declaration import FloorReport
from croupier.floor.reports.job import ReportForm, ReportJob
from croupier.floor.reports.question import Question, QuestionError, date_asked
from croupier.floor.reports.written import WrittenReport, check_question, find_report
from croupier.rules.outcomes import listed
from croupier.server.api.operation import Call, Nothing, Operation, Right
from croupier.server.api.problem import ApiError, missing
from croupier.server.blindness import NOT_COUNTED
from croupier.server.front_desk import FrontDesk

TOO_LONG = (
    "The report takes longer than {seconds} seconds, after which the server answers nobody: "
    "choose a shorter period, or use croupier audit report."
)

UNCOUNTED = (
    f"{NOT_COUNTED} "
    "Until then choose an earlier day; Liability of one table and Large transactions from $10,000.00 on are open."
)


class ReportView(msgspec.Struct, frozen=True):
    """A report that can be asked for."""

    id: str
    title: str
    about: str
    """What is counted and what is not."""
    by: tuple[str, ...]
    """How rows can be grouped, the usual way first; empty for a list."""
    filters: tuple[str, ...]
    """The fields of a question that narrow it down."""


class ReportsView(msgspec.Struct, frozen=True):
    """All reports, and the tables to choose from."""

    reports: tuple[ReportView, ...]
    tables: tuple[str, ...]


class FileQuestion(Question, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a report shows, and the form of its file."""

    form: ReportForm


class ReportFile(msgspec.Struct, frozen=True):
    """A report as a file."""

    name: str
    """How to name the file."""
    content: bytes
    """The file, in base64."""


class ReportOperations:
    """The reports of a house. Each is written by a process of its own, one at a time."""

    def __init__(self, house: House, desk: FrontDesk, plan: Plan, clock: Clock) -> None:
        """Report from the journal of this house. Days are gaming days of the floor."""
        self._house, self._desk, self._plan, self._clock = house, desk, plan, clock
        self._papers = Papers()

    def operations(self) -> Sequence[Operation[Any, Any]]:
        """The rows."""
        one = "/api/v1/reports/{report}"
        return (
            Operation(
                method="GET",
                path="/api/v1/reports",
                summary="List the reports of the floor, with the groups and filters that each knows.",
                right=Right.SEE_DAY,
                takes=Nothing,
                queries={},
                gives=ReportsView,
                refuses=(),
                handle=self._list,
            ),
            Operation(
                method="POST",
                path=one,
                summary="Write a report of a day, a month, a year or the life of the floor. An inspector's view is recorded.",
                right=Right.SEE_DAY,
                takes=Question,
                queries={},
                gives=WrittenReport,
                refuses=(404, 409),
                handle=self._write,
            ),
            Operation(
                method="POST",
                path=f"{one}/file",
                summary="Write a report as a file: CSV, JSON, or on paper. The export of an inspector is recorded.",
                right=Right.SEE_DAY,
                takes=FileQuestion,
                queries={},
                gives=ReportFile,
                refuses=(404, 409),
                handle=self._file,
            ),
        )

    async def _list(self, _: Call[Nothing]) -> ReportsView:
        views = (ReportView(each.id, each.title, each.about, each.by, each.filters) for each in REPORTS)
        return ReportsView(tuple(views), tuple(self._house.loops))

    async def _write(self, call: Call[Question]) -> WrittenReport:
        content = await self._content(call, call.body, ReportForm.JSON)
        await self._desk.viewed(call.signed_in, self._what(call))
        return msgspec.json.decode(content, type=WrittenReport)

    async def _file(self, call: Call[FileQuestion]) -> ReportFile:
        asked, form = call.body, call.body.form
        question = Question(**{name: getattr(asked, name) for name in Question.__struct_fields__})
        content = await self._content(call, question, form)
        await self._desk.viewed(call.signed_in, self._what(call), is_export=True)
        stem = f"{call.path['report']}-{asked.period}-{asked.day or 'today'}"
        return ReportFile(file_name(stem, content) if form is ReportForm.PAPER else f"{stem}.{form}", content)

    def _check_blind(self, call: Call[Any], report: FloorReport, question: Question) -> None:
        """Raise if a person who may count drawers and the vault asks for figures from which their cash follows."""
        keeper = self._house.keeper
        if keeper is None or not report.tells_cash(question) or not self._desk.counts_cash(call.signed_in):
            return
        calendar = Calendar(self._plan.time_zone, self._plan.gaming_day_hour)
        now = self._clock()
        between = calendar.interval(question.period, date_asked(question, calendar.date_of(now)))
        if due := due_counts(keeper.durable, min(between[1], now + 1) if between else now + 1):
            raise ApiError(409, "not-counted", UNCOUNTED.format(what=report.title, due=listed(due, "and")))

    async def _content(self, call: Call[Any], question: Question, form: ReportForm) -> bytes:
        try:
            report = find_report(call.path["report"])
        except QuestionError as error:
            raise missing("unknown-report", str(error)) from None
        session, now = call.signed_in, self._clock()
        today = Calendar(self._plan.time_zone, self._plan.gaming_day_hour).date_of(now)
        try:
            check_question(report, question, self._house.journal.heads(), today)
        except QuestionError as error:
            raise ApiError(409, "no-report", str(error)) from None
        self._check_blind(call, report, question)
        job = ReportJob(
            journal=self._plan.journal,
            operator=self._plan.name,
            report=report.id,
            question=question,
            form=form,
            zone=self._plan.time_zone,
            hour=self._plan.gaming_day_hour,
            by=self._desk.author(session).name,
            at=now,
        )
        seconds = self._plan.limits.response_seconds
        try:
            async with asyncio.timeout(seconds * 0.9):
                writing = self._papers.file(job, session.login, is_inspectors=self._desk.is_inspector(session))
                return await call.unless_left(writing)
        except TimeoutError:
            raise ApiError(409, "no-report", TOO_LONG.format(seconds=round(seconds * 0.9))) from None
        except PaperError as error:
            raise ApiError(409, "no-report", str(error)) from None

    def _what(self, call: Call[Any]) -> str:
        asked = call.body
        return f"the report {call.path['report']}, {asked.period} {asked.day or 'today'}"
