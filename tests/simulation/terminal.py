"""A terminal: says what its player wishes, keeps what was not answered, comes back with its key and says it again."""

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from croupier.cage.numbers import as_digits
from croupier.floor.answers import Reply
from croupier.floor.player import Player
from croupier.ledger.accounts import rack
from croupier.money import Cents
from croupier.server.messages import Answered, Welcome
from croupier.table.bets.calling import CallBet
from croupier.table.bets.placing import LeaveUp, PlaceBet
from croupier.table.bets.taking_down import MoveBet, TakeDown
from croupier.table.core.message import Command
from croupier.table.core.state import Table
from croupier.table.money.credit import Collect, InsertMoney
from croupier.table.rounds.dice import AcceptDice, DeclineDice, PassDice
from croupier.table.rounds.shooting import ShootDice
from simulation.inspector import OTHER, Told, ToldOf, told_as
from simulation.wire import Wire
from simulation.world import World

Wish = dict[str, Any]
TIMELESS = ("insert", "collect", "ticket", "card", "card-out", "transfer-in", "transfer-out")
"""Wishes that are not meant for a certain round."""


class Poor(Player):
    """A player who never has much, so that every cent decides whether a bet can be paid for."""

    def _money(self, table: Table) -> Command | None:
        if table.book.balance(rack(self.seat)) < 300:
            return InsertMoney(seat=self.seat, amount=Cents(self._chance.choice((300, 700, 1500))))
        return Collect(seat=self.seat) if self._chance.random() < 0.02 else None


class Terminal:
    """One terminal and whoever plays at it."""

    def __init__(self, world: World, connect: "Callable[[Terminal], Wire | None]", table: str, name: str) -> None:
        self.table = table
        self.name = name
        self.seat = ""
        self.answers: dict[str, Reply] = {}
        self.seat_of: dict[str, str] = {}
        """The seat at which each id was answered."""
        self.unanswered: dict[str, Wish] = {}
        self.numbers: dict[str, str] = {}
        """The number of the ticket that was put in under each id."""
        self.is_needed: Callable[[], bool] = lambda: False
        """Whether its money devices have something in the slot or in the printer: only a terminal that is there has a seat."""
        self.view: dict[str, object] = {}
        """What it shows of the table."""
        self._world = world
        self._connect = connect
        self._key = ""
        self._last = 0
        self._shown = 0
        self._wire: Wire | None = None
        self._player = Poor("", world.chance)
        self._seated = False
        self._lone = False
        self._ids = 0
        self._sent = Counter[tuple[str, str]]()
        self._granted = Counter[str]()
        self._amounts: dict[str, int | None] = {}
        self._done: list[Wish] = []
        self._silence = 0

    @property
    def key(self) -> str:
        """The key of its seat; empty before it has one."""
        return self._key

    async def play(self) -> None:
        """Until the night is over and everything has been answered."""
        chance = self._world.chance
        while self._world.playing or self.unanswered or self.is_needed():
            await asyncio.sleep(chance.uniform(0.02, 0.5))
            if self._wire is None:
                self._come_back()
            elif not self._seated or self._silence > 12:
                self._wait()
            elif self._world.playing:
                for _ in range(chance.choice((1, 1, 1, 2, 4))):
                    self._say_something()
            self._say_again()

    def _come_back(self) -> None:
        self._seated, self._silence = False, 0
        self._wire = self._connect(self)
        if wire := self._wire:
            wire.heard = self._heard
            wire.lost = partial(self._lost, wire)
            last = self._world.chance.choice((0, self._last, self._last))
            self._shown = 0
            wire.say(msgspec.json.encode({"say": "hello", "key": self._key, "last": last}).decode())

    def _wait(self) -> None:
        """A terminal that hears nothing goes away, and comes back on another line."""
        self._silence += 1
        if self._silence > 12 and self._wire:
            self._world.happened["hung up on a server that said nothing"] += 1
            self._wire.hang_up()
            self._wire = None

    def _lost(self, wire: Wire) -> None:
        if self._wire is wire:
            self._wire = None

    def _say_something(self) -> None:
        chance, table = self._world.chance, self._world.inspector.books[self.table].at(self._last)
        if self._lone and chance.random() < 0.1:
            wish: Wish | None = {"say": "close-early", "round": table.round.number}
        elif self._world.wallet and chance.random() < 0.15:
            wish = {"say": "ticket", "number": chance.choice(self._world.wallet)}
        elif self._world.cards and chance.random() < 0.25:
            wish = self._with_card(table)
        else:
            wish = wish_of(self._player.next(table))
        if wish is None:
            return
        if wish["say"] not in TIMELESS and chance.random() < 0.7:
            wish["round"] = table.round.number
        self._ids += 1
        # The kind comes first, so that the inspector can tell what a granted wish must have done.
        id = f"{wish['say']}:{self.name}-{self._ids}"
        self.unanswered[id] = wish = {**wish, "id": id}
        self._amounts[id] = wish.get("amount")
        if wish["say"] == "ticket":
            self.numbers[id] = wish["number"]
        self._say(wish, "so")
        if self._world.weather.strikes(self._world.weather.twice):
            self._world.happened["said twice at once"] += 1
            self._say(wish, "so")
        if wish.get("amount") and self._world.weather.strikes(self._world.weather.other_content):
            self._say_otherwise(wish)

    def _with_card(self, table: Table) -> Wish:
        """Put a card in or take it out, or move money between its account and the terminal."""
        chance = self._world.chance
        if self.seat not in table.desk.cards or chance.random() < 0.3:
            return {"say": "card", "number": chance.choice(self._world.cards)}
        if chance.random() < 0.2:
            return {"say": chance.choice(("card-out", "transfer-out"))}
        amount, partial = chance.choice((100, 700, 1500)), chance.random() < 0.5
        return {"say": "transfer-in", "amount": amount, "pin": "2580", "partial": partial}

    def _say_again(self) -> None:
        """What was not answered is said again now and then, and so is what was."""
        chance = self._world.chance
        if self._wire is None or not self._seated:
            return
        for wish in list(self.unanswered.values()):
            if chance.random() < 0.08:
                self._say(wish, "so")
                self._silence += 1
        if self._done and self._world.weather.strikes(self._world.weather.twice / 2):
            self._say(chance.choice(self._done), "so")
        if self._done and self._world.weather.strikes(self._world.weather.other_content):
            self._say_otherwise(chance.choice(self._done))

    def _say_otherwise(self, wish: Wish) -> None:
        self._world.happened["same id, other content"] += 1
        self._say({**wish, "amount": wish["amount"] + 100}, "otherwise")

    def _say(self, wish: Wish, how: str) -> None:
        if self._wire:
            self._sent[wish["id"], how] += 1
            self._world.note(self.name, "says", how, wish)
            self._wire.say(msgspec.json.encode(wish).decode())

    def _heard(self, said: object) -> None:
        self._silence = 0
        match said:
            case Welcome():
                same = (said.seat, said.key) == (self.seat, self._key)
                assert same or not self._key or not self._had_money(), f"{self.name} has lost its seat"
                self.seat, self._key, self._seated = said.seat, said.key, True
                self._player = Poor(self.seat, self._world.chance)
                for wish in (*self.unanswered.values(), *self._done[-2:]):
                    self._world.happened["said again on another line"] += 1
                    self._say(wish, "so")
            case Told():
                # A deadline that has moved is told without an event, and so with the last number.
                is_new = said.number > self._shown or (said.number == self._shown and said.event is None)
                assert is_new, f"{self.name} was told {said.number} after {self._shown}"
                if not self._shown and isinstance(said, ToldOf):
                    self._world.happened["resumed from the last number"] += 1
                self._last = max(self._last, said.number)
                self.view = msgspec.to_builtins(said)
                self._shown, self._lone = said.number, said.lone == self.seat
            case Answered():
                self._was_answered(said)
            case _:
                pass

    def _had_money(self) -> bool:
        """Whether money ever came to its seat. If not, it may get another one: there is nothing to repeat or to return."""
        return self.seat in self._world.inspector.books[self.table].after[-1].meters.terminals

    def _was_answered(self, said: Answered) -> None:
        """What was granted stays granted, for one content of the id; a server that knows it refuses any other content."""
        id, reply = said.id, told_as(said)
        happened = self._world.happened
        before = self.answers.get(id)
        self.seat_of[id] = self.seat
        if said.ticket:
            self._world.wallet.append(as_digits(said.ticket.number))
        if said.error == OTHER:
            assert self._sent[id, "otherwise"], f"{id} was refused as another command: {said}"
            happened["other content refused"] += 1
        elif before is None:
            self.answers[id] = reply
            happened[f"answered: {said.error or 'granted'}"] += 1
        else:
            happened["answered again"] += 1
            happened["granted after a refusal"] += reply.ok and not before.ok
            assert not (reply.ok and before.ok) or reply == before, f"{id}: {reply} after {before}"
            self.answers[id] = before if before.ok else reply
        if reply.ok and not id.startswith("close-early:"):
            self._granted[id] += 1
            assert self._granted[id] <= self._sent[id, self._content(id)], f"{id} was granted with another content: {said}"
        if (wish := self.unanswered.pop(id, None)) and wish.get("amount"):
            self._done.append(wish)

    def _content(self, id: str) -> str:
        """Which of the contents that were said under an id the journal has."""
        if id.startswith(("ticket:", "card")):
            return "so"
        recorded = self._world.inspector.recorded(self.table, f"{self.seat}/{id}")
        assert recorded
        asked = getattr(getattr(recorded.command, "tender", None), "asked", None)
        amount = asked or getattr(recorded.command, "stake", None) or getattr(recorded.command, "amount", None)
        return "so" if amount == self._amounts[id] else "otherwise"


def wish_of(command: Command | None) -> Wish | None:
    """A command as a terminal says it, if a terminal can."""
    match command:
        case PlaceBet():
            return {"say": "bet", "wager": command.wager, "amount": command.stake}
        case TakeDown():
            return {"say": "take-down", "wager": command.wager, "amount": command.amount}
        case MoveBet():
            return {"say": "move", "wager": command.wager, "to": command.to, "amount": command.amount}
        case InsertMoney():
            return {"say": "insert", "amount": command.amount}
        case LeaveUp():
            return {"say": "leave-up", "wager": command.wager}
        case CallBet():
            return {"say": "call", "wager": command.wager, "on": command.on}
        case AcceptDice() | DeclineDice() | PassDice() | ShootDice() | Collect():
            return {"say": SAID[type(command)]}
        case _:
            return None


SAID: dict[type[Command], str] = {
    AcceptDice: "accept-dice",
    DeclineDice: "decline-dice",
    PassDice: "pass-dice",
    ShootDice: "shoot",
    Collect: "collect",
}
