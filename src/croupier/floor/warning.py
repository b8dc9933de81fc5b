"""What the server reports to the operator on stderr: sentences, or one JSON object per line.

Neither has a password, a code, a key or a token: whoever reports something passes sentences, names and numbers only.
"""

import contextlib
import datetime as dt
import logging

import click
import msgspec

from croupier.journal.exit import report_with

_formats = ["text"]
"""The format of this process."""


def write_json() -> None:
    """Write one JSON object per line from now on. The journal does so, too, and what libraries log."""
    _formats[0] = "json"
    logging.basicConfig(handlers=[_Logged()], level=logging.WARNING, force=True)
    report_with(lambda sentence, event, details: note(event, sentence=sentence, **details))


class _Logged(logging.Handler):
    """Writes what Python and libraries log, such as an unexpected error with its traceback, as one line."""

    def emit(self, record: logging.LogRecord) -> None:
        trace = {"traceback": logging.Formatter().formatException(record.exc_info)} if record.exc_info else {}
        note("error", sentence=record.getMessage(), **trace)


def warn(sentence: str, event: str = "warning", **details: object) -> None:
    """Write one line about something that the operator should know."""
    if _formats[0] == "json":
        note(event, sentence=sentence, **details)
    else:
        _write(f"croupier: {sentence}")


def note(event: str, **details: object) -> None:
    """Write one line for programs about something that happened. In text there is none: people read it elsewhere."""
    if _formats[0] == "json":
        at = dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds")
        _write(msgspec.json.encode({"at": at, "event": event, **details}).decode())


def _write(line: str) -> None:
    with contextlib.suppress(OSError):  # stderr may be closed
        click.echo(line, err=True)
