"""Events of the journal in words for reports: what happened, the details, the money that moved, the reason and the people."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, cast, get_args, get_type_hints

import msgspec

from croupier.audit.local_time import local_time
from croupier.cage.refusals import CageReason
from croupier.cage.rows import CAGE_EVENTS
from croupier.ledger.accounts import Account
from croupier.ledger.chart import kind_of
from croupier.money import Cents, dollars
from croupier.people.rows import PEOPLE_EVENTS
from croupier.printable import escaped
from croupier.promotions.paying import PrizePaid
from croupier.rules.moments import Millis
from croupier.settings import FloorOpened, SettingsAdopted
from croupier.table.core.rows import EVENTS

Event = Mapping[str, Any]

KINDS: Mapping[str, type[msgspec.Struct]] = {
    kind.__name__: kind for kind in (*EVENTS, *CAGE_EVENTS, *PEOPLE_EVENTS, PrizePaid, FloorOpened, SettingsAdopted)
}
"""Every event, by its type."""
TITLES = {name: (kind.__doc__ or name).strip().split("\n")[0].split(". ")[0].removesuffix(".") for name, kind in KINDS.items()}
"""What happened, in the words of the event itself."""
EITHER: Mapping[tuple[str, str], Mapping[Any, str]] = {
    ("MoneyReleased", "to_player"): {
        True: "Withheld money was released to the player",
        False: "Withheld money went to the house",
    },
    ("HandPayCalled", "won"): {
        True: "A win was taken off a terminal for an attendant to pay",
        False: "Credits were taken off a terminal for an attendant to pay",
    },
    ("CreditAdjusted", "up"): {
        True: "The credit meter of a faulty terminal was adjusted upwards",
        False: "The credit meter of a faulty terminal was adjusted downwards",
    },
    ("TicketSettled", "to"): {
        "pay": "The value of a void or expired ticket was paid",
        "keep": "The house kept the value of a void or expired ticket",
        "unclaimed": "The value of a void or expired ticket went to the unclaimed money",
    },
    ("AttemptRefused", "reason"): {
        each.value: f"Somebody asked for more {each.more_than}" for each in CageReason if each.more_than
    },
}
"""What happened, where a field of the event decides it: two things that differ in whose money it is are told apart."""
APART = frozenset(
    (
        *("type", "format", "at", "by", "set_by", "approved_by", "second", "why", "ground", "clause", "seat", "place"),
        *("transfers", "decided", "again", "settled", "standing", "settings", "rules", "code", "key", "address"),
        *("salt", "digest", "before", "after"),
    )
)
"""Fields that have a column of their own, are too long, mean nothing to people, or are nobody's business."""
COUNTED = frozenset(("chips", "notes"))
"""Fields that say how many there are of each value."""
LONGEST = 300


def _fields(kind: type, wanted: object) -> frozenset[str]:
    """The fields of an event that are of a type, or may be."""
    hints = get_type_hints(kind, include_extras=True)
    return frozenset(name for name, hint in hints.items() if wanted in (hint, *get_args(hint)))


MONEY = {name: _fields(kind, Cents) for name, kind in KINDS.items()}
"""The fields of each event that are amounts."""
MOMENTS = {name: _fields(kind, Millis) for name, kind in KINDS.items()}
"""The fields of each event that are times."""


def title(event: Event) -> str:
    """What happened."""
    for (kind, field), words in EITHER.items():
        if event["type"] == kind:
            return words[event.get(field, _default(kind, field))]
    return TITLES[event["type"]]


def _default(kind: str, field: str) -> Any:
    """The value of a field that a line leaves out."""
    return next(each.default for each in msgspec.structs.fields(KINDS[kind]) if each.name == field)


def details(event: Event, zone: str) -> str:
    """What else an event says, field by field."""
    decided = {field for kind, field in EITHER if kind == event["type"]}
    parts = [
        f"{name.replace('_', ' ')} {_value(event['type'], name, value, zone)}"
        for name, value in event.items()
        if name not in APART | decided and value not in (None, "", [], {}, False)
    ]
    return short(", ".join(parts))


def _value(kind: str, name: str, value: Any, zone: str) -> str:
    if isinstance(value, int) and name in MONEY[kind]:
        return dollars(value)
    if isinstance(value, int) and name in MOMENTS[kind]:
        return local_time(value, zone)
    if isinstance(value, dict) and name in COUNTED:
        counted = cast("dict[str, int]", value)
        return " and ".join(f"{count:,} of {dollars(int(each))}" for each, count in counted.items())
    return _plain(value)


def _plain(value: Any) -> str:
    match value:
        case dict():
            fields = cast("dict[str, Any]", value)
            return " ".join(f"{name.replace('_', ' ')} {_plain(each)}" for name, each in fields.items() if each is not None)
        case list():
            return " ".join(_plain(each) for each in cast("list[Any]", value))
        case _:
            return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def money_moved(event: Event) -> str:
    """By how much each account has risen or fallen with an event, those of players first; empty if no money moved."""
    moved = Counter[str]()
    for transfer in event.get("transfers", ()):
        moved[transfer["source"]] -= transfer["amount"]
        moved[transfer["target"]] += transfer["amount"]
    changed = sorted((each for each in moved.items() if each[1]), key=lambda each: (":" not in each[0], each[0]))
    return escaped(", ".join(_change(Account(account), amount) for account, amount in changed))


def _change(account: Account, amount: int) -> str:
    kind, _, whose = account.partition(":")
    found = kind_of(account)
    name, shown = (found.title, found.shown(amount)) if found else (kind, amount)
    return f"{f'{whose}: ' if whose else ''}{name} {'+' if shown > 0 else ''}{dollars(shown)}"


def reason(event: Event) -> str:
    """Why it was done, with the clause."""
    why, clause = event.get("why") or event.get("ground") or "", event.get("clause")
    return short(f"{why} ({clause})" if clause else str(why))


def people(event: Event) -> str:
    """Who did it, and who agreed."""
    named = (event.get(name) for name in ("by", "set_by", "second", "approved_by"))
    return ", ".join(_person(each) for each in named if each)


def _person(person: Mapping[str, str] | str) -> str:
    if isinstance(person, str):
        return escaped(person)
    role = person.get("role") or person.get("login")
    return escaped(f"{person['name']} ({role})" if role else person["name"])


def short(text: str) -> str:
    """A text for a cell, harmless and not too long."""
    text = escaped(text)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
