"""The public JSON format of scenarios, decoded strictly."""

import re
from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType


class NotAScenarioError(ValueError):
    """The file is not a valid scenario. The message names the place."""


class BetStep(msgspec.Struct, tag_field="do", tag="bet", forbid_unknown_fields=True):
    """A player bets, or adds to a bet."""

    player: str
    wager: str
    amount: int


class TakeDownStep(msgspec.Struct, tag_field="do", tag="take-down", forbid_unknown_fields=True):
    """A player takes a bet down: all that may come down, or an amount of it."""

    player: str
    wager: str
    amount: int | UnsetType = UNSET


class CallStep(msgspec.Struct, tag_field="do", tag="call", forbid_unknown_fields=True):
    """A player calls a bet on or off."""

    player: str
    wager: str
    state: Literal["on", "off"]


class OutcomeStep(msgspec.Struct, tag_field="do", tag="outcome", forbid_unknown_fields=True):
    """An outcome: dice or a pocket."""

    dice: list[int] | UnsetType = UNSET
    pocket: int | UnsetType = UNSET


class NoRollStep(msgspec.Struct, tag_field="do", tag="no-roll", forbid_unknown_fields=True):
    """A roll that does not count."""


class NoResultStep(msgspec.Struct, tag_field="do", tag="no-result", forbid_unknown_fields=True):
    """A result that does not count."""


Step = BetStep | TakeDownStep | CallStep | OutcomeStep | NoRollStep | NoResultStep


class WrittenScenario(msgspec.Struct, forbid_unknown_fields=True):
    """One decoded scenario, before names and amounts are checked."""

    steps: list[Step]
    ruleset: str | UnsetType = UNSET
    players: dict[str, int] | UnsetType = UNSET
    table: dict[str, msgspec.Raw] | UnsetType = UNSET
    position: str | UnsetType = UNSET
    """Where the table is in play already, instead of `ruleset`, `players` and `table`."""
    expect: msgspec.Raw | UnsetType = UNSET


_DECODER = msgspec.json.Decoder(WrittenScenario)
_STEPS = "bet, take-down, call, outcome, no-roll and no-result"


def decoded(text: bytes, name: str) -> Iterator[tuple[WrittenScenario, str]]:
    """Decode every scenario of a file, with its place. A file is one JSON object, or one per line."""
    text = text.removeprefix(b"\xef\xbb\xbf")
    _check_text(text, name)
    lines = [(number, line) for number, line in enumerate(text.split(b"\n"), 1) if line.strip()]
    if not lines:
        raise NotAScenarioError(f"{name}: holds no scenario")
    if len(lines) == 1 or name.endswith(".jsonl") or _is_json(lines[0][1]):
        for number, line in lines:
            place = f"{name}, line {number}"
            yield _decode(line, place, place), place
    else:
        yield _decode(text, name, None), name


def _check_text(text: bytes, name: str) -> None:
    try:
        text.decode()
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise NotAScenarioError(f"{name}, line {line}: this is not JSON, which is text in UTF-8") from None


def _is_json(line: bytes) -> bool:
    try:
        msgspec.json.decode(line, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def _decode(text: bytes, place: str, line: str | None) -> WrittenScenario:
    try:
        return _DECODER.decode(text)
    except msgspec.ValidationError as error:
        raise NotAScenarioError(f"{place}{sentence(str(error), text)}") from None
    except msgspec.DecodeError as error:
        raise NotAScenarioError(f"{line or _line_of(error, text, place)}: this is not JSON ({error})") from None
    except RecursionError:
        raise NotAScenarioError(f"{place}: is nested too deeply to be a scenario") from None


def _line_of(error: Exception, text: bytes, place: str) -> str:
    """The line of a JSON error; the last line if the error has no position."""
    at = re.search(r"\(byte (\d+)\)", str(error))
    lines_before = text.count(b"\n", 0, int(at[1]) if at else len(text))
    return f"{place}, line {lines_before + 1}"


_KINDS = {
    "`int`": "a whole number",
    "`float`": "a number with a decimal point",
    "`str`": "text",
    "`bool`": "true or false",
    "`array`": "a list",
    "`object`": "an object",
}


def sentence(message: str, text: bytes) -> str:
    """Turn an error of the decoder into a message for the author of the file, with the place."""
    what, _, path = message.rpartition(" - at `$") if message.endswith("`") and " - at `$" in message else (message, "", "")
    path = path.strip("`")
    where = _where(path, text)
    if re.fullmatch(r"\.steps\[\d+\]\.do", path):
        return f"{where}: there is no such step; the steps are {_STEPS}"
    if re.fullmatch(r"\.steps\[\d+\]\.state", path):
        return f'{where}: should be "on" or "off"'
    if missing := re.search(r"missing required field `(.+)`", what):
        return f"{where}: the field {missing[1]} is missing"
    if unknown := re.search(r"unknown field `(.+)`", what, re.DOTALL):
        return f"{where}: there is no field {unknown[1]} here"
    for kind, words in _KINDS.items():
        what = what.replace(kind, words)
    return f"{where}: {what[0].lower()}{what[1:].replace('`', '')}"


def _where(path: str, text: bytes) -> str:
    """Turn a path of the decoder into a place: ".steps[1].amount" becomes "step 2, amount"."""
    if step := re.match(r"\.steps\[(\d+)\](.*)", path):
        field = re.sub(r"\[(\d+)\]", lambda at: f", number {int(at[1]) + 1}", step[2].removeprefix("."))
        return f", step {int(step[1]) + 1}{', ' if field else ''}{field}"
    if path == ".players[...]":
        return f", players{_wrong_player(text)}"
    return f", {path.removeprefix('.')}" if path else ""


def _wrong_player(text: bytes) -> str:
    """Find the player with invalid money. The decoder does not name it, so check each."""
    try:
        players = msgspec.json.decode(text, type=_Players).players
        wrong = next(name for name, money in players.items() if not re.fullmatch(rb"-?\d{1,4300}", bytes(money).strip()))
    except (msgspec.DecodeError, StopIteration, RecursionError):
        return ""
    return f", {wrong}"


class _Players(msgspec.Struct):
    players: dict[str, msgspec.Raw]
