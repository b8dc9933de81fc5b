"""An offer: a wager on the terms of one document, at its place in that document."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, TypeVar

from croupier.rules.error import RuleError
from croupier.rules.machine import Decision, Move
from croupier.rules.outcomes import OutcomeName
from croupier.rules.sign import Sign
from croupier.rules.terms import ANY_TIME, AfterWin, Cap, Commission, Over, Shrinking, Span, While
from croupier.rules.wager import Wager

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*(:[a-z0-9]+(-[a-z0-9]+)*)?")

K = TypeVar("K")
P = TypeVar("P")


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What may be done with a bet, and when. The defaults are those of a simple bet at any table."""

    placed: While = ANY_TIME
    """When its first chip may be put down."""
    grows: Span = Span.ALWAYS
    """How long it may be added to."""
    comes_down: Span = Span.ALWAYS
    """How long it may be taken down; once locked, only what was added since the last roll."""
    locked_by: str = ""
    """The clause that says so, where it is not that of the wager or of the rule set."""
    back_up: While = ANY_TIME
    """When it may be bet again after it was taken down past its first roll."""
    sleeps: While | None = None
    """When it is off unless called on. What never sleeps cannot be called."""
    rides_on: str = ""
    """The bet it supports: it begins in that bet's state and is decided with it."""
    at_most: Cap | None = None
    """The most that may ride on that bet."""
    over_cap: Over = Over.REFUSED
    """What is done with more than that."""
    when_flat_shrinks: Shrinking = Shrinking.TRIMS
    """What becomes of it when the bet it rides on can no longer carry it."""
    begins: Mapping[str, str] = field(default_factory=dict[str, str])
    """The state it begins in, by the state of the puck it waits for."""
    travels: Mapping[str, str] = field(default_factory=dict[str, str])
    """The id by which it is known once it has moved to a state."""
    commission: Commission | None = None
    """What is charged on top of the stake."""
    stake: str = ""
    """The setting on the sign that fixes its stake, where one does."""
    divides: bool = True
    """Whether the stake of a composite must divide into its pieces."""
    limited: bool = True
    """Whether the minimum and maximum on the sign hold for it."""
    counts_as: str = ""
    """The wager with which it shares its limits, where they are not its own."""
    optional: bool = False
    """Whether the operator may leave it out."""
    outlives_voids: bool = False
    """Whether it stands where every other bet goes back because a result does not count."""
    broken_by: Mapping[str, OutcomeName] = field(default_factory=dict[str, OutcomeName])
    """By state, an outcome that would end its run: it is decided as if that had fallen when it is ended before its time."""
    after_win: AfterWin = AfterWin.COMES_DOWN
    """What becomes of its chips when it wins."""
    warning: str = field(default="", metadata={"prose": True})
    """What a player should hear who adds to it past its first roll."""


@dataclass(frozen=True)
class Offer(Terms):
    """One permitted wager: its clause, its id, its machine, and the terms it is offered on."""

    clause: str
    id: str
    wager: Wager

    def __post_init__(self) -> None:
        self._check_states()
        self._check_reach()
        if not ID.fullmatch(self.id) or not self.clause:
            raise RuleError(f"'{self.id}' ({self.clause}): an offer has a clause and an id in kebab case, as in place-win:6")
        if Span.UNTIL_IT_MOVES in (self.grows, self.comes_down) and len(self.wager.effects) == 1:
            raise RuleError(f"{self.id}: may be changed until it moves, but it never moves")
        if self.rides_on and self.commission:
            raise RuleError(f"{self.id}: odds on {self.rides_on} are charged no commission")
        if self.at_most and not self.rides_on:
            raise RuleError(f"{self.id}: has a cap, but rides on nothing")
        if len(set(self.travels.values())) < len(self.travels):
            raise RuleError(f"{self.id}: travels to the same place from two states")
        if self.rides_on and self.at_most is None:
            raise RuleError(f"{self.id}: rides on {self.rides_on} and needs a cap, as in at_most=bets_up_to(2, ...)")

    @cached_property
    def kind(self) -> str:
        """What the offers of one family share: "place-win" of "place-win:6"."""
        return self.id.partition(":")[0]

    @cached_property
    def starts(self) -> tuple[str, ...]:
        """Every state in which a bet on it may begin."""
        if self.rides_on:
            return tuple(self.wager.effects)
        return tuple(dict.fromkeys(self.begins.values())) or (self.wager.first,)

    def largest_ride(self, flat: int, state: str, sign: Sign) -> int:
        """The most of this that may ride on a flat bet of so much, in whole cents."""
        assert self.at_most is not None, "an offer that rides has a cap, or it could not have been made"
        match self.at_most.times:
            case int(times):
                pass
            case str(setting):
                times = sign.named[setting]
            case by_state:
                times = by_state[state]
        return self.at_most.largest(flat, self.wager.best[state], times)

    def _check_states(self) -> None:
        for what, named in (("begins in", self.begins.values()), ("travels from", self.travels)):
            for state in named:
                if state not in self.wager.effects:
                    raise RuleError(f"{self.id}: {what} '{state}', which is no state of {self.wager.title}")
        if self.begins and self.placed.states.symmetric_difference(self.begins):
            raise RuleError(f"{self.id}: must say where it begins for each of {', '.join(sorted(self.placed.states))}")

    def _check_reach(self) -> None:
        reached, waiting = set(self.starts), list(self.starts)
        while waiting:
            for effect in self.wager.effects[waiting.pop()].values():
                if isinstance(effect, Move) and effect.state not in reached:
                    reached.add(effect.state)
                    waiting.append(effect.state)
        if lost := [state for state in self.wager.effects if state not in reached]:
            raise RuleError(f"{self.id}: no bet can ever reach the state '{lost[0]}'")

    def decided_apart_from(self, parent: "Offer") -> str | None:
        """The first state in which it and the bet it rides on would not be decided together, if there is one."""
        for state, row in self.wager.effects.items():
            above = parent.wager.effects.get(state, {})
            mine = {name: effect.result for name, effect in row.items() if isinstance(effect, Decision)}
            theirs = {name: effect.result for name, effect in above.items() if isinstance(effect, Decision)}
            if mine != theirs:
                return state
        return None


def each(
    clause: str | Mapping[K, str],
    kind: str,
    title: str,
    machine: Callable[[str, K, P], Wager],
    pays: Mapping[K, P],
    terms: Terms | None = None,
) -> tuple[Offer, ...]:
    """A family of offers, one per number: "place-win:4", "place-win:5" … A * in a term stands for the number.

    They share a clause, or each has its own.
    """
    return tuple(
        Offer(
            clause if isinstance(clause, str) else clause[key],
            f"{kind}:{key}",
            machine(f"{title} {key}", key, odds),
            **_terms_for(terms or Terms(), str(key)),
        )
        for key, odds in pays.items()
    )


def all_at(keys: Iterable[K], pays: P) -> Mapping[K, P]:
    """The same odds for each of these."""
    return dict.fromkeys(keys, pays)


def _terms_for(terms: Terms, key: str) -> dict[str, Any]:
    own = {term.name: getattr(terms, term.name) for term in fields(terms)}
    return own | {name: own[name].replace("*", key) for name in ("rides_on", "counts_as")}
