"""What the room must see of a table beside its results: announced changes, runs, and players' own limits."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from croupier.rules.machine import Move
from croupier.rules.offer import Offer, run_length
from croupier.rules.powers import Act
from croupier.server.signs import OwnLimits, announced_change
from croupier.table.core.person import Person
from croupier.table.core.state import Table
from croupier.table.rounds.settling import RoundSettled


class Announced(msgspec.Struct, frozen=True):
    """A change that a sign announces. Times are milliseconds since 1970."""

    words: str
    since: int
    """When the sign was put up."""
    takes_effect: int


class RunPays(msgspec.Struct, frozen=True):
    """What a run pays, if it ends at this length."""

    length: int
    odds: str
    """Such as `6 to 1`."""


class RunView(msgspec.Struct, frozen=True):
    """A wager on a run of equal results."""

    title: str
    """The title of the wager."""
    side: str
    """What came last, such as `small`; empty if nothing has."""
    length: int | None
    """How many results a bet on this run has counted; null if that is not known, or no bet can be on it any more."""
    open: bool
    """Whether the bet is offered now: the run has just begun, and no sign has ended the wager."""
    pays: tuple[RunPays, ...]


def announced(table: Table) -> tuple[Announced, ...]:
    """The changes that signs announce, the next one first."""
    posted = sorted(table.desk.posted.values(), key=lambda each: each.takes_effect)
    return tuple(Announced(announced_change(table, each), each.since, each.takes_effect) for each in posted)


def shown_limits(table: Table) -> Mapping[str, OwnLimits]:
    """The players' own limits, by seat, if the document wants them on a sign."""
    if not any(power.shows for power in table.rules.procedures.powers_to[Act.PLAYER_LIMITS]):
        return {}
    return {seat: OwnLimits(*limits) for seat, limits in table.desk.limits.items()}


def by_place(table: Table, limits: Mapping[str, OwnLimits]) -> Mapping[str, OwnLimits]:
    """Players' own limits by their places, without names."""
    return {f"place {table.places[seat]}": each for seat, each in limits.items() if seat in table.places}


def in_public(person: Person | None) -> Person | None:
    """A member of staff as everybody may see them: with the first name alone."""
    return replace(person, name=first_name(person.name)) if person else None


def first_name(name: str) -> str:
    """The name on a badge."""
    return name.split(maxsplit=1)[0] if name.split() else ""


def runs(table: Table) -> tuple[RunView, ...]:
    """The wagers on runs, each with the run in progress."""
    return tuple(_run(table, each) for each in table.rules.offers if each.begins)


def _run(table: Table, offer: Offer) -> RunView:
    marker = table.pucks[offer.placed.puck]
    bet = _bet_on_run(table, offer)
    has_begun = marker != table.rules.pucks[offer.placed.puck].first
    return RunView(
        title=offer.wager.title,
        side=marker.partition(" ")[0] if has_begun else "",
        length=run_length(bet) if bet else None,
        open=offer.placed.holds(table.pucks) and not table.desk.offers_no_more(offer.kind, table.round.number),
        pays=tuple(RunPays(length, f"{winnings} to 1") for length, winnings in offer.run_pays.items()),
    )


def _bet_on_run(table: Table, offer: Offer) -> str | None:
    """The state of a bet that was made when the run in progress began; None if that is not known or the bet is decided."""
    puck, effects = offer.placed.puck, offer.wager.effects
    bet: str | None = None
    marker = ""
    for past in table.past:
        if past.before.pucks.get(puck) != marker:  # a new gaming day
            bet = None
        if not isinstance(past.event, RoundSettled):
            continue
        before, marker = past.before.pucks.get(puck), past.event.pucks[puck]
        if marker in offer.begins and marker != before:
            bet = offer.begins[marker]
        elif bet:
            effect = effects[bet].get(past.event.outcome)
            bet = effect.state if isinstance(effect, Move) else None if effect else bet
    return bet if table.pucks[puck] == marker else None
