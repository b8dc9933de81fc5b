"""What the server tells a terminal. `protocol.d.ts` of the terminal is generated from it."""

from collections.abc import Mapping

import msgspec
from msgspec import UNSET, UnsetType

from croupier.floor.counter import TransferState
from croupier.rules.game import OutcomeCall
from croupier.rules.sequence import Phase
from croupier.server.result_marks import ResultMark
from croupier.server.signs import OwnLimits, SignView
from croupier.table.core.desk import Concern
from croupier.table.core.message import Decided, Event


class RoundView(msgspec.Struct, frozen=True):
    """The round in play."""

    number: int
    """Rounds are counted from 1."""
    phase: Phase
    """The step that was done last."""
    deadline: int
    """When the present step ends, in the server's milliseconds; 0 if nothing is timed. It may move while players bet."""
    until: str
    """What ends at the deadline: `betting`, `offer` (of the dice), `throw` (the shooter's time) or `paying`; else empty."""
    throw_from: int
    """From when the dice may be thrown at a dealer's table, in the server's milliseconds; 0 if they may be thrown now."""
    shooter: str
    """The seat of the player who has the dice; empty if nobody has."""
    offered: str
    """The seat to which the dice are offered; empty if they are not."""


class BetOnRun(msgspec.Struct, frozen=True):
    """How far a run has come for a bet on it."""

    side: str
    """The side that has to come: `even`; `either` if the next result chooses it."""
    length: int
    """How often it has come in a row since the bet was made."""


class CallView(msgspec.Struct, frozen=True):
    """The player's call for an attendant."""

    concern: Concern
    coming: bool
    """Whether a member of staff has said that somebody is coming."""


class Mine(msgspec.Struct, frozen=True):
    """The player's own money and bets. Amounts are cents."""

    card: str
    """Whose player card is in: `patron-` and a number; empty if no patron's is."""
    credit: int
    """All that can be staked."""
    restricted: int
    """The part of it that can be staked and not collected."""
    bets: Mapping[str, int]
    """The stakes on the felt, by wager."""
    fresh: Mapping[str, int]
    """The part of them that was placed since the last result."""
    stayed: Mapping[str, int]
    """The part of `fresh` that had won and stayed up."""
    called: Mapping[str, bool]
    """The bets that were called on (true) or off (false), by wager. A marker lies on each of them."""
    off: list[str]
    """The bets that are off now, by rule or by call: the next outcome does not decide them, or gives their stakes back."""
    may_call: Mapping[str, list[bool]]
    """The calls that change something and that the document allows now: on (true), off (false), by wager."""
    staked: int
    """The sum of all stakes on the felt."""
    won: int
    """What the last round won, without the stakes."""
    may_stay: Mapping[str, int]
    """The winning bets that the player may leave up now, each with its new commission. No other needs an answer."""
    stands: list[str]
    """The bets of which nothing may be taken down now."""
    keeps: Mapping[str, int]
    """The commission that is not given back if all of a bet comes down that may, by wager; bets without one are missing."""
    plays: Mapping[str, int]
    """The part of a stake that plays, by wager, where it is not all of it: what is over a maximum or a limit comes back."""
    takes_odds: Mapping[str, int]
    """The odds that the player's flat bets may take now, by the id of the odds: the most that may lie there."""
    runs: Mapping[str, BetOnRun]
    """Where the bets on runs stand, by wager."""
    cannot_throw: str
    """Why the player, who has the dice, may not throw them; empty if the player may, or does not have them."""
    locked: str
    """Why nothing is played: a fault at the table, or a lock on this terminal. Empty if play goes on."""
    limits: OwnLimits | None = None
    """The player's own limits; null if those on the sign of the table hold."""
    attendant: CallView | None = None
    """The player's call for an attendant; null if none is open."""


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
    behind: int
    """How many messages follow that bring the terminal up to date: the events that it missed, or a view of the table."""


class SharedView(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a table that every terminal sees alike."""

    round: RoundView
    """The round in play, or the last one."""
    pucks: Mapping[str, str]
    """The state of each puck."""
    history: tuple[str, ...]
    """The recent outcomes, newest last."""
    marks: tuple[ResultMark, ...]
    """What was corrected or is void among them."""
    company: list[Neighbour]
    """Some of the players who have bets down. The terminal's own player may be among them."""
    playing: int
    """How many players have bets down."""
    lone: str
    """The seat of the only player who is connected or has bets down; empty if there are several or none. Bots do not count."""
    dealer: str
    """The name of the person who deals; empty if the automatic dealer does, or nobody."""
    closing: str
    """Why no more bets are taken: play is about to close, or the table is out of service; empty if they are."""
    sign: SignView
    """The sign in force, with the changes that are announced."""
    chips: tuple[int, ...]
    """The chips of a player, in cents, as they suit the sign."""


class TableView(SharedView, frozen=True, kw_only=True, tag_field="is", tag="snapshot"):
    """Everything that a terminal draws, after a numbered event."""

    number: int
    """The number of the last event."""
    now: int
    """The server's time in milliseconds since 1970."""
    mine: Mine
    """The player's own money and bets."""
    last: OutcomeCall | None
    """How the newest outcome of the history was called; null if there is none, or the table no longer knows."""


class RevisedRound(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished round whose result, or whose bets of the player, were decided again."""

    round: int
    was: str
    """Its outcome before; empty if it was void."""
    now: str
    """Its outcome since; empty if it is void."""
    before: list[Decided]
    """The player's bets as they had been decided."""
    decided: list[Decided]
    """The player's bets as they are decided now."""
    before_charged: Mapping[str, int] = {}
    """The commission that the bets in `before` had cost, by wager."""
    charged: Mapping[str, int] = {}
    """The commission that the bets in `decided` have cost, by wager."""


class Revised(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an event has changed of finished rounds, for one player."""

    rounds: list[RevisedRound]
    """Oldest first."""
    change: int
    """What it has added to all that the player has, in cents; below zero if it has taken something back."""
    staked: int = 0
    """The part of `change` that lies on the felt."""
    owed: int = 0
    """The part of `change` that is neither in credit nor on the felt; below zero if the credit was not enough."""
    owes: int = 0
    """What the player owes the house since."""


class EventView(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag="event", omit_defaults=True):
    """An event, and the parts of the table that changed since the last message. The terminal keeps the other parts."""

    number: int
    """The number of the event. Numbers go up, with gaps. A message without an event repeats the last one."""
    now: int
    """The server's time in milliseconds since 1970."""
    event: Event | UnsetType = UNSET
    """What happened. It is missing if only the staff may know who decided what, about whom and why."""
    call: OutcomeCall | UnsetType = UNSET
    """How a dealer calls the outcome, if the event is one."""
    lit: list[str] | UnsetType = UNSET
    """The wagers that the outcome wins, if the event is an outcome."""
    stays: Mapping[str, int] | UnsetType = UNSET
    """The player's winning bets that stay up by themselves, each with its stake, if the event is an outcome and there are any.

    For each of them a `BetPlaced` follows.
    """
    charged: Mapping[str, int] | UnsetType = UNSET
    """The commission that the player's decided bets have cost, by wager, if the event is an outcome and there was any."""
    revised: Revised | UnsetType = UNSET
    """What it has changed of finished rounds. `call` and `lit` are then of the newest of them that has a result."""
    round: RoundView | UnsetType = UNSET
    pucks: Mapping[str, str] | UnsetType = UNSET
    history: tuple[str, ...] | UnsetType = UNSET
    marks: tuple[ResultMark, ...] | UnsetType = UNSET
    company: list[Neighbour] | UnsetType = UNSET
    playing: int | UnsetType = UNSET
    lone: str | UnsetType = UNSET
    dealer: str | UnsetType = UNSET
    closing: str | UnsetType = UNSET
    sign: SignView | UnsetType = UNSET
    chips: tuple[int, ...] | UnsetType = UNSET
    mine: Mine | UnsetType = UNSET
    """The player's own money and bets, if they changed."""


class PrintedTicket(msgspec.Struct, frozen=True):
    """A ticket that was printed for the player. The person who shows its number is paid."""

    serial: int
    """The number of the ticket among all tickets of the casino."""
    number: str
    """The validation number, in groups of digits."""
    amount: int
    """Cents."""
    table: str
    terminal: str
    """The terminal that printed it, by its name, or by its seat if it has none; empty for the cage."""
    issued: int
    """When it was printed, in milliseconds since 1970."""
    expires: int | None
    """From when it is not paid any more, in milliseconds since 1970; null for never."""
    bars: str
    """The number as Interleaved 2 of 5, from left to right: 0 is light, 1 is dark."""
    squares: tuple[str, ...]
    """The number as a QR code, row by row: 0 is light, 1 is dark."""


class TransferView(msgspec.Struct, frozen=True):
    """A transfer between the account of the player and the terminal."""

    number: int
    """The number of the transfer among all transfers of the casino."""
    state: TransferState
    """Whether all that was asked for was transferred."""
    amount: int
    """Cents."""
    asked: int
    """What was asked for, in cents."""


class AccountView(msgspec.Struct, frozen=True):
    """The account of the player whose card is in, after the right PIN."""

    balance: int
    """Cents."""
    most_in: int
    """The most that one transfer brings to a terminal, in cents."""


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
    ticket: PrintedTicket | None = None
    """The ticket that the terminal prints; left out if it prints none."""
    transfer: TransferView | None = None
    """The transfer that the wish asked for; left out if it asked for none."""
    account: AccountView | None = None
    """The account, if the wish had its PIN; left out otherwise."""


class Goodbye(msgspec.Struct, frozen=True, tag_field="is", tag="goodbye"):
    """The last message before the server closes the connection."""

    why: str
    """The reason in words, for the player."""
    final: bool
    """Whether the terminal should not connect again by itself."""


Told = Welcome | TableView | EventView | Answered | Goodbye
"""Everything that the server tells a terminal."""
