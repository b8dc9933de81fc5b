"""The CSV and JSON layouts of a lab report."""

import csv
import io
import json

from croupier.lab.report import Report


def csv_text(report: Report) -> str:
    """Return one line for each record, below a header line."""
    names = dict.fromkeys(name for record in report.records for name in record)
    written = io.StringIO()
    lines = csv.DictWriter(written, names, lineterminator="\n")
    lines.writeheader()
    lines.writerows(report.records)
    return written.getvalue().rstrip("\n")


def json_text(report: Report) -> str:
    """Return the data as one JSON object."""
    return json.dumps(report.data, ensure_ascii=False)
