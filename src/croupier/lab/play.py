"""A play: a set of wagers, each bet flat before every roll in which it may be placed and does not stand already."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from croupier.lab.ladder import FLAT, Ladder, LadderError, read_ladder
from croupier.money import dollars
from croupier.rules.offer import Offer
from croupier.rules.outcomes import listed
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Sign

_AMOUNT = re.compile(r"\$?(\d{1,15}(?:\.\d{1,9})?|\.\d{1,9})")
_TIMES = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)x")


MOST_LADDERS = 3
"""More would have too many states to be solved."""


class PlayError(ValueError):
    """A play that cannot be played, and what would be right."""


@dataclass(frozen=True)
class Stake:
    """The money that a play has on a wager, in cents: for each rung of its ladder, by the state the bet stands in."""

    offer: Offer
    rungs: tuple[Mapping[str, int], ...]
    ladder: Ladder = FLAT


@dataclass(frozen=True)
class Play:
    """Wagers and their stakes, under a rule set and a sign."""

    rules: Ruleset
    sign: Sign
    stakes: tuple[Stake, ...]


def read_play(rules: Ruleset, sign: Sign, text: str) -> Play:
    """Read a play as it is written: "win-line 10, behind-win-line 2x, place-win:6 12"."""
    wanted: dict[str, tuple[str, str]] = {}
    for number, part in enumerate(text.split(","), start=1):
        words = part.split()
        if len(words) not in (2, 3):
            said = f"'{part.strip()}' is not a wager and an amount" if words else "there is nothing"
            one, another = rules.offers[0].id, rules.offers[1].id
            raise PlayError(f'play, part {number}: {said}; write it as in "{one} 10, {another} 2.50"')
        wager, amount, ladder = *words, *[""] * (3 - len(words))
        _check_known(rules, wager)
        if wager in wanted:
            raise PlayError(f"play, {wager}: it is in the play twice; give it one amount")
        wanted[wager] = amount, ladder
    if len(climbing := [wager for wager, (_, ladder) in wanted.items() if ladder]) > MOST_LADDERS:
        raise PlayError(f"play, {climbing[-1]}: no more than {MOST_LADDERS} stakes may climb ladders at once")
    flats = {wager: _flat(rules, sign, wager, *how) for wager, how in wanted.items() if not _rides(rules, wager)}
    stakes = [flats.get(wager) or _ride(rules, sign, wager, *how, flats) for wager, how in wanted.items()]
    return Play(rules, sign, tuple(stakes))


def _rides(rules: Ruleset, wager: str) -> bool:
    return bool(rules.addresses[wager].offer.rides_on)


def _check_known(rules: Ruleset, wager: str) -> None:
    address = rules.addresses.get(wager)
    if address is None:
        from difflib import get_close_matches  # noqa: PLC0415 - ten milliseconds that only a mistake should cost

        near = get_close_matches(wager, rules.addresses, 1) or get_close_matches(wager, rules.addresses, 1, 0.0)
        raise PlayError(f"play, {wager}: {rules.id} has no such wager; did you mean {near[0]}?")
    if address.state is not None:
        raise PlayError(f"play, {wager}: a bet moves to its number by itself; play {address.offer.id} instead")


def cents(place: str, amount: str) -> int:
    """An amount in dollars, as it is written at some place, in whole cents."""
    said = _AMOUNT.fullmatch(amount)
    if said is None:
        raise PlayError(f"{place}: '{amount}' is not an amount in dollars, as in 10 or 2.50")
    exact = Fraction(said[1]) * 100
    if exact.denominator != 1:
        raise PlayError(f"{place}: {amount} is not in whole cents, as in 10 or 2.50")
    if exact == 0:
        raise PlayError(f"{place}: {amount} is nothing at all; leave it out or give it an amount")
    return int(exact)


def _flat(rules: Ruleset, sign: Sign, wager: str, amount: str, written: str) -> Stake:
    offer = rules.addresses[wager].offer
    if _TIMES.fullmatch(amount) or amount == "max":
        raise PlayError(f"play, {wager}: '{amount}' is for odds only; give this bet an amount in dollars, as in 10 or 2.50")
    flat = cents(f"play, {wager}", amount)
    if offer.stake and flat != sign.named[offer.stake]:
        raise PlayError(f"play, {wager}: the sign fixes this bet at {dollars(sign.named[offer.stake])}, not {dollars(flat)}")
    if offer.divides and flat % offer.wager.units:
        raise PlayError(f"play, {wager}: {dollars(flat)} does not divide into {offer.wager.units} equal pieces")
    ladder = _ladder(offer, written) if written else FLAT
    stake = Stake(offer, tuple(dict.fromkeys(offer.wager.effects, flat * times) for times in ladder.rungs), ladder)
    _check_payable(rules, sign, stake)
    return stake


def _ladder(offer: Offer, written: str) -> Ladder:
    if offer.travels:
        raise PlayError(f"play, {offer.id}: several of these bets stand at once, so their stake cannot follow {written}")
    if offer.stake:
        raise PlayError(f"play, {offer.id}: the sign fixes this bet, so its stake cannot follow {written}")
    try:
        return read_ladder(written)
    except LadderError as error:
        raise PlayError(f"play, {offer.id}: {error}") from None


def _ride(rules: Ruleset, sign: Sign, wager: str, amount: str, ladder: str, flats: Mapping[str, Stake]) -> Stake:
    offer = rules.addresses[wager].offer
    parent = rules.addresses[offer.rides_on].offer.id
    if parent not in flats:
        raise PlayError(f'play, {wager}: these odds ride on {parent}, which is not in the play; add it, as in "{parent} 10"')
    if ladder:
        raise PlayError(f"play, {wager}: odds follow the bet they ride on; write {ladder} with {parent}")
    rungs: list[dict[str, int]] = []
    for flat in flats[parent].rungs:
        most = {state: offer.largest_ride(flat[state], state, sign) for state in offer.wager.effects}
        rungs.append(most if amount == "max" else {state: _odds(wager, amount, flat[state]) for state in most})
        if over := [state for state in most if rungs[-1][state] > most[state]]:
            asked, limit = dollars(rungs[-1][over[0]]), dollars(most[over[0]])
            raise PlayError(f"play, {wager}: {asked} is over the limit of {limit} at {over[0]}")
    stake = Stake(offer, tuple(rungs))
    _check_payable(rules, sign, stake)
    return stake


def _odds(wager: str, amount: str, flat: int) -> int:
    times = _TIMES.fullmatch(amount)
    if times is None:
        return cents(f"play, {wager}", amount)
    exact = Fraction(times[1]) * flat
    if exact.denominator != 1 or exact == 0:
        raise PlayError(f"play, {wager}: {amount} of {dollars(flat)} is not an amount in whole cents")
    return int(exact)


def _check_payable(rules: Ruleset, sign: Sign, stake: Stake) -> None:
    """A document may take only stakes that it can pay exactly, whatever they win."""
    rounding, offer = rules.rounding, stake.offer
    unit = 1 if rounding.to_the_cent else sign.payout_unit
    if not rounding.only_exact_stakes:
        return
    for state, amount in (each for rung in stake.rungs for each in rung.items()):
        if bad := [rate for rate in offer.wager.rates(state) if amount * rate % unit]:
            raise PlayError(
                f"play, {offer.id}: {dollars(amount)} at {listed(bad)} to 1 cannot be paid exactly ({rounding.clause})"
            )
