"""A game: what all documents of it share, and how a dealer calls its outcomes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.rules.layout import Felt
from croupier.rules.outcomes import OutcomeName, Space, shown

if TYPE_CHECKING:
    from croupier.rules.ruleset import Ruleset

Pucks = Mapping[str, str]
"""The state of each puck before an outcome, by name; empty if it is not known."""


@dataclass(frozen=True, slots=True)
class OutcomeCall:
    """An outcome as a dealer calls it. Pages print this, and know no rule."""

    words: str
    """What fell: `Hard 8`, `17 black`, or `3, 4, 4, total 11`."""
    means: str
    """What it is: `a natural`, `odd`, or `big, odd`; empty if nothing is said."""
    short: str
    """The call in a word or two, for large letters: `Point 8`, `17 black`, or `11`."""
    beside: str
    """What stands beside that in small letters; may be empty."""
    look: str
    """How it is drawn in a list of results: `red`, `small` or `seven`, say. The style sheet knows the looks."""


def plain_call(outcome: OutcomeName, _: Pucks) -> OutcomeCall:
    """The number that fell, or the total of the dice."""
    total = str(sum(shown(outcome)))
    return OutcomeCall(total, "", total, "", "total")


@dataclass(frozen=True)
class Game:
    """What all documents of a game share: its outcomes, and the call for a result that does not count."""

    title: str
    space: Space
    void_call: str
    turn: str = field(metadata={"prose": True})
    """The name of one turn: roll, round or spin."""
    wheel: Sequence[int] = field(default=(), metadata={"prose": True})
    """The numbers of the wheel in their order; empty if dice fall."""
    felt: "Callable[[Ruleset], Felt] | None" = field(default=None, metadata={"prose": True})
    """Draws the felt. A wager that it does not draw lies in a tray; without it, all of them do."""
    call: Callable[[OutcomeName, Pucks], OutcomeCall] = field(default=plain_call, metadata={"prose": True})
    """Calls an outcome, given where the pucks lay before it."""
