"""The first line of a table's stream: the rules, the sign and the settings with which it was opened."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from croupier.catalogue import ruleset
from croupier.facts.lines import LineReader
from croupier.money import dollars
from croupier.rules.error import RuleError
from croupier.rules.moments import Millis, clock_time
from croupier.rules.outcomes import listed
from croupier.rules.powers import Act
from croupier.rules.ruleset import Ruleset
from croupier.rules.sequence import Phase
from croupier.rules.sign import SettingValue, SignError
from croupier.table.core.apply import apply
from croupier.table.core.message import Event
from croupier.table.core.person import Person
from croupier.table.core.recorded import FORMAT, events_in
from croupier.table.core.state import MEMORY, REACH, Round, Table, open_table
from croupier.table.core.words import by_whom, who


class TableOpened(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A table was opened."""

    format: int
    at: int = 0
    """When it was opened, in milliseconds since 1970; 0 if no clock runs."""
    by: Person | None = None
    """Who opened it; null if no clock runs and nobody is named."""
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
    in_force: int | None = None
    """From when the rules hold, in milliseconds since 1970; null if from the day on which the document was approved."""
    without_minimum: Person | None = None
    """Who decided that the sign shows no minimum; null if it shows one."""
    set_by: Person | UnsetType = UNSET
    """Who set the settings of the floor that open it, in a role of the floor; left out if the table has no such floor."""
    approved_by: Person | UnsetType = UNSET
    """Who approved those settings; left out if nobody had."""
    states_tender: bool = False
    """Whether money that comes to the table or leaves it has to state its payment method, as on a live floor."""


_FIRST = LineReader(TableOpened, FORMAT)


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
    at: Millis = 0,
    by: Person | None = None,
    in_force: Millis | None = None,
    without_minimum: Person | None = None,
    set_by: Person | UnsetType = UNSET,
    approved_by: Person | UnsetType = UNSET,
    states_tender: bool = False,
) -> TableOpened:
    """Make the first line of a table. Raise `OpeningError` or `SignError` if the settings are not allowed."""
    agreed = tuple(confirmed)
    _check_readings(rules, agreed)
    if seats < 0:
        raise OpeningError(f"{rules.id} cannot be opened with {seats} seats; 0 means that they are not limited")
    if reach < 1:
        raise OpeningError(f"{rules.id} cannot be opened with a reach of {reach}: a correction reaches 1 round back or more")
    _check_opener(rules, at, by, set_by)
    _check_date(rules, at, in_force)
    _check_minimum(rules, sign, without_minimum)
    return TableOpened(
        format=FORMAT,
        at=at,
        by=by,
        ruleset=rules.id,
        fingerprint=rules.fingerprint,
        readings=rules.chosen,
        sign=sign,
        raised=rules.raised,
        left_out=tuple(rules.left_out),
        confirmed=agreed,
        seats=seats,
        reach=reach,
        in_force=in_force,
        without_minimum=without_minimum,
        set_by=set_by,
        approved_by=approved_by,
        states_tender=states_tender,
    )


def _check_readings(rules: Ruleset, agreed: tuple[str, ...]) -> None:
    """Check that the operator has confirmed every reading without which an offered wager may not be offered."""
    for reading in rules.readings:
        waiting = [kind for kind in reading.to_confirm if any(offer.kind == kind for offer in rules.offers)]
        if waiting and reading.id not in agreed:
            raise OpeningError(
                f"{rules.id} cannot be opened with {listed(waiting, 'and')} before the operator has confirmed "
                f"the reading {reading.id} ({reading.read}); confirm it, or leave the wager out"
            )


def _check_opener(rules: Ruleset, at: Millis, by: Person | None, set_by: Person | UnsetType) -> None:
    """Check that a live table names who opened it, or whose settings did. A role that may close a table may open it."""
    if by is None and at and not (set_by and set_by.name.strip()):
        raise OpeningError(f"{rules.id} cannot be opened by nobody; name who opens it")
    if by is not None:
        _check_power(rules, by, Act.CLOSE_TABLE, "opens the table")


def _check_power(rules: Ruleset, by: Person, act: Act, does: str) -> None:
    """Check that a person has the role for this act. If the document gives it to nobody, any of the staff may do it."""
    procedures = rules.procedures
    held_by = [role for power in procedures.powers_to[act] for role in power.held_by] or list(procedures.roles)
    if not by.name.strip() or not procedures.acting(by.role).intersection(held_by):
        who = f"{by.name or 'somebody without a name'} ({by.role})"
        raise OpeningError(f"{rules.id}: it is {listed(procedures.named(held_by))}, not {who}, who {does}")


def _check_date(rules: Ruleset, at: Millis, in_force: Millis | None) -> None:
    """Check that the rules hold when the table is opened: not before their approval, nor before the chosen date."""
    approval = rules.procedures.approval
    if approval is None:
        return
    if in_force is not None and in_force < approval.since:
        raise OpeningError(
            f"{rules.id} cannot take effect at {clock_time(in_force)}: "
            f"it was approved at {clock_time(approval.since)} ({approval.clause})"
        )
    since = approval.since if in_force is None else in_force
    if at and at < since:
        raise OpeningError(
            f"{rules.id} cannot be opened at {clock_time(at)}: its rules take effect at {clock_time(since)} ({approval.clause})"
        )


def _check_minimum(rules: Ruleset, sign: Mapping[str, SettingValue], without: Person | None) -> None:
    """Check that the sign shows a minimum, or that a person decided that it shows none."""
    minimum, clause = rules.sign(sign).minimum, rules.limits.clause
    if without is None and not minimum:
        raise OpeningError(
            f"{rules.id} cannot be opened without a minimum bet on its sign ({clause}); "
            "set a minimum, or name in without_minimum who decided that there is none"
        )
    if without is not None:
        if minimum:
            raise OpeningError(f"{rules.id} has a minimum of {dollars(minimum)} on its sign; leave out without_minimum")
        _check_power(rules, without, Act.CHANGE_SIGN, "decides about the sign")


def read_opening(line: bytes) -> TableOpened:
    """Decode the first line of a table. Raise `OtherFormatError` for another format."""
    return _FIRST.read(line)


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
    return replace(table, round=Round(phase=Phase.DONE), reach=first.reach, states_tender=first.states_tender)


def opening_fault(first: TableOpened) -> str:
    """Why this table should not have been opened so; empty if nothing is wrong. For audits of a first line."""
    try:
        opening(
            document(first, first.readings, first.raised),
            first.sign,
            confirmed=first.confirmed,
            seats=first.seats,
            reach=first.reach,
            at=first.at,
            by=first.by,
            in_force=first.in_force,
            without_minimum=first.without_minimum,
            set_by=first.set_by,
            approved_by=first.approved_by,
        )
    except (OpeningError, SignError) as error:
        return str(error)
    return ""


def opened_by(first: TableOpened) -> str:
    """Who opened a table, for the end of a sentence; empty if nobody is named."""
    if not first.set_by:
        return by_whom(first.by)
    approval = f"approved by {who(first.approved_by)}" if first.approved_by else "approved by nobody yet"
    return f" by the settings of {who(first.set_by)}, {approval}"


def document(first: TableOpened, readings: Mapping[str, str], raised: Mapping[str, str]) -> Ruleset:
    """The rule set of a table with the readings and raised odds of its opening or of a later edition."""
    return edition(first.ruleset, first.left_out, tuple(sorted(readings.items())), tuple(sorted(raised.items())))


def shared(rules: Ruleset) -> Ruleset:
    """The same rule set, as all tables under it share it."""
    return edition(rules.id, tuple(rules.left_out), tuple(sorted(rules.chosen.items())), tuple(sorted(rules.raised.items())))


Pairs = tuple[tuple[str, str], ...]


# Building a rule set checks all of it and computes its fingerprint, so cache it.
@lru_cache(maxsize=64)
def edition(name: str, left_out: tuple[str, ...], readings: Pairs, raised: Pairs) -> Ruleset:
    """The rule set with this id, with kinds of wager left out, and with readings and odds in alphabetical order."""
    return ruleset(name).without(left_out).amended(dict(readings), dict(raised))


def replay(lines: Iterable[bytes]) -> tuple[Table, int]:
    """Replay a whole stream. Return the table and the number of the last line."""
    remaining = iter(lines)
    first = read_opening(next(remaining))
    table, number = replay_lines(replace(opened(first), memory=max(MEMORY, first.reach)), 1, remaining)
    return replace(table, memory=MEMORY, past=table.past[-MEMORY:]), number


Heard = Callable[[Table, Event, Table, tuple[Event, ...]], None]
"""Gets an event that is replayed: the table before it, the event, the table after it, and all events of its line."""


def replay_lines(table: Table, number: int, lines: Iterable[bytes], heard: Heard | None = None) -> tuple[Table, int]:
    """Replay the lines after line `number`. Return the table and the number of the last line. `heard` gets every event."""
    for line in lines:
        events = events_in(line)
        for event in events:
            before, table = table, apply(table, event)
            if heard:
                heard(before, event, table, events)
        number += 1
    return table, number
