"""What is checked of a rule set when it is made: every name that one part uses exists in another."""

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING

from croupier.rules.error import RuleError
from croupier.rules.offer import Offer
from croupier.rules.outcomes import listed
from croupier.rules.terms import While

if TYPE_CHECKING:
    from croupier.rules.ruleset import Ruleset


def check_rules(rules: "Ruleset") -> None:
    """Fail with the first mistake of a rule set."""
    _check_settings(rules)
    for name, puck in rules.pucks.items():
        if puck.space is not rules.game.space:
            raise RuleError(f"{rules.id}: the puck '{name}' follows {puck.space.title}, the game {rules.game.space.title}")
    for offer in rules.offers:
        _check_offer(rules, offer)
    _check_spots(rules)
    _ = rules.names  # checks the aliases
    if rules.calls:
        _check_condition(rules, f"{rules.id}, calls", rules.calls.off)
    _check_changes(rules)


def _check_settings(rules: "Ruleset") -> None:
    named = {setting.name: setting for setting in rules.settings}
    if len(named) < len(rules.settings):
        raise RuleError(f"{rules.id}: a setting is on the sign twice")
    if missing := {"minimum", "maximum", "payout_unit"} - named.keys():
        raise RuleError(f"{rules.id}: every sign has a {listed(sorted(missing), 'and a')}")
    for setting in rules.settings:
        if setting.default is not None:
            setting.checked(setting.default)


def _check_spots(rules: "Ruleset") -> None:
    for id, spots in rules.spots.items():
        if strange := [spot for spot in spots if spot not in rules.addresses]:
            raise RuleError(f"{rules.id}, {id}: shares its limits with '{strange[0]}', which is not offered")


def _check_offer(rules: "Ruleset", offer: Offer) -> None:
    place = f"{rules.id}, {offer.id}"
    if offer.wager.space is not rules.game.space:
        raise RuleError(f"{place}: plays with {offer.wager.space.title}, the game with {rules.game.space.title}")
    for condition in (offer.placed, offer.back_up, offer.sleeps):
        _check_condition(rules, place, condition)
    if offer.sleeps and not rules.calls:
        raise RuleError(f"{place}: sleeps, but the rule set does not say how bets are called on and off")
    if offer.rides_on:
        _check_ride(rules, place, offer)
    times = offer.at_most.times if offer.at_most else 0
    certain = {setting.name for setting in rules.settings if setting.default is not None}
    for name in (offer.stake, times):
        if isinstance(name, str) and name and name not in certain:
            raise RuleError(f"{place}: refers to the setting '{name}', which is not on every sign")
    if isinstance(times, Mapping) and (bare := [state for state in offer.wager.effects if state not in times]):
        raise RuleError(f"{place}: its cap has no number for the state '{bare[0]}'")


def _check_condition(rules: "Ruleset", place: str, condition: While | None) -> None:
    if condition and (fault := condition.fault({name: puck.states for name, puck in rules.pucks.items()})):
        raise RuleError(f"{place}: {fault}")


def _check_ride(rules: "Ruleset", place: str, offer: Offer) -> None:
    if offer.rides_on not in rules.addresses:
        raise RuleError(f"{place}: rides on '{offer.rides_on}', which is not offered")
    if apart := offer.decided_apart_from(rules.addresses[offer.rides_on].offer):
        raise RuleError(f"{place}: is not decided together with {offer.rides_on} in the state '{apart}'")


def _check_changes(rules: "Ruleset") -> None:
    names = {each.name for each in fields(rules)}
    if len({reading.id for reading in rules.readings}) < len(rules.readings):
        raise RuleError(f"{rules.id}: two readings have the same id")
    for reading in rules.readings:
        readable = (*reading.otherwise.values(), *reading.rejected.values())
        for what in (what for changes in readable for what in changes):
            left_out = what.of.partition(":")[0] in rules.left_out
            if what.of and not left_out and not any(what.touches(offer) for offer in rules.offers):
                raise RuleError(f"{rules.id}, {reading.id}: changes '{what.of}', which is not offered")
            allowed = {each.name for each in fields(Offer)} if what.of else names
            if strange := sorted(what.to.keys() - allowed):
                raise RuleError(f"{rules.id}, {reading.id}: changes '{strange[0]}', which is none of {listed(sorted(allowed))}")
