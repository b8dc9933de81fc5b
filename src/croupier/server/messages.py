"""The messages between a terminal and the server. `protocol.d.ts` of the terminal is generated from them."""

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

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
    """The id of the wager."""
    amount: Amount
    """How much, in cents."""
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
    """The id of the other wager."""
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


class CallWish(msgspec.Struct, tag_field="say", tag="call", forbid_unknown_fields=True):
    """Call a bet on or off."""

    id: Short
    wager: Short
    on: bool
    """Whether the bet is called on; otherwise it is called off."""
    round: int | None = None


class LeaveWish(msgspec.Struct, tag_field="say", tag="leave", forbid_unknown_fields=True):
    """Give the seat up. Credit is collected first; a player with bets down cannot leave."""

    id: Short


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
    | CallWish
)
"""A wish that becomes a command to the table."""
Wish = TableWish | LeaveWish | CloseEarlyWish
"""What a terminal asks for. Each wish gets one answer."""
Said = Hello | Wish
"""Everything that a terminal says."""


class RoundView(msgspec.Struct, frozen=True):
    """The round in play."""

    number: int
    """Rounds are counted from 1."""
    phase: Phase
    """The step that was done last."""
    deadline: int
    """When betting closes or, in the phase `closed`, the shooter's time ends, in the server's milliseconds; 0 otherwise."""
    shooter: str
    """The seat of the player who has the dice; empty if nobody has."""
    offered: str
    """The seat to which the dice are offered; empty if they are not."""


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
    called: Mapping[str, bool]
    """The bets that were called on (true) or off (false), by wager. A marker lies on each of them."""
    staked: int
    """The sum of all stakes on the felt."""
    won: int
    """What the last round paid."""
    may_stay: list[str]
    """Winning bets that may stay up while the others are paid."""
    locked: str
    """Why nothing is played: a fault at the table, or a lock on this terminal. Empty if play goes on."""


class Neighbour(msgspec.Struct, frozen=True):
    """Another player, and how much they have on the felt."""

    seat: str
    """The name of the seat."""
    staked: int
    """The sum of all stakes of that player."""


class Welcome(msgspec.Struct, frozen=True, tag_field="is", tag="welcome"):
    """The answer to a hello."""

    seat: str
    """The name of the player's seat, as events say it."""
    key: str
    """The key with which the terminal gets the same seat again."""


class SharedView(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a table that every terminal sees alike."""

    round: RoundView
    """The round in play, or the last one."""
    pucks: Mapping[str, str]
    """The state of each puck."""
    history: tuple[str, ...]
    """The recent outcomes, newest last."""
    company: list[Neighbour]
    """Some of the players who have bets down. The terminal's own player may be among them."""
    playing: int
    """How many players have bets down."""
    lone: str
    """The seat of the only player who is connected or has bets down; empty if there are several or none. Bots do not count."""
    closing: str
    """The warning that play is about to close; empty if there is none."""


class TableView(SharedView, frozen=True, kw_only=True, tag_field="is", tag="snapshot"):
    """Everything that a terminal draws, after a numbered event."""

    number: int
    """The number of the last event."""
    now: int
    """The server's time in milliseconds since 1970."""
    mine: Mine
    """The player's own money and bets."""


class EventView(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag="event", omit_defaults=True):
    """An event, and the parts of the table that changed since the last message. The terminal keeps the other parts."""

    number: int
    """The number of the event. Numbers go up, with gaps."""
    now: int
    """The server's time in milliseconds since 1970."""
    event: Event | UnsetType = UNSET
    """What happened. It is missing if only the staff may know who decided what, about whom and why."""
    lit: list[str] | UnsetType = UNSET
    """The wagers that the outcome wins, if the event is an outcome."""
    round: RoundView | UnsetType = UNSET
    pucks: Mapping[str, str] | UnsetType = UNSET
    history: tuple[str, ...] | UnsetType = UNSET
    company: list[Neighbour] | UnsetType = UNSET
    playing: int | UnsetType = UNSET
    lone: str | UnsetType = UNSET
    closing: str | UnsetType = UNSET
    mine: Mine | UnsetType = UNSET
    """The player's own money and bets, if they changed."""


class Answered(msgspec.Struct, frozen=True, tag_field="is", tag="answer", omit_defaults=True):
    """The answer to a wish. A repeated wish gets its first answer."""

    id: str
    """The id of the wish."""
    ok: bool
    """Whether the wish was granted. It is durable then, except for `close-early`, which is not written."""
    notice: str = ""
    """What the player should know although the wish was granted."""
    error: str = ""
    """The code of the refusal."""
    message: str = ""
    """The refusal in words, for the player."""


class Goodbye(msgspec.Struct, frozen=True, tag_field="is", tag="goodbye"):
    """The last message before the server closes the connection."""

    why: str
    """The reason in words, for the player."""


Told = Welcome | TableView | EventView | Answered | Goodbye
"""Everything that the server tells a terminal."""
