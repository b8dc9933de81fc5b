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
    y: float
    w: float
    h: float

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
    odds: str
    title: str
    help: str
    box: Box
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
    box: Box
    text: str = ""
    look: str = ""
    puck: str = ""
    state: str = ""


@dataclass(frozen=True, slots=True)
class Screen:
    """One layout that fits a terminal. A felt with several screens shows one at a time."""

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
