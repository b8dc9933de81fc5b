"""Read scenarios: resolve the rule set and the sign, and turn steps into commands."""

from dataclasses import dataclass

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from croupier.catalogue import UnknownRulesetError, ruleset
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName, Space
from croupier.rules.ruleset import ReadingError, Ruleset
from croupier.rules.sequence import Phase
from croupier.rules.sign import Sign, SignError
from croupier.table.bets.calling import CallBet
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.message import Command
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.voiding import VoidRound
from croupier.table.telling.position.parsing import parse_position
from croupier.table.telling.position.position import Position, PositionError
from croupier.table.telling.position.setting_up import rules_of
from croupier.table.telling.scenario.written import (
    BetStep,
    CallStep,
    NoResultStep,
    NoRollStep,
    NotAScenarioError,
    OutcomeStep,
    Step,
    TakeDownStep,
    WrittenScenario,
    decoded,
)

LARGEST = 10**30


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario that is ready to run."""

    place: str
    rules: Ruleset
    sign: Sign
    players: dict[str, Cents]
    commands: list[Command]
    expect: msgspec.Raw | UnsetType
    start: Position | None = None
    """Where it starts; None if at a new table at which the players sit down."""


def read(text: bytes, name: str) -> list[Scenario]:
    """Read every scenario of a file. Raises NotAScenarioError if any of them is invalid."""
    return [_understood(written, place) for written, place in decoded(text, name)]


def _understood(written: WrittenScenario, place: str) -> Scenario:
    start = _start(written, place)
    rules, sign = _table(written, place) if start is None else _table_of(start)
    players = _players(written, place) if start is None else {player.seat: Cents(player.rack) for player in start.players}
    if written.expect is not UNSET and not bytes(written.expect).lstrip().startswith(b"{"):
        raise NotAScenarioError(f"{place}, expect: should be an object")
    commands = [_command(step, rules, f"{place}, step {number}") for number, step in enumerate(written.steps, 1)]
    return Scenario(place, rules, sign, players, commands, written.expect, start)


def _start(written: WrittenScenario, place: str) -> Position | None:
    """The position in which a scenario starts. It has no steps of a round, as a scenario has none."""
    given = {name: getattr(written, name) is not UNSET for name in ("ruleset", "players", "table")}
    if written.position is UNSET:
        if missing := [name for name in ("ruleset", "players") if not given[name]]:
            raise NotAScenarioError(f"{place}: the field {missing[0]} is missing")
        return None
    if said := [name for name, is_given in given.items() if is_given]:
        raise NotAScenarioError(f"{place}, {said[0]}: the position says it already; give one of the two")
    try:
        return replace(parse_position(written.position), phase=Phase.UNTIMED, shooter="")
    except PositionError as error:
        raise NotAScenarioError(f"{place}, {error}") from None


def _table_of(start: Position) -> tuple[Ruleset, Sign]:
    rules = rules_of(start.document)
    return rules, rules.sign(start.sign)


def _players(written: WrittenScenario, place: str) -> dict[str, Cents]:
    players = written.players or {}
    for player, money in players.items():
        if not 0 <= money <= LARGEST:
            what = "is below zero; a player brings 0 or more" if money < 0 else "is more money than there is"
            raise NotAScenarioError(f"{place}, players, {player}: {_shown(money)} {what}")
    return {player: Cents(money) for player, money in players.items()}


def _table(written: WrittenScenario, place: str) -> tuple[Ruleset, Sign]:
    try:
        rules = ruleset(written.ruleset or "")
    except UnknownRulesetError as error:
        raise NotAScenarioError(f"{place}, ruleset: {error}") from None
    table = written.table or {}
    settings = {name: _setting(value, f"{place}, table, {name}") for name, value in table.items() if name != "readings"}
    try:
        readings = msgspec.json.decode(table.get("readings", b"{}"), type=dict[str, str])
        return rules.under(readings) if readings else rules, rules.offline_sign(settings)
    except (msgspec.DecodeError, RecursionError):
        raise NotAScenarioError(f"{place}, table, readings: should be an object of reading ids and their values") from None
    except ReadingError as error:
        raise NotAScenarioError(f"{place}, table, readings: {error}") from None
    except SignError as error:
        raise NotAScenarioError(f"{place}, table: {error}") from None


def _setting(value: msgspec.Raw, place: str) -> bool | int:
    """Decode a setting as an integer or a boolean. The sign checks later which values it allows."""
    try:
        found = msgspec.json.decode(value, type=bool | int)
    except (msgspec.DecodeError, RecursionError):
        shown = bytes(value).decode()
        raise NotAScenarioError(
            f"{place}: {shown[:40]}{'…' if shown[40:] else ''} is neither a whole number nor true or false"
        ) from None
    return _bounded(found, place)


def _bounded(amount: int, place: str) -> int:
    """Reject an amount that is too large to be money. Arithmetic would be exact at any size."""
    if abs(amount) > LARGEST:
        raise NotAScenarioError(f"{place}: {_shown(amount)} is more money than there is")
    return amount


def _shown(amount: int) -> str:
    return str(amount) if abs(amount) <= LARGEST else f"a number of {amount.bit_length() * 3 // 10} digits"


def _command(step: Step, rules: Ruleset, place: str) -> Command:
    match step:
        case BetStep():
            return PlaceBet(seat=step.player, wager=step.wager, stake=Cents(_bounded(step.amount, f"{place}, amount")))
        case TakeDownStep():
            amount = None if step.amount is UNSET else Cents(_bounded(step.amount, f"{place}, amount"))
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
