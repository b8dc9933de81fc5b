"""Open a journal for a command: one consistent snapshot, while a server may be writing it."""

import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Never

import click

from croupier.cli.output import one_line, refuse
from croupier.cli.progress import Progress

if TYPE_CHECKING:
    from croupier.journal.port import Reader

MAX_PRINTED_FAULTS = 20
"""The most faults to print; the rest is only counted."""


@contextmanager
def looking_at(address: str, opened: "Callable[[str], Reader] | None" = None) -> "Generator[Reader]":
    """Open the journal at an address, with `opened` if given. If it is damaged or missing, print why and exit."""
    from croupier.facts.lines import OtherFormatError
    from croupier.journal.address import reader, shown
    from croupier.journal.port import DamagedError, JournalError
    from croupier.table.core.opening import ChangedRulesError

    try:
        journal = (opened or reader)(address)
        try:
            with journal.steady():
                yield journal
        finally:
            journal.close()
    except DamagedError as error:
        wrong(address, [str(error)])
    except JournalError as error:
        refuse(str(error))
    except (ChangedRulesError, OtherFormatError) as error:
        refuse(f"{shown(address)}: {error}")


def tables_of(address: str, journal: "Reader", wanted: str | None = None) -> list[str]:
    """The tables of a journal: the named one, or all. Exit with a message if there is none."""
    from croupier.journal.address import shown
    from croupier.journal.streams import tables

    known = tables(journal.heads())
    if not known:
        refuse(f"{shown(address)}: no table was ever opened in this journal")
    if wanted and wanted not in known:
        refuse(f"{shown(address)}: there is no table {wanted} in this journal, which has {', '.join(known)}")
    return [wanted] if wanted else known


@contextmanager
def watched(lines: int) -> "Generator[Callable[[int], None]]":
    """Show progress on stderr, if it is a TTY. Yields a function that takes the number of lines done."""
    progress, begun = Progress(max(lines, 1), "lines", shown=sys.stderr.isatty()), time.monotonic()
    try:
        yield lambda done: progress.tell(done, time.monotonic() - begun)
    finally:
        progress.end()


def wrong(address: str, faults: list[str]) -> Never:
    """Print what is wrong with a journal, and exit with status 1."""
    from croupier.journal.address import shown

    name = shown(address)
    for fault in faults[:MAX_PRINTED_FAULTS]:
        sentence = fault if fault.startswith(name) else f"{name}: {fault}"
        click.echo(f"croupier: {one_line(sentence)}", err=True)
    if len(faults) > MAX_PRINTED_FAULTS:
        click.echo(f"croupier: {name}: and {len(faults) - MAX_PRINTED_FAULTS} more", err=True)
    sys.exit(1)
