"""The order of a round, and who makes each call."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum


class Phase(StrEnum):
    """How far a round has come: named after what was done last."""

    UNTIMED = "untimed"
    """No round was ever opened: bets and outcomes come as they come, as in a scenario."""
    SHAKEN = "shaken"
    BETTING = "betting"
    SPUN = "spun"
    CLOSED = "closed"
    PRESSED = "pressed"
    UNCOVERED = "uncovered"
    ANNOUNCED = "announced"
    SHOT = "shot"
    SETTLED = "settled"
    LIT = "lit"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Step:
    """One call or act of a round, in its place."""

    clause: str
    to: Phase
    words: str = field(metadata={"prose": True})
    by: Sequence[str] = ()
    """Who makes it; nobody in particular where a machine or a player does."""
    times: int = 1
    """How often it has to be done at least."""
    bets: bool = False
    """Whether bets can be made from here on."""
    only_with: str = ""
    """The setting of the sign without which it is left out."""
    may_be_skipped: bool = False
    """Whether the round can go on without it."""
