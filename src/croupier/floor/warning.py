"""Warnings to the operator."""

import contextlib

import click


def warn(sentence: str) -> None:
    """Write one line to stderr."""
    with contextlib.suppress(OSError):  # stderr may be closed
        click.echo(f"croupier: {sentence}", err=True)
