"""croupier serve: run a floor from its file."""

import sys
from datetime import datetime
from pathlib import Path
from typing import Never

import click

from croupier.cli.documents import records_file
from croupier.cli.output import one_line, redirect_closed_streams
from croupier.journal.exit import MEND_FIRST, TRY_AGAIN


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--verbose", is_flag=True, help="Print the speed of the journal's medium, the public key and more.")
@click.option(
    "--today",
    metavar="DATE",
    type=click.DateTime(["%Y-%m-%d"]),
    help="Confirm the date of the clock, such as 2026-11-18, after the floor has rested for more than a day.",
)
def serve(file: Path, *, verbose: bool, today: datetime | None) -> None:
    """Run the floor that FILE describes. `croupier floor new` writes such a file.

    Ctrl-C (or SIGTERM) finishes the rounds in play and exits with code 0. The exit code is 2 if a person has
    to mend something before the next start (also if the journal turns out to be damaged while the floor runs), 70 if another
    start may succeed by itself (the journal cannot be written any more, or its database does not answer), and 130 after a
    second Ctrl-C.
    """
    from croupier.floor.plan_mistakes import PlanError
    from croupier.floor.plan_reader import UnreadableError, read_plan
    from croupier.floor.warning import write_json
    from croupier.journal.port import UnavailableError
    from croupier.rulebook import attached
    from croupier.server.running import FLOOR_ERRORS, FloorStart, run

    redirect_closed_streams()
    try:
        start = FloorStart(
            kind="live",
            file=file,
            documents=attached.read(records_file()),
            verbose=verbose,
            today=today.date() if today else None,
        )
        run(read_plan(file), start)
    except PlanError as error:
        if error.is_log_json:
            write_json()
        _fail(*str(error).split("\n"), code=TRY_AGAIN if error.may_pass else MEND_FIRST)
    except UnavailableError as error:
        _fail(str(error), code=TRY_AGAIN)
    except (*FLOOR_ERRORS, attached.AttachmentError, UnreadableError) as error:
        _fail(str(error))
    except OSError as error:
        _fail(f"{error.filename or 'the network'}: {error.strerror}")


def _fail(*sentences: str, code: int = MEND_FIRST) -> Never:
    """Report why the floor does not start, in the format of its log, and exit."""
    from croupier.floor.warning import warn

    for sentence in sentences:
        warn(one_line(sentence), "failed", exit_code=code)
    sys.exit(code)
