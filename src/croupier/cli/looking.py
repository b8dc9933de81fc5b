"""A journal that a command looks at, as of one moment, while a server may be writing it."""

import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Never

import click

from croupier.cli.progress import Progress
from croupier.cli.saying import one_line, refuse

if TYPE_CHECKING:
    from croupier.journal.port import Reader

MOST_FAULTS = 20
"""More are counted, and not said."""


@contextmanager
def looking_at(address: str, opened: "Callable[[str], Reader] | None" = None) -> "Generator[Reader]":
    """The journal at an address, or as opened otherwise. Where it is broken, or not there, that is said, and the end."""
    from croupier.journal.address import reader, shown
    from croupier.journal.port import DamagedError, JournalError
    from croupier.table.opening import ChangedRulesError
    from croupier.table.versions import NewerFormatError

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
    except (ChangedRulesError, NewerFormatError) as error:
        refuse(f"{shown(address)}: {error}")


def tables_of(address: str, journal: "Reader", wanted: str | None = None) -> list[str]:
    """The tables to look at: one, if it was named, or all; there must be some."""
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
    """Tells an eye on the terminal how many of so many lines are done."""
    progress, begun = Progress(max(lines, 1), "lines", shown=sys.stderr.isatty()), time.monotonic()
    try:
        yield lambda done: progress.tell(done, time.monotonic() - begun)
    finally:
        progress.end()


def wrong(address: str, faults: list[str]) -> Never:
    """Say what is wrong with a journal, and end."""
    from croupier.journal.address import shown

    name = shown(address)
    for fault in faults[:MOST_FAULTS]:
        sentence = fault if fault.startswith(name) else f"{name}: {fault}"
        click.echo(f"croupier: {one_line(sentence)}", err=True)
    if len(faults) > MOST_FAULTS:
        click.echo(f"croupier: {name}: and {len(faults) - MOST_FAULTS} more", err=True)
    sys.exit(1)
