"""A report for another program: comma-separated values, or JSON."""

import csv
import io
import json

from croupier.lab.report import Report


def comma_separated(report: Report) -> str:
    """One line for each record, the names of the figures on top."""
    names = dict.fromkeys(name for record in report.records for name in record)
    written = io.StringIO()
    lines = csv.DictWriter(written, names, lineterminator="\n")
    lines.writeheader()
    lines.writerows(report.records)
    return written.getvalue().rstrip("\n")


def json_text(report: Report) -> str:
    """The data as one JSON object."""
    return json.dumps(report.data, ensure_ascii=False)
