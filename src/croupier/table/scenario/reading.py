"""A scenario understood: its rules, its sign, and its steps as commands."""

from dataclasses import dataclass

import msgspec
from msgspec import UNSET, UnsetType

from croupier.catalogue import UnknownRulesetError, ruleset
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName, Space
from croupier.rules.ruleset import ReadingError, Ruleset
from croupier.rules.sign import Sign, SignError
from croupier.table.commands import CallBet, Command, EnterOutcome, PlaceBet, TakeDown, VoidRound
from croupier.table.scenario.written import (
    BetStep,
    CallStep,
    NoResultStep,
    NoRollStep,
    NotAScenarioError,
    OutcomeStep,
    Step,
    TakeDownStep,
    Written,
    decoded,
)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A table under its rules and sign, what its players bring, and what happens at it."""

    place: str
    rules: Ruleset
    sign: Sign
    players: dict[str, Cents]
    commands: list[Command]
    expect: msgspec.Raw | UnsetType


def read(text: bytes, name: str) -> list[Scenario]:
    """Every scenario of a file; a file with anything wrong in it is refused whole."""
    return [_understood(written, place) for written, place in decoded(text, name)]


def _understood(written: Written, place: str) -> Scenario:
    rules, sign = _table(written, place)
    for player, money in written.players.items():
        if money < 0:
            raise NotAScenarioError(f"{place}, players, {player}: {money} is below zero; a player brings 0 or more")
    commands = [_command(step, rules, f"{place}, step {number}") for number, step in enumerate(written.steps, 1)]
    players = {player: Cents(money) for player, money in written.players.items()}
    return Scenario(place, rules, sign, players, commands, written.expect)


def _table(written: Written, place: str) -> tuple[Ruleset, Sign]:
    settings = {name: msgspec.json.decode(value) for name, value in written.table.items() if name != "readings"}
    try:
        readings = msgspec.json.decode(written.table.get("readings", b"{}"), type=dict[str, str])
        rules = ruleset(written.ruleset)
        return rules.under(readings) if readings else rules, rules.sign(settings)
    except msgspec.ValidationError:
        raise NotAScenarioError(f"{place}, table, readings: should be an object of reading ids and their values") from None
    except UnknownRulesetError as error:
        raise NotAScenarioError(f"{place}, ruleset: {error}") from None
    except ReadingError as error:
        raise NotAScenarioError(f"{place}, table, readings: {error}") from None
    except SignError as error:
        raise NotAScenarioError(f"{place}, table: {error}") from None


def _command(step: Step, rules: Ruleset, place: str) -> Command:
    match step:
        case BetStep():
            return PlaceBet(seat=step.player, wager=step.wager, stake=Cents(step.amount))
        case TakeDownStep():
            amount = None if step.amount is UNSET else Cents(step.amount)
            return TakeDown(seat=step.player, wager=step.wager, amount=amount)
        case CallStep():
            return CallBet(seat=step.player, wager=step.wager, on=step.state == "on")
        case OutcomeStep():
            return EnterOutcome(outcome=_outcome(step, rules.game.space, place))
        case NoRollStep() | NoResultStep():
            said = "no-roll" if isinstance(step, NoRollStep) else "no-result"
            if said != rules.game.void_call:
                raise NotAScenarioError(f"{place}: {said} is not called at {rules.game.title}, {rules.game.void_call} is")
            return VoidRound()


def _outcome(step: OutcomeStep, space: Space, place: str) -> OutcomeName:
    shown = step.dice if space.shown_by == "dice" else step.pocket
    other = step.pocket if space.shown_by == "dice" else step.dice
    if shown is UNSET or other is not UNSET:
        raise NotAScenarioError(f"{place}: an outcome of {space.title} needs {space.shown_by} and nothing else")
    numbers = shown if isinstance(shown, list) else [shown]
    name = space.name(numbers) if len(numbers) == space.count else None
    if name is None:
        raise NotAScenarioError(
            f"{place}, {space.shown_by}: {space.title} can never show {msgspec.json.encode(shown).decode()}"
        )
    return name
