"""The command line: one module per command. Each imports what it needs only when it runs, so that --help is fast."""

import sys
from typing import Any, Never

import click
from click.exceptions import NoArgsIsHelpError

from croupier.cli.audit import audit
from croupier.cli.demo import demo
from croupier.cli.floor import floor
from croupier.cli.journal import journal
from croupier.cli.output import INTERRUPTED, refuse
from croupier.cli.parsheet import parsheet
from croupier.cli.rulebook import rulebook
from croupier.cli.scenario import scenario
from croupier.cli.serve import serve
from croupier.cli.simulate import simulate
from croupier.cli.staff import staff
from croupier.cli.strategies import strategies


class OneSentence(click.Group):
    """A click group that reports usage errors as one sentence, like all other errors."""

    def main(self, *args: Any, **extra: Any) -> Never:
        """Run a command, and exit with its status."""
        extra |= {"standalone_mode": False, "prog_name": "croupier"}
        try:
            status: object = super().main(*args, **extra)
        except NoArgsIsHelpError as error:
            click.echo(error.format_message())
            status = 0
        except click.ClickException as error:
            place = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "croupier"
            sentence = error.format_message().rstrip(".")
            refuse(f"{sentence}; {place} --help says what there is")
        except click.Abort:
            status = INTERRUPTED
        sys.exit(status if type(status) is int else 0)


def _version(context: click.Context, _: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - as click calls it
    """Print the version and the fingerprint of the installed files."""
    if wanted:
        import croupier
        from croupier.software import fingerprint

        click.echo(f"croupier, version {croupier.__version__}\nfingerprint {fingerprint()}")
        context.exit()


@click.group(cls=OneSentence)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show version and fingerprint."
)
def main() -> None:
    """Run a casino's dice and wheel tables exactly as the regulator approved them."""


for command in (scenario, rulebook, parsheet, simulate, strategies, demo, serve, floor, staff, audit, journal):
    main.add_command(command)
