"""Readings: how we read an unclear clause, and the other possible readings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from croupier.rules.error import RuleError
from croupier.rules.offer import Offer


@dataclass(frozen=True, slots=True)
class Change:
    """New values for fields of some offers, or of the rule set.

    `of` is the id or the kind of the offers; if it is empty, the change applies to the rule set.
    """

    of: str
    to: Mapping[str, Any]

    def touches(self, offer: Offer) -> bool:
        """Whether the change applies to this offer."""
        return self.of in (offer.id, offer.kind)


def change(of: str, **to: object) -> Change:
    """Change the terms or the machine of an offer, or of every offer of a kind."""
    return Change(of, to)


def change_rules(**to: object) -> Change:
    """Change fields of the whole rule set."""
    return Change("", to)


@dataclass(frozen=True, slots=True)
class FieldChanges:
    """The value that a field of the rule set has, with some of its own fields changed."""

    fields: Mapping[str, Any]


def as_is_but(**fields: object) -> Any:
    """Change only these fields of a value, so that several readings may each change a part of it."""
    return FieldChanges(fields)


def changed_value(before: Any, to: Any) -> Any:
    """The new value of a field of the rule set."""
    return replace(before, **to.fields) if isinstance(to, FieldChanges) else to


@dataclass(frozen=True, kw_only=True)
class Reading:
    """An unclear clause, how we read it, and why."""

    id: str
    clauses: Sequence[str]
    """The unclear clauses; empty if the whole document is silent."""
    wagers: Sequence[str] | None = None
    """The kinds of wager it concerns; None if they follow from the clauses."""
    literal: str
    """What the text says literally."""
    read: str
    """How we read it."""
    why: str
    """Why we read it so."""
    edge: str = ""
    """Its effect on the house edge, if the machines cannot show it (for example the effect of rounding)."""
    decided_by: str = "the rule set"
    """Who may choose another reading."""
    default: str = ""
    """The value in force if a table does not choose another; empty if nobody may choose."""
    live: str | None = None
    """The value that a table of a running floor takes unless the operator chooses one; None: the default."""
    otherwise: Mapping[str, Sequence[Change]] = field(default_factory=dict[str, Sequence[Change]])
    """The other values that a table may choose, each with its changes."""
    to_confirm: Sequence[str] = ()
    """The kinds of wager that a table may offer only after the operator confirmed this reading."""
    rejected: Mapping[str, Sequence[Change]] = field(default_factory=dict[str, Sequence[Change]])
    """Readings that the words allow but nobody may choose, with their changes, so that their edge can be computed."""

    def __post_init__(self) -> None:
        if bool(self.default) != bool(self.otherwise):
            raise RuleError(f"{self.id}: a reading that can be chosen needs a default and something else to choose")
        if empty := [value for value, changes in (*self.otherwise.items(), *self.rejected.items()) if not changes]:
            raise RuleError(f"{self.id}: the value '{empty[0]}' changes nothing")
        if self.default in self.otherwise:
            raise RuleError(f"{self.id}: '{self.default}' is the default and cannot also be another choice")
        if self.live is not None and self.live not in self.otherwise:
            raise RuleError(f"{self.id}: a running floor cannot take '{self.live}', which is no other choice")

    @property
    def clause(self) -> str:
        """The clauses as one text, or "silence"."""
        return ", ".join(self.clauses) or "silence"

    @property
    def values(self) -> tuple[str, ...]:
        """Every value that a table may choose, the default first."""
        return (self.default, *self.otherwise) if self.default else ()
