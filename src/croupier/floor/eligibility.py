"""Entries that players have earned by play, found in the journal of the tables. The same journal always gives the same list."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import msgspec

from croupier.floor.patron_names import patron_of
from croupier.journal.port import Line
from croupier.money import Cents, dollars
from croupier.promotions.terms import PromotionTerms, QualifyingPlay
from croupier.rules.machine import Result
from croupier.table.core.message import Event
from croupier.table.core.recorded import events_in
from croupier.table.money.cards import CardInserted, CardRemoved
from croupier.table.money.seats import SeatLeft
from croupier.table.rounds.settling import RoundSettled

COUNTS = (Result.WIN, Result.LOSE)
"""A bet counts once an outcome has decided it. What is corrected later does not take an entry away."""


class EarnedEntry(msgspec.Struct, frozen=True, gc=False):
    """A bet that earned an entry, and where the journal has it."""

    player: str
    table: str
    line: int
    wager: str
    stake: Cents
    at: int
    """When the bet was decided: milliseconds since 1970."""

    @property
    def words(self) -> str:
        """The bet, for the entry that it earned."""
        return f"{self.table}, line {self.line}: {dollars(self.stake)} on {self.wager}"


def earned(terms: PromotionTerms, tables: Iterable[str], lines: Callable[[str], Iterable[Line]]) -> list[EarnedEntry]:
    """Every entry that play has earned under the terms, the first bets first. `lines` gives the lines of a table."""
    play = terms.play
    if play is None or terms.starts is None or terms.closes is None:
        return []
    within = range(terms.starts, terms.closes)
    names = [name for name in sorted(tables) if not play.tables or name in play.tables]
    found = [each for name in names for each in _decided(name, lines(name)) if each.at in within and _qualifies(play, each)]
    found.sort(key=lambda each: (each.at, each.table, each.line, each.wager))
    had = Counter[str]()
    kept: list[EarnedEntry] = []
    for each in found:
        had[each.player] += 1
        if had[each.player] <= play.most:
            kept.append(each)
    return kept


def _qualifies(play: QualifyingPlay, bet: EarnedEntry) -> bool:
    return bet.stake >= play.least and (not play.wagers or bet.wager in play.wagers)


def _decided(table: str, lines: Iterable[Line]) -> Iterator[EarnedEntry]:
    """Every bet of a table that was decided while the card of its player was in the terminal, or at the seat of a patron."""
    cards: dict[str, str] = {}
    for line in lines:
        for event in events_in(line.body) if line.number > 1 else ():
            if isinstance(event, RoundSettled):
                yield from _settled(table, line.number, event, cards)
            _follow(cards, event)


def _settled(table: str, line: int, event: RoundSettled, cards: dict[str, str]) -> Iterator[EarnedEntry]:
    for bet in event.decided:
        player = cards.get(bet.seat) or (bet.seat if patron_of(bet.seat) else None)
        if player and bet.result in COUNTS:
            yield EarnedEntry(player, table, line, bet.wager, bet.stake, event.at)


def _follow(cards: dict[str, str], event: Event) -> None:
    """Keep whose card is in which terminal."""
    match event:
        case CardInserted():
            cards[event.seat] = event.player
        case CardRemoved() | SeatLeft():
            cards.pop(event.seat, None)
        case _:
            pass
