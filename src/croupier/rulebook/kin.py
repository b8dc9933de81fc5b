"""Which wagers of two rule sets belong together, however each document calls them."""

from collections.abc import Mapping
from fractions import Fraction

from croupier.rules.machine import Decision, Result
from croupier.rules.offer import Offer
from croupier.rules.outcomes import OutcomeName
from croupier.rules.ruleset import Ruleset

KIN = 0.6
"""Two machines are kin when they agree on at least so much of what decides either."""


def kin(here: Ruleset, there: Ruleset) -> Mapping[str, Offer]:
    """For every wager here its counterpart there: of the same id, else whatever is decided alike and offered alike."""
    if here.game.space is not there.game.space:
        return {}
    left = {offer.id: offer for offer in there.offers}
    found = {mine.id: left.pop(mine.id) for mine in here.offers if mine.id in left}
    likely = [
        (kinship, _nets(mine) == _nets(other), mine, other)
        for mine in here.offers
        for other in left.values()
        if mine.id not in found and (kinship := _kinship(mine, other)) >= KIN
    ]
    for _, _, mine, other in sorted(likely, key=lambda each: each[:2], reverse=True):
        if mine.id not in found and other.id in left:
            found[mine.id] = left.pop(other.id)
    return found


def _kinship(mine: Offer, other: Offer) -> float:
    """How much of what decides either bet decides the other in the same way."""
    one, two = mine.wager, other.wager
    if _family(mine) != _family(other):
        return 0
    if one.pieces or two.pieces:
        parts = [sorted(piece.count for piece in each.pieces) for each in (one, two)]
        alike = parts[0] == parts[1] or (not all(parts) and _prices(mine) == _prices(other))
        if not alike:
            return 0
    ours, theirs = _decided(mine), _decided(other)
    return len(ours & theirs) / len(ours | theirs)


def _family(offer: Offer) -> tuple[bool, bool, bool]:
    """What a bet is besides its machine: odds, a bought bet, a bet that travels."""
    return bool(offer.rides_on), offer.commission is not None, bool(offer.travels)


def _decided(offer: Offer) -> set[tuple[str, OutcomeName, str]]:
    """What ends a bet. Where everything ends it at once, what loses follows from what wins and says nothing of its own."""
    wager = offer.wager
    return {
        ("" if len(wager.effects) == 1 else state, name, effect.result)
        for state, row in wager.effects.items()
        for name, effect in row.items()
        if isinstance(effect, Decision) and not (effect.result is Result.LOSE and wager.at_once)
    }


def _nets(offer: Offer) -> dict[OutcomeName, Fraction]:
    """What every outcome brings at once, per unit staked."""
    row = offer.wager.effects[offer.wager.first]
    return {name: effect.returned + effect.winnings for name, effect in row.items() if isinstance(effect, Decision)}


def _prices(offer: Offer) -> set[frozenset[OutcomeName]]:
    """Which outcomes bring the same as each other, whatever that is."""
    by_net: dict[Fraction, set[OutcomeName]] = {}
    for name, net in _nets(offer).items():
        by_net.setdefault(net, set()).add(name)
    return {frozenset(names) for names in by_net.values()}
