"""croupier serve: run a floor from its file."""

from pathlib import Path

import click

from croupier.cli.documents import records_file
from croupier.cli.floor import plan_or_refusal
from croupier.cli.output import redirect_closed_streams, refuse


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--verbose", is_flag=True, help="Print the speed of the journal's medium, the public key and more.")
def serve(file: Path, *, verbose: bool) -> None:
    """Run the floor that FILE describes. `croupier floor new` writes such a file.

    Ctrl-C (or SIGTERM) finishes the rounds in play and exits with code 0. The exit code is 2 if the floor cannot be started,
    70 if the journal cannot be written any more, and 130 after a second Ctrl-C.
    """
    from croupier.rulebook import attached
    from croupier.server.running import FLOOR_ERRORS, FloorStart, run

    redirect_closed_streams()
    try:
        run(plan_or_refusal(file), FloorStart(kind="live", documents=attached.read(records_file()), verbose=verbose))
    except (*FLOOR_ERRORS, attached.AttachmentError) as error:
        refuse(str(error))
    except OSError as error:
        refuse(f"{error.filename or 'the network'}: {error.strerror}")
