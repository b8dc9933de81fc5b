"""The steps of a round, and who makes each call."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum


class Phase(StrEnum):
    """The phase of a round, named after the step that was done last."""

    UNTIMED = "untimed"
    """No round was opened yet. Scenarios stay in this phase: bets and outcomes arrive in any order."""
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


SETS_IN_MOTION = (Phase.SHAKEN, Phase.SPUN, Phase.SHOT)
"""The steps that set the dice or the ball in motion."""
OVER = (Phase.SETTLED, Phase.LIT, Phase.DONE)
"""The phases in which the outcome of the round has been settled."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a round: a call or an act."""

    clause: str
    to: Phase
    words: str = field(metadata={"prose": True})
    by: Sequence[str] = ()
    """The roles that may do it; empty if a machine or a player does it."""
    times: int = 1
    """The least number of times it must be done."""
    bets: bool = False
    """Whether players may bet after this step."""
    only_with: str = ""
    """The setting of the sign that requires this step; empty if it is always done."""
