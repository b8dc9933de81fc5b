"""Breakage: the effect of rounding payouts to payable money on the edge, at every stake.

The cents that rounding gains the player are periodic in the stake: a stake that is one period larger is paid an exact amount
more. So one period covers all stakes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
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

MAX_PERIOD_STAKES = 1_000_000
"""The longest period to compute, in stakes."""


@dataclass(frozen=True)
class Breakage:
    """The effect of rounding on one wager that starts in one state, at a table with this sign."""

    rules: Ruleset
    sign: Sign
    offer: Offer
    state: str
    step: int
    """The smallest stake considered, in cents. Larger stakes are multiples of it."""

    @cached_property
    def edge(self) -> Fraction:
        """The edge of the printed odds, without rounding."""
        returned_share = sum((chance * (end.returned + end.winnings) for end, chance in self._endings.items()), Fraction(0))
        return 1 - returned_share + charge(self.offer, self.state)

    def edge_at(self, stake: int) -> Fraction:
        """Return the edge at a stake, after winnings and commission are rounded."""
        return 1 - (self._expected_return(stake) - self._commission_due(stake)) / stake

    @cached_property
    def period(self) -> int:
        """The period of the rounding gain, in cents."""
        only_multiples = self.sign.multiples and not self.offer.rides_on and not self.offer.wager.pieces
        exact = self.unit if self.rules.rounding.only_exact_stakes else 1  # the other stakes are not allowed
        shares = ((end.returned / exact).denominator for end in self._endings)
        rates = ((end.winnings / self.unit).denominator for end in self._endings)
        commission = (self._commission / max(exact, self._commission_unit)).denominator
        found = lcm(self.step, self.sign.minimum or 1 if only_multiples else 1, *shares, *rates, commission)
        if found // self.step > MAX_PERIOD_STAKES:
            raise SignError(
                f"{self.offer.id}: on this sign the rounding repeats only after {found:,} cents, which is too long to compute;"
                " use a rounder minimum or payout unit"
            )
        return found

    @cached_property
    def rounding_gains(self) -> Mapping[int, Fraction]:
        """For each allowed stake of one period, the cents that rounding gains the player."""
        stakes = range(self.step, self.period + 1, self.step)
        returned_share = 1 - self.edge
        return {
            stake: self._expected_return(stake) - self._commission_due(stake) - returned_share * stake
            for stake in stakes
            if self.is_allowed(stake)
        }

    def is_allowed(self, stake: int) -> bool:
        """Return whether the rules allow a stake. The limits of the sign are not checked."""
        if self.fixed_stake:
            return stake == self.fixed_stake
        if self.offer.divides and stake % self.offer.wager.units:
            return False
        if not self.rules.rounding.only_exact_stakes:
            return True
        rates = self.offer.wager.rates(self.state)
        return all(stake * rate % self.unit == 0 for rate in rates) and self._commission_due(stake) % self.unit == 0

    @property
    def fixed_stake(self) -> int | None:
        """The only stake that the sign allows, or None."""
        return self.sign.named[self.offer.stake] if self.offer.stake else None

    @property
    def unit(self) -> int:
        """The smallest payable amount, in cents."""
        return 1 if self.rules.rounding.to_the_cent else self.sign.payout_unit

    def favourable_stakes(self, least: int = 0, most: int | None = None) -> Iterator[int]:
        """Yield, in ascending order, the stakes at which the player has the advantage.

        Without `most` it never ends if there is no highest such stake (see `unbounded`).
        """
        yield from (stake for stake, gain in self._stakes_with_gain(least, most) if gain > self.edge * stake)

    def break_even_stakes(self, most: int) -> Iterator[int]:
        """Yield the stakes up to `most` at which rounding cancels the edge exactly."""
        yield from (stake for stake, gain in self._stakes_with_gain(0, most) if gain == self.edge * stake)

    @property
    def unbounded(self) -> bool:
        """Whether the player has the advantage at arbitrarily high stakes."""
        return not self.fixed_stake and (
            self.edge < 0 or (self.edge == 0 and any(gain > 0 for gain in self.rounding_gains.values()))
        )

    @cached_property
    def highest_favourable(self) -> int | None:
        """The highest stake at which the player has the advantage. None if there is none, or no highest."""
        if self.unbounded:
            return None
        if self.fixed_stake:
            return next(self.favourable_stakes(), None)
        last = [self._last_with_gain(at, gain) for at, gain in self.rounding_gains.items() if gain > self.edge * at]
        return max(last, default=None)

    def best_stake(self, least: int = 0, most: int | None = None) -> int | None:
        """Return the stake with the largest advantage for the player, or None if no stake is favourable.

        Among stakes with the same gain the lowest has the largest advantage, so one period from `least` is enough.
        """
        top = least + self.period if most is None else min(most, least + self.period)
        return min(self.favourable_stakes(least, top), key=self.edge_at, default=None)

    @cached_property
    def exact_increment(self) -> int:
        """The smallest stake whose multiples all win the exact odds in payable money."""
        units = self.offer.wager.units if self.offer.divides else 1
        return lcm(self.step, units, *((end.winnings / self.unit).denominator for end in self._endings))

    @cached_property
    def payable_increment(self) -> int:
        """The smallest stake whose multiples all win exactly, and whose commission is payable too."""
        return lcm(self.exact_increment, (self._commission / self.unit).denominator)

    @cached_property
    def fair_increment(self) -> int | None:
        """The smallest stake of which no multiple favours the player, or None if there is none."""
        increments = range(self.step, self.payable_increment + 1, self.step)
        return next((each for each in increments if self._is_fair(each)), None) if self.edge >= 0 else None

    def _is_fair(self, increment: int) -> bool:
        """Return whether no multiple favours the player. Without an edge, the residues within one period decide."""
        base, top = (increment, self.highest_favourable or 0) if self.edge else (gcd(increment, self.period), self.period)
        return self._favourable_set.isdisjoint(range(base, top + 1, base))

    @cached_property
    def _favourable_set(self) -> frozenset[int]:
        return frozenset(self.favourable_stakes(0, self.highest_favourable if self.edge else self.period))

    def _last_with_gain(self, at: int, gain: Fraction) -> int:
        """Return the highest stake with this gain at which gain > edge * stake."""
        return at + (ceil(gain / self.edge) - 1 - at) // self.period * self.period if self.edge else at

    def _stakes_with_gain(self, least: int, most: int | None) -> Iterator[tuple[int, Fraction]]:
        """Yield allowed stakes in ascending order with their gain, up to the last that can be favourable."""
        top = self.fixed_stake or most
        if top is None and not self.unbounded:
            top = self.highest_favourable or 0
        start = max(least - 1, 0) // self.period * self.period
        while top is None or start <= top:
            for at, gain in self.rounding_gains.items():
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

    def _expected_return(self, stake: int) -> Fraction:
        """Return the expected payment for a stake in cents, rounded as at the table, stake included."""
        paid = sum(ways * self._paid(stake, end) for end, ways in self._ways.items())
        return Fraction(paid, sum(self._ways.values()))

    @cached_property
    def _ways(self) -> Mapping[Decision, int]:
        """The endings weighted with integers, which are faster to sum than fractions."""
        common = lcm(*(chance.denominator for chance in self._endings.values()))
        return {end: int(chance * common) for end, chance in self._endings.items()}

    def _paid(self, stake: int, end: Decision) -> int:
        returned = rounded_up(stake * end.returned.numerator, end.returned.denominator)
        return returned + winnings(self.rules, self.sign, self.offer, stake, end.winnings)

    def _commission_due(self, stake: int) -> int:
        terms = self.offer.commission
        return terms.due(stake, self.offer.wager.best[self.state], self.sign.payout_unit) if terms else 0


def breakages(rules: Ruleset, sign: Sign, offers: Sequence[Offer], step: int | None = None) -> Sequence[Breakage]:
    """Return a Breakage for every offer, and for odds one for every state in which they can be bet.

    The step is the payout unit unless given.
    """
    usual = step or (1 if rules.rounding.to_the_cent else sign.payout_unit)
    return [
        Breakage(rules, sign, offer, state, sign.named[offer.stake] if offer.stake else usual)
        for offer in offers
        for state in _distinct_starts(offer)
    ]


def _distinct_starts(offer: Offer) -> Sequence[str]:
    """Return the states in which a bet can start. States with the same outcome distribution are merged."""
    if offer.rides_on or len(offer.starts) == 1:
        return offer.starts
    fares = {state: frozenset(life_of(offer.wager, state).endings.items()) for state in offer.starts}
    return [state for at, state in enumerate(offer.starts) if fares[state] not in list(fares.values())[:at]]


@dataclass(frozen=True, slots=True)
class FavourableWager:
    """A wager that favours the player, and the stake with the largest advantage."""

    wager: str
    state: str
    stake: int
    edge: Fraction
    by_odds: bool
    """True if the printed odds favour the player, False if only rounding does."""


def favourable_wagers(rules: Ruleset, sign: Sign) -> Sequence[FavourableWager]:
    """Return every wager with a negative edge at some stake within the limits of the sign."""
    return list(_favourable(breakages(rules, sign, rules.offers)))


def favoured_by_odds(rules: Ruleset, sign: Sign) -> str | None:
    """Return the id of a wager whose printed odds favour the player, or None. No table may open with one."""
    by_odds = (each for each in breakages(rules, sign, rules.offers) if each.edge < 0)
    return next((each.wager for each in _favourable(by_odds)), None)


def _favourable(found: Iterable[Breakage]) -> Iterator[FavourableWager]:
    for each in found:
        least, most = _stake_range(each)
        if (stake := each.best_stake(least, most)) is not None:
            yield FavourableWager(each.offer.id, each.state, stake, each.edge_at(stake), each.edge < 0)


def _stake_range(each: Breakage) -> tuple[int, int | None]:
    """Return the lowest and highest stake that the sign allows, counting the share on each spot the stake covers."""
    if each.fixed_stake or not each.offer.limited:
        return 0, None
    shares = each.rules.spots[each.offer.id].values()
    most = each.sign.maximum
    return ceil(each.sign.minimum / min(shares)), None if most is None else int(most / max(shares))
