"""How a table begins: under which rules and which sign. The first fact of every table."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from croupier.catalogue import ruleset
from croupier.rules.error import RuleError
from croupier.rules.outcomes import listed
from croupier.rules.ruleset import Ruleset
from croupier.rules.sequence import Phase
from croupier.rules.sign import SettingValue
from croupier.table.apply import apply
from croupier.table.events import Event
from croupier.table.state import Round, Table, open_table
from croupier.table.versions import FORMAT, readable, today

_EVENTS = msgspec.json.Decoder(Event)


class TableOpened(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A table was opened: rule set, fingerprint, readings, odds, wagers left out, sign, places, and the form of its lines."""

    ruleset: str
    fingerprint: str
    readings: Mapping[str, str]
    sign: Mapping[str, SettingValue]
    raised: Mapping[str, str] = {}
    left_out: tuple[str, ...] = ()
    confirmed: tuple[str, ...] = ()
    """The readings that the operator has confirmed, where a wager may not be offered before."""
    seats: int = 0
    format: int = 1


class ChangedRulesError(ValueError):
    """A journal that was written under other rules than those at hand."""


class OpeningError(ValueError):
    """A table that may not be opened so."""


def opening(rules: Ruleset, sign: Mapping[str, SettingValue], *, confirmed: Iterable[str] = (), seats: int = 0) -> TableOpened:
    """The first fact of a table under these rules and this sign."""
    agreed = tuple(confirmed)
    for reading in rules.readings:
        waiting = [kind for kind in reading.to_confirm if any(offer.kind == kind for offer in rules.offers)]
        if waiting and reading.id not in agreed:
            raise OpeningError(
                f"{rules.id} cannot be opened with {listed(waiting, 'and')} before the operator has confirmed "
                f"the reading {reading.id} ({reading.read}); confirm it, or leave the wager out"
            )
    rules.sign(sign)
    return TableOpened(
        ruleset=rules.id,
        fingerprint=rules.fingerprint,
        readings=rules.chosen,
        sign=sign,
        raised=rules.raised,
        left_out=tuple(rules.left_out),
        confirmed=agreed,
        seats=seats,
        format=FORMAT,
    )


def opened(first: TableOpened) -> Table:
    """The table that this fact opened, under the same rules as then."""
    try:
        rules = document(first, first.readings, first.raised)
    except RuleError as error:
        raise ChangedRulesError(str(error)) from None
    known = first.fingerprint in rules.formerly and not first.readings
    if rules.fingerprint != first.fingerprint and not known:
        raise ChangedRulesError(
            f"this table was opened under {first.ruleset} with the fingerprint {first.fingerprint[:12]}…, "
            f"but the rules here have {rules.fingerprint[:12]}…"
        )
    table = open_table(rules, rules.sign(first.sign), first.seats)
    # A table that lives takes no bet before its first round is opened; one of the first form did.
    return table if first.format == 1 else replace(table, round=Round(phase=Phase.DONE))


def document(first: TableOpened, readings: Mapping[str, str], raised: Mapping[str, str]) -> Ruleset:
    """The rule set of a table under some readings and at some odds: those of its opening, or of a later edition."""
    return _document(first.ruleset, first.left_out, tuple(sorted(readings.items())), tuple(sorted(raised.items())))


Pairs = tuple[tuple[str, str], ...]


# A document is checked when it is made and its fingerprint found by writing all of it out: once is enough.
@lru_cache(maxsize=64)
def _document(name: str, left_out: tuple[str, ...], readings: Pairs, raised: Pairs) -> Ruleset:
    return ruleset(name).without(left_out).amended(dict(readings), dict(raised))


def events(first: TableOpened, lines: Iterable[bytes]) -> Iterator[Event]:
    """The events of a journal, whatever the form in which its lines were written."""
    readable(first.format)
    for line in lines:
        yield today(_EVENTS.decode(line), first.format)


def replayed(lines: Iterable[bytes]) -> tuple[Table, int]:
    """The table that a journal tells of, and how many lines it has."""
    remaining = iter(lines)
    first = msgspec.json.decode(next(remaining), type=TableOpened)
    return gone_on(opened(first), 1, events(first, remaining))


def gone_on(table: Table, number: int, events: Iterable[Event]) -> tuple[Table, int]:
    """The table after what happened since a line of its journal, and the number of the last line."""
    for event in events:
        table = apply(table, event)
        number += 1
    return table, number
