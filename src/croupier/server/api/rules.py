"""Operations on the rules of a table: those in force, and how each clause of the document is answered."""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

import croupier
from croupier.floor.giving import orders_for, pages_for
from croupier.floor.house import House
from croupier.rulebook.effects import edge_sentences, effects, in_force
from croupier.rulebook.trace import Clause, trace
from croupier.rules.ruleset import Ruleset
from croupier.server.api.operation import Call, Nothing, Operation, Right
from croupier.server.api.problem import missing, unknown_table
from croupier.server.front_desk import FrontDesk
from croupier.software import fingerprint


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
    software: str
    """The SHA-256 of the files of the software, as they were when the server started."""
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


class RulesOperations:
    """The operations on the rules of the tables."""

    def __init__(self, house: House, desk: FrontDesk) -> None:
        """Show the rules of the tables of this house."""
        self._house, self._desk = house, desk
        fingerprint()  # of the files with which the server starts
        self._shown: dict[str, tuple[Ruleset, RulesInForce]] = {}

    def operations(self) -> Sequence[Operation[Any, Any]]:
        """The rows."""
        return (
            Operation(
                method="GET",
                path="/api/v1/tables/{table}/rules",
                summary="Show the rules in force at a table.",
                right=Right.SIGNED_IN,
                takes=Nothing,
                queries={},
                gives=RulesInForce,
                refuses=(404,),
                handle=self._in_force,
            ),
            Operation(
                method="GET",
                path="/api/v1/tables/{table}/clauses/{clause}",
                summary="Show how a clause is answered.",
                right=Right.SIGNED_IN,
                takes=Nothing,
                queries={},
                gives=TracedClause,
                refuses=(404,),
                handle=self._clause,
            ),
        )

    def _ruleset(self, name: str) -> Ruleset:
        if name not in self._house.loops:
            raise unknown_table(name)
        return self._house.loops[name].dealer.durable.rules

    async def _in_force(self, call: Call[Nothing]) -> RulesInForce:
        name = call.path["table"]
        rules = self._ruleset(name)
        of, found = self._shown.get(name, (None, None))
        if found is None or of is not rules:
            found = await asyncio.to_thread(_rules_in_force, rules)  # the edges take a moment
            self._shown[name] = rules, found
        await self._desk.viewed(call.signed_in, f"{name}, rules in force")
        return found

    async def _clause(self, call: Call[Nothing]) -> TracedClause:
        rules, wanted = self._ruleset(call.path["table"]), call.path["clause"]
        found = next((each for each in trace(rules.id) if each.clause == wanted), None)
        if found is None:
            raise missing("unknown-clause", f"{rules.title} has no clause {wanted[:40]}.")
        await self._desk.viewed(call.signed_in, f"{call.path['table']}, clause {wanted}")
        return _traced(found)


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
    return RulesInForce(rules.id, rules.title, rules.fingerprint, croupier.__version__, fingerprint(), readings)


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
