"""croupier journal: a journal brought elsewhere, whole and proven, or up to date."""

import signal
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from croupier.cli.looking import looking_at, watched
from croupier.cli.saying import counted, refuse, say, writing

if TYPE_CHECKING:
    from croupier.journal.port import Reader


@click.group()
def journal() -> None:
    """Bring a journal elsewhere, whole and proven; all but migrate may run beside a server that writes it."""
    # Whoever ends us in the middle means that nothing half-done should be left, as with Ctrl-C.
    signal.signal(signal.SIGTERM, _end)


def _end(number: int, _frame: object) -> None:
    sys.exit(128 + number)


@journal.command("export")
@click.argument("source", metavar="URL")
@click.argument("file", required=False, type=click.Path(path_type=Path))
def journal_export(source: str, file: Path | None) -> None:
    """Write a journal as lines of JSON, into a new file or to standard output."""
    from croupier.journal.copy import copy
    from croupier.journal.jsonl import header, row

    if file and file.suffix == ".sqlite":
        refuse(f"{file}: is the name of a database, and this would be a text; croupier journal backup makes a database")
    with looking_at(source) as reader, watched(_lines(reader)) as tell, _text(file) as text:
        text.write(header(reader))
        lines = copy(reader, lambda line: text.write(row(line)), tell)
    if file:
        say(f"{_were(lines, 'written')} to {file}, and the chain holds")


@journal.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("target", metavar="URL")
def journal_import(file: Path, target: str) -> None:
    """Read a journal from lines of JSON into a new file or an empty database."""
    from croupier.journal.jsonl import JsonLinesReader

    with looking_at(str(file), lambda _: JsonLinesReader(file)) as reader:
        _fill(reader, target)


@journal.command("backup")
@click.argument("source", metavar="URL")
@click.argument("file", type=click.Path(path_type=Path))
def journal_backup(source: str, file: Path) -> None:
    """Copy a journal to a new file, also while a server writes it: all of it as of one moment."""
    with looking_at(source) as reader:
        _fill(reader, str(file))


@journal.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("target", metavar="URL")
def journal_restore(file: Path, target: str) -> None:
    """Copy a backup to a new file or an empty database, for a server to go on with."""
    with looking_at(str(file)) as reader:
        _fill(reader, target)


@journal.command("migrate")
@click.argument("target", metavar="URL")
def journal_migrate(target: str) -> None:
    """Bring a journal that an older croupier wrote up to today's layout; no server may be writing it."""
    from croupier.journal.address import is_there, shown, store
    from croupier.journal.port import JournalError

    try:
        if not is_there(target):
            refuse(f"{shown(target)}: there is no journal; name the file that croupier wrote")
        store(target).close()
    except JournalError as error:
        refuse(str(error))
    say(f"{shown(target)} has today's layout")


def _fill(reader: "Reader", target: str) -> None:
    from croupier.journal.address import shown, unfinished
    from croupier.journal.copy import fill

    with watched(_lines(reader)) as tell, unfinished(target) as store:
        lines = fill(reader, store, tell)
    say(f"{_were(lines, 'copied')} to {shown(target)}, and the chain holds")


def _were(lines: int, done: str) -> str:
    return f"{counted(lines, 'line')} {'was' if lines == 1 else 'were'} {done}"


def _lines(reader: "Reader") -> int:
    return sum(head.number for head in reader.heads().values())


@contextmanager
def _text(file: Path | None) -> Generator[BinaryIO]:
    """Where a text is written: a file that is there once it is whole, or standard output."""
    from croupier.journal.address import new_file

    if file is None:
        with writing() as text:
            yield text
        return
    with new_file(file) as beside:
        beside.touch(mode=0o600)
        with beside.open("wb") as text:
            yield text
