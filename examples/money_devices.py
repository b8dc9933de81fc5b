"""Money devices of a terminal, written from the reference: a note acceptor, a ticket reader and a printer at a keyboard.

python examples/money_devices.py http://127.0.0.1:8021 CODE TABLE

Type `note 20` or `ticket 0000 0000 0000 0000 0000`. What comes out of the printer is printed here. A real program keeps
`memory` and its key on a disk, where nobody else can read them.
"""

import asyncio
import json
import secrets
import sys
from contextlib import suppress
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect, process_exception
from websockets.exceptions import ConnectionClosed, InvalidStatus

PAUSE = 1
"""Seconds before the next connection. The server closes it at once while nobody has the seat of the terminal."""
TOO_MANY = 429


def enrol(server: str, code: str) -> str:
    """Enrol these devices, and return their key."""
    body = json.dumps({"code": code}).encode()
    request = Request(f"{server}/api/v1/clients", body, {"Content-Type": "application/json"})  # noqa: S310 - of the user
    with urlopen(request) as response:  # noqa: S310
        return json.load(response)["key"]


def typed(line: str) -> dict:
    """What somebody puts in, with an id of its own."""
    what, _, rest = line.strip().partition(" ")
    item = {"value": int(rest) * 100} if what == "note" else {"number": rest}
    return {"say": what, "id": secrets.token_hex(8), **item}


def answer(told: dict, memory: dict) -> dict | None:
    """What to say to a message. What has to be repeated after a loss of power is in `memory` before it is said."""
    item = memory["item"]
    match told["is"]:
        case "welcome":
            return item
        case "verdict" if item and item["id"] == told["id"]:
            # A real acceptor moves the note now, and says that it is stacked once it is.
            memory["item"] = {**item, "say": f"{item['say']}-stacked"} if told["take"] else None
            return memory["item"]
        case "done" if item and item["id"] == told["id"]:
            memory["item"] = None
        case "print":
            serial = told["ticket"]["serial"]
            if serial not in memory["out"]:
                memory["out"].append(serial)
                print("TICKET", told["ticket"]["number"], told["ticket"]["amount"], flush=True)
            return {"say": "printed", "serial": serial}
    return None


def lasting(error: Exception) -> Exception | None:
    """What ends this program. While the server is away, or has too many requests, it is asked again."""
    is_busy = isinstance(error, InvalidStatus) and error.response.status_code == TOO_MANY
    return None if is_busy else process_exception(error)


async def run(server: str, code: str, table: str) -> None:
    """Serve the terminal until stopped. Connect again whenever the connection is lost."""
    memory, headers = {"item": None, "out": []}, {"Authorization": f"Bearer {enrol(server, code)}"}
    keyboard, loop = asyncio.Queue(), asyncio.get_running_loop()

    def read() -> None:
        line = sys.stdin.readline()
        keyboard.put_nowait(line) if line else loop.remove_reader(sys.stdin)

    loop.add_reader(sys.stdin, read)
    address = f"{server.replace('http', 'ws', 1)}/ws/{table}/money"
    async for socket in connect(address, additional_headers=headers, process_exception=lasting):
        with suppress(ConnectionClosed):
            await socket.send(json.dumps({"say": "hello", "faults": []}))
            while True:
                hearing, typing = asyncio.ensure_future(socket.recv()), asyncio.ensure_future(keyboard.get())
                done, waiting = await asyncio.wait({hearing, typing}, return_when=asyncio.FIRST_COMPLETED)
                for each in waiting:
                    each.cancel()
                said = None
                if typing in done and memory["item"] is None and typing.result().strip():
                    said = memory["item"] = typed(typing.result())
                if said:
                    await socket.send(json.dumps(said))
                if hearing in done:
                    print(hearing.result(), flush=True)
                    if said := answer(json.loads(hearing.result()), memory):
                        await socket.send(json.dumps(said))
        await asyncio.sleep(PAUSE)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    asyncio.run(run(*sys.argv[1:4]))
