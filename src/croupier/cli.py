"""The command line."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Never

import click

if TYPE_CHECKING:
    from croupier.table.scenario.reading import Scenario

LONGEST_SENTENCE = 500

FILES = click.argument("files", nargs=-1, required=True, metavar="FILE...")


@click.group()
@click.version_option(package_name="croupier")
def main() -> None:
    """Run a casino's dice and wheel tables exactly as the regulator approved them."""


@main.group()
def scenario() -> None:
    """Tables, bets and rolls in a file: what do the rules make of them?

    A FILE holds one scenario as JSON, or one on each line; - is standard input.
    """


@scenario.command("run")
@FILES
def scenario_run(files: tuple[str, ...]) -> None:
    """Print what came of every step, as JSON, one line per scenario."""
    import msgspec

    from croupier.table.scenario.running import run

    for each in _scenarios(files):
        _say(msgspec.json.encode(run(each)).decode())


@scenario.command("check")
@FILES
def scenario_check(files: tuple[str, ...]) -> None:
    """Compare what comes of every step with what the file expects."""
    from croupier.table.scenario.checking import differences, expected
    from croupier.table.scenario.written import NotAScenarioError

    scenarios = _scenarios(files)
    try:
        wanted = [expected(each) for each in scenarios]
    except NotAScenarioError as error:
        _refuse(str(error))
    found = 0
    for each, want in zip(scenarios, wanted, strict=True):
        lines = list(differences(each, want))
        found += bool(lines)
        for line in lines:
            _say(line)
    _say(f"{len(scenarios) - found} of {len(scenarios)} scenarios agree.")
    sys.exit(1 if found else 0)


@scenario.command("tell")
@FILES
def scenario_tell(files: tuple[str, ...]) -> None:
    """Tell in words what happens, step by step."""
    from croupier.table.scenario.telling import tell

    for each in _scenarios(files):
        _say("\n".join(tell(each)) + "\n")


@main.command()
@click.option(
    "--data", type=click.Path(dir_okay=False, path_type=Path), help="Keep the journal in this file and go on where it ends."
)
@click.option(
    "--port", default=8021, show_default=True, help="Where to listen, on this machine only; another port if it is taken."
)
@click.option(
    "--betting", type=click.FloatRange(0.1, 3600), default=20.0, show_default=True, help="Seconds of a wagering period."
)
@click.option(
    "--showing", type=click.FloatRange(0, 3600), default=7.0, show_default=True, help="Seconds for which a result is shown."
)
@click.option("--guests", type=click.IntRange(0, 6), default=3, show_default=True, help="Seated company at every table.")
def demo(data: Path | None, port: int, betting: float, showing: float, guests: int) -> None:
    """Open the electronic tables in a browser, with company, on this machine only."""
    import asyncio

    from croupier.floor.loop import Timing
    from croupier.journal.sqlite import JournalError
    from croupier.server import demo as demonstration
    from croupier.table.opening import ChangedRulesError

    try:
        asyncio.run(demonstration.demo(data, port, Timing(betting, showing), guests))
    except (JournalError, ChangedRulesError) as error:
        _refuse(str(error))
    except OSError as error:
        _refuse(f"{error.filename or data or 'the network'}: {error.strerror}")


@main.group()
def audit() -> None:
    """Look at what a journal tells, and prove it."""


@audit.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
def audit_replay(file: Path) -> None:
    """Fold every table's journal from its first line and have the rules decide each line again."""
    from croupier.audit import AuditError, replay
    from croupier.journal.sqlite import JournalError, SqliteReader
    from croupier.money import dollars
    from croupier.table.opening import ChangedRulesError

    try:
        journal = SqliteReader(file)
        if not journal.tables():
            _refuse(f"{file}: no table was ever opened in this journal")
        for table in journal.tables():
            told = replay(journal.lines(table))
            click.echo(f"{table}: {told.lines} lines, {told.rounds} rounds, every one settled again with the same result")
            click.echo(f"  {told.ruleset}, fingerprint {told.fingerprint}")
            for account, balance in sorted(told.balances.items()):
                click.echo(f"  {account:24} {dollars(balance):>16}")
            click.echo(f"  {'sum':24} {dollars(sum(told.balances.values())):>16}")
    except JournalError as error:
        _refuse(str(error))
    except ChangedRulesError as error:
        _refuse(f"{file}: {error}")
    except AuditError as error:
        click.echo(f"croupier: {file}, {error}", err=True)
        sys.exit(1)


def _scenarios(files: tuple[str, ...]) -> list["Scenario"]:
    """Read all files before anything is said of any; one that is no scenario ends it."""
    from croupier.table.scenario.reading import read
    from croupier.table.scenario.written import NotAScenarioError

    if files.count("-") > 1:
        _refuse("standard input can be read only once")
    if "-" in files and sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - it is where it was closed
        _refuse("standard input is closed")
    found: list[Scenario] = []
    for file in files:
        try:
            text = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
            found += read(text, "standard input" if file == "-" else file)
        except OSError as error:
            _refuse(f"{file}: {error.strerror}")
        except NotAScenarioError as error:
            _refuse(str(error))
    return found


def _say(text: str) -> None:
    """Write to standard output. A reader that went away ends it quietly; a full disk is said."""
    if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison] - it is where it was closed
        _refuse("standard output is closed")
    try:
        sys.stdout.buffer.write(text.encode() + b"\n")
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or what is left would fail again at exit
        if isinstance(error, BrokenPipeError):
            sys.exit(1)
        _refuse(f"standard output cannot be written: {error.strerror}")


def _refuse(sentence: str) -> Never:
    """One sentence on one line, whatever names a file put into it."""
    short = sentence if len(sentence) <= LONGEST_SENTENCE else sentence[:LONGEST_SENTENCE] + "…"
    printable = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in short)
    click.echo(f"croupier: {printable}", err=True)
    sys.exit(2)
