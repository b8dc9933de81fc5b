"""What each player is told of an event that concerns many: their own bets, and nothing about the others."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from croupier.catalogue import ruleset
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.terms import Voided
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.message import Event
from croupier.table.core.person import Person
from croupier.table.core.rows import EVENTS
from croupier.table.core.state import Table, open_table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.settling import settle
from croupier.table.rounds.void_settlement import RoundVoided, Voiding, void_round
from croupier.table.telling.scenario.running import step

CRAPS = ruleset("aruze-craps-2024")
KIM = Person("Kim", "casino-supervisor")


def bets_of(event: Any) -> list[tuple[str, str]]:
    return sorted((each.seat, each.wager) for each in (*event.decided, *getattr(event, "moved", ())))


def shares(event: Event) -> tuple[Any, Mapping[str, Any]]:
    split = EVENTS[type(event)].shares
    assert split
    return split(event)


def played() -> Table:
    table = open_table(CRAPS, CRAPS.sign({}))
    for seat in ("ann", "bob", "eve"):
        table, _ = step(table, TakeSeat(seat=seat, chips=Cents(50_000)))
    for seat, wager in (("ann", "pass-line"), ("ann", "field"), ("bob", "field"), ("bob", "any-seven")):
        table, _ = step(table, PlaceBet(seat=seat, wager=wager, stake=Cents(1000)))
    return table


def test_of_a_settled_round_each_player_is_told_their_own_bets() -> None:
    (settled,) = settle(played(), OutcomeName("2-4"))
    common, own = shares(settled)
    assert {seat: bets_of(event) for seat, event in own.items()} == {
        "ann": [("ann", "field"), ("ann", "pass-line")],
        "bob": [("bob", "any-seven"), ("bob", "field")],
    }
    assert bets_of(common) == []
    for event in (common, *own.values()):
        assert (event.outcome, event.pucks) == ("2-4", settled.pucks)
        assert (event.transfers, event.advised, event.unbarred) == ((), (), ())


def test_of_a_void_round_nobody_is_told_who_decided_it_or_whose_bets_the_house_keeps() -> None:
    voided = void_round(played(), Voiding(Voided.ALL_BETS, forfeit=("bob",), by=KIM, ground="x"))
    common, own = shares(voided)
    assert {seat: bets_of(event) for seat, event in own.items()} == {
        "ann": [("ann", "field"), ("ann", "pass-line")],
        "bob": [("bob", "any-seven"), ("bob", "field")],
    }
    assert common == RoundVoided(ground="x", decided=(), transfers=())
    assert own["ann"] == replace(common, decided=own["ann"].decided)
