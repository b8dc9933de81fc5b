"""Reads a floor file, and reports every mistake in it at once."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, cast, get_args

from croupier.catalogue import names, ruleset
from croupier.floor.clock import Clock, now
from croupier.floor.limits import ClientLimits
from croupier.floor.plan import DEFAULT_DUTIES, DEFAULT_ROLES, LogFormat, Plan, TablePlan
from croupier.floor.plan_files import check_certificate, check_credentials, check_distinct, check_parent, find_journal, find_key
from croupier.floor.plan_mistakes import TABLES, At, Mistake, Mistakes, PlanError
from croupier.floor.plan_tables import check_together, read_table
from croupier.floor.plan_values import (
    Converter,
    anything,
    each,
    endpoint,
    host_name,
    network,
    one_of,
    path_in,
    said,
    section,
    table_of,
    text,
    time_zone,
    whole_from,
)
from croupier.floor.seating import SeatRules
from croupier.floor.toml_lines import line_index
from croupier.people.duties import Duty

LARGEST_FILE = 1_000_000
"""The most bytes of a floor file."""
LARGEST_LIMIT = 1_000_000_000
"""The largest value of a limit."""
_WHERE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
"""How tomllib ends an error message."""


class UnreadableError(Exception):
    """A floor file cannot be read at all. The text is one sentence."""


def read_plan(file: Path, clock: Clock = now) -> Plan:
    """Read and check a floor file. Raise `UnreadableError`, or `PlanError` with every mistake."""
    try:
        with file.open("rb") as opened:
            data = opened.read(LARGEST_FILE + 1)
        text = data.decode("utf-8-sig")
    except OSError as error:
        hint = "; croupier floor new writes an example" if isinstance(error, FileNotFoundError) else ""
        raise UnreadableError(f"{file}: {error.strerror}{hint}") from None
    except UnicodeDecodeError:
        raise UnreadableError(f"{file}: is not a text in UTF-8") from None
    if len(data) > LARGEST_FILE:
        raise UnreadableError(f"{file}: has more than {LARGEST_FILE:,} bytes")
    return parse_plan(text.replace("\r\n", "\n"), file, clock)


def parse_plan(text: str, file: Path, clock: Clock = now) -> Plan:
    """Check the text of a floor file. Relative paths in it start from the folder of the file."""
    values, mistakes = _parsed(text, file)
    plan = _read(values, At(mistakes), file, clock)
    if plan is None or mistakes.found:
        may_pass = mistakes.passing == len(mistakes.found)
        raise PlanError(str(file), mistakes.found, may_pass=may_pass, log=values.get("log"))
    return plan


def _parsed(text: str, file: Path) -> tuple[dict[str, Any], Mistakes]:
    try:
        values, lines = tomllib.loads(text), line_index(text)
    except RecursionError:
        raise PlanError(str(file), [Mistake(1, "is nested too deeply")]) from None
    except ValueError as error:  # a TOMLDecodeError, or a number with thousands of digits
        where = _WHERE.search(str(error))
        line = int(where[1]) if where and where[1] else 1 + text.rstrip("\n").count("\n") if where else 1
        sentence = f"this is not TOML: {_WHERE.sub('', str(error))}"
        raise PlanError(str(file), [Mistake(line, sentence)]) from None
    named = {position: table["name"] for position, table in _tables(values) if isinstance(table.get("name"), str)}
    return values, Mistakes(lines, named)


def _tables(values: Mapping[str, Any]) -> Sequence[tuple[int, dict[str, Any]]]:
    """The tables with their positions; what is no table is left out."""
    tables: object = values.get(TABLES)
    if not isinstance(tables, list):
        return []
    numbered = enumerate(cast("list[object]", tables))
    return [(position, cast("dict[str, Any]", each)) for position, each in numbered if isinstance(each, dict)]


def spec_of(folder: Path) -> Mapping[str, Converter]:
    """The settings at the top of a floor file, and how each is converted."""
    return {
        "name": text,
        "journal": text,
        TABLES: anything,
        "key": path_in(folder),
        "anchors": path_in(folder),
        "credentials": path_in(folder),
        "listen": each(endpoint),
        "hosts": each(host_name),
        "certificate": path_in(folder),
        "certificate_key": path_in(folder),
        "trusted_proxies": each(network),
        "gaming_day_hour": whole_from(0, 23),
        "time_zone": time_zone,
        "log": one_of(dict.fromkeys(get_args(LogFormat)), "there is no log format"),
        "roles": _roles,
        "duties": _duties,
        "limits": _limits,
    }


def _read(values: Mapping[str, Any], at: At, file: Path, clock: Clock) -> Plan | None:
    """Read the whole file, as far as it can be read. Return None if something is missing."""
    folder = file.parent.absolute()
    given = section(values, spec_of(folder), at)
    for name in ("name", "journal"):
        if name not in values:
            at.report(f"a floor needs a {name}; write {name} = {EXAMPLES[name]} at the top")
    tables = _read_tables(values, at.inside(TABLES), given.get("time_zone", "UTC"), clock)
    if "listen" in given and not values["listen"]:
        at.inside("listen").report("name an address, or leave listen out")
    given["credentials"] = given.get("credentials") or folder / f"{file.stem}-credentials"
    if "anchors" in given:
        check_parent(given["anchors"], at.inside("anchors"))
    check_credentials(given["credentials"], at.inside("credentials"))
    check_certificate(given.get("certificate"), given.get("certificate_key"), at)
    journal = find_journal(given["journal"], folder, at.inside("journal")) if "journal" in given else None
    if journal:
        given["key"] = find_key(journal, given.get("key"), folder, at.inside("key"))
        check_distinct(journal, given["key"], given.get("anchors"), given["credentials"], at.inside("journal"))
    if at.mistakes.found:
        return None
    limits, seating = given.pop("limits", (ClientLimits(), SeatRules()))
    del given["journal"], given[TABLES]
    opened = tuple(TablePlan(**table) for table in tables)
    return Plan(**given, journal=journal or "", tables=opened, limits=limits, seating=seating)


EXAMPLES = {"name": '"Main floor"', "journal": '"floor.sqlite"'}


def _read_tables(values: Mapping[str, Any], at: At, zone: str, clock: Clock) -> Sequence[Mapping[str, Any]]:
    """The settings of every table, without those that are wrong."""
    tables: object = values.get(TABLES)
    if not isinstance(tables, list) or not tables or len(_tables(values)) < len(cast("list[object]", tables)):
        at.report("a floor has one table or more; begin each with [[tables]]")
    seen: dict[str, int] = {}
    read: list[tuple[At, Mapping[str, Any]]] = []
    for position, table in _tables(values):
        here = at.inside(position)
        name: object = table.get("name")
        if isinstance(name, str) and seen.setdefault(name, position) != position:
            first = at.mistakes.lines[*at.path, seen[name]]
            here.inside("name").report(f"{said(name)} is the name of the table on line {first}; choose another")
        read.append((here, read_table(table, here, zone, clock())))
    check_together(read)
    return [given for _, given in read]


def _roles(value: object, at: At) -> Mapping[str, tuple[str, ...]]:
    known = {role: None for name in names() for role in ruleset(name).procedures.roles}
    spec = dict.fromkeys(DEFAULT_ROLES, each(one_of(known, "no document has the role")))
    return {**DEFAULT_ROLES, **section(table_of(value), spec, at)}


def _duties(value: object, at: At) -> Mapping[str, tuple[str, ...]]:
    spec = dict.fromkeys(DEFAULT_ROLES, each(one_of(dict.fromkeys(Duty), "there is no duty")))
    found = {**DEFAULT_DUTIES, **section(table_of(value), spec, at)}
    if not at.mistakes.found and not any(Duty.MANAGE_STAFF in held for held in found.values()):
        at.report(f"no role has the duty {Duty.MANAGE_STAFF}; give it to one, for example the administrator")
    return found


def _limits(value: object, at: At) -> tuple[ClientLimits, SeatRules]:
    clients, seats = ([each.name for each in fields(kind)] for kind in (ClientLimits, SeatRules))
    found = section(table_of(value), dict.fromkeys([*clients, *seats], whole_from(1, LARGEST_LIMIT)), at)
    of_clients = {name: number for name, number in found.items() if name in clients}
    of_seats = {name: number for name, number in found.items() if name in seats}
    return replace(ClientLimits(), **of_clients), replace(SeatRules(), **of_seats)
