"""Values of a floor file: each converter takes what TOML has and returns what the plan needs, or rejects it in a sentence."""

import datetime as dt
import ipaddress
import re
import zoneinfo
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

from croupier.cage.coins import no_coins
from croupier.echo import echo
from croupier.floor.plan import DEFAULT_ENDPOINT, Endpoint
from croupier.floor.plan_mistakes import At, WrongValueError, did_you_mean, wrong
from croupier.money import Cents, dollars, parse_dollars
from croupier.rules.outcomes import listed
from croupier.table.core.person import Person

Converter = Callable[[Any, At], Any]
"""Converts a value at a place. It raises `WrongValueError`, or reports mistakes in parts of the value by itself."""

LONGEST_TEXT = 1000
HOST = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*")
"""The name of a machine, without a port."""
TABLE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
"""The name of a table. It is part of addresses and of the names of files, and a label of 64 characters can hold it."""
MOST_LISTED = 8
"""The most words to list in a sentence about a word that is none of them."""
LARGEST_NUMBER = 1_000_000
LONGEST_STEP = 3600
"""The most seconds of a step of a round."""


def section(values: Mapping[str, Any], spec: Mapping[str, Converter], at: At) -> dict[str, Any]:
    """Convert the values of a table by their converters. Report unknown and wrong ones, and leave them out."""
    converted: dict[str, Any] = {}
    for name, value in values.items():
        here = at.inside(name)
        if name not in spec:
            at.mistakes.add(here.path, f"there is no such setting{did_you_mean(name, spec)}")
            continue
        try:
            converted[name] = spec[name](value, here)
        except WrongValueError as error:
            here.report(str(error))
    return converted


def said(value: object) -> str:
    """A value in words, cut to a reasonable length."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{echo(value)}"'
        case dict():
            return "a table"
        case list():
            return "a list"
        case _:
            return echo(str(value))


def text(value: object, _: At) -> str:
    """A text of printable characters."""
    if not isinstance(value, str):
        wrong(f"{said(value)} is not a text; write it in quotes")
    if not value.strip() or not value.isprintable() or len(value) > LONGEST_TEXT:
        wrong(f"{said(value)} is not a text of 1 to {LONGEST_TEXT:,} printable characters")
    return value


def table_name(value: object, at: At) -> str:
    """The name of a table."""
    name = text(value, at)
    if not TABLE_NAME.fullmatch(name):
        wrong(
            f"{said(name)} is not a name for a table; write 1 to 64 letters from A to Z, digits, dots, dashes and underscores, "
            "and begin with a letter or a digit"
        )
    return name


def one_of(known: Mapping[str, object], otherwise: str) -> Converter:
    """One of some words. `otherwise` begins the sentence about any other."""

    def convert(value: object, at: At) -> str:
        name = text(value, at)
        if name in known:
            return name
        all_of_them = f"; write {listed(known, 'or')}" if len(known) <= MOST_LISTED else ""
        return wrong(f"{otherwise} {said(name)}{did_you_mean(name, known) or all_of_them}")

    return convert


def whole(value: object, _: At) -> int:
    """A whole number. Whoever uses it checks whether it is too small."""
    if type(value) is int and value <= LARGEST_NUMBER:
        return value
    return wrong(f"{said(value)} is not a whole number of at most {LARGEST_NUMBER:,}")


def whole_from(least: int, most: int) -> Converter:
    """A whole number in a range."""

    def convert(value: object, _: At) -> int:
        if type(value) is int and least <= value <= most:
            return value
        return wrong(f"{said(value)} is not a whole number from {least:,} to {most:,}")

    return convert


def seconds_from(least: float) -> Converter:
    """A number of seconds."""

    def convert(value: object, _: At) -> float:
        if isinstance(value, int | float) and type(value) is not bool and least <= value <= LONGEST_STEP:
            return value
        return wrong(f"{said(value)} is not a number of seconds from {least} to {LONGEST_STEP:,}")

    return convert


def millimetres(value: object, _: At) -> float:
    """A size in millimetres."""
    if isinstance(value, int | float) and type(value) is not bool and abs(value) <= LARGEST_NUMBER:
        return value
    return wrong(f"{said(value)} is not a number of millimetres")


def amount(value: object, _: At) -> Cents:
    """An amount of money, written as text with a dollar sign."""
    if type(value) is int and value >= 0:
        wrong(f'{said(value)} could be dollars or cents; write "{dollars(value * 100)}" or "{dollars(value)}"')
    found = parse_dollars(value) if isinstance(value, str) else None
    if found is None:
        meant = parse_dollars(f"${value}") if isinstance(value, str | float) else None
        wrong(f'{said(value)} is not an amount; write it as "{dollars(500 if meant is None else meant)}"')
    return found


def chip(value: object, at: At) -> Cents:
    """The value of a chip, for which there are coins."""
    worth = amount(value, at) or wrong("a chip is worth more than nothing")
    return wrong(refused.sentence) if (refused := no_coins(worth, "paid in cash for a chip")) else worth


def path_in(folder: Path) -> Converter:
    """A file. A relative one is in the folder of the floor file."""
    return lambda value, at: folder / text(value, at)


def each(convert: Converter) -> Converter:
    """A list. Report the elements that are wrong, and leave them out."""

    def elements(value: object, at: At) -> tuple[Any, ...]:
        if not isinstance(value, list):
            wrong(f"{said(value)} is not a list; write it in square brackets")
        converted: dict[int, Any] = {}
        for position, element in enumerate(cast("list[Any]", value)):
            here = at.inside(position)
            try:
                converted[position] = convert(element, here)
            except WrongValueError as error:
                here.report(str(error))
                continue
            if converted[position] in list(converted.values())[:-1]:
                here.report(f"{said(element)} is listed twice")
        return tuple(converted.values())

    return elements


def by_name(convert: Converter) -> Converter:
    """A table of values. Report the values that are wrong, and leave them out."""

    def values(value: object, at: At) -> dict[str, Any]:
        table = table_of(value)
        return section(table, dict.fromkeys(table, convert), at)

    return values


def table_of(value: object) -> dict[str, Any]:
    """A table of TOML."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else wrong(f"{said(value)} is not a table")


def anything(value: object, _: At) -> object:
    """A value that is converted later."""
    return value


def endpoint(value: object, at: At) -> Endpoint:
    """An IP address with a port."""
    host, _, port = text(value, at).rpartition(":")
    bare = host.removeprefix("[").removesuffix("]") if host.startswith("[") == host.endswith("]") else ""
    try:
        address = ipaddress.ip_address(bare)
    except ValueError:
        wrong(f'{said(value)} is not an IP address with a port; write for example "{DEFAULT_ENDPOINT}"')
    if (address.version == 6) != host.startswith("["):
        wrong(f'{said(value)} is not an IP address with a port; write for example "{Endpoint(str(address), 8021)}"')
    if not port.isascii() or not port.isdecimal() or len(port) > 5 or not 1 <= int(port) <= 65535:
        wrong(f'{said(value)}: {port or "nothing"} is not a port from 1 to 65535; write for example "{host}:8021"')
    return Endpoint(str(address), int(port))


def host_name(value: object, at: At) -> str:
    """The name of a machine."""
    name = text(value, at).lower()
    if len(name) > 253 or not HOST.fullmatch(name):
        wrong(f'{said(value)} is not the name of a machine, without a port; write for example "floor.example"')
    return name


def network(value: object, at: At) -> str:
    """An IP address or a network."""
    try:
        return str(ipaddress.ip_network(text(value, at)))
    except ValueError:
        return wrong(f'{said(value)} is not an IP address or a network; write for example "10.0.0.5" or "10.0.0.0/24"')


def time_zone(value: object, at: At) -> str:
    """The name of a time zone."""
    name = text(value, at)
    known = zoneinfo.available_timezones()
    return name if name in known else wrong(f"there is no time zone {said(name)}{did_you_mean(name, sorted(known))}")


def moment_in(zone: str) -> Converter:
    """A date, or a date with a time, as milliseconds since 1970. Without an offset it is in this time zone."""

    def convert(value: object, _: At) -> int:
        if isinstance(value, dt.date) and not isinstance(value, dt.datetime):
            value = dt.datetime(value.year, value.month, value.day, tzinfo=zoneinfo.ZoneInfo(zone))
        if not isinstance(value, dt.datetime):
            wrong(f"{said(value)} is not a date; write it without quotes, as in 2026-08-01")
        return int((value if value.tzinfo else value.replace(tzinfo=zoneinfo.ZoneInfo(zone))).timestamp() * 1000)

    return convert


def person(value: object, at: At) -> Person:
    """A person: a table with a name and a role."""
    found = section(table_of(value), {"name": text, "role": text}, at)
    if len(found) < 2:
        wrong('a person has a name and a role; write { name = "NAME", role = "ROLE" }')
    return Person(found["name"], found["role"])
