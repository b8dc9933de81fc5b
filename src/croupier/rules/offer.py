"""An offer: a wager with the terms and the clause under which one document permits it."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

from croupier.rules.error import RuleError
from croupier.rules.machine import Decision, Move, Result
from croupier.rules.outcomes import OutcomeName
from croupier.rules.sign import Sign
from croupier.rules.terms import ANY_TIME, AfterWin, Cap, Commission, Over, Shrinking, Span, While
from croupier.rules.wager import Wager

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*(:[a-z0-9]+(-[a-z0-9]+)*)?")

K = TypeVar("K")
P = TypeVar("P")


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What a player may do with a bet, and when. The defaults describe a simple bet without restrictions."""

    placed: While = ANY_TIME
    """When the bet may be made."""
    grows: Span = Span.ALWAYS
    """How long the player may add to it."""
    comes_down: Span = Span.ALWAYS
    """How long it may be taken down; after that, only what was added since the last roll."""
    locked_by: str = ""
    """The clause about this, if it is not the clause of the wager or of the rule set."""
    back_up: While = ANY_TIME
    """When it may be bet again after it was taken down later than its first roll."""
    sleeps: While | None = None
    """When it is off unless the player calls it on. None: always on, and cannot be called."""
    rides_on: str = ""
    """The id of the flat bet, if this is an odds bet: it begins in the flat bet's state and is decided with it."""
    at_most: Cap | None = None
    """The most that may ride on the flat bet."""
    over_cap: Over = Over.REFUSED
    """What happens to a bet over that cap."""
    when_flat_shrinks: Shrinking = Shrinking.TRIMS
    """What happens to it when the flat bet becomes too small for it."""
    begins: Mapping[str, str] = field(default_factory=dict[str, str])
    """The first state of a bet, by state of the puck in `placed`."""
    travels: Mapping[str, str] = field(default_factory=dict[str, str])
    """The id of a bet after it moved to a state, by state."""
    commission: Commission | None = None
    """The charge on top of the stake."""
    stake: str = ""
    """The setting on the sign that fixes its stake; empty if the stake is free."""
    divides: bool = True
    """Whether the stake of a composite must divide into its pieces."""
    limited: bool = True
    """Whether the minimum and maximum on the sign apply to it."""
    counts_as: str = ""
    """The id of the wager with which it shares its limits; empty if it has its own."""
    optional: bool = False
    """Whether the operator may choose not to offer it."""
    outlives_voids: bool = False
    """Whether it stays up when all other bets go back because a result does not count."""
    broken_by: Mapping[str, OutcomeName] = field(default_factory=dict[str, OutcomeName])
    """By state, an outcome that ends a streak bet. The bet is settled with it if it must end early."""
    after_win: AfterWin = AfterWin.COMES_DOWN
    """What happens to its stake when it wins."""
    warning: str = field(default="", metadata={"prose": True})
    """The warning to a player who adds to the bet after its first roll."""


@dataclass(frozen=True, repr=False)
class Offer(Terms):
    """One permitted wager: its clause, its id, its machine and its terms."""

    clause: str
    id: str
    wager: Wager

    def __repr__(self) -> str:
        """Return the id and the clause only; all fields would fill a page."""
        return f"<offer {self.id} ({self.clause})>"

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
        """The part of the id that a family of offers shares: "place-win" of "place-win:6"."""
        return self.id.partition(":")[0]

    @cached_property
    def starts(self) -> tuple[str, ...]:
        """Every state in which a bet may begin."""
        if self.rides_on:
            return tuple(self.wager.effects)
        return tuple(dict.fromkeys(self.begins.values())) or (self.wager.first,)

    @cached_property
    def run_pays(self) -> Mapping[int, Fraction]:
        """What a bet on a run wins per unit staked, by the length of the run. The longest is paid as soon as it is reached."""
        found: dict[int, Fraction] = {}
        state: str | None = next(iter(self.begins.values()), None)
        while state is not None:
            effects = self.wager.effects[state]
            ended = effects[self.broken_by[state]] if state in self.broken_by else None
            for effect in dict.fromkeys(effects.values()):
                if isinstance(effect, Decision) and effect.result is Result.WIN:
                    found[run_length(state) + (effect != ended)] = effect.winnings
            state = next((effect.state for effect in effects.values() if isinstance(effect, Move)), None)
        return dict(sorted(found.items()))

    def largest_ride(self, flat: int, state: str, sign: Sign) -> int:
        """The largest stake on this offer, in cents, for a flat bet of that size in that state."""
        assert self.at_most is not None, "__post_init__ requires a cap for every offer with rides_on"
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
        """The first state in which this offer and its flat bet are not decided by the same outcomes; None if there is none."""
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
    """A family of offers, one per key: "place-win:4", "place-win:5" … A * in a term stands for the key.

    `clause` is one clause for all, or a mapping from key to clause.
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
    """Map every key to the same odds."""
    return dict.fromkeys(keys, pays)


def _terms_for(terms: Terms, key: str) -> dict[str, Any]:
    own = {term.name: getattr(terms, term.name) for term in fields(terms)}
    return own | {name: own[name].replace("*", key) for name in ("rides_on", "counts_as")}


def run_length(state: str) -> int:
    """How many results a bet on a run has counted: the number at the end of its state, such as "small 3"."""
    return int(state.rpartition(" ")[2]) if state[-1].isdigit() else 0
