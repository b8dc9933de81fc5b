"""A felt as data: screens with spots and marks, in a wide shape for landscape windows and a tall one for portrait windows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

WIDTH, HEIGHT = 1000, 540
"""The size of a wide screen, in units. A unit is at least 0.8 CSS pixels, so the smallest print is 15 units."""
TALL_WIDTH, TALL_HEIGHT = 400, 560
"""The size of a tall screen. It may be higher: a phone scrolls it.

On the smallest phone a unit is 0.9 CSS pixels, so the smallest print is 13.5 units, and a spot is at least 49 by 49 units.
"""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the layout."""

    x: float
    """Its left edge."""
    y: float
    """Its upper edge."""
    w: float
    """Its width."""
    h: float
    """Its height."""

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return self.x + self.w / 2, self.y + self.h / 2

    def at(self, across: float, down: float) -> tuple[float, float]:
        """A point of the rectangle; (0, 0) is its upper left corner and (1, 1) its lower right one."""
        return self.x + self.w * across, self.y + self.h * down

    def inset(self, by: float) -> "Box":
        """The same rectangle with a margin inside."""
        return Box(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the chips of one wager lie, what is printed there, and its help text."""

    id: str
    """The id of the wager."""
    label: str
    """What is printed on it."""
    odds: str
    """The odds as they are printed."""
    title: str
    """The title of the wager."""
    help: str
    """How the wager wins and loses, for the player."""
    box: Box
    """Where it lies."""
    chip: tuple[float, float]
    """Where its chips lie."""
    look: str
    """The style in which it is drawn, as `spots.js` and `felt.css` of the terminal know it."""
    taps: bool
    """Whether a player may put a chip here. Some spots only receive a bet that moves."""
    units: int
    """How many chips a touch puts down: one for each piece if limits apply to each piece."""
    dice: tuple[int, ...] = ()
    """The dice that are pictured on it."""
    outline: str = ""
    """An SVG path, if the spot is not a rectangle."""
    words: tuple[float, float] | None = None
    """Where its label stands, if not where its look puts it."""
    waits_for: str = ""
    """The puck that decides when it may be bet, if one does."""
    opens_at: tuple[str, ...] = ()
    """The states of that puck in which it may be bet."""
    rides_on: str = ""
    """The flat bet on which these odds ride; empty if it is not an odds bet."""
    pieces: int = 1
    """The number of equal pieces of a combined bet. The odds apply to the whole stake."""
    clause: str = ""
    """The clause of the document that permits the wager."""
    edge: str = ""
    """Its exact house edge, as a fraction and in per cent; empty if it depends on the state in which the bet begins."""
    calls: bool = False
    """Whether its bets may be called on and off."""
    limits: str = ""
    """The limits of a bet here under the sign in force, in words. The server fills it in: a rule set has no sign."""
    plays: int | None = None
    """The most of a bet here that plays under that sign, in cents: what is over it comes back. None if all plays. The server
    fills it in, too."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something on the felt that is not a spot: printed words, or the place of a puck in one of its states."""

    kind: Literal["text", "puck"]
    """What it is."""
    box: Box
    """Where it lies."""
    text: str = ""
    """The printed words."""
    look: str = ""
    """The style in which it is drawn."""
    puck: str = ""
    """The name of the puck that may lie here."""
    state: str = ""
    """The state of the puck in which it lies here."""


@dataclass(frozen=True, slots=True)
class Screen:
    """One layout that fits a terminal. A felt with several screens shows one at a time."""

    name: str
    """The name of the screen."""
    title: str
    """Its title for the player."""
    width: int
    """Its width in units, 1000 in the wide shape and 400 in the tall one."""
    height: int
    """In the same units."""
    spots: Sequence[Spot]
    """One for each wager on this screen."""
    marks: Sequence[Mark]
    """All that is not a spot."""


@dataclass(frozen=True, slots=True)
class Felt:
    """All screens of a rule set, in two shapes. In each shape, the screens together have a spot for every wager."""

    screens: Sequence[Screen]
    """The wide shape."""
    tall: Sequence[Screen] = ()
    """The tall shape. A game that draws none gets a tray."""
    parts: Mapping[str, Mapping[str, int]] = field(default_factory=dict[str, Mapping[str, int]])
    """By combined bet, the spots on which its pieces lie, and how many on each. Empty if limits apply to whole bets."""
