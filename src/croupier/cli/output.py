"""The output of the command line: results on standard output, one sentence on standard error before a failure exit."""

import os
import sys
import textwrap
from collections.abc import Generator
from contextlib import contextmanager
from typing import BinaryIO, Never

import click

from croupier.journal.exit import MEND_FIRST
from croupier.printable import escaped

MAX_SENTENCE_LENGTH = 500
WIDTH = 80
INTERRUPTED = 130
"""Exit code of a program interrupted with Ctrl-C."""


def say(text: str) -> None:
    """Write a text to standard output."""
    with writing() as out:
        out.write(text.encode() + b"\n")


@contextmanager
def writing() -> Generator[BinaryIO]:
    """Open standard output for bytes. Exit quietly on a broken pipe, and with a message on any other write error."""
    if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison] - None if it was closed
        refuse("standard output is closed")
    try:
        yield sys.stdout.buffer
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the flush at exit would fail again
        if isinstance(error, BrokenPipeError):
            sys.exit(1)
        refuse(f"standard output cannot be written: {error.strerror}")


def redirect_closed_streams() -> None:
    """Redirect closed standard streams to /dev/null, so that no other file takes their descriptors."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # open() takes the lowest free descriptor
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8")  # noqa: SIM115 - stays open until exit
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8")  # noqa: SIM115 - stays open until exit


def block(sentence: str) -> str:
    """Wrap a sentence to the width of a terminal, with a hanging indent."""
    indent = " " * (len(sentence) - len(sentence.lstrip()) + 2)
    return textwrap.fill(sentence, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def refuse(*sentences: str) -> Never:
    """Write a line to standard error for each sentence, and exit with code 2."""
    for sentence in sentences:
        click.echo(f"croupier: {one_line(sentence)}", err=True)
    sys.exit(MEND_FIRST)


def one_line(sentence: str) -> str:
    """Cut a sentence to MAX_SENTENCE_LENGTH and escape characters that a terminal would interpret."""
    return escaped(sentence if len(sentence) <= MAX_SENTENCE_LENGTH else sentence[:MAX_SENTENCE_LENGTH] + "…")
