"""The record of the operator's own copies of approved documents."""

import os
from pathlib import Path

import click

from croupier.cli.output import refuse


def records_file() -> Path:
    """The file with the record of attached copies: in CROUPIER_HOME or in the user's settings folder."""
    folder = Path(os.environ.get("CROUPIER_HOME") or click.get_app_dir("croupier"))
    if not folder.is_absolute():
        refuse(f"{folder}: the settings of croupier belong in a folder with a full path; set CROUPIER_HOME to one")
    return folder / "documents.json"
