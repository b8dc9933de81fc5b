"""Writes the reference pages from the code they describe; with --check it only says whether they are up to date."""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec

from croupier.catalogue import names, ruleset
from croupier.rulebook.book import book
from croupier.rulebook.markdown import markdown, table
from croupier.rulebook.trace import Answer, trace
from croupier.rulebook.writing import book_document
from croupier.table.commands import Command
from croupier.table.events import Event
from croupier.table.refusals import Reason

DOCS = Path(__file__).parents[1]
WRITTEN_BY = "<!-- Written by docs/reference/generate.py; run `make reference` after a change. -->"


def main() -> None:
    """Write the pages, or with --check compare them with what is there."""
    pages = {"reference/table.md": table_page(), "rulebook/README.md": contents_page()}
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
    lines = ["# The table", "", WRITTEN_BY, "", "What can be asked of a table, what can happen at it, and how it says no."]
    lines += ["", "## Commands", "", "Wishes. `decide` answers each with events or with a refusal.", ""]
    lines += [line for command in get_args(Command) for line in struct(command)]
    lines += ["## Events", "", "Facts. One that moves money lists its transfers: source, target, cents.", ""]
    lines += [line for event in get_args(Event) for line in struct(event)]
    lines += ["## Refusals", "", "A refusal changes nothing. Codes are stable.", ""]
    lines += table(("code", "meaning"), [(f"`{reason}`", reason.meaning) for reason in Reason])
    return "\n".join(lines) + "\n"


def struct(message: type[msgspec.Struct]) -> Iterator[str]:
    """One message: its sentence and its fields."""
    yield from (f"### {message.__name__}", "", (message.__doc__ or "").strip(), "")
    if fields := ", ".join(f"`{field}`" for field in message.__struct_fields__):
        yield from (f"Fields: {fields}.", "")


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
