"""A felt as data: screens with spots and marks. A screen is measured in units of which 1000 span its width."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

WIDTH, HEIGHT = 1000, 540
"""The size of a screen that fits a terminal."""


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
    """Always 1000."""
    height: int
    """In the same units."""
    spots: Sequence[Spot]
    """One for each wager on this screen."""
    marks: Sequence[Mark]
    """All that is not a spot."""


@dataclass(frozen=True, slots=True)
class Felt:
    """All screens of a rule set."""

    screens: Sequence[Screen]
    """Together they have a spot for every wager."""
