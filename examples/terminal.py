"""A terminal of fifty lines, written from the reference: enrols with a code from the pit, buys in, bets, and collects.

python examples/terminal.py http://127.0.0.1:8021 CODE ministar-roulette-2018 red
"""

import asyncio
import itertools
import json
import sys
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect


def enrol(server: str, code: str) -> str:
    """Enrol this terminal, and return its key."""
    body = json.dumps({"code": code}).encode()
    request = Request(f"{server}/api/v1/clients", body, {"Content-Type": "application/json"})  # noqa: S310 - of the user
    with urlopen(request) as response:  # noqa: S310
        return json.load(response)["key"]


async def play(server: str, code: str, table: str, wager: str) -> None:
    """Play one round, and print what a player would see."""
    key, ids = enrol(server, code), itertools.count(1)
    address = f"{server.replace('http', 'ws', 1)}/ws/{table}"
    async with connect(address, additional_headers={"Authorization": f"Bearer {key}"}) as socket:
        await socket.send(json.dumps({"say": "hello"}))
        view, wishes = {}, [{"say": "insert", "amount": 5000}, {"say": "bet", "wager": wager, "amount": 500}]
        waiting, has_bet = "", False
        async for message in socket:
            told = json.loads(message)
            view |= {name: told[name] for name in ("round", "mine", "now", "sign") if name in told}
            if told["is"] == "answer":
                print(f"{waiting}: {'done' if told['ok'] else told['message']}")
                waiting, has_bet = "", has_bet or waiting == "bet"
            if told.get("event", {}).get("type") == "RoundSettled" and has_bet:
                print(f"{told['event']['outcome']} fell; credit ${view['mine']['credit'] / 100:.2f}")
                wishes = [{"say": "collect"}]
            is_open = bool(view) and view["round"]["phase"] == "betting"
            if wishes and not waiting and view and (is_open or wishes[0]["say"] != "bet"):
                if wishes[0]["say"] == "bet":
                    print(f"{(view['round']['deadline'] - view['now']) / 1000:.0f} seconds to bet")
                wish = wishes.pop(0)
                waiting = wish["say"]
                await socket.send(json.dumps({**wish, "id": f"wish-{next(ids)}"}))
            elif not wishes and not waiting and has_bet and not view["mine"]["credit"]:
                return


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    asyncio.run(play(*sys.argv[1:5]))
