"""croupier audit: what a journal tells, and whether it is true."""

import re
import sys
import time
from collections import Counter
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.cli.looking import looking_at, tables_of, watched, wrong
from croupier.cli.saying import block, counted, one_line, refuse, say

if TYPE_CHECKING:
    from croupier.audit.resettle import Resettled
    from croupier.audit.signed import Copies
    from croupier.audit.verify import Verified
    from croupier.journal.port import Reader


@click.group()
def audit() -> None:
    """Look at what a journal tells, and prove it."""


@audit.command("verify")
@click.argument("journal", metavar="URL")
@click.option(
    "--anchors", "kept", metavar="FILE", help="Copies of anchors that were kept elsewhere: all must be in the journal."
)
@click.option("--key", metavar="HEX", help="The public key that anchors must be signed with.")
def audit_verify(journal: str, kept: str | None, key: str | None) -> None:
    """Check every number, hash, epoch, name, book and signature of a journal, also of one that is being written."""
    from croupier.audit.verify import verify

    if key is not None and not re.fullmatch(r"[0-9a-fA-F]{64}", key):
        refuse(f"--key {key or '(nothing)'} is no key; it is 64 hexadecimal digits, which verify says without --key")
    with looking_at(journal) as reader:
        copies = _copies(kept) if kept is not None else None
        begun = time.monotonic()
        with watched(sum(head.number for head in reader.heads().values())) as tell:
            found = verify(reader, key=(key or "").lower(), copies=copies.whole if copies else (), tell=tell)
        seconds = time.monotonic() - begun
        for sentence in (_verified(found, seconds), *_signed(found, trusted=bool(key)), *_compared(kept, copies)):
            say(block(sentence))
    if found.faults:
        wrong(journal, list(found.faults))
    say("everything holds")


def _copies(file: str) -> "Copies":
    from croupier.audit.signed import read_copies

    try:
        return read_copies(Path(file).read_bytes().splitlines(), file)
    except OSError as error:
        refuse(f"{file or '--anchors'}: cannot be read ({error.strerror}); name the file that has the copies of anchors")


def _compared(file: str | None, copies: "Copies | None") -> list[str]:
    """How many copies were held against the journal, and which could not be."""
    if copies is None:
        return []
    number = len(copies.whole)
    compared = f"{counted(number, 'copy', 'copies')} of anchors {'was' if number == 1 else 'were'} compared"
    return [compared, *(f"{file}, line {line}: is torn, and was passed over" for line in copies.torn)]


def _verified(found: "Verified", seconds: float) -> str:
    return (
        f"{counted(found.streams, 'stream')} of {counted(found.tables, 'table')}, {counted(found.lines, 'line')}, "
        f"{counted(found.anchors, 'anchor')}; looked at in {seconds:.1f} seconds"
    )


def _signed(found: "Verified", *, trusted: bool) -> list[str]:
    """How far the signatures reach, and whose they are."""
    if not found.keys:
        return ["nothing is signed: a chain that somebody has written anew would not be noticed"]
    sentences: list[str] = []
    for number, (key, first) in enumerate(found.keys.items()):
        since = f"from line {first} of the anchors on, the key is another one: " if number else "signed with "
        sentences.append(f"{since}{key}{'' if trusted else ' (taken on trust; --key says which it must be)'}")
    if found.unsigned:
        last = "line is" if found.unsigned == 1 else f"{found.unsigned:,} lines are"
        sentences.append(f"the last {last} not signed yet")
    return sentences


@audit.command("balance")
@click.argument("journal", metavar="URL")
@click.option("--json", "for_machines", is_flag=True, help="For machines, in cents.")
def audit_balance(journal: str, *, for_machines: bool) -> None:
    """Add up every account of every table: what the house owes, what it has in hand, and what it has won."""
    import msgspec

    from croupier.audit.balance import balances, page, summary, together

    with looking_at(journal) as reader:
        tables = tables_of(journal, reader)
        with watched(sum(reader.head(table).number for table in tables)) as tell:
            found = balances(reader, tables, tell)
    total = together(found.values())
    if for_machines:
        record = {"tables": {table: each.record() for table, each in found.items()}, "total": total.record()}
        say(msgspec.json.format(msgspec.json.encode(record), indent=2).decode())
        return
    for table, each in found.items():
        say("\n".join(page(table, each)) + "\n")
    if len(found) > 1:
        say("\n".join(page(f"all {len(found)} tables", total)) + "\n")
    say("\n".join(summary(total)))


@audit.command("resettle")
@click.argument("journal", metavar="URL")
@click.argument("table", required=False)
def audit_resettle(journal: str, table: str | None) -> None:
    """Have the rules of its time decide every line of every table again, and name to the cent where they say otherwise."""
    from croupier.audit.resettle import Resettled, resettled

    found: dict[str, Resettled] = {}
    with looking_at(journal) as reader:
        names = tables_of(journal, reader, table)
        with watched(sum(reader.head(name).number for name in names)) as tell:
            for name in names:
                before = sum(each.lines for each in found.values())
                found[name] = resettled(reader, name, lambda done, before=before: tell(before + done))
    for name, told in found.items():
        say("\n".join(block(line) for line in _resettled(name, told)))
    say("\n".join(_together(found.values())))
    if not all(told.holds for told in found.values()):
        sys.exit(1)


def _resettled(name: str, told: "Resettled") -> list[str]:
    result = "every line is what the rules say" if told.holds else "not every line is what the rules say"
    lines = [f"{name}: {counted(told.lines, 'line')}, {counted(told.rounds, 'round')}, {result}"]
    if told.ruleset:
        lines.append(f"  {told.ruleset}, fingerprint {told.fingerprint}")
    return [*lines, *(f"  {one_line(sentence)}" for sentence in told.sentences)]


def _together(found: "Iterable[Resettled]") -> list[str]:
    """How many rounds and differences there were, and what the differences come to."""
    from croupier.money import dollars

    found = list(found)
    rounds, differing = sum(told.rounds for told in found), sum(len(told.differences) for told in found)
    lines = [f"{counted(rounds, 'round')}, {counted(differing, 'difference')}"]
    if broken := sum(bool(told.broken) for told in found):
        lines.append(f"the chain of {counted(broken, 'table')} is broken")
    if ended := sum(bool(told.ended) for told in found):
        lines.append(f"{counted(ended, 'table')} could not be followed to the end")
    total: Counter[str] = Counter()
    for told in found:
        total.update(told.accounts)
    return [*lines, *(f"  {account:32} {dollars(more):>16}" for account, more in sorted(total.items()) if more)]


@audit.command("tell")
@click.argument("journal", metavar="URL")
@click.argument("table", required=False)
@click.option("--round", "only", type=click.IntRange(1), help="Only what happened in this round.")
def audit_tell(journal: str, table: str | None, only: int | None) -> None:
    """Tell a journal as a page of play: every event in words, with its line and its time."""
    from croupier.table.telling import page

    with looking_at(journal) as reader:
        for name in tables_of(journal, reader, table):
            with _following(journal, reader, name):
                lines = list(page((line.body for line in reader.lines(name)), only))
            say("\n  ".join([name, *(lines or ["nothing happened in that round"])]))


@audit.command("registers")
@click.argument("journal", metavar="URL")
def audit_registers(journal: str) -> None:
    """List the notices and disputes of every table: to whom, due when, given when and by whom; what is overdue says so."""
    from croupier.floor.clock import now
    from croupier.table.files import register
    from croupier.table.opening import replayed

    with looking_at(journal) as reader:
        for name in tables_of(journal, reader):
            with _following(journal, reader, name):
                lines = register(replayed(line.body for line in reader.lines(name))[0], now())
            say("\n  ".join([name, *lines]) if lines else f"{name}: nothing on file")


@contextmanager
def _following(journal: str, reader: "Reader", table: str) -> "Generator[None]":
    """The lines of a table, whose chain was followed; what then still cannot be told was written by somebody else."""
    from croupier.journal.claim import form_of
    from croupier.journal.proof import follow
    from croupier.table.opening import ChangedRulesError
    from croupier.table.versions import NewerFormatError, readable

    follow(table, reader.rows(table), reader.head(table))
    readable(form_of(reader, table))
    try:
        yield
    except (ChangedRulesError, NewerFormatError):
        raise
    except Exception as error:  # noqa: BLE001 - what was forged can be wrong in any way
        why = str(error) or type(error).__name__
        wrong(journal, [f"{table}: a line cannot be read, or cannot have happened ({why}); croupier audit resettle names it"])
