"""Voiding bets of one player."""

from msgspec.structs import replace

from croupier.ledger.book import Transfer
from croupier.rules.machine import Result
from croupier.table.bets.returning import bets_gone, give_back
from croupier.table.core.message import Decided, Ruling
from croupier.table.core.rows import Audience, EventRow, History, declare
from croupier.table.core.state import Table
from croupier.table.core.words import ends, who
from croupier.table.money.metering import meter_ruling


class BetsVoided(Ruling, frozen=True, kw_only=True, tag=True):
    """Bets of a player were voided."""

    seat: str
    only_fresh: bool = False
    """Whether only what was placed since the last outcome is void."""
    decided: tuple[Decided, ...]
    transfers: tuple[Transfer, ...]


def _void_again(table: Table, event: BetsVoided) -> BetsVoided:
    """Void the bets that the player has after the correction; with `only_fresh`, what was placed since the last outcome."""
    standing = table.layout.get(event.seat, {})
    named = [wager for wager, bet in standing.items() if not event.only_fresh or table.fresh(bet).stake]
    decided, transfers = give_back(table, event.seat, named, Result.VOID, only_fresh=event.only_fresh)
    return replace(event, decided=decided, transfers=transfers)


declare(
    EventRow(
        kind=BetsVoided,
        apply=bets_gone,
        meter=meter_ruling,
        tell=lambda t, e: [f"{who(e.by)} declares bets of {e.seat} void.", *ends(t, e.decided)],
        again=_void_again,
        audience=Audience.STAFF,
        moves_money=True,
        history=History.CONTINUES,
    ),
)
