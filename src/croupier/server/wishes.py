"""What a terminal says to the server. `protocol.d.ts` of the terminal is generated from it."""

from enum import StrEnum
from typing import Annotated

import msgspec

from croupier.table.core.desk import Concern

Amount = Annotated[int, msgspec.Meta(ge=1, le=10**12)]
"""Cents, at most an amount that JavaScript numbers represent exactly."""
ON_ONE_LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*\Z"
"""The pattern of a text without control characters, line breaks or marks that turn the direction of writing."""
Short = Annotated[str, msgspec.Meta(max_length=64, pattern=ON_ONE_LINE)]
"""A name or an id."""

Pin = Annotated[str, msgspec.Meta(max_length=8, pattern=r"^[0-9]*$(?!\n)")]
"""The PIN of an account."""


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


class TicketWish(msgspec.Struct, tag_field="say", tag="ticket", forbid_unknown_fields=True):
    """Put a ticket in, by its validation number. Where there is no cage, it is refused."""

    id: Short
    number: Short
    """The digits on the ticket. Spaces and dashes among them do not matter."""


class CollectWish(msgspec.Struct, tag_field="say", tag="collect", forbid_unknown_fields=True):
    """Collect all credit. Where there is a cage, an electronic table prints a ticket for it."""

    id: Short


class CardWish(msgspec.Struct, tag_field="say", tag="card", forbid_unknown_fields=True):
    """Put a player card in, by its number. Where there is no cage, it is refused."""

    id: Short
    number: Short
    """The digits on the card. Spaces and dashes among them do not matter."""


class CardOutWish(msgspec.Struct, tag_field="say", tag="card-out", forbid_unknown_fields=True):
    """Take the player card out. Bets stand."""

    id: Short


class AccountWish(msgspec.Struct, tag_field="say", tag="account", forbid_unknown_fields=True):
    """Ask what is in the account of the player whose card is in."""

    id: Short
    pin: Pin


class TransferInWish(msgspec.Struct, tag_field="say", tag="transfer-in", forbid_unknown_fields=True):
    """Transfer money to the credit, from the account of the player whose card is in."""

    id: Short
    amount: Amount
    pin: Pin
    partial: bool = False
    """Whether a part will do, if the account or its limit has less."""


class TransferOutWish(msgspec.Struct, tag_field="say", tag="transfer-out", forbid_unknown_fields=True):
    """Transfer all credit to the account of the player whose card is in, where the document of the table pays credit so."""

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


class AttendantWish(msgspec.Struct, tag_field="say", tag="attendant", forbid_unknown_fields=True):
    """Call somebody to the terminal. `mine.attendant` shows the call, and whether somebody is coming."""

    id: Short
    concern: Concern = Concern.ATTENDANT
    """`fault` if the terminal does not work as it should."""


class Disputed(StrEnum):
    """What a player disputes."""

    RESULT = "result"
    PAYMENT = "payment"
    BET = "bet"


class DisputeWish(msgspec.Struct, tag_field="say", tag="dispute", forbid_unknown_fields=True):
    """Open a dispute. A member of staff decides it."""

    id: Short
    about: Disputed
    disputed_round: int | None = None
    """The round it is about; left out if it is about no particular round."""


class LeaveWish(msgspec.Struct, tag_field="say", tag="leave", forbid_unknown_fields=True):
    """Give the seat up. Credit is collected first; a player with bets down cannot leave."""

    id: Short


class CloseEarlyWish(msgspec.Struct, tag_field="say", tag="close-early", forbid_unknown_fields=True):
    """Close betting before its time. Only a lone player may."""

    id: Short
    round: int | None = None


MoneyWish = InsertWish | TicketWish | CollectWish | CardWish | CardOutWish | TransferOutWish
"""A wish about credit or a card."""
TableWish = (
    BetWish
    | TakeDownWish
    | MoveWish
    | MoneyWish
    | ShootWish
    | AcceptDiceWish
    | DeclineDiceWish
    | PassDiceWish
    | LeaveUpWish
    | CallWish
    | AttendantWish
    | DisputeWish
)
"""A wish that becomes a command to the table."""
PinWish = AccountWish | TransferInWish
"""A wish that needs the PIN of an account."""
Wish = TableWish | PinWish | LeaveWish | CloseEarlyWish
"""What a terminal asks for. Each wish gets one answer."""


class LateWish(msgspec.Struct, tag_field="say", tag="late", forbid_unknown_fields=True):
    """Ask what became of a wish that was sent long ago. It gets its first answer; if it never arrived, it is not done."""

    wish: Wish
    """The wish as it was sent."""


Said = Hello | Wish | LateWish
"""Everything that a terminal says."""
