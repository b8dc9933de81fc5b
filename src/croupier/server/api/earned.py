"""Entries that play has earned: found in the journal of the tables, and entered into the prize register."""

import asyncio
from contextlib import closing

from croupier.audit.eligibility import EarnedEntry, earned
from croupier.floor.house import House
from croupier.floor.plan import Plan
from croupier.journal.address import reader
from croupier.journal.streams import tables
from croupier.promotions.message import Officer
from croupier.promotions.state import Promotion
from croupier.promotions.terms import PromotionTerms
from croupier.server.api.prize_register import check_reply, register_of


class EarnedEntries:
    """Finds and enters what play has earned at the tables of a house."""

    def __init__(self, house: House, plan: Plan) -> None:
        """Read the journal of this plan."""
        self._house, self._journal = house, plan.journal

    async def found(self, terms: PromotionTerms) -> list[EarnedEntry]:
        """What play has earned under the terms."""
        return await asyncio.to_thread(self._read, terms)

    async def enter(self, by: Officer, promotion: Promotion) -> list[EarnedEntry]:
        """Enter what play has earned, each bet once, and list it."""
        found = await self.found(promotion.terms)
        for reply in await register_of(self._house).enter_earned(by, promotion.number, found):
            check_reply(reply)
        return found

    def _read(self, terms: PromotionTerms) -> list[EarnedEntry]:
        """Read every table of the journal, with a connection of its own: also those that the floor has no more."""
        with closing(reader(self._journal)) as journal, journal.steady():
            return earned(terms, tables(journal.heads()), journal.lines)
