"""The tables of a floor file, checked with the same functions that open a table."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import partial
from typing import Any, TypeVar, get_args

from croupier.catalogue import UnknownRulesetError, names, ruleset
from croupier.floor.chips import USUAL_CHIPS, live_sign
from croupier.floor.favoured import check_odds
from croupier.floor.plan import DEVICES
from croupier.floor.plan_mistakes import At, WrongValueError, did_you_mean
from croupier.floor.plan_values import (
    Converter,
    amount,
    anything,
    by_name,
    chip,
    each,
    millimetres,
    moment_in,
    one_of,
    person,
    said,
    seconds_from,
    section,
    table_name,
    table_of,
    text,
    whole,
)
from croupier.floor.roles import opener
from croupier.floor.timetable import Timing
from croupier.journal.streams import RESERVED
from croupier.lab.changed_odds import NoSuchRowError, find_row
from croupier.rules.error import RuleError
from croupier.rules.moments import Millis
from croupier.rules.odds import odds
from croupier.rules.outcomes import listed
from croupier.rules.ruleset import ReadingError, Ruleset
from croupier.rules.sign import Setting, SettingValue, SignError
from croupier.settings import Attended
from croupier.table.core.opening import OpeningError, opening, shared
from croupier.table.core.person import Person
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import open_table
from croupier.table.pit.signs import changed_sign

T = TypeVar("T")

SHORTEST_BETTING = 0.1
"""The fewest seconds of a wagering period."""
SOME_MINIMUM = {"minimum": 1}
"""A sign with which other settings of an opening can be checked."""


def read_table(values: Mapping[str, Any], at: At, zone: str, now: Millis) -> dict[str, Any]:
    """Read one table. Report its mistakes, and return the settings of `TablePlan` that have none."""
    given = section(values, spec_of(zone), at)
    for name in ("name", "ruleset"):
        if name not in values:
            at.report(f"a table needs a {name}")
    if "name" in given:
        _check_name(given["name"], at.inside("name"))
    if "ruleset" in given:
        try:
            rules = ruleset(given["ruleset"])
        except UnknownRulesetError as error:
            at.inside("ruleset").report(str(error))
            del given["ruleset"]
        else:
            given |= _check_rules(rules, given, at, now)
    return given


def spec_of(zone: str) -> Mapping[str, Converter]:
    """The settings of a table, and how each is converted. Dates without an offset are in this time zone."""
    return {
        "name": table_name,
        "ruleset": text,
        "readings": by_name(text),
        "confirmed": each(text),
        "without": each(text),
        "raised": by_name(text),
        "sign": by_name(anything),
        "chips": _chips,
        "seats": whole,
        "reach": whole,
        "in_force": moment_in(zone),
        "without_minimum": person,
        "measures": by_name(millimetres),
        "timing": _timing,
        "device": one_of(DEVICES, "there is no device"),
        "attended": one_of(dict.fromkeys(get_args(Attended)), "no table is attended by"),
    }


def check_together(tables: Sequence[tuple[At, Mapping[str, Any]]]) -> None:
    """Check what tables have in common: the odds that are raised are the same at all tables of a document."""
    first: dict[str, tuple[str, Mapping[str, str]]] = {}
    for at, given in tables:
        if "ruleset" not in given:
            continue
        rules, raised = ruleset(given["ruleset"]), given["raised"]
        name, others = first.setdefault(rules.id, (given.get("name", "above"), raised))
        unequal = [row for row in sorted(raised.keys() | others.keys()) if _rate(raised, row) != _rate(others, row)]
        if unequal:
            row = unequal[0]
            at.inside("raised").report(
                f"pays {row} {_paid(raised, row)}, and table {name} {_paid(others, row)}; "
                f"raised odds are the same at every table of {rules.id} ({rules.raises_odds})"
            )


def _rate(raised: Mapping[str, str], row: str) -> object:
    return odds(raised[row]).rate if row in raised else None


def _paid(raised: Mapping[str, str], row: str) -> str:
    return f"at {raised[row]}" if row in raised else "as printed"


def _check_name(name: str, at: At) -> None:
    if name in RESERVED:
        at.report(f"{said(name)} is the name of other lines of the journal; choose another")


def _chips(value: object, at: At) -> tuple[Any, ...]:
    chips = each(chip)(value, at)
    if not value:
        at.report('a table has at least one chip; write for example ["$1", "$5"]')
    return tuple(sorted(chips))


def _timing(value: object, at: At) -> Timing:
    spec = {each.name: seconds_from(SHORTEST_BETTING if each.name == "betting" else 0) for each in fields(Timing)}
    return Timing(**section(table_of(value), spec, at))


def _check_rules(rules: Ruleset, given: Mapping[str, Any], at: At, now: Millis) -> dict[str, Any]:
    """Check what depends on the rule set. Return the settings as the plan keeps them."""
    left_out, chosen, raised = given.get("without", ()), given.get("readings", {}), given.get("raised", {})
    left_out = [kind for position, kind in enumerate(left_out) if _may_leave_out(rules, kind, at.inside("without", position))]
    rules = rules.without(left_out)
    readings = {id: value for id, value in chosen.items() if _may_read(rules, id, value, at.inside("readings", id))}
    rows = dict(_raised(rules, raised, at.inside("raised")))
    rules = shared((rules.raising(rows) if rows else rules).live(readings))
    for position, id in enumerate(given.get("confirmed", ())):
        known = [reading.id for reading in rules.readings]
        if id not in known:
            at.inside("confirmed", position).report(f"{said(id)} is no reading of {rules.id}{did_you_mean(id, known)}")
    _check_measures(rules, given.get("measures", {}), at.inside("measures"))
    sign = _sign(rules, given.get("sign", {}), at.inside("sign"))
    _check_opening(rules, given, at, now)
    if sign is not None:
        full = live_sign(rules, sign, given.get("chips") or USUAL_CHIPS)
        _attempt(lambda: check_odds(rules, full), at.inside("raised"))
        _check_minimum(rules, full, given.get("without_minimum"), at)
    if rules.procedures.is_electronic and given.get("attended") == "person":
        at.inside("attended").report(f"{rules.id} is an electronic table, which nobody deals; leave attended out")
    return {"without": tuple(left_out), "readings": readings, "raised": rows, "sign": sign or {}}


def _check_measures(rules: Ruleset, given: Mapping[str, float], at: At) -> None:
    """Check that the document limits each of these sizes, and allows it."""
    known = {each.id: each for each in rules.procedures.measures}
    for name, size in given.items():
        if name not in known:
            limits = did_you_mean(name, known) or (f"; it limits {listed(known, 'and')}" if known else "")
            at.inside(name).report(f"{rules.id} limits no such size{limits}")
        elif not known[name].allows(size):
            limit = known[name]
            at.inside(name).report(f"{size:g} mm: {limit.words} is {limit.limits} ({limit.clause})")


def _attempt(check: Callable[[], object], at: At, beside: Callable[[], str] = str) -> bool:
    """Whether a check passes. Report its error, followed by what `beside` adds."""
    try:
        check()
    except (RuleError, ReadingError, NoSuchRowError, SignError, OpeningError) as error:
        at.report(f"{error}{beside()}")
        return False
    return True


def _may_leave_out(rules: Ruleset, kind: str, at: At) -> bool:
    kinds = dict.fromkeys(offer.kind for offer in rules.offers)
    return _attempt(lambda: rules.without([kind]), at, lambda: "" if kind in kinds else did_you_mean(kind, kinds))


def _may_read(rules: Ruleset, id: str, value: str, at: At) -> bool:
    known = {reading.id: reading.values for reading in rules.readings if reading.default}
    beside = did_you_mean(value, known[id]) if id in known else did_you_mean(id, known)
    return _attempt(lambda: rules.under({id: value}), at, lambda: beside)


def _raised(rules: Ruleset, raised: Mapping[str, str], at: At) -> Iterator[tuple[str, str]]:
    """The rows of odds that may be raised so, by their full names."""
    if raised and not rules.odds_may_be_raised:
        _attempt(lambda: rules.raising(raised), at)
        return
    for row, higher in raised.items():
        if _attempt(partial(_raise, rules, row, higher), at.inside(row)):
            yield find_row(rules, row), higher


def _raise(rules: Ruleset, row: str, higher: str) -> None:
    rules.raising({find_row(rules, row): higher})


def _sign(rules: Ruleset, given: Mapping[str, Any], at: At) -> dict[str, SettingValue] | None:
    """The settings of the sign; None if some are not allowed."""
    before = len(at.mistakes.found)
    spec = {setting.name: _setting(setting) for setting in rules.all_settings}
    foreign = {name: owners for name in given if name not in spec and (owners := _with_setting(name))}
    for name, owners in foreign.items():
        at.inside(name).report(f"the sign of {rules.id} has no such setting; it is one of {listed(owners, 'and')}")
    sign = section({name: value for name, value in given.items() if name not in foreign}, spec, at)
    if refusal := _refused(rules, sign):
        # Report it at the last setting without which the sign would be allowed.
        mending = [name for name in sign if not _refused(rules, {each: sign[each] for each in sign if each != name})]
        (at.inside(mending[-1]) if mending else at).report(refusal.message.removesuffix("."))
    return sign if len(at.mistakes.found) == before else None


def _refused(rules: Ruleset, sign: Mapping[str, SettingValue]) -> Refusal | None:
    outcome = changed_sign(open_table(rules, rules.sign({})), sign)
    return outcome if isinstance(outcome, Refusal) else None


def _with_setting(name: str) -> list[str]:
    """The rule sets whose signs have a setting of this name."""
    return [id for id in names() if any(setting.name == name for setting in ruleset(id).all_settings)]


def _setting(setting: Setting) -> Converter:
    """A setting of the sign. An amount is written in dollars."""

    def convert(value: object, at: At) -> SettingValue:
        try:
            return setting.checked(amount(value, at) if setting.unit == "cents" else value)
        except SignError as error:
            raise WrongValueError(str(error)) from None

    return convert


def _check_opening(rules: Ruleset, given: Mapping[str, Any], at: At, now: Millis) -> None:
    """Open the table for each of its settings alone, so that one mistake does not hide another."""
    everything = [reading.id for reading in rules.readings]
    for reading in rules.readings:
        if reading.to_confirm and reading.id not in given.get("confirmed", ()):
            others = [id for id in everything if id != reading.id]
            _attempt(partial(opening, rules, SOME_MINIMUM, confirmed=others), at.inside("confirmed"))
    opens = partial(opening, rules, SOME_MINIMUM, confirmed=everything, at=now, by=opener(rules))
    if "seats" in given:
        _attempt(partial(opens, seats=given["seats"]), at.inside("seats"))
    if "reach" in given:
        _attempt(partial(opens, reach=given["reach"]), at.inside("reach"))
    _attempt(partial(opens, in_force=given.get("in_force")), at.inside("in_force"))


def _check_minimum(rules: Ruleset, sign: Mapping[str, SettingValue], without: Person | None, at: At) -> None:
    """Check that the sign shows a minimum, or that a person decided that it shows none."""
    everything = [reading.id for reading in rules.readings]
    place = at.inside("without_minimum") if without else at.inside("sign")
    _attempt(partial(opening, rules, sign, confirmed=everything, without_minimum=without), place)
