"""An attendant: brings money to every place in every way there is, has it paid out, pays by hand, and empties the boxes."""

import asyncio
from collections.abc import Callable, Mapping, Sequence

from croupier.floor.answers import Reply
from croupier.floor.purse import bringing, taking
from croupier.floor.roles import attendant
from croupier.ledger.accounts import DROP
from croupier.money import Cents
from croupier.table.core.message import Command
from croupier.table.core.state import Table
from croupier.table.money.boxes import EmptyDrop, EmptyStacker
from croupier.table.money.credit import Collect, InsertMoney
from croupier.table.money.hand_pay import PayByHand, TakeBackHandPay
from croupier.table.money.tender import Way
from simulation.server import Server
from simulation.world import World

BROUGHT = Cents(2000)
SAID: Mapping[type[Command], str] = {
    InsertMoney: "insert",
    Collect: "collect",
    PayByHand: "pay",
    TakeBackHandPay: "take-back",
    EmptyStacker: "empty",
    EmptyDrop: "empty",
}


class Attendant:
    """One for all tables. What was not answered is asked again under the same id, of whichever server is there."""

    def __init__(self, world: World, listening: Callable[[], Server | None], tables: Sequence[str]) -> None:
        self.answers: dict[tuple[str, str], Reply] = {}
        """Every answer, by table and id."""
        self.unanswered: dict[tuple[str, str], Command] = {}
        self._world = world
        self._listening = listening
        self._tables = tables
        self._ids = 0

    async def work(self) -> None:
        """Until the night is over and everything has been answered."""
        chance = self._world.chance
        while self._world.playing or self.unanswered:
            await asyncio.sleep(chance.uniform(0.05, 0.5))
            if self._world.playing:
                self._think_of_something()
            for (table, id), command in list(self.unanswered.items()):
                if chance.random() < 0.3:
                    self._ask(table, id, command)

    def _think_of_something(self) -> None:
        name = self._world.chance.choice(self._tables)
        command = self._next(self._world.inspector.books[name].after[-1])
        if command is None:
            return
        self._ids += 1
        by_hand = isinstance(command, Collect) and command.tender and command.tender.way is Way.HAND_PAY
        # As with terminals: the seat and the kind come first, so that the inspector can tell what must have happened.
        kind = "call-attendant" if by_hand else SAID[type(command)]
        id = f"{getattr(command, 'seat', '')}/{kind}:attendant-{self._ids}"
        self.unanswered[name, id] = command
        self._ask(name, id, command)

    def _next(self, table: Table) -> Command | None:
        chance, by = self._world.chance, attendant(table)
        if table.desk.hand_pays and chance.random() < 0.7:
            order = chance.choice((PayByHand, PayByHand, TakeBackHandPay))
            return order(seat=chance.choice(sorted(table.desk.hand_pays)), by=by, why="The form was looked at.")
        if not table.layout or chance.random() < 0.15:
            return self._empty(table)
        seat = chance.choice(sorted(table.layout))
        if chance.random() < 0.3:
            return Collect(seat=seat, tender=taking(table, chance))
        return InsertMoney(seat=seat, amount=BROUGHT, tender=bringing(table, BROUGHT, chance))

    def _empty(self, table: Table) -> Command | None:
        by, why = attendant(table), "The count of the night."
        if not table.rules.procedures.period:
            return EmptyDrop(amount=Cents(-table.book.balance(DROP)), by=by, why=why)
        full = [seat for seat, each in sorted(table.meters.terminals.items()) if each.stacked]
        if not full:
            return None
        seat = self._world.chance.choice(full)
        return EmptyStacker(seat=seat, notes=table.meters.terminal(seat).stacked, by=by, why=why)

    def _ask(self, table: str, id: str, command: Command) -> None:
        if server := self._listening():
            self._world.note("the attendant asks", server.process.name, id, command)
            server.ask(table, command, id, lambda reply: self._heard(table, id, command, reply))

    def _heard(self, table: str, id: str, command: Command, reply: Reply) -> None:
        self._world.note("the attendant hears", id, reply)
        self._world.inspector.replied(table, id, reply)
        before = self.answers.setdefault((table, id), reply)
        assert not (before.ok and reply.ok) or before == reply, f"{id}: {reply} after {before}"
        self.answers[table, id] = before if before.ok else reply
        if self.unanswered.pop((table, id), None) and reply.ok:
            tender = command.tender if isinstance(command, InsertMoney | Collect) else None
            how = f" ({tender.way})" if tender else ""
            self._world.happened[f"attended: {id.partition('/')[2].partition(':')[0]}{how}"] += 1
