"""Journals of one table as lists of lines, and how a line of them is forged."""

from itertools import islice
from typing import Any

import msgspec

from croupier.audit.resettle import resettle
from croupier.audit.resettled import Resettled
from croupier.canonical import canonical
from croupier.catalogue import ruleset
from croupier.table.core.opening import opened, opening
from croupier.table.core.recorded import recorded
from croupier.table.core.refusals import Refusal
from croupier.testing.evening import evening

Json = dict[str, Any]


def journal(name: str, commands: int, faults: float = 0.3) -> list[bytes]:
    """An evening at a table."""
    rules = ruleset(name)
    first = opening(rules, {"minimum": 100}, confirmed=[each.id for each in rules.readings], seats=5)
    lines = [canonical(first)]
    for _, command, outcome, _ in islice(evening(opened(first), seed=3, players=5, commands=30_000, faults=faults), commands):
        lines += [] if isinstance(outcome, Refusal) else [recorded(command, outcome)]
    return lines


def told_of(lines: list[bytes]) -> Resettled:
    """What settling again finds, where the table can be followed to its end."""
    told = resettle(lines)
    assert told.ended == ""
    assert told.lines == len(lines)
    return told


def with_event(lines: list[bytes], kind: str) -> tuple[int, int, Json]:
    """The first line that has an event of a kind: its index, the index of the event in it, and the line."""
    for at, line in enumerate(lines[1:], 1):
        found: Json = msgspec.json.decode(line)
        for place, event in enumerate(found["events"]):
            if event["type"] == kind:
                return at, place, found
    raise AssertionError(f"no {kind} in this journal")


def forged(lines: list[bytes], at: int, line: Json) -> list[bytes]:
    """The journal with another line in the place of one."""
    return [*lines[:at], canonical(line), *lines[at + 1 :]]
