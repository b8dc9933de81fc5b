"""The audit of journals that somebody has tampered with: it says so, whatever was done to them."""

from itertools import islice
from typing import Any

import msgspec
import pytest

from croupier.audit import resettle as audit
from croupier.audit.resettle import AuditError
from croupier.bots.evening import evening
from croupier.canonical import canonical
from croupier.catalogue import ruleset
from croupier.table.opening import opened, opening
from croupier.table.refusals import Refusal

EMPTY: dict[type, Any] = {str: "", list: [], dict: {}}


def journal(name: str, commands: int) -> list[bytes]:
    rules = ruleset(name)
    first = opening(rules, {"minimum": 100}, confirmed=[each.id for each in rules.readings], seats=5)
    lines = [canonical(first)]
    for _, _, outcome, _ in islice(evening(opened(first), seed=3, players=5, commands=30_000, faults=0.3), commands):
        lines += [] if isinstance(outcome, Refusal) else [canonical(event) for event in outcome]
    return lines


def test_whatever_is_emptied_in_a_line_the_audit_names_the_line_or_finds_nothing_wrong() -> None:
    """A detail may well have been empty. Nothing that was left out makes the audit itself fail."""
    lines = journal("aruze-craps-2024", 150)
    audit.replay(lines)
    kinds = {msgspec.json.decode(line)["type"]: at for at, line in enumerate(lines) if at}
    found = 0
    for at in kinds.values():
        event: dict[str, Any] = msgspec.json.decode(lines[at])
        for field, value in event.items():
            if type(value) in EMPTY:
                found += _is_found([*lines[:at], msgspec.json.encode({**event, field: EMPTY[type(value)]})])
    assert found > len(kinds)


def _is_found(lines: list[bytes]) -> bool:
    try:
        audit.replay(lines)
    except AuditError as error:
        return f"line {len(lines)}" in str(error)
    return False


def test_a_line_that_is_missing_is_found() -> None:
    lines = journal("star-craps-2016", 60)
    with pytest.raises(AuditError):
        audit.replay(lines[1:])
    seated = next(at for at, line in enumerate(lines) if b"SeatTaken" in line)
    with pytest.raises(AuditError, match="but the rules say"):
        audit.replay([*lines[:seated], *lines[seated + 1 :]])
