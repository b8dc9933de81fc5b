"""The payout units that were adopted with other chips. Each is put in force once, while no bet lies between two rounds."""

import asyncio
from collections.abc import Mapping

from croupier.floor.answers import Reply
from croupier.floor.dealer import Dealer
from croupier.floor.happened import Happened
from croupier.floor.house import House
from croupier.floor.settings import AdoptedUnit
from croupier.floor.warning import warn
from croupier.table.core.decide import judge
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.pit.payout_units import FollowChips

LATER = (Reason.OUT_OF_SEQUENCE, Reason.BETS_STANDING)
"""Why a table does not take its payout unit yet."""


async def follow_chips(house: House, units: Mapping[str, AdoptedUnit]) -> None:
    """Put the adopted payout units in force: at once, or at a table in play when its round is over and no bet lies."""
    for name, adopted in units.items():
        dealer = house.loops[name].dealer if name in house.loops else None
        if dealer is None or adopted.line <= dealer.table.desk.followed:
            continue
        order = FollowChips(
            payout_unit=adopted.unit, settings=adopted.line, set_by=adopted.set_by, approved_by=adopted.approved_by
        )
        refusal = judge(dealer.table, order)
        if isinstance(refusal, Refusal) and refusal.reason in LATER:
            _Follower(dealer, order)
        else:
            _warn_unless_followed(dealer, await dealer.ask(order))


class _Follower:
    """Sends an order as soon as its table takes it."""

    def __init__(self, dealer: Dealer, order: FollowChips) -> None:
        self._dealer, self._order = dealer, order
        dealer.listeners.append(self._heard)

    def _heard(self, _: Happened) -> None:
        # Other listeners have to hear of this event before the next one is decided.
        asyncio.get_running_loop().call_soon(self._try)

    def _try(self) -> None:
        dealer = self._dealer
        if self._heard in dealer.listeners and not isinstance(judge(dealer.table, self._order), Refusal):
            dealer.listeners.remove(self._heard)
            dealer.submit(self._order, done=lambda reply: _warn_unless_followed(dealer, reply))


def _warn_unless_followed(dealer: Dealer, reply: Reply) -> None:
    if not reply.ok:
        warn(f"{dealer.name}: its payout unit does not follow its chips: {reply.message}", table=dealer.name)
