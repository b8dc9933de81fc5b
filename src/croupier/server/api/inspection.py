"""Operations of inspectors and of the pit: inspections of the journal, rules in force, and clauses with their trace."""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

import croupier
from croupier.audit.inspection import InspectionKind, Job
from croupier.floor.clock import Clock
from croupier.floor.giving import orders_for, pages_for
from croupier.floor.house import House
from croupier.floor.inspections import Inspection, InspectionError, Inspections
from croupier.rulebook.effects import edge_sentences, effects, in_force
from croupier.rulebook.trace import Clause, trace
from croupier.rules.ruleset import Ruleset
from croupier.server.api.operation import Call, Nothing, Operation, Right
from croupier.server.api.problem import ApiError, missing, not_yours
from croupier.server.front_desk import READERS, FrontDesk
from croupier.server.sessions import Session

FOR_READERS = "Inspections are for inspectors and for supervisors of the tables."


class InspectionWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to inspect."""

    kind: InspectionKind
    table: Annotated[str, Meta(max_length=64)] | None = None
    """Only this table; left out for all. `verify` always reads the whole journal."""
    round: Annotated[int, Meta(ge=0, le=10**12)] | None = None
    """The round to tell; 0 for what happened before the first."""


class InspectionView(msgspec.Struct, frozen=True):
    """An inspection of the journal."""

    number: int
    kind: InspectionKind
    table: str | None
    round: int | None
    by: str
    """Who started it."""
    since: int
    """When it was started: milliseconds since 1970."""
    done: int
    """The lines read so far."""
    of: int
    """The lines to read."""
    holds: bool | None
    """Whether nothing wrong was found; null while it runs."""
    sentences: tuple[str, ...]
    """The findings; empty while it runs, and in a list."""


class ReadingView(msgspec.Struct, frozen=True):
    """How an unclear clause is read at a table."""

    id: str
    clauses: tuple[str, ...]
    read: str
    value: str
    """The value in force; empty if nobody may choose."""
    decided_by: str
    edge: tuple[str, ...]
    """Its effect on the house edge, in sentences."""


class RulesInForce(msgspec.Struct, frozen=True):
    """The rules of a table."""

    ruleset: str
    title: str
    fingerprint: str
    """The SHA-256 of everything that decides a bet, with the readings in force."""
    version: str
    """The version of the software."""
    readings: tuple[ReadingView, ...]


class TracedClause(msgspec.Struct, frozen=True):
    """A clause of the document of a table, and how the system answers it."""

    clause: str
    topic: str
    answer: str
    meaning: str
    """What the answer means."""
    orders: tuple[str, ...]
    """The orders through which people do their part."""
    pages: tuple[str, ...]
    """The pages on which it is done or shown."""
    code: tuple[str, ...]
    tests: tuple[str, ...]
    note: str


class InspectionOperations:
    """The operations of inspectors. All of them only read."""

    def __init__(self, house: House, desk: FrontDesk, inspections: Inspections, journal: str, clock: Clock) -> None:
        """Inspect the journal of this house at its address."""
        self._house, self._desk, self._inspections = house, desk, inspections
        self._journal, self._clock = journal, clock
        self._rules: dict[str, tuple[Ruleset, RulesInForce]] = {}

    def operations(self) -> Sequence[Operation[Any, Any]]:
        """The rows."""
        every, table = "/api/v1/inspections", "/api/v1/tables/{table}"
        start = "Start an inspection of the journal. It runs in a process of its own, one at a time."
        rows: tuple[tuple[str, str, str, Any, Any, Sequence[int], Any], ...] = (
            ("POST", every, start, InspectionWanted, InspectionView, (404, 409), self._start),
            ("GET", every, "List the last inspections.", Nothing, list[InspectionView], (), self._list),
            ("GET", f"{every}/{{number}}", "Show an inspection.", Nothing, InspectionView, (404,), self._show),
            ("POST", f"{every}/{{number}}/stop", "Stop an inspection.", Nothing, InspectionView, (404,), self._stop),
            ("GET", f"{table}/rules", "Show the rules in force at a table.", Nothing, RulesInForce, (404,), self._in_force),
            (
                "GET",
                f"{table}/clauses/{{clause}}",
                "Show how a clause is answered.",
                Nothing,
                TracedClause,
                (404,),
                self._clause,
            ),
        )
        return [
            Operation(
                method=method,
                path=path,
                summary=summary,
                right=Right.SIGNED_IN,
                takes=takes,
                queries={},
                gives=gives,
                refuses=refuses,
                handle=handle,
            )
            for method, path, summary, takes, gives, refuses, handle in rows
        ]

    def _reader(self, call: Call[Any]) -> Session:
        """Who is signed in, if that person may read what happened at some table."""
        tables = (loop.dealer.durable for loop in self._house.loops.values())
        if not any(self._desk.view_of(call.signed_in, each) in READERS for each in tables):
            raise not_yours(FOR_READERS)
        return call.signed_in

    async def _start(self, call: Call[InspectionWanted]) -> InspectionView:
        session, wanted = self._reader(call), call.body
        if wanted.table is not None:
            self._table(wanted.table)
        if wanted.kind is InspectionKind.TELL and (wanted.table is None or wanted.round is None):
            raise ApiError(409, "round-needed", "Name the table and the round that is to be told.")
        job = Job(self._journal, wanted.kind, wanted.table, wanted.round)
        try:
            started = self._inspections.start(job, session.name, self._clock())
        except InspectionError as error:
            raise ApiError(409, "inspection-running", str(error)) from None
        await self._desk.viewed(session, _described(job))
        return _view(started)

    async def _list(self, call: Call[Nothing]) -> list[InspectionView]:
        self._reader(call)
        return [msgspec.structs.replace(_view(each), sentences=()) for each in self._inspections.all.values()]

    async def _show(self, call: Call[Nothing]) -> InspectionView:
        return _view(self._found(call))

    async def _stop(self, call: Call[Nothing]) -> InspectionView:
        found = self._found(call)
        await self._inspections.stop(found.number)
        return _view(found)

    def _found(self, call: Call[Nothing]) -> Inspection:
        self._reader(call)
        number = call.path["number"]
        found = self._inspections.all.get(int(number)) if number.isascii() and number.isdigit() and len(number) < 10 else None
        if found is None:
            raise missing("unknown-inspection", "There is no such inspection; GET /api/v1/inspections lists them.")
        return found

    def _table(self, name: str) -> Ruleset:
        if name not in self._house.loops:
            raise missing("unknown-table", f"There is no table {name[:40]} here; GET /api/v1/tables lists them.")
        return self._house.loops[name].dealer.durable.rules

    async def _in_force(self, call: Call[Nothing]) -> RulesInForce:
        name = call.path["table"]
        rules = self._table(name)
        of, found = self._rules.get(name, (None, None))
        if found is None or of is not rules:
            found = await asyncio.to_thread(_rules_in_force, rules)  # the edges take a moment
            self._rules[name] = rules, found
        await self._desk.viewed(call.signed_in, f"{name}, rules in force")
        return found

    async def _clause(self, call: Call[Nothing]) -> TracedClause:
        rules, wanted = self._table(call.path["table"]), call.path["clause"]
        found = next((each for each in trace(rules.id) if each.clause == wanted), None)
        if found is None:
            raise missing("unknown-clause", f"{rules.title} has no clause {wanted[:40]}.")
        return _traced(found)


def _described(job: Job) -> str:
    """An inspection, as the object of "viewed"."""
    where = f"{job.table}" if job.table else "all tables"
    return f"{where}, round {job.round} told" if job.kind is InspectionKind.TELL else f"{where}, findings of {job.kind}"


def _view(inspection: Inspection) -> InspectionView:
    job, found = inspection.job, inspection.findings
    return InspectionView(
        number=inspection.number,
        kind=job.kind,
        table=job.table,
        round=job.round,
        by=inspection.by,
        since=inspection.since,
        done=inspection.progress.of if found else inspection.progress.done,
        of=inspection.progress.of,
        holds=found.holds if found else None,
        sentences=found.sentences if found else (),
    )


def _rules_in_force(rules: Ruleset) -> RulesInForce:
    readings = tuple(
        ReadingView(
            id=each.id,
            clauses=tuple(each.clauses),
            read=each.read,
            value=in_force(rules, each),
            decided_by=each.decided_by,
            edge=(*edge_sentences(effects(rules, each)), *((each.edge,) if each.edge else ())),
        )
        for each in rules.readings
    )
    return RulesInForce(rules.id, rules.title, rules.fingerprint, croupier.__version__, readings)


def _traced(clause: Clause) -> TracedClause:
    return TracedClause(
        clause=clause.clause,
        topic=clause.topic,
        answer=clause.answer.value,
        meaning=clause.answer.meaning,
        orders=orders_for(clause),
        pages=pages_for(clause),
        code=clause.code,
        tests=clause.tests,
        note=clause.note,
    )
