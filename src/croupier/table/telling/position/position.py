"""A position: the parts of a table that its line of text has."""

from collections.abc import Mapping

import msgspec

from croupier.rules.sequence import Phase
from croupier.rules.sign import SettingValue
from croupier.table.core.promotional import NONE, Promotional


class PositionError(ValueError):
    """The text is no position. The message names the part."""


class ChosenRules(msgspec.Struct, frozen=True):
    """A rule set: its id, the readings that differ from the defaults, the raised odds and the kinds that are left out."""

    id: str
    chosen: tuple[tuple[str, str], ...] = ()
    raised: tuple[tuple[str, str], ...] = ()
    left_out: tuple[str, ...] = ()


class BetAt(msgspec.Struct, frozen=True, kw_only=True):
    """A bet on the layout. See `core.bet.Bet` for the fields."""

    stake: int
    state: str
    called: bool | None = None
    commission: int = 0
    fresh: int = 0
    """The part that was placed since the last outcome."""
    fresh_commission: int = 0
    kept: int = 0
    left_up: int = 0
    advised: bool = False
    maximum: int | None = None
    promotional: Promotional = NONE
    accepted: ChosenRules | None = None
    """The document under which it was accepted; None if it is the one in force."""


class PlayerAt(msgspec.Struct, frozen=True, kw_only=True):
    """A player: money, bets, and what the rules remember about them."""

    seat: str
    rack: int = 0
    promotional: Promotional = NONE
    """Promotional money in front of the player."""
    limits: tuple[int, int] | None = None
    """The player's own limits; None if those of the sign hold."""
    advised: tuple[str, ...] = ()
    """The wagers about whose minimum the player was advised; an empty text stands for all."""
    barred: tuple[str, ...] = ()
    """The wagers that the player may not put back up yet."""
    bets: Mapping[str, BetAt] = {}


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """A table in play. Players are in clockwise order."""

    document: ChosenRules
    sign: Mapping[str, SettingValue] = {}
    """The settings that differ from the defaults."""
    pucks: Mapping[str, str] = {}
    round: int = 0
    phase: Phase = Phase.UNTIMED
    shooter: str = ""
    """The seat of the shooter; empty if there is none."""
    players: tuple[PlayerAt, ...] = ()
