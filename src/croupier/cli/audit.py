"""croupier audit: what a journal tells."""

import sys

import click
from msgspec import MsgspecError

from croupier.cli.saying import refuse


@click.group()
def audit() -> None:
    """Look at what a journal tells, and prove it."""


@audit.command("replay")
@click.argument("journal", metavar="URL")
def audit_replay(journal: str) -> None:
    """Fold every table's journal from its first line and have the rules decide each line again."""
    from croupier.audit import AuditError, replay
    from croupier.journal.address import reader, shown
    from croupier.journal.port import JournalError
    from croupier.journal.streams import tables
    from croupier.money import dollars
    from croupier.table.opening import ChangedRulesError

    try:
        store = reader(journal)
        if not tables(store.heads()):
            refuse(f"{shown(journal)}: no table was ever opened in this journal")
        for table in tables(store.heads()):
            told = replay(line.body for line in store.lines(table))
            click.echo(f"{table}: {told.lines} lines, {told.rounds} rounds, every one settled again with the same result")
            click.echo(f"  {told.ruleset}, fingerprint {told.fingerprint}")
            for account, balance in sorted(told.balances.items()):
                click.echo(f"  {account:24} {dollars(balance):>16}")
            click.echo(f"  {'sum':24} {dollars(sum(told.balances.values())):>16}")
    except JournalError as error:
        refuse(str(error))
    except ChangedRulesError as error:
        refuse(f"{shown(journal)}: {error}")
    except AuditError as error:
        click.echo(f"croupier: {shown(journal)}, {error}", err=True)
        sys.exit(1)


@audit.command("tell")
@click.argument("journal", metavar="URL")
@click.argument("table", required=False)
@click.option("--round", "only", type=click.IntRange(1), help="Only what happened in this round.")
def audit_tell(journal: str, table: str | None, only: int | None) -> None:
    """Tell a journal as a page of play: every event in words, with its line and its time."""
    from croupier.journal.address import reader, shown
    from croupier.journal.port import JournalError
    from croupier.journal.streams import tables
    from croupier.table.opening import ChangedRulesError
    from croupier.table.telling import page
    from croupier.table.versions import NewerFormatError

    try:
        store = reader(journal)
        known = tables(store.heads())
        if table and table not in known:
            refuse(f"{shown(journal)}: there is no table {table} in this journal, which has {', '.join(known) or 'none'}")
        for name in [table] if table else known:
            click.echo(name)
            lines = list(page((line.body for line in store.lines(name)), only))
            for line in lines or ["nothing happened in that round"]:
                click.echo(f"  {line}")
    except JournalError as error:
        refuse(str(error))
    except (ChangedRulesError, NewerFormatError) as error:
        refuse(f"{shown(journal)}: {error}")
    except (MsgspecError, UnicodeDecodeError) as error:
        refuse(f"{shown(journal)}: a line cannot be read ({error}); croupier audit replay names it")


@audit.command("registers")
@click.argument("journal", metavar="URL")
def audit_registers(journal: str) -> None:
    """List the notices and disputes of every table: to whom, due when, given when and by whom; what is overdue says so."""
    from croupier.floor.clock import now
    from croupier.journal.address import reader, shown
    from croupier.journal.port import JournalError
    from croupier.journal.streams import tables
    from croupier.table.files import register
    from croupier.table.opening import ChangedRulesError, replayed
    from croupier.table.versions import NewerFormatError

    try:
        store = reader(journal)
        if not tables(store.heads()):
            refuse(f"{shown(journal)}: no table was ever opened in this journal")
        for name in tables(store.heads()):
            lines = register(replayed(line.body for line in store.lines(name))[0], now())
            click.echo(name if lines else f"{name}: nothing on file")
            for line in lines:
                click.echo(f"  {line}")
    except JournalError as error:
        refuse(str(error))
    except (ChangedRulesError, NewerFormatError) as error:
        refuse(f"{shown(journal)}: {error}")
    except (MsgspecError, UnicodeDecodeError) as error:
        refuse(f"{shown(journal)}: a line cannot be read ({error}); croupier audit replay names it")
