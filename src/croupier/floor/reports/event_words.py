"""Events of the journal in words for reports: what happened, the details, the money that moved, the reason and the people."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from types import UnionType
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

import msgspec

from croupier.audit.local_time import local_time
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.refusals import Reason
from croupier.catalogue import names, ruleset
from croupier.ledger.accounts import Account
from croupier.ledger.chart import kind_of
from croupier.money import Cents, dollars
from croupier.people.fold import PEOPLE
from croupier.printable import escaped
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.rules.coded import Coded
from croupier.rules.moments import Millis
from croupier.rules.sign import SettingValue
from croupier.settings import FloorOpened, SettingsAdopted
from croupier.table.core.rows import EVENTS
from croupier.table.core.words import reason_in_words

Event = Mapping[str, Any]

KINDS: Mapping[str, type[msgspec.Struct]] = {
    kind.__name__: kind
    for kind in (*EVENTS, *CAGE_REGISTER.events, *PEOPLE.events, *PRIZE_REGISTER.events, FloorOpened, SettingsAdopted)
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
    ("DrawerCounted", "is_recount"): {
        True: "The drawer of a clerk was counted once more",
        False: "Two people counted the drawer of a clerk",
    },
    ("CashMoved", "to_vault"): {
        True: "Cash went from the drawer of a clerk to the vault",
        False: "Cash went from the vault to the drawer of a clerk",
    },
    ("ExchangedWithBank", "to_bank"): {
        True: "Cash went from the vault to the bank",
        False: "Cash came from the bank to the vault",
    },
    ("ColoursRedeemed", "in_cash"): {
        True: "The cage paid for colour checks that had been carried away",
        False: "Colour checks that had been carried away were redeemed",
    },
    ("SlipCancelled", "is_fill"): {
        True: "A fill was cancelled",
        False: "A credit was cancelled",
    },
    ("ChipsRestocked", "to_cage"): {
        True: "Chips came to the cage that were not in use before",
        False: "Chips of the cage were taken out of use",
    },
    ("AttemptRefused", "reason"): {
        each.value: f"Somebody asked for more {each.more_than}" for each in Reason if each.more_than
    },
}
"""What happened, where a field of the event decides it: two things that differ in whose money it is are told apart."""
APART = frozenset(
    (
        *("type", "format", "at", "by", "set_by", "approved_by", "second", "why", "ground", "clause", "seat", "place"),
        *("transfers", "decided", "again", "settled", "standing", "settings", "rules", "code", "key", "address"),
        *("salt", "digest", "before", "after", "terms", "commitment", "excluded", "figures"),
    )
)
"""Fields that have a column of their own, are too long, mean nothing to people, or are nobody's business."""
COUNTED = frozenset(("chips", "notes"))
"""Fields that say how many there are of each value."""
LONGEST = 300


HINTS = {name: get_type_hints(kind, include_extras=True) for name, kind in KINDS.items()}
"""The type of each field of every event."""


@cache
def _money_on_signs() -> frozenset[str]:
    """The settings of a sign that are amounts, at any table."""
    return frozenset(each.name for name in names() for each in ruleset(name).all_settings if each.unit == "cents")


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
        f"{name.replace('_', ' ')} {_value(name, value, HINTS[event['type']].get(name), zone)}"
        for name, value in event.items()
        if name not in APART | decided and value not in (None, "", [], {}, False)
    ]
    return short(", ".join(parts))


def _value(name: str, value: Any, hint: Any, zone: str) -> str:
    """A value by the type of its field: whatever is an amount is told in dollars, however deep it lies."""
    kinds = _kinds(hint)
    match value:
        case bool():
            return "yes" if value else "no"
        case int() if Cents in kinds or (name in _money_on_signs() and SettingValue in (hint, *kinds)):
            return dollars(value)
        case int() if Millis in kinds:
            return local_time(value, zone)
        case dict() if name in COUNTED:
            return " and ".join(f"{count:,} of {dollars(int(each))}" for each, count in cast("dict[str, int]", value).items())
        case dict():
            return _fields(cast("dict[str, Any]", value), kinds, zone)
        case str() if coded := next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Coded)), None):
            return coded(value).meaning
        case list():
            inner = next((get_args(each)[0] for each in kinds if get_args(each)), None)
            return " ".join(_value("", each, inner, zone) for each in cast("list[Any]", value))
        case _:
            return str(value)


def _kinds(hint: Any) -> tuple[Any, ...]:
    """The types that a value may have."""
    return (
        tuple(kind for each in get_args(hint) for kind in _kinds(each)) if get_origin(hint) in (Union, UnionType) else (hint,)
    )


def _fields(value: Mapping[str, Any], kinds: Sequence[Any], zone: str) -> str:
    """The fields of a struct, or the entries of a mapping. Of a command that is told, neither its time nor what is empty."""
    structs = {kind.__name__: kind for kind in kinds if isinstance(kind, type) and issubclass(kind, msgspec.Struct)}
    struct = structs.get(str(value.get("type"))) or next(iter(structs.values()), None)
    hints = get_type_hints(struct, include_extras=True) if struct else {}
    of_all = next((get_args(kind)[1] for kind in kinds if len(get_args(kind)) == 2), None)
    parts = [
        f"{name.replace('_', ' ')} {_value(name, each, hints.get(name, of_all), zone)}"
        for name, each in value.items()
        if each is not None and not (struct and (name == "type" or (name == "at" and not each)))
    ]
    return " ".join([str(value["type"]), *parts] if struct and "type" in value else parts)


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


def reason(event: Event, grounds: Mapping[str, str]) -> str:
    """Why it was done, with the clause. A ground that the document lists is told in its words."""
    given, clause = str(event.get("why") or event.get("ground") or ""), event.get("clause")
    why = grounds.get(given) or reason_in_words(given)
    return short(" ".join(filter(None, (why, f"({clause})" if clause else ""))))


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
