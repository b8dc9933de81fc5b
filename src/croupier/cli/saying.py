"""How the command line speaks: results on standard output, one sentence on standard error where it cannot go on."""

import os
import sys
import textwrap
from collections.abc import Generator
from contextlib import contextmanager
from typing import BinaryIO, Never

import click

LONGEST_SENTENCE = 500
WIDTH = 80
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


def speak_anyway() -> None:
    """What is said where standard files were closed goes nowhere, and no other file takes their numbers."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # which takes the lowest number that is free
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8")  # noqa: SIM115 - it stays open to the end
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8")  # noqa: SIM115 - it stays open to the end


def block(sentence: str) -> str:
    """A sentence on lines that fit a terminal, all but the first a step further in."""
    further = " " * (len(sentence) - len(sentence.lstrip()) + 2)
    return textwrap.fill(sentence, WIDTH, subsequent_indent=further, break_long_words=False, break_on_hyphens=False)


def counted(number: int, thing: str, things: str = "") -> str:
    """So many of a thing."""
    return f"{number:,} {thing if number == 1 else things or f'{thing}s'}"


def refuse(sentence: str) -> Never:
    """One sentence on one line, whatever names a file put into it."""
    click.echo(f"croupier: {one_line(sentence)}", err=True)
    sys.exit(2)


def one_line(sentence: str) -> str:
    """A sentence that is not too long and has nothing in it that a terminal would obey."""
    short = sentence if len(sentence) <= LONGEST_SENTENCE else sentence[:LONGEST_SENTENCE] + "…"
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in short)
