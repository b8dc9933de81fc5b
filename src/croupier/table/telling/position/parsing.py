"""Parse the line of a position."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import unquote

from croupier.catalogue import UnknownRulesetError
from croupier.echo import echo, spelled_like
from croupier.rules.error import RuleError
from croupier.rules.naming import wager_named
from croupier.rules.outcomes import listed
from croupier.rules.ruleset import Address, ReadingError, Ruleset
from croupier.rules.sequence import Phase
from croupier.rules.sign import SettingValue, SignError
from croupier.table.core.promotional import Promotional
from croupier.table.telling.position.position import BetAt, ChosenRules, PlayerAt, Position, PositionError
from croupier.table.telling.position.setting_up import rules_of
from croupier.table.telling.position.text import PURSES, WITHOUT, certain_state

_AMOUNT = re.compile(r"[0-9]{1,30}")
_READING = re.compile(r"[A-Z]+-[0-9]+")
_LIMITS = re.compile(r"([0-9]{1,30})-([0-9]{1,30})")
_OF_PLAYER = ("rack", *PURSES, "limits", "advised", "barred")
_OF_BET = ("on", "off", "commission", "kept", "fresh", "left-up", "advised", "maximum", *PURSES, "accepted")


class _Part(NamedTuple):
    """A part of the line, such as `ann/field=500`."""

    number: int
    name: str
    value: str

    def wrong(self, sentence: str) -> PositionError:
        """The error about this part."""
        shown = f"{self.name}={self.value}" if self.value else self.name
        return PositionError(f"position, part {self.number}, '{echo(shown)}': {sentence}")

    def amount(self, text: str) -> int:
        """A whole number of this part."""
        if not _AMOUNT.fullmatch(text):
            raise self.wrong(f"'{echo(text)}' is not a whole number of 0 or more, such as 500")
        return int(text)


_Parts = Mapping[str, _Part]


def parse_position(text: str, base: Ruleset | None = None) -> Position:
    """Parse the line of a position. Raises PositionError, which names the part that is wrong.

    `base` is the rule set with default readings; None if the catalogue has it.
    """
    first, *rest = text.split() or [""]
    document = _document(_Part(1, first, ""), first)
    rules = _rules(_Part(1, first, ""), document, base)
    parts = _parts(rest)
    players = _of_players(rules, parts)
    sign, pucks = _sign(rules, parts), _pucks(rules, parts)
    maximum = rules.sign(sign).maximum
    table = _Table(rules, pucks, maximum, base)
    shooter = unquote(parts["shooter"].value) if "shooter" in parts else ""
    if shooter and shooter not in players:
        raise parts["shooter"].wrong("that player is not at the table")
    return Position(
        document=document,
        sign=sign,
        pucks=pucks,
        round=parts["round"].amount(parts["round"].value) if "round" in parts else 0,
        phase=_phase(rules, parts["phase"]) if "phase" in parts else Phase.UNTIMED,
        shooter=shooter,
        players=tuple(_player(table, seat, own) for seat, own in players.items()),
    )


def _parts(texts: Sequence[str]) -> dict[str, _Part]:
    found: dict[str, _Part] = {}
    for number, text in enumerate(texts, 2):
        name, equals, value = text.partition("=")
        part = _Part(number, name, value)
        if not equals:
            raise part.wrong("write NAME=VALUE, such as round=7 or ann/rack=5000")
        if name in found:
            raise part.wrong(f"part {found[name].number} gives it already")
        found[name] = part
    return found


def _document(part: _Part, text: str) -> ChosenRules:
    """The document that a text names: its id, followed by its choices."""
    id, *choices = text.split("+")
    chosen: dict[str, str] = {}
    raised: dict[str, str] = {}
    left_out: list[str] = []
    for choice in filter(None, choices):
        name, equals, value = choice.partition("=")
        if not (name and equals and value):
            raise part.wrong(f"'{echo(choice)}' is not a reading with its value; write it as in AB-12=value")
        if name == WITHOUT:
            left_out.append(value)
        elif _READING.fullmatch(name):
            chosen[name] = value
        else:
            raised[name] = value.replace("_", " ")
    return ChosenRules(id, tuple(sorted(chosen.items())), tuple(sorted(raised.items())), tuple(left_out))


def _rules(part: _Part, document: ChosenRules, base: Ruleset | None) -> Ruleset:
    try:
        return rules_of(document, base if base is not None and base.id == document.id else None)
    except (UnknownRulesetError, ReadingError, RuleError) as error:
        raise part.wrong(str(error)) from None


def _of_players(rules: Ruleset, parts: _Parts) -> dict[str, dict[str, _Part]]:
    """The parts of each player, in the order in which they sit. Raises PositionError for a part of nothing."""
    players: dict[str, dict[str, _Part]] = {}
    whole = (*(setting.name for setting in rules.all_settings), *rules.pucks, "round", "phase", "shooter")
    for name, part in parts.items():
        seat, slash, what = name.partition("/")
        if slash:
            players.setdefault(unquote(seat), {})[what] = part
        elif name not in whole:
            near = spelled_like(name, whole)
            meant = f"; did you mean {near}?" if near else ""
            raise part.wrong(f"there is no such part; a table has {listed(whole, 'and')}, a player's begin with ann/{meant}")
    return players


def _sign(rules: Ruleset, parts: _Parts) -> Mapping[str, SettingValue]:
    given: dict[str, SettingValue] = {}
    for setting in rules.all_settings:
        if part := parts.get(setting.name):
            value = {"true": True, "false": False}.get(part.value)
            given[setting.name] = part.amount(part.value) if value is None else value
            try:
                setting.checked(given[setting.name])
            except SignError as error:
                raise part.wrong(str(error)) from None
    defaults = {setting.name: setting.default for setting in rules.all_settings}
    return {name: value for name, value in given.items() if value != defaults[name]}


def _pucks(rules: Ruleset, parts: _Parts) -> Mapping[str, str]:
    pucks = {name: puck.first for name, puck in rules.pucks.items()}
    for name, puck in rules.pucks.items():
        if part := parts.get(name):
            pucks[name] = _state(part, part.value, puck.states)
    return pucks


def _state(part: _Part, text: str, known: Mapping[str, Any] | Sequence[str] | frozenset[str]) -> str:
    if (state := text.replace("_", " ")) not in known:
        raise part.wrong(
            f"'{echo(text)}' is no state of it; there are {listed([each.replace(' ', '_') for each in known], 'and')}"
        )
    return state


def _phase(rules: Ruleset, part: _Part) -> Phase:
    phases = (Phase.UNTIMED, *dict.fromkeys(step.to for step in rules.procedures.sequence))
    if part.value not in phases:
        raise part.wrong(f"there is no such step in a round; there are {listed(phases, 'and')}")
    return Phase(part.value)


class _Table(NamedTuple):
    """What the bets of a position depend on."""

    rules: Ruleset
    pucks: Mapping[str, str]
    maximum: int | None
    base: Ruleset | None
    """The rule set with default readings; None if the catalogue has it."""


def _player(table: _Table, seat: str, parts: _Parts) -> PlayerAt:
    amounts = {name: part.amount(part.value) for name in ("rack", *PURSES) if (part := parts.get(name))}
    limits = _limits(part) if (part := parts.get("limits")) else None
    named = {name: _wagers(table.rules, part) for name in ("advised", "barred") if (part := parts.get(name))}
    bets: dict[str, _Part] = {}
    for name, part in parts.items():
        if name not in _OF_PLAYER:
            wager = _wager(table.rules, part, name)
            if wager in bets:
                raise part.wrong(f"part {bets[wager].number} is a bet on {wager} already")
            bets[wager] = part
    return PlayerAt(
        seat=seat,
        rack=amounts.pop("rack", 0),
        promotional=Promotional(**amounts),
        limits=limits,
        advised=named.get("advised", ()),
        barred=named.get("barred", ()),
        bets={wager: _bet(table, part, wager, bets) for wager, part in sorted(bets.items())},
    )


def _limits(part: _Part) -> tuple[int, int]:
    found = _LIMITS.fullmatch(part.value)
    if found is None:
        raise part.wrong("write the minimum and the maximum in cents, such as 500-5000")
    return int(found[1]), int(found[2])


def _wagers(rules: Ruleset, part: _Part) -> tuple[str, ...]:
    """Wagers apart by commas; an empty text stands for all of them."""
    return tuple(sorted(name and _wager(rules, part, name) for name in part.value.split(",")))


def _wager(rules: Ruleset, part: _Part, name: str) -> str:
    wager = name if name in rules.addresses else wager_named(rules, name)
    if wager is None:
        near = spelled_like(name, (*rules.addresses, *_OF_PLAYER))
        meant = f"; did you mean {near}?" if near else ""
        raise part.wrong(f"{rules.id} has no wager '{echo(name)}'{meant}")
    return wager


def _bet(table: _Table, part: _Part, wager: str, bets: _Parts) -> BetAt:
    head, *more = part.value.split(",")
    amount, at, state = head.partition("@")
    said: dict[str, str] = {name: value for name, _, value in (each.partition("=") for each in more)}
    if strange := [name for name in said if name not in _OF_BET]:
        raise part.wrong(f"a bet has no '{echo(strange[0])}'; there are {listed(_OF_BET, 'and')}")
    number = {name: part.amount(said[name]) for name in ("commission", "kept", "left-up", *PURSES) if name in said}
    accepted = _document(part, f"{table.rules.id}+{said['accepted']}") if "accepted" in said else None
    rules = _rules(part, accepted, table.base) if accepted else table.rules
    if wager not in rules.addresses:
        raise part.wrong(f"{wager} was not offered under the rules by which it was accepted")
    address = rules.addresses[wager]
    fresh, _, of_commission = said.get("fresh", "0").partition("+")
    bet = BetAt(
        stake=part.amount(amount),
        state=_state(part, state, address.offer.wager.effects) if at else _usual_state(table, address, part, bets),
        called=("on" in said) if "on" in said or "off" in said else None,
        commission=number.get("commission", 0),
        kept=number.get("kept", 0),
        fresh=part.amount(fresh),
        fresh_commission=part.amount(of_commission or "0"),
        left_up=number.get("left-up", 0),
        advised="advised" in said,
        maximum=_maximum(part, said["maximum"]) if "maximum" in said else table.maximum,
        promotional=Promotional(**{purse: number.get(purse, 0) for purse in PURSES}),
        accepted=accepted,
    )
    if not bet.stake:
        raise part.wrong("a bet has a stake above 0")
    if max(bet.fresh, bet.left_up, bet.promotional.total) > bet.stake:
        raise part.wrong("a part of the bet is more than its stake")
    return bet


def _maximum(part: _Part, text: str) -> int | None:
    return None if text == "none" else part.amount(text)


def _usual_state(table: _Table, address: Address, part: _Part, bets: _Parts) -> str:
    """The state of a bet that states none: its only one, that of its flat bet, or that in which a new bet begins."""
    offer = address.offer
    state = certain_state(address)
    if state is None and offer.rides_on in bets:
        state = _bet(table, bets[offer.rides_on], offer.rides_on, bets).state
    elif state is None and offer.begins:
        state = offer.begins.get(table.pucks[offer.placed.puck])
    elif state is None and not offer.rides_on:
        state = offer.wager.first
    if state is None or state not in offer.wager.effects:
        raise part.wrong(f"its state is missing, such as @{offer.wager.first.replace(' ', '_')}")
    return state
