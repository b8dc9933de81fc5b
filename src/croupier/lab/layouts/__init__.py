"""Layouts of a lab report, by name of the format."""

from collections.abc import Callable, Mapping

from croupier.lab.layouts.markdown import markdown
from croupier.lab.layouts.page import page
from croupier.lab.layouts.records import csv_text, json_text
from croupier.lab.layouts.text import text
from croupier.lab.report import Report

LAYOUTS: Mapping[str, Callable[[Report], str]] = {
    "text": text,
    "md": markdown,
    "html": page,
    "csv": csv_text,
    "json": json_text,
}
