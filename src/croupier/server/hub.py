"""The terminals of one table. Each has its own queue, so that a slow terminal does not delay the others."""

import asyncio
from collections.abc import Mapping
from typing import TypedDict

import msgspec

from croupier.floor.company import GUEST
from croupier.floor.dealer import Dealer, Happened
from croupier.ledger.accounts import restricted
from croupier.server.messages import EventView, Goodbye, Mine, Neighbour, RoundView, TableView
from croupier.table.core.message import Event
from croupier.table.core.rows import EVENTS, Audience
from croupier.table.core.state import Table
from croupier.table.money.locks import lock_refused
from croupier.table.money.till import cashable
from croupier.table.rounds.lights import lit
from croupier.table.rounds.settling import RoundSettled

LONGEST_QUEUE = 256
"""How far a terminal may fall behind before it is dropped; it can come back and resume."""

NEIGHBOURS = 12
"""How many other players a terminal shows."""

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
    """One connected terminal, with its queue of messages."""

    def __init__(self, seat: str) -> None:
        """Start with an empty queue."""
        self.seat = seat
        self.dropped = asyncio.Event()
        self._queue: asyncio.Queue[bytes] = asyncio.Queue(LONGEST_QUEUE)

    def tell(self, message: msgspec.Struct) -> None:
        """Queue a message. If the queue is full, drop the terminal, so that it never sees a sequence with a gap."""
        if self.dropped.is_set():
            return
        try:
            self._queue.put_nowait(_ENCODER.encode(message))
        except asyncio.QueueFull:
            self.dropped.set()

    async def next(self) -> str:
        """Wait for the next message to send."""
        return (await self._queue.get()).decode()


class Hub:
    """Sends the events of one table to its terminals: events of one player to that player, events of the table to all."""

    def __init__(self, dealer: Dealer) -> None:
        """Listen to a table."""
        self.dealer = dealer
        self._clients: dict[str, list[Client]] = {}
        dealer.listeners.append(self._heard)

    def join(self, client: Client, last: int) -> None:
        """Send a terminal the events since `last`, or a snapshot if that is not possible. Then subscribe it to new events."""
        told = self.dealer.told
        missed = [each for each in told if each.number > last and _whose(each.event) in ("", client.seat)]
        if last and told and told[0].number <= last + 1 <= told[-1].number + 1 and len(missed) < LONGEST_QUEUE // 2:
            for each in missed:
                client.tell(self._event(each, client.seat))
        else:
            table = self.dealer.durable
            client.tell(TableView(number=table.events, now=self.dealer.now(), **self._drawn(table, client.seat)))
        self._clients.setdefault(client.seat, []).append(client)

    def leave(self, client: Client) -> None:
        """Unsubscribe a terminal."""
        self._clients[client.seat].remove(client)
        if not self._clients[client.seat]:
            del self._clients[client.seat]

    def is_lone(self, seat: str) -> bool:
        """Whether no other visitor is connected or has bets down. Bots of the house do not count."""
        table = self.dealer.durable
        playing = (other for other, bets in table.layout.items() if bets and not other.startswith(GUEST))
        return not {*self._clients, *playing} - {seat}

    def close(self, why: str) -> None:
        """Send a goodbye with this reason to every terminal."""
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

    def _event(self, happened: Happened, seat: str) -> EventView | TableView:
        event = happened.event
        row = EVENTS[type(event)]
        if row.audience is Audience.STAFF:
            # Send only the resulting view: terminals must not show who decided it, about whom and why.
            return TableView(number=happened.number, now=self.dealer.now(), **self._drawn(happened.after, seat))
        return EventView(
            number=happened.number,
            now=self.dealer.now(),
            event=row.redact(event, seat) if row.redact else event,
            lit=lit(happened.before, event.outcome) if isinstance(event, RoundSettled) else [],
            **self._drawn(happened.after, seat),
        )

    def _drawn(self, table: Table, seat: str) -> _Drawn:
        """What a player sees of a table."""
        own = table.layout.get(seat, {})  # a player who lost the seat may still watch
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
            locked=LOCKED if desk.is_locked else own_lock.sentence if (own_lock := lock_refused(table, seat)) else "",
        )


def _whose(event: Event) -> str:
    """The seat of the only player who receives the event; empty if every terminal does."""
    return getattr(event, "seat", "") if EVENTS[type(event)].audience is Audience.OWNER else ""
