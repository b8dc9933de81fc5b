"""How the command line speaks: results on standard output, one sentence on standard error where it cannot go on."""

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import BinaryIO, Never

import click

LONGEST_SENTENCE = 500
INTERRUPTED = 130
"""What a shell is told of a program that was interrupted."""


def say(text: str) -> None:
    """Write to standard output."""
    with writing() as out:
        out.write(text.encode() + b"\n")


@contextmanager
def writing() -> Generator[BinaryIO]:
    """Standard output. A reader that went away ends it quietly; a full disk is said."""
    if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison] - it is where it was closed
        refuse("standard output is closed")
    try:
        yield sys.stdout.buffer
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or what is left would fail again at exit
        if isinstance(error, BrokenPipeError):
            sys.exit(1)
        refuse(f"standard output cannot be written: {error.strerror}")


def counted(number: int, thing: str) -> str:
    """So many of a thing."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def refuse(sentence: str) -> Never:
    """One sentence on one line, whatever names a file put into it."""
    click.echo(f"croupier: {one_line(sentence)}", err=True)
    sys.exit(2)


def one_line(sentence: str) -> str:
    """A sentence that is not too long and has nothing in it that a terminal would obey."""
    short = sentence if len(sentence) <= LONGEST_SENTENCE else sentence[:LONGEST_SENTENCE] + "…"
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in short)
