"""People who come to a table, play for a while, and go."""

import random

from croupier.bots.player import BANKROLL, Player
from croupier.bots.purse import bringing, taking
from croupier.money import Cents
from croupier.table.commands import Command, InsertCard, LeaveSeat, RemoveCard, TakeSeat
from croupier.table.state import Table


class Crowd:
    """As many players as there are places for; for one who may not play any more, another comes."""

    def __init__(self, chance: random.Random, players: int) -> None:
        """Play at random, but the same way for the same seed."""
        self._chance = chance
        self._guests = [Player(f"bot-{number:02}", chance) for number in range(1, players + 1)]
        self._sent_away: set[str] = set()
        self._resting: set[str] = set()

    def next(self, table: Table) -> Command | None:
        """What one of them would like now, if anything."""
        guest = self._chance.choice(
            [each for each in self._guests if each.seat in table.layout or each.seat not in self._sent_away]
        )
        seat = guest.seat
        if seat in table.layout:
            return self._away(table, seat) or (None if self._rests(table, seat) else guest.next(table))
        if table.seats and len(table.layout) >= table.seats:
            return None
        if table.desk.refuses(seat):
            # Who was sent away can find bets of theirs put back by a correction, and goes on until they are decided.
            self._sent_away.add(seat)
            self._guests.append(Player(f"bot-{len(self._guests) + 1:02}", self._chance))
            return None
        return TakeSeat(seat=seat, chips=Cents(BANKROLL), tender=bringing(table, BANKROLL, self._chance))

    def _rests(self, table: Table, seat: str) -> bool:
        """Whether a player looks on for a while, unless the dice wait for them."""
        if self._chance.random() < 0.02:
            self._resting ^= {seat}
        return seat in self._resting and seat not in (table.round.offered, table.round.shooter)

    def _away(self, table: Table, seat: str) -> Command | None:
        luck = self._chance.random()
        if not table.layout[seat] and (luck < 0.02 or table.desk.refuses(seat)):
            return LeaveSeat(seat=seat, tender=taking(table, self._chance, leaving=True))
        if luck < 0.995:
            return None
        return RemoveCard(seat=seat) if seat in table.desk.cards else InsertCard(seat=seat, player=f"player of {seat}")
