"""Lists of single facts: significant events, alterations and large transactions."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, cast

import msgspec

from croupier.audit.day_report import books_before
from croupier.cage.rows import CAGE_EVENTS
from croupier.floor.reports.declaration import CellKind as Kind
from croupier.floor.reports.declaration import ReportColumn, Row, Scope, place_of
from croupier.journal.port import Line
from croupier.journal.streams import CAGE, FLOOR_SETTINGS, PEOPLE, PRIZE_REGISTER, tables
from croupier.money import Cents, dollars
from croupier.people.rows import PEOPLE_EVENTS
from croupier.printable import escaped
from croupier.promotions.paying import PrizePaid
from croupier.promotions.rows import PRIZE_EVENTS
from croupier.settings import FloorOpened, SettingsAdopted
from croupier.table.core.rows import EVENTS
from croupier.table.money.tender import Way

COLUMNS = (
    ReportColumn("Time", Kind.TIME),
    ReportColumn("Place", Kind.TEXT),
    ReportColumn("What", Kind.TEXT),
    ReportColumn("Details", Kind.TEXT),
    ReportColumn("Reason", Kind.TEXT),
    ReportColumn("By", Kind.TEXT),
    ReportColumn("Line", Kind.COUNT),
)
LARGE = (
    ReportColumn("Time", Kind.TIME),
    ReportColumn("Place", Kind.TEXT),
    ReportColumn("What", Kind.TEXT),
    ReportColumn("Money", Kind.TEXT),
    ReportColumn("Amount"),
    ReportColumn("Patron", Kind.TEXT),
    ReportColumn("By", Kind.TEXT),
    ReportColumn("Line", Kind.COUNT),
)
LEAST = Cents(1_000_000)
"""The least amount of a large transaction, unless the question says otherwise: $10,000."""

SIGNIFICANT = frozenset(
    (
        *("TerminalLocked", "TerminalUnlocked", "TerminalFailed", "TerminalRestored", "DevicesReported", "DeviceFaultCleared"),
        *("LightsFailed", "FaultReported", "FaultRectified", "DisplayReported", "PlayStopped", "PlayResumed", "ClockJumped"),
        *("DiceLost", "DieRecovered", "DiceReplaced", "TicketNotPrinted", "TableDisabled", "TableEnabled", "TableClosed"),
        *(
            "DayOpened",
            "HandPayCalled",
            "KeptCreditCalled",
            "HandPayWithheld",
            "HandPayRefused",
            "MoneyWithheld",
            "MoneyReleased",
            "ReturnDemanded",
        ),
        *("NoticeDemanded", "NoticeGiven", "DisputeOpened", "DisputeDecided", "DisputeReviewed", "PlayerSanctioned"),
        *("BreachNoted", "BarRecorded", "BarLifted", "PatronExcluded", "ExclusionLifted", "WrongPinTyped", "TicketWithheld"),
        *("TicketReleased", "DayClosed", "LockedOut", "StaffDisabled", "ClientRevoked", "InspectionStopped"),
        *("TicketNoticeGiven", "TicketReviewed", "DrawerWasShort"),
    )
)
"""The events that the report of significant events lists, at tables, at the cage and about people."""
ALTERATIONS = frozenset(
    (
        *("CreditAdjusted", "SettledAgain", "RoundVoided", "TerminalsVoided", "BetsVoided", "BetsInvalidated", "BetRefused"),
        *("BetCorrected", "FreezeRelaxed", "SignChanged", "RulesAmended", "PlayerLimitsSet", "PayoutUnitChanged", "WagerEnded"),
        *("HandPayTakenBack", "SlipCancelled", "TicketVoided", "TicketFreed", "TicketRulesChanged", "PatronRulesChanged"),
        *("TicketSettled", "TicketReprinted", "PatronCorrected", "VoucherIssued", "VoucherVoided", "VoucherRulesChanged"),
        *("PatronErased", "CardCancelled", "VarianceExplained", "StaffAdded", "RolesChanged", "StaffEnabled", "PasswordReset"),
        *("ClientEnrolled", "SettingsAdopted"),
    )
)
"""The events that the report of alterations lists: a person changed records, rules, settings or rights."""
VOUCHERS = frozenset(("VoucherIssued", "VoucherExchanged", "VoucherVoided", "VoucherRulesChanged"))
"""The events that the report of vouchers lists."""
TRANSACTIONS = frozenset(
    (
        *("MoneyInserted", "MoneyCollected", "SeatTaken", "SeatLeft", "HandPaid", "ColoursRedeemed"),
        *("ChipsSold", "ChipsRedeemed", "TicketIssued", "TicketPaid", "Deposited", "Withdrawn"),
        *("TicketSettled", "PrizePaid"),
    )
)
"""The events with which money comes from a person or goes to one. A hand pay is that of its table, a prize of the register."""
IN_CASH = frozenset(("ChipsSold", "ChipsRedeemed", "TicketIssued", "Deposited", "Withdrawn"))
"""Those of the counter that are always cash on one side."""
WAYS = {
    Way.NOTES: "cash",
    Way.CASH: "cash",
    Way.CHIPS: "chips",
    Way.TICKET: "ticket",
    Way.CASHLESS: "account",
    Way.RESTRICTED: "promotional",
    Way.UNRESTRICTED: "promotional",
    Way.TOKENS: "promotional",
    Way.HAND_PAY: "hand pay",
}
"""The kinds of money that come to a table or leave it."""
assert WAYS.keys() == {*Way}, "every way to pay is a kind of money"
AT_TABLE: Mapping[tuple[str, str], str] = {
    ("MoneyInserted", Way.CASH): "A player bought chips for cash at the table",
    ("MoneyInserted", Way.CHIPS): "A player brought chips to the table",
    ("MoneyCollected", Way.CHIPS): "A player took chips from the table",
}
"""What happened at a dealer's table, where the event itself speaks of a terminal."""

KINDS: Mapping[str, type] = {
    kind.__name__: kind for kind in (*EVENTS, *CAGE_EVENTS, *PEOPLE_EVENTS, PrizePaid, FloorOpened, SettingsAdopted)
}
"""Every event, by its type."""
assert KINDS.keys() >= SIGNIFICANT | ALTERATIONS | TRANSACTIONS, "reports list events that exist"
assert not {kind.__name__ for kind in PRIZE_EVENTS} & (SIGNIFICANT | ALTERATIONS), (
    "events of the prize register have other names"
)
TITLES = {name: (kind.__doc__ or name).strip().split("\n")[0].split(". ")[0].removesuffix(".") for name, kind in KINDS.items()}
"""What happened, in the words of the event itself."""
MONEY = {
    name: frozenset(
        field for each in kind.__mro__ for field, type_ in vars(each).get("__annotations__", {}).items() if type_ is Cents
    )
    for name, kind in KINDS.items()
}
"""The fields of each event that are amounts."""
APART = frozenset(
    (
        *("type", "format", "at", "by", "set_by", "approved_by", "second", "why", "ground", "clause", "seat", "place"),
        *("transfers", "decided", "again", "settled", "standing", "settings", "rules", "code", "key", "address"),
    )
)
"""Fields that have a column of their own, are too long, or are nobody's business."""
LONGEST = 300

Event = Mapping[str, Any]


def listing(types: Iterable[str]) -> Callable[[Scope], Iterator[Row]]:
    """The rows of a report that lists the events of some types."""
    wanted = frozenset(types)

    def rows(scope: Scope) -> Iterator[Row]:
        mentioned = re.compile(rb'"type":"(?:%s)"' % "|".join(sorted(wanted)).encode())
        for at, place, line, event in _in_order(scope, wanted, mentioned):
            yield at, place, TITLES[event["type"]], _details(event), _reason(event), _people(event), line

    return rows


def large_rows(scope: Scope) -> Iterator[Row]:
    """Transactions, bets and wins from an amount on."""
    least = scope.question.least or LEAST
    # A prize may be paid in parts that are smaller, each.
    digits = re.compile(rb'"(?:amount|paid|stake)":[0-9]{%d}|"type":"PrizePaid"' % len(str(least)))
    found = [
        (at, place, *each, line)
        for at, place, line, event in _in_order(scope, TRANSACTIONS | {"BetPlaced", "RoundSettled"}, digits)
        for each in _large(event, least)
    ]
    for at, place, seat, what, money, amount, patron, by, line in found:
        if scope.question.terminal in (None, seat or place.partition("/")[2]):
            yield at, f"{place}/{seat}" if seat else place, what, money, amount, patron, by, line


def _large(event: Event, least: int) -> Iterator[tuple[str, str, str, int, str, str]]:
    """Seat, what happened, kind of money, amount, patron and staff of what an event has from an amount on."""
    kind = event["type"]
    if kind == "BetPlaced":
        if event["stake"] >= least:
            yield "", f"Bet on {event['wager']}", "", event["stake"], "", ""
    elif kind == "RoundSettled":
        for bet in event["decided"]:
            if bet["result"] == "win" and bet["paid"] - bet["stake"] >= least:
                yield bet["seat"], f"Win on {bet['wager']}", "", bet["paid"] - bet["stake"], "", ""
    elif (amount := _amount(event)) >= least and (kind != "TicketIssued" or "by" in event):  # a terminal prints what it pays
        what = AT_TABLE.get((kind, _tender(event).get("way", "")), TITLES[kind])
        yield "", what, _money(event), amount, _patron(event), _people(event)


def _amount(event: Event) -> int:
    return event.get("amount") or sum(part["amount"] for part in event.get("parts", ()))


def _money(event: Event) -> str:
    """The kind of money: cash, chips, ticket, account, promotional, cheque or transfer; empty if the event does not say."""
    if parts := event.get("parts"):
        return ", ".join(f"{part['way']} {dollars(part['amount'])}" for part in parts)
    if tender := _tender(event):
        return WAYS[Way(tender["way"])]
    if event["type"] == "ColoursRedeemed":
        return "cash" if event.get("in_cash") else "chips"
    is_cash = event["type"] in IN_CASH or event.get("to") == "pay" or event["type"] == "TicketPaid"
    return event.get("method") or ("cash" if is_cash else "")


def _tender(event: Event) -> Mapping[str, Any]:
    return event.get("tender") or dict[str, Any]()


def _patron(event: Event) -> str:
    """The patron, or the person who claimed a prize, by number, and the identification that was seen; empty if not known."""
    number = event.get("patron") or _tender(event).get("account")
    person = event.get("person")
    known = [f"patron {number}" if number else "", f"claimant {person}" if person else "", event.get("identified") or ""]
    return _short(", ".join(part for part in known if part))


def _in_order(scope: Scope, types: frozenset[str], hint: re.Pattern[bytes]) -> list[tuple[int, str, int, Event]]:
    """The wanted events of all streams that were asked for, by time: time, place, line and the event.

    Only lines in which the hint is found are decoded.
    """
    heads = scope.journal.heads()
    streams = [*tables(heads), *(each for each in (CAGE, PEOPLE, FLOOR_SETTINGS, PRIZE_REGISTER) if each in heads)]
    found = [each for stream in streams for each in _in_stream(scope, stream, types, hint)]
    return sorted(found, key=lambda each: each[0])


def _in_stream(
    scope: Scope, stream: str, types: frozenset[str], hint: re.Pattern[bytes]
) -> Iterator[tuple[int, str, int, Event]]:
    _, before = books_before(scope.journal, stream, scope.window.since)
    for line in scope.journal.lines(stream, before):
        if hint.search(line.body):
            for at, event in _events(line):
                if scope.window.is_before(at):
                    return
                if event.get("type") in types and scope.window.holds(at):
                    table, seat = _place(stream, event)
                    if scope.has_place(table, seat) or (scope.question.terminal is not None and "decided" in event):
                        yield at, f"{table}/{seat}" if seat else table, line.number, event


def _events(line: Line) -> Iterator[tuple[int, Event]]:
    body = msgspec.json.decode(line.body)
    if "events" not in body:  # settings of the floor
        yield body["at"], body
        return
    at = body.get("command", {}).get("at", 0)
    for event in body["events"]:
        yield event.get("at") or at, event


def _place(stream: str, event: Event) -> tuple[str, str | None]:
    """The table and the seat that an event is about. The cage names both as its place."""
    if stream == CAGE:
        table, _, seat = str(event.get("place", "cage")).partition("/")
        return table, seat or None
    return place_of(stream), event.get("seat")


def _details(event: Event) -> str:
    """What else an event says, field by field."""
    money = MONEY[event["type"]]
    parts = [
        f"{name.replace('_', ' ')} {dollars(value) if name in money and isinstance(value, int) else _plain(value)}"
        for name, value in event.items()
        if name not in APART and value not in (None, "", [], {}, False)
    ]
    return _short(", ".join(parts))


def _plain(value: Any) -> str:
    match value:
        case dict():
            fields = cast("dict[str, Any]", value)
            return " ".join(f"{name} {_plain(each)}" for name, each in fields.items())
        case list():
            return " ".join(_plain(each) for each in cast("list[Any]", value))
        case _:
            return "yes" if value is True else str(value)


def _reason(event: Event) -> str:
    why, clause = event.get("why") or event.get("ground") or "", event.get("clause")
    return _short(f"{why} ({clause})" if clause else str(why))


def _people(event: Event) -> str:
    """Who did it, and who agreed."""
    named = (event.get(name) for name in ("by", "set_by", "second", "approved_by"))
    return ", ".join(_person(cast("dict[str, str]", each)) for each in named if isinstance(each, dict))


def _person(person: Mapping[str, str]) -> str:
    role = person.get("role") or person.get("login")
    return escaped(f"{person['name']} ({role})" if role else person["name"])


def _short(text: str) -> str:
    text = escaped(text)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
