"""Entries from play in the prize register, compared with the streams of the tables."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from croupier.audit.differences import Difference
from croupier.audit.eligibility import DocumentTerms, EarnedEntry, PlayedBets
from croupier.cage.exclusions import ExclusionLifted, PatronExcluded
from croupier.cage.fold import CAGE_REGISTER
from croupier.facts.message import Event
from croupier.journal.port import Reader
from croupier.journal.streams import tables
from croupier.promotions.drawing import DrawCommitted
from croupier.promotions.entering import DrawEntered, EntriesClosed
from croupier.promotions.state import PrizeRegister, Promotion
from croupier.promotions.withdrawals import EntryBarred, EntryRetracted
from croupier.table.money.patron_names import patron_name


class _Close(NamedTuple):
    """Entries were closed: the line, when, the bets that had earned an entry by then, and how many each person had."""

    line: int
    at: int
    bets: frozenset[str]
    held: Counter[int]


@dataclass(slots=True)
class _Period:
    """A promotion while it had the same terms."""

    promotion: int
    terms: DocumentTerms
    entered: list[tuple[int, DrawEntered]] = field(default_factory=list[tuple[int, DrawEntered]])
    """Entries from play, each with its line."""
    closed: _Close | None = None


class _Kept(NamedTuple):
    """The entries from play that counted at a time: the words of each bet, with the number of its entry."""

    line: int
    at: int
    promotion: int
    is_draw: bool
    """Whether a draw was prepared; else entries were closed."""
    bets: dict[str, str]

    @property
    def doing(self) -> str:
        """What was done, for the middle of a sentence."""
        return "prepared a draw" if self.is_draw else "was closed"


class _Exclusions:
    """When which patrons were excluded, as the stream of the cage has it."""

    def __init__(self, reader: Reader) -> None:
        """Read the stream of the cage."""
        self._changes: dict[str, list[tuple[int, bool]]] = {}
        for line in reader.lines(CAGE_REGISTER.name):
            for event in CAGE_REGISTER.read(line.body).events:
                if isinstance(event, PatronExcluded | ExclusionLifted):
                    changes = self._changes.setdefault(patron_name(event.patron), [])
                    changes.append((event.at, isinstance(event, PatronExcluded)))

    def hold(self, player: str, at: int) -> bool:
        """Whether a player was excluded at a time."""
        known = [excluded for since, excluded in self._changes.get(player, ()) if since <= at]
        return bool(known and known[-1])


class EntriesFromPlay:
    """What the prize register says of entries from play."""

    def __init__(self) -> None:
        """Start before the first line."""
        self._periods: list[_Period] = []
        self._latest: dict[int, _Period] = {}
        self._retracted: list[tuple[int, EntryRetracted, str]] = []
        """Each with its line and the words of its bet."""
        self._kept: list[_Kept] = []
        self._barred: list[tuple[int, EntryBarred, str]] = []
        """Entries from play, each with its line and the words of its bet."""

    def note(self, register: PrizeRegister, event: Event, line: int) -> None:
        """Keep an event to be compared, given the register before it."""
        match event:
            case DrawEntered() if event.since is not None:
                self._period(register, event.promotion).entered.append((line, event))
            case EntryRetracted():
                words = register.promotions[event.promotion].entries[event.number].earned or ""
                self._retracted.append((line, event, words))
            case EntryBarred():
                words = register.promotions[event.promotion].entries[event.number].earned or ""
                if words in register.promotions[event.promotion].bets:
                    self._barred.append((line, event, words))
            case EntriesClosed() if (
                register.promotions[event.promotion].bets or register.promotions[event.promotion].terms.play
            ):
                promotion = register.promotions[event.promotion]
                held = Counter(dict(promotion.held.items()))
                self._period(register, event.promotion).closed = _Close(line, event.at, frozenset(promotion.bets), held)
                self._kept.append(_kept(promotion, line, event.at, is_draw=False))
            case DrawCommitted() if register.promotions[event.promotion].bets:
                self._kept.append(_kept(register.promotions[event.promotion], line, event.at, is_draw=True))
            case _:
                pass

    def _period(self, register: PrizeRegister, promotion: int) -> _Period:
        found, latest = register.promotions[promotion], self._latest.get(promotion)
        terms = DocumentTerms(found.rules, found.terms)
        if latest is None or latest.terms != terms:
            latest = self._latest[promotion] = _Period(promotion, terms)
            self._periods.append(latest)
        return latest

    def differences(self, reader: Reader) -> Iterator[Difference]:
        """What differs from the entries that the tables' streams give under the terms of the time."""
        if not self._periods:
            return
        words = {event.earned or "" for period in self._periods for _, event in period.entered}
        played = PlayedBets([each.terms for each in self._periods], words, tables(reader.heads()), reader.lines)
        people: dict[tuple[int, str], int] = {}
        for period in self._periods:
            yield from _unearned(period, played, people)
            yield from _left_out(period, played, people)
        yield from self._wrongly_kept(played)
        yield from self._wrongly_barred(_Exclusions(reader), played.players())

    def _wrongly_barred(self, exclusions: _Exclusions, players: Mapping[str, str]) -> Iterator[Difference]:
        """Entries that were barred although their player was not excluded, and those that were not although the player was."""
        for line, event, words in self._barred:
            if not exclusions.hold(players.get(words, ""), event.at):
                what = f"was barred, and its player was not excluded: {words}"
                yield Difference(line, 0, f"entry {event.number} of promotion {event.promotion} {what}")
        for kept in (each for each in self._kept if each.is_draw):
            for words, number in kept.bets.items():
                if exclusions.hold(players.get(words, ""), kept.at):
                    what = f"{kept.doing} with entry {number}, whose player was excluded: {words}"
                    yield Difference(kept.line, 0, f"promotion {kept.promotion} {what}")

    def _wrongly_kept(self, played: PlayedBets) -> Iterator[Difference]:
        """Entries that were retracted although play earns them, and those that were not although it does not any more."""
        for line, event, words in self._retracted:
            if words in played.standing(event.at):
                what = f"entry {event.number} of promotion {event.promotion} was retracted, and its bet counts: {words}"
                yield Difference(line, 0, what)
        for kept in self._kept:
            standing = played.standing(kept.at)
            for words, number in kept.bets.items():
                if words not in standing:
                    what = f"{kept.doing} with entry {number}, which play does not earn any more: {words}"
                    yield Difference(kept.line, 0, f"promotion {kept.promotion} {what}")


def _kept(promotion: Promotion, line: int, at: int, *, is_draw: bool) -> _Kept:
    bets = {words: number for words, number in promotion.bets.items() if promotion.entries[number].counts}
    return _Kept(line, at, promotion.number, is_draw, bets)


def _unearned(period: _Period, played: PlayedBets, people: dict[tuple[int, str], int]) -> Iterator[Difference]:
    """Entries that no bet has earned, and bets that counted for somebody else than their player."""
    known = dict[int, dict[str, EarnedEntry]]()
    for line, event in period.entered:
        corrections = played.corrections(event.at)
        if corrections not in known:
            known[corrections] = {each.words: each for each in played.earned(period.terms, event.at)}
        bet = known[corrections].get(event.earned or "")
        if bet is None or bet.at != event.since:
            what = f"the tables have no such bet that counts under the terms: {event.earned}"
        elif people.setdefault((period.promotion, bet.player), event.person) != event.person:
            what = f"another bet of {bet.player} counted for another person than this one: {event.earned}"
        else:
            continue
        yield Difference(line, 0, f"entry {event.number} of promotion {event.promotion}: {what}")


def _left_out(period: _Period, played: PlayedBets, people: dict[tuple[int, str], int]) -> Iterator[Difference]:
    """Bets that earned an entry that was not made before entries were closed, of people who could have more."""
    if period.closed is None:
        return
    for bet in played.earned(period.terms, period.closed.at):
        person = people.get((period.promotion, bet.player), 0)
        if bet.words not in period.closed.bets and period.closed.held[person] < period.terms.terms.most:
            what = f"promotion {period.promotion} was closed without the entry that play has earned: {bet.words}"
            yield Difference(period.closed.line, 0, what)
