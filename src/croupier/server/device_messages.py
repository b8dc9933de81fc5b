"""What a connected device says to the server over its WebSocket, and what it is told."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from croupier.server.messages import Goodbye
from croupier.server.wishes import ON_ONE_LINE

Detail = Annotated[str, Meta(max_length=200, pattern=ON_ONE_LINE)]
"""A sentence for the staff, on one line."""
RequestId = Annotated[str, Meta(min_length=1, max_length=64)]
"""The id of a request."""
Shown = Annotated[tuple[int, ...], Meta(max_length=8)]
"""What dice or a wheel show."""


class DeviceHello(msgspec.Struct, tag_field="say", tag="hello", forbid_unknown_fields=True):
    """The first message of a device."""


class OutcomeReport(msgspec.Struct, tag_field="say", tag="outcome", forbid_unknown_fields=True):
    """What fell."""

    id: RequestId
    """The id with which the outcome was wanted."""
    shown: Shown
    """The faces of the dice, in any order, or the number of the pocket."""


class FaultReport(msgspec.Struct, tag_field="say", tag="fault", forbid_unknown_fields=True):
    """A fault that makes the round invalid, such as a die that does not lie flat."""

    id: RequestId
    """The id with which the outcome was wanted."""
    ground: Detail
    """One of the grounds with which the outcome was wanted."""
    detail: Detail = ""
    """A sentence for the staff."""


class FailureReport(msgspec.Struct, tag_field="say", tag="failed", forbid_unknown_fields=True):
    """The device itself has failed, and does not know what fell."""

    id: RequestId
    """The id with which the outcome was wanted."""
    detail: Detail
    """A sentence for the staff."""


class DeviceWelcome(msgspec.Struct, frozen=True, tag_field="is", tag="welcome"):
    """The device is connected. No other one is."""

    table: str
    """The table for which it reports."""


class OutcomeWanted(msgspec.Struct, frozen=True, tag_field="is", tag="wanted"):
    """Bets are closed, durably: report what falls. A device that is asked again with the same id repeats its report."""

    id: str
    """What the report has to name. It is never used again, not even after the journal was restored from a backup."""
    round: int
    """The number of the round, for people."""
    seconds: float
    """How long the server waits for the report."""
    shown_by: Literal["dice", "pocket"]
    """What shows the outcome: dice, or the pocket of a wheel."""
    count: int
    """How many numbers are shown: one for each die, or one for a wheel."""
    grounds: Mapping[str, str]
    """The faults that may be reported now: the ids of their grounds, and what each means in words."""


class OutcomeWithdrawn(msgspec.Struct, frozen=True, tag_field="is", tag="withdrawn"):
    """Nobody waits for an outcome any more."""

    id: str
    """The id with which it was wanted."""


class ReportRefused(msgspec.Struct, frozen=True, tag_field="is", tag="refused"):
    """A report did not count: it came too late or twice, or it reports what cannot be."""

    id: str
    """The id that the report named."""
    message: str
    """Why it did not count."""


DeviceSaid = DeviceHello | OutcomeReport | FaultReport | FailureReport
"""Everything that a device says."""
DeviceTold = DeviceWelcome | OutcomeWanted | OutcomeWithdrawn | ReportRefused | Goodbye
"""Everything that the server tells a device."""
