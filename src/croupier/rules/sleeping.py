"""The life of a bet that is off while the puck is in some states: a chain over the states of bet and puck."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from croupier.rules.life import Life, Roll, long_run, reached, roll_of
from croupier.rules.machine import Decision, Move
from croupier.rules.offer import Offer
from croupier.rules.outcomes import OutcomeName
from croupier.rules.payout import awake
from croupier.rules.puck import Puck
from croupier.rules.ruleset import Ruleset

BetAndPuck = tuple[str, str]
"""The state of the bet and the state of the puck."""

WAITING = "waiting to be placed"


def puck_shares(puck: Puck, places: frozenset[str]) -> Mapping[str, Fraction]:
    """The long-run shares of the puck's states, restricted to the given ones (if any) and scaled to sum to 1."""
    found = {at: share for at, share in puck.long_run_shares.items() if share and (not places or at in places)}
    return {at: share / sum(found.values()) for at, share in found.items()}


@dataclass(frozen=True)
class SleepingBet:
    """A bet on an offer that sleeps, if the player never calls it on or off."""

    rules: Ruleset
    offer: Offer

    @cached_property
    def life(self) -> Life[BetAndPuck]:
        """The life of a bet made at a random permitted moment; for odds, once the flat bet reaches a state with odds."""
        return self.life_from(self._begins)

    def life_from(self, begins: Mapping[BetAndPuck, Fraction]) -> Life[BetAndPuck]:
        """The life of a bet that begins in these states, with these chances."""
        return _life(self.rules, self.offer, self._puck, begins)

    @cached_property
    def mean_rolls_by_puck(self) -> Mapping[str, Fraction]:
        """The expected number of rolls until the bet is decided, by state of the puck when it is made."""
        rolls, shares = dict[str, Fraction](), dict[str, Fraction]()
        for both, share in self._begins.items():
            rolls[both[1]] = rolls.get(both[1], Fraction(0)) + share * self.life.rolls_left[both]
            shares[both[1]] = shares.get(both[1], Fraction(0)) + share
        return {at: rolls[at] / shares[at] for at in self.rules.pucks[self._puck].states if at in rolls}

    @cached_property
    def mean_rolls_kept_up(self) -> Fraction:
        """The mean number of rolls on the layout per decision, for a player who bets again as soon as possible."""
        if self.offer.rides_on:
            return self.life.mean_rolls
        rolls = reached(self._begins, self._roll_and_bet_again)
        share = long_run(rolls, next(iter(self._begins)))
        lying = {both: part for both, part in share.items() if both[0] != WAITING}
        decided = (part * sum(self.life.rolls[both].ends.values(), Fraction(0)) for both, part in lying.items())
        return sum(lying.values(), Fraction(0)) / sum(decided, Fraction(0))

    @cached_property
    def _puck(self) -> str:
        assert self.offer.sleeps is not None, "SleepingBet needs an offer that sleeps"
        return self.offer.sleeps.puck

    @cached_property
    def _begins(self) -> Mapping[BetAndPuck, Fraction]:
        if self.offer.rides_on:
            return self._arrivals()
        places = puck_shares(self.rules.pucks[self._puck], self.offer.placed.states)
        return {(self._first(at), at): share for at, share in places.items()}

    def _first(self, at: str) -> str:
        return self.offer.begins.get(at, self.offer.wager.first)

    def _arrivals(self) -> Mapping[BetAndPuck, Fraction]:
        """The chance of each puck state when the flat bet reaches a state that carries these odds."""
        address = self.rules.addresses[self.offer.rides_on]
        targets = (address.state,) if address.state else self.offer.starts
        flat = address.offer
        places = puck_shares(self.rules.pucks[self._puck], flat.placed.states)
        begins = {(flat.begins.get(at, flat.wager.first), at): share for at, share in places.items()}
        life = _life(self.rules, flat, self._puck, begins)
        found: dict[BetAndPuck, Fraction] = {}
        for both, roll in life.rolls.items():
            for to, chance in roll.onward.items():
                if to[0] in targets and to[0] != both[0]:
                    found[to] = found.get(to, Fraction(0)) + life.visits[both] * chance
        return {both: chance / sum(found.values()) for both, chance in found.items()}

    def _roll_and_bet_again(self, both: BetAndPuck) -> Roll[BetAndPuck]:
        """One roll after which the player bets again if the bet was decided, at once or as soon as it is permitted."""

        def falls(name: OutcomeName) -> BetAndPuck:
            found = _falls(self.rules, self.offer, self._puck, both, name) if both[0] != WAITING else None
            if found and not isinstance(found, Decision):
                return found
            to = self.rules.pucks[self._puck].moves[both[1]].get(name, both[1])
            return (self._first(to) if self.offer.placed.holds({self._puck: to}) else WAITING, to)

        return roll_of(self.offer.wager.space, falls)


def _life(rules: Ruleset, offer: Offer, puck: str, begins: Mapping[BetAndPuck, Fraction]) -> Life[BetAndPuck]:
    """The chain over all reachable states of bet and puck."""

    def roll(both: BetAndPuck) -> Roll[BetAndPuck]:
        return roll_of(offer.wager.space, lambda name: _falls(rules, offer, puck, both, name))

    return Life(begins, reached(begins, roll))


def _falls(rules: Ruleset, offer: Offer, puck: str, both: BetAndPuck, name: OutcomeName) -> Decision | BetAndPuck:
    """What an outcome does to the bet and the puck together."""
    state, at = both
    to = rules.pucks[puck].moves[at].get(name, at)
    effect = offer.wager.effects[state].get(name)
    if isinstance(effect, Move):
        return effect.state, to
    return (awake(offer, effect, {puck: at}) if effect else None) or (state, to)
