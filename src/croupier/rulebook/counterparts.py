"""Match the wagers of two rule sets, whatever each document calls them."""

from collections.abc import Mapping
from fractions import Fraction

from croupier.rules.machine import Decision, Result
from croupier.rules.offer import Offer
from croupier.rules.outcomes import OutcomeName
from croupier.rules.ruleset import Ruleset

ALIKE = 0.6
"""The least similarity of two wagers that count as counterparts."""


def counterparts(here: Ruleset, there: Ruleset) -> Mapping[str, Offer]:
    """For each wager here, its counterpart there: the same id, else the most similar wager of the same family."""
    if here.game.space is not there.game.space:
        return {}
    left = {offer.id: offer for offer in there.offers}
    found = {mine.id: left.pop(mine.id) for mine in here.offers if mine.id in left}
    likely = [
        (kinship, _nets(mine) == _nets(other), mine, other)
        for mine in here.offers
        for other in left.values()
        if mine.id not in found and (kinship := _kinship(mine, other)) >= ALIKE
    ]
    for _, _, mine, other in sorted(likely, key=lambda each: each[:2], reverse=True):
        if mine.id not in found and other.id in left:
            found[mine.id] = left.pop(other.id)
    return found


def _kinship(mine: Offer, other: Offer) -> float:
    """The similarity from 0 to 1: the share of deciding outcomes that decide both bets in the same way."""
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
    """What a bet is besides its machine: odds, with commission, travelling."""
    return bool(offer.rides_on), offer.commission is not None, bool(offer.travels)


def _decided(offer: Offer) -> set[tuple[str, OutcomeName, str]]:
    """The outcomes that decide a bet. If every outcome decides it, the losing ones follow from the others and are left out."""
    wager = offer.wager
    return {
        ("" if len(wager.effects) == 1 else state, name, effect.result)
        for state, row in wager.effects.items()
        for name, effect in row.items()
        if isinstance(effect, Decision) and not (effect.result is Result.LOSE and wager.at_once)
    }


def _nets(offer: Offer) -> dict[OutcomeName, Fraction]:
    """By outcome, what comes back per unit staked: stake and winnings."""
    row = offer.wager.effects[offer.wager.first]
    return {name: effect.returned + effect.winnings for name, effect in row.items() if isinstance(effect, Decision)}


def _prices(offer: Offer) -> set[frozenset[OutcomeName]]:
    """The groups of outcomes with the same result."""
    by_net: dict[Fraction, set[OutcomeName]] = {}
    for name, net in _nets(offer).items():
        by_net.setdefault(net, set()).add(name)
    return {frozenset(names) for names in by_net.values()}
