"""Writes the reference pages from the code they describe; with --check it only says whether they are up to date."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import get_args

from messages import Message, entry, said
from one_of_each import one_of_each

from croupier.catalogue import names, ruleset
from croupier.ledger.book import Transfer
from croupier.ledger.chart import CHART
from croupier.rulebook.book import book
from croupier.rulebook.markdown import markdown, table
from croupier.rulebook.trace import Answer, trace
from croupier.rulebook.writing import book_document
from croupier.rules.machine import Result
from croupier.rules.powers import Act
from croupier.table.decide import DECIDERS
from croupier.table.events import MOVE_MONEY, Event
from croupier.table.fact import Decided, Moved, Ruling, Trimmed
from croupier.table.meters import Meters, Played, Terminal
from croupier.table.orders import Order
from croupier.table.person import Person
from croupier.table.promotional import Promotional
from croupier.table.refusals import Reason
from croupier.table.tender import Tender, Way

DOCS = Path(__file__).parents[1]
WRITTEN_BY = "<!-- Written by docs/reference/generate.py; run `make reference` after a change. -->"


def main() -> None:
    """Write the pages, or with --check compare them with what is there."""
    pages = {"reference/table.md": table_page(), "reference/books.md": books_page(), "rulebook/README.md": contents_page()}
    pages |= {f"rulebook/{name}.md": rulebook_page(name) for name in names()}
    stale = [name for name, text in pages.items() if not same(DOCS / name, text)]
    if "--check" in sys.argv:
        print("up to date" if not stale else f"out of date: {', '.join(stale)}; run make reference")
        sys.exit(1 if stale else 0)
    for name in stale:
        (DOCS / name).write_text(pages[name])
        print(f"wrote {name}")


def same(path: Path, text: str) -> bool:
    """Whether a page says this already."""
    return path.exists() and path.read_text() == text


def table_page() -> str:
    """Every command, event and refusal of a table."""
    lines = ["# The table", "", WRITTEN_BY, "", *HOW_TO_READ, "", "## What they are made of", ""]
    lines += [line for part in (Person, Tender, Transfer, Promotional, Decided, Moved, Trimmed) for line in entry(part)]
    for name, words in (("Way", Way), ("Result", Result), ("Act", Act)):
        lines += [f"### {name}", "", f"A text: {', '.join(f'`{each}`' for each in words)}.", ""]
    for title, above, messages in commands():
        lines += [f"## {title}", "", above, "", *(line for each in messages for line in entry(each))]
    shown = one_of_each()
    for title, above, messages in events():
        lines += [f"## {title}", "", above, ""]
        for each in messages:
            moves = "It moves money." if each in MOVE_MONEY else "It moves no money."
            lines += entry(each, moves, shown[each.__name__])
    lines += ["## Refusals", "", "A refusal changes nothing. Codes are stable.", ""]
    lines += table(("code", "meaning"), [(f"`{reason}`", reason.meaning) for reason in Reason])
    return "\n".join(lines) + "\n"


def books_page() -> str:
    """The chart of accounts, and the meters."""
    lines = ["# The books", "", WRITTEN_BY, "", *HOW_THE_BOOKS_ARE_KEPT, "", "## The chart of accounts", ""]
    rows = [(f"`{kind.pattern}`", kind.meaning, str(kind.nature), str(kind.side)) for kind in CHART]
    lines += [
        *table(("account", "what it is", "nature", "where it may stand"), rows),
        "",
        "## The meters",
        "",
        *HOW_METERS_COUNT,
        "",
    ]
    lines += [line for each in (Meters, Terminal, Played) for line in entry(each)]
    return "\n".join(lines).rstrip() + "\n"


HOW_THE_BOOKS_ARE_KEPT = (
    "Every table has a book. Money moves between two of its accounts, by the transfers that events state and by nothing else,",
    "so they always sum to zero. They are counted from the players' side: what the house owes and what it has earned is above",
    "zero, what it has in hand is below. A transfer that would leave an account where it may not stand, or that names one that",
    "is not here, cannot be written. An account that holds nothing is not in the book.",
)

HOW_METERS_COUNT = (
    "Meters count what happened, and never fall. They are read from what events say of bets and money, the books from their",
    "transfers, so that two computations can be compared. For every terminal, at any moment:",
    "",
    "> credit + bets on the layout + withheld + owed = brought - taken + taken back + wins - turnover - commission",
    "> + commission back - forfeited - kept + corrected up - corrected down",
    "",
    "Credit is what is in the rack, promotional credits of both kinds, and tokens.",
    "A round that is settled again leaves the meters as they were and counts the difference by itself.",
)

HOW_TO_READ = (
    "What can be asked of a table, what can happen at it, and how it says no. A command is a wish: `decide` answers it with",
    "events or with a refusal. An event is a fact: a line of JSON in the journal, its name under `type`.",
    "",
    "Every command and every event has `at`: when it was, in milliseconds since 1970, or 0 where no clock runs. Amounts are",
    "whole cents (`Cents`). A `seat` is a player's place or terminal, a `wager` the id of one in the rule set. An event leaves",
    "out what is as it would be unless given. The examples are lines of real tables.",
)


def commands() -> Iterator[tuple[str, str, Sequence[Message]]]:
    """The commands, by who gives them."""
    ordered = [each for each in DECIDERS if issubclass(each, Order)]
    wishes = [each for each in DECIDERS if each not in ordered and "seat" in each.__struct_fields__]
    calls = [each for each in DECIDERS if each not in ordered and each not in wishes]
    yield "Wishes of players", "What a player asks for, at a terminal or across the table.", wishes
    above = "What is done in every round: by the person the document names for it (`by`), or by a machine."
    yield "Calls of a round", above, calls
    above = f"{said(Order)} Every order has `by` and `why`; the table finds the clause behind it, or says who holds the power."
    yield "Orders of the staff", above, ordered


def events() -> Iterator[tuple[str, str, Sequence[Message]]]:
    """The events, by what they tell of."""
    every: list[Message] = list(get_args(Event))
    rulings = [each for each in every if issubclass(each, Ruling)]
    above = "What happened in the course of a game. One that moves money lists its own transfers."
    yield "Events of play", above, [each for each in every if each not in rulings]
    above = "What somebody decided. Each carries `by`, the reason (`why`) and the clause that gives the power (`clause`)."
    yield "Events of decisions", above, rulings


def contents_page() -> str:
    """The rule books, and how far each document is answered."""
    lines = ["# The rule book", "", WRITTEN_BY, ""]
    lines += ["Each page is read aloud from the machines that settle the bets."]
    lines += ["`croupier rulebook RULESET --format html` makes one to keep and to print."]
    lines += ["", "| document | wagers | readings | clauses | " + " | ".join(Answer) + " |", "|" + "---|" * (4 + len(Answer))]
    for name in names():
        rules, answers = ruleset(name), Counter(each.answer for each in trace(name))
        counts = (len(rules.offers), len(rules.readings), answers.total(), *(answers[each] for each in Answer))
        lines.append(f"| [{rules.title}]({name}.md) | " + " | ".join(str(count) for count in counts) + " |")
    lines += ["", "What the answers mean:", "", *(f"- *{each}*: {each.meaning}" for each in Answer)]
    lines += ["", "`croupier rulebook trace` lists every clause with its answer, the code and the tests."]
    return "\n".join(lines) + "\n"


def rulebook_page(name: str) -> str:
    """One rule set, read aloud."""
    head, _, rest = markdown(book_document(book(ruleset(name)))).partition("\n")
    return f"{head}\n\n{WRITTEN_BY}\n{rest}\n"


if __name__ == "__main__":
    main()
