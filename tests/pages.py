"""A page of play that a dealer can read: what is done stands at the margin, what comes of it is indented below.

    stickperson offers the dice to ann
      Robin (stickperson) offers the dice to ann (3.2).
    bob throws
      no: bob does not have the dice (3.8).

Pages are golden: `python tests/pages.py` writes what comes of it anew, and a reader checks it.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from croupier.catalogue import ruleset
from croupier.ledger.accounts import owed, rack, withheld
from croupier.money import dollars
from croupier.table.authority.notices import waiting
from croupier.table.bets.below_minimum import bets_below_minimum
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command, Event
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.core.words import told
from croupier.table.money.seats import TakeSeat
from croupier.table.telling.phrases import cents, time_of, understood

HERE = Path(__file__).parent / "procedures"


class Page(NamedTuple):
    """One procedure: the clauses it is about, its settings, and the lines of play."""

    ruleset: str
    clauses: tuple[str, ...]
    title: str
    settings: tuple[str, ...]
    lines: tuple[str, ...]
    """What is done; what comes of it is left out."""

    def setting(self, name: str) -> str:
        """What a line such as "sign: minimum 500" says."""
        return next((line.partition(":")[2].strip() for line in self.settings if line.startswith(f"{name}:")), "")


def pages(file: Path) -> Iterator[tuple[Page, str]]:
    """Every page of a file, and its text as it stands there."""
    head, *blocks = re.split(r"^== ", file.read_text(), flags=re.MULTILINE)
    assert all(line.startswith("#") or not line.strip() for line in head.splitlines()), f"{file.name}: begin with a comment"
    for block in blocks:
        first, *rest = block.rstrip().splitlines()
        clauses, _, title = first.partition("  ")
        settings = tuple(line for line in rest if re.match(r"(sign|players|seats|readings|without|day):", line))
        lines = tuple(line for line in rest if line.strip() and line not in settings and not line.startswith(" "))
        yield Page(file.stem, tuple(clauses.split(", ")), title.strip(), settings, lines), f"== {block.rstrip()}\n"


class Done(NamedTuple):
    """A line of a page that was asked of the table."""

    line: str
    before: Table
    command: Command
    outcome: tuple[Event, ...] | Refusal
    after: Table


def played(page: Page) -> str:
    """A page with what comes of every line."""
    written = [f"== {', '.join(page.clauses)}  {page.title}", *page.settings, ""]
    for each in steps(page):
        if not isinstance(each, Done):
            written += each
            continue
        written.append(each.line)
        if isinstance(each.outcome, Refusal):
            written.append(f"  no: {each.outcome.message}")
            continue
        table = each.before
        for event in each.outcome:
            written += [f"  {words}" for words in told(table, event)]
            table = apply(table, event)
    return "\n".join(written) + "\n"


def steps(page: Page) -> Iterator[Done | list[str]]:
    """What every line of a page does. A line that asks nothing of the table is written as it is, with what is seen."""
    table, at = _opened(page), time_of("12:00:00")
    for line in page.lines:
        if when := re.fullmatch(r"at (\S+)", line):
            at = time_of(when[1])
            yield [line]
        elif seen := _seen(table, line):
            yield [line, *(f"  {each}" for each in seen)]
        else:
            before, command = table, replace(understood(line), at=at)
            outcome = decide(before, command)
            at += 1000
            for event in () if isinstance(outcome, Refusal) else outcome:
                table = apply(table, event)
                assert not sum(table.book.balances.values()), line
            yield Done(line, before, command, outcome, table)


def _opened(page: Page) -> Table:
    pairs = dict(each.split() for each in page.setting("sign").split(", ") if each)
    sign = {name: value == "true" if value in ("true", "false") else int(value) for name, value in pairs.items()}
    chosen = dict(each.split() for each in page.setting("readings").split(", ") if each)
    rules = ruleset(page.ruleset).without(page.setting("without").split()).under(chosen)
    table = open_table(rules, rules.sign(sign), int(page.setting("seats") or 0))
    for each in (page.setting("players") or "ann $500, bob $500").split(", "):
        name, money = each.split()
        for event in _events(table, TakeSeat(seat=name, chips=cents(money.lstrip("$")))):
            table = apply(table, event)
    return table


def _events(table: Table, command: Command) -> tuple[Event, ...]:
    outcome = decide(table, command)
    assert not isinstance(outcome, Refusal), outcome
    return outcome


def _seen(table: Table, line: str) -> list[str]:
    """A look at the table: what somebody has, what stands, what waits."""
    if line == "the layout":
        return [
            f"{seat}: {dollars(bet.stake)} on {wager}" for seat, bets in table.layout.items() for wager, bet in bets.items()
        ] or ["is empty"]
    if line == "the bets below the minimum":
        below = bets_below_minimum(table)
        return [f"{bet.seat}: {dollars(bet.stake)} on {bet.wager}, for {dollars(bet.minimum)}" for bet in below] or ["none"]
    if line == "the notices":
        return [f"{number}: to {each.to}, {each.due} ({each.clause})" for number, each in waiting(table)] or ["none waits"]
    if line == "the pucks":
        return [f"{name}: {state}" for name, state in table.pucks.items()]
    if named := re.fullmatch(r"the money of (\w+)", line):
        seat = named[1]
        accounts = {"": rack(seat), " withheld": withheld(seat), " owed": owed(seat)}
        return [
            f"{dollars(table.book.balance(account))}{name}"
            for name, account in accounts.items()
            if not name or table.book.balance(account)
        ]
    return []


def main() -> None:
    """Write every page anew."""
    for file in sorted(HERE.glob("*.txt")):
        head = re.split(r"^== ", file.read_text(), flags=re.MULTILINE)[0]
        file.write_text(head.rstrip() + "\n\n" + "\n".join(played(page) for page, _ in pages(file)))
        sys.stdout.write(f"wrote {file.name}\n")


if __name__ == "__main__":
    sys.exit(main())
