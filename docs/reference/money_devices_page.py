"""Writes money-devices.md: how the money devices of a terminal speak to the server."""

from typing import get_args

from device_page import message_section

from croupier.rulebook.markdown import table
from croupier.server import money_messages
from croupier.table.money.device_faults import OF_PRINTER, WARNINGS, DeviceFault


def money_devices_page(written_by: str) -> str:
    """The whole page."""
    lines = ["# The protocol of money devices", "", written_by, "", HOW_TO_READ, "## What the devices say", ""]
    for kind in get_args(money_messages.MoneySaid):
        lines += message_section("say", kind)
    lines += ["## What the devices are told", ""]
    for kind in get_args(money_messages.MoneyTold):
        lines += message_section("is", kind)
    lines += ["## Faults", "", FAULTS, ""]
    rows = [(f"`{fault}`", fault.meaning, _stops(fault)) for fault in DeviceFault]
    lines += table(("fault", "meaning", "while it is open"), rows)
    return "\n".join([*lines, "", REFUSED])


def _stops(fault: DeviceFault) -> str:
    if fault in WARNINGS:
        return "nothing stops"
    return "the slot is closed, and credit is paid by hand" if fault in OF_PRINTER else "the slot is closed"


HOW_TO_READ = """\
The money devices of a terminal are its note acceptor, its ticket reader and its ticket printer. A program beside the
terminal speaks for all of them, over one WebSocket. The page of the terminal has a connection of its own, and knows
nothing of the devices. In a demonstration the page stands for the devices and speaks exactly this protocol
(`terminal/static/devices.js`). `examples/money_devices.py` is a complete program with a keyboard
for a slot. `/asyncapi.json` of a running server describes the same messages as JSON Schema.

1. **Enrol.** The pit issues a code for the money devices of one enrolled terminal (`POST /api/v1/codes` with the kind
   `money-devices` and the id of the terminal), which a second person signs. The program turns it into a key with
   `POST /api/v1/clients` and `{"code": CODE}`, and keeps it where nobody else can read it: who has this key can credit
   notes. The key of the terminal itself opens nothing here. In a demonstration nobody enrols: the devices say the key of
   the seat.
2. **Connect** to `/ws/TABLE/money`, with the header `Authorization: Bearer KEY`, and say `hello` with everything that is
   wrong now. Answer pings, as every WebSocket library does. If the connection is lost, connect again. The terminal must have a
   seat, so its page has to be open.
3. **Obey `slot`.** The acceptor takes only the notes in `notes`, and is switched off while there are none. The reader takes
   tickets while `tickets` is true. The slot is closed above the credit ceiling (`note_ceiling` of the
   [sign](floor-file.md)), while a fault is open, while a hand pay waits, while the terminal is locked or its page is away, and
   while the table is out of service or closes.

A message is one JSON object. Amounts are whole cents.

**A note.** The acceptor reads a note, keeps it in escrow, and says `note`. It is told a `verdict`. If that says `take`,
the acceptor stacks the note, and says `note-stacked` once nobody can withdraw it. Only that credits the player, and only
then is `done` told. If the verdict says otherwise, or the note does not reach the stacker, the acceptor gives it back and
says nothing more.

**A note that is doubted.** The server remembers its last verdict on a note of these devices, also when the connection is
lost. A note that is stacked as another value than was read credits the smaller of the two. A note that was to be given back
credits nothing, and neither does one that does not exist, one that was never read and brings the credit over the ceiling,
or one that was never read while the fault of an earlier one is open: `done` is not `ok`, with the error `terminal-faulty`.
Each of these opens the fault `note-doubted`, and is listed with both values in the report of significant events. The notes
are in the stacker, so the count finds the difference; if the player has to be given money before, staff declare the terminal
faulty and adjust its credit, with two signatures. A server that was restarted has forgotten its verdicts. So it credits
an unread note up to the ceiling without a fault, at the value that the acceptor says; and if the credit has risen since the
verdict, it doubts an honest note over the ceiling. An `id` that was credited or doubted before is never credited again.

**A ticket.** The reader says `ticket`. If the verdict says `take`, the ticket is pending: no other place takes it. The
reader stacks it and says `ticket-stacked`; or it gives it back and says `ticket-returned`, and the ticket is good
everywhere again.

**Printing.** The player collects on the page. The server issues a ticket, and tells the printer to `print` it. The
printer says `printed` once the whole ticket is out; or `not-printed` if it did not come out and will not. Then the ticket
is worth nothing, and an attendant pays the player by hand. While the devices are away or the printer has a fault, no
ticket is issued: an attendant pays.

**Nothing is lost or doubled.** The devices remember, through a loss of power, the item in the slot, what they said last
about it, and the serials of the last tickets that came out. After every `welcome` they repeat what they said last about
the item, with the same `id`, until they have the answer. A `note-stacked` or `ticket-stacked` with the same `id` is
credited once, however often it is said. A ticket for which the server has no answer is told again with `print` after
every `welcome`: a printer that has printed this serial says `printed` again, and prints nothing.
"""

FAULTS = """\
The devices say with `hello` and `state` everything that is wrong. A fault stays open until the devices no longer report
it *and* a member of staff has cleared it (`ClearDeviceFault`). The server finds `note-doubted` itself: it stays open until it
is cleared, whatever the devices report. A fault is shown to the pit, in `croupier floor status` and in
the metrics. A warning ends by itself."""

REFUSED = """\
A message that is not one of these ends the connection, and so do too many messages ([limits](terminal.md#limits)); the
devices may connect again, which does not renew their allowance of messages. A reader that tries too many numbers of tickets
(`numbers_per_minute`) is refused with `too-fast`; a ticket that it was told to stack is no try. The handshake is refused
with 401 if the key is unknown, revoked or of another kind of client, or if that of the terminal was revoked; and with 403
if the devices are enrolled for another table. The last tickets that a terminal printed and took in, and its meters, are
shown in audit mode ([work at the cage](../how-to/work-at-the-cage.md#audit-mode-of-a-terminal)).
"""
