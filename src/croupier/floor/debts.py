"""Debts on the floor: what was demanded back of a patron at one table is withheld at every table whose document allows it."""

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from croupier.floor.answers import Reply
from croupier.floor.dealer import Dealer
from croupier.floor.happened import Happened
from croupier.floor.warning import warn
from croupier.money import Cents
from croupier.rules.powers import Act
from croupier.table.core.desk import DebtElsewhere
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Table
from croupier.table.money.debts import debt_of, debt_of_player, place_of
from croupier.table.money.debts_elsewhere import CountReturn, RecordDebt, uncounted


class Debts:
    """Compares the debts of all tables, and tells each what it lacks.

    What is told is durable where it happened. It is the whole of a debt, and all that was withheld for it, never a difference:
    if the process ends in between, the next start finds what a table lacks. Anonymous guests are not known elsewhere.

    The table of a debt counts what the others have withheld. While it is not on the floor, the others tell each other.
    """

    def __init__(self) -> None:
        """Start with no tables; `join` adds them."""
        self._dealers: list[Dealer] = []

    async def join(self, dealer: Dealer) -> None:
        """Add a table. Return once every table has on record what holds there."""
        self._dealers.append(dealer)
        lacking = list(self._compared(dealer))
        dealer.listeners.append(partial(self._heard, dealer))
        replies = await asyncio.gather(*(target.ask(each) for target, each in lacking))
        for (target, each), reply in zip(lacking, replies, strict=True):
            _warn_unless_recorded(target, each, reply)

    def _heard(self, source: Dealer, happened: Happened) -> None:
        if _of_debts(happened.before) != _of_debts(happened.after):
            for target, each in self._compared(source):
                target.submit(each, done=partial(_warn_unless_recorded, target, each))

    def _compared(self, dealer: Dealer) -> Iterator[tuple[Dealer, RecordDebt | CountReturn]]:
        """What is durable at a table and others lack, and the other way round: what it could not count before, it may now."""
        for other in self._dealers:
            if other is not dealer:
                for source, target in ((dealer, other), (other, dealer)):
                    yield from ((target, each) for each in _lacking(source, target))
        for target in self._dealers:
            yield from ((target, each) for each in self._of_absent(target))

    def _of_absent(self, target: Dealer) -> Iterator[RecordDebt]:
        """The debts at tables that are not on the floor, and what further tables have withheld for them meanwhile."""
        if not _may_withhold(target):
            return
        present = {dealer.name for dealer in self._dealers}
        others = [dealer.durable.desk.debts_elsewhere for dealer in self._dealers if dealer is not target]
        absent = {place: debt for debts in others for place, debt in debts.items() if debt.table not in present}
        for place, debt in sorted(absent.items()):
            known = target.table.desk.debts_elsewhere.get(place)
            elsewhere = sum(max(0, debts[place].total - debts[place].counted) for debts in others if place in debts)
            said = _Said(known.amount, known.counted, elsewhere) if known else _Said(debt.amount, 0, elsewhere)
            if (known or debt.amount) and said != _said(known):
                yield _record(debt.table, debt.debtor, debt.player, said)


class _Said(NamedTuple):
    """What a table is told of a debt elsewhere."""

    amount: int
    counted: int
    others: int = 0


def _said(known: DebtElsewhere | None) -> _Said | None:
    return _Said(known.amount, known.counted, known.others) if known else None


def _record(table: str, debtor: str, player: str, said: _Said) -> RecordDebt:
    amount, counted, others = Cents(said.amount), Cents(said.counted), Cents(said.others)
    return RecordDebt(table=table, debtor=debtor, player=player, amount=amount, counted=counted, others=others)


def _may_withhold(dealer: Dealer) -> bool:
    return bool(dealer.table.rules.procedures.powers_to[Act.WITHHOLD])


def _of_debts(table: Table) -> tuple[object, ...]:
    """All that other tables are told of."""
    desk = table.desk
    open_here = {seat: (debt.player, debt_of(table, seat)) for seat, debt in desk.debts.items()}
    return open_here, desk.debts_elsewhere, desk.counted


def _lacking(source: Dealer, target: Dealer) -> Iterator[RecordDebt | CountReturn]:
    """What is durable at one table, and another does not have: its debts, and what it has withheld for debts of the other."""
    if not _may_withhold(target):
        return
    there, theirs = source.durable, target.table.desk.debts_elsewhere
    for debt in there.desk.debts_elsewhere.values():
        if debt.table == target.name and uncounted(target.table, debt.debtor, source.name, debt.player, debt.total):
            yield CountReturn(seat=debt.debtor, table=source.name, player=debt.player, total=Cents(debt.total))
    players = {(seat, debt.player) for seat, debt in there.desk.debts.items() if debt.player}
    players |= {(debt.debtor, debt.player) for debt in theirs.values() if debt.table == source.name}
    for seat, player in sorted(players):
        known = theirs.get(place_of(source.name, seat, player))
        counted = there.desk.counted.get(place_of(target.name, seat, player), 0)
        said = _Said(debt_of_player(there, seat, player), counted)
        if (known or said.amount) and said != _said(known):
            yield _record(source.name, seat, player, said)


def _warn_unless_recorded(target: Dealer, command: RecordDebt | CountReturn, reply: Reply) -> None:
    # Another command may have settled it meanwhile; the tables are compared again after it.
    if not reply.ok and reply.error not in (Reason.BAD_AMOUNT.value, Reason.DEBT_OPEN.value):
        warn(f"{target.name}: could not record the debt of {command.player} at {command.table}: {reply.message}")
