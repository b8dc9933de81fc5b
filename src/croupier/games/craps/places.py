"""Which place of a craps layout each wager has, derived from its machine, so this works for any craps document."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from croupier.games.craps.dice import POINTS, point
from croupier.rules.machine import Decision, Result
from croupier.rules.outcomes import OutcomeName, shown
from croupier.rules.ruleset import Ruleset
from croupier.rules.wager import Wager

SEVEN = OutcomeName("3-4")
NUMBERS = {point(n): n for n in POINTS}
MOST = {"one roll": 12, "hop": 21}
"""The most wagers of a kind that get a spot; the others go into the tray."""
_BARRED = (OutcomeName("1-1"), OutcomeName("1-2"), OutcomeName("6-6"))


@dataclass(frozen=True, slots=True)
class Place:
    """A kind of place on the layout, and its number; 0 if it has none."""

    kind: str
    number: int = 0


Placed = Mapping[Place, str]


def placed_wagers(rules: Ruleset) -> Placed:
    """The wager in each place. If several wagers have the same place, the first one in the document gets it."""
    placed: dict[Place, str] = {}
    for id in rules.addresses:
        where = _place(rules, id)
        if where.kind in MOST:
            where = Place(where.kind, sum(1 for each in placed if each.kind == where.kind))
            if where.number == MOST[where.kind]:
                continue
        placed.setdefault(where, id)
    return placed


def _place(rules: Ruleset, id: str) -> Place:
    address = rules.addresses[id]
    offer = address.offer
    if offer.rides_on:
        below = _place(rules, offer.rides_on)
        return Place(f"{below.kind} odds", below.number)
    wager = offer.wager
    wins, loses = names(wager, Result.WIN), names(wager, Result.LOSE)
    if len(wager.effects) > 1:
        side = "" if SEVEN in wins else "don't "
        if not offer.travels:
            return Place(f"{side}line")
        return Place(f"{side}come point", NUMBERS.get(address.state, 0)) if address.state else Place(f"{side}come")
    if wins | loses >= wager.space.ways.keys():
        return _one_roll(wins, in_family=offer.kind != offer.id)
    if SEVEN in wins:
        return Place("lay" if offer.commission else "place to lose", _total(loses))
    if len(wins) == 1:
        return Place("hardway", _total(wins))
    if offer.commission:
        return Place("buy", _total(wins))
    return Place("place" if offer.kind != offer.id else "big", _total(wins))


def _one_roll(wins: frozenset[OutcomeName], *, in_family: bool) -> Place:
    totals = {sum(shown(name)) for name in wins}
    if len(wins) == 1 and in_family:
        return Place("hop")
    if totals == {7}:
        return Place("any seven")
    return Place("field") if len(totals) > 5 else Place("one roll")


def names(wager: Wager, result: Result) -> frozenset[OutcomeName]:
    """The outcomes on which a bet is decided so when it is first rolled for."""
    first = wager.effects[wager.first]
    return frozenset(name for name, effect in first.items() if isinstance(effect, Decision) and effect.result is result)


def _total(names: Iterable[OutcomeName]) -> int:
    totals = {sum(shown(name)) for name in names}
    return totals.pop() if len(totals) == 1 else 0


def faces(hop: Wager) -> tuple[int, ...]:
    """The faces on which a hop wins; doubles first, as they pay more."""
    (low, high), *_ = (shown(name) for name in names(hop, Result.WIN))
    return (low != high, low, high)


def pictured(wager: Wager, where: Place, wins: frozenset[OutcomeName]) -> tuple[int, ...]:
    """The dice that are printed on a spot: the only ones that win, or the craps that is barred."""
    if where.kind in ("don't line", "don't come"):
        return next((shown(name) for name in _BARRED if name not in wins), ())
    if len(wins) == 1 and not wager.pieces:
        return shown(next(iter(wins)))
    return ()
