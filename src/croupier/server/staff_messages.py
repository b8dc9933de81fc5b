"""What consoles and displays say to the server over their WebSocket, and what they are told."""

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from croupier.server.messages import Goodbye, RoundView
from croupier.server.room import Announced, RunView
from croupier.server.signs import OwnLimits, SignView
from croupier.server.staff_payments import PayingView
from croupier.server.staff_views import CrewView, DiceView, SeatView, ShortBet, StaffView
from croupier.table.core.desk import Bar, Debt, Dispute, Notice, Posted
from croupier.table.core.message import Event


class WatchHello(msgspec.Struct, tag_field="say", tag="hello", forbid_unknown_fields=True):
    """The first and only message of a console or display."""

    last: Annotated[int, Meta(ge=0, le=10**15)] = 0
    """The number of the last event that it received; 0 if it received none."""


class ToldEvent(msgspec.Struct, frozen=True):
    """An event, and its description in sentences."""

    number: int
    at: int
    """When it happened: milliseconds since 1970."""
    words: tuple[str, ...]
    """The event in words. Consequences are indented."""
    event: Event


class TableChanged(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag="changes", omit_defaults=True):
    """The events since the last message, and the parts of the table that changed. The viewer keeps the other parts."""

    table: str
    number: int
    """The number of the last event."""
    now: int
    """The server's time in milliseconds since 1970."""
    events: tuple[ToldEvent, ...] = ()
    ruleset: str | UnsetType = UNSET
    round: RoundView | UnsetType = UNSET
    pucks: Mapping[str, str] | UnsetType = UNSET
    history: tuple[str, ...] | UnsetType = UNSET
    sign: SignView | UnsetType = UNSET
    closing: str | UnsetType = UNSET
    crew: CrewView | UnsetType = UNSET
    limits_shown: Mapping[str, OwnLimits] | UnsetType = UNSET
    announced: tuple[Announced, ...] | UnsetType = UNSET
    runs: tuple[RunView, ...] | UnsetType = UNSET
    disregarded: bool | UnsetType = UNSET
    seats: tuple[SeatView, ...] | UnsetType = UNSET
    below_minimum: tuple[ShortBet, ...] | UnsetType = UNSET
    dice: DiceView | UnsetType = UNSET
    tray: tuple[int, ...] | UnsetType = UNSET
    paying: PayingView | UnsetType = UNSET
    hand_pays: Mapping[str, int] | UnsetType = UNSET
    debts: Mapping[str, Debt] | UnsetType = UNSET
    money: Mapping[str, int] | UnsetType = UNSET
    posted: Mapping[int, Posted] | UnsetType = UNSET
    notices: Mapping[int, Notice] | UnsetType = UNSET
    disputes: Mapping[int, Dispute] | UnsetType = UNSET
    bars: Mapping[str, Bar] | UnsetType = UNSET


Shown = StaffView | TableChanged | Goodbye
"""Everything that the server tells a console or a display."""
