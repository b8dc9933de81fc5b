"""Who throws the dice at a dealer's table. No player can hold the table up by declining, passing or not answering."""

from croupier.floor.dealer import Dealer
from croupier.floor.happened import Happened
from croupier.floor.timetable import Presence, Timetable, Timing
from croupier.table.core.state import Table
from croupier.table.rounds.dice import DiceOffered
from croupier.table.rounds.turns import could_shoot, has_the_bet


class Shooters:
    """Whom the automatic dealer offers the dice to in a round, and whether the house throws."""

    def __init__(self, dealer: Dealer, timing: Timing, timetable: Timetable, presence: Presence) -> None:
        """Choose the shooters of a table."""
        self._now = dealer.now
        self._timing = timing
        self._timetable = timetable
        self._presence = presence
        self._opened = dealer.table.round.opened
        self._asked = set(asked_before(dealer.table))
        """The players who were offered the dice in this round."""

    def may_shoot(self, table: Table, seat: str) -> bool:
        """Whether to offer the dice to a player in turn: one who is at the table and was not asked in this round.

        While betting lasts, the player has the bet that a shooter needs or can make it. For a while after that the player
        has to have it, and then nobody is asked.
        """
        if self._presence.away(seat) is not None or seat in self._asked:
            return False
        late = self._now() - self._timetable.closes(table)
        return could_shoot(table, seat) if late < 0 else late < self._timing.patience * 1000 and has_the_bet(table, seat)

    def house_may_throw(self, table: Table) -> bool:
        """Whether a bet waits for a throw: any bet of a player who is present, and of others one that is not called off."""
        return any(
            self._is_present(seat) or any(bet.called is not False for bet in bets.values())
            for seat, bets in table.layout.items()
            if bets
        )

    def ask_again(self) -> None:
        """Offer the dice to everybody again, because the table rests and nobody waits for a throw."""
        self._asked.clear()

    def heard(self, happened: Happened) -> None:
        """Note who was asked."""
        opened, event = happened.after.round.opened, happened.event
        if opened != self._opened:
            self._opened = opened
            self._asked.clear()
        if isinstance(event, DiceOffered):
            self._asked.add(event.seat)

    def _is_present(self, seat: str) -> bool:
        away = self._presence.away(seat)
        return away is None or away < self._timing.gone


def asked_before(table: Table) -> list[str]:
    """After a restart: the players whose turn has been in this round. The dice are offered clockwise from the last shooter.

    A player who was passed over is among them, and has to wait for the next round.
    """
    first, last = table.round.dice_place, table.round.asked_place
    if not last:
        return []
    if first < last:
        return [seat for seat, place in table.places.items() if first < place <= last]
    return [seat for seat, place in table.places.items() if place > first or place <= last]
