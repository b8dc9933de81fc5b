"""Plays: sets of wagers, each bet before every roll if the rules allow it and no bet on it stands."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from croupier.echo import echo
from croupier.lab.ladder import FLAT, Ladder, LadderError, read_ladder
from croupier.money import dollars
from croupier.rulebook.nearest import UnknownWagerError, several_wagers, unknown_wager
from croupier.rules.naming import wagers_named
from croupier.rules.offer import Offer
from croupier.rules.outcomes import listed
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Sign

AMOUNT = re.compile(r"\$?(\d{1,15}(?:\.\d{1,9})?|\.\d{1,9})")
TIMES = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)x")
MAX_LADDERS = 3
"""More would give too many states to solve."""


class PlayError(ValueError):
    """The text does not describe a play that can be played. The message says what is wrong and how to fix it."""


@dataclass(frozen=True)
class Stake:
    """The money of a play on one wager: for each rung of its ladder, cents by state of the bet."""

    offer: Offer
    rungs: tuple[Mapping[str, int], ...]
    ladder: Ladder = FLAT


@dataclass(frozen=True, repr=False)
class Play:
    """Wagers and their stakes, under a rule set and a sign."""

    rules: Ruleset
    sign: Sign
    stakes: tuple[Stake, ...]

    def __repr__(self) -> str:
        return f"<play of {', '.join(stake.offer.id for stake in self.stakes)} at {self.rules.id}>"


def read_play(rules: Ruleset, sign: Sign, text: str) -> Play:
    """Parse a play, such as "win-line 10, behind-win-line 2x, place-win:6 12". A wager may go by a word of the trade."""
    wanted: dict[str, tuple[str, str | None]] = {}
    for number, part in enumerate(text.split(","), start=1):
        words = part.split()
        if len(words) < 2:
            found = f"'{echo(part.strip())}' is not a wager and an amount" if words else "it is empty"
            one, another = rules.offers[0].id, rules.offers[1].id
            raise PlayError(f'play, part {number}: {found}; write a play such as "{one} 10, {another} 2.50"')
        name, amount, ladder = split_words(rules, words)
        wager = _known(rules, name, number)
        if wager in wanted:
            raise PlayError(f"play, {wager}: listed twice; give it one amount")
        wanted[wager] = amount, ladder
    if len(climbing := [wager for wager, (_, ladder) in wanted.items() if ladder]) > MAX_LADDERS:
        raise PlayError(f"play, {climbing[-1]}: at most {MAX_LADDERS} wagers may use a ladder")
    flats = {wager: _flat(rules, sign, wager, *how) for wager, how in wanted.items() if not _rides(rules, wager)}
    stakes = [flats.get(wager) or _ride(rules, sign, wager, *how, flats) for wager, how in wanted.items()]
    return Play(rules, sign, tuple(stakes))


def _rides(rules: Ruleset, wager: str) -> bool:
    return bool(rules.addresses[wager].offer.rides_on)


def split_words(rules: Ruleset, words: Sequence[str]) -> tuple[str, str, str | None]:
    """The name of a wager, the amount and the ladder. A name may have several words, as "hard 6" has."""
    name, before = " ".join(words[:-1]), " ".join(words[:-2])
    # "come 10 press:3" stakes $10 on come, although a bet may travel to a place with the name "come 10".
    is_amount = bool(AMOUNT.fullmatch(words[-1]) or TIMES.fullmatch(words[-1])) or words[-1] == "max"
    if len(words) == 2 or (wagers_named(rules, name) and (is_amount or not wagers_named(rules, before))):
        return name, words[-1], None
    return (before, words[-2], words[-1]) if wagers_named(rules, before) else (words[0], words[1], " ".join(words[2:]))


def _known(rules: Ruleset, name: str, number: int) -> str:
    """The id of the wager that goes by a name. A bet on it has to be one that a player makes."""
    found = wagers_named(rules, name)
    if len(found) != 1:
        error = several_wagers(rules, name) if found else unknown_wager(rules, name)
        raise UnknownWagerError(f"play, part {number}: {error}", error.nearest)
    (wager,) = found
    if rules.addresses[wager].state is not None:
        raise PlayError(f"play, {wager}: bets travel there by themselves; play {rules.addresses[wager].offer.id} instead")
    return wager


def parse_cents(where: str, amount: str) -> int:
    """Convert an amount in dollars to cents. `where` begins the error message."""
    match = AMOUNT.fullmatch(amount)
    if match is None:
        raise PlayError(f"{where}: '{echo(amount)}' is not an amount in dollars, such as 10 or 2.50")
    exact = Fraction(match[1]) * 100
    if exact.denominator != 1:
        raise PlayError(f"{where}: {amount} is not in whole cents; write an amount such as 10 or 2.50")
    if exact == 0:
        raise PlayError(f"{where}: the amount must be above 0")
    return int(exact)


def _flat(rules: Ruleset, sign: Sign, wager: str, amount: str, ladder_text: str | None) -> Stake:
    offer = rules.addresses[wager].offer
    if TIMES.fullmatch(amount) or amount == "max":
        raise PlayError(f"play, {wager}: '{amount}' is for odds only; write an amount in dollars, such as 10 or 2.50")
    flat = parse_cents(f"play, {wager}", amount)
    if offer.stake and flat != sign.named[offer.stake]:
        raise PlayError(f"play, {wager}: the sign fixes this bet at {dollars(sign.named[offer.stake])}, not {dollars(flat)}")
    if offer.divides and flat % offer.wager.units:
        raise PlayError(f"play, {wager}: {dollars(flat)} does not divide into {offer.wager.units} equal pieces")
    ladder = _ladder(offer, ladder_text) if ladder_text else FLAT
    stake = Stake(offer, tuple(dict.fromkeys(offer.wager.effects, flat * times) for times in ladder.rungs), ladder)
    _check_payable(rules, sign, stake)
    return stake


def _ladder(offer: Offer, text: str) -> Ladder:
    if offer.travels:
        raise PlayError(f"play, {offer.id}: several of these bets can stand at once, so the stake cannot follow {echo(text)}")
    if offer.stake:
        raise PlayError(f"play, {offer.id}: the sign fixes the stake, so it cannot follow {echo(text)}")
    try:
        return read_ladder(text)
    except LadderError as error:
        raise PlayError(f"play, {offer.id}: {error}") from None


def _ride(rules: Ruleset, sign: Sign, wager: str, amount: str, ladder: str | None, flats: Mapping[str, Stake]) -> Stake:
    offer = rules.addresses[wager].offer
    parent = rules.addresses[offer.rides_on].offer.id
    if parent not in flats:
        raise PlayError(
            f'play, {wager}: these odds ride on {parent}, which is not in the play; add it, for example "{parent} 10"'
        )
    if ladder:
        raise PlayError(f"play, {wager}: odds follow the bet they ride on; put {echo(ladder)} after {parent}")
    rungs: list[dict[str, int]] = []
    for flat in flats[parent].rungs:
        most = {state: offer.largest_ride(flat[state], state, sign) for state in offer.wager.effects}
        rungs.append(most if amount == "max" else {state: _odds(wager, amount, flat[state]) for state in most})
        if over := [state for state in most if rungs[-1][state] > most[state]]:
            excess, limit = dollars(rungs[-1][over[0]]), dollars(most[over[0]])
            raise PlayError(f"play, {wager}: {excess} is over the limit of {limit} at {over[0]}")
    stake = Stake(offer, tuple(rungs))
    _check_payable(rules, sign, stake)
    return stake


def _odds(wager: str, amount: str, flat: int) -> int:
    times = TIMES.fullmatch(amount)
    if times is None:
        return parse_cents(f"play, {wager}", amount)
    exact = Fraction(times[1]) * flat
    if exact.denominator != 1 or exact == 0:
        raise PlayError(f"play, {wager}: {amount} of {dollars(flat)} is not in whole cents, or is 0")
    return int(exact)


def _check_payable(rules: Ruleset, sign: Sign, stake: Stake) -> None:
    """Raise a PlayError if the document takes only stakes that it can pay exactly, and this is not one."""
    rounding, offer = rules.rounding, stake.offer
    unit = 1 if rounding.to_the_cent else sign.payout_unit
    if not rounding.only_exact_stakes:
        return
    for state, amount in (each for rung in stake.rungs for each in rung.items()):
        if bad := [rate for rate in offer.wager.rates(state) if amount * rate % unit]:
            raise PlayError(
                f"play, {offer.id}: {dollars(amount)} at {listed(bad)} to 1 cannot be paid exactly ({rounding.clause})"
            )
        if offer.commission and offer.commission.due(amount, offer.wager.best[state], unit) % unit:
            raise PlayError(f"play, {offer.id}: the commission on {dollars(amount)} cannot be paid exactly ({rounding.clause})")
