"""The terminals of one table: each has a queue of its own, so that one who does not read delays nobody."""

import asyncio
from collections.abc import Mapping
from typing import TypedDict

import msgspec

from croupier.floor.company import GUEST
from croupier.floor.dealer import Dealer, Happened
from croupier.ledger.accounts import restricted
from croupier.server.messages import Goodbye, Mine, Neighbour, Numbered, RoundView, Snapshot
from croupier.table.events import (
    AreasLit,
    BallSpun,
    BetPlaced,
    BetsCalled,
    BetsPaid,
    BetTakenDown,
    BettingClosed,
    BettingOpened,
    CardInserted,
    CardRemoved,
    DiceAccepted,
    DiceDeclined,
    DicePassed,
    DiceShaken,
    DiceShot,
    Event,
    HandPayCalled,
    MoneyCollected,
    MoneyInserted,
    NoMoreBetsPressed,
    ResultAnnounced,
    RoundSettled,
    RoundVoided,
    SeatLeft,
    SeatTaken,
    TumblerUncovered,
)
from croupier.table.fact import Decided
from croupier.table.lit import lit
from croupier.table.locks import locked
from croupier.table.state import Table
from croupier.table.till import cashable

LONGEST_QUEUE = 256
"""How far a terminal may fall behind before it is dropped; it can come back and resume."""

NEIGHBOURS = 12
"""How many other players a terminal shows."""

OF_ONE_PLAYER = (
    SeatTaken,
    SeatLeft,
    MoneyInserted,
    MoneyCollected,
    HandPayCalled,
    CardInserted,
    CardRemoved,
    BetPlaced,
    BetTakenDown,
    BetsCalled,
)

TOLD = (
    *OF_ONE_PLAYER,
    DiceShaken,
    BettingOpened,
    BallSpun,
    BettingClosed,
    NoMoreBetsPressed,
    TumblerUncovered,
    ResultAnnounced,
    DiceAccepted,
    DiceDeclined,
    DicePassed,
    DiceShot,
    RoundSettled,
    AreasLit,
    BetsPaid,
    RoundVoided,
)
"""What a terminal is told as it happened."""

CLOSING = "Play is about to close: no more bets are taken, please collect your credits."
TABLE_CLOSED = "The table is closed."
LOCKED = "A fault is being put right. Nothing is played until then."

_ENCODER = msgspec.json.Encoder()


class _Drawn(TypedDict):
    """What every message about a table carries."""

    round: RoundView
    pucks: Mapping[str, str]
    history: tuple[str, ...]
    mine: Mine
    company: list[Neighbour]
    others: int
    lone: bool
    closing: str
    locked: str


class Client:
    """One terminal on the line."""

    def __init__(self, seat: str) -> None:
        """A terminal that has not been told anything yet."""
        self.seat = seat
        self.dropped = asyncio.Event()
        self._queue: asyncio.Queue[bytes] = asyncio.Queue(LONGEST_QUEUE)

    def tell(self, message: msgspec.Struct) -> None:
        """Put a message in the queue; a terminal whose queue is full is dropped at once, and never told of a gap."""
        if self.dropped.is_set():
            return
        try:
            self._queue.put_nowait(_ENCODER.encode(message))
        except asyncio.QueueFull:
            self.dropped.set()

    async def next(self) -> str:
        """The next message for the line."""
        return (await self._queue.get()).decode()


class Hub:
    """Everybody who watches one table. What one player does is told to that player; what the table does, to all."""

    def __init__(self, dealer: Dealer) -> None:
        """Listen to a table."""
        self.dealer = dealer
        self._clients: dict[str, list[Client]] = {}
        dealer.listeners.append(self._heard)

    def join(self, client: Client, last: int) -> None:
        """Tell a terminal what it missed since the last number it saw, or everything; then keep it told."""
        told = self.dealer.told
        missed = [each for each in told if each.number > last and _whose(each.event) in ("", client.seat)]
        if last and told and told[0].number <= last + 1 <= told[-1].number + 1 and len(missed) < LONGEST_QUEUE // 2:
            for each in missed:
                client.tell(self._event(each, client.seat))
        else:
            number, table = self.dealer.durable
            client.tell(Snapshot(number=number, now=self.dealer.now(), **self._drawn(table, client.seat)))
        self._clients.setdefault(client.seat, []).append(client)

    def leave(self, client: Client) -> None:
        """A terminal is gone."""
        self._clients[client.seat].remove(client)
        if not self._clients[client.seat]:
            del self._clients[client.seat]

    def is_lone(self, seat: str) -> bool:
        """Whether no other visitor is on the line or has bets down; company that the house has seated does not count."""
        _, table = self.dealer.durable
        playing = (other for other, bets in table.layout.items() if bets and not other.startswith(GUEST))
        return not {*self._clients, *playing} - {seat}

    def close(self, why: str) -> None:
        """Send everybody home."""
        for clients in self._clients.values():
            for client in clients:
                client.tell(Goodbye(why))

    def _heard(self, happened: Happened) -> None:
        whose = _whose(happened.event)
        for seat in (whose,) if whose else tuple(self._clients):
            if clients := self._clients.get(seat):
                message = self._event(happened, seat)
                for client in clients:
                    client.tell(message)

    def _event(self, happened: Happened, seat: str) -> Numbered | Snapshot:
        event = happened.event
        if not isinstance(event, TOLD):
            # What else happens changes what is drawn; who decided it, about whom and why, is not for every terminal.
            return Snapshot(number=happened.number, now=self.dealer.now(), **self._drawn(happened.after, seat))
        return Numbered(
            number=happened.number,
            now=self.dealer.now(),
            event=_part_of(event, seat),
            lit=lit(happened.before, event.outcome) if isinstance(event, RoundSettled) else [],
            **self._drawn(happened.after, seat),
        )

    def _drawn(self, table: Table, seat: str) -> _Drawn:
        """What a player sees of a table."""
        own = table.layout.get(seat, {})  # a player who was sent away still looks on
        stakes = {wager: bet.stake for wager, bet in own.items()}
        fresh = {wager: part for wager, bet in own.items() if (part := table.fresh(bet).stake)}
        round, desk = table.round, table.desk
        others = [(other, bets) for other, bets in table.layout.items() if bets and other != seat]
        return _Drawn(
            round=RoundView(round.number, round.phase, round.deadline, round.shooter, round.offered),
            pucks=table.pucks,
            history=table.results,
            mine=Mine(
                credit=cashable(table.book, seat) + table.book.balance(restricted(seat)),
                restricted=table.book.balance(restricted(seat)),
                bets=stakes,
                fresh=fresh,
                staked=sum(stakes.values()),
                won=table.won.get(seat, 0),
                may_stay=list(table.staying.get(seat, {})),
            ),
            company=[Neighbour(other, sum(bet.stake for bet in bets.values())) for other, bets in others[:NEIGHBOURS]],
            others=len(others),
            lone=self.is_lone(seat),
            closing=CLOSING if desk.closing else TABLE_CLOSED if desk.closed else "",
            locked=LOCKED if desk.locked else own_lock.sentence if (own_lock := locked(table, seat)) else "",
        )


def _whose(event: Event) -> str:
    """The player an event concerns alone, or nobody if it concerns the table."""
    return event.seat if isinstance(event, OF_ONE_PLAYER) else ""


def _part_of(event: Event, seat: str) -> Event:
    """An event as one player is told of it: without the bets of others, and without the books."""
    match event:
        case RoundSettled():
            moved = tuple(each for each in event.moved if each.seat == seat)
            return msgspec.structs.replace(event, decided=_own(event.decided, seat), moved=moved, advised=(), transfers=())
        case RoundVoided():
            return msgspec.structs.replace(event, by=None, forfeit=(), decided=_own(event.decided, seat), transfers=())
        case _:
            return event


def _own(decided: tuple[Decided, ...], seat: str) -> tuple[Decided, ...]:
    return tuple(each for each in decided if each.seat == seat)
