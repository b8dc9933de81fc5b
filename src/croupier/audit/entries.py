"""Entries from play in the prize register, compared with the streams of the tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from croupier.audit.differences import Difference
from croupier.audit.eligibility import EarnedEntry, earned_each
from croupier.journal.port import Reader
from croupier.journal.streams import tables
from croupier.promotions.entering import DrawEntered, EntriesClosed
from croupier.promotions.message import PrizeEvent
from croupier.promotions.state import PrizeRegister
from croupier.promotions.terms import PromotionTerms


class _Close(NamedTuple):
    """Entries were closed: the line, and the bets that had earned one by then."""

    line: int
    bets: frozenset[str]


@dataclass(slots=True)
class _Period:
    """A promotion while it had the same terms."""

    promotion: int
    terms: PromotionTerms
    entered: list[tuple[int, DrawEntered]] = field(default_factory=list[tuple[int, DrawEntered]])
    """Entries from play, each with its line."""
    closed: _Close | None = None


class EntriesFromPlay:
    """What the prize register says of entries from play."""

    def __init__(self) -> None:
        """Start before the first line."""
        self._periods: list[_Period] = []
        self._latest: dict[int, _Period] = {}

    def note(self, register: PrizeRegister, event: PrizeEvent, line: int) -> None:
        """Keep an event to be compared, given the register before it."""
        match event:
            case DrawEntered() if event.since is not None:
                self._period(register, event.promotion).entered.append((line, event))
            case EntriesClosed() if register.promotions[event.promotion].terms.play:
                bets = frozenset(register.promotions[event.promotion].bets)
                self._period(register, event.promotion).closed = _Close(line, bets)
            case _:
                pass

    def _period(self, register: PrizeRegister, promotion: int) -> _Period:
        terms, latest = register.promotions[promotion].terms, self._latest.get(promotion)
        if latest is None or latest.terms != terms:
            latest = self._latest[promotion] = _Period(promotion, terms)
            self._periods.append(latest)
        return latest

    def differences(self, reader: Reader) -> Iterator[Difference]:
        """What differs from the entries that the tables' streams give under the terms of the time."""
        if not self._periods:
            return
        found = earned_each([each.terms for each in self._periods], tables(reader.heads()), reader.lines)
        people: dict[tuple[int, str], int] = {}
        for period, earned in zip(self._periods, found, strict=True):
            yield from _unearned(period, {each.words: each for each in earned}, people)
            yield from _left_out(period, earned)


def _unearned(period: _Period, earned: Mapping[str, EarnedEntry], people: dict[tuple[int, str], int]) -> Iterator[Difference]:
    """Entries that no bet has earned, and bets that counted for somebody else than their player."""
    for line, event in period.entered:
        bet = earned.get(event.earned or "")
        if bet is None or bet.at != event.since:
            what = f"the tables have no such bet that counts under the terms: {event.earned}"
        elif people.setdefault((period.promotion, bet.player), event.person) != event.person:
            what = f"another bet of {bet.player} counted for another person than this one: {event.earned}"
        else:
            continue
        yield Difference(line, 0, f"entry {event.number} of promotion {event.promotion}: {what}")


def _left_out(period: _Period, earned: Sequence[EarnedEntry]) -> Iterator[Difference]:
    """Bets that earned an entry that was not made before entries were closed."""
    if period.closed is None:
        return
    for bet in earned:
        if bet.words not in period.closed.bets:
            what = f"promotion {period.promotion} was closed without the entry that play has earned: {bet.words}"
            yield Difference(period.closed.line, 0, what)
