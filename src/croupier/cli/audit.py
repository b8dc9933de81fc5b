"""croupier audit: inspect and verify a journal."""

import re
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.audit.findings import counted, resettled_words, signed_words, together_words, verified_words
from croupier.audit.local_time import in_zone
from croupier.cli.audit_draw import audit_draw
from croupier.cli.audit_performance import audit_performance
from croupier.cli.audit_report import audit_report
from croupier.cli.looking import looking_at, tables_of, watched, wrong
from croupier.cli.output import block, one_line, refuse, say
from croupier.cli.telling_floor import cage_lines, people_lines, prize_lines, settings_lines
from croupier.cli.time_window import chosen_window, floor_zone, window_options, wording, zone_of
from croupier.printable import escaped

if TYPE_CHECKING:
    from datetime import tzinfo

    from croupier.audit.signed import Copies
    from croupier.audit.window import Window
    from croupier.journal.port import Reader
    from croupier.table.telling.page import Choice


TAKEN_ON_TRUST = " (taken on trust; --key says which it must be)"


class AuditGroup(click.Group):
    """A group that points to `croupier journal` if a command is there."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or fail with a hint."""
        from croupier.cli.journal import journal

        if args[0] in journal.commands and args[0] not in self.commands:
            ctx.fail(f"No such command '{args[0]}' (croupier journal {args[0]} does that)")
        return super().resolve_command(ctx, args)


@click.group(cls=AuditGroup)
def audit() -> None:
    """Inspect and verify a journal. (croupier journal exports, backs up and restores one.)"""


audit.add_command(audit_draw)
audit.add_command(audit_performance)
audit.add_command(audit_report)


@audit.command("verify")
@click.argument("journal", metavar="URL")
@click.option("--anchors", "kept", metavar="FILE", help="A file with copies of anchors. All of them must be in the journal.")
@click.option("--key", metavar="HEX", help="The public key that anchors must be signed with.")
def audit_verify(journal: str, kept: str | None, key: str | None) -> None:
    """Check every number, hash, epoch, name, book and signature of a journal. A server may be writing it."""
    from croupier.audit.verify import verify

    if key is not None and not re.fullmatch(r"[0-9a-fA-F]{64}", key):
        refuse(f"--key {key or '(nothing)'} is not a key; it has 64 hexadecimal digits, and verify prints it without --key")
    with looking_at(journal) as reader:
        copies = _copies(kept) if kept is not None else None
        begun = time.monotonic()
        with watched(sum(head.number for head in reader.heads().values())) as tell:
            found = verify(reader, key=(key or "").lower(), copies=copies.whole if copies else (), tell=tell)
        seconds = time.monotonic() - begun
        warnings = [f"warning: {sentence}" for sentence in found.warnings]
        for sentence in (
            verified_words(found, seconds),
            *signed_words(found, "" if key else TAKEN_ON_TRUST),
            *_compared(kept, copies),
            *warnings,
        ):
            say(block(sentence))
    if found.faults:
        wrong(journal, list(found.faults))
    say("everything holds" if not warnings else "no fault was found; see the warning")


def _copies(file: str) -> "Copies":
    from croupier.audit.signed import read_copies

    try:
        return read_copies(Path(file).read_bytes().splitlines(), file)
    except OSError as error:
        refuse(f"{file or '--anchors'}: cannot be read ({error.strerror}); name the file that has the copies of anchors")


def _compared(file: str | None, copies: "Copies | None") -> list[str]:
    """How many copies were compared with the journal, and which lines were skipped."""
    if copies is None:
        return []
    number = len(copies.whole)
    compared = f"{counted(number, 'copy', 'copies')} of anchors {'was' if number == 1 else 'were'} compared"
    return [compared, *(f"{file}, line {line}: is torn, and was passed over" for line in copies.torn)]


@audit.command("balance")
@click.argument("journal", metavar="URL")
@click.option("--json", "for_machines", is_flag=True, help="Print JSON, with amounts in cents.")
def audit_balance(journal: str, *, for_machines: bool) -> None:
    """Print the balance of every account: what the house owes, has in hand and has earned."""
    import msgspec

    from croupier.audit.balance import (
        apart_from_cage,
        balanced_streams,
        balances,
        below_zero,
        page,
        summary,
        total_balance,
        whole_floor,
    )
    from croupier.audit.closed_days import wrong_closings
    from croupier.cage.fold import CAGE_REGISTER
    from croupier.promotions.fold import PRIZE_REGISTER

    with looking_at(journal) as reader:
        tables = tables_of(journal, reader)
        streams = balanced_streams(reader.heads())
        with watched(sum(reader.head(stream).number for stream in streams)) as tell:
            found = balances(reader, streams, tell)
        closings = wrong_closings(reader, reader.heads())
    total, apart = total_balance(found.values()), apart_from_cage(found)
    if for_machines:
        apart_from_tables = {"cage": CAGE_REGISTER.name, "promotions": PRIZE_REGISTER.name}
        floor = {name: found[stream].record() for name, stream in apart_from_tables.items() if stream in found}
        record = {"tables": {table: found[table].record() for table in tables}, **floor, "total": total.record()}
        say(msgspec.json.format(msgspec.json.encode(record), indent=2).decode())
        return
    for table, each in found.items():
        say("\n".join(page(table, each)) + "\n")
    if len(found) > 1:
        say("\n".join(page(whole_floor(found), total)) + "\n")
    say("\n".join(summary(total)))
    if found_wrong := [*([apart] if apart else ()), *below_zero(found), *closings]:
        wrong(journal, found_wrong)


@audit.command("resettle")
@click.argument("journal", metavar="URL")
@click.argument("table", required=False)
@window_options
def audit_resettle(
    journal: str,
    table: str | None,
    day: str | None,
    since: str | None,
    until: str | None,
    zone: str | None,
    key: str | None,
) -> None:
    """Decide every recorded command again by the rules of its time, and report every difference to the cent.

    With --day, or --from and --to, start at the last signed snapshot before that time, and not at the first line.
    """
    from croupier.audit.cage import unmatched
    from croupier.audit.resettle import resettled
    from croupier.audit.resettled import Resettled
    from croupier.audit.window import ALWAYS
    from croupier.cage.fold import CAGE_REGISTER
    from croupier.promotions.fold import PRIZE_REGISTER

    found: dict[str, Resettled] = {}
    with looking_at(journal) as reader:
        window = chosen_window(day, since, until, floor_zone(reader, zone), key)
        window = ALWAYS if window == ALWAYS else window
        names = tables_of(journal, reader, table)
        if table is None and window == ALWAYS:
            names += [stream for stream in (CAGE_REGISTER.name, PRIZE_REGISTER.name) if stream in reader.heads()]
        with watched(sum(reader.head(name).number for name in names)) as tell:
            for name in names:
                before = sum(each.lines for each in found.values())
                found[name] = resettled(reader, name, lambda done, before=before: tell(before + done), window)
    for name, told in found.items():
        say("\n".join(block(one_line(line)) for line in resettled_words(name, told)))
    say("\n".join((*together_words(found.values()), *(apart := unmatched(found)))))
    if apart or not all(told.holds for told in found.values()):
        sys.exit(1)


@audit.command("tell")
@click.argument("journal", metavar="URL")
@click.argument("table", required=False)
@click.option("--round", "only", type=click.IntRange(1), help="Only what happened in this round.")
@click.option("--seat", help="Only what concerns this seat.")
@click.option("--people", "only_people", is_flag=True, help="Only staff, sign-ins and enrolled clients.")
@window_options
def audit_tell(
    journal: str,
    table: str | None,
    only: int | None,
    seat: str | None,
    *,
    only_people: bool,
    day: str | None,
    since: str | None,
    until: str | None,
    zone: str | None,
    key: str | None,
) -> None:
    """Print a journal as a page of play: every event in words, with its line and its time.

    The settings of the floor, its cage, its promotions and its people come after the tables.
    """
    from croupier.audit.window import ALWAYS
    from croupier.cage.fold import CAGE_REGISTER
    from croupier.journal.streams import FLOOR_SETTINGS, tables
    from croupier.people.fold import PEOPLE
    from croupier.promotions.fold import PRIZE_REGISTER
    from croupier.table.telling.page import Choice

    is_of_table = table is not None or only is not None or seat is not None
    if only_people and is_of_table:
        refuse("--people tells the whole floor; leave out the table, --round and --seat")
    with looking_at(journal) as reader:
        zone = floor_zone(reader, zone)
        window, where, when = chosen_window(day, since, until, zone, key), zone_of(zone), wording(zone)
        choice = Choice(only, seat, None if window == ALWAYS else window.holds)
        has_people = PEOPLE.name in reader.heads() and not is_of_table
        has_tables = not only_people and (bool(tables(reader.heads())) or not has_people)
        for name in tables_of(journal, reader, table) if has_tables else ():
            _say_page(name, _told(journal, reader, name, choice, window, when), where)
        if FLOOR_SETTINGS in reader.heads() and not is_of_table and not only_people:
            _say_page(FLOOR_SETTINGS, settings_lines(journal, reader, window, when), where)
        if CAGE_REGISTER.name in reader.heads() and not is_of_table and not only_people:
            _say_page(CAGE_REGISTER.name, cage_lines(journal, reader, window, when), where)
        if PRIZE_REGISTER.name in reader.heads() and not is_of_table and not only_people:
            _say_page(PRIZE_REGISTER.name, prize_lines(journal, reader, window, when), where)
        if has_people or only_people:
            _say_page(PEOPLE.name, people_lines(journal, reader, window, when), where)


def _say_page(stream: str, lines: list[str], where: "tzinfo") -> None:
    say("\n  ".join([stream, *(in_zone(line, where) for line in lines or ["nothing to tell"])]))


def _told(
    journal: str, reader: "Reader", table: str, choice: "Choice", window: "Window", when: Callable[[int], str]
) -> list[str]:
    """What happened at a table, in words."""
    from croupier.audit.later_changes import later_changes
    from croupier.audit.window import ALWAYS, Start, follow_window, proven_lines
    from croupier.table.telling.page import page, page_from

    if window == ALWAYS:
        with _following(journal, reader, table):
            return list(page((line.body for line in reader.lines(table)), choice, when))

    def tell_from(start: Start) -> list[str]:
        lines = [*proven_lines(reader, table, start, window)]
        later = later_changes(reader, table, start.line + 1, start.line + len(lines))
        return list(page_from(start.table, start.line, (line.body for line in lines), choice, when, later))

    with _readable(journal, table):
        return follow_window(reader, table, window, tell_from)


@audit.command("registers")
@click.argument("journal", metavar="URL")
def audit_registers(journal: str) -> None:
    """List the notices and disputes of every table, with recipients and dates, and mark what is overdue."""
    from croupier.floor.clock import now
    from croupier.table.authority.registers import register
    from croupier.table.core.opening import replay

    with looking_at(journal) as reader:
        where = zone_of(floor_zone(reader))
        for name in tables_of(journal, reader):
            with _following(journal, reader, name):
                table = replay(line.body for line in reader.lines(name))[0]
                lines = [in_zone(escaped(line), where) for line in register(table, now())]
            say("\n  ".join([name, *lines]) if lines else f"{name}: nothing on file")


@contextmanager
def _following(journal: str, reader: "Reader", table: str) -> "Generator[None]":
    """Verify the hash chain of a table before its lines are printed."""
    from croupier.journal.verification import verify_stream

    verify_stream(table, reader.rows(table), reader.head(table))
    with _readable(journal, table):
        yield


@contextmanager
def _readable(journal: str, table: str) -> "Generator[None]":
    """Report a table with lines that cannot be read although its hash chain is intact: another program wrote them."""
    from croupier.facts.lines import OtherFormatError
    from croupier.journal.port import JournalError
    from croupier.table.core.opening import ChangedRulesError

    try:
        yield
    except (ChangedRulesError, OtherFormatError, JournalError):
        raise
    except Exception as error:  # noqa: BLE001 - a forged line can be wrong in any way
        why = str(error) or type(error).__name__
        wrong(journal, [f"{table}: a line cannot be read, or cannot have happened ({why}); croupier audit resettle names it"])
