"""Revisions: finished rounds whose result, or whose bets, a later event has decided anew."""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from croupier.table.core.message import Decided, Event
from croupier.table.core.rows import EVENTS, History
from croupier.table.core.state import ForgottenRoundError, Table, trail_events
from croupier.table.rounds.settling import RoundSettled


class Revision(NamedTuple):
    """A finished round before and after an event. The events have the bets as they stood and stand."""

    round: int
    was: Event
    """The event that ended the round, as it stood before."""
    now: Event
    """The one that ends it since."""


def redecided(event: Event) -> tuple[Decided, ...]:
    """The bets of the last finished round that an event decides anew."""
    redecides = EVENTS[type(event)].redecides
    return redecides(event) if redecides else ()


def revises(event: Event) -> bool:
    """Whether an event changes what finished rounds have decided."""
    return EVENTS[type(event)].history is History.REWRITES or bool(redecided(event))


def revisions(event: Event, before: Table, after: Table) -> list[Revision]:
    """The rounds that an event has revised, oldest first. Raise `ForgottenRoundError` if the table does not keep them."""
    if not revises(event):
        return []
    if not before.past:
        raise ForgottenRoundError(before.in_play - 1, 1)
    was, now = _ends(before), _ends(after)
    found = [(round, was[round], now[round]) for round in was if round in now]
    return [
        Revision(round, as_decided(*first), as_decided(*second))
        for round, first, second in found
        if first[0] is not second[0] or first[1] != second[1]
    ]


def as_decided(event: Event, later: Iterable[Event]) -> Event:
    """The event that ended a round, with its bets as later events, up to the end of the next round, have decided them."""
    for each in later:
        anew = {(bet.seat, bet.wager): bet for bet in redecided(each)}
        if anew and isinstance(event, RoundSettled):
            event = replace(event, decided=tuple(anew.get((bet.seat, bet.wager), bet) for bet in event.decided))
    return event


def _ends(table: Table) -> dict[int, tuple[Event, list[Event]]]:
    """How each round that the table keeps has ended, and what has decided its bets anew since, by its number."""
    leads = (*(past.lead for past in table.past[1:]), trail_events(table.trail))
    return {
        past.round: (past.event, [event for event in lead if redecided(event)])
        for past, lead in zip(table.past, leads, strict=False)
    }
