"""The messages between a terminal and the server. `protocol.d.ts` of the terminal is generated from them."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from croupier.rules.sequence import Phase
from croupier.table.core.message import Event

Amount = Annotated[int, msgspec.Meta(ge=1, le=10**12)]
"""Cents, at most an amount that JavaScript numbers represent exactly."""
Short = Annotated[str, msgspec.Meta(max_length=64, pattern=r"^[^\0]*\Z")]
"""A name or an id. It contains no NUL, which PostgreSQL cannot store in a text."""


class Hello(msgspec.Struct, tag_field="say", tag="hello", forbid_unknown_fields=True):
    """The first message of a connection."""

    key: Short = ""
    """The key of the seat that the terminal had before; empty if it had none."""
    last: int = 0
    """The number of the last event that it received; 0 if it received none."""


class BetWish(msgspec.Struct, tag_field="say", tag="bet", forbid_unknown_fields=True):
    """Put chips on a wager."""

    id: Short
    """The terminal's own id of the wish. A repeated wish has the same id, and takes effect once."""
    wager: Short
    amount: Amount
    round: int | None = None
    """The round for which the wish is meant. It is refused once that round is over."""


class TakeDownWish(msgspec.Struct, tag_field="say", tag="take-down", forbid_unknown_fields=True):
    """Take chips down from a bet."""

    id: Short
    wager: Short
    amount: Amount | None = None
    """How much; without it, all that may come down."""
    round: int | None = None


class MoveWish(msgspec.Struct, tag_field="say", tag="move", forbid_unknown_fields=True):
    """Move chips from one bet to another."""

    id: Short
    wager: Short
    to: Short
    amount: Amount | None = None
    """How much; without it, all that may come down."""
    round: int | None = None


class InsertWish(msgspec.Struct, tag_field="say", tag="insert", forbid_unknown_fields=True):
    """Add demonstration money to the credit."""

    id: Short
    amount: Amount


class CollectWish(msgspec.Struct, tag_field="say", tag="collect", forbid_unknown_fields=True):
    """Collect all credit."""

    id: Short


class ShootWish(msgspec.Struct, tag_field="say", tag="shoot", forbid_unknown_fields=True):
    """Press the shooter's button, or throw the dice."""

    id: Short
    round: int | None = None


class AcceptDiceWish(msgspec.Struct, tag_field="say", tag="accept-dice", forbid_unknown_fields=True):
    """Accept the dice that are offered."""

    id: Short
    round: int | None = None


class DeclineDiceWish(msgspec.Struct, tag_field="say", tag="decline-dice", forbid_unknown_fields=True):
    """Decline the dice that are offered."""

    id: Short
    round: int | None = None


class PassDiceWish(msgspec.Struct, tag_field="say", tag="pass-dice", forbid_unknown_fields=True):
    """Give the dice up, as the shooter."""

    id: Short
    round: int | None = None


class LeaveUpWish(msgspec.Struct, tag_field="say", tag="leave-up", forbid_unknown_fields=True):
    """Leave a winning bet up."""

    id: Short
    wager: Short
    round: int | None = None


class CloseEarlyWish(msgspec.Struct, tag_field="say", tag="close-early", forbid_unknown_fields=True):
    """Close betting before its time. Only a lone player may."""

    id: Short
    round: int | None = None


TableWish = (
    BetWish
    | TakeDownWish
    | MoveWish
    | InsertWish
    | CollectWish
    | ShootWish
    | AcceptDiceWish
    | DeclineDiceWish
    | PassDiceWish
    | LeaveUpWish
)
"""A wish that becomes a command to the table."""
Wish = TableWish | CloseEarlyWish
"""What a terminal asks for. Each wish gets one answer."""
Said = Hello | Wish
"""Everything that a terminal says."""


class RoundView(msgspec.Struct, frozen=True):
    """The round in play."""

    number: int
    phase: Phase
    deadline: int
    """The server's time in milliseconds since 1970; 0 if a dealer decides when the phase ends."""
    shooter: str
    offered: str
    """The seat to which the dice are offered."""


class Mine(msgspec.Struct, frozen=True):
    """The player's own money and bets. Amounts are cents."""

    credit: int
    """All that can be staked."""
    restricted: int
    """The part of it that can be staked and not collected."""
    bets: Mapping[str, int]
    """The stakes on the felt, by wager."""
    fresh: Mapping[str, int]
    """The part of them that was placed since the last result."""
    staked: int
    won: int
    """What the last round paid."""
    may_stay: list[str]
    """Winning bets that may stay up while the others are paid."""


class Neighbour(msgspec.Struct, frozen=True):
    """Another player, and how much they have on the felt."""

    seat: str
    staked: int


class Welcome(msgspec.Struct, frozen=True, tag_field="is", tag="welcome"):
    """The answer to a hello."""

    seat: str
    key: str
    """The key with which the terminal gets the same seat again."""


class TableView(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag="snapshot"):
    """Everything that a terminal draws, after a numbered event."""

    number: int
    now: int
    """The server's time in milliseconds since 1970."""
    round: RoundView
    pucks: Mapping[str, str]
    """The state of each puck."""
    history: tuple[str, ...]
    """The recent outcomes, newest last."""
    mine: Mine
    company: list[Neighbour]
    """Some of the other players who have bets down."""
    others: int
    """How many other players have bets down."""
    lone: bool
    """Whether no other visitor is connected or has bets down."""
    closing: str
    """The warning that play is about to close; empty if there is none."""
    locked: str
    """Why nothing is played: a fault, or a lock on this terminal. Empty if play goes on."""


class EventView(TableView, frozen=True, kw_only=True, tag_field="is", tag="event"):
    """An event, and everything that a terminal draws after it. The terminal computes nothing itself."""

    event: Event
    lit: list[str]
    """The wagers that the outcome wins, if the event is an outcome."""


class Answered(msgspec.Struct, frozen=True, tag_field="is", tag="answer", omit_defaults=True):
    """The answer to a wish. A repeated wish gets its first answer."""

    id: str
    ok: bool
    notice: str = ""
    error: str = ""
    """The code of the refusal."""
    message: str = ""
    """The refusal in words."""


class Goodbye(msgspec.Struct, frozen=True, tag_field="is", tag="goodbye"):
    """The last message before the server closes the connection."""

    why: str


Told = Welcome | TableView | EventView | Answered | Goodbye
"""Everything that the server tells a terminal."""
