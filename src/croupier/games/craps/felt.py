"""The layout of a craps table. A wager's place is derived from its machine, so this works for any craps document."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from croupier.games.craps.dice import POINTS, point
from croupier.rules.felt import even_rows, in_two, spot
from croupier.rules.layout import HEIGHT, WIDTH, Box, Felt, Mark, Screen, Spot
from croupier.rules.machine import Decision, Result
from croupier.rules.outcomes import OutcomeName, shown
from croupier.rules.ruleset import Ruleset
from croupier.rules.wager import Wager

NUMBERS_AND_LINES = Box(4, 4, 624, 532)
CENTRE = Box(640, 4, 356, 532)
WHOLE = Box(4, 4, 992, 532)
GAP = 1
SEVEN = OutcomeName("3-4")
WORDS = {6: "SIX", 9: "NINE"}
NUMBERS = {point(n): n for n in POINTS}
MOST = {"one roll": 12, "hop": 21}
"""The most wagers of a kind that get a spot; the others go into the tray."""


@dataclass(frozen=True, slots=True)
class Place:
    """A kind of place on the layout, and its number; 0 if it has none."""

    kind: str
    number: int = 0


Placed = Mapping[Place, str]


@dataclass(frozen=True, slots=True)
class _Row:
    """Spots side by side, each with its share of the width; the weight is the row's share of the height."""

    weight: float
    cells: Sequence[tuple[Place, float]]


SHORT = {
    "don't come point": "DON'T\nCOME",
    "don't come point odds": "D. COME\nODDS",
    "come point": "COME",
    "come point odds": "COME\nODDS",
    "big": "BIG",
}


def felt(rules: Ruleset) -> Felt:
    """Numbers and lines to the left, hardways and one-roll bets to the right."""
    placed = _placed(rules)
    left, right = _offered(placed, _left_rows(placed)), _offered(placed, _right_rows(rules, placed))
    boxes = dict(_boxes(placed, NUMBERS_AND_LINES if right else WHOLE, left))
    boxes |= dict(_boxes(placed, CENTRE if left else WHOLE, right))
    spots = [_spot(rules, placed[where], where, box) for where, box in boxes.items()]
    return Felt([Screen("table", "Table", WIDTH, HEIGHT, spots, list(_marks(rules, placed, boxes)))])


def _placed(rules: Ruleset) -> Placed:
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
    wins, loses = _names(wager, Result.WIN), _names(wager, Result.LOSE)
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


def _names(wager: Wager, result: Result) -> frozenset[OutcomeName]:
    first = wager.effects[wager.first]
    return frozenset(name for name, effect in first.items() if isinstance(effect, Decision) and effect.result is result)


def _total(names: Iterable[OutcomeName]) -> int:
    totals = {sum(shown(name)) for name in names}
    return totals.pop() if len(totals) == 1 else 0


def _left_rows(placed: Placed) -> Iterable[_Row]:
    yield _number_row(46.5, "don't come point", "don't come point odds")
    yield _number_row(46.5, "place to lose", "lay")
    yield _number_row(78, "place")
    yield _number_row(46.5, "buy")
    yield _number_row(46.5, "come point", "come point odds")
    yield _Row(72, [(Place("don't come"), 2), (Place("come"), 4)])
    bigs = [(Place("big", n), 0.75) for n in (6, 8) if Place("big", n) in placed]
    yield _Row(82, [*bigs, (Place("field"), 6 - sum(share for _, share in bigs))])
    yield _Row(54, [(Place("don't line"), 4), (Place("don't line odds"), 2)])
    yield _Row(60, [(Place("line"), 4), (Place("line odds"), 2)])


def _number_row(weight: float, *kinds: str) -> _Row:
    return _Row(weight, [(Place(kind, n), 1 / len(kinds)) for n in POINTS for kind in kinds])


def _right_rows(rules: Ruleset, placed: Placed) -> Iterable[_Row]:
    yield _Row(62, [(Place("hardway", n), 1) for n in (4, 10)])
    yield _Row(62, [(Place("hardway", n), 1) for n in (6, 8)])
    yield _Row(50, [(Place("any seven"), 1)])
    one_rolls = [where for where in placed if where.kind == "one roll"]
    hops = [where for where in placed if where.kind == "hop"]
    hops.sort(key=lambda where: _faces(rules.addresses[placed[where]].offer.wager))
    for row in (*even_rows(one_rolls, most=4), *even_rows(hops, most=7)):
        yield _Row(62, [(where, 1) for where in row])


def _faces(hop: Wager) -> tuple[int, ...]:
    """The faces on which a hop wins; doubles first, as they pay more."""
    (low, high), *_ = (shown(name) for name in _names(hop, Result.WIN))
    return (low != high, low, high)


def _offered(placed: Placed, rows: Iterable[_Row]) -> Sequence[_Row]:
    """The rows with at least one offered wager; the others take no space."""
    return [row for row in rows if any(where in placed for where, _ in row.cells)]


def _boxes(placed: Placed, area: Box, rows: Sequence[_Row]) -> Iterable[tuple[Place, Box]]:
    """The rectangle of each offered wager in these rows."""
    high = sum(row.weight for row in rows)
    y = area.y
    for row in rows:
        across = area.w / sum(share for _, share in row.cells)
        x = area.x
        for where, share in row.cells:
            if where in placed:
                yield where, Box(x, y, across * share, area.h * row.weight / high).inset(GAP)
            x += across * share
        y += area.h * row.weight / high


def _spot(rules: Ruleset, id: str, where: Place, box: Box) -> Spot:
    wager = rules.addresses[id].offer.wager
    wins = _names(wager, Result.WIN)
    label = SHORT.get(where.kind, wager.title.upper())
    if where.kind in ("place to lose", "lay", "buy"):
        # Six spots per row leave room for the name of the family only, as the document writes it.
        label = rules.addresses[id].offer.kind.upper().replace("-", "\n" if where.kind != "buy" else " ")
    pictured = _pictured(wager, where, wins)
    match where.kind:
        case "place":
            look, chip, label = "number", box.at(0.8, 0.72), WORDS.get(where.number, str(where.number))
        case "big":
            look, chip, label = "big", box.at(0.5, 0.73), f"{label} {where.number}"
        case "buy":
            look, chip = "buy", box.at(0.79, 0.5)
        case "hop":
            look, chip = "hop", box.at(0.5, 0.4)
        case "hardway" | "any seven":
            look, chip = "hardway", box.at(0.87, 0.5)
        case "one roll":
            look, chip = ("pictured", box.at(0.75, 0.68)) if pictured else ("centre", box.at(0.5, 0.72))
        case "field":
            look, chip = "field", box.at(0.93, 0.5)
        case _ if where.number:
            look, chip = "small", box.at(0.5, 0.64)
        case "line odds" | "don't line odds":
            look, chip, label = "behind", box.at(0.89, 0.5), in_two(label)
        case kind:
            look = "wrong" if kind.startswith("don't") else "line"
            chip = box.at(0.86, 0.5)
    return spot(rules, id, box, look=look, label=label, chip=chip, dice=pictured)


def _pictured(wager: Wager, where: Place, wins: frozenset[OutcomeName]) -> tuple[int, ...]:
    """The dice that are printed on a spot: the only ones that win, or the craps that is barred."""
    if where.kind in ("don't line", "don't come"):
        return next((shown(name) for name in (_TWO, _THREE, _TWELVE) if name not in wins), ())
    if len(wins) == 1 and not wager.pieces:
        return shown(next(iter(wins)))
    return ()


_TWO, _THREE, _TWELVE = OutcomeName("1-1"), OutcomeName("1-2"), OutcomeName("6-6")


def _marks(rules: Ruleset, placed: Placed, boxes: Mapping[Place, Box]) -> Iterable[Mark]:
    for name, puck in rules.pucks.items():
        for state in puck.states:
            if box := _puck_box(state, boxes):
                yield Mark("puck", box, puck=name, state=state)
    if where := next((where for where in placed if where.kind == "field"), None):
        yield from _field_numbers(rules.addresses[placed[where]].offer.wager, boxes[where])


def _puck_box(state: str, boxes: Mapping[Place, Box]) -> Box | None:
    """Where the puck lies: in a corner of the point's number, or else on the Don't Come or a line; None without any."""
    number = boxes.get(Place("place", NUMBERS.get(state, 0)))
    home = next((boxes[Place(kind)] for kind in ("don't come", "don't line", "line") if Place(kind) in boxes), None)
    if number:
        x, y = number.at(0.83, 0.25)
    elif home:
        x, y = home.at(0.1, 0.5)
    else:
        return None
    return Box(x - 16, y - 16, 32, 32)


def _field_numbers(wager: Wager, box: Box) -> Iterable[Mark]:
    """The winning totals side by side. A ring marks those that pay more than the others."""
    pays = {
        sum(shown(name)): effect.winnings
        for name, effect in wager.effects[wager.first].items()
        if isinstance(effect, Decision) and effect.winnings
    }
    usual = min(pays.values())
    for at, total in enumerate(sorted(pays)):
        x, y = box.at(0.1 + 0.72 * (at + 0.5) / len(pays), 0.7)
        yield Mark("text", Box(x - 15, y - 15, 30, 30), text=str(total), look="ringed" if pays[total] > usual else "plain")
