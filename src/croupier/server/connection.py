"""The WebSocket connection of one terminal: turns its messages into commands, and events into messages."""

import asyncio
import contextlib

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from croupier.floor.house import House, TableFullError
from croupier.journal.answers import Reply
from croupier.money import Cents
from croupier.server.hub import Client, Hub
from croupier.server.messages import (
    AcceptDiceWish,
    Answered,
    BetWish,
    CloseEarlyWish,
    CollectWish,
    DeclineDiceWish,
    Goodbye,
    Hello,
    InsertWish,
    LeaveUpWish,
    MoveWish,
    PassDiceWish,
    Said,
    ShootWish,
    TableWish,
    TakeDownWish,
    Welcome,
    Wish,
)
from croupier.table.bets.placing import LeaveUp, PlaceBet
from croupier.table.bets.taking_down import MoveBet, TakeDown
from croupier.table.core.message import Command
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Table
from croupier.table.money.credit import Collect, InsertMoney
from croupier.table.rounds.dice import AcceptDice, DeclineDice, PassDice
from croupier.table.rounds.shooting import ShootDice

HELLO_WITHIN = 10
MOST_WISHES_AT_ONCE = 64
HELLO_FIRST = "A terminal says hello first."
HELLO_ONCE = "A terminal says hello once."

_DECODER = msgspec.json.Decoder(Said)


class NotUnderstoodError(Exception):
    """A terminal sent a message that is invalid or not expected now."""


class Connection:
    """One terminal's connection, from hello to goodbye."""

    def __init__(self, websocket: WebSocket, house: House, hub: Hub) -> None:
        """A connection that has not been accepted yet."""
        self._websocket = websocket
        self._house = house
        self._hub = hub
        self._wishes: set[asyncio.Task[None]] = set()

    async def serve(self) -> None:
        """Serve a terminal until either side closes the connection."""
        await self._websocket.accept()
        try:
            hello = await asyncio.wait_for(self._hello(), HELLO_WITHIN)
            seat, key = await self._house.seat(self._hub.dealer.name, hello.key)
        except (TimeoutError, NotUnderstoodError, TableFullError) as error:
            await self._end(Goodbye(str(error) or HELLO_FIRST))
            return
        except WebSocketDisconnect:
            return
        client = Client(seat)
        client.tell(Welcome(seat, key))
        # Use `last` only if the key is known; otherwise the number may come from another journal.
        self._hub.join(client, hello.last if key == hello.key else 0)
        try:
            await self._talk(client)
        finally:
            self._hub.leave(client)

    async def _talk(self, client: Client) -> None:
        """Receive and send concurrently. The first task to end closes the connection; so does dropping the terminal."""
        parts = [asyncio.ensure_future(each) for each in (self._listen(client), self._speak(client), client.dropped.wait())]
        try:
            done, _ = await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for part in (*parts, *self._wishes):
                part.cancel()
        goodbye = None
        for part in done:
            try:
                part.result()
            except NotUnderstoodError as error:
                goodbye = Goodbye(str(error))
            except WebSocketDisconnect:
                return
        await self._end(goodbye, 4408 if client.dropped.is_set() else 1000)

    async def _end(self, goodbye: Goodbye | None, code: int = 1000) -> None:
        """Close the connection. The timeout protects the server from a terminal that does not read."""
        with contextlib.suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
            async with asyncio.timeout(1):
                if goodbye:
                    await self._websocket.send_text(msgspec.json.encode(goodbye).decode())
                await self._websocket.close(code)

    async def _hello(self) -> Hello:
        hello = await self._hear()
        if isinstance(hello, Hello):
            return hello
        raise NotUnderstoodError(HELLO_FIRST)

    async def _hear(self) -> Said:
        message = await self._websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        try:
            return _DECODER.decode(message.get("text") or "")
        except msgspec.DecodeError as error:
            raise NotUnderstoodError(f"This was not understood: {error}.") from None

    async def _speak(self, client: Client) -> None:
        while True:
            await self._websocket.send_text(await client.next())

    async def _listen(self, client: Client) -> None:
        """Receive wishes. Each is answered in its own task, so that a terminal can send the next one without waiting."""
        while True:
            wish = await self._hear()
            if isinstance(wish, Hello):
                raise NotUnderstoodError(HELLO_ONCE)
            if len(self._wishes) >= MOST_WISHES_AT_ONCE:
                await asyncio.wait(self._wishes, return_when=asyncio.FIRST_COMPLETED)
            task = asyncio.ensure_future(self._answer(client, wish))
            self._wishes.add(task)
            task.add_done_callback(self._wishes.discard)

    async def _answer(self, client: Client, wish: Wish) -> None:
        if isinstance(wish, CloseEarlyWish):
            reply = self._close_early(client, wish)
        else:
            reply = await self._hub.dealer.ask(
                _command(wish, client.seat, self._hub.dealer.table),
                f"{client.seat}/{wish.id}",
                round=None if isinstance(wish, InsertWish | CollectWish) else wish.round,
            )
        client.tell(Answered(wish.id, reply.ok, reply.notice, reply.error, reply.message))

    def _close_early(self, client: Client, wish: CloseEarlyWish) -> Reply:
        """Close betting early. Not recorded in the journal: a repeated wish is refused, because betting is closed by then."""
        dealer = self._hub.dealer
        may = wish.round in (None, dealer.table.round.number) and self._hub.is_lone(client.seat)
        if may and self._house.loops[dealer.name].close_early():
            return Reply(ok=True)
        return Reply(ok=False, error=Reason.NOT_ALONE, message=Reason.NOT_ALONE.meaning)


def _command(wish: TableWish, seat: str, table: Table) -> Command:
    match wish:
        case AcceptDiceWish():
            return AcceptDice(seat=seat, dice=_first_dice(table))
        case DeclineDiceWish():
            return DeclineDice(seat=seat)
        case PassDiceWish():
            return PassDice(seat=seat)
        case LeaveUpWish():
            return LeaveUp(seat=seat, wager=wish.wager)
        case MoveWish():
            return MoveBet(seat=seat, wager=wish.wager, to=wish.to, amount=Cents(wish.amount) if wish.amount else None)
        case BetWish():
            return PlaceBet(seat=seat, wager=wish.wager, stake=Cents(wish.amount))
        case TakeDownWish():
            return TakeDown(seat=seat, wager=wish.wager, amount=None if wish.amount is None else Cents(wish.amount))
        case InsertWish():
            return InsertMoney(seat=seat, amount=Cents(wish.amount))
        case CollectWish():
            return Collect(seat=seat)
        case ShootWish():
            return ShootDice(seat=seat)


def _first_dice(table: Table) -> tuple[int, ...]:
    """The dice that a terminal takes: the first ones of the set, because a player cannot choose on a screen."""
    shooting = table.rules.procedures.shooting
    return tuple(range(1, shooting.dice.chosen + 1)) if shooting and shooting.dice else ()
