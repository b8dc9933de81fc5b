"""One of every event, made by real tables at which bots play whole evenings."""

from collections.abc import Iterator

import msgspec

from croupier.canonical import canonical
from croupier.catalogue import names, ruleset
from croupier.rules.sign import SettingValue
from croupier.table.core.message import Event
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import open_table
from croupier.testing.evening import evening

SIGN: dict[str, SettingValue] = {"minimum": 100, "maximum": 50_000, "touch_screen": True, "hand_pay_limit": 10_000}
SEEDS = (1, 3)
LONG = 700


def one_of_each() -> dict[str, str]:
    """An example of every event that bots make: of those that are not long, the one with the fewest empty fields."""
    found: dict[str, list[tuple[bool, int, int, str]]] = {}
    for event in _happened():
        line = canonical(event).decode()
        empty = sum(1 for value in msgspec.structs.astuple(event) if not value)
        found.setdefault(type(event).__name__, []).append((len(line) > LONG, empty, len(line), line))
    return {name: min(lines)[-1] for name, lines in found.items()}


def _happened() -> Iterator[Event]:
    for name in names():
        rules = ruleset(name)
        known = {setting.name for setting in rules.all_settings}
        sign = rules.sign({line: value for line, value in SIGN.items() if line in known})
        for seed in SEEDS:
            for _, _, outcome, _ in evening(open_table(rules, sign, seats=5), seed=seed, players=5, commands=4000, faults=0.1):
                if not isinstance(outcome, Refusal):
                    yield from outcome
