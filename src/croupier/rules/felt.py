"""The felt of a rule set: what its game draws, and a tray with every wager that has no spot there."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, sqrt
from typing import TypeVar

from croupier.rules.error import RuleError
from croupier.rules.exact import NoEdgeError, edge
from croupier.rules.layout import HEIGHT, TALL_HEIGHT, TALL_WIDTH, WIDTH, Box, Felt, Screen, Spot
from croupier.rules.machine import Decision, Result
from croupier.rules.ruleset import Ruleset
from croupier.rules.sentences import sentences
from croupier.rules.terms import Judged, Span
from croupier.rules.wager import Wager

MARGIN, GAP = 4, 1

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Shape:
    """The size of a screen, and of a tray along its lower edge."""

    width: int
    height: int
    row: int
    """The height of a row of the tray."""
    least: int
    """Each row has room for at least this number of spots, so that none is too wide."""
    most: int
    """The most spots of a row."""


_WIDE = _Shape(WIDTH, HEIGHT, row=66, least=4, most=8)
_TALL = _Shape(TALL_WIDTH, TALL_HEIGHT, row=60, least=2, most=2)


def complete_felt(rules: Ruleset) -> Felt:
    """The felt of a rule set, on which every wager lies exactly once in each shape.

    The wagers that the game has not drawn lie in a tray along the lower edge of the first screen. If it has drawn none, the
    tray is the whole felt.
    """
    drawn = rules.game.felt(rules) if rules.game.felt else Felt(())
    return Felt(_complete(rules, drawn.screens, _WIDE), _complete(rules, drawn.tall, _TALL), dict(_parts(rules)))


def _parts(rules: Ruleset) -> Iterable[tuple[str, Mapping[str, int]]]:
    """The bets whose pieces lie on several spots, if limits apply to each."""
    for id, shares in rules.spots.items():
        if len(shares) > 1:
            units = rules.addresses[id].offer.wager.units
            yield id, {spot: int(share * units) for spot, share in shares.items()}


def _complete(rules: Ruleset, drawn: Iterable[Screen], shape: _Shape) -> Sequence[Screen]:
    screens = [screen for screen in drawn if screen.spots]
    lying = Counter(each.id for screen in screens for each in screen.spots)
    if wrong := [id for id, count in lying.items() if count > 1 or id not in rules.addresses]:
        what = "more than one place on the felt" if wrong[0] in rules.addresses else "a place on the felt, and is not offered"
        raise RuleError(f"{rules.id}: {wrong[0]} has {what}")
    others = [id for id in rules.addresses if id not in lying]
    if not others:
        return tuple(screens)
    if not screens:
        return (_tray_alone(rules, others, shape),)
    return (_with_tray(rules, others, screens[0], shape), *screens[1:])


def _with_tray(rules: Ruleset, ids: Sequence[str], screen: Screen, shape: _Shape) -> Screen:
    """A screen with a tray added along its lower edge."""
    rows = even_rows(ids, most=shape.most)
    tray = Box(MARGIN, screen.height, screen.width - 2 * MARGIN, shape.row * len(rows))
    spots = [*screen.spots, *_tray(rules, rows, tray, least=shape.least)]
    return replace(screen, height=screen.height + shape.row * len(rows) + MARGIN, spots=spots)


def _tray_alone(rules: Ruleset, ids: Sequence[str], shape: _Shape) -> Screen:
    """A screen with nothing but a tray. Few spots make about as many rows as columns; for many, the screen is higher."""
    rows = even_rows(ids, most=min(shape.most, ceil(sqrt(len(ids)))))
    height = max(shape.height, shape.row * len(rows) + 2 * MARGIN)
    tray = Box(0, 0, shape.width, height).inset(MARGIN)
    return Screen("table", "Table", shape.width, height, list(_tray(rules, rows, tray)), [])


def _tray(rules: Ruleset, rows: Sequence[Sequence[str]], tray: Box, *, least: int = 1) -> Iterable[Spot]:
    """The spots of these rows. Each row has room for at least this number of spots."""
    for y, row in enumerate(rows):
        across, down = tray.w / max(least, len(row)), tray.h / len(rows)
        for x, id in enumerate(row):
            box = Box(tray.x + x * across, tray.y + y * down, across, down).inset(GAP)
            label = in_two(rules.addresses[id].title.upper())
            yield spot(rules, id, box, look="tray", label=label, chip=box.at(0.84, 0.5))


def even_rows(things: Sequence[T], most: int) -> Sequence[Sequence[T]]:
    """Split into rows of nearly equal length, each with at most `most` items."""
    rows = -(-len(things) // most)
    return [things[len(things) * row // rows : len(things) * (row + 1) // rows] for row in range(rows)]


def in_two(label: str, longest: int = 16) -> str:
    """A long label on two lines, broken so that the longer one is as short as possible."""
    words = label.split()
    if len(label) <= longest or len(words) < 2:
        return label
    breaks = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return "\n".join(min(breaks, key=lambda lines: max(len(line) for line in lines)))


def spot(
    rules: Ruleset,
    id: str,
    box: Box,
    *,
    look: str,
    label: str = "",
    chip: tuple[float, float] | None = None,
    dice: tuple[int, ...] = (),
    outline: str = "",
    words: tuple[float, float] | None = None,
) -> Spot:
    """The spot of a wager, in the words of its own machine."""
    address = rules.addresses[id]
    offer = address.offer
    title = address.title
    return Spot(
        id=id,
        label=label or title,
        odds=" · ".join(_to_one(pays) for pays in offer.run_pays.values()) or odds_text(offer.wager),
        title=title,
        help=help_text(rules, id),
        box=box,
        chip=chip or box.middle,
        look=look,
        taps=address.state is None or offer.grows is Span.ALWAYS,
        units=offer.wager.units if rules.limits.judged is Judged.EVERY_SPOT else 1,
        dice=dice,
        outline=outline,
        words=words,
        waits_for=offer.placed.puck,
        opens_at=tuple(sorted(offer.placed.states)),
        rides_on=offer.rides_on,
        pieces=offer.wager.units,
        clause=offer.clause,
        edge=edge_text(rules, id),
        calls=offer.sleeps is not None,
    )


def odds_text(wager: Wager) -> str:
    """What it pays on the stake, as printed: "7 to 6", or "1 to 1 · 2 to 1" if that depends on what falls.

    A combined bet pays what its winning pieces bring, less what the others cost: "7.5 to 1 · 3.25 to 1" of a horn.
    """
    if wager.pieces:
        return " · ".join(_to_one(net) for net in sorted(_nets(wager), reverse=True) if net > 0)
    return " · ".join(dict.fromkeys(line.odds.text for lines in wager.states.values() for line in lines if line.odds))


def _nets(wager: Wager) -> Mapping[Fraction, int]:
    """What a combined bet brings to a unit staked with the outcomes that win a piece of it, and with how many of them."""
    (row,) = wager.effects.values()
    wins = (each for each in row.values() if isinstance(each, Decision) and each.result is Result.WIN)
    return Counter(each.returned + each.winnings - 1 for each in wins)


def _to_one(odds: Fraction) -> str:
    """Odds as they are said: "7.5 to 1", or "41 to 3" where no decimal is exact."""
    if 100 % odds.denominator:
        return f"{odds.numerator} to {odds.denominator}"
    return f"{odds.numerator / odds.denominator:.2f}".rstrip("0").rstrip(".") + " to 1"


def edge_text(rules: Ruleset, id: str) -> str:
    """The exact edge for the player: "7/495, 1.41 %". Where no chip can be added, it is the edge of the bet as it was made."""
    address = rules.addresses[id]
    try:
        exact = edge(rules, id if address.offer.grows is Span.ALWAYS else address.offer.id)
    except NoEdgeError:
        return ""
    if not exact:
        return "none"
    return f"{abs(exact)}, {float(abs(exact)) * 100:.2f} %{' for the player' if exact < 0 else ''}"


def help_text(rules: Ruleset, id: str) -> str:
    """What a player is told about a wager: its clause, how it is decided, when it is bet and off, what it costs."""
    offer = rules.addresses[id].offer
    told = [f"{offer.wager.title} ({offer.clause}).", *sentences(offer.wager, rules.game.turn)]
    if offer.placed.puck:
        told.append(f"Bet {offer.placed.words}.")
    if offer.rides_on:
        told.append(f"Rides on the {rules.addresses[offer.rides_on].offer.wager.title}.")
    if offer.sleeps:
        told.append(f"Off {offer.sleeps.during or offer.sleeps.words} unless you call it on.")
    for net, outcomes in sorted(_nets(offer.wager).items()) if offer.wager.pieces else ():
        if net <= 0:
            told.append(f"With {outcomes} of the results, {'all' if not net else net + 1} of the stake comes back and no more.")
    if offer.commission:
        percent = int(offer.commission.rate * 100)
        told.append(f"Commission {percent}% of the {'win' if offer.commission.of_winnings else 'stake'}.")
    return " ".join(told)
