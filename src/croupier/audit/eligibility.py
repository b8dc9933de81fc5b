"""Entries that players have earned by play, found in the journal of the tables. The same journal always gives the same list."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from croupier.journal.port import Line
from croupier.money import Cents, dollars
from croupier.promotions.terms import PromotionTerms
from croupier.rules.machine import Result
from croupier.table.core.message import Event
from croupier.table.core.opening import read_opening
from croupier.table.core.recorded import events_in
from croupier.table.money.cards import CardInserted, CardRemoved
from croupier.table.money.patron_names import patron_of
from croupier.table.money.seats import SeatLeft
from croupier.table.pit.invalid import BetsInvalidated
from croupier.table.rounds.correcting import SettledAgain
from croupier.table.rounds.settling import RoundSettled
from croupier.table.rounds.void_settlement import RoundVoided

COUNTS = (Result.WIN, Result.LOSE)
"""A bet counts once an outcome has decided it."""
RoundEnd: TypeAlias = RoundSettled | RoundVoided


class DocumentTerms(NamedTuple):
    """The terms of a promotion, with the rule set under whose document it runs."""

    rules: str
    terms: PromotionTerms

    def cover(self, table: str, document: str) -> bool:
        """Whether play earns entries at a table with this document: one that they name, else any of their documents.

        A table of another document that was added later is not covered, since nobody has compared its chapter with the terms.
        """
        play = self.terms.play
        if play is None:
            return False
        return table in play.tables if play.tables else document in (self.rules, *self.terms.also)


class EarnedEntry(msgspec.Struct, frozen=True, gc=False):
    """A bet that earned an entry, and where the journal has it."""

    player: str
    table: str
    line: int
    seat: str
    wager: str
    stake: Cents
    """What was in play, without a part over the maximum."""
    at: int
    """When the bet was decided: milliseconds since 1970."""

    @property
    def words(self) -> str:
        """The bet, for the entry that it earned. No other bet has the same words."""
        return f"{self.table}, line {self.line}, {self.seat}: {dollars(self.stake)} on {self.wager}"


def family(wager: str) -> str:
    """The name that a wager shares with others of its kind: `place-win` for `place-win:6`."""
    return wager.partition(":")[0]


def earned(terms: DocumentTerms, tables: Iterable[str], lines: Callable[[str], Iterable[Line]]) -> list[EarnedEntry]:
    """Every entry that play has earned under the terms, the first bets first. `lines` gives the lines of a table."""
    return PlayedBets([terms], (), tables, lines).earned(terms)


class PlayedBets:
    """The bets of carded players at some tables, as the journal has them now or had them at an earlier time.

    A round that is corrected or void counts as it is now: bets that it does not decide any more earn nothing, and bets that
    only the correction decided earn an entry at the time of their round.
    """

    def __init__(
        self,
        each_terms: Sequence[DocumentTerms],
        words: Container[str],
        tables: Iterable[str],
        lines: Callable[[str], Iterable[Line]],
    ) -> None:
        """Read every table once, and keep the bets that earn an entry under one of the terms, or are among these words."""
        self._documents = {name: read_opening(next(iter(lines(name))).body).ruleset for name in sorted(tables)}
        """The rule set of each table, as its first line says."""
        of_tables = self._documents.items()
        names = [name for name, document in of_tables if words or any(each.cover(name, document) for each in each_terms)]

        def is_wanted(bet: EarnedEntry) -> bool:
            return bet.words in words or any(self._earns(terms, bet) for terms in each_terms)

        self._rounds = [each for name in names for each in _rounds(name, lines(name), is_wanted)]
        self._corrected = sorted({at for each in self._rounds for at in each.corrected})

    def earned(self, terms: DocumentTerms, until: int | None = None) -> list[EarnedEntry]:
        """The entries that play has earned, with the corrections up to a time; None for all of them.

        They are the first bets, as many of each player as the terms allow.
        """
        had, kept = Counter[str](), list[EarnedEntry]()
        for bet in self._bets(until):
            if self._earns(terms, bet) and had[bet.player] < terms.terms.most:
                had[bet.player] += 1
                kept.append(bet)
        return kept

    def standing(self, until: int | None = None) -> set[str]:
        """The words of all bets that count, with the corrections up to a time; None for all of them."""
        return {bet.words for bet in self._bets(until)}

    def players(self) -> dict[str, str]:
        """Who played each bet, also one that a correction has taken away, by its words."""
        return {bet.words: bet.player for each in self._rounds for bet in each.ever}

    def corrections(self, until: int) -> int:
        """How often rounds were corrected up to a time. Between two corrections the same bets are decided."""
        return bisect_right(self._corrected, until)

    def _bets(self, until: int | None) -> list[EarnedEntry]:
        bets = [bet for each in self._rounds for bet in each.bets(until)]
        bets.sort(key=lambda bet: (bet.at, bet.table, bet.line, bet.seat, bet.wager))
        return bets

    def _earns(self, each: DocumentTerms, bet: EarnedEntry) -> bool:
        terms, play = each.terms, each.terms.play
        if play is None or terms.starts is None or terms.closes is None:
            return False
        is_named = not play.wagers or not {bet.wager, family(bet.wager)}.isdisjoint(play.wagers)
        counts = is_named and terms.starts <= bet.at < terms.closes and bet.stake >= play.least
        return counts and each.cover(bet.table, self._documents[bet.table])


class _Round:
    """A round of a table, with whose card was where, and the bets that it decided: first, and after each correction."""

    __slots__ = ("_cards", "_is_wanted", "_versions", "at", "line", "table")

    def __init__(
        self, table: str, line: int, event: RoundEnd, cards: Mapping[str, str], is_wanted: Callable[[EarnedEntry], bool]
    ) -> None:
        self.table, self.line, self.at = table, line, event.at
        self._cards, self._is_wanted = dict(cards), is_wanted
        self._versions: list[tuple[int, list[EarnedEntry]]] = []
        self.ends_with(event, event.at)

    def ends_with(self, event: RoundEnd, known: int) -> None:
        """The round ends so from a time on. A void round decides no bet."""
        bets = [bet for bet in self._decided(event) if self._is_wanted(bet)] if isinstance(event, RoundSettled) else []
        self._versions.append((known, bets))

    def without(self, seat: str, known: int) -> None:
        """The bets of a player are invalid from a time on."""
        self._versions.append((known, [bet for bet in self._versions[-1][1] if bet.seat != seat]))

    @property
    def corrected(self) -> list[int]:
        """When it was corrected."""
        return [known for known, _ in self._versions[1:]]

    @property
    def ever(self) -> Iterator[EarnedEntry]:
        """The bets that it decided, first or after any correction."""
        return (bet for _, bets in self._versions for bet in bets)

    def bets(self, until: int | None) -> list[EarnedEntry]:
        """The bets that it decided, with what was known at a time; None for now."""
        first, *later = self._versions
        known = [first, *(each for each in later if until is None or each[0] <= until)]
        return known[-1][1]

    def _decided(self, event: RoundSettled) -> Iterator[EarnedEntry]:
        for bet in event.decided:
            player = self._cards.get(bet.seat) or (bet.seat if patron_of(bet.seat) else None)
            if player and bet.result in COUNTS:
                yield EarnedEntry(player, self.table, self.line, bet.seat, bet.wager, bet.played, self.at)


def _rounds(table: str, lines: Iterable[Line], is_wanted: Callable[[EarnedEntry], bool]) -> list[_Round]:
    """Every round of a table, with the bets that were decided with a card in the terminal, or at the seat of a patron."""
    cards, rounds = dict[str, str](), list[_Round]()
    for line in lines:
        for event in events_in(line.body) if line.number > 1 else ():
            match event:
                case RoundSettled() | RoundVoided():
                    rounds.append(_Round(table, line.number, event, cards, is_wanted))
                case BetsInvalidated() if rounds and event.settled:
                    rounds[-1].without(event.seat, event.at)
                case SettledAgain():
                    _settle_again(rounds, event)
                case _:
                    _follow(cards, event)
    return rounds


def _settle_again(rounds: Sequence[_Round], event: SettledAgain) -> None:
    """Replace the end of the last rounds by that of the corrected history, from the corrected round on."""
    ends = sum(isinstance(each, RoundSettled | RoundVoided) for each in event.again)
    corrected, current = iter(rounds[len(rounds) - ends :]), None
    for each in event.again:
        match each:
            case RoundSettled() | RoundVoided():
                current = next(corrected)
                current.ends_with(each, event.at)
            case BetsInvalidated() if current and each.settled:
                current.without(each.seat, event.at)
            case _:
                pass


def _follow(cards: dict[str, str], event: Event) -> None:
    """Keep whose card is in which terminal."""
    match event:
        case CardInserted():
            cards[event.seat] = event.player
        case CardRemoved() | SeatLeft():
            cards.pop(event.seat, None)
        case _:
            pass
