"""One of every event, made by real tables on which bots play whole evenings."""

from collections.abc import Iterator
from typing import get_args

import msgspec

from croupier.bots.evening import evening
from croupier.canonical import canonical
from croupier.catalogue import names, ruleset
from croupier.rules.sign import SettingValue
from croupier.table.events import Event
from croupier.table.refusals import Refusal
from croupier.table.state import open_table

SIGN: dict[str, SettingValue] = {"minimum": 100, "maximum": 50_000, "touch_screen": True, "hand_pay_limit": 10_000}
SEEDS = (1, 3)
LONG = 700


def one_of_each() -> dict[str, str]:
    """A line of the journal for every event: of those that are not long, the one with the fewest empty fields."""
    found: dict[str, list[tuple[bool, int, int, str]]] = {}
    for event in _happened():
        line = canonical(event).decode()
        empty = sum(1 for value in msgspec.structs.astuple(event) if not value)
        found.setdefault(type(event).__name__, []).append((len(line) > LONG, empty, len(line), line))
    if missing := [each.__name__ for each in get_args(Event) if each.__name__ not in found]:
        raise LookupError(f"no bot does what makes {', '.join(missing)} on the evenings of the reference")
    return {name: min(lines)[-1] for name, lines in found.items()}


def _happened() -> Iterator[Event]:
    for name in names():
        rules = ruleset(name)
        known = {setting.name for setting in rules.lines}
        sign = rules.sign({line: value for line, value in SIGN.items() if line in known})
        for seed in SEEDS:
            for _, _, outcome, _ in evening(open_table(rules, sign, seats=5), seed=seed, players=5, commands=4000, faults=0.1):
                if not isinstance(outcome, Refusal):
                    yield from outcome
