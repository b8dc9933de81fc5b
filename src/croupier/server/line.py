"""The line to one terminal: what it says becomes commands, what happens becomes messages."""

import asyncio
import contextlib

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from croupier.floor.house import House
from croupier.money import Cents
from croupier.server.hub import Client, Hub
from croupier.server.messages import (
    Bet,
    CloseEarly,
    CollectAll,
    Goodbye,
    Hello,
    Insert,
    Reply,
    Said,
    Shoot,
    TakeBack,
    Welcome,
    Wish,
)
from croupier.table.commands import Collect, Command, InsertMoney, PlaceBet, ShootDice, TakeDown

HELLO_WITHIN = 10
MOST_WISHES_AT_ONCE = 64
TOO_MANY = "Too many wishes at once."

_DECODER = msgspec.json.Decoder(Said)


class Line:
    """One terminal's connection, from hello to goodbye."""

    def __init__(self, websocket: WebSocket, house: House, hub: Hub) -> None:
        """A connection that has not been accepted yet."""
        self._websocket = websocket
        self._house = house
        self._hub = hub
        self._wishes: set[asyncio.Task[None]] = set()

    async def serve(self) -> None:
        """Talk with a terminal until either side has had enough."""
        await self._websocket.accept()
        try:
            hello = await asyncio.wait_for(self._hear(), HELLO_WITHIN)
        except (TimeoutError, WebSocketDisconnect, msgspec.DecodeError):
            await self._websocket.close(4400)
            return
        if not isinstance(hello, Hello):
            await self._websocket.close(4400)
            return
        seat, key = await self._house.seat(self._hub.dealer.name, hello.key)
        client = Client(seat)
        client.tell(Welcome(seat, key))
        self._hub.join(client, hello.last)
        try:
            await self._talk(client)
        finally:
            self._hub.leave(client)
            for wish in self._wishes:
                wish.cancel()

    async def _talk(self, client: Client) -> None:
        """Listen and speak at the same time; whichever ends first, or a terminal that is dropped, ends the line."""
        parts = [
            asyncio.ensure_future(self._listen(client)),
            asyncio.ensure_future(self._speak(client)),
            asyncio.ensure_future(client.dropped.wait()),
        ]
        done, rest = await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
        for part in rest:
            part.cancel()
        for part in done:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError, msgspec.DecodeError):
                part.result()
        # One that does not read must not hold us up while we say goodbye.
        with contextlib.suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
            await asyncio.wait_for(self._websocket.close(4408 if client.dropped.is_set() else 1000), 1)

    async def _hear(self) -> Said:
        return _DECODER.decode(await self._websocket.receive_text())

    async def _speak(self, client: Client) -> None:
        while True:
            await self._websocket.send_text(await client.next())

    async def _listen(self, client: Client) -> None:
        """Every wish is decided at once and answered when it is durable, so that quick fingers need not wait."""
        while True:
            try:
                said = await self._hear()
            except msgspec.DecodeError as error:
                client.tell(Goodbye(f"This was not understood: {error}."))
                return
            if isinstance(said, Hello) or len(self._wishes) >= MOST_WISHES_AT_ONCE:
                client.tell(Goodbye(TOO_MANY))
                return
            task = asyncio.ensure_future(self._answer(client, said))
            self._wishes.add(task)
            task.add_done_callback(self._wishes.discard)

    async def _answer(self, client: Client, wish: Wish) -> None:
        if isinstance(wish, CloseEarly):
            alone = self._hub.is_lone(client.seat)
            if alone:
                self._house.loops[self._hub.dealer.name].close_early()
            message = "" if alone else "Others are betting; only a lone player may close the betting early."
            client.tell(Reply(wish.id, ok=alone, message=message, error="" if alone else "not-alone"))
            return
        said = await self._hub.dealer.ask(_command(wish, client.seat), id=f"{client.seat}/{wish.id}")
        client.tell(Reply(wish.id, ok=said.ok, notice=said.notice, error=said.error, message=said.message))


def _command(wish: Bet | TakeBack | Insert | CollectAll | Shoot, seat: str) -> Command:
    match wish:
        case Bet():
            return PlaceBet(seat=seat, wager=wish.wager, stake=Cents(wish.amount))
        case TakeBack():
            return TakeDown(seat=seat, wager=wish.wager, amount=None if wish.amount is None else Cents(wish.amount))
        case Insert():
            return InsertMoney(seat=seat, amount=Cents(wish.amount))
        case CollectAll():
            return Collect(seat=seat)
        case Shoot():
            return ShootDice(seat=seat)
