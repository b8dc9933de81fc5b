"""croupier demo: the five tables in a browser."""

from pathlib import Path

import click

from croupier.cli.saying import refuse, speak_anyway


@click.command()
@click.option("--data", metavar="URL", help="Keep the journal here, in a file or in a database, and go on where it ends.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8021,
    show_default=True,
    help="Where to listen, on this machine only; another port if it is taken.",
)
@click.option(
    "--betting", type=click.FloatRange(0.1, 3600), default=20.0, show_default=True, help="Seconds of a wagering period."
)
@click.option(
    "--showing", type=click.FloatRange(0, 3600), default=7.0, show_default=True, help="Seconds for which a result is shown."
)
@click.option("--guests", type=click.IntRange(0, 6), default=3, show_default=True, help="Seated company at every table.")
@click.option(
    "--key",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Sign anchors with the key in this file, which is made if it is not there.  [default: beside the journal]",
)
@click.option(
    "--anchors",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Add a copy of every anchor to this file, best on another machine.",
)
def demo(
    data: str | None, port: int, betting: float, showing: float, guests: int, key: Path | None, anchors: Path | None
) -> None:
    """Open the five tables in a browser, with company, on this machine only."""
    import asyncio

    from croupier.floor.loop import Timing
    from croupier.journal.address import shown
    from croupier.journal.port import JournalError
    from croupier.server import demo as demonstration
    from croupier.table.opening import ChangedRulesError
    from croupier.table.versions import NewerFormatError

    speak_anyway()
    try:
        asyncio.run(demonstration.demo(data, port, Timing(betting, showing), guests, key=key, anchors=anchors))
    except (JournalError, ChangedRulesError, NewerFormatError) as error:
        refuse(str(error))
    except OSError as error:
        refuse(f"{error.filename or shown(data or 'the network')}: {error.strerror}")
