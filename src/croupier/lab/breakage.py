"""Breakage: what rounding to payable money does to the edge, at every stake.

The gain that rounding gives a player, in cents, depends only on where a stake stands within a period: a stake larger by one
period is paid larger by an exact amount. So one period says everything about all stakes, however high.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, gcd, lcm

from croupier.money import rounded_up
from croupier.rules.exact import charge
from croupier.rules.life import life_of
from croupier.rules.machine import Decision
from croupier.rules.offer import Offer
from croupier.rules.payout import winnings
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Sign, SignError

MOST_STAKES = 1_000_000
"""The most stakes of a period that are followed."""


@dataclass(frozen=True)
class Breakage:
    """One wager, begun in one state, at a table with this sign: the edge at any stake that is a multiple of the step."""

    rules: Ruleset
    sign: Sign
    offer: Offer
    state: str
    step: int
    """The smallest stake looked at, in cents; larger ones are its multiples."""

    @cached_property
    def edge(self) -> Fraction:
        """The edge of the printed odds, without any rounding."""
        kept = sum((chance * (end.returned + end.winnings) for end, chance in self._endings.items()), Fraction(0))
        return 1 - kept + charge(self.offer, self.state)

    def edge_at(self, stake: int) -> Fraction:
        """The edge after rounding: winnings and commission as the document makes them payable."""
        return 1 - (self._back(stake) - self._charged(stake)) / stake

    @cached_property
    def period(self) -> int:
        """After how many cents more the gain from rounding comes round again."""
        held = self.sign.multiples and not self.offer.rides_on and not self.offer.wager.pieces
        shares = (end.returned.denominator for end in self._endings)
        rates = ((end.winnings / self.unit).denominator for end in self._endings)
        commission = (self._commission / self._commission_unit).denominator
        found = lcm(self.step, (self.sign.minimum if held else 0) or 1, *shares, *rates, commission)
        if found // self.step > MOST_STAKES:
            far = f"the rounding of {self.offer.id} comes round only after {found:,} cents, too far to follow"
            raise SignError(f"on this sign {far}; take a rounder minimum or payout unit")
        return found

    @cached_property
    def gains(self) -> Mapping[int, Fraction]:
        """What rounding gives the player, in cents, at each stake of one period that may be bet."""
        stakes = range(self.step, self.period + 1, self.step)
        kept = 1 - self.edge
        return {stake: self._back(stake) - self._charged(stake) - kept * stake for stake in stakes if self.may_be_bet(stake)}

    def may_be_bet(self, stake: int) -> bool:
        """Whether the rules take such a stake at all; how high it may be, the sign says."""
        if self.fixed:
            return stake == self.fixed
        if self.offer.divides and stake % self.offer.wager.units:
            return False
        rates = self.offer.wager.rates(self.state)
        return not self.rules.rounding.only_exact_stakes or all(stake * rate % self.unit == 0 for rate in rates)

    @property
    def fixed(self) -> int:
        """The one stake that the sign allows, where it fixes it."""
        return self.sign.named[self.offer.stake] if self.offer.stake else 0

    @property
    def unit(self) -> int:
        """What winnings are payable in."""
        return 1 if self.rules.rounding.to_the_cent else self.sign.payout_unit

    def favouring(self, least: int = 0, most: int | None = None) -> Iterator[int]:
        """The stakes at which the player has the advantage, in order. Where there is no highest, it does not end."""
        yield from (stake for stake, gain in self._stakes(least, most) if gain > self.edge * stake)

    def even(self, most: int) -> Iterator[int]:
        """The stakes up to the most at which rounding eats up the edge exactly."""
        yield from (stake for stake, gain in self._stakes(0, most) if gain == self.edge * stake)

    @property
    def endless(self) -> bool:
        """Whether the player has the advantage at stakes of any height."""
        return not self.fixed and (self.edge < 0 or (self.edge == 0 and any(gain > 0 for gain in self.gains.values())))

    @cached_property
    def highest(self) -> int | None:
        """The highest stake at which the player has the advantage, if there is one."""
        if self.endless:
            return None
        if self.fixed:
            return next(self.favouring(), None)
        last = [self._last(at, gain) for at, gain in self.gains.items() if gain > self.edge * at]
        return max(last, default=None)

    def best(self, least: int = 0, most: int | None = None) -> int | None:
        """The stake at which the player has the largest advantage; of stakes with the same gain the lowest has most of it."""
        top = least + self.period if most is None else min(most, least + self.period)
        return min(self.favouring(least, top), key=self.edge_at, default=None)

    @cached_property
    def exact_increment(self) -> int:
        """The smallest stake all of whose multiples win exactly what the odds say, in payable money."""
        units = self.offer.wager.units if self.offer.divides else 1
        return lcm(self.step, units, *((end.winnings / self.unit).denominator for end in self._endings))

    @cached_property
    def payable_increment(self) -> int:
        """The same, with a commission that is payable in the same money."""
        return lcm(self.exact_increment, (self._commission / self.unit).denominator)

    @cached_property
    def fair_increment(self) -> int | None:
        """The smallest stake none of whose multiples favours the player, if asking for multiples helps at all."""
        increments = range(self.step, self.payable_increment + 1, self.step)
        return next((each for each in increments if self._is_fair(each)), None) if self.edge >= 0 else None

    def _is_fair(self, increment: int) -> bool:
        """Whether no multiple favours the player. Without an edge it is enough to look at what multiples meet in one period."""
        base, top = (increment, self.highest or 0) if self.edge else (gcd(increment, self.period), self.period)
        return self._unfair.isdisjoint(range(base, top + 1, base))

    @cached_property
    def _unfair(self) -> frozenset[int]:
        return frozenset(self.favouring(0, self.highest if self.edge else self.period))

    def _last(self, at: int, gain: Fraction) -> int:
        """The highest of the stakes with this gain that is below gain / edge."""
        return at + (ceil(gain / self.edge) - 1 - at) // self.period * self.period if self.edge else at

    def _stakes(self, least: int, most: int | None) -> Iterator[tuple[int, Fraction]]:
        """Stakes that may be bet, in order, with what rounding gives at each, up to the last that could matter."""
        top = self.fixed or most
        if top is None and not self.endless:
            top = self.highest or 0
        start = max(least - 1, 0) // self.period * self.period
        while top is None or start <= top:
            for at, gain in self.gains.items():
                if least <= start + at and (top is None or start + at <= top):
                    yield start + at, gain
            start += self.period

    @cached_property
    def _endings(self) -> Mapping[Decision, Fraction]:
        return life_of(self.offer.wager, self.state).endings

    @property
    def _commission(self) -> Fraction:
        return charge(self.offer, self.state)

    @property
    def _commission_unit(self) -> int:
        return self.sign.payout_unit if self.offer.commission and self.offer.commission.whole_chips else 1

    def _back(self, stake: int) -> Fraction:
        """What is expected back of a stake, in cents, rounded as at the table."""
        paid = sum(ways * self._paid(stake, end) for end, ways in self._ways.items())
        return Fraction(paid, sum(self._ways.values()))

    @cached_property
    def _ways(self) -> Mapping[Decision, int]:
        """The endings by whole numbers, which are quicker to add up than their chances."""
        common = lcm(*(chance.denominator for chance in self._endings.values()))
        return {end: int(chance * common) for end, chance in self._endings.items()}

    def _paid(self, stake: int, end: Decision) -> int:
        returned = rounded_up(stake * end.returned.numerator, end.returned.denominator)
        return returned + winnings(self.rules, self.sign, self.offer, stake, end.winnings)

    def _charged(self, stake: int) -> int:
        terms = self.offer.commission
        return terms.due(stake, self.offer.wager.best[self.state], self.sign.payout_unit) if terms else 0


def breakages(rules: Ruleset, sign: Sign, offers: Sequence[Offer], step: int | None = None) -> Sequence[Breakage]:
    """One for every wager, and for odds one for every state they can be bet in.

    Stakes are multiples of what winnings are payable in, unless another step is asked for.
    """
    usual = step or (1 if rules.rounding.to_the_cent else sign.payout_unit)
    return [
        Breakage(rules, sign, offer, state, sign.named[offer.stake] if offer.stake else usual)
        for offer in offers
        for state in _apart(offer)
    ]


def _apart(offer: Offer) -> Sequence[str]:
    """The states in which a bet may begin; of those from which it fares alike, the first."""
    if offer.rides_on:
        return offer.starts
    fares = {state: frozenset(life_of(offer.wager, state).endings.items()) for state in offer.starts}
    return [state for at, state in enumerate(offer.starts) if fares[state] not in list(fares.values())[:at]]


@dataclass(frozen=True, slots=True)
class Favour:
    """A wager that favours the player, and the stake at which it does so most."""

    wager: str
    state: str
    stake: int
    edge: Fraction
    by_odds: bool
    """Whether its odds do so themselves; otherwise only their rounding does."""


def favours_the_player(rules: Ruleset, sign: Sign) -> Sequence[Favour]:
    """Every wager that has a negative edge at some stake that this sign invites; nothing, where the house has the edge.

    A sign invites stakes from its minimum to its maximum, where they hold for a wager.
    """
    found: list[Favour] = []
    for each in breakages(rules, sign, rules.offers):
        least, most = _invited(each)
        if (stake := each.best(least, most)) is not None:
            found.append(Favour(each.offer.id, each.state, stake, each.edge_at(stake), each.edge < 0))
    return found


def favoured_by_odds(rules: Ruleset, sign: Sign) -> str:
    """A wager whose odds themselves favour the player, if there is one: nobody opens a table with it."""
    return next((each.wager for each in favours_the_player(rules, sign) if each.by_odds), "")


def _invited(each: Breakage) -> tuple[int, int | None]:
    """The lowest and the highest stake that the sign invites, held against every spot that the stake lies on."""
    if each.fixed or not each.offer.limited:
        return 0, None
    shares = each.rules.spots[each.offer.id].values()
    most = each.sign.maximum
    return ceil(each.sign.minimum / min(shares)), None if most is None else int(most / max(shares))
