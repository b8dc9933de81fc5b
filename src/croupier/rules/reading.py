"""Readings: how we read a clause whose text is unclear, and what else could be read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from croupier.rules.error import RuleError
from croupier.rules.offer import Offer


@dataclass(frozen=True, slots=True)
class Change:
    """What another reading puts in place of the rule as declared.

    `of` is the id or the kind of the offers it touches; without one it touches the rule set itself.
    """

    of: str
    to: Mapping[str, Any]

    def touches(self, offer: Offer) -> bool:
        """Whether it changes this offer."""
        return self.of in (offer.id, offer.kind)


def change(of: str, **to: object) -> Change:
    """Other terms, or another machine, for an offer or for every offer of a kind."""
    return Change(of, to)


def change_rules(**to: object) -> Change:
    """Another policy of the whole rule set."""
    return Change("", to)


@dataclass(frozen=True, kw_only=True)
class Reading:
    """One unclear clause, decided openly."""

    id: str
    clauses: Sequence[str]
    """The clauses it reads; none where the whole document is silent."""
    wagers: Sequence[str] | None = None
    """The kinds of wager it concerns, where its clauses do not tell."""
    literal: str
    """What the text says, word by word."""
    read: str
    """What we take it to mean."""
    why: str
    """The argument."""
    edge: str = ""
    """What it does to the house edge that no machine can tell, such as what rounding is worth."""
    decided_by: str = "the rule set"
    """Who may decide otherwise."""
    default: str = ""
    """The value in force unless a table is opened with another."""
    otherwise: Mapping[str, Sequence[Change]] = field(default_factory=dict[str, Sequence[Change]])
    """The other values a table may be opened with, each with what it changes."""
    to_confirm: Sequence[str] = ()
    """The kinds of wager that no table may offer before the operator has confirmed this reading."""
    rejected: Mapping[str, Sequence[Change]] = field(default_factory=dict[str, Sequence[Change]])
    """What nobody may choose but the words could mean, as machines: so that its price can be computed."""

    def __post_init__(self) -> None:
        if bool(self.default) != bool(self.otherwise):
            raise RuleError(f"{self.id}: a reading that can be chosen needs a default and something else to choose")
        if empty := [value for value, changes in (*self.otherwise.items(), *self.rejected.items()) if not changes]:
            raise RuleError(f"{self.id}: the value '{empty[0]}' changes nothing")
        if self.default in self.otherwise:
            raise RuleError(f"{self.id}: '{self.default}' is the default and cannot also be another choice")

    @property
    def clause(self) -> str:
        """The clauses it reads, as they are quoted."""
        return ", ".join(self.clauses) or "silence"

    @property
    def values(self) -> tuple[str, ...]:
        """Every value a table may be opened with, the default first."""
        return (self.default, *self.otherwise) if self.default else ()
