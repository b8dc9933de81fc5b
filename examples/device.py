"""A device of forty lines, written from the reference: enrols with a code from the pit, and reports what falls.

python examples/device.py http://127.0.0.1:8021 CODE TABLE
"""

import asyncio
import json
import secrets
import sys
from contextlib import suppress
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


def enrol(server: str, code: str) -> str:
    """Enrol this device, and return its key. A real device keeps it where nobody else can read it."""
    body = json.dumps({"code": code}).encode()
    request = Request(f"{server}/api/v1/clients", body, {"Content-Type": "application/json"})  # noqa: S310 - of the user
    with urlopen(request) as response:  # noqa: S310
        return json.load(response)["key"]


def throw(wanted: dict) -> list[int]:
    """Throw the dice, or spin the wheel. A real device moves something, and reads what it shows."""
    if wanted["shown_by"] == "dice":
        return [secrets.randbelow(6) + 1 for _ in range(wanted["count"])]
    return [secrets.randbelow(37)]


async def run(server: str, code: str, table: str) -> None:
    """Report outcomes until stopped. Connect again whenever the connection is lost."""
    key, fell = enrol(server, code), ("", [0])
    address = f"{server.replace('http', 'ws', 1)}/ws/{table}/device"
    async for socket in connect(address, additional_headers={"Authorization": f"Bearer {key}"}):
        with suppress(ConnectionClosed):
            await socket.send(json.dumps({"say": "hello"}))
            async for message in socket:
                print(message, flush=True)
                told = json.loads(message)
                if told["is"] == "wanted":
                    fell = fell if fell[0] == told["id"] else (told["id"], throw(told))  # asked again: the same answer
                    await socket.send(json.dumps({"say": "outcome", "id": fell[0], "shown": fell[1]}))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    asyncio.run(run(*sys.argv[1:4]))
