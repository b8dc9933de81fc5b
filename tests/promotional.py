"""What holds of promotional credits and tokens in every event."""

from collections import Counter

from croupier.ledger.accounts import restricted, tokens
from croupier.ledger.book import Transfer
from croupier.rules.machine import Result
from croupier.table.core.message import Event
from croupier.table.core.promotional import Promotional, part_off_top
from croupier.table.core.state import Table
from croupier.table.money.credit import MoneyInserted
from croupier.table.money.seats import SeatLeft, SeatTaken
from croupier.table.pit.invalid import BetsInvalidated


def transfers_of(event: Event) -> tuple[Transfer, ...]:
    """The transfers that an event states, if it moves money."""
    return getattr(event, "transfers", ())


def assert_restricted_credits_are_played(before: Table, event: Event, after: Table) -> None:
    """They are staked, come back as what they were, are used up by a bet that was decided, or end with a visit."""
    for transfer in transfers_of(event):
        assert not transfer.source.startswith("restricted:") or transfer.target.startswith(("felt:", "promotions")), event
    used_up = Counter[str]()
    for each in getattr(event, "decided", ()):
        if each.result in (Result.WIN, Result.LOSE, Result.FORFEIT):
            bet = before.layout[each.seat][each.wager]
            made_of = part_off_top(bet.promotional, bet.stake, each.stake) or Promotional()
            used_up[each.seat] += made_of.restricted - (each.promotional or Promotional()).restricted
    if isinstance(event, SeatLeft):
        used_up[event.seat] += event.forfeited
    for seat in {*before.layout, *after.layout}:
        lost = _only_to_stake(before, seat) - _only_to_stake(after, seat)
        if isinstance(event, SeatTaken | MoneyInserted | BetsInvalidated):
            assert lost <= 0, event
        else:
            assert lost == used_up[seat], (seat, event)


def _only_to_stake(table: Table, seat: str) -> int:
    bets = table.layout.get(seat, {}).values()
    return table.book.balance(restricted(seat)) + sum(bet.promotional.restricted for bet in bets if bet.promotional)


def assert_tokens_stay_tokens(before: Table, event: Event, after: Table) -> None:
    """They are staked, and come back as tokens unless their bet was decided; then they are gone, or when somebody leaves."""
    for transfer in transfers_of(event):
        assert not transfer.source.startswith("tokens:") or transfer.target.startswith(("felt:", "promotions")), event
    gone = Counter[str]()
    for each in getattr(event, "decided", ()):
        bet, back = before.layout[each.seat][each.wager], (each.promotional or Promotional()).tokens
        taken = (part_off_top(bet.promotional, bet.stake, each.stake) or Promotional()).tokens - back
        gone[each.seat] += taken if each.result in (Result.WIN, Result.LOSE, Result.FORFEIT) else 0
    if isinstance(event, SeatLeft):
        gone[event.seat] += event.tokens
    for seat in {*before.layout, *after.layout}:
        lost = _in_tokens(before, seat) - _in_tokens(after, seat)
        if isinstance(event, SeatTaken | MoneyInserted | BetsInvalidated):
            assert lost <= 0, event
        else:
            assert lost == gone[seat], (seat, event)


def _in_tokens(table: Table, seat: str) -> int:
    bets = table.layout.get(seat, {}).values()
    return table.book.balance(tokens(seat)) + sum(bet.promotional.tokens for bet in bets if bet.promotional)
