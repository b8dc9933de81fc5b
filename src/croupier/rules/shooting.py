"""How the dice go round: who may throw them, and what takes them away."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from croupier.rules.machine import Result
from croupier.rules.outcomes import Outcomes
from croupier.rules.terms import While


@dataclass(frozen=True, slots=True)
class Loss:
    """What takes the dice from a shooter: an outcome while a puck lies somewhere."""

    clause: str
    during: While
    on: Outcomes


@dataclass(frozen=True, slots=True)
class DiceSet:
    """The set of dice at a table: how many, and when so many are lost that a new set is due."""

    clause: str
    dice: int
    chosen: int
    chosen_clause: str
    new_set_when_lost: int
    lost_clause: str
    ground: str
    """The ground on which a throw is invalid in which a die was lost."""


@dataclass(frozen=True, slots=True)
class Shooting:
    """How a player comes to throw the dice, and how they are lost."""

    clause: str
    with_one_of: Sequence[str]
    """The bets of which a shooter needs one."""
    eligible: str
    """The clause that says so."""
    seconds: int = 0
    """For how long a shooter may wait before the machine shoots; none where nothing is said."""
    seconds_clause: str = ""
    least: str = ""
    """The setting of the sign that gives the smallest bet to shoot with, where it is not the minimum."""
    least_clause: str = ""
    passes_on: Mapping[str, Result] = field(default_factory=dict[str, Result])
    """The results of the shooter's own bets that pass the dice on."""
    loses_on: Loss | None = None
    """What takes the dice from the shooter whatever the bets."""
    keeps: While | None = None
    """For how long a shooter without the bet keeps the dice all the same."""
    offered: str = ""
    """The clause by which the dice are offered in turn and can be refused; without one they are assigned."""
    passed: str = ""
    """The clause by which a shooter may pass the dice after any roll."""
    dice: DiceSet | None = None
    """The set that a shooter chooses from."""
