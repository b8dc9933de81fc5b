"""Large transactions: payments, bets and wins from an amount on."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from croupier.audit.corrections import HINT, REVISING, Corrections
from croupier.cage.fold import CAGE_REGISTER
from croupier.floor.reports.declaration import CellKind as Kind
from croupier.floor.reports.declaration import ReportColumn, Row, Scope, place_of
from croupier.floor.reports.event_words import KINDS, TITLES, Event, people, short
from croupier.floor.reports.happenings import in_order
from croupier.floor.reports.question import Question
from croupier.journal.port import Line
from croupier.money import Cents, dollars
from croupier.rules.machine import Result
from croupier.table.core.message import Event as TableEvent
from croupier.table.money.tender import Way
from croupier.table.rounds.revisions import redecided
from croupier.table.rounds.settling import RoundSettled

COLUMNS = (
    ReportColumn("Time", Kind.TIME),
    ReportColumn("Place", Kind.TEXT),
    ReportColumn("What", Kind.TEXT),
    ReportColumn("Money", Kind.TEXT),
    ReportColumn("Amount"),
    ReportColumn("Was"),
    ReportColumn("Patron", Kind.TEXT),
    ReportColumn("By", Kind.TEXT),
    ReportColumn("Line", Kind.COUNT),
)
LEAST = Cents(1_000_000)
"""The least amount of a large transaction, unless the question says otherwise: $10,000."""


def lists_small_ones(asked: Question) -> bool:
    """Whether a question asks for transactions at the counter so small that their sum is what is in the drawers."""
    return asked.table in (None, place_of(CAGE_REGISTER.name)) and (asked.least or LEAST) < LEAST


TRANSACTIONS = frozenset(
    (
        *("MoneyInserted", "MoneyCollected", "SeatTaken", "SeatLeft", "HandPaid", "ColoursRedeemed"),
        *("ChipsSold", "ChipsRedeemed", "TicketIssued", "TicketPaid", "Deposited", "Withdrawn", "TransactionReversed"),
        *("TicketSettled", "PrizePaid"),
    )
)
"""The events with which money comes from a person or goes to one. A hand pay is that of its table, a prize of the register."""
IN_CASH = frozenset(("ChipsSold", "ChipsRedeemed", "TicketIssued", "Deposited", "Withdrawn", "TransactionReversed"))
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

assert KINDS.keys() >= TRANSACTIONS, "reports list events that exist"


@dataclass(slots=True)
class _Large:
    """A row."""

    at: int
    place: str
    what: str
    amount: int
    line: int
    money: str = ""
    patron: str = ""
    by: str = ""
    was: int | None = None
    """The amount before the round was settled again; None if it was not."""


_Win = tuple[str, int, str, str]
"""A win: its table, when its round was settled, seat and wager."""


def rows(scope: Scope) -> Iterator[Row]:
    """Transactions, bets and wins from an amount on, in order of time."""
    least = scope.question.least or LEAST
    found, wins = list[_Large](), dict[_Win, _Large]()
    corrections = dict[str, Corrections]()
    # A prize may be paid in parts that are smaller, each.
    hint = re.compile(rb'"(?:amount|paid|stake)":[0-9]{%d}|"type":"PrizePaid"|%s' % (len(str(least)), HINT.pattern))
    for at, place, line, event in in_order(scope, TRANSACTIONS | REVISING | {"BetPlaced", "RoundSettled"}, hint):
        match event["type"]:
            case "RoundSettled":
                for bet in event["decided"]:
                    won = bet["paid"] - bet.get("commission", 0) - bet["stake"]
                    if bet["result"] == "win" and won >= least:
                        row = _Large(at, f"{place}/{bet['seat']}", f"Win on {bet['wager']}", won, line.number)
                        wins[place, at, bet["seat"], bet["wager"]] = row
                        found.append(row)
            case kind if kind in REVISING:
                of_table = corrections.setdefault(line.stream, Corrections(scope.journal, line.stream))
                found += _revised(of_table, line, at, wins, least)
            case _:
                found += _transaction(at, place, line, event, least)
    for row in sorted(found, key=lambda row: row.at):
        table, _, seat = row.place.partition("/")
        if scope.has_place(table, seat):
            yield row.at, scope.place(row.place), row.what, row.money, row.amount, row.was, row.patron, row.by, row.line


def _revised(corrections: Corrections, line: Line, at: int, wins: dict[_Win, _Large], least: int) -> Iterator[_Large]:
    """Bring the wins of rounds that a line has revised up to date, and list those of earlier days."""
    table = place_of(line.stream)
    for correction in corrections.in_line(line.number, line.body, at):
        became = "declared invalid" if redecided(correction.event) else "settled again"
        for round, first, second in correction.rounds:
            was, now = _wins(first), _wins(second)
            for seat, wager in sorted(was.keys() | now.keys()):
                before, after = was.get((seat, wager), 0), now.get((seat, wager), 0)
                row = wins.get((table, first.at, seat, wager))
                if before != after:
                    words = f"Win on {wager}, round {round} {became} in line {line.number}"
                    if row:
                        row.what, row.amount, row.was = words, after, before if row.was is None else row.was
                    elif max(before, after) >= least:
                        row = _Large(at, f"{table}/{seat}", words, after, line.number, was=before)
                        yield row
                if row:  # the next correction finds it, also if this one has left it as it was
                    wins[table, second.at, seat, wager] = row


def _wins(event: TableEvent) -> Mapping[tuple[str, str], int]:
    """What the bets of a round have won without their stakes, by seat and wager."""
    decided = event.decided if isinstance(event, RoundSettled) else ()
    return {(bet.seat, bet.wager): bet.paid - bet.commission - bet.stake for bet in decided if bet.result is Result.WIN}


def _transaction(at: int, place: str, line: Line, event: Event, least: int) -> Iterator[_Large]:
    kind = event["type"]
    if kind == "BetPlaced":
        if event["stake"] >= least:
            yield _Large(at, place, f"Bet on {event['wager']}", event["stake"], line.number)
    elif (amount := _amount(event)) >= least and (kind != "TicketIssued" or "by" in event):  # a terminal prints what it pays
        what = AT_TABLE.get((kind, _tender(event).get("way", "")), TITLES[kind])
        yield _Large(at, place, what, amount, line.number, _money(event), _patron(event), people(event))


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
    return short(", ".join(part for part in known if part))
