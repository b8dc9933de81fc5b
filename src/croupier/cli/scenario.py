"""croupier scenario: run, check or describe scenario files."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.cli.output import refuse, say

if TYPE_CHECKING:
    from croupier.table.telling.scenario.reading import Scenario

FILES = click.argument("files", nargs=-1, required=True, metavar="FILE...")


@click.group()
def scenario() -> None:
    """Run scenario files: a table, the players' money, and a list of bets and outcomes.

    A FILE holds one scenario as JSON, or one scenario per line; - is standard input.
    """


@scenario.command("run")
@FILES
def scenario_run(files: tuple[str, ...]) -> None:
    """Print the result of every step as JSON, one line per scenario."""
    import msgspec

    from croupier.table.telling.scenario.running import run

    for each in _scenarios(files):
        say(msgspec.json.encode(run(each)).decode())


@scenario.command("check")
@FILES
def scenario_check(files: tuple[str, ...]) -> None:
    """Compare the result of every step with the one that the file expects."""
    from croupier.table.telling.scenario.checking import differences, expected
    from croupier.table.telling.scenario.written import NotAScenarioError

    scenarios = _scenarios(files)
    try:
        wanted = [expected(each) for each in scenarios]
    except NotAScenarioError as error:
        refuse(str(error))
    found = 0
    for each, want in zip(scenarios, wanted, strict=True):
        lines = list(differences(each, want))
        found += bool(lines)
        for line in lines:
            say(line)
    say(f"{len(scenarios) - found} of {len(scenarios)} scenarios agree.")
    sys.exit(1 if found else 0)


@scenario.command("tell")
@FILES
def scenario_tell(files: tuple[str, ...]) -> None:
    """Describe in words what happens, step by step."""
    from croupier.table.telling.scenario.telling import tell

    for each in _scenarios(files):
        say("\n".join(tell(each)) + "\n")


def _scenarios(files: tuple[str, ...]) -> list["Scenario"]:
    """Read all files first, so that an invalid file stops the command before any output."""
    from croupier.table.telling.scenario.reading import read
    from croupier.table.telling.scenario.written import NotAScenarioError

    if files.count("-") > 1:
        refuse("standard input can be read only once")
    if "-" in files and sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - None if the stream was closed
        refuse("standard input is closed")
    found: list[Scenario] = []
    for file in files:
        try:
            text = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
            found += read(text, "standard input" if file == "-" else file)
        except OSError as error:
            refuse(f"{file}: {error.strerror}")
        except NotAScenarioError as error:
            refuse(str(error))
    return found
