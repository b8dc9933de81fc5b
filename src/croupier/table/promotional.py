"""Promotional money: restricted credits can only be staked, unrestricted ones can be staked or paid out, tokens win in chips.

A stake has as many tokens as its owner likes; the rest is taken from restricted credits first, then from unrestricted ones,
then from the rack. A bet is a pile in that order, and what comes off it comes off the top: so a bet that was made smaller is
the bet that a smaller stake would have made.
"""

from functools import lru_cache

import msgspec

from croupier.ledger.accounts import PROMOTIONS, Account, rack, restricted, tokens, unrestricted
from croupier.ledger.book import Book


class Promotional(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What of an amount is promotional credits, and what is tokens."""

    restricted: int = 0
    unrestricted: int = 0
    tokens: int = 0

    @property
    def total(self) -> int:
        """All kinds."""
        return self.restricted + self.unrestricted + self.tokens


NONE = Promotional()


# Asked before every bet; bounded, since visitors come and go for ever.
@lru_cache(maxsize=10_000)
def credits_of(seat: str) -> tuple[Account, Account]:
    """The accounts of a player's promotional credits."""
    return restricted(seat), unrestricted(seat)


def held(book: Book, seat: str) -> Promotional | None:
    """The promotional credits of a player, without tokens; nothing where there are none, as with most."""
    # Where credits are, somebody has given them: one look answers for a table that has never seen any.
    if PROMOTIONS not in book.balances:
        return None
    holds, (at_restricted, at_unrestricted) = book.balances.get, credits_of(seat)
    one, other = holds(at_restricted, 0), holds(at_unrestricted, 0)
    return Promotional(one, other) if one or other else None


def staked(credits: Promotional | None, stake: int, of_tokens: int) -> Promotional | None:
    """What is promotional of a stake: the tokens that were put down, and of the rest what credits there are."""
    return together(_or_none(0, 0, of_tokens), within(credits, stake - of_tokens))


def within(made_of: Promotional | None, amount: int) -> Promotional | None:
    """What is promotional of the lowest so much of a pile."""
    if made_of is None:
        return None
    lowest = min(made_of.tokens, amount)
    second = min(made_of.restricted, amount - lowest)
    return _or_none(second, min(made_of.unrestricted, amount - lowest - second), lowest)


def off(made_of: Promotional | None, stake: int, amount: int) -> Promotional | None:
    """What is promotional of so much that comes off the top of a stake."""
    if made_of is None:
        return None
    left = within(made_of, stake - amount) or NONE
    return _or_none(
        made_of.restricted - left.restricted, made_of.unrestricted - left.unrestricted, made_of.tokens - left.tokens
    )


def won(made_of: Promotional | None, stake: int, returned: int, over: int) -> tuple[Promotional | None, int]:
    """What is still promotional of a stake that has won, and the tokens in it, which the house takes after one decision."""
    # What lay over a limit was not played. Credits that have won are their owner's to take away.
    beyond, back = off(made_of, stake, over), off(made_of, stake, returned) or NONE
    return beyond, back.tokens - (beyond or NONE).tokens


def together(one: Promotional | None, other: Promotional | None) -> Promotional | None:
    """Both piles in one."""
    if one is None or other is None:
        return one or other
    return Promotional(one.restricted + other.restricted, one.unrestricted + other.unrestricted, one.tokens + other.tokens)


def _or_none(of_restricted: int, of_unrestricted: int, of_tokens: int) -> Promotional | None:
    some = of_restricted or of_unrestricted or of_tokens
    return Promotional(of_restricted, of_unrestricted, of_tokens) if some else None


def purses(seat: str, amount: int, made_of: Promotional | None) -> tuple[tuple[Account, int], ...]:
    """The accounts of a player from which an amount is taken, or to which it goes back, and how much of it each has."""
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
