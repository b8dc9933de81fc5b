"""The command line: one module per command, which imports what it runs only when it runs."""

import click

from croupier.cli.audit import audit
from croupier.cli.demo import demo
from croupier.cli.parsheet import parsheet
from croupier.cli.rulebook import rulebook
from croupier.cli.scenario import scenario
from croupier.cli.simulate import simulate


@click.group()
@click.version_option(package_name="croupier")
def main() -> None:
    """Run a casino's dice and wheel tables exactly as the regulator approved them."""


for command in (scenario, rulebook, parsheet, simulate, demo, audit):
    main.add_command(command)
