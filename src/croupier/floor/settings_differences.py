"""The differences between recorded and wanted settings, and the order that makes each wanted one take effect."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, cast

import msgspec

from croupier.catalogue import ruleset
from croupier.floor.adopting import ADOPTED, with_unit
from croupier.floor.chips import PAYOUT_UNIT
from croupier.floor.settings import AdoptedUnit
from croupier.money import Cents, dollars
from croupier.rules.moments import clock_time
from croupier.rules.powers import Act
from croupier.rules.ruleset import Ruleset
from croupier.settings import FloorSettings, TableSettings
from croupier.table.core.state import Table
from croupier.table.pit.amending import AmendRules
from croupier.table.pit.days import OpenDay
from croupier.table.pit.signs import ChangeSign, limits_on_sign

ADOPTING = "adopt the settings: one person sets them, another approves them; they take effect at the next start"
RESTART = "start the floor again"
FOLLOWS = "nothing is to be done; it takes effect between two rounds, as soon as no bet lies"
DROPPING = f"close the table and pay out what it owes; then {ADOPTING}"
NOTHING = "nothing"
FIXED = "nothing changes this at a table that was opened; close it, and open another under a new name"


Unit: TypeAlias = Literal["cents", "millimetres"] | None
"""What a number counts, as far as people read it."""


class SettingDifference(NamedTuple):
    """A setting that is recorded in one way and wanted in another."""

    path: str
    """The setting, such as `tables.craps.sign.minimum`."""
    recorded: object
    """Its recorded value; None if it has none."""
    wanted: object
    """Its wanted value; None if it has none."""
    was: str
    """The recorded value in words."""
    will: str
    """The wanted value in words."""
    sentence: str
    """Both values in a sentence."""
    order: str
    """What changes it: the name of an order at the table, `adopt`, or nothing if it cannot be changed."""
    how: str
    """The same in words."""


def differences(recorded: FloorSettings, wanted: FloorSettings) -> list[SettingDifference]:
    """Every setting that differs. To compare with the tables as they are now, give what `current` returns."""
    found = list(_of_floor(recorded, wanted))
    for name in sorted(recorded.tables.keys() | wanted.tables.keys()):
        here, there = recorded.tables.get(name), wanted.tables.get(name)
        if here and there:
            found += _of_table(name, here, there)
        else:
            sentence = "is not recorded, and is in the file" if there else "is recorded, and is not in the file"
            old, new = (msgspec.to_builtins(each) for each in (here, there))
            was, will = ("a table" if each else NOTHING for each in (here, there))
            path, how = f"tables.{name}", ADOPTING if there else DROPPING
            found.append(SettingDifference(path, old, new, was, will, f"{path} {sentence}", "adopt", how))
    return found


def in_words(settings: FloorSettings) -> Iterator[tuple[str | None, str, str]]:
    """Every setting that has a value: its table if it has one, its name, and its value in words."""
    of_floor = msgspec.to_builtins(settings)
    del of_floor["tables"]
    yield from ((None, path, _words(value)) for path, value in _flat(of_floor))
    for name, table in settings.tables.items():
        money = _money(ruleset(table.ruleset))
        for path, value in _flat(msgspec.to_builtins(table)):
            yield name, path, clock_time(value) if path == "in_force" else _words(value, _unit(path, money))


def waiting(in_force: FloorSettings, adopted: FloorSettings) -> list[SettingDifference]:
    """The settings that were adopted since the start and take effect at the next one."""
    found = [each for each in differences(in_force, adopted) if each.order == "adopt"]
    return [each._replace(sentence=_from_next_start(each), order="", how=RESTART) for each in found]


def following(
    found: list[SettingDifference], units: Mapping[str, AdoptedUnit], tables: Mapping[str, Table]
) -> list[SettingDifference]:
    """The same differences. A payout unit that was adopted, and waits until no bet lies, says so."""
    waits = {
        f"tables.{name}.sign.{PAYOUT_UNIT}": each.unit
        for name, each in units.items()
        if name in tables and tables[name].desk.followed < each.line
    }
    return [
        each._replace(order="", how=FOLLOWS) if each.path in waits and each.wanted == waits[each.path] else each
        for each in found
    ]


def _from_next_start(each: SettingDifference) -> str:
    if each.path.startswith("tables.") and each.path.count(".") == 1:
        return f"{each.path} is {'opened' if each.recorded is None else 'no longer opened'} at the next start"
    return f"{each.path} is {each.was} now, and {each.will} from the next start"


def current(recorded: FloorSettings, tables: Mapping[str, Table]) -> FloorSettings:
    """The recorded settings with what orders at these tables have changed since: signs, readings and raised odds."""
    running = {name: _as_it_is(settings, tables[name]) for name, settings in recorded.tables.items() if name in tables}
    return msgspec.structs.replace(recorded, tables={**recorded.tables, **running})


def next_settings(adopted: FloorSettings, running: FloorSettings, tables: Mapping[str, Table]) -> FloorSettings:
    """The adopted settings with what orders at tables have changed since. A payout unit that waits with its chips stays."""
    now = current(adopted, tables).tables
    kept = {
        name: msgspec.structs.replace(now[name], sign=with_unit(msgspec.structs.replace(now[name], chips=was.chips), wanted))
        for name, wanted in adopted.tables.items()
        if (was := running.tables.get(name))
    }
    return msgspec.structs.replace(adopted, tables={**now, **kept})


def _as_it_is(settings: TableSettings, table: Table) -> TableSettings:
    rules = table.rules
    readings = {each.id: rules.chosen.get(each.id, each.default) for each in rules.readings if each.default}
    return msgspec.structs.replace(settings, sign=table.sign.named, readings=readings, raised=rules.raised)


def _of_floor(recorded: FloorSettings, wanted: FloorSettings) -> Iterator[SettingDifference]:
    here, there = ({name: getattr(each, name) for name in ("gaming_day_hour", "time_zone")} for each in (recorded, wanted))
    here |= {"roles": recorded.roles, "duties": recorded.duties}
    there |= {"roles": wanted.roles, "duties": wanted.duties}
    for path, old, new in _unequal(here, there):
        yield _difference(path, old, new, "adopt", ADOPTING)


def _of_table(name: str, recorded: TableSettings, wanted: TableSettings) -> Iterator[SettingDifference]:
    rules = ruleset(wanted.ruleset)
    money = _money(rules)
    for path, old, new in _unequal(msgspec.to_builtins(recorded), msgspec.to_builtins(wanted)):
        follows_chips = path == f"sign.{PAYOUT_UNIT}" and recorded.chips != wanted.chips
        order, how = ("adopt", ADOPTING) if follows_chips else _order(rules, path, old, new)
        yield _difference(f"tables.{name}.{path}", old, new, order, how, _unit(path, money))


def _money(rules: Ruleset) -> frozenset[str]:
    """The settings of a table whose values are cents."""
    return frozenset({"chips", *(f"sign.{setting.name}" for setting in rules.all_settings if setting.unit == "cents")})


def _order(rules: Ruleset, path: str, old: object, new: object) -> tuple[str, str]:
    """The order that changes a setting of a table, and how to give it."""
    section, _, name = path.partition(".")
    if section in ADOPTED:
        return "adopt", ADOPTING
    if section in ("readings", "raised"):
        return AmendRules.__name__, f"order {AmendRules.__name__} at the table, between rounds"
    if section != "sign":
        return "", FIXED
    if name not in limits_on_sign(rules) or not rules.procedures.powers_to[Act.CHANGE_SIGN]:
        return OpenDay.__name__, f"order {OpenDay.__name__} with this value, once the table is closed for the day (CloseTable)"
    clock = next((each for each in rules.procedures.clocks if each.act is Act.CHANGE_SIGN), None)
    rises = name == "minimum" and isinstance(old, int) and isinstance(new, int) and new > old
    notice = f", after a notice of {clock.minutes} minutes ({clock.clause})" if clock and rises else ""
    return ChangeSign.__name__, f"order {ChangeSign.__name__} at the table{notice}"


def _unit(path: str, money: frozenset[str]) -> Unit:
    """What the number of a setting counts."""
    return "cents" if path in money else "millimetres" if path.startswith("measures.") else None


def _difference(path: str, old: object, new: object, order: str, how: str, unit: Unit = None) -> SettingDifference:
    was, will = (_words(each, unit) for each in (old, new))
    sentence = f"{path} is recorded as {was}, and is {will} in the file"
    return SettingDifference(path, old, new, was, will, sentence, order, how)


def _words(value: object, unit: Unit = None) -> str:
    match value:
        case None:
            return NOTHING
        case bool():
            return str(value).lower()
        case int() if unit == "cents":
            return dollars(Cents(value))
        case int() | float() if unit == "millimetres":
            return f"{value:g} mm"
        case list() | tuple():
            return ", ".join(_words(each, unit) for each in cast("list[object]", value)) or NOTHING
        case dict():
            return " ".join(str(each) for each in cast("dict[str, object]", value).values())
        case _:
            return str(value)


def _unequal(here: Mapping[str, Any], there: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any, Any]]:
    """The values of two nested mappings that differ, each with its path."""
    for name in sorted(here.keys() | there.keys()):
        old, new = here.get(name), there.get(name)
        if isinstance(old, dict) and isinstance(new, dict):
            yield from _unequal(cast("dict[str, Any]", old), cast("dict[str, Any]", new), f"{before}{name}.")
        elif old != new:
            yield f"{before}{name}", old, new


def _flat(values: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """The values of a nested mapping, each with its path. Values that are None are left out."""
    for name, value in values.items():
        if isinstance(value, dict):
            yield from _flat(cast("dict[str, Any]", value), f"{before}{name}.")
        elif value is not None:
            yield f"{before}{name}", value
