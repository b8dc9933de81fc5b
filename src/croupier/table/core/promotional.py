"""Promotional money: restricted credits, unrestricted credits and tokens.

Restricted credits can only be staked. Unrestricted credits can be staked or paid out. Tokens can only be staked, and win chips.

The owner chooses how much of a stake is tokens. The rest is taken from restricted credits first, then from unrestricted
credits, then from the rack. A bet is a stack in this order, tokens at the bottom, and money comes off the top. So reducing a
bet leaves the same bet as placing the smaller stake at once.
"""

from functools import lru_cache

import msgspec

from croupier.ledger.accounts import PROMOTIONS, Account, rack, restricted, tokens, unrestricted
from croupier.ledger.book import Book


class Promotional(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The part of an amount that is promotional credits, and the part that is tokens."""

    restricted: int = 0
    unrestricted: int = 0
    tokens: int = 0

    @property
    def total(self) -> int:
        """The sum of all kinds."""
        return self.restricted + self.unrestricted + self.tokens


NONE = Promotional()


# Called for every bet. The cache is bounded because the number of seat names is not.
@lru_cache(maxsize=10_000)
def credits_of(seat: str) -> tuple[Account, Account]:
    """The accounts of a player's promotional credits: restricted, then unrestricted."""
    return restricted(seat), unrestricted(seat)


def held_credits(book: Book, seat: str) -> Promotional | None:
    """The promotional credits of a player, without tokens; None if there are none."""
    # Credits come from the account PROMOTIONS. If it is not in the book, no player has any.
    if PROMOTIONS not in book.balances:
        return None
    holds, (at_restricted, at_unrestricted) = book.balances.get, credits_of(seat)
    one, other = holds(at_restricted, 0), holds(at_unrestricted, 0)
    return Promotional(one, other) if one or other else None


def promotional_stake(credits: Promotional | None, stake: int, of_tokens: int) -> Promotional | None:
    """The promotional part of a new stake: its tokens, and credits as far as they cover the rest."""
    return sum_of(_or_none(0, 0, of_tokens), part_at_bottom(credits, stake - of_tokens))


def part_at_bottom(made_of: Promotional | None, amount: int) -> Promotional | None:
    """The promotional part of the lowest `amount` of a stack."""
    if made_of is None:
        return None
    lowest = min(made_of.tokens, amount)
    second = min(made_of.restricted, amount - lowest)
    return _or_none(second, min(made_of.unrestricted, amount - lowest - second), lowest)


def part_off_top(made_of: Promotional | None, stake: int, amount: int) -> Promotional | None:
    """The promotional part of `amount` taken off the top of a stake."""
    if made_of is None:
        return None
    left = part_at_bottom(made_of, stake - amount) or NONE
    return _or_none(
        made_of.restricted - left.restricted, made_of.unrestricted - left.unrestricted, made_of.tokens - left.tokens
    )


def won_of(made_of: Promotional | None, stake: int, returned: int, over: int) -> tuple[Promotional | None, int]:
    """For a winning stake, the part that stays promotional, and the tokens that the house takes.

    `returned` is the part of the stake that goes back, and `over` the part above a limit, which did not play. That part stays
    promotional. Credits that won become ordinary money, and tokens are taken after one decision.
    """
    beyond, back = part_off_top(made_of, stake, over), part_off_top(made_of, stake, returned) or NONE
    return beyond, back.tokens - (beyond or NONE).tokens


def sum_of(one: Promotional | None, other: Promotional | None) -> Promotional | None:
    """The sum of both."""
    if one is None or other is None:
        return one or other
    return Promotional(one.restricted + other.restricted, one.unrestricted + other.unrestricted, one.tokens + other.tokens)


def _or_none(of_restricted: int, of_unrestricted: int, of_tokens: int) -> Promotional | None:
    some = of_restricted or of_unrestricted or of_tokens
    return Promotional(of_restricted, of_unrestricted, of_tokens) if some else None


def split_by_account(seat: str, amount: int, made_of: Promotional | None) -> tuple[tuple[Account, int], ...]:
    """Split an amount over the accounts of a player, given its promotional part."""
    if made_of is None:
        return ((rack(seat), amount),)
    at_restricted, at_unrestricted = credits_of(seat)
    shares = (
        (tokens(seat), made_of.tokens),
        (at_restricted, made_of.restricted),
        (at_unrestricted, made_of.unrestricted),
        (rack(seat), amount - made_of.total),
    )
    return tuple((account, share) for account, share in shares if share)
