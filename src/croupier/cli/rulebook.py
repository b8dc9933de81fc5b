"""croupier rulebook: print the rule book and the trace of clauses."""

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from croupier.cli.documents import records_file
from croupier.cli.output import refuse, say

if TYPE_CHECKING:
    from croupier.rulebook.attached import Attached
    from croupier.rulebook.blocks import Document

WIDEST, NARROWEST = 100, 40


LAYOUT = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "md", "html", "json"]),
    default="text",
    show_default=True,
    help="The output format.",
)


class RulebookGroup(click.Group):
    """A command group in which "show" is the default command."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read "rulebook RULESET" as "rulebook show RULESET"."""
        if args and args[0] not in {*self.commands, "--help"}:
            args = ["show", *args]
        return super().parse_args(ctx, args)


@click.group(cls=RulebookGroup)
def rulebook() -> None:
    """Print the rule book: every wager in plain words, and every clause with the code that implements it.

    `croupier rulebook RULESET` prints a whole rule set, `croupier rulebook RULESET WAGER` one wager, one kind of wager
    or one clause. `--readings` prints every unclear clause with its effect on the edge, `--compare A B` the differences
    between two rule sets. `croupier rulebook show --help` lists all options.
    """


@rulebook.command()
@click.argument("ruleset", required=False, metavar="[RULESET]")
@click.argument("wager", required=False, metavar="[WAGER]")
@LAYOUT
@click.option("--readings", is_flag=True, help="Print every unclear clause, how we read it, and its effect on the edge.")
@click.option("--reading", "chosen", multiple=True, metavar="ID=VALUE", help="Choose another reading; may be repeated.")
@click.option(
    "--compare",
    nargs=2,
    metavar="A B",
    help="Print the differences between two rule sets; write RULESET+ID=VALUE for another reading.",
)
def show(
    ruleset: str | None,
    wager: str | None,
    form: str,
    chosen: tuple[str, ...],
    compare: tuple[str, str] | None,
    *,
    readings: bool,
) -> None:
    """Print the rule book of a rule set, or the part about one wager, one kind of wager or one clause."""
    from croupier.catalogue import UnknownRulesetError, names
    from croupier.rulebook.attached import AttachmentError
    from croupier.rulebook.book import UnknownWagerError
    from croupier.rules.outcomes import listed
    from croupier.rules.ruleset import ReadingError

    if compare and (ruleset or chosen or readings):
        refuse("--compare stands alone; a rule set that is read otherwise is written RULESET+ID=VALUE")
    if not ruleset and not compare:
        refuse(f"name a rule set, or two with --compare A B; there are {listed(names(), 'and')}")
    try:
        if compare:
            _compare(compare, form)
        else:
            _show("+".join([ruleset or "", *chosen]), wager, form, readings=readings)
    except (UnknownRulesetError, UnknownWagerError, ReadingError, AttachmentError) as error:
        refuse(str(error))


def _compare(both: tuple[str, str], form: str) -> None:
    from croupier.catalogue import variant
    from croupier.rulebook.comparing import compare
    from croupier.rulebook.records import comparison_record
    from croupier.rulebook.writing import comparison_document

    found = compare(variant(both[0]), variant(both[1]))
    _print(form, comparison_document(found), comparison_record(found))


def _show(written: str, wager: str | None, form: str, *, readings: bool) -> None:
    from croupier.catalogue import variant
    from croupier.rulebook import records, writing
    from croupier.rulebook.book import book, look_up

    rules, attached = variant(written), _attached(written.partition("+")[0])
    found, besides = look_up(rules, wager) if wager is not None else (None, None)
    if readings:
        named = [reading for each in (found, besides) if each for reading in each.readings]
        which = list({each.id: each for each in named}.values()) if wager is not None else rules.readings
        _print(form, writing.readings_document(rules, which), records.readings_record(rules, which))
    elif found:
        _print(form, writing.chapter_document(rules, found, besides), records.chapter_record(rules, found, besides))
    elif besides:
        _print(form, writing.clause_document(rules, besides), records.clause_record(rules, besides))
    else:
        whole = book(rules)
        _print(form, writing.book_document(whole, attached), records.book_record(whole, attached))
    if attached and (problem := attached.problem()):
        click.echo(f"croupier: {problem}", err=True)
        sys.exit(1)


@rulebook.command()
@click.argument("ruleset", required=False, metavar="[RULESET]")
@LAYOUT
def trace(ruleset: str | None, form: str) -> None:
    """Print every clause of the documents with its answer, the orders of people, the code and the tests."""
    from dataclasses import asdict

    from croupier.catalogue import UnknownRulesetError, names
    from croupier.catalogue import ruleset as find
    from croupier.floor.giving import with_orders
    from croupier.rulebook.trace import TraceError
    from croupier.rulebook.trace import trace as clauses_of
    from croupier.rulebook.writing import trace_document

    try:
        title = f"Clause by clause: {find(ruleset).title}" if ruleset else "Clause by clause: all documents"
        clauses = with_orders(each for name in ([ruleset] if ruleset else names()) for each in clauses_of(name))
    except (UnknownRulesetError, TraceError) as error:
        refuse(str(error))
    _print(form, trace_document(title, clauses), [asdict(each) for each in clauses])


@rulebook.command()
@click.argument("ruleset", metavar="RULESET")
@click.argument("file", type=click.Path(path_type=Path))
def attach(ruleset: str, file: Path) -> None:
    """Record your own copy of the approved document.

    The rule book links to it, and exits with status 1 if the file has changed since. The record is documents.json in
    your settings folder for croupier, or in the folder given by CROUPIER_HOME.
    """
    from croupier.catalogue import UnknownRulesetError
    from croupier.catalogue import ruleset as find
    from croupier.rulebook import attached

    try:
        name, records = find(ruleset).id, records_file()
        before = attached.read(records).get(name)
        found = attached.attach(records, name, file)
    except (UnknownRulesetError, attached.AttachmentError) as error:
        refuse(str(error))
    except OSError as error:
        refuse(f"{error.filename or file}: the copy cannot be recorded: {error.strerror}")
    say(f"{found.file} is on record as the document of {name}, SHA-256 {found.sha256}.")
    if before and before.sha256 != found.sha256:
        say(f"It takes the place of {before.file}, SHA-256 {before.sha256}.")


def _attached(name: str) -> "Attached | None":
    from croupier.rulebook.attached import read

    return read(records_file()).get(name)


def _print(form: str, document: "Document", record: Any) -> None:
    """Print a page in the chosen format."""
    match form:
        case "md":
            from croupier.rulebook.markdown import markdown

            say(markdown(document))
        case "html":
            from croupier.rulebook.html import html

            say(html(document).rstrip("\n"))
        case "json":
            import msgspec

            say(msgspec.json.format(msgspec.json.encode(record), indent=2).decode())
        case _:
            from croupier.rulebook.text import coloured, text, uncoloured

            shown = sys.stdout is not None and sys.stdout.isatty()  # pyright: ignore[reportUnnecessaryComparison] - None if the stream was closed
            seen = shown and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
            width = max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))
            say(text(document, width if shown else WIDEST, coloured if seen else uncoloured))
