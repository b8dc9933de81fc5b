"""Writes the reference pages from the code they describe; with --check it only says whether they are up to date."""

import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import get_args

import msgspec

from croupier.catalogue import names, ruleset
from croupier.rules.exact import edge
from croupier.rules.ruleset import Ruleset
from croupier.table.commands import Command
from croupier.table.events import Event
from croupier.table.refusals import Reason

HERE = Path(__file__).parent
WRITTEN_BY = "<!-- Written by docs/reference/generate.py; run `make reference` after a change. -->"


def main() -> None:
    """Write the pages, or with --check compare them with what is there."""
    pages = {"table.md": table_page(), "rule-sets.md": rule_sets_page()}
    stale = [name for name, text in pages.items() if not same(HERE / name, text)]
    if "--check" in sys.argv:
        print("up to date" if not stale else f"out of date: {', '.join(stale)}; run make reference")
        sys.exit(1 if stale else 0)
    for name in stale:
        (HERE / name).write_text(pages[name])
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
    lines += row_table(("code", "meaning"), ((f"`{reason}`", reason.meaning) for reason in Reason))
    return "\n".join(lines) + "\n"


def struct(message: type[msgspec.Struct]) -> Iterator[str]:
    """One message: its sentence and its fields."""
    yield from (f"### {message.__name__}", "", (message.__doc__ or "").strip(), "")
    if fields := ", ".join(f"`{field}`" for field in message.__struct_fields__):
        yield from (f"Fields: {fields}.", "")


def rule_sets_page() -> str:
    """Every rule set: fingerprint, sign, wagers, readings."""
    lines = ["# The rule sets", "", WRITTEN_BY]
    for name in names():
        lines += ["", *rule_set(ruleset(name))]
    return "\n".join(lines) + "\n"


def rule_set(rules: Ruleset) -> Iterator[str]:
    """One rule set."""
    yield from (f"## {rules.id}", "", f"{rules.title}.", "", f"Fingerprint `{rules.fingerprint}`.", "", "### Sign", "")
    yield from row_table(
        ("setting", "clause", "default", "allowed"),
        ((f"`{each.name}`", each.clause, str(each.default).lower(), each.allowed) for each in rules.settings),
    )
    yield from ("", "### Wagers", "", "The edge is the house's, per unit staked on a bet as it is made.", "")
    yield from row_table(("id", "name", "clause", "edge"), wagers(rules))
    chosen = [each for each in rules.readings if each.default]
    yield from ("", "### Readings that can be chosen", "", 'In a scenario: `"table": {"readings": {id: value}}`.', "")
    yield from row_table(
        ("id", "clause", "values, the default first", "what we read"),
        ((each.id, each.clause, ", ".join(f"`{value}`" for value in each.values), each.read) for each in chosen),
    )
    yield from ("", "### Readings that are settled", "")
    settled = (each for each in rules.readings if not each.default)
    yield from row_table(("id", "clause", "what we read"), ((each.id, each.clause, each.read) for each in settled))


def wagers(rules: Ruleset) -> Iterator[tuple[str, ...]]:
    """The offers in the document's order, those of one family and one edge on one line."""
    offers = ((offer, edge(rules, offer.id)) for offer in rules.offers)
    for (_, worth), group in groupby(offers, lambda each: (each[0].kind, each[1])):
        family = [offer for offer, _ in group]
        yield listing([offer.id for offer in family]), family[0].wager.title, family[0].clause, str(worth)
        if travelled := [id for offer in family for id in offer.travels.values()]:
            yield listing(travelled), f"{family[0].wager.title}, on its number", family[0].clause, "moves there by itself"


def listing(ids: list[str]) -> str:
    """Ids of one family: the first whole, the others by what differs."""
    return " ".join([f"`{ids[0]}`", *(f"`{id.partition(':')[2]}`" for id in ids[1:])])


def row_table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """A table in Markdown."""
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    yield from ("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows)


if __name__ == "__main__":
    main()
