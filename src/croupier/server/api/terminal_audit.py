"""Audit mode of a terminal: its meters, its money devices, and the last tickets that it printed and took in."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.cage.state import PlaceTickets
from croupier.cage.ticket import place as place_of
from croupier.floor.house import House
from croupier.server.api.operation import Call, Nothing, Operation, Right
from croupier.server.api.problem import missing
from croupier.server.api.tables import dealer_of
from croupier.server.blindness import hides_stackers
from croupier.server.front_desk import FrontDesk
from croupier.server.staff_pit import DeviceView, devices
from croupier.server.ticket_views import TicketView, ticket_view
from croupier.table.core.meters import Stacker, Terminal
from croupier.table.money.takings import CASH


class TerminalMeters(msgspec.Struct, frozen=True):
    """The meters of a terminal about money. They never decrease. Amounts are cents.

    Those who count stackers do not see its notes, nor the meters from which the notes would follow.
    """

    brought: Mapping[str, int]
    """Money in, by payment method; without notes for those who count them."""
    taken: Mapping[str, int]
    """Money out, by payment method."""
    tickets_in: int
    tickets_out: int
    paid_by_hand: int
    games: int
    notes: Mapping[int, int] | None
    """The number of notes, by denomination in cents; null to those who count them."""
    stacked: Mapping[int, int] | None
    """Those in the stacker of the terminal, whoever put them in; null to those who count them."""
    turnover: int | None
    """Null to those who count notes."""
    wins: int | None
    """As rounds were settled first. Null to those who count notes."""
    corrected_up: int | None
    """What the player has gained since by corrected and void rounds; null to those who count notes."""
    corrected_down: int | None
    """What the player has lost by them; null to those who count notes."""


class TerminalAudit(msgspec.Struct, frozen=True):
    """A terminal in audit mode: the last 35 tickets that it printed and took in, newest first, and its meters."""

    printed: tuple[TicketView, ...]
    accepted: tuple[TicketView, ...]
    meters: TerminalMeters
    devices: DeviceView | None
    """Its money devices; null if it has none."""


class TerminalAudits:
    """The operations of audit mode."""

    def __init__(self, house: House, desk: FrontDesk) -> None:
        """Serve the terminals of this house."""
        self._house, self._desk = house, desk

    def operations(self) -> Sequence[Operation[Any, Any]]:
        """The rows."""
        return (
            Operation(
                method="GET",
                path="/api/v1/cage/places/{table}/{terminal}",
                summary="Show a terminal in audit mode: its meters, and the last 35 tickets that it printed and took in.",
                right=Right.SEE_CAGE,
                takes=Nothing,
                queries={},
                gives=TerminalAudit,
                refuses=(404,),
                handle=self._audit,
            ),
        )

    async def _audit(self, call: Call[Nothing]) -> TerminalAudit:
        keeper = self._house.keeper
        if keeper is None:
            raise missing("no-cage", "There is no cage on this floor.")
        dealer, given = dealer_of(self._house, call), call.path["terminal"]
        cage, table = keeper.durable, dealer.durable
        seat = table.last_seat(given)
        terminal = table.terminal_of(seat)
        place = place_of(dealer.name, terminal)
        if place not in cage.places and seat not in table.layout and seat not in table.meters.terminals:
            raise missing(
                "unknown-seat", f"There is no terminal {given[:40]} at {dealer.name}, and there was none with a ticket."
            )
        kept = cage.places.get(place, PlaceTickets())
        await self._desk.viewed(call.signed_in, f"the cage, tickets of {place[:80]}")
        printed, accepted = (
            tuple(ticket_view(keeper, cage.tickets[each]) for each in reversed(of)) for of in (kept.printed, kept.accepted)
        )
        shown = devices(table, self._house.money[dealer.name].connected).get(seat)
        is_blind = hides_stackers(self._desk.view_of_cage(call.signed_in))
        meters = terminal_meters(table.meters.terminal(seat), table.meters.stacker(terminal), is_blind=is_blind)
        return TerminalAudit(printed, accepted, meters, shown)


def terminal_meters(terminal: Terminal, stacker: Stacker, *, is_blind: bool) -> TerminalMeters:
    """The meters of a terminal as its audit mode shows them."""
    figures = {name: getattr(terminal, name) for name in TerminalMeters.__struct_fields__ if name != "stacked"}
    meters = TerminalMeters(**figures, stacked=stacker.stacked)
    if not is_blind:
        return meters
    brought = {way: amount for way, amount in terminal.brought.items() if way not in CASH}
    return replace(
        meters,
        brought=brought,
        notes=None,
        stacked=None,
        **dict.fromkeys(("turnover", "wins", "corrected_up", "corrected_down")),
    )
