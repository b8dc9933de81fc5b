"""Writes the reference pages from the code they describe; with --check it only says whether they are up to date."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from cage_page import cage_page
from device_page import device_page
from floor_page import floor_page
from messages import entry, given
from money_devices_page import money_devices_page
from one_of_each import one_of_each
from people_page import people_page
from promotions_page import promotions_page
from protocol import protocol, staff_messages
from strategies_page import strategies_pages
from terminal_page import terminal_page

from croupier.catalogue import names, ruleset
from croupier.ledger.book import Transfer
from croupier.ledger.chart import CHART
from croupier.rulebook.book import book
from croupier.rulebook.markdown import markdown, table
from croupier.rulebook.trace import ClauseAnswer, trace
from croupier.rulebook.writing import book_document
from croupier.rules.machine import Result
from croupier.rules.powers import Act
from croupier.table import authority, bets, money, pit, rounds
from croupier.table.bets.taking_down import Trimmed
from croupier.table.core.message import Command, Decided, Event, Order, Ruling, SeatKind
from croupier.table.core.meters import Meters, Played, Terminal
from croupier.table.core.person import Person
from croupier.table.core.promotional import Promotional
from croupier.table.core.refusals import Reason
from croupier.table.core.rows import COMMANDS, EVENTS, Audience
from croupier.table.money.tender import Tender, Way
from croupier.table.rounds.settling import Moved

DOCS = Path(__file__).parents[1]
WRITTEN_BY = "<!-- Written by docs/reference/generate.py; run `make reference` after a change. -->"


def main() -> None:
    """Write the pages, or with --check compare them with what is there."""
    pages = {"reference/table.md": table_page(), "reference/books.md": books_page(), "rulebook/README.md": contents_page()}
    pages |= {f"rulebook/{name}.md": rulebook_page(name) for name in names()}
    pages["reference/people.md"] = people_page(WRITTEN_BY)
    pages["reference/cage.md"] = cage_page(WRITTEN_BY)
    pages["reference/promotions.md"] = promotions_page(WRITTEN_BY)
    pages["reference/floor-file.md"] = floor_page(WRITTEN_BY)
    pages["reference/device.md"] = device_page(WRITTEN_BY)
    pages["reference/money-devices.md"] = money_devices_page(WRITTEN_BY)
    pages["reference/terminal.md"] = terminal_page((DOCS / "reference/terminal.md").read_text())
    pages |= strategies_pages(WRITTEN_BY)
    pages["../src/croupier/terminal/static/protocol.d.ts"] = protocol()
    pages["../src/croupier/terminal/static/staff-messages.d.ts"] = staff_messages()
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
    for name, words in (("Way", Way), ("SeatKind", SeatKind), ("Result", Result), ("Act", Act)):
        lines += [f"### {name}", "", f"A text: {', '.join(f'`{each}`' for each in words)}.", ""]
    shown = one_of_each()
    for subject in SUBJECTS:
        lines += subject_section(subject, shown)
    lines += ["## Refusals", "", "A refusal changes nothing. Codes are stable.", ""]
    lines += table(("code", "meaning"), [(f"`{reason}`", reason.meaning) for reason in Reason])
    return "\n".join(lines) + "\n"


def books_page() -> str:
    """The chart of accounts, and the meters."""
    lines = ["# The books", "", WRITTEN_BY, "", *HOW_THE_BOOKS_ARE_KEPT, "", "## The chart of accounts", ""]
    rows = [(f"`{kind.pattern}`", kind.title, kind.meaning, str(kind.nature), str(kind.side)) for kind in CHART]
    lines += [
        *table(("account", "on pages and in reports", "what it is", "nature", "where it may stand"), rows),
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
    "zero, what it has in hand is below. Pages and reports show money in hand above zero, as accountants do. A transfer that",
    "would leave an account where it may not stand, or that names one that is not here, cannot be written. An account that",
    "holds nothing is not in the book.",
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
    "Every command, event and refusal of a table, by subject. A command asks something of a table: `decide` answers it with",
    "events or with a refusal. An event is something that happened. A line of the table's stream in the journal is JSON and",
    "holds a command with its events; each has its name under `type`.",
    "",
    "Every command and every event has `at`: the time in milliseconds since 1970, or 0 if no clock runs. An order also has",
    "`by` (the person who gives it) and `why`; a decision has these two and `clause`, which gives the power. Amounts are whole",
    "cents (`Cents`). A `seat` is a player's place or terminal, a `wager` the id of one in the rule set. An event leaves out",
    "the fields that have their default. The examples are events of real tables.",
    "",
    "Each command says who gives it. What players give, the staff give for them at a table that a dealer runs; money and seats",
    "at every table. *Chosen* fields are picked from what the table knows: `floor/actions.py` lists the values for a person,",
    "and tells why an order is not open. Other fields are free. `why` is chosen where the document lists grounds, else free.",
)

Kind = TypeVar("Kind", Command, Event)

SUBJECTS = (authority, money, bets, rounds, pit)

TOLD_TO = {
    Audience.OWNER: "The player at that seat is told.",
    Audience.TABLE: "Every terminal is told.",
    Audience.STAFF: "Only the staff are told.",
    Audience.CAGE: "Only the cage, the pit and inspectors are told.",
    Audience.PIT: "Only the pit and inspectors are told.",
}


def subject_section(subject: ModuleType, shown: Mapping[str, str]) -> Iterator[str]:
    """The commands and the events of a subject, each with what its row says."""
    name, about = subject.__name__.rpartition(".")[2].capitalize(), " ".join((subject.__doc__ or "").split())
    yield from (f"## {name}: commands", "", about, "")
    for kind in declared_in(subject, COMMANDS):
        yield from entry(kind, " ".join(filter(None, ("An order." if issubclass(kind, Order) else "", given(COMMANDS[kind])))))
    yield from (f"## {name}: events", "")
    for kind in declared_in(subject, EVENTS):
        row, decision = EVENTS[kind], "A decision of the staff." if issubclass(kind, Ruling) else ""
        moves = "It moves money." if row.moves_money else "It moves no money."
        sentence = " ".join(filter(None, (decision, moves, TOLD_TO[row.audience])))
        yield from entry(kind, sentence, shown.get(kind.__name__, ""))


def declared_in(subject: ModuleType, rows: Iterable[type[Kind]]) -> Sequence[type[Kind]]:
    """The messages of a subject, module by module, each in the order of its rows."""
    own = [kind for kind in rows if kind.__module__.startswith(f"{subject.__name__}.")]
    return sorted(own, key=lambda kind: kind.__module__)


def contents_page() -> str:
    """The rule books, and how far each document is answered."""
    lines = ["# The rule book", "", WRITTEN_BY, ""]
    lines += ["Each page is read aloud from the machines that settle the bets."]
    lines += ["`croupier rulebook RULESET --format html` makes one to keep and to print."]
    lines += [
        "",
        "| document | wagers | readings | clauses | " + " | ".join(ClauseAnswer) + " |",
        "|" + "---|" * (4 + len(ClauseAnswer)),
    ]
    for name in names():
        rules, answers = ruleset(name), Counter(each.answer for each in trace(name))
        counts = (len(rules.offers), len(rules.readings), answers.total(), *(answers[each] for each in ClauseAnswer))
        lines.append(f"| [{rules.title}]({name}.md) | " + " | ".join(str(count) for count in counts) + " |")
    lines += ["", "What the answers mean:", "", *(f"- *{each}*: {each.meaning}" for each in ClauseAnswer)]
    lines += ["", "`croupier rulebook trace` lists every clause with its answer, the orders of people, the code and the tests."]
    return "\n".join(lines) + "\n"


def rulebook_page(name: str) -> str:
    """One rule set, read aloud."""
    head, _, rest = markdown(book_document(book(ruleset(name)))).partition("\n")
    return f"{head}\n\n{WRITTEN_BY}\n{rest}\n"


if __name__ == "__main__":
    main()
