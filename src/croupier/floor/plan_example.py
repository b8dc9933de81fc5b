"""A commented floor file with one table of every rule set, to start from."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import fields

from croupier.catalogue import names, ruleset
from croupier.floor.chips import PAYOUT_UNIT, USUAL_CHIPS
from croupier.floor.limits import ClientLimits
from croupier.floor.plan import DEFAULT_DUTIES, DEFAULT_ROLES, TablePlan
from croupier.floor.roles import opener
from croupier.floor.seating import SeatRules
from croupier.floor.timetable import Timing
from croupier.money import dollars
from croupier.rulebook.signs import OF_TERMINALS, setting_entries
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import HAND_PAY_LIMIT, Setting

WIDTH = 100

HEAD = """\
# A floor of croupier. Check it with: croupier floor check FILE
#
# A line such as "#seats = 0" is a setting with its default: remove the "#" to change it. A line such as
# "# anchors = ..." is a setting that has no default. Amounts are text with a dollar sign: "$5" or "$5.00".
# Relative files are in the folder of this file. docs/reference/floor-file.md describes every setting.

# The name of the floor, for people.
name = "Main floor"

# The journal: a file, "sqlite:FILE" or "postgresql://USER@HOST/DATABASE".
journal = "floor.sqlite"

# The file of the signing key. It is created at the first start. Keep a copy elsewhere: the journal cannot be
# continued without it.
#key = "floor.sqlite-key"

# A file for a copy of every anchor, best on another machine. Without this setting there are no copies.
# anchors = "anchors.jsonl"

# The file of the staff's credentials.
#credentials = "floor-credentials"

# The addresses to listen on. The default is for this machine only.
#listen = ["127.0.0.1:8021"]

# Further names under which clients reach the server, such as "floor.example". It answers to no other names.
#hosts = []

# TLS: the certificate with its chain, and its private key, both in PEM form. Without them there is no TLS.
# certificate = "floor.crt"
# certificate_key = "floor.key"

# Proxies that may report the address of a client, such as "10.0.0.5" or "10.0.0.0/24".
#trusted_proxies = []

# The hour at which a gaming day begins, from 0 to 23, and the time zone of the floor.
#gaming_day_hour = 6
#time_zone = "UTC"

# What the server writes to stderr: sentences ("text"), or one JSON object per line ("json").
#log = "text"
"""

ROLES = """
# The roles of the staff. Each stands for roles that the documents name: a person acts in those that the
# document of a table has. A role without any acts at no table.
[roles]
"""

DUTIES = """
# What each role lets a person do apart from tables. docs/reference/people.md lists the duties.
[duties]
"""

LIMITS = """
# Limits on what clients may take of the server.
[limits]
"""

FIRST_TABLE = """
# The tables. Each begins with [[tables]]. The first one shows every setting.
"""

OPTIONS = """\
# How many places there are; 0 if that is not limited.
#seats = 0
# How many rounds back a correction may go.
#reach = {reach}
# From when the rules hold, if that is later than the approval of the document.
# in_force = 2030-01-31
# Who decided that the sign shows no minimum. Then the sign has none.
# without_minimum = {{ name = "NAME", role = "{role}" }}
# What reports the outcomes: "generator", the random numbers of the operating system, or "connected",
# a device that was enrolled for this table. docs/reference/device.md says how it speaks.
#device = "generator"
# Who deals: "person" or "automatic".
#attended = "{attended}"
# The chips of the table. A dealer pays in multiples of the smallest one.
#chips = [{chips}]
"""

TIMING = {
    "betting": "how long bets are taken",
    "showing": "how long a result is shown before the next round opens",
    "calling": "between two calls of the automatic dealer",
    "patience": "how long the staff wait for a shooter to throw, once betting is over",
    "offer": "how long the staff wait for a player who was offered the dice",
    "paying": "how long a player may decide whether to leave a winning bet up for a new commission",
    "quiet": "betting at a dealer's table goes on until no person has changed a bet for this long",
    "overtime": "by how much that prolongs betting at most",
    "unattended": "how long a bot waits before it throws if no person was present",
    "gone": "how long a player whose terminal is gone counts as present",
    "device": "how long a connected device may take to report the outcome",
    "still": "seconds at one step of a dealer, with players there, before the pit is alarmed",
}
"""What the times of a round are, in seconds."""

SEATS = {
    "seats": "seats of terminals at one table",
    "seats_per_address": "seats of one network address at one table",
    "hold_empty_seconds": "seconds for which a seat without money and bets is held for a terminal that is gone",
    "hold_money_seconds": "seconds for which a seat with credit is held; then the credit is kept for the player",
}
"""What the limits of seats are."""


def example() -> str:
    """The text of a floor file with one table of every rule set."""
    roles = [f"#{role} = [{_quoted(documents)}]" for role, documents in DEFAULT_ROLES.items()]
    duties = [f"#{role} = [{_quoted(held)}]" for role, held in DEFAULT_DUTIES.items()]
    parts = [HEAD, ROLES, *_lines(roles), DUTIES, *_lines(duties), LIMITS, *_lines(_limits()), FIRST_TABLE]
    for position, name in enumerate(names()):
        parts += _lines(_table(ruleset(name), is_first=position == 0))
    return "".join(parts).rstrip("\n") + "\n"


def _lines(lines: Sequence[str] | Iterator[str]) -> list[str]:
    return [f"{line}\n" for line in lines]


def _quoted(texts: Sequence[str]) -> str:
    return ", ".join(f'"{each}"' for each in texts)


def _limits() -> Iterator[str]:
    clients, seats = ClientLimits(), SeatRules()
    for each in fields(clients):
        yield f"#{each.name} = {getattr(clients, each.name)}  # {each.metadata['meaning']}"
    for each in fields(seats):
        yield f"#{each.name} = {getattr(seats, each.name)}  # {SEATS[each.name]}"


def _table(rules: Ruleset, *, is_first: bool) -> Iterator[str]:
    """The section of one table. Only the first one shows the settings that are the same at all tables."""
    plan = TablePlan(name=rules.id, ruleset=rules.id)
    yield from ([] if is_first else [""])
    yield from ("[[tables]]", f"# {rules.title}.", f'name = "{plan.name}"', f'ruleset = "{plan.ruleset}"')
    if is_first:
        role, chips = opener(rules).role, _quoted([dollars(chip) for chip in USUAL_CHIPS])
        yield from OPTIONS.format(reach=plan.reach, role=role, attended=plan.dealt_by, chips=chips).splitlines()
    yield from _wagers(rules, is_first=is_first)
    yield from _measures(rules)
    yield from _sign(rules)
    yield from _readings(rules)
    if is_first:
        yield from ("# How long the steps of a round last, in seconds.", "[tables.timing]")
        yield from (f"#{each.name} = {getattr(Timing(), each.name)}  # {TIMING[each.name]}" for each in fields(Timing))


def _wagers(rules: Ruleset, *, is_first: bool) -> Iterator[str]:
    """What is offered: the kinds of wager that are left out, the readings to confirm, and the odds that are raised."""
    optional = list(dict.fromkeys(offer.kind for offer in rules.offers if offer.optional))
    confirming = [reading for reading in rules.readings if reading.to_confirm]
    left_out = dict.fromkeys(kind for reading in confirming for kind in reading.to_confirm)
    if optional:
        yield f"# Kinds of wager that are not offered. This document lets you leave out: {', '.join(optional)}."
    elif is_first:
        yield "# Kinds of wager that are not offered. The document must call them optional; this one has none."
    for reading in confirming:
        kinds = ", ".join(reading.to_confirm)
        yield from _comment(f"To offer {kinds}, confirm the reading {reading.id}, and leave the wager in: {reading.read}")
    if optional or is_first:
        yield f"{'' if left_out else '#'}without = [{_quoted(list(left_out))}]"
    if confirming or is_first:
        yield f"#{' ' if confirming else ''}confirmed = [{_quoted([reading.id for reading in confirming])}]"
    if rules.odds_may_be_raised or is_first:
        may = f"allows it ({rules.raises_odds})" if rules.odds_may_be_raised else "does not allow it"
        yield f"# Higher odds by row of the odds table, the same at all tables of the document. This one {may}."
        yield "#raised = {}"


def _measures(rules: Ruleset) -> Iterator[str]:
    """The sizes of the equipment that the document limits, each as large as it may be."""
    measures = rules.procedures.measures
    if measures:
        yield "# What you have measured of the equipment, in millimetres:"
        yield from (f"# {each.id}: {each.words}, {each.limits} ({each.clause})." for each in measures)
        yield f"# measures = {{ {', '.join(f'{each.id} = {each.most}' for each in measures)} }}"


def _comment(sentence: str) -> list[str]:
    return [f"# {line}" for line in textwrap.wrap(sentence, WIDTH, break_on_hyphens=False)]


def _sign(rules: Ruleset) -> Iterator[str]:
    """The settings of the sign, each with its meaning. Minimum and maximum are set."""
    yield "[tables.sign]"
    meanings = {each.setting: each.meaning for each in setting_entries(rules)}
    meanings |= OF_TERMINALS
    meanings |= {
        PAYOUT_UNIT: meanings.get(PAYOUT_UNIT, "") and "Payments are multiples of this; the smallest chip unless set.",
    }
    for setting in rules.all_settings:
        if meanings[setting.name]:
            yield f"{_value(setting)}  # {meanings[setting.name]}"


def _value(setting: Setting) -> str:
    """A setting with its value; in a comment if it has no default."""
    given = {"minimum": 500, "maximum": 50_000}
    if setting.name in given:
        return f'{setting.name} = "{dollars(given[setting.name])}"'
    if setting.name == PAYOUT_UNIT:
        return f'#{setting.name} = "{dollars(min(USUAL_CHIPS))}"'
    if setting.default is None:
        return f'# {setting.name} = "{dollars(500_000 if setting.name == HAND_PAY_LIMIT else 500)}"'
    value = f'"{dollars(setting.default)}"' if setting.unit == "cents" else str(setting.default).lower()
    return f"#{setting.name} = {value}"


def _readings(rules: Ruleset) -> Iterator[str]:
    """The readings that can be chosen, each with what a running floor takes, and with the other values."""
    yield f"# How unclear clauses are read. croupier rulebook show {rules.id} --readings explains them."
    yield "[tables.readings]"
    for reading in rules.readings:
        if reading.default:
            taken = reading.live or reading.default
            others = [f'"{value}"' for value in reading.values if value != taken]
            yield f'#{reading.id} = "{taken}"  # or {", ".join(others)} ({reading.clause})'
