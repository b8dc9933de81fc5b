"""How a craps wager is printed on the layout, and what is printed beside it: the puck's places and the field's numbers."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from croupier.games.craps.places import Place, Placed, names, pictured
from croupier.rules.felt import in_two, spot
from croupier.rules.layout import TALL_WIDTH, Box, Mark, Spot
from croupier.rules.machine import Decision, Result
from croupier.rules.outcomes import shown
from croupier.rules.ruleset import Ruleset
from croupier.rules.wager import Wager

PUCK = 34
WORDS = {6: "SIX", 9: "NINE"}
SHORT = {
    "don't come point": "DON'T",
    "don't come point odds": "ODDS",
    "come point": "COME",
    "come point odds": "ODDS",
    "big": "BIG",
}
ON_A_NUMBER = (
    "don't come point odds",
    "don't come point",
    "place to lose",
    "lay",
    "buy",
    "come point",
    "come point odds",
)
CHIPS = {
    "number": (0.79, 0.77),
    "small": (0.5, 0.84),
    "buy": (0.77, 0.5),
    "big": (0.5, 0.79),
    "hop": (0.5, 0.82),
    "hardway": (0.84, 0.5),
    "centre": (0.5, 0.85),
    "pictured": (0.73, 0.85),
    "stacked": (0.5, 0.85),
    "field": (0.94, 0.5),
    "behind": (0.89, 0.5),
    "wrong": (0.88, 0.5),
    "line": (0.88, 0.5),
}
"""Where the chips lie in a spot of each look, beside or below its words."""
TALL_CHIPS = {
    **CHIPS,
    "number": (0.5, 0.79),
    "cell": (0.5, 0.76),
    "big": (0.5, 0.78),
    "field": (0.9, 0.27),
    "behind": (0.86, 0.5),
    "hop": (0.76, 0.5),
    "pictured": (0.73, 0.82),
    "centre": (0.5, 0.82),
}

Boxes = Mapping[Place, Box]


def place_spot(rules: Ruleset, id: str, where: Place, box: Box, *, tall: bool) -> Spot:
    """The spot of a wager in its place."""
    wager = rules.addresses[id].offer.wager
    dice = pictured(wager, where, names(wager, Result.WIN))
    look = _look(where, box, tall=tall, dice=bool(dice))
    label = SHORT.get(where.kind, wager.title.upper())
    match where.kind:
        case _ if look == "cell":
            # The row has the name of the wager over it.
            label = str(where.number)
        case "place":
            label = WORDS.get(where.number, str(where.number))
        case "big":
            label = f"{label} {where.number}"
        case "place to lose" | "lay" | "buy":
            # Six spots per row leave room for the name of the family only, as the document writes it.
            label = rules.addresses[id].offer.kind.upper().replace("-", "\n")
        case "line" | "don't line" | "come" | "don't come" | "field":
            # Chips or the puck lie beside it.
            label = label.removesuffix(" BET")
        case "hardway":
            label = in_two(label, longest=5)
        case "one roll" | "any seven":
            label = in_two(label.replace("-", "- "), longest=14 if tall else 8).replace("- ", "-")
        case "line odds" | "don't line odds":
            label = in_two(label)
        case _:
            pass
    across, down = (TALL_CHIPS if tall else CHIPS)[look]
    return spot(rules, id, box, look=look, label=label, chip=box.at(across, down), dice=dice)


def _look(where: Place, box: Box, *, tall: bool, dice: bool) -> str:
    if tall and where.kind in ON_A_NUMBER:
        return "cell"
    match where.kind:
        case "place":
            return "number"
        case "big" | "buy" | "hop" | "hardway" | "field":
            return where.kind
        case "one roll" | "any seven":
            return "centre" if not dice else "stacked" if box.h > box.w else "pictured"
        case _ if where.number:
            return "small"
        case "line odds" | "don't line odds":
            return "behind"
        case kind:
            return "wrong" if kind.startswith("don't") else "line"


def puck_mark(name: str, state: str, middle: tuple[float, float]) -> Mark:
    """The place of a puck in one of its states."""
    x, y = middle
    return Mark("puck", Box(x - PUCK / 2, y - PUCK / 2, PUCK, PUCK), puck=name, state=state)


def field_numbers(rules: Ruleset, placed: Placed, boxes: Boxes) -> Iterable[Mark]:
    """The winning totals side by side. A ring marks those that pay more than the others."""
    where = Place("field")
    if where not in boxes:
        return
    pays = _field_pays(rules.addresses[placed[where]].offer.wager)
    usual = min(pays.values())
    left, right = (0.14, 0.86) if boxes[where].w > TALL_WIDTH else (0.02, 0.98)
    for at, total in enumerate(sorted(pays)):
        x, y = boxes[where].at(left + (right - left) * (at + 0.5) / len(pays), 0.71)
        yield Mark("text", Box(x - 14, y - 14, 28, 28), text=str(total), look="ringed" if pays[total] > usual else "plain")


def _field_pays(wager: Wager) -> Mapping[int, Fraction]:
    return {
        sum(shown(name)): effect.winnings
        for name, effect in wager.effects[wager.first].items()
        if isinstance(effect, Decision) and effect.winnings
    }
