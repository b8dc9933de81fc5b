"""croupier serve: run a floor from its file."""

from pathlib import Path

import click

from croupier.cli.documents import records_file
from croupier.cli.output import MEND_FIRST, TRY_AGAIN, redirect_closed_streams, refuse


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--verbose", is_flag=True, help="Print the speed of the journal's medium, the public key and more.")
def serve(file: Path, *, verbose: bool) -> None:
    """Run the floor that FILE describes. `croupier floor new` writes such a file.

    Ctrl-C (or SIGTERM) finishes the rounds in play and exits with code 0. The exit code is 2 if the floor cannot be started
    before a person mends something, 70 if another start may succeed by itself (the journal cannot be written any more, or its
    database does not answer), and 130 after a second Ctrl-C.
    """
    from croupier.floor.plan_mistakes import PlanError
    from croupier.floor.plan_reader import UnreadableError, read_plan
    from croupier.journal.port import UnavailableError
    from croupier.rulebook import attached
    from croupier.server.running import FLOOR_ERRORS, FloorStart, run

    redirect_closed_streams()
    try:
        start = FloorStart(kind="live", file=file, documents=attached.read(records_file()), verbose=verbose)
        run(read_plan(file), start)
    except PlanError as error:
        refuse(*str(error).split("\n"), code=TRY_AGAIN if error.may_pass else MEND_FIRST)
    except UnavailableError as error:
        refuse(str(error), code=TRY_AGAIN)
    except (*FLOOR_ERRORS, attached.AttachmentError, UnreadableError) as error:
        refuse(str(error))
    except OSError as error:
        refuse(f"{error.filename or 'the network'}: {error.strerror}")
