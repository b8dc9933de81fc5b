"""Bots that sit down, play for a while, and leave; now and then one disappears, and its seat is released."""

import random
from itertools import count

from croupier.floor.player import BANKROLL, Player
from croupier.floor.purse import bringing, taking
from croupier.money import Cents
from croupier.table.core.message import Command
from croupier.table.core.state import Table
from croupier.table.money.cards import InsertCard, RemoveCard
from croupier.table.money.releasing import ReleaseSeat
from croupier.table.money.seats import LeaveSeat, TakeSeat


class Crowd:
    """A number of players. When one is barred from the table, a new one comes."""

    def __init__(self, chance: random.Random, players: int) -> None:
        """Play at random, reproducibly for a seed."""
        self._chance = chance
        self._guests = [Player(f"bot-{number:02}", chance) for number in range(1, players + 1)]
        self._sent_away: set[str] = set()
        self._resting: set[str] = set()

    def next(self, table: Table) -> Command | None:
        """The command of a random player; None if that player does nothing."""
        guest = self._chance.choice(
            [each for each in self._guests if each.seat in table.layout or each.seat not in self._sent_away]
        )
        seat = guest.seat
        if seat in table.layout:
            return self._away(table, seat) or (None if self._rests(table, seat) else guest.next(table))
        if table.seats and len(table.layout) >= table.seats:
            return None
        if table.desk.is_refused(seat):
            # A correction can put bets of a barred player back on the layout. That player stays until they are decided.
            self._sent_away.add(seat)
            self._guests.append(Player(f"bot-{len(self._guests) + 1:02}", self._chance))
            return None
        tender = bringing(table, BANKROLL, self._chance)
        return TakeSeat(seat=seat, chips=Cents(BANKROLL), tender=tender, terminal=_free_terminal(table))

    def _rests(self, table: Table, seat: str) -> bool:
        """Whether a player pauses. A player who has or is offered the dice does not."""
        if self._chance.random() < 0.02:
            self._resting ^= {seat}
        return seat in self._resting and seat not in (table.round.offered, table.round.shooter)

    def _away(self, table: Table, seat: str) -> Command | None:
        luck = self._chance.random()
        if not table.layout[seat] and (luck < 0.02 or table.desk.is_refused(seat)):
            return LeaveSeat(seat=seat, tender=taking(table, self._chance, leaving=True))
        if not table.layout[seat] and luck < 0.025:
            return ReleaseSeat(seat=seat)
        if luck < 0.995:
            return None
        return RemoveCard(seat=seat) if seat in table.desk.cards else InsertCard(seat=seat, player=f"player of {seat}")


def _free_terminal(table: Table) -> str | None:
    """The first terminal at which nobody sits, so that several players come to the same one; None at a dealer's table."""
    if not table.rules.procedures.is_electronic:
        return None
    taken = {table.terminals.get(seat) for seat in table.layout}
    return next(name for name in (f"Terminal {number}" for number in count(1)) if name not in taken)
