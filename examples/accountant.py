"""Adds up the figures of a floor from an exported journal, with Python's own library and without croupier.

    croupier journal export floor.sqlite night.jsonl
    python accountant.py night.jsonl 2026-11-17 --zone Australia/Sydney --hour 6

It prints the page of a gaming day with what was booked about it later, what the floor owes at its end, and the reports of
tickets, of drop and win, and of the win that the odds lead one to expect (`par_sheets.py`, beside it). A figure on a page of
croupier that differs from it is a mistake of one of the two. `tests/audit/test_four_days.py` compares every figure of every
page and report.
"""

import argparse
import datetime as dt
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import dropwhile
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from par_sheets import SHEETS, Theory, sheet

Event = dict[str, Any]

# The chart of accounts: docs/reference/books.md. A transfer takes from its source and gives to its target. What the house owes
# and has earned is above zero then, and what it has in hand is below.
IN_HAND = {
    *("stacker", "drop", "float", "cage", "paid-by-hand", "bank", "cage-cash", "cage-bank", "cage-chips", "vault", "boxes"),
    *("variances", "opening", "outside"),
}
EARNED = {"house", "commission", "lapsed-tickets", "cash-rounding", "promotions"}
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
        self.rulesets: dict[str, str] = {}
        """The rule set of each table."""
        self.terminals: dict[tuple[str, str], str] = {}
        """The name of the enrolled terminal at each table and seat that had one."""
        for line in map(json.loads, text):
            if "body" not in line or line["stream"].partition("/")[2] not in ("", "cage", "promotions"):
                continue
            body = line["body"]
            dated = self.streams.setdefault(line["stream"], [])
            if "fingerprint" in body:
                self.rules[line["stream"]], self.rulesets[line["stream"]] = body["fingerprint"], body["ruleset"]
            for event in body.get("events", ()):
                if event["type"] == "SeatTaken" and event.get("terminal"):
                    self.terminals[line["stream"], event["seat"]] = event["terminal"]
            at = body.get("command", {}).get("at", 0)
            dated += (Dated(event.get("at") or at, line["number"], event) for event in body.get("events", ()))

    @property
    def tables(self) -> list[str]:
        """The tables, by name."""
        return sorted(self.rules)

    def place(self, table: str, whose: str | None) -> str:
        """A table, or the terminal there: by its name if it is enrolled, whoever played there."""
        return f"{table}/{self.terminals.get((table, whose), whose)}" if whose else table

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


def closings(journal: Journal) -> list[Event]:
    """The lines that have closed a gaming day, each with the figures of its page."""
    return [each.event for each in journal.streams.get(CAGE, ()) if each.event["type"] == "DayClosed"]


def differs(journal: Journal, closed: Event) -> list[str]:
    """Every figure in the line of a closing that is not what its day adds up to."""
    since, until = closed["since"], closed["until"]
    stated = {each["account"]: (each["before"], each["moved"], each["after"]) for each in closed["figures"]["accounts"]}
    added = accounts_of(journal, since, until)
    found = [
        f"{name}: {stated.get(name)}, not {added.get(name)}"
        for name in stated.keys() | added.keys()
        if stated.get(name) != added.get(name)
    ]
    tables = {each["table"]: each for each in closed["figures"]["tables"]}
    rows = {table: row for table in journal.tables if (row := table_row(journal, table, since, until))}
    for table in tables.keys() | rows.keys():
        ours = vars(rows[table]) if table in rows else {}
        theirs = {name: tables.get(table, {}).get(name) for name in ours}
        found += [f"{table}, {name}: {theirs[name]}, not {ours[name]}" for name in ours if theirs[name] != ours[name]]
        found += [] if table in tables and table in rows else [f"{table}: only one of the two has it"]
    return found


def table_row(journal: Journal, table: str, since: int, until: int) -> TableRow | None:
    """The float of a table from its first opener to its last closer; None if nothing happened."""
    events = [each.event for each in journal.within(table, since, until)]
    if not events:
        return None
    made = [number for number, event in enumerate(events) if event["type"] == "TrayCounted"]
    # Those that only take the place of a count of an earlier day are none of this day.
    counts = list(dropwhile(lambda number: "replaces" in events[number], made))
    opened, closed = _first_opener(events, counts), _last_closer(events, counts)
    row = TableRow(
        win=sum(held for account, held in journal.balances(table, since, until).items() if kind(account) in EARNED),
        drop=sum(event.get("amount") or 0 for event in events if event["type"] == "BoxPulled"),
    )
    for number, event in enumerate(events):
        is_between = (opened is None or number > opened) and (closed is None or number <= closed)
        is_between = is_between and (number in counts or number not in made)
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


# What was booked later


class Late(NamedTuple):
    """A booking about something that was booked before. `about` is when that was."""

    at: int
    about: int
    place: str
    line: int
    moved: int
    win: int
    over: int


def late(journal: Journal, since: int, until: int) -> tuple[list[Late], list[Late]]:
    """What was booked about a day after its end, and what was booked on it about earlier days."""
    found = sorted((each for stream in journal.streams for each in _booked_again(journal, stream)), key=lambda each: each.at)
    later = [each for each in found if since <= each.about < until <= each.at]
    return later, [each for each in found if each.about < since <= each.at < until]


def _booked_again(journal: Journal, stream: str) -> Iterator[Late]:
    ended, first = list[int](), dict[tuple[str, object], int]()
    """When each round has ended for the first time, and when each count, box, variance and receipt was made."""
    for at, line, event in journal.streams[stream]:
        over = 0
        match event["type"]:
            case "SettledAgain":
                about = ended[-sum(map(_ends_round, event["again"]))]
            case "BetsInvalidated" if event["settled"]:
                about = ended[-1]
            case "TrayCounted" if "replaces" in event:
                about, over = first["tray", 0], event.get("variance", 0) - event["replaces"]
            case "DrawerCounted" if event.get("is_recount"):
                about = first["drawer", event["clerk"]["login"]]
            case "BoxCounted" if event["verdict"] == "agreed":
                about = first["box", event["box"]]
            case "TransactionReversed":
                about = first["receipt", event["reverses"]]
            case "VarianceExplained":
                about = first["variance", event["variance"]]
            case _:
                about = None
        if about is not None:
            moved = Counter[str]()
            for transfer in event.get("transfers", ()):
                moved[transfer["source"]] -= transfer["amount"]
                moved[transfer["target"]] += transfer["amount"]
            win = sum(amount for account, amount in moved.items() if kind(account) in EARNED)
            rises = sum(amount for amount in moved.values() if amount > 0)
            yield Late(at, about, stream.removeprefix("floor/"), line, rises, win, over + moved["variances"])
        ended += [at] if _ends_round(event) else []
        _note_first(first, at, event)


def _note_first(first: dict[tuple[str, object], int], at: int, event: Event) -> None:
    """When something was made that a later booking may be about."""
    match event["type"]:
        case "TrayCounted" if "replaces" not in event:
            first["tray", 0] = at
        case "DrawerCounted" if not event.get("is_recount"):
            first["drawer", event["clerk"]["login"]] = at
        case "BoxTaken":
            first["box", event["number"]] = at
        case "VarianceNoted":
            first["variance", event["number"]] = at
        case _:
            pass
    for name in ("receipt", "variance"):
        if event.get(name):
            first.setdefault((name, event[name]), at)


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
    "former-tickets": "former_tickets",
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
        since, new = len(history), [each.event]
        if each.event["type"] == "SettledAgain":
            old, _ = _rewritten(history, each.event)
            since, new = since - len(old), each.event["again"]
            yield from _ended(table, each.at, history, versions, since, -1)
            del history[since:], versions[since + 1 :]
        for event in new:
            history.append(event)
            versions.append(event["fingerprint"] if event["type"] == "RulesAmended" else versions[-1])
        yield from _ended(table, each.at, history, versions, since, 1)


def _ended(table: str, at: int, history: list[Event], versions: list[str], since: int, sign: int) -> Iterator[Bet]:
    """The bets that the events of a history have ended since a place in it."""
    for number, event in enumerate(history[since:], since):
        for bet in (*event.get("decided", ()), *event.get("standing", ())):
            is_played = bet["result"] in PLAYED
            if event["type"] == "RoundSettled" or not is_played:
                yield Bet(table, at, versions[number + 1], bet, is_played, sign)
        if event["type"] == "BetsInvalidated" and event["settled"]:
            # The round has counted these bets already: they come off, and count as they are now.
            last = next(place for place in range(number - 1, -1, -1) if _ends_round(history[place]))
            was = {(bet["seat"], bet["wager"]): bet for bet in history[last]["decided"]}
            for now in event["settled"]:
                for bet, way in ((was[now["seat"], now["wager"]], -sign), (now, sign)):
                    yield Bet(table, at, versions[last + 1], bet, bet["result"] in PLAYED, way)


@dataclass
class Played:
    """Bets that share a row of *Game performance*."""

    bets: int = 0
    void: int = 0
    staked: int = 0
    paid: int = 0
    expected: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)
    left: Counter[tuple[str, str, str]] = field(default_factory=Counter[tuple[str, str, str]])
    """What is left of each wager after corrections have taken bets off."""

    @property
    def win(self) -> int:
        """What the house has won."""
        return self.staked - self.paid

    @property
    def z(self) -> float:
        """How many standard deviations the win is above what was expected."""
        return float(self.win - self.expected) / sqrt(self.variance) if self.variance > 0 else 0.0


def played(journal: Journal, since: int, until: int, group: Callable[[Bet, Theory], str]) -> dict[str, Played]:
    """Bets, stakes and wins between two times, by group, beside what the odds lead one to expect. Only what has a par sheet."""
    found = dict[str, Played]()
    for table in [each for each in journal.tables if journal.rulesets[each] in SHEETS]:
        wagers = sheet(journal.rulesets[table])
        for bet in bets(journal, table):
            if not since <= bet.at < until:
                continue
            theory = wagers[bet.bet["wager"]]
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
        if source == "hand-pays" or (there == "paid-by-hand" and source != "colour-checks"):
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


# Money by terminal


def terminal_money(
    journal: Journal, tables: Iterable[str], since: int, until: int, group: Callable[[str, str | None], str]
) -> dict[str, Counter[str]]:
    """What went in and out at the terminals of some tables, by group: of the table and the seat or the terminal."""
    found = dict[str, Counter[str]]()
    for table in tables:
        for each in journal.within(table, since, until):
            for transfer in each.event.get("transfers", ()):
                source, target, amount = transfer["source"], transfer["target"], transfer["amount"]
                whose = seat(source) or seat(target) or each.event.get("seat")
                row = found.setdefault(group(table, whose), Counter())
                for column, sign in _flows(source, target):
                    passed = source if column.endswith(" in") else target
                    row[_at_terminal(column, passed)] += sign * amount
        for account, held in journal.balances(table, 0, until).items():
            row = found.setdefault(group(table, seat(account)), Counter())
            if kind(account) == "stacker":
                row["In the stacker at the end"] -= held
            elif kind(account) == "owed":
                row["Kept for players who left"] += max(0, held)
    columns = {"Notes in", "Win", "Hand pays", "Left with players", "Boxes pulled", *_PASSED.values(), *_OTHERWISE.values()}
    columns |= {"In the stacker at the end", "Kept for players who left"}
    rows = {name: Counter({column: row[column] for column in columns}) for name, row in found.items()}
    return {name: row for name, row in rows.items() if any(row.values())}


_PASSED = {
    ("Tickets and accounts in", "tickets"): "Tickets in",
    ("Tickets and accounts in", "cashless"): "Transfers in",
    ("Tickets and accounts out", "tickets"): "Tickets out",
    ("Tickets and accounts out", "cashless"): "Transfers out",
}
_OTHERWISE = {"Chips in": "Other money in", "Chips out": "Other money out"}


def _at_terminal(column: str, account: str) -> str:
    """The column of a terminal that is a column of *Drop and win*, or a part of it."""
    if column == "Cash in":
        return "Notes in"
    return _PASSED.get((column, kind(account))) or _OTHERWISE.get(column, column)


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
REVERSED = {"ticket-sold": "Sold", "ticket-paid": "Paid", "void-ticket-paid": "Decided", "expired-ticket-paid": "Decided"}
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


def _ends_changed(ends: list[Event], event: Event) -> list[tuple[int, Event | None, Event]]:
    """The ends of rounds that an event adds or changes: the place in the list, the end before, and the end now."""
    if _ends_round(event):
        return [(len(ends), None, event)]
    if event["type"] == "SettledAgain":
        again = list[Event]()
        for each in event["again"]:
            for place, _, now in _ends_changed(again, each):
                again[place:] = [now]
        first = len(ends) - len(again)
        return [(place, ends[place], now) for place, now in enumerate(again, first)]
    if event["type"] == "BetsInvalidated" and event["settled"]:
        anew = {(bet["seat"], bet["wager"]): bet for bet in event["settled"]}
        decided = [anew.get((bet["seat"], bet["wager"]), bet) for bet in ends[-1]["decided"]]
        return [(len(ends) - 1, ends[-1], {**ends[-1], "decided": decided})]
    return []


def large_wins(journal: Journal, table: str, since: int, until: int, least: int) -> list[tuple[int, int | None]]:
    """Wins from an amount on: what each is at the end, and what it was if a correction or invalid bets changed it."""
    ends, found = list[Event](), dict[tuple[int, str, str], list[int | None]]()
    for each in journal.within(table, 0, until):
        for place, old, new in _ends_changed(ends, each.event):
            ends[place : place + 1] = [new]
            was, now = wins(old) if old else {}, wins(new)
            for key in (was.keys() | now.keys()) if each.at >= since else ():
                before, after = was.get(key, 0), now.get(key, 0)
                row = found.get((place, *key))
                if before != after and row:
                    row[:] = [after, before if row[1] is None else row[1]]
                elif before != after and max(before, after) >= least:
                    found[place, *key] = [after, before if old else None]
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
    places, found, trays = dict[int, str](), dict[int, Variance](), dict[str, Iterator[tuple[int, int | None]]]()
    for at, _, event in journal.within(CAGE, 0, until):
        match event["type"]:
            case "BoxTaken":
                places[event["number"]] = event["place"]
            case "BoxCounted" if event.get("variance"):
                over = event["counted"] - event["amount"]
                found[event["variance"]] = Variance(at, places[event["box"]], event["amount"], over, is_explained=False)
            case "DrawerCounted" | "VaultCounted" | "ChipsCounted" if (
                event.get("variance") and event.get("expected") is not None
            ):
                over = event["counted"] - event["expected"]
                new = Variance(at, "cage", event["expected"], over, is_explained=False)
                found[event["variance"]] = _counted_again(found.get(event["variance"], new), event["expected"], over)
            case "VarianceNoted":
                expected = _expected_of_tray(journal, trays, event)
                found[event["number"]] = Variance(at, event["place"], expected, event["amount"], is_explained=False)
            case "VarianceCorrected":
                was, expected = found[event["variance"]], _expected_of_tray(journal, trays, event)
                found[event["variance"]] = _counted_again(was, expected, was.over + event["amount"])
            case "VarianceExplained":
                found[event["variance"]] = found[event["variance"]]._replace(is_explained=True)
            case _:
                pass
    return [each for each in found.values() if each.at >= since]


def _expected_of_tray(journal: Journal, trays: dict[str, Iterator[tuple[int, int | None]]], event: Event) -> int | None:
    """What the tray should have had: the cage and the table write down the same differences in the same order."""
    left = trays.setdefault(event["place"], _differing_counts(journal, event["place"]))
    return next((expected for change, expected in left if change == event["amount"]), None)


def _differing_counts(journal: Journal, table: str) -> Iterator[tuple[int, int | None]]:
    """By how much each count of a tray changed its difference, and what the tray should have had."""
    for each in journal.streams.get(table, ()):
        if each.event["type"] == "TrayCounted":
            yield each.event.get("variance", 0) - (each.event.get("replaces") or 0), each.event.get("expected")


def _counted_again(was: Variance, expected: int | None, over: int) -> Variance:
    """A variance after a recount: another amount takes the explanation away, and no difference needs none."""
    is_explained = was.is_explained if over == was.over else not over
    return was._replace(expected=expected, over=over, is_explained=is_explained)


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
        was, now = (event["outcome"] if event["type"] == "RoundSettled" else "void" for event in (old[0], new))
        yield each.line, was, now, moved


# Lists of events

AMOUNTS = {
    *("amount", "asked", "charged", "counted", "excused", "expected", "forfeited", "maximum", "minimum", "payout_unit"),
    *("repaid", "replaces", "stake", "tokens", "before", "after", "by_books"),
}
"""The fields of an event that are an amount, wherever they stand in it."""
COUNTED = {"chips", "notes"}
"""The fields that say how many there are of each value."""
BY_WAGER = {"bets"}
"""The fields that have a stake for each wager."""
ELSEWHERE = {"transfers", "decided", "again", "settled", "standing", "figures"}
"""The fields that no list shows: what moved has a column of its own, or a page."""


def amounts(event: Event) -> Iterator[int]:
    """The amounts that a line of a list has to tell."""
    for name, value in event.items():
        if name in ELSEWHERE or not value:
            continue
        if name in COUNTED and isinstance(value, dict):
            yield from map(int, value)
        elif name in BY_WAGER and isinstance(value, dict):
            yield from value.values()
        elif isinstance(value, dict):
            yield from amounts(value)
        elif (name in AMOUNTS or (name == "variance" and event["type"] == "TrayCounted")) and isinstance(value, int):
            yield value


# The command


def gaming_day(day: dt.date, zone: str, hour: int) -> tuple[int, int]:
    """When a gaming day begins and ends: milliseconds since 1970."""
    first, last = (
        dt.datetime(each.year, each.month, each.day, hour, tzinfo=ZoneInfo(zone)) for each in (day, day + dt.timedelta(1))
    )
    return int(first.timestamp() * 1000), int(last.timestamp() * 1000)


def month_of(day: dt.date, zone: str, hour: int) -> tuple[int, int]:
    """When the month of a gaming day begins and ends: with its first gaming day, and with that of the next."""
    first = day.replace(day=1)
    return gaming_day(first, zone, hour)[0], gaming_day((first + dt.timedelta(31)).replace(day=1), zone, hour)[0]


def year_of(day: dt.date, zone: str, hour: int) -> tuple[int, int]:
    """When the year of a gaming day begins and ends."""
    first = day.replace(month=1, day=1)
    return gaming_day(first, zone, hour)[0], gaming_day(first.replace(year=first.year + 1), zone, hour)[0]


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
    for title, bookings in zip(
        ("booked later about it", "booked on it about earlier days"), late(journal, since, until), strict=True
    ):
        sums = (f"{name} {dollars(sum(getattr(each, name) for each in bookings))}" for name in ("moved", "win", "over"))
        print(f"{title}: {len(bookings)}, " + ", ".join(sums))
    for table, row in played(journal, since, until, lambda bet, _: bet.table).items():
        expected = f"win {dollars(row.win)}, expected {dollars(round(row.expected))}, z {row.z:+.2f}"
        print(f"play, {table}: {row.bets} bets, {row.void} void, staked {dollars(row.staked)}, {expected}")
    if unknown := [table for table in journal.tables if journal.rulesets[table] not in SHEETS]:
        print(f"play: par_sheets.py does not know the rules of {', '.join(unknown)}")
    for closed in closings(journal):
        wrong = differs(journal, closed)
        print(f"the closing of {closed['day']}: {'; '.join(wrong) if wrong else 'every figure is right'}")
    electronic = {table for table, _ in journal.terminals}
    by_table = {
        "drop and win": takings(journal, since, until, lambda table, _seat, _at: table),
        "tickets": tickets(journal, since, until, lambda table, _seat, _at: table),
        "money by terminal": terminal_money(journal, electronic, since, until, journal.place),
    }
    for title, report in by_table.items():
        for place, row in sorted(report.items()):
            counts = ("Issued", "Redeemed")
            print(
                f"{title}, {place}: "
                + ", ".join(f"{name} {each if name in counts else dollars(each)}" for name, each in row.items() if each)
            )


if __name__ == "__main__":
    main()
