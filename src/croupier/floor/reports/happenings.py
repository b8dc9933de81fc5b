"""Lists of single facts: significant events, vouchers and alterations."""

import re
from collections.abc import Callable, Iterable, Iterator

import msgspec

from croupier.audit.corrections import Correction, Corrections
from croupier.audit.day_report import books_before
from croupier.floor.reports.declaration import CellKind as Kind
from croupier.floor.reports.declaration import ReportColumn, Row, Scope, place_of
from croupier.floor.reports.event_words import KINDS, Event, details, money_moved, people, reason, title
from croupier.journal.port import Line
from croupier.journal.streams import CAGE, FLOOR_SETTINGS, PEOPLE, PRIZE_REGISTER, tables
from croupier.money import dollars
from croupier.promotions.rows import PRIZE_EVENTS
from croupier.table.core.message import Event as TableEvent
from croupier.table.rounds.settling import RoundSettled

COLUMNS = (
    ReportColumn("Time", Kind.TIME),
    ReportColumn("Place", Kind.TEXT),
    ReportColumn("What", Kind.TEXT),
    ReportColumn("Details", Kind.TEXT),
    ReportColumn("Reason", Kind.TEXT),
    ReportColumn("By", Kind.TEXT),
    ReportColumn("Line", Kind.COUNT),
)
ALTERED = (
    *COLUMNS[:4],
    ReportColumn("Was", Kind.TEXT),
    ReportColumn("Now", Kind.TEXT),
    ReportColumn("Money moved", Kind.TEXT),
    *COLUMNS[4:],
)
"""The columns of alterations: of a corrected or void round the old and the new result, and what the alteration has moved."""
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
        *("TicketNoticeGiven", "TicketReviewed", "AttemptRefused"),
    )
)
"""The events that the report of significant events lists, at tables, at the cage and about people."""
ALTERATIONS = frozenset(
    (
        *("CreditAdjusted", "SettledAgain", "RoundVoided", "TerminalsVoided", "BetsVoided", "BetsInvalidated", "BetRefused"),
        *("BetCorrected", "FreezeRelaxed", "SignChanged", "RulesAmended", "PlayerLimitsSet", "PayoutUnitChanged", "WagerEnded"),
        *("HandPayTakenBack", "SlipCancelled", "TicketVoided", "TicketFreed", "TicketRulesChanged", "PatronRulesChanged"),
        *(
            "TicketSettled",
            "TicketReprinted",
            "PatronCorrected",
            "TransactionReversed",
            "VoucherIssued",
            "VoucherVoided",
            "VoucherRulesChanged",
        ),
        *(
            "CommissionReturned",
            "PatronErased",
            "CardCancelled",
            "VarianceExplained",
            "DayReopened",
            "StaffAdded",
            "RolesChanged",
            "StaffEnabled",
            "PasswordReset",
        ),
        *("ClientEnrolled", "SettingsAdopted"),
    )
)
"""The events that the report of alterations lists: a person changed records, rules, settings or rights."""
VOUCHERS = frozenset(("VoucherIssued", "VoucherExchanged", "VoucherVoided", "VoucherRulesChanged"))
"""The events that the report of vouchers lists."""
assert KINDS.keys() >= SIGNIFICANT | ALTERATIONS | VOUCHERS, "reports list events that exist"
assert not {kind.__name__ for kind in PRIZE_EVENTS} & (SIGNIFICANT | ALTERATIONS), (
    "events of the prize register have other names"
)
VOID = "void"
"""The result of a round that was called off."""


def listing(types: Iterable[str]) -> Callable[[Scope], Iterator[Row]]:
    """The rows of a report that lists the events of some types."""
    wanted = frozenset(types)

    def rows(scope: Scope) -> Iterator[Row]:
        for at, place, line, event in in_order(scope, wanted, mentions(wanted)):
            told = details(event, scope.calendar.zone)
            yield at, place, title(event), told, reason(event), people(event), line.number

    return rows


def alteration_rows(scope: Scope) -> Iterator[Row]:
    """What people changed, with the old and the new result of each round that was settled again, and the money that moved."""
    found = dict[str, Corrections]()
    for at, place, line, event in in_order(scope, ALTERATIONS, mentions(ALTERATIONS)):
        was, now = (dollars(amount) if (amount := event.get(name)) is not None else "" for name in ("before", "after"))
        if event["type"] == "SettledAgain":
            corrections = found.setdefault(line.stream, Corrections(scope.journal, line.stream))
            was, now = _results(corrections.in_line(line.number, line.body, at), event["round"])
        elif event["type"] == "RoundVoided":
            was, now = event.get("outcome", ""), VOID
        told = details(event, scope.calendar.zone)
        yield at, place, title(event), told, was, now, money_moved(event), reason(event), people(event), line.number


def _results(corrections: Iterable[Correction], round: int) -> tuple[str, str]:
    """The result of a round before and after the correction in a line."""
    twice = next(each for correction in corrections if correction.event.round == round for each in correction.rounds())
    return result_of(twice.was), result_of(twice.now)


def result_of(event: TableEvent) -> str:
    """The result with which an event has ended a round."""
    return event.outcome if isinstance(event, RoundSettled) else VOID


def mentions(types: Iterable[str]) -> re.Pattern[bytes]:
    """Whether a line may have an event of some types."""
    return re.compile(rb'"type":"(?:%s)"' % "|".join(sorted(types)).encode())


def in_order(scope: Scope, types: frozenset[str], hint: re.Pattern[bytes]) -> list[tuple[int, str, Line, Event]]:
    """The wanted events of all streams that were asked for, by time: time, place, line and the event.

    Only lines in which the hint is found are decoded.
    """
    heads = scope.journal.heads()
    streams = [*tables(heads), *(each for each in (CAGE, PEOPLE, FLOOR_SETTINGS, PRIZE_REGISTER) if each in heads)]
    found = [each for stream in streams for each in _in_stream(scope, stream, types, hint)]
    return sorted(found, key=lambda each: each[0])


def _in_stream(
    scope: Scope, stream: str, types: frozenset[str], hint: re.Pattern[bytes]
) -> Iterator[tuple[int, str, Line, Event]]:
    _, before = books_before(scope.journal, stream, scope.window.since)
    for line in scope.journal.lines(stream, before):
        if hint.search(line.body):
            for at, event in _events(line):
                if scope.window.is_before(at):
                    return
                if event.get("type") in types and scope.window.holds(at):
                    table, seat = _place(stream, event)
                    if scope.has_place(table, seat) or (
                        scope.question.terminal is not None and ("decided" in event or "again" in event)
                    ):
                        yield at, f"{table}/{seat}" if seat else table, line, event


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
