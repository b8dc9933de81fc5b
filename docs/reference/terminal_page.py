"""Writes the generated parts of terminal.md: messages, events, errors, limits, wager ids. The rest is written by hand.

A part stands between `<!-- generated: NAME -->` and `<!-- end -->`.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import fields as dataclass_fields
from typing import Any, get_args

import msgspec
from messages import fields, said
from protocol import EVENTS_TOLD

from croupier.catalogue import names, ruleset
from croupier.floor import seating
from croupier.floor.limits import ClientLimits
from croupier.floor.reception import DO_NOT_FIT
from croupier.floor.seating import SeatRules
from croupier.rules.layout import Box, Felt, Mark, Screen, Spot
from croupier.server import connection, limits, messages, wishes
from croupier.server.felts import TableInfo
from croupier.server.lobby import Lobby, LobbyTable
from croupier.server.signs import OwnLimits, SignView
from croupier.table.core.refusals import Reason
from croupier.table.core.rows import EVENTS, Audience
from croupier.table.core.state import open_table

MANY = 25
"""If more ids than this begin alike, only some are listed."""

TOLD_TO = {Audience.OWNER: "the player of that seat", Audience.TABLE: "every terminal of the table"}

REFUSED_WITH = {
    "connections": limits.TOO_MANY_CONNECTIONS,
    "connections_per_address": limits.TOO_MANY_FROM_ADDRESS,
    "silent_connections": limits.TOO_SILENT,
    "handshake_seconds": limits.TOO_SLOW,
    "response_seconds": limits.NOT_DONE_IN_TIME,
    "visits_per_second": limits.TOO_MANY_VISITS,
    "visits_at_once": limits.TOO_MANY_VISITS,
    "hellos_per_second": limits.TOO_MANY_HELLOS,
    "hellos_at_once": limits.TOO_MANY_HELLOS,
    "request_bytes": limits.REQUEST_TOO_LONG,
    "message_bytes": limits.MESSAGE_TOO_LONG,
    "messages_per_second": limits.TOO_FAST,
    "messages_at_once": limits.TOO_FAST,
    "unsent_bytes": limits.DOES_NOT_READ,
    "tries_per_minute": limits.TOO_MANY_TRIES,
    "tries_at_once": limits.TOO_MANY_TRIES,
    "requests_per_second": limits.TOO_MANY_REQUESTS,
    "requests_at_once": limits.TOO_MANY_REQUESTS,
    "numbers_per_minute": limits.TOO_MANY_NUMBERS,
    "numbers_at_once": limits.TOO_MANY_NUMBERS,
    "lock_seconds": DO_NOT_FIT.message,
    "idle_seconds": limits.CONSOLE_LOCKED,
    "session_seconds": limits.NOT_SIGNED_IN,
    "silence_seconds": limits.NO_SIGN_OF_LIFE,
}
"""What a client is told that exceeds a limit. A new limit needs a line here, or the page cannot be written."""


NO_SEAT = {"seats": seating.TABLE_FULL, "seats_per_address": seating.TOO_MANY_SEATS}
"""What a client is told that gets no seat."""


def terminal_page(page: str) -> str:
    """The page with its generated parts renewed."""
    for name, part in PARTS.items():
        begin, end = f"<!-- generated: {name} -->\n", "<!-- end -->"
        if page.count(begin) != 1:
            raise ValueError(f"terminal.md has no part {name}, or several")
        head, _, rest = page.partition(begin)
        page = head + begin + "\n".join(["", *part()]).rstrip() + "\n\n" + end + rest.partition(end)[2]
    unknown = set(re.findall(r"<!-- generated: (.+?) -->", page)) - set(PARTS)
    if unknown:
        raise ValueError(f"terminal.md has parts that nothing writes: {', '.join(sorted(unknown))}")
    return page


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """A Markdown table of cells that are Markdown already."""
    heads = list(heads)
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _lobby() -> Iterator[str]:
    yield from _fields(LobbyTable)
    opened = [(name, open_table(ruleset(name), ruleset(name).sign({"minimum": 100}))) for name in names()]
    tables = [Lobby().table(name, table, ()) for name, table in opened]
    yield from ("```json", ",\n".join(msgspec.json.encode(each).decode() for each in tables).join("[]"), "```")


def _felt() -> Iterator[str]:
    for kind in (TableInfo, Felt, Screen, Spot, Box, Mark):
        yield from (f"#### {kind.__name__}", "", said(kind), "")
        yield from _fields(kind)


def _wagers() -> Iterator[str]:
    rows: list[tuple[str, str]] = []
    for name in names():
        families: dict[str, list[str]] = {}
        for wager in ruleset(name).addresses:
            family, _, rest = wager.partition(":")
            families.setdefault(family, []).append(rest)
        rows.append((f"`{name}`", ", ".join(_family(family, rest) for family, rest in families.items())))
    yield from _table(("table", "ids of its wagers"), rows)


def _family(family: str, rest: list[str]) -> str:
    shown = [each for each in rest if each]
    alone = [f"`{family}`"] if "" in rest else []
    if not shown:
        return alone[0]
    some = shown if len(shown) <= MANY else [*shown[:3], f"… ({len(shown)} in all)"]
    return " and ".join([*alone, f"`{family}:` with {' '.join(some)}"])


def _rounds() -> Iterator[str]:
    rows: list[tuple[str, str, str, str]] = []
    for name in names():
        procedures = ruleset(name).procedures
        steps = " → ".join(
            f"**{each.to}**" if each.bets else str(each.to) for each in procedures.sequence if not each.only_with
        )
        runs = "by the clock: `deadline` is set" if procedures.is_electronic else "a dealer: `deadline` is 0"
        rows.append((f"`{name}`", steps, runs, "yes" if procedures.offers_dice else "no"))
    yield from _table(("table", "phases; bets are taken in the bold ones", "who runs the round", "dice are offered"), rows)


def _wishes() -> Iterator[str]:
    rows: list[tuple[str, str, str]] = []
    meanings: dict[tuple[str, str], tuple[str, str, str]] = {}
    for kind in get_args(wishes.Said):
        own = fields(kind)
        listed = ", ".join(f"`{each.name}`" + (f" (or {each.usual})" if each.usual else "") for each in own)
        rows.append((f"`{kind.__struct_config__.tag}`", listed, said(kind)))
        for each in own:
            if each.says:
                meanings.setdefault((each.name, each.says), (f"`{each.name}`", each.type.removesuffix(" or null"), each.says))
    yield from _table(("`say`", "other fields", "what it asks for"), rows)
    yield ""
    yield from _table(("field", "type", "meaning"), meanings.values())


def _told() -> Iterator[str]:
    parts = {each.name for each in fields(messages.SharedView)}
    for kind in get_args(messages.Told):
        about = said(kind)
        if kind is messages.TableView:
            about += " It has all fields of `SharedView` (below), too."
        elif kind is messages.EventView:
            about += " It has those fields of `SharedView` (below) that changed, too."
        yield from (f"#### `{kind.__struct_config__.tag}`", "", about, "")
        yield from _fields(kind, without=parts)
    for kind in (messages.SharedView, messages.RoundView, SignView, messages.Mine, OwnLimits, messages.Neighbour):
        yield from (f"#### {kind.__name__}", "", said(kind), "")
        yield from _fields(kind)


def _fields(kind: type[Any], without: Collection[str] = ()) -> Iterator[str]:
    """The fields of a class. Each has to say what it means."""
    own = [each for each in fields(kind) if each.name not in without]
    if silent := [each.name for each in own if not each.says]:
        raise ValueError(f"{kind.__name__}: say what {', '.join(silent)} means, in a string below the field")
    absent = {"": "", "nothing": "may be missing"}
    rows = [(f"`{each.name}`", each.type, absent.get(each.usual, f"`{each.usual}`"), each.says) for each in own]
    heads = ("field", "type", "unless given", "meaning")
    used = [at for at in range(len(heads)) if any(row[at] for row in rows)]
    yield from _table((heads[at] for at in used), ((row[at] for at in used) for row in rows))
    yield ""


def _events() -> Iterator[str]:
    rows: list[tuple[str, ...]] = []
    for kind in EVENTS_TOLD:
        own = ", ".join(f"`{each.name}` ({each.type})" for each in fields(kind))
        rows.append((f"[`{kind.__name__}`](table.md#{kind.__name__.lower()})", said(kind), TOLD_TO[EVENTS[kind].audience], own))
    yield from _table(("`type`", "what happened", "who is told", "fields beside `type` and `at`"), rows)


def _errors() -> Iterator[str]:
    too_fast = limits.TOO_FAST.format(messages=ClientLimits().messages_per_second)
    own = [(f"`{connection.TOO_FAST_CODE}`", too_fast), (f"`{connection.TOO_LATE_CODE}`", connection.TOO_LATE)]
    rows = [*own, *((f"`{each}`", each.meaning) for each in Reason)]
    yield from _table(("`error`", "meaning"), rows)


def _limits() -> Iterator[str]:
    rows: list[tuple[str, str, str, str]] = []
    usual = ClientLimits()
    for each in dataclass_fields(ClientLimits):
        value: int = getattr(usual, each.name)
        sentence = REFUSED_WITH[each.name].format(
            seconds=value, bytes=value, messages=usual.messages_per_second, requests=usual.requests_per_second
        )
        rows.append((_option(each.name), f"{value:,}", each.metadata["meaning"], f"“{sentence}”"))
    seats = SeatRules()
    for each in fields(SeatRules):
        value = getattr(seats, each.name)
        sentence = NO_SEAT.get(each.name, "").format(seats=value)
        rows.append((_option(each.name), f"{value:,}", each.says, sentence and f"“{sentence}”"))
    yield from _table(("`--limit`", "default", "what it limits", "what a client is told"), rows)


def _option(name: str) -> str:
    return f"`{name.replace('_', '-')}`"


PARTS: dict[str, Callable[[], Iterator[str]]] = {
    "lobby": _lobby,
    "felt": _felt,
    "wagers": _wagers,
    "rounds": _rounds,
    "wishes": _wishes,
    "told": _told,
    "events": _events,
    "errors": _errors,
    "limits": _limits,
}
