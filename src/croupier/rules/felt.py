"""The felt: where every wager lies on a layout, as data. A screen is measured in units of which 1000 span its width."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from croupier.rules.aloud import sentences
from croupier.rules.error import RuleError
from croupier.rules.machine import Transition
from croupier.rules.ruleset import Ruleset
from croupier.rules.terms import Judged, Span
from croupier.rules.wager import Wager


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the layout."""

    x: float
    y: float
    w: float
    h: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return self.x + self.w / 2, self.y + self.h / 2

    def at(self, across: float, down: float) -> tuple[float, float]:
        """The point so far across and down, both from 0 to 1."""
        return self.x + self.w * across, self.y + self.h * down

    def inset(self, by: float) -> "Box":
        """The same rectangle with a margin inside."""
        return Box(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the chips of one wager lie, what is printed there, and what a player is told who asks."""

    id: str
    label: str
    odds: str
    title: str
    help: str
    box: Box
    chip: tuple[float, float]
    look: str
    taps: bool
    """Whether a player may ever put a chip here; to some places a bet only travels."""
    units: int
    """How many chips a touch puts down: one on each piece, where limits are held against the pieces."""
    dice: tuple[int, ...] = ()
    outline: str = ""
    """The path of a spot that is no rectangle."""
    words: tuple[float, float] | None = None
    """Where its label stands, if not where its look would have it."""
    waits_for: str = ""
    """The puck that says when it may be bet, if one does."""
    opens_at: tuple[str, ...] = ()
    """The states of that puck in which it may be bet."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What is printed on the felt beside the spots: words, frames, and where a puck lies in which state."""

    kind: str
    box: Box
    text: str = ""
    look: str = ""
    puck: str = ""
    state: str = ""


@dataclass(frozen=True, slots=True)
class Screen:
    """One layout that fits a terminal."""

    name: str
    title: str
    width: int
    height: int
    spots: Sequence[Spot]
    marks: Sequence[Mark]


@dataclass(frozen=True, slots=True)
class Felt:
    """All screens of a rule set."""

    screens: Sequence[Screen]


def complete_felt(rules: Ruleset, screens: Sequence[Screen]) -> Felt:
    """A felt on which every wager of the rules lies exactly once."""
    lying = Counter(spot.id for screen in screens for spot in screen.spots)
    for id, address in rules.addresses.items():
        if lying[id] != 1:
            often = "more than one place" if lying[id] else "no place"
            raise RuleError(f"{rules.id}: {address.offer.wager.title} ({id}) has {often} on the felt")
    return Felt(tuple(screens))


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
    title = f"{offer.wager.title}, {address.state}" if address.state else offer.wager.title
    return Spot(
        id=id,
        label=label or title,
        odds=odds_text(offer.wager),
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
    )


def odds_text(wager: Wager) -> str:
    """What it pays, as printed: "7 to 6", or "1 to 1 · 2 to 1" where that depends on what falls."""
    return " · ".join(_odds_of(_lines(wager)))


def help_text(rules: Ruleset, id: str) -> str:
    """What a player is told about a wager: its clause, how it is decided, when it is bet, what it costs."""
    offer = rules.addresses[id].offer
    told = [f"{offer.wager.title} ({offer.clause}).", *sentences(offer.wager, rules.game.turn)]
    if offer.placed.puck:
        told.append(f"Bet {offer.placed.words}.")
    if offer.rides_on:
        told.append(f"Rides on the {rules.addresses[offer.rides_on].offer.wager.title}.")
    if offer.commission:
        percent = int(offer.commission.rate * 100)
        told.append(f"Commission {percent}% of the {'win' if offer.commission.of_winnings else 'stake'}.")
    return " ".join(told)


def _lines(wager: Wager) -> Sequence[Transition]:
    own = [line for lines in wager.states.values() for line in lines]
    return own + [line for piece in wager.pieces for line in _lines(piece.wager)]


def _odds_of(lines: Iterable[Transition]) -> Sequence[str]:
    return list(dict.fromkeys(line.odds.text for line in lines if line.odds))
