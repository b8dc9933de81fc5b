"""croupier journal: export, import, back up, restore and migrate a journal."""

import signal
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from croupier.audit.findings import counted
from croupier.cli.looking import looking_at, watched
from croupier.cli.output import refuse, say, writing

if TYPE_CHECKING:
    from croupier.journal.port import Reader


@click.group()
def journal() -> None:
    """Copy a journal and verify its hash chain on the way. All commands but migrate work while a server writes it."""
    # On SIGTERM, clean up unfinished files as on Ctrl-C.
    signal.signal(signal.SIGTERM, _end)


def _end(number: int, _frame: object) -> None:
    sys.exit(128 + number)


@journal.command("export")
@click.argument("source", metavar="URL")
@click.argument("file", required=False, type=click.Path(path_type=Path))
def journal_export(source: str, file: Path | None) -> None:
    """Write a journal as JSON lines to a new file or to standard output."""
    from croupier.journal.copy import copy
    from croupier.journal.jsonl import header, row

    if file and file.suffix == ".sqlite":
        refuse(f"{file}: is the name of a database, and an export is a text; croupier journal backup makes a database")
    with looking_at(source) as reader, watched(_lines(reader)) as tell, _text(file) as text:
        text.write(header(reader))
        lines = copy(reader, lambda line: text.write(row(line)), tell)
    if file:
        say(f"{_were(lines, 'written')} to {file}, and the chain holds")


@journal.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("target", metavar="URL")
def journal_import(file: Path, target: str) -> None:
    """Read a journal from JSON lines into a new file or an empty database."""
    from croupier.journal.jsonl import JsonLinesReader

    with looking_at(str(file), lambda _: JsonLinesReader(file)) as reader:
        _fill(reader, target)


@journal.command("backup")
@click.argument("source", metavar="URL")
@click.argument("file", type=click.Path(path_type=Path))
def journal_backup(source: str, file: Path) -> None:
    """Copy a journal to a new file: a consistent snapshot, even while a server writes it."""
    with looking_at(source) as reader:
        _fill(reader, str(file))


@journal.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("target", metavar="URL")
def journal_restore(file: Path, target: str) -> None:
    """Copy a backup to a new file or an empty database, with which a server can continue."""
    with looking_at(str(file)) as reader:
        _fill(reader, target)


@journal.command("migrate")
@click.argument("target", metavar="URL")
def journal_migrate(target: str) -> None:
    """Bring a journal that an older croupier wrote to the current layout. No server may be writing it."""
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
    from croupier.journal.address import new_store, shown
    from croupier.journal.copy import fill

    with watched(_lines(reader)) as tell, new_store(target) as store:
        lines = fill(reader, store, tell)
    say(f"{_were(lines, 'copied')} to {shown(target)}, and the chain holds")


def _were(lines: int, done: str) -> str:
    return f"{counted(lines, 'line')} {'was' if lines == 1 else 'were'} {done}"


def _lines(reader: "Reader") -> int:
    return sum(head.number for head in reader.heads().values())


@contextmanager
def _text(file: Path | None) -> Generator[BinaryIO]:
    """Open the target of an export: a file that appears once it is complete, or standard output."""
    from croupier.journal.address import new_file

    if file is None:
        with writing() as text:
            yield text
        return
    with new_file(file) as beside:
        beside.touch(mode=0o600)
        with beside.open("wb") as text:
            yield text
