"""Save the records of a report as a CSV or a Parquet file."""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from croupier.lab.layouts.records import csv_text
from croupier.lab.report import Report

FORMATS = (".csv", ".parquet")


class RecordFileError(ValueError):
    """The records cannot be saved as such a file."""


def check_record_file(file: Path) -> None:
    """Raise a RecordFileError if records could not be saved here. Called before any work is done."""
    if file.suffix not in FORMATS or not file.absolute().parent.is_dir():
        raise RecordFileError(f"{file}: must be a .csv or .parquet file in a folder that exists")
    if file.suffix == ".parquet" and find_spec("pyarrow") is None:
        raise RecordFileError(f"{file}: Parquet files need pyarrow; install croupier[parquet], or write a .csv file")


def save_records(report: Report, file: Path) -> None:
    """Save the records. A Parquet file has numbers as numbers, and the facts of the report as metadata of its schema."""
    if file.suffix == ".csv":
        file.write_text(f"{csv_text(report)}\n")
        return
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    names = dict.fromkeys(name for record in report.records for name in record)
    table = arrow.table({name: typed([record.get(name, "") for record in report.records]) for name in names})
    parquet.write_table(table.replace_schema_metadata(dict(report.facts)), file)


def typed(texts: Sequence[str]) -> Sequence[str | float | bool | None]:
    """A column of texts as truths or numbers, if all of them are; an empty one is None."""
    if {*texts} <= {"true", "false"}:
        return [text == "true" for text in texts]
    try:
        return [float(text) if text else None for text in texts]
    except ValueError:
        return texts
