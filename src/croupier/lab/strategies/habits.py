"""What a Python strategy does while it is watched, and whether the language of strategies can say it.

A function may remember anything, so nobody can tell from its code. But if it always gives the same commands at the same layout,
a text follows from what it does. The text is then played with the same rolls, and counts only if it wins the same cents.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from croupier.echo import UnknownNameError
from croupier.lab.play import PlayError
from croupier.lab.recorded_rolls import replay
from croupier.lab.strategies.clauses import decimal, plain
from croupier.lab.strategies.seat import SEAT, Layout, PlayerCommand, SeatedPlayer
from croupier.lab.strategies.way import read_way
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.refusals import Refusal

MAX_WATCHED = 3_000
"""The rolls that are watched. The rest of a run is played without it."""


class Habits:
    """What a strategy did at each layout, and what it won with which rolls."""

    def __init__(self, seated: SeatedPlayer) -> None:
        """Watch a strategy at this table."""
        self.seated = seated
        self.bets: dict[Layout, tuple[PlaceBet, ...]] = {}
        """For each layout before the bets, the bets that the table took."""
        self.sessions: list[tuple[Sequence[OutcomeName], int]] = []
        """The rolls of each session, and the cents won with the last of them."""
        self.rolls = 0
        self.regular = True
        """Whether it only ever bet, and always the same at the same layout."""

    @property
    def watching(self) -> bool:
        """Whether there is still something to find out."""
        return self.regular and self.rolls < MAX_WATCHED

    def note_bets(self, layout: Layout, commands: Sequence[PlayerCommand]) -> None:
        """Note what the strategy did at a layout."""
        bets = tuple(each for each in commands if isinstance(each, PlaceBet))
        self.regular &= len(bets) == len(commands) and self.bets.setdefault(layout, bets) == bets

    def note_session(self, rolls: Sequence[OutcomeName], net: int) -> None:
        """Note the rolls of a session, or the first of them, and the cents won with the last."""
        self.sessions.append((rolls, net))
        self.rolls += len(rolls)

    def text(self) -> str | None:
        """Return the strategy in the language, or None if what it did cannot be said in this way."""
        ids = list(dict.fromkeys(bet.wager for bets in self.bets.values() for bet in bets))
        clauses = [self._clause(id) for id in ids] if self.regular else []
        written = ", ".join(each for each in clauses if each)
        if not written or None in clauses:
            return None
        rules, sign = self.seated.rules, self.seated.sign
        try:
            tables = read_way(rules, sign, written).tables
        except (PlayError, UnknownNameError):
            return None
        return written if all(replay(tables, rolls).net == net for rolls, net in self.sessions) else None

    def _clause(self, id: str) -> str | None:
        """A wager with its amount, and the points at which it is bet."""
        amounts, at, not_at = set[str](), set[str](), set[str]()
        bet = PlaceBet(seat=SEAT, wager=id, stake=next(b.stake for bets in self.bets.values() for b in bets if b.wager == id))
        for layout, bets in self.bets.items():
            after = layout
            for each in bets:
                if each.wager == id:
                    amounts.add(self._amount(after, each))
                    at.add(_point(layout.pucks))
                done = after.after(each)
                assert not isinstance(done, Refusal), "the table took this bet before"
                after = done.layout
            if id not in after.bets and not isinstance(after.after(bet), Refusal):
                not_at.add(_point(layout.pucks))
        if len(amounts) > 1 or at & not_at:
            return None
        return f"{id} {amounts.pop()}{_condition(at, not_at)}"

    def _amount(self, layout: Layout, bet: PlaceBet) -> str:
        """An amount in dollars, or as a multiple of the bet that it rides on."""
        parent = self.seated.rules.addresses[bet.wager].offer.rides_on
        return f"{decimal(Fraction(bet.stake, layout.bets[parent].stake))}x" if parent else plain(bet.stake)


def _point(pucks: Mapping[str, str]) -> str:
    """The number of the point, or nothing."""
    return next((state.removeprefix("point ") for state in pucks.values() if state.startswith("point ")), "")


def _condition(at: set[str], not_at: set[str]) -> str:
    if not not_at:
        return ""
    if at == {""}:
        return " while point off"
    return " while point on" if not_at == {""} else f" while point is {' or '.join(sorted(at, key=int))}"
