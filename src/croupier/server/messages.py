"""What a terminal says, and what it is told."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from croupier.table.events import Event

Amount = Annotated[int, msgspec.Meta(ge=1, le=10**12)]
"""Cents, within what a browser counts exactly and nobody brings."""
Short = Annotated[str, msgspec.Meta(max_length=64, pattern=r"^[^\0]*\Z")]
"""A name or an id, without the one character that no database keeps in a text."""


class Hello(msgspec.Struct, tag_field="say", tag="hello", forbid_unknown_fields=True):
    """A terminal comes, or comes back: with its key, and the last number it has seen."""

    key: Short = ""
    last: int = 0


class Bet(msgspec.Struct, tag_field="say", tag="bet", forbid_unknown_fields=True):
    """Chips for a wager, in the round the player saw."""

    id: Short
    wager: Short
    amount: Amount
    round: int | None = None


class TakeBack(msgspec.Struct, tag_field="say", tag="take-down", forbid_unknown_fields=True):
    """Chips back from a bet, so many or all that may come down."""

    id: Short
    wager: Short
    amount: Amount | None = None
    round: int | None = None


class Insert(msgspec.Struct, tag_field="say", tag="insert", forbid_unknown_fields=True):
    """Demonstration money for the terminal."""

    id: Short
    amount: Amount


class CollectAll(msgspec.Struct, tag_field="say", tag="collect", forbid_unknown_fields=True):
    """All credit off the terminal."""

    id: Short


class Shoot(msgspec.Struct, tag_field="say", tag="shoot", forbid_unknown_fields=True):
    """The shooter's button."""

    id: Short
    round: int | None = None


class CloseEarly(msgspec.Struct, tag_field="say", tag="close-early", forbid_unknown_fields=True):
    """A lone player does not want to wait."""

    id: Short
    round: int | None = None


class Move(msgspec.Struct, tag_field="say", tag="move", forbid_unknown_fields=True):
    """Chips from one bet to another, so many or all that may come down."""

    id: Short
    wager: Short
    to: Short
    amount: Amount | None = None
    round: int | None = None


class Accept(msgspec.Struct, tag_field="say", tag="accept-dice", forbid_unknown_fields=True):
    """The dice that are offered, please."""

    id: Short
    round: int | None = None


class Decline(msgspec.Struct, tag_field="say", tag="decline-dice", forbid_unknown_fields=True):
    """No dice, thank you."""

    id: Short
    round: int | None = None


class Pass(msgspec.Struct, tag_field="say", tag="pass-dice", forbid_unknown_fields=True):
    """The shooter gives the dice up."""

    id: Short
    round: int | None = None


class Stay(msgspec.Struct, tag_field="say", tag="leave-up", forbid_unknown_fields=True):
    """A winning bet stays up."""

    id: Short
    wager: Short
    round: int | None = None


Asked = Bet | TakeBack | Move | Insert | CollectAll | Shoot | Accept | Decline | Pass | Stay
Wish = Asked | CloseEarly
Heard = Hello | Wish


class RoundView(msgspec.Struct, frozen=True):
    """The round in play. A deadline is the server's time, never seconds left."""

    number: int
    phase: str
    deadline: int
    shooter: str
    offered: str
    """To whom the dice are being offered."""


class Mine(msgspec.Struct, frozen=True):
    """A player's own money: credit, bets, what of them was placed since the last roll, and the last round's winnings."""

    credit: int
    """All that can be staked."""
    restricted: int
    """What of it can only be staked, and not collected."""
    bets: Mapping[str, int]
    fresh: Mapping[str, int]
    staked: int
    won: int
    may_stay: list[str]
    """Winning bets that may stay up while the others are paid."""


class Neighbour(msgspec.Struct, frozen=True):
    """Another player, and how much they have on the felt."""

    seat: str
    staked: int


class Welcome(msgspec.Struct, frozen=True, tag_field="is", tag="welcome"):
    """The seat of a terminal, and the key by which it finds it again."""

    seat: str
    key: str


class Snapshot(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag="snapshot"):
    """Everything a terminal draws, as of a numbered event."""

    number: int
    now: int
    round: RoundView
    pucks: Mapping[str, str]
    history: tuple[str, ...]
    mine: Mine
    company: list[Neighbour]
    """A few of the others who have bets down."""
    others: int
    """How many others have bets down."""
    lone: bool
    """Whether no other visitor is on the line or has bets down."""
    closing: str
    """The warning before play closes, where it was given."""
    locked: str
    """Why nothing is played, where a fault waits to be rectified or this terminal is locked."""


class Numbered(Snapshot, frozen=True, kw_only=True, tag_field="is", tag="event"):
    """The next event, and everything after it: a terminal draws what it is told and computes nothing."""

    event: Event
    lit: list[str]
    """The wagers that an outcome wins."""


class Answered(msgspec.Struct, frozen=True, tag_field="is", tag="answer", omit_defaults=True):
    """The answer to a wish. A repeated wish gets its first answer."""

    id: str
    ok: bool
    notice: str = ""
    error: str = ""
    message: str = ""


class Goodbye(msgspec.Struct, frozen=True, tag_field="is", tag="goodbye"):
    """Why the line is being closed."""

    why: str
