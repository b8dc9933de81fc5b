"""Returning bets that a decision takes down."""

from collections.abc import Iterable
from typing import Protocol

from msgspec.structs import replace

from croupier.ledger.book import Transfer
from croupier.rules.machine import Result
from croupier.table.core.bet import NOT_FRESH, Bet
from croupier.table.core.message import Decided
from croupier.table.core.promotional import part_at_bottom
from croupier.table.core.state import Table
from croupier.table.money.till import Till

Ended = tuple[tuple[Decided, ...], tuple[Transfer, ...]]
"""Bets that ended, and the transfers for them."""


def give_back(table: Table, seat: str, wagers: Iterable[str], result: Result, *, only_fresh: bool = False) -> Ended:
    """Return bets of a player with their commission. With `only_fresh`, return only what was placed since the last outcome."""
    till, decided, bets = Till(), list[Decided](), table.layout.get(seat, {})
    for wager in sorted(wagers):
        bet = bets.get(wager)
        if bet is None:
            continue
        part = table.fresh(bet) if only_fresh else (bet.stake, bet.commission)
        if part[0]:
            decided.append(till.give_back(seat, wager, bet, part, result))
    return tuple(decided), till.transfers()


def give_all_back(table: Table, result: Result) -> Ended:
    """Return every bet on the layout."""
    each = [give_back(table, seat, table.layout[seat], result) for seat in table.clockwise()]
    return (
        tuple(bet for decided, _ in each for bet in decided),
        tuple(transfer for _, transfers in each for transfer in transfers),
    )


def with_riders(table: Table, seat: str, wager: str) -> list[str]:
    """A bet and the odds bets that ride on it, which cannot stand without it."""
    return [wager, *(ride.id for ride in table.rules.riders.get(wager, ()) if ride.id in table.layout[seat])]


def reduce_bet(bets: dict[str, Bet], wager: str, amount: int, commission: int) -> None:
    """Take an amount off a bet in place, and set its commission. Remove the bet if nothing is left."""
    bet = bets[wager]
    if amount == bet.stake:
        del bets[wager]
    else:
        left = bet.stake - amount
        bets[wager] = replace(bet, stake=left, commission=commission, promotional=part_at_bottom(bet.promotional, left))


def layout_without(table: Table, decided: tuple[Decided, ...]) -> dict[str, dict[str, Bet]]:
    """The layout without the bets, or the parts of bets, that ended."""
    layout = {seat: dict(bets) for seat, bets in table.layout.items()}
    for each in decided:
        bets = layout[each.seat]
        bet = bets[each.wager]
        # `paid` is the stake with its returned commission, or 0 if the bet is forfeited.
        commission = bet.commission - max(0, each.paid - each.stake)
        reduce_bet(bets, each.wager, each.stake, commission)
        if each.wager in bets:
            bets[each.wager] = replace(bets[each.wager], fresh=NOT_FRESH)
    return layout


class TakesBetsDown(Protocol):
    """An event that takes bets down."""

    @property
    def decided(self) -> tuple[Decided, ...]: ...  # noqa: D102
    @property
    def transfers(self) -> tuple[Transfer, ...]: ...  # noqa: D102


def bets_gone(table: Table, event: TakesBetsDown) -> Table:
    """For `apply`: remove the bets that an event took down."""
    return replace(table, layout=layout_without(table, event.decided), book=table.book.after(event.transfers))
