"""The records of a report as CSV and Parquet files."""

import csv
from importlib import import_module
from pathlib import Path

import pytest

from croupier.lab.layouts import record_files
from croupier.lab.layouts.record_files import RecordFileError, check_record_file, save_records
from croupier.lab.report import Report

RECORDS = [
    {"strategy": "red 5", "cost_per_hour": "5.4054", "cost_is_exact": "true", "exact_ruin": "0.25"},
    {"strategy": "paroli", "cost_per_hour": "-1", "cost_is_exact": "false", "exact_ruin": ""},
]
REPORT = Report("Two", {"Rules": "ministar-roulette-2018", "Rolls": "numpy, seed 7"}, [], [], [], RECORDS, {})


def test_a_csv_file_has_the_texts(tmp_path: Path) -> None:
    save_records(REPORT, tmp_path / "found.csv")
    assert list(csv.DictReader((tmp_path / "found.csv").read_text().splitlines())) == RECORDS


def test_a_parquet_file_has_numbers_and_says_where_they_come_from(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed; make test installs it (croupier[dev])")
    save_records(REPORT, tmp_path / "found.parquet")
    table = import_module("pyarrow.parquet").read_table(tmp_path / "found.parquet")
    assert table.to_pylist() == [
        {"strategy": "red 5", "cost_per_hour": 5.4054, "cost_is_exact": True, "exact_ruin": 0.25},
        {"strategy": "paroli", "cost_per_hour": -1.0, "cost_is_exact": False, "exact_ruin": None},
    ]
    assert table.schema.metadata[b"Rolls"] == b"numpy, seed 7"


def test_without_pyarrow_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(record_files, "find_spec", {"csv": 1}.get)
    check_record_file(tmp_path / "found.csv")
    with pytest.raises(RecordFileError, match=r"found\.parquet: Parquet files need pyarrow; install croupier\[parquet\], or"):
        check_record_file(tmp_path / "found.parquet")
