"""croupier rulebook: every wager in plain words, and every clause with what answers it."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from croupier.cli.saying import refuse, say

if TYPE_CHECKING:
    from croupier.rulebook.attached import Attached
    from croupier.rules.ruleset import Ruleset


class RulebookGroup(click.Group):
    """What is no command of its own is the rule set whose book is asked for."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read "rulebook RULESET" as "rulebook show RULESET"."""
        if args and args[0] not in {*self.commands, "--help"}:
            args = ["show", *args]
        return super().parse_args(ctx, args)


@click.group(cls=RulebookGroup)
def rulebook() -> None:
    """Every wager in plain words beside its clause; every clause with what answers it.

    `croupier rulebook RULESET` reads a whole rule set aloud, `croupier rulebook RULESET WAGER` one wager.
    """


FORMATS = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "md", "html", "json"]),
    default="text",
    show_default=True,
    help="How it is laid out.",
)


@rulebook.command()
@click.argument("ruleset", required=False, metavar="RULESET")
@click.argument("wager", required=False, metavar="WAGER")
@FORMATS
@click.option("--readings", is_flag=True, help="Every unclear clause, what we read, and what it is worth.")
@click.option("--reading", "chosen", multiple=True, metavar="ID=VALUE", help="Read a clause otherwise; may be repeated.")
@click.option(
    "--compare", nargs=2, metavar="A B", help="What differs between two rule sets; RULESET+ID=VALUE reads one otherwise."
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
    """Read a rule set aloud, or one wager or one kind of wager of it."""
    from croupier.catalogue import UnknownRulesetError
    from croupier.rulebook.attached import AttachmentError
    from croupier.rulebook.book import UnknownWagerError
    from croupier.rules.ruleset import ReadingError

    if bool(ruleset) == bool(compare):
        refuse("name one rule set, or two with --compare A B")
    try:
        if compare:
            _compare(compare, form)
        else:
            _show("+".join([ruleset or "", *chosen]), wager, form, readings=readings)
    except (UnknownRulesetError, UnknownWagerError, ReadingError, AttachmentError) as error:
        refuse(str(error))


def _compare(both: tuple[str, str], form: str) -> None:
    from croupier.catalogue import variant
    from croupier.rulebook import comparing, html, markdown, plain, text

    found = comparing.compare(variant(both[0]), variant(both[1]))
    lay_out = {
        "text": text.of_comparison,
        "md": markdown.of_comparison,
        "html": html.of_comparison,
        "json": plain.of_comparison,
    }
    _print(lay_out[form](found))


def _show(written: str, wager: str | None, form: str, *, readings: bool) -> None:
    from croupier.catalogue import variant
    from croupier.rulebook import html, markdown, plain, text
    from croupier.rulebook.book import book, chapter

    rules = variant(written)
    if readings:
        _print(
            {"text": text.of_readings, "md": markdown.of_readings, "html": html.of_readings, "json": plain.of_readings}[form](
                rules
            )
        )
    elif wager:
        found = chapter(rules, wager)
        match form:
            case "text":
                _print([*text.of_chapter(found, _paint()), "", text.LEGEND])
            case "md":
                _print(markdown.of_chapter(found))
            case "html":
                _print(html.of_chapter(rules, found))
            case _:
                _print(plain.of_chapter(rules, found))
    else:
        whole, attached = book(rules), _attached(rules)
        match form:
            case "text":
                _print([*text.of_book(whole, _paint()), "", text.LEGEND, *text.of_document(attached)])
            case "md":
                _print(markdown.of_book(whole))
            case "html":
                _print(html.of_book(whole, attached))
            case _:
                _print(plain.of_book(whole, attached))
        if attached and (problem := attached.problem()):
            click.echo(f"croupier: {problem}", err=True)
            sys.exit(1)


@rulebook.command()
@click.argument("ruleset", required=False, metavar="RULESET")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "html"]),
    default="text",
    show_default=True,
    help="How it is laid out.",
)
def trace(ruleset: str | None, form: str) -> None:
    """Every clause of the documents, what answers it, and which test proves it."""
    from dataclasses import asdict

    from croupier.catalogue import UnknownRulesetError, names
    from croupier.catalogue import ruleset as find
    from croupier.rulebook import html, text
    from croupier.rulebook.trace import TraceError
    from croupier.rulebook.trace import trace as clauses_of

    try:
        title = f"Clause by clause: {find(ruleset).title}" if ruleset else "Clause by clause: all documents"
        clauses = [each for name in ([ruleset] if ruleset else names()) for each in clauses_of(name)]
    except (UnknownRulesetError, TraceError) as error:
        refuse(str(error))
    match form:
        case "text":
            _print(text.of_trace(clauses))
        case "html":
            _print(html.of_trace(title, clauses))
        case _:
            _print([asdict(each) for each in clauses])


@rulebook.command()
@click.argument("ruleset", metavar="RULESET")
@click.argument("file", type=click.Path(path_type=Path))
def attach(ruleset: str, file: Path) -> None:
    """Record your own copy of the approved document; the rule book links it and says when it has changed."""
    from croupier.catalogue import UnknownRulesetError
    from croupier.catalogue import ruleset as find
    from croupier.rulebook import attached

    try:
        found = attached.attach(_records(), find(ruleset).id, file)
    except (UnknownRulesetError, attached.AttachmentError) as error:
        refuse(str(error))
    except OSError as error:
        refuse(f"{error.filename or file}: {error.strerror}")
    say(f"{found.file} is on record as the document of {ruleset}, SHA-256 {found.sha256}.")


def _records() -> Path:
    """Where the operator's copies are on record: in the user's settings, or where CROUPIER_HOME says."""
    return Path(os.environ.get("CROUPIER_HOME") or click.get_app_dir("croupier")) / "documents.json"


def _attached(rules: "Ruleset") -> "Attached | None":
    from croupier.rulebook.attached import read

    return read(_records()).get(rules.id)


def _paint() -> Any:
    from croupier.rulebook.text import coloured, plain

    return coloured if sys.stdout is not None and sys.stdout.isatty() and not os.environ.get("NO_COLOR") else plain


def _print(found: "Iterable[str] | str | dict[str, Any] | list[dict[str, Any]]") -> None:
    """Lines and pages as they are, anything else as JSON."""
    import msgspec

    if isinstance(found, str):
        say(found.rstrip("\n"))
        return
    values: list[Any] = [found] if isinstance(found, dict) else list(found)
    if all(isinstance(line, str) for line in values):
        say("\n".join(values))
    else:
        encoded = msgspec.json.encode(found if isinstance(found, dict) else values)
        say(msgspec.json.format(encoded, indent=2).decode())
