"""Entries that players have earned by play, found in the journal of the tables. The same journal always gives the same list."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from croupier.journal.port import Line
from croupier.money import Cents, dollars
from croupier.promotions.terms import PromotionTerms
from croupier.rules.machine import Result
from croupier.table.core.message import Event
from croupier.table.core.recorded import events_in
from croupier.table.money.cards import CardInserted, CardRemoved
from croupier.table.money.patron_names import patron_of
from croupier.table.money.seats import SeatLeft
from croupier.table.rounds.settling import RoundSettled

COUNTS = (Result.WIN, Result.LOSE)
"""A bet counts once an outcome has decided it. What is corrected later does not take an entry away."""


class EarnedEntry(msgspec.Struct, frozen=True, gc=False):
    """A bet that earned an entry, and where the journal has it."""

    player: str
    table: str
    line: int
    seat: str
    wager: str
    stake: Cents
    at: int
    """When the bet was decided: milliseconds since 1970."""

    @property
    def words(self) -> str:
        """The bet, for the entry that it earned. No other bet has the same words."""
        return f"{self.table}, line {self.line}, {self.seat}: {dollars(self.stake)} on {self.wager}"


def family(wager: str) -> str:
    """The name that a wager shares with others of its kind: `place-win` for `place-win:6`."""
    return wager.partition(":")[0]


def earned(terms: PromotionTerms, tables: Iterable[str], lines: Callable[[str], Iterable[Line]]) -> list[EarnedEntry]:
    """Every entry that play has earned under the terms, the first bets first. `lines` gives the lines of a table."""
    return earned_each([terms], tables, lines)[0]


def earned_each(
    each_terms: Sequence[PromotionTerms], tables: Iterable[str], lines: Callable[[str], Iterable[Line]]
) -> list[list[EarnedEntry]]:
    """What play has earned under each of several terms. Every table is read once."""
    names = [name for name in sorted(tables) if any(_counts_at(terms, name) for terms in each_terms)]
    bets = [bet for name in names for bet in _decided(name, lines(name)) if any(_earns(terms, bet) for terms in each_terms)]
    bets.sort(key=lambda bet: (bet.at, bet.table, bet.line, bet.seat, bet.wager))
    return [_first(terms, bets) for terms in each_terms]


def _first(terms: PromotionTerms, bets: Iterable[EarnedEntry]) -> list[EarnedEntry]:
    """The bets that earn an entry under the terms, as many of each player as the terms allow."""
    had, kept = Counter[str](), list[EarnedEntry]()
    for bet in bets:
        if terms.play and _earns(terms, bet) and had[bet.player] < terms.play.most:
            had[bet.player] += 1
            kept.append(bet)
    return kept


def _counts_at(terms: PromotionTerms, table: str) -> bool:
    return terms.play is not None and (not terms.play.tables or table in terms.play.tables)


def _earns(terms: PromotionTerms, bet: EarnedEntry) -> bool:
    play = terms.play
    if play is None or terms.starts is None or terms.closes is None or not _counts_at(terms, bet.table):
        return False
    is_named = not play.wagers or not {bet.wager, family(bet.wager)}.isdisjoint(play.wagers)
    return is_named and terms.starts <= bet.at < terms.closes and bet.stake >= play.least


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
            yield EarnedEntry(player, table, line, bet.seat, bet.wager, bet.stake, event.at)


def _follow(cards: dict[str, str], event: Event) -> None:
    """Keep whose card is in which terminal."""
    match event:
        case CardInserted():
            cards[event.seat] = event.player
        case CardRemoved() | SeatLeft():
            cards.pop(event.seat, None)
        case _:
            pass
