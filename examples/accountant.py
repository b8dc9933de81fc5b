"""Adds up the figures of a floor from an exported journal, with Python's own library and without croupier.

    croupier journal export floor.sqlite night.jsonl
    python accountant.py night.jsonl 2026-11-17 --zone Australia/Sydney --hour 6

It prints the page of a gaming day, what the floor owes at its end, and the reports of tickets and of drop and win. A figure on
a page of croupier that differs from it is a mistake of one of the two. `tests/audit/test_four_days.py` compares every figure of
every page and report. The win that the rules lead one to expect needs the par sheets; whoever has them hands them to `played`.
"""

import argparse
import datetime as dt
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

Event = dict[str, Any]

# The chart of accounts: docs/reference/books.md. A transfer takes from its source and gives to its target. What the house owes
# and has earned is above zero then, and what it has in hand is below.
IN_HAND = {
    *("stacker", "drop", "float", "cage", "paid-by-hand", "bank", "cage-cash", "cage-bank", "cage-chips", "vault", "boxes"),
    *("variances", "opening", "outside"),
}
EARNED = {"house", "commission", "lapsed-tickets", "promotions"}
BETWEEN = {"tickets", "cashless"}
"""Owed by a table and due from the cage, or the other way round: zero over the whole floor."""
PLAYED = {"win", "lose", "push"}
CAGE, PRIZES = "floor/cage", "floor/promotions"
ALWAYS = (0, 10**15)


class Dated(NamedTuple):
    """An event, when it happened, and the line that has it."""

    at: int
    line: int
    event: Event


def kind(account: str) -> str:
    """The kind of an account: its name without the seat."""
    return account.partition(":")[0]


def seat(account: str) -> str | None:
    """Whose account it is; None if it is the table's."""
    return account.partition(":")[2] or None


def is_owed(account: str) -> bool:
    """Whether a balance is owed by the house."""
    return kind(account) not in IN_HAND | EARNED


def is_at_play(account: str) -> bool:
    """Whether it is money of players at a table, or was won there."""
    return kind(account) not in IN_HAND | BETWEEN


class Journal:
    """The streams of an exported journal that move money."""

    def __init__(self, text: Iterable[str]) -> None:
        """Read the lines of the file."""
        self.streams: dict[str, list[Dated]] = {}
        self.rules: dict[str, str] = {}
        """The fingerprint of the rules with which each table was opened."""
        for line in map(json.loads, text):
            if "body" not in line or line["stream"].partition("/")[2] not in ("", "cage", "promotions"):
                continue
            body = line["body"]
            dated = self.streams.setdefault(line["stream"], [])
            if "fingerprint" in body:
                self.rules[line["stream"]] = body["fingerprint"]
            at = body.get("command", {}).get("at", 0)
            dated += (Dated(event.get("at") or at, line["number"], event) for event in body.get("events", ()))

    @property
    def tables(self) -> list[str]:
        """The tables, by name."""
        return sorted(self.rules)

    def within(self, stream: str, since: int, until: int) -> Iterator[Dated]:
        """What happened in a stream between two times."""
        return (each for each in self.streams.get(stream, ()) if since <= each.at < until)

    def balances(self, stream: str, since: int, until: int) -> Counter[str]:
        """What every account of a stream has gained between two times."""
        sums = Counter[str]()
        for each in self.within(stream, since, until):
            for transfer in each.event.get("transfers", ()):
                sums[transfer["source"]] -= transfer["amount"]
                sums[transfer["target"]] += transfer["amount"]
        return sums


# The page of a day


def accounts_of(journal: Journal, since: int, until: int) -> dict[str, tuple[int, int, int]]:
    """Every kind of account that was ever used: before, moved, after. What there is of it is above zero."""
    before, moved = Counter[str](), Counter[str]()
    for stream in journal.streams:
        for into, (first, last) in ((before, (0, since)), (moved, (since, until))):
            for account, held in journal.balances(stream, first, last).items():
                into[kind(account)] += -held if kind(account) in IN_HAND else held
    return {
        name: (before[name], moved[name], before[name] + moved[name])
        for name in before.keys() | moved.keys()
        if before[name] or moved[name]
    }


@dataclass
class TableRow:
    """The row of a table on the page of a day."""

    restocked: int = 0
    opener_variance: int = 0
    opener: int | None = None
    fills: int = 0
    credits: int = 0
    cash_in: int = 0
    other: int | None = None
    closer: int | None = None
    tray_variance: int = 0
    drop: int = 0
    win: int = 0


def table_row(journal: Journal, table: str, since: int, until: int) -> TableRow | None:
    """The float of a table from its first opener to its last closer; None if nothing happened."""
    events = [each.event for each in journal.within(table, since, until)]
    if not events:
        return None
    counts = [number for number, event in enumerate(events) if event["type"] == "TrayCounted"]
    opened, closed = _first_opener(events, counts), _last_closer(events, counts)
    row = TableRow(
        win=sum(held for account, held in journal.balances(table, since, until).items() if kind(account) in EARNED),
        drop=sum(event.get("amount") or 0 for event in events if event["type"] == "BoxPulled"),
    )
    for number, event in enumerate(events):
        is_between = (opened is None or number > opened) and (closed is None or number <= closed)
        fills = event.get("amount", 0) if event["type"] in ("FillReceived", "FloatSetUp") else 0
        credits = event.get("amount", 0) if event["type"] == "CreditReceived" else 0
        over = event.get("variance", 0) - event.get("replaces", 0) if event["type"] == "TrayCounted" else 0
        if is_between:
            row.fills, row.credits = row.fills + fills, row.credits + credits
            row.cash_in, row.tray_variance = row.cash_in + _into_box(event), row.tray_variance + over
        else:
            row.restocked, row.opener_variance = row.restocked + fills - credits, row.opener_variance + over
    row.opener = None if opened is None else events[opened]["amount"]
    row.closer = None if closed is None else events[closed]["amount"]
    if opened is not None and closed is not None:
        by_books = events[closed].get("by_books", 0) - events[opened].get("by_books", 0)
        row.other = by_books - (row.fills - row.credits - row.cash_in + row.win)
    return row


def _first_opener(events: list[Event], counts: list[int]) -> int | None:
    """The first count of the day, if it is an opener, or the last recount of it."""
    found = None
    for place, number in enumerate(counts):
        event = events[number]
        if not event.get("is_opener") or (place and "replaces" not in event):
            break
        found = number
    return found


def _last_closer(events: list[Event], counts: list[int]) -> int | None:
    return max((number for number in counts if not events[number].get("is_opener")), default=None)


def _into_box(event: Event) -> int:
    """The cash that an event has put into the drop box, less what it took out, but for the box that goes to the cage."""
    moves = [each for each in event.get("transfers", ()) if "cage" not in (each["source"], each["target"])]
    return sum(each["amount"] * ((each["source"] == "drop") - (each["target"] == "drop")) for each in moves)


# What the floor owes

OWED = {
    **dict.fromkeys(("rack", "restricted", "unrestricted", "tokens"), "credits"),
    "felt": "bets",
    "hand-pays": "hand_pays",
    "withheld": "withheld",
    "owed": "owed",
    "accounts": "accounts",
    "outstanding-tickets": "tickets",
    "withheld-tickets": "withheld_tickets",
    "expired-tickets": "expired_tickets",
    "void-tickets": "void_tickets",
    "unclaimed": "unclaimed",
    "chips": "chips",
    "colour-checks": "colour_checks",
    "prizes": "prizes",
    "tickets": "passed",
    "cashless": "passed",
}
"""The line of *What the floor owes* to which each kind of account belongs."""


def owed_by(journal: Journal, streams: Iterable[str], until: int) -> Counter[str]:
    """What some places owe at a time, by line of the page."""
    owed = Counter[str]()
    for stream in streams:
        for account, held in journal.balances(stream, 0, until).items():
            if is_owed(account):
                owed[OWED[kind(account)]] += held
                owed["total"] += held
        held_back = _hand_pays_held(journal, stream, until)
        owed["hand_pays"] -= held_back
        owed["withheld_hand_pays"] += held_back
    return owed


def _hand_pays_held(journal: Journal, stream: str, until: int) -> int:
    """The hand pays whose payment is withheld: those that wait at a seat after a decision to withhold."""
    waits, held = Counter[str](), set[str]()
    for event in standing(journal, stream, until):
        where = event.get("seat", "")
        for transfer in event.get("transfers", ()):
            waits[where] += transfer["amount"] * ((transfer["target"] == "hand-pays") - (transfer["source"] == "hand-pays"))
        if event["type"] == "HandPayWithheld":
            held.add(where)
        elif event["type"] in ("HandPayReleased", "HandPayRefused") or not waits[where]:
            held.discard(where)
    return sum(waits[where] for where in held)


# Rounds that were settled again


def standing(journal: Journal, table: str, until: int) -> list[Event]:
    """The history of a table as it stands at a time: a correction replaces everything since the end of its round."""
    history = list[Event]()
    for each in journal.within(table, 0, until):
        if each.event["type"] == "SettledAgain":
            _, history = _rewritten(history, each.event)
        else:
            history.append(each.event)
    return history


def _ends_round(event: Event) -> bool:
    return event["type"] in ("RoundSettled", "RoundVoided")


def _rewritten(history: list[Event], correction: Event) -> tuple[list[Event], list[Event]]:
    """What a correction has replaced, and the history after it. As many rounds end in it as it has settled again."""
    ends = sum(map(_ends_round, correction["again"]))
    since = [number for number, event in enumerate(history) if _ends_round(event)][-ends]
    return history[since:], [*history[:since], *correction["again"]]


class Bet(NamedTuple):
    """A bet that was decided, or given back; `sign` is -1 if a correction has taken it off."""

    table: str
    at: int
    version: str
    bet: Event
    is_played: bool
    sign: int


def bets(journal: Journal, table: str) -> Iterator[Bet]:
    """Every bet with the time at which it counts. A correction takes the bets off that were, and counts those that are."""
    history, versions = list[Event](), [journal.rules[table]]
    """The version of the rules before each event of the history, and after the last."""
    for each in journal.streams[table]:
        if each.event["type"] == "SettledAgain":
            old, history = _rewritten(history, each.event)
            versions = versions[: len(history) - len(each.event["again"]) + 1]
            yield from _ended(table, each.at, old, versions[-1], -1)
            yield from _ended(table, each.at, each.event["again"], versions[-1], 1)
            new = each.event["again"]
        else:
            new = [each.event]
            history.append(each.event)
            yield from _ended(table, each.at, new, versions[-1], 1)
        for event in new:
            versions.append(event["fingerprint"] if event["type"] == "RulesAmended" else versions[-1])


def _ended(table: str, at: int, events: Iterable[Event], version: str, sign: int) -> Iterator[Bet]:
    for event in events:
        version = event["fingerprint"] if event["type"] == "RulesAmended" else version
        for bet in event.get("decided", ()):
            is_played = bet["result"] in PLAYED
            if event["type"] == "RoundSettled" or not is_played:
                yield Bet(table, at, version, bet, is_played, sign)


class Theory(NamedTuple):
    """What the par sheet of a version of the rules says about a wager: exact fractions of the stake, without commission."""

    wager: str
    """The wager on the sheet to which an address such as `straight:17` belongs."""
    edge: Fraction | None
    """None if it depends on how a bet begins."""
    variance: Fraction
    highest: Fraction
    """The most that a bet can win."""


ParSheets = Mapping[str, Mapping[str, Theory]]
"""By fingerprint of the rules and address of the wager."""


@dataclass
class Played:
    """Bets that share a row of *Game performance*."""

    bets: int = 0
    void: int = 0
    staked: int = 0
    paid: int = 0
    known: int = 0
    """The bets whose edge is known, their stakes, and what was paid for them."""
    known_staked: int = 0
    known_paid: int = 0
    expected: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)
    left: Counter[tuple[str, str, str]] = field(default_factory=Counter[tuple[str, str, str]])
    """What is left of each wager after corrections have taken bets off."""

    @property
    def win(self) -> int:
        """What the house has won with all of them."""
        return self.staked - self.paid

    @property
    def known_win(self) -> int:
        """What it has won with those whose edge is known."""
        return self.known_staked - self.known_paid

    @property
    def z(self) -> float:
        """How many standard deviations the win is above what was expected."""
        return float(self.known_win - self.expected) / sqrt(self.variance) if self.variance > 0 else 0.0


def played(
    journal: Journal, sheets: ParSheets, since: int, until: int, group: Callable[[Bet, Theory], str]
) -> dict[str, Played]:
    """Bets, stakes and wins between two times, by group, beside what the par sheets lead one to expect."""
    found = dict[str, Played]()
    for table in journal.tables:
        for bet in bets(journal, table):
            if not since <= bet.at < until:
                continue
            theory = sheets[bet.version][bet.bet["wager"]]
            row = found.setdefault(group(bet, theory), Played())
            left = (bet.version, theory.wager)
            if not bet.is_played:
                row.void += bet.sign
                row.left[*left, "void"] += bet.sign
                continue
            stake, paid = bet.bet["stake"], bet.bet["paid"] - bet.bet.get("commission", 0)
            for name, amount in (("bets", 1), ("staked", stake), ("paid", paid)):
                row.left[*left, name] += bet.sign * amount
            row.bets += bet.sign
            row.staked += bet.sign * stake
            row.paid += bet.sign * paid
            if theory.edge is not None:
                row.known += bet.sign
                row.known_staked += bet.sign * stake
                row.known_paid += bet.sign * paid
                row.expected += bet.sign * theory.edge * stake
                row.variance += bet.sign * theory.variance * stake * stake
    return {name: row for name, row in found.items() if any(row.left.values())}


# Drop and win

TAKINGS = (
    *("Cash in", "Tickets and accounts in", "Chips in", "Tickets and accounts out", "Chips out", "Hand pays"),
    *("Left with players", "Fills", "Credits", "Boxes pulled", "Counted", "Over or short", "Commission", "Promotions", "Win"),
)


def takings(journal: Journal, since: int, until: int, group: Callable[[str, str | None, int], str]) -> dict[str, Counter[str]]:
    """What came in and went out at tables between two times, by group: of the table, the seat and the time."""
    found = dict[str, Counter[str]]()
    for table in journal.tables:
        for each in journal.within(table, since, until):
            for transfer in each.event.get("transfers", ()):
                source, target = transfer["source"], transfer["target"]
                whose = seat(source) or seat(target) or each.event.get("seat")
                if moved := _flows(source, target):
                    row = found.setdefault(group(table, whose, each.at), Counter())
                    for column, sign in moved:
                        row[column] += sign * transfer["amount"]
    for place, at, counted, over in _counts(journal):
        table, _, whose = place.partition("/")
        if since <= at < until and table in journal.tables:
            row = found.setdefault(group(table, whose or None, at), Counter())
            row.update({"Counted": counted, "Over or short": over})
    return found


def _counts(journal: Journal) -> Iterator[tuple[str, int, int, int]]:
    """Every count of a box or a tray: the place, the time, what was counted in a box, and how much it was over."""
    places = dict[int, str]()
    for at, _, event in journal.streams.get(CAGE, ()):
        if event["type"] == "BoxTaken":
            places[event["number"]] = event["place"]
        elif event["type"] == "BoxCounted" and event.get("counted") is not None and event.get("amount") is not None:
            yield places[event["box"]], at, event["counted"], event["counted"] - event["amount"]
        elif event["type"] in ("VarianceNoted", "VarianceCorrected"):
            yield event["place"], at, 0, event["amount"]


def _flows(source: str, target: str) -> list[tuple[str, int]]:
    """The columns that a transfer belongs to, with a sign."""
    boxes = {"stacker", "drop"}
    found = list[tuple[str, int]]()
    if is_at_play(target) and not is_at_play(source):
        here = kind(source)
        found.append(("Cash in" if here in boxes else "Tickets and accounts in" if here in BETWEEN else "Chips in", 1))
    elif is_at_play(source) and not is_at_play(target):
        there = kind(target)
        if source == "hand-pays" or there == "paid-by-hand":
            found.append(("Hand pays", 1))
        elif there in boxes:
            found.append(("Cash in", -1))
        else:
            found.append(("Tickets and accounts out" if there in BETWEEN else "Chips out", 1))
    elif kind(target) in boxes:
        found.append(("Boxes pulled", 1))
    elif "float" in (source, target):
        found.append(("Fills" if source == "float" else "Credits", 1))
    for account, sign in ((source, -1), (target, 1)):
        if kind(account) in EARNED:
            found.append(("Win", sign))
        elif is_at_play(account):
            found.append(("Left with players", sign))
        if account == "commission":
            found.append(("Commission", sign))
        if account == "promotions":
            found.append(("Promotions", -sign))
    return found


# Tickets

TICKETS = {
    "TicketTaken": "Taken in",
    "TicketCancelled": "Taken in",
    "TicketPaid": "Paid",
    "TicketVoided": "Void",
    "TicketWithheld": "Withheld",
    "TicketReleased": "Released",
    "TicketSettled": "Decided",
    "TicketsExpired": "Expired",
}
REVERSED = {"ticket-sold": "Sold", "ticket-paid": "Paid"}
"""The transactions with tickets that a reversal takes back."""


def tickets(journal: Journal, since: int, until: int, group: Callable[[str, str | None, int], str]) -> dict[str, Counter[str]]:
    """What became of tickets between two times, by group: of the table or the cage, the seat and the time."""
    found = dict[str, Counter[str]]()
    for each in journal.within(CAGE, since, until):
        event = each.event
        column = ("Sold" if event.get("by") else "Printed") if event["type"] == "TicketIssued" else TICKETS.get(event["type"])
        sign = 1
        if event["type"] == "TransactionReversed":
            column, sign = REVERSED.get(event["kind"]), -1
        if column is None:
            continue
        table, _, whose = str(event.get("place", "cage")).partition("/")
        row = found.setdefault(group(table, whose or None, each.at), Counter())
        row[column] += sign * event["amount"]
        row["Issued"] += sign * (column in ("Sold", "Printed"))
        row["Redeemed"] += sign * (column in ("Taken in", "Paid"))
    return found


def outstanding(journal: Journal, until: int) -> int:
    """How many tickets can be redeemed at a time."""
    number = 0
    for each in journal.within(CAGE, 0, until):
        moves = each.event.get("transfers", ())
        change = sum((move["target"] == "outstanding-tickets") - (move["source"] == "outstanding-tickets") for move in moves)
        if each.event["type"] == "TicketsExpired":
            change = -len(each.event["serials"])
        if each.event["type"] in (*TICKETS, "TicketIssued", "TransactionReversed"):
            number += change
    return number


# Liability


def liability(journal: Journal, since: int, until: int, group: Callable[[str, str], str]) -> dict[str, tuple[int, int, int]]:
    """What the house owes at the beginning, what has moved and at the end, by group: of the stream and the account."""
    before, moved = Counter[str](), Counter[str]()
    for stream in journal.streams:
        for into, (first, last) in ((before, (0, since)), (moved, (since, until))):
            for account, held in journal.balances(stream, first, last).items():
                if is_owed(account):
                    into[group(stream, account)] += held
    names = {name for name in before.keys() | moved.keys() if before[name] or moved[name]}
    return {name: (before[name], moved[name], before[name] + moved[name]) for name in names}


# Large transactions and alterations


def wins(event: Event) -> dict[tuple[str, str], int]:
    """What the bets of a settled round have won without their stakes, by seat and wager."""
    decided = event["decided"] if event["type"] == "RoundSettled" else ()
    return {
        (bet["seat"], bet["wager"]): bet["paid"] - bet.get("commission", 0) - bet["stake"]
        for bet in decided
        if bet["result"] == "win"
    }


def large_wins(journal: Journal, table: str, since: int, until: int, least: int) -> list[tuple[int, int | None]]:
    """Wins from an amount on: what each is at the end, and what it was if its round was settled again meanwhile."""
    ends, found = list[Event](), dict[tuple[int, str, str], list[int | None]]()
    for each in journal.within(table, 0, until):
        if _ends_round(each.event):
            ends.append(each.event)
            for key, won in wins(each.event).items() if each.at >= since else ():
                if won >= least:
                    found[len(ends), *key] = [won, None]
        elif each.event["type"] == "SettledAgain":
            again = [event for event in each.event["again"] if _ends_round(event)]
            first = len(ends) - len(again)
            for place, event in enumerate(again, first):
                was, now = wins(ends[place]), wins(event)
                for key in (was.keys() | now.keys()) if each.at >= since else ():
                    before, after = was.get(key, 0), now.get(key, 0)
                    row = found.get((place + 1, *key))
                    if before != after and row:
                        row[:] = [after, before if row[1] is None else row[1]]
                    elif before != after and max(before, after) >= least:
                        found[place + 1, *key] = [after, before]
            ends[first:] = again
    return [(row[0] or 0, row[1]) for row in found.values()]


PAYMENTS = {
    *("MoneyInserted", "MoneyCollected", "SeatTaken", "SeatLeft", "HandPaid", "ColoursRedeemed", "ChipsSold", "ChipsRedeemed"),
    *("TicketIssued", "TicketPaid", "TicketSettled", "Deposited", "Withdrawn", "TransactionReversed", "PrizePaid"),
}


def large_payments(journal: Journal, since: int, until: int, least: int) -> list[int]:
    """The amounts of payments and bets from an amount on. What a terminal prints is counted where it is collected."""
    found = list[int]()
    for stream in journal.streams:
        for _, _, event in journal.within(stream, since, until):
            parts = sum(part["amount"] for part in event.get("parts", ()))
            amount = event["stake"] if event["type"] == "BetPlaced" else event.get("amount") or parts
            is_printed = event["type"] == "TicketIssued" and not event.get("by")
            if event["type"] in {*PAYMENTS, "BetPlaced"} and amount >= least and not is_printed:
                found.append(amount)
    return found


class Variance(NamedTuple):
    """A difference between a count and the books, and whether it is explained."""

    at: int
    place: str
    expected: int | None
    over: int
    is_explained: bool


def variances(journal: Journal, since: int, until: int) -> list[Variance]:
    """The variances that were found between two times, with what is known of them at the end."""
    places, found = dict[int, str](), dict[int, Variance]()
    for at, _, event in journal.within(CAGE, 0, until):
        match event["type"]:
            case "BoxTaken":
                places[event["number"]] = event["place"]
            case "BoxCounted" if event.get("variance"):
                over = event["counted"] - event["amount"]
                found[event["variance"]] = Variance(at, places[event["box"]], event["amount"], over, is_explained=False)
            case "DrawerCounted" if event.get("variance") and event.get("expected") is not None:
                over = event["counted"] - event["expected"]
                found[event["variance"]] = Variance(at, "cage", event["expected"], over, is_explained=False)
            case "VarianceNoted":
                found[event["number"]] = Variance(at, event["place"], None, event["amount"], is_explained=False)
            case "VarianceExplained":
                found[event["variance"]] = found[event["variance"]]._replace(is_explained=True)
            case _:
                pass
    return [each for each in found.values() if each.at >= since]


def corrections(journal: Journal, table: str) -> Iterator[tuple[int, str, str, Counter[str]]]:
    """Every correction: its line, the old and the new result of its round, and what each account has gained by it."""
    history = list[Event]()
    for each in journal.streams[table]:
        if each.event["type"] != "SettledAgain":
            history.append(each.event)
            continue
        old, history = _rewritten(history, each.event)
        new = next(event for event in each.event["again"] if _ends_round(event))
        moved = Counter[str]()
        for transfer in each.event["transfers"]:
            moved[transfer["source"]] -= transfer["amount"]
            moved[transfer["target"]] += transfer["amount"]
        results = [event["outcome"] if event["type"] == "RoundSettled" else "void" for event in (old[0], new)]
        yield each.line, *results, moved


# The command


def gaming_day(day: dt.date, zone: str, hour: int) -> tuple[int, int]:
    """When a gaming day begins and ends: milliseconds since 1970."""
    first, last = (
        dt.datetime(each.year, each.month, each.day, hour, tzinfo=ZoneInfo(zone)) for each in (day, day + dt.timedelta(1))
    )
    return int(first.timestamp() * 1000), int(last.timestamp() * 1000)


def dollars(cents: int) -> str:
    """Cents as people read them."""
    return f"{'-' if cents < 0 else ''}${abs(cents) // 100:,}.{abs(cents) % 100:02}"


def main() -> None:
    """Print the figures of a gaming day."""
    asked = argparse.ArgumentParser(description="Add up a gaming day from an exported journal.")
    asked.add_argument("journal", type=Path, help="the file that croupier journal export wrote")
    asked.add_argument("day", type=dt.date.fromisoformat, help="the gaming day, such as 2026-11-17")
    asked.add_argument("--zone", default="UTC", help="the time zone of the floor")
    asked.add_argument("--hour", type=int, default=6, help="the hour at which a gaming day begins")
    given = asked.parse_args()
    with given.journal.open(encoding="utf-8") as text:
        journal = Journal(text)
    since, until = gaming_day(given.day, given.zone, given.hour)
    print(f"{'account':24}{'before':>18}{'moved':>18}{'after':>18}")
    for name, amounts in sorted(accounts_of(journal, since, until).items()):
        print(f"{name:24}" + "".join(f"{dollars(each):>18}" for each in amounts))
    for table in journal.tables:
        if row := table_row(journal, table, since, until):
            print(
                f"\n{table}: "
                + ", ".join(f"{name} {'-' if each is None else dollars(each)}" for name, each in vars(row).items())
            )
    print(
        "\nowed at the end: "
        + ", ".join(f"{name} {dollars(each)}" for name, each in owed_by(journal, journal.streams, until).items() if each)
    )
    for title, report in (("drop and win", takings), ("tickets", tickets)):
        for place, row in sorted(report(journal, since, until, lambda table, _seat, _at: table).items()):
            counts = ("Issued", "Redeemed")
            print(
                f"{title}, {place}: "
                + ", ".join(f"{name} {each if name in counts else dollars(each)}" for name, each in row.items() if each)
            )


if __name__ == "__main__":
    main()
