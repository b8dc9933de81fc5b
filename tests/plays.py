"""Plays for tests: every wager of a rule set at once, or a few at random."""

from collections.abc import Iterable
from random import Random

from croupier.lab.play import Play, read_play
from croupier.rules.offer import Offer
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Sign

W1 = "win-line 10, behind-win-line 2x, place-win:6 12, place-win:8 12"


def everything(rules: Ruleset, sign: Sign) -> str:
    """Every wager that can be bet, with all the odds that are allowed."""
    return written(sign, rules.offers)


def at_random(rules: Ruleset, sign: Sign, chance: Random) -> str:
    """A few wagers at odd amounts, with what they ride on."""
    chosen = {offer.id: offer for offer in chance.sample(list(rules.offers), chance.randint(1, min(9, len(rules.offers))))}
    flats = [rules.addresses[offer.rides_on].offer for offer in chosen.values() if offer.rides_on]
    return written(sign, {**chosen, **{offer.id: offer for offer in flats}}.values(), chance)


def written(sign: Sign, offers: Iterable[Offer], chance: Random | None = None) -> str:
    """A play as it is typed."""
    return ", ".join(f"{offer.id} {_amount(sign, offer, chance)}" for offer in offers)


def _amount(sign: Sign, offer: Offer, chance: Random | None) -> str:
    if offer.rides_on:
        return chance.choice(["max", "1x"]) if chance else "max"
    if offer.stake:
        return f"{sign.named[offer.stake] // 100}"
    cents = chance.choice([100, 333, 500, 777, 1200, 2500]) if chance else 500
    return f"{offer.wager.units * cents / 100:.2f}"


def alone(rules: Ruleset, sign: Sign, wager: str) -> str:
    """One wager, with what it rides on."""
    offer = rules.addresses[wager].offer
    flat = [rules.addresses[offer.rides_on].offer] if offer.rides_on else []
    return written(sign, [*flat, offer])


def played(rules: Ruleset, text: str, **sign: object) -> Play:
    """A play, read."""
    return read_play(rules, rules.sign(sign), text)
