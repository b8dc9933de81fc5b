"""Entries that play has earned: found in the journal of the tables, and entered into the prize register."""

import asyncio
from collections.abc import Container, Iterable, Iterator
from contextlib import closing
from typing import NamedTuple

from croupier.audit.eligibility import DocumentTerms, EarnedEntry, PlayedBets, family
from croupier.catalogue import ruleset
from croupier.floor.clock import sleep
from croupier.floor.house import House
from croupier.journal.address import reader
from croupier.journal.port import Line
from croupier.journal.streams import tables
from croupier.promotions.message import Officer
from croupier.promotions.refusals import TermsFault
from croupier.promotions.state import Promotion
from croupier.promotions.terms import PromotionTerms
from croupier.promotions.withdrawals import RetractEntry
from croupier.rules.outcomes import listed
from croupier.rules.promotions import Fact, Promotions
from croupier.server.api.prize_register import check_reply, register_of

PAUSE_EVERY, PAUSE_SECONDS = 2_000, 0.01
"""After how many lines to pause, and for how long."""


UNDONE = "Its round is void or was corrected, or the bet was invalid"


class EnteredNow(NamedTuple):
    """What play has earned, and what became of it now."""

    found: list[EarnedEntry]
    entered: int
    """How many bets were entered."""
    retracted: int
    """How many entries do not count any more, because play does not earn them."""


class EarnedEntries:
    """Finds and enters what play has earned at the tables of a house."""

    def __init__(self, house: House, journal: str) -> None:
        """Read the journal at this address."""
        self._house, self._journal = house, journal
        self._reading = asyncio.Lock()
        """One reads at a time: it takes long, and the tables need the processor."""

    async def found(self, promotion: Promotion) -> list[EarnedEntry]:
        """What play has earned under the terms."""
        terms = DocumentTerms(promotion.rules, promotion.terms)
        async with self._reading:
            return (await asyncio.to_thread(self._played, terms, ())).earned(terms)

    async def enter(self, by: Officer, promotion: Promotion) -> EnteredNow:
        """Retract what play does not earn any more, enter what it has earned, each bet once, and list it."""
        done = await self.retract(by, promotion)
        promoter = register_of(self._house)
        replies = await promoter.enter_earned(by, promotion.number, done.found)
        for reply in replies:
            check_reply(promoter, reply)
        return done._replace(entered=len(replies))

    async def retract(self, by: Officer, promotion: Promotion) -> EnteredNow:
        """Retract the entries that play does not earn any more, and list what it has earned.

        Once the list is published they are marked: they cannot win.
        """
        terms = DocumentTerms(promotion.rules, promotion.terms)
        async with self._reading:
            played = await asyncio.to_thread(self._played, terms, promotion.bets)
            found, standing = played.earned(terms), played.standing()
        promoter = register_of(self._house)
        bets, entries = promotion.bets.items(), promotion.entries
        undone = [number for words, number in bets if words not in standing and entries[number].counts]
        for number in undone:
            reply = await promoter.ask(RetractEntry(by=by, promotion=promotion.number, number=number, why=UNDONE))
            check_reply(promoter, reply)
        return EnteredNow(found, entered=0, retracted=len(undone))

    def faults(self, rules: str, chapter: Promotions, terms: PromotionTerms) -> list[TermsFault]:
        """What the terms name that this floor does not have, and the documents of its tables that they leave out.

        A misspelt table would earn nobody an entry. What the document of a table forbids holds for all that is earned there.
        """
        play, loops, clause = terms.play, self._house.loops, chapter.clause_of(Fact.WAGER)
        if play is None:
            return []
        here = {name: loop.dealer.table.rules for name, loop in loops.items() if not play.tables or name in play.tables}
        covered = [each for name, each in here.items() if DocumentTerms(rules, terms).cover(name, each.id)]
        wagers = {name for each in covered for wager in each.addresses for name in (wager, family(wager))}
        tables_here = listed(sorted(loops), "and")
        left_out = {each.id: name for name, each in here.items() if each.promotions and each.id not in (rules, *terms.also)}
        return [
            *(
                TermsFault(
                    chapter.terms_clause,
                    "also",
                    f"Play at the table '{name}' earns entries: the terms keep to its document, too ({ruleset(id).title}).",
                )
                for id, name in left_out.items()
            ),
            *(
                TermsFault(clause, "wager", f"There is no table '{name}' on this floor; its tables are {tables_here}.")
                for name in play.tables
                if name not in loops
            ),
            *(
                TermsFault(clause, "wager", f"No table at which bets count has a wager '{name}'; the rules of each name them.")
                for name in play.wagers
                if name not in wagers
            ),
        ]

    def _played(self, terms: DocumentTerms, words: Container[str]) -> PlayedBets:
        """Read every table of the journal, with a connection of its own: also those that the floor has no more."""
        with closing(reader(self._journal)) as journal, journal.steady():
            return PlayedBets([terms], words, tables(journal.heads()), lambda table: _with_pauses(journal.lines(table)))


def _with_pauses(lines: Iterable[Line]) -> Iterator[Line]:
    """Lines of a table, with pauses that leave the processor to the tables."""
    for line in lines:
        if line.number % PAUSE_EVERY == 0:
            sleep(PAUSE_SECONDS)
        yield line
