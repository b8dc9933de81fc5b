"""A dealer who does with chips what the list says, and nothing else."""

from collections import Counter
from collections.abc import Iterable

from croupier.ledger.accounts import rack, restricted, tokens, unrestricted
from croupier.table.core.payment import Occasion, Payment
from croupier.table.core.state import Table

Chips = Counter[tuple[str, str]]
"""What lies on each wager of a player, and in front of the player (without a wager), in cents."""


def chips_of(table: Table) -> Chips:
    """The chips of every player, by the books and the layout."""
    chips = Chips({(seat, wager): bet.stake for seat, wager, bet in table.bets()})
    for seat in table.layout:
        in_front = sum(table.book.balance(account(seat)) for account in (rack, unrestricted, restricted, tokens))
        chips[seat, ""] = in_front
    return +chips


def carried_out(chips: Chips, lines: Iterable[Payment]) -> Chips:
    """The chips after the dealer has done these lines."""
    after = Chips(chips)
    for line in lines:
        at, front = (line.seat, line.wager), (line.seat, "")
        if line.to:
            after[at] -= line.stake
            after[line.seat, line.to] += line.stake
        elif line.occasion is Occasion.CORRECTION:
            after[at] += line.put + line.pay - line.take
        elif line.occasion is Occasion.UNDO:
            after[at] += line.put
            after[front] -= line.take
        elif line.stays:
            after[at] -= line.take
            after[front] += line.pay
        else:
            after[at] -= line.stake
            after[front] += line.pay + line.back
    assert all(cents >= 0 for cents in after.values()), "nobody can take chips that are not there"
    return +after
