"""Operations of inspectors and of the pit: inspections of the journal."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from croupier.audit.inspection import InspectionKind, Job
from croupier.cage.due_counts import due_counts
from croupier.floor.clock import Clock
from croupier.floor.house import House
from croupier.floor.inspections import Inspection, InspectionError, Inspections
from croupier.floor.plan import Plan
from croupier.people.viewing import RecordStop
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.rules.outcomes import listed
from croupier.server.api.operation import Call, Nothing, Operation, Right
from croupier.server.api.problem import ApiError, missing, not_yours, unknown_table
from croupier.server.blindness import NOT_COUNTED, tells_cash
from croupier.server.front_desk import READERS, FrontDesk
from croupier.server.sessions import Session

FOR_READERS = "Inspections are for inspectors and for supervisors of the tables."
OF_ONE_TABLE = "This inspects a table: that is for inspectors and for supervisors of that table."
OF_ALL_TABLES = "This inspects every table: that is for inspectors and for supervisors of all tables."
UNCOUNTED = f"{NOT_COUNTED} Until then balance one table; an inspector who counts nothing balances all of them."
EXPORT = {"export": "1 if the findings are exported, which is recorded of an inspector; otherwise a view is."}


class InspectionWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to inspect."""

    kind: InspectionKind
    table: Annotated[str, Meta(max_length=64)] | None = None
    """Only this table, or `floor/promotions` for the prize register; left out for all. `verify` always reads everything."""
    round: Annotated[int, Meta(ge=0, le=10**12)] | None = None
    """The round to tell; 0 for what happened before the first. Of the prize register the promotion; 0 for all of it."""


class Inspectable(msgspec.Struct, frozen=True):
    """What a person may inspect."""

    tables: tuple[str, ...]
    """The tables whose journal the person may read."""
    registers: tuple[str, ...]
    """`floor/promotions` if the person may read the prize register."""
    everything: bool
    """Whether the person may inspect all of them together, and verify the whole journal."""


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
    """The findings; empty while it runs, and in a list. To somebody who may count cash, why they are not shown yet."""


class InspectionOperations:
    """The operations of inspectors and of the pit. None of them changes a table: an inspection only reads the journal."""

    def __init__(self, house: House, desk: FrontDesk, inspections: Inspections, plan: Plan, clock: Clock) -> None:
        """Inspect the journal of this house, which runs by this plan."""
        self._house, self._desk, self._inspections = house, desk, inspections
        self._plan, self._clock = plan, clock

    def operations(self) -> Sequence[Operation[Any, Any]]:
        """The rows."""
        every, one = "/api/v1/inspections", "/api/v1/inspections/{number}"
        start = "Start an inspection of the journal, one at a time. That of an inspector stops one of the pit."
        show = "Show an inspection, with its findings once they are there."
        stop = "Stop an inspection: your own, or as an inspector any."
        rows: tuple[tuple[str, str, str, Any, Mapping[str, str], Any, Sequence[int], Any], ...] = (
            ("POST", every, start, InspectionWanted, {}, InspectionView, (404, 409), self._start),
            ("GET", every, "List the last inspections.", Nothing, {}, list[InspectionView], (), self._list),
            ("GET", f"{every}/tables", "List the tables to inspect.", Nothing, {}, Inspectable, (), self._tables),
            ("GET", one, show, Nothing, EXPORT, InspectionView, (404,), self._show),
            ("POST", f"{one}/stop", stop, Nothing, {}, InspectionView, (404,), self._stop),
        )
        return [
            Operation(
                method=method,
                path=path,
                summary=summary,
                right=Right.SIGNED_IN,
                takes=takes,
                queries=queries,
                gives=gives,
                refuses=refuses,
                handle=handle,
            )
            for method, path, summary, takes, queries, gives, refuses, handle in rows
        ]

    def _may_read(self, session: Session, table: str | None) -> bool:
        """Whether a person may read what happened at a table, in the prize register, or at every table."""
        if table == PRIZE_REGISTER.name:
            return any(self._desk.register.may(session.login, each) for each in Right.READ_PRIZE_REGISTER.duties)
        names = [*self._house.loops] if table is None else [table]
        return all(self._desk.view_of(session, self._house.loops[each].dealer.durable) in READERS for each in names)

    def _reader(self, call: Call[Any]) -> Session:
        """Who is signed in, if that person may read what happened at some table."""
        if not any(self._may_read(call.signed_in, each) for each in (*self._house.loops, PRIZE_REGISTER.name)):
            raise not_yours(FOR_READERS)
        return call.signed_in

    def _check(self, session: Session, job: Job) -> None:
        """Raise unless a person may read everything that an inspection reads."""
        if not self._may_read(session, _scope(job)):
            raise not_yours(OF_ONE_TABLE if _scope(job) else OF_ALL_TABLES)

    async def _start(self, call: Call[InspectionWanted]) -> InspectionView:
        session, wanted = self._reader(call), call.body
        if wanted.table not in (None, PRIZE_REGISTER.name, *self._house.loops):
            raise unknown_table(wanted.table)
        if wanted.kind is InspectionKind.TELL and (wanted.table is None or wanted.round is None):
            raise ApiError(409, "round-needed", "Name the table and the round that is to be told.")
        job = Job(
            self._plan.journal,
            wanted.kind,
            wanted.table,
            wanted.round,
            key=self._house.public_key,
            zone=self._plan.time_zone,
        )
        self._check(session, job)
        if why := self._uncounted(session, job, self._clock()):
            raise ApiError(409, "not-counted", why)
        is_inspector = self._desk.is_inspector(session)
        while (running := self._inspections.running) and is_inspector and not running.is_inspectors:
            await self._halt(session, running)
        try:
            started = self._inspections.start(job, self._desk.author(session), self._clock(), is_inspectors=is_inspector)
        except InspectionError as error:
            raise ApiError(409, "inspection-running", str(error)) from None
        return _view(started)

    async def _list(self, call: Call[Nothing]) -> list[InspectionView]:
        session = self._reader(call)
        await self._desk.viewed(session, "the list of inspections")
        mine = (each for each in self._inspections.all.values() if self._may_read(session, _scope(each.job)))
        return [msgspec.structs.replace(_view(each), sentences=()) for each in mine]

    async def _tables(self, call: Call[Nothing]) -> Inspectable:
        session = self._reader(call)
        tables = tuple(each for each in self._house.loops if self._may_read(session, each))
        registers = (PRIZE_REGISTER.name,) if self._may_read(session, PRIZE_REGISTER.name) else ()
        return Inspectable(tables, registers, everything=self._may_read(session, None))

    async def _show(self, call: Call[Nothing]) -> InspectionView:
        return await self._shown(call, self._found(call))

    async def _stop(self, call: Call[Nothing]) -> InspectionView:
        session, found = call.signed_in, self._found(call)
        if session.login != found.by.login and not self._desk.is_inspector(session):
            raise not_yours(f"{found.by.name} started this inspection: only {found.by.name} or an inspector stops it.")
        await self._halt(session, found)
        return await self._shown(call, found)

    async def _halt(self, session: Session, inspection: Inspection) -> None:
        """Stop an inspection, and record who did."""
        by = self._desk.author(session)
        if await self._inspections.stop(inspection, by):
            await self._desk.order(RecordStop(by=by, what=_described(inspection.job), started_by=inspection.by))

    async def _shown(self, call: Call[Nothing], inspection: Inspection) -> InspectionView:
        """An inspection. Findings are on record before an inspector sees them."""
        session, view = call.signed_in, _view(inspection)
        if inspection.findings:
            await self._desk.viewed(session, _described(inspection.job), is_export=bool(call.number("export", 0)))
        read = inspection.ended if inspection.ended is not None else self._clock()
        why = self._uncounted(session, inspection.job, read) if inspection.findings else None
        return msgspec.structs.replace(view, sentences=(why,)) if why else view

    def _uncounted(self, session: Session, job: Job, read: int) -> str | None:
        """Why a person who may count cash does not learn what an inspection finds that has read the journal by then."""
        keeper = self._house.keeper
        if keeper is None or not tells_cash(job.kind, _scope(job)) or not self._desk.counts_cash(session):
            return None
        due = due_counts(keeper.durable, read + 1)
        return UNCOUNTED.format(what="The books of all tables", due=listed(due, "and")) if due else None

    def _found(self, call: Call[Nothing]) -> Inspection:
        """The inspection of this number, if the person may read everything that it reads."""
        session, number = self._reader(call), call.path["number"]
        found = self._inspections.all.get(int(number)) if number.isascii() and number.isdigit() and len(number) < 10 else None
        if found is None:
            raise missing("unknown-inspection", "There is no such inspection; GET /api/v1/inspections lists them.")
        self._check(session, found.job)
        return found


def _scope(job: Job) -> str | None:
    """The table that an inspection reads; None for all."""
    return None if job.kind is InspectionKind.VERIFY else job.table


def _described(job: Job) -> str:
    """An inspection, as the object of "viewed"."""
    where = _scope(job) or "all tables"
    if where == PRIZE_REGISTER.name and job.kind is InspectionKind.TELL:
        return f"the prize register, {f'promotion {job.round}' if job.round else 'all of it'}, told"
    return f"{where}, round {job.round} told" if job.kind is InspectionKind.TELL else f"{where}, findings of {job.kind}"


def _view(inspection: Inspection) -> InspectionView:
    job, found = inspection.job, inspection.findings
    return InspectionView(
        number=inspection.number,
        kind=job.kind,
        table=job.table,
        round=job.round,
        by=inspection.by.name,
        since=inspection.since,
        done=inspection.progress.of if found else inspection.progress.done,
        of=inspection.progress.of,
        holds=found.holds if found else None,
        sentences=found.sentences if found else (),
    )
