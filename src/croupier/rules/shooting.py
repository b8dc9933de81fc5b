"""The turns at the dice: who may throw, and when the dice pass to the next player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from croupier.rules.machine import Result
from croupier.rules.outcomes import Outcomes
from croupier.rules.terms import While


@dataclass(frozen=True, slots=True)
class Loss:
    """A shooter loses the dice on these outcomes while the condition holds."""

    clause: str
    during: While
    on: Outcomes


@dataclass(frozen=True, slots=True)
class DiceSet:
    """The set of dice at a table: its size, and the number of lost dice that makes a new set due."""

    clause: str
    dice: int
    chosen: int
    chosen_clause: str
    new_set_when_lost: int
    lost_clause: str
    ground: str
    """The ground that voids a throw in which a die was lost."""


@dataclass(frozen=True, slots=True)
class Shooting:
    """How players get and lose the dice."""

    clause: str
    with_one_of: Sequence[str]
    """The ids of the bets of which a shooter needs one."""
    eligible: str
    """The clause about these bets."""
    seconds: int = 0
    """How long a shooter may wait before the machine shoots; 0 if the document sets no time."""
    seconds_clause: str = ""
    least: str = ""
    """The setting of the sign with the smallest bet to shoot with; empty: the minimum."""
    least_clause: str = ""
    passes_on: Mapping[str, Result] = field(default_factory=dict[str, Result])
    """The results of the shooter's own bets that pass the dice on, by wager id."""
    loses_on: Loss | None = None
    """Outcomes that take the dice from the shooter, whatever their bets."""
    keeps: While | None = None
    """While this holds, a shooter who no longer has such a bet keeps the dice."""
    offered: str = ""
    """The clause that has the dice offered to players in turn; empty if the machine assigns them. See `is_offered`."""
    passed: str = ""
    """The clause that lets a shooter give the dice up after any roll; empty if there is none."""
    rests: str = ""
    """The clause for which it is recorded when the dice come to rest; empty if there is none. See `records_rest`."""
    dice: DiceSet | None = None
    """The set that a shooter chooses from."""

    @property
    def is_offered(self) -> bool:
        """Whether the dice are offered to players in turn, who may decline; else the machine assigns them."""
        return bool(self.offered)

    @property
    def records_rest(self) -> bool:
        """Whether the table records when the dice come to rest."""
        return bool(self.rests)

    @property
    def may_be_passed(self) -> bool:
        """Whether a shooter may give the dice up after any roll."""
        return bool(self.passed)
