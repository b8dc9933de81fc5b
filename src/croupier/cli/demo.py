"""croupier demo: serve the five tables to a browser."""

from pathlib import Path

import click

from croupier.cli.documents import records_file
from croupier.cli.output import redirect_closed_streams, refuse


@click.command()
@click.option("--data", metavar="URL", help="Keep the journal in this file or database, and continue where it ends.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8021,
    show_default=True,
    help="The port to listen on, on this machine only; any free port if it is taken.",
)
@click.option(
    "--betting", type=click.FloatRange(0.1, 3600), default=20.0, show_default=True, help="Seconds of a wagering period."
)
@click.option(
    "--showing", type=click.FloatRange(0, 3600), default=7.0, show_default=True, help="Seconds for which a result is shown."
)
@click.option("--guests", type=click.IntRange(0, 6), default=3, show_default=True, help="Bots at every table.")
@click.option(
    "--key",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Sign anchors with the key in this file. It is created if it does not exist.  [default: beside the journal]",
)
@click.option(
    "--anchors",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Append a copy of every anchor to this file, best on another machine.",
)
@click.option(
    "--limit",
    "limits",
    metavar="NAME=NUMBER",
    multiple=True,
    help="Change a limit on clients, for example seats=2000. May be repeated. docs/reference/terminal.md lists them.",
)
@click.option("--verbose", is_flag=True, help="Print the speed of the journal's medium, the public key and more.")
def demo(
    data: str | None,
    port: int,
    betting: float,
    showing: float,
    guests: int,
    key: Path | None,
    anchors: Path | None,
    limits: tuple[str, ...],
    *,
    verbose: bool,
) -> None:
    """Serve the five tables to a browser on this machine, with bots as company."""
    from croupier.floor.limits import LimitError, changed
    from croupier.floor.timetable import Timing
    from croupier.journal.address import shown
    from croupier.rulebook import attached
    from croupier.server import demo as demonstration
    from croupier.server.running import FLOOR_ERRORS

    redirect_closed_streams()
    try:
        of_clients, of_seats = changed(limits)
        demonstration.demo(
            demonstration.Settings(
                data=data,
                port=port,
                timing=Timing(betting, showing),
                guests=guests,
                key=key,
                anchors=anchors,
                limits=of_clients,
                seating=of_seats,
                documents=attached.read(records_file()),
                verbose=verbose,
            )
        )
    except LimitError as error:
        refuse(f"--limit: {error}")
    except (*FLOOR_ERRORS, attached.AttachmentError) as error:
        refuse(str(error))
    except OSError as error:
        refuse(f"{error.filename or shown(data or 'the network')}: {error.strerror}")
