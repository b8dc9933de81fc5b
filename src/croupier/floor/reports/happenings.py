"""Lists of single facts: significant events, vouchers and alterations."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

import msgspec

from croupier.audit.corrections import Correction, Corrections
from croupier.audit.day_report import books_before
from croupier.audit.local_time import local_time
from croupier.audit.window import first_line
from croupier.cage.fold import CAGE_REGISTER
from croupier.catalogue import ruleset
from croupier.floor.reports.amended import AmendedTerms
from croupier.floor.reports.changed_settings import ChangedSettings
from croupier.floor.reports.declaration import CellKind as Kind
from croupier.floor.reports.declaration import ReportColumn, Row, Scope, place_of
from croupier.floor.reports.event_words import KINDS, Event, details, money_moved, people, reason, title
from croupier.journal.port import Line, Reader
from croupier.journal.streams import FLOOR_SETTINGS, tables
from croupier.money import dollars
from croupier.people.fold import PEOPLE
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.rules.sequence import Phase
from croupier.table.core.message import Event as TableEvent
from croupier.table.core.opening import read_opening
from croupier.table.core.state import Table
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
"""The columns of alterations: of a corrected or void round the old and the new result, of amended terms and of settings every
field that was changed, and what the alteration has moved."""
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
            "HandPayReviewed",
            "HandPayReleased",
            "HandPayRefused",
            "HandPayDelayed",
            "MoneyWithheld",
            "MoneyReleased",
            "ReturnDemanded",
        ),
        *("NoticeDemanded", "NoticeGiven", "DisputeOpened", "DisputeDecided", "DisputeReviewed", "PlayerSanctioned"),
        *("PrizeDisputeRaised", "PrizeDisputeDecided", "PlayerRefused"),
        *("BreachNoted", "BarRecorded", "BarLifted", "PatronExcluded", "ExclusionLifted", "WrongPinTyped", "TicketWithheld"),
        *("TicketDelayed", "TicketReleased", "DayClosed", "LockedOut", "StaffDisabled", "ClientRevoked", "InspectionStopped"),
        *("TicketNoticeGiven", "TicketReviewed", "AttemptRefused", "CreditRefused", "FloatCreditRefused", "SignatureFailed"),
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
            "MoneyCollected",
            "SeatLeft",
            "PatronRegistered",
            "PatronErased",
            "CardCancelled",
            "VarianceExplained",
            "DayReopened",
            "StaffAdded",
            "RolesChanged",
            "StaffEnabled",
            "PasswordReset",
        ),
        *("TermsAmended", "PromotionPostponed", "PromotionResumed", "PromotionCancelled", "PromotionEnded"),
        *("PrizeClaimed", "ClaimRefused", "WinnerReinstated", "WinnerNotified", "DrawCommitted"),
        *("DrawEntered", "EntryWithdrawn", "EntryRetracted", "EntryBarred"),
        *("ClientEnrolled", "SettingsAdopted", "CashMoved", "ExchangedWithBank", "ChipsRestocked"),
        "ColoursRedeemed",
        *("DrawerCounted", "TrayCounted"),
    )
)
"""The events that the report of alterations lists: a person changed records, rules, settings or rights, or moved cash."""
ONLY_WITH = {
    "MoneyCollected": "second",
    "SeatLeft": "second",
    "ColoursRedeemed": "in_cash",
    "DrawerCounted": "is_recount",
    "TrayCounted": "replaces",
    "DrawCommitted": "taken",
    "DrawEntered": "similar",
    "PatronRegistered": "similar",
    "PrizeClaimed": "similar",
    "WinnerNotified": "more_days",
    "PromotionEnded": "lapsed",
}
"""The events that alter something only if they have a field: colour checks that the cage has paid for, counts that take
the place of another, prizes that are drawn again or lapse, entrants, winners and patrons who may be another, winners who were
told late and can claim longer."""
VOUCHERS = frozenset(("VoucherIssued", "VoucherExchanged", "VoucherVoided", "VoucherRulesChanged"))
"""The events that the report of vouchers lists."""
assert KINDS.keys() >= SIGNIFICANT | ALTERATIONS | VOUCHERS, "reports list events that exist"
VOID = "void"
"""The result of a round that was called off."""
NOTHING_FELL = "no result"
"""The result of a round before it has one."""
CORRECTED_IN_HAND = "The result of the round in hand was corrected, before all its bets were paid"
CALLED_OFF_IN_HAND = "The round in hand was called off after its result, before all its bets were paid"
"""What a correction is while the dealer pays the round."""


def listing(types: Iterable[str]) -> Callable[[Scope], Iterator[Row]]:
    """The rows of a report that lists the events of some types."""
    wanted = frozenset(types)

    def rows(scope: Scope) -> Iterator[Row]:
        grounds, settings = grounds_of(scope.journal), changed_settings(scope)
        for at, place, line, event in in_order(scope, wanted, mentions(wanted)):
            is_change = event["type"] in ChangedSettings.EVENTS
            said = settings.words(line.stream, line.number) if is_change else details(event, scope.calendar.zone)
            told = scope.words(place, said)
            why = scope.words(place, reason(event, grounds(place, event)))
            yield at, scope.place(place), title(event), told, why, people(event), line.number

    return rows


def alteration_rows(scope: Scope) -> Iterator[Row]:
    """What people changed, with the old and the new result of each round that was settled again, and the money that moved."""
    found, amended = dict[str, Corrections](), AmendedTerms(scope.journal, lambda at: local_time(at, scope.calendar.zone))
    grounds, settings = grounds_of(scope.journal), changed_settings(scope)
    for at, place, line, event in in_order(scope, ALTERATIONS, mentions(ALTERATIONS)):
        if event.get(ONLY_WITH.get(event["type"], "type")) is None:
            continue
        was, now = (dollars(amount) if (amount := event.get(name)) is not None else "" for name in ("before", "after"))
        what, which = title(event), ""
        corrections = found.setdefault(line.stream, Corrections(scope.journal, line.stream))
        if event["type"] == "SettledAgain":
            before = corrections.before("SettledAgain", line.number, line.body, at)
            was, now = _results(corrections.in_line(line.number, line.body, at), event["round"])
            what = what if not _is_in_hand(before, event["round"]) else CALLED_OFF_IN_HAND if now == VOID else CORRECTED_IN_HAND
        elif event["type"] == "RoundVoided":
            before = corrections.before("RoundVoided", line.number, line.body, at)
            was, now, which = event.get("outcome") or NOTHING_FELL, VOID, f"round {before.in_play}"
        elif event["type"] in AmendedTerms.EVENTS:
            was, now = amended.in_line(line.number)
        elif event["type"] in ChangedSettings.EVENTS:
            was, now = settings.in_line(line.stream, line.number)
        told, moved, why = (
            scope.words(place, text)
            for text in (details(event, scope.calendar.zone), money_moved(event), reason(event, grounds(place, event)))
        )
        told = ", ".join(filter(None, (which, told)))
        yield at, scope.place(place), what, told, was, now, moved, why, people(event), line.number


def _is_in_hand(table: Table, round: int) -> bool:
    """Whether a round is the last, has its result at a dealer's table, and is not paid yet."""
    is_paid = table.rules.procedures.is_electronic or table.round.phase not in (Phase.SETTLED, Phase.LIT)
    return not is_paid and table.past[-1].round == round


def changed_settings(scope: Scope) -> ChangedSettings:
    """What the changes of settings have changed. Nothing is read before one is asked for."""
    return ChangedSettings(scope.journal, lambda at: local_time(at, scope.calendar.zone))


def grounds_of(journal: Reader) -> Callable[[str, Event], Mapping[str, str]]:
    """The grounds in words, by their ids, in the document of the place of an event, or of the other table that decided it.

    Each table is asked for its document once.
    """
    known = tables(journal.heads())

    @cache
    def of_table(table: str) -> Mapping[str, str]:
        return ruleset(read_opening(first_line(journal, table)).ruleset).procedures.grounds if table in known else {}

    return lambda place, event: of_table(event.get("table") or place.partition("/")[0])


def _results(corrections: Iterable[Correction], round: int) -> tuple[str, str]:
    """The result of a round before and after the correction in a line."""
    twice = next(each for correction in corrections for each in correction.rounds if each.round == round)
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
    streams = [
        *tables(heads),
        *(each for each in (CAGE_REGISTER.name, PEOPLE.name, FLOOR_SETTINGS, PRIZE_REGISTER.name) if each in heads),
    ]
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
                    is_of_all = scope.question.table in (None, table) and ("decided" in event or "again" in event)
                    if scope.has_place(table, seat) or is_of_all:
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
    if stream == CAGE_REGISTER.name:
        table, _, seat = str(event.get("place", "cage")).partition("/")
        return table, seat or None
    return place_of(stream), event.get("seat")
