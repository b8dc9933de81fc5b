"""The fingerprint of the software: anybody can compute it, and every file counts."""

import subprocess
from pathlib import Path

import croupier
from command import croupier as command
from croupier.software import digest, fingerprint

SHELL = "find * -type f -not -path '*__pycache__*' | LC_ALL=C sort | xargs sha256sum | sha256sum"
"""As docs/how-to/inspect-a-floor.md has it."""


def test_it_is_what_the_tools_of_the_system_compute() -> None:
    page = Path(__file__).parents[1] / "docs" / "how-to" / "inspect-a-floor.md"
    assert SHELL in page.read_text(encoding="utf-8")
    ran = subprocess.run(["sh", "-c", SHELL], cwd=croupier.__path__[0], capture_output=True, text=True, check=True)  # noqa: S603, S607
    assert ran.stdout.split()[0] == fingerprint()


def test_every_file_counts_but_compiled_ones_do_not(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    file = tmp_path / "rules" / "odds.py"
    file.write_text("PAYS = 7")
    first = digest(tmp_path)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "odds.pyc").write_text("compiled")
    assert digest(tmp_path) == first
    file.write_text("PAYS = 8")
    assert digest(tmp_path) != first
    file.write_text("PAYS = 7")
    file.rename(tmp_path / "odds.py")
    assert digest(tmp_path) != first


def test_the_command_prints_it() -> None:
    ran = command("--version")
    assert ran.stdout == f"croupier, version {croupier.__version__}\nfingerprint {fingerprint()}\n"
