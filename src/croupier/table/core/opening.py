"""The first line of a table's stream: the rules, the sign and the settings with which it was opened."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from croupier.catalogue import ruleset
from croupier.rules.error import RuleError
from croupier.rules.outcomes import listed
from croupier.rules.ruleset import Ruleset
from croupier.rules.sequence import Phase
from croupier.rules.sign import SettingValue
from croupier.table.core.apply import apply
from croupier.table.core.recorded import FORMAT, check_format, check_format_of, events_in
from croupier.table.core.state import MEMORY, REACH, Round, Table, open_table


class TableOpened(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A table was opened."""

    format: int
    ruleset: str
    fingerprint: str
    """The fingerprint of the rules. A replay fails if the rules at hand have another one."""
    readings: Mapping[str, str]
    """The readings that were chosen, by id."""
    sign: Mapping[str, SettingValue]
    raised: Mapping[str, str] = {}
    """The odds that were raised."""
    left_out: tuple[str, ...] = ()
    """The kinds of wager that are not offered."""
    confirmed: tuple[str, ...] = ()
    """The readings that the operator has confirmed. Some wagers may only be offered with a confirmed reading."""
    seats: int = 0
    """The number of places; 0 if it is not limited."""
    reach: int = REACH
    """How many rounds back a correction may go."""


_FIRST = msgspec.json.Decoder(TableOpened)


class ChangedRulesError(ValueError):
    """The journal was written under other rules than those at hand."""


class OpeningError(ValueError):
    """A table may not be opened with these settings."""


def opening(
    rules: Ruleset,
    sign: Mapping[str, SettingValue],
    *,
    confirmed: Iterable[str] = (),
    seats: int = 0,
    reach: int = REACH,
) -> TableOpened:
    """Make the first line of a table. Raise `OpeningError` or `SignError` if the settings are not allowed."""
    agreed = tuple(confirmed)
    for reading in rules.readings:
        waiting = [kind for kind in reading.to_confirm if any(offer.kind == kind for offer in rules.offers)]
        if waiting and reading.id not in agreed:
            raise OpeningError(
                f"{rules.id} cannot be opened with {listed(waiting, 'and')} before the operator has confirmed "
                f"the reading {reading.id} ({reading.read}); confirm it, or leave the wager out"
            )
    if seats < 0:
        raise OpeningError(f"{rules.id} cannot be opened with {seats} seats; 0 means that they are not limited")
    if reach < 1:
        raise OpeningError(f"{rules.id} cannot be opened with a reach of {reach}: a correction reaches 1 round back or more")
    rules.sign(sign)
    return TableOpened(
        format=FORMAT,
        ruleset=rules.id,
        fingerprint=rules.fingerprint,
        readings=rules.chosen,
        sign=sign,
        raised=rules.raised,
        left_out=tuple(rules.left_out),
        confirmed=agreed,
        seats=seats,
        reach=reach,
    )


def read_opening(line: bytes) -> TableOpened:
    """Decode the first line of a table. Raise `NewerFormatError` for a newer format."""
    try:
        first = _FIRST.decode(line)
    except msgspec.ValidationError:
        check_format_of(line)
        raise
    check_format(first.format)
    return first


def opened(first: TableOpened) -> Table:
    """The table right after it was opened. It takes no bets before its first round opens."""
    try:
        rules = document(first, first.readings, first.raised)
    except RuleError as error:
        raise ChangedRulesError(str(error)) from None
    if rules.fingerprint != first.fingerprint:
        raise ChangedRulesError(
            f"this table was opened under {first.ruleset} with the fingerprint {first.fingerprint[:12]}…, "
            f"but the rules here have {rules.fingerprint[:12]}…"
        )
    table = open_table(rules, rules.sign(first.sign), first.seats)
    return replace(table, round=Round(phase=Phase.DONE), reach=first.reach)


def document(first: TableOpened, readings: Mapping[str, str], raised: Mapping[str, str]) -> Ruleset:
    """The rule set of a table with the readings and raised odds of its opening or of a later edition."""
    return _document(first.ruleset, first.left_out, tuple(sorted(readings.items())), tuple(sorted(raised.items())))


Pairs = tuple[tuple[str, str], ...]


# Building a rule set checks all of it and computes its fingerprint, so cache it.
@lru_cache(maxsize=64)
def _document(name: str, left_out: tuple[str, ...], readings: Pairs, raised: Pairs) -> Ruleset:
    return ruleset(name).without(left_out).amended(dict(readings), dict(raised))


def replay(lines: Iterable[bytes]) -> tuple[Table, int]:
    """Replay a whole stream. Return the table and the number of the last line."""
    remaining = iter(lines)
    first = read_opening(next(remaining))
    table, number = replay_lines(replace(opened(first), memory=max(MEMORY, first.reach)), 1, remaining)
    return replace(table, memory=MEMORY, past=table.past[-MEMORY:]), number


def replay_lines(table: Table, number: int, lines: Iterable[bytes]) -> tuple[Table, int]:
    """Replay the lines after line `number`. Return the table and the number of the last line."""
    for line in lines:
        for event in events_in(line):
            table = apply(table, event)
        number += 1
    return table, number
