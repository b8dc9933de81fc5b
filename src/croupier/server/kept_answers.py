"""Answers about a table that many ask for and that are slow to work out, kept for as long as they hold."""

from collections.abc import Callable, Hashable
from typing import Generic, NamedTuple, TypeVar

from croupier.rules.moments import Millis
from croupier.table.core.state import Table

T = TypeVar("T")

KEPT = 1000
"""Milliseconds for which an answer is kept at most."""


class _Moment(NamedTuple, Generic[T]):
    table: Table
    period: int
    answers: dict[Hashable, T]


class KeptAnswers(Generic[T]):
    """The answers to each asker about each table. They are dropped at the next event of the table, or after a second.

    Some of what may be done depends on the time. A client that asks all the time costs one answer a second.
    """

    def __init__(self) -> None:
        """Begin with no answer."""
        self._moments: dict[str, _Moment[T]] = {}

    def find(self, name: str, table: Table, at: Millis, asker: Hashable, make: Callable[[], T]) -> T:
        """The answer to an asker about the table with this name, which is so at this time."""
        moment, period = self._moments.get(name), at // KEPT
        if moment is None or moment.table is not table or moment.period != period:
            moment = self._moments[name] = _Moment(table, period, {})
        if asker not in moment.answers:
            moment.answers[asker] = make()
        return moment.answers[asker]
