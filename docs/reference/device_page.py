"""Writes device.md: how a connected device speaks to its table."""

from typing import get_args

from messages import Message, fields_table, said

from croupier.floor.timetable import Timing
from croupier.server import device_messages


def device_page(written_by: str) -> str:
    """The whole page."""
    lines = ["# The protocol of a device", "", written_by, "", HOW_TO_READ, "## What a device says", ""]
    for kind in get_args(device_messages.DeviceSaid):
        lines += message_section("say", kind)
    lines += ["## What a device is told", ""]
    for kind in get_args(device_messages.DeviceTold):
        lines += message_section("is", kind)
    return "\n".join([*lines, FAILURES.format(seconds=Timing().device)])


def message_section(tag: str, kind: Message) -> list[str]:
    """A message with its fields."""
    return [f'### `{{"{tag}": "{kind.__struct_config__.tag}"}}`', "", said(kind), "", *fields_table(kind)]


HOW_TO_READ = """\
A device is a machine that makes the outcomes of one table: an automatic tumbler, a wheel, a reader of dice. A table has one
if its [floor file](floor-file.md) says `device = "connected"`. The device is asked while the automatic dealer runs the
table. `examples/device.py` is a complete device in forty lines, and `/asyncapi.json` of a running server describes the same
messages as JSON Schema.

1. **Enrol.** The pit issues a code for this table (`POST /api/v1/codes` with the kind `device` and the name of the table),
   which a second person signs. The device turns it into a key with `POST /api/v1/clients` and `{"code": CODE}`. It keeps
   the key where nobody else can read it. The pit can revoke it at any time.
2. **Connect** to `/ws/TABLE/device`, with the header `Authorization: Bearer KEY`, and say hello. Answer pings, as every
   WebSocket library does. If the connection is lost, connect again; while the device is not connected, no round opens.
3. **Report.** Once the close of bets is durable, the device is told `wanted`. It throws, and reports what fell, a fault, or
   its own failure. A report that counts has no answer: the table goes on.

A message is one JSON object. The device hears nothing of bets, players or money.

**Asked again.** If the device connects again, or the server is started again, before its report was durable, it is told
`wanted` with the same `id` again. It repeats what it has reported for that `id`, and throws only if it has not yet. After a
restore from a backup the same rounds are played again, and asked for with other ids: the device throws again. A report with
an old `id` is refused.
"""

FAILURES = """\
## When a device fails

The device has failed if it does not report in time (`timing.device`, {seconds:g} seconds unless given), connected or not; if
its key is revoked while it is asked; if it says so (`failed`); and if it reports for the present round what cannot be: numbers
that the dice or the wheel cannot show, or a ground that was not among `grounds`. Then the round has no outcome, and no later
report changes that:

- Where the document says that such a round is void, the fault is recorded, the table locks, and a person calls the round
  off.
- Where the document leaves it to the staff, the round waits for a person, who calls it off, or takes over the table and
  enters what fell.

A report with another `id`, a second report, and one from a connection that was replaced are refused (`refused`), and change
nothing. A message that is not one of these ends the connection; the device may connect again.

The handshake is refused with 401 if the key is unknown, revoked or of another kind of client, with 403 if the device is
enrolled for another table or for none, with 404 if the table has no connected device, and with 409 while another device is
connected.
"""
