"""What the money devices of a terminal say to the server over their WebSocket, and what they are told."""

from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.server.device_messages import Detail
from croupier.server.messages import Goodbye, PrintedTicket
from croupier.server.wishes import ON_ONE_LINE, Short
from croupier.table.money.device_faults import DeviceFault

ItemId = Annotated[str, Meta(min_length=1, max_length=64, pattern=ON_ONE_LINE)]
"""The id of a note or a ticket in the slot. Each item has another one; the same item always has the same."""
Faults = Annotated[tuple[DeviceFault, ...], Meta(max_length=len(DeviceFault))]
"""Everything that is wrong with the devices now."""
Value = Annotated[int, Meta(ge=1, le=10**9)]
"""Cents."""
Serial = Annotated[int, Meta(ge=1, le=10**15)]
"""The number of a ticket among all tickets of the casino."""


class MoneyHello(msgspec.Struct, tag_field="say", tag="hello", forbid_unknown_fields=True):
    """The first message of the devices."""

    key: Short = ""
    """The key of the seat, from the `welcome` of the terminal. Only devices that did not enrol need it, in a demonstration."""
    faults: Faults = ()
    """Everything that is wrong with the devices now."""


class DeviceState(msgspec.Struct, tag_field="say", tag="state", forbid_unknown_fields=True):
    """Something has changed: everything that is wrong with the devices now."""

    faults: Faults = ()


class NoteRead(msgspec.Struct, tag_field="say", tag="note", forbid_unknown_fields=True):
    """A note is in the acceptor, which can still give it back."""

    id: ItemId
    value: Value


class NoteStacked(msgspec.Struct, tag_field="say", tag="note-stacked", forbid_unknown_fields=True):
    """A note is in the stacker, and nobody can withdraw it."""

    id: ItemId
    value: Value


class TicketRead(msgspec.Struct, tag_field="say", tag="ticket", forbid_unknown_fields=True):
    """A ticket is in the reader, which can still give it back."""

    id: ItemId
    number: Short
    """The digits of its bar code."""


class TicketStacked(msgspec.Struct, tag_field="say", tag="ticket-stacked", forbid_unknown_fields=True):
    """A ticket is in the stacker, and nobody can withdraw it."""

    id: ItemId
    number: Short


class TicketGivenBack(msgspec.Struct, tag_field="say", tag="ticket-returned", forbid_unknown_fields=True):
    """The reader gave a ticket back that it had been told to stack."""

    id: ItemId
    number: Short


class TicketOut(msgspec.Struct, tag_field="say", tag="printed", forbid_unknown_fields=True):
    """A ticket came out of the printer."""

    serial: Serial


class TicketFailed(msgspec.Struct, tag_field="say", tag="not-printed", forbid_unknown_fields=True):
    """A ticket did not come out of the printer, and will not."""

    serial: Serial
    detail: Detail = ""
    """A sentence for the staff."""


class MoneyWelcome(msgspec.Struct, frozen=True, tag_field="is", tag="welcome"):
    """The devices are connected. No others are for this terminal."""

    table: str
    seat: str
    """The seat of the terminal."""


class SlotState(msgspec.Struct, frozen=True, tag_field="is", tag="slot"):
    """What to take from now on. The acceptor is switched off while `notes` is empty."""

    shown: tuple[int, ...]
    """The notes that the sign of the machine shows, in cents."""
    notes: tuple[int, ...]
    """The notes to take, in cents."""
    tickets: bool
    """Whether to take tickets."""
    why: str
    """Why no notes are taken, in a sentence for the player; empty if some are."""


class Verdict(msgspec.Struct, frozen=True, tag_field="is", tag="verdict"):
    """What to do with a note or a ticket that can still be given back."""

    id: str
    take: bool
    """Whether to stack it. Else give it back."""
    message: str
    """Why it is given back, in a sentence for the player; empty if it is stacked."""


class ItemDone(msgspec.Struct, frozen=True, tag_field="is", tag="done"):
    """The answer to `note-stacked`, `ticket-stacked` or `ticket-returned`. Forget the item: it is durable."""

    id: str
    ok: bool
    """Whether it was credited, or freed."""
    error: str
    """The code of the refusal; empty if there is none. With `other-command`, this id was used for another item before."""
    message: str
    """Why it was not, in a sentence for the player; empty if it was. An attendant has to look after it."""


class PrintWanted(msgspec.Struct, frozen=True, tag_field="is", tag="print"):
    """Print a ticket. If this one has come out before, do not print it again, and repeat `printed`."""

    ticket: PrintedTicket


MoneySaid = (
    MoneyHello | DeviceState | NoteRead | NoteStacked | TicketRead | TicketStacked | TicketGivenBack | TicketOut | TicketFailed
)
"""Everything that money devices say."""
MoneyTold = MoneyWelcome | SlotState | Verdict | ItemDone | PrintWanted | Goodbye
"""Everything that the server tells money devices."""
