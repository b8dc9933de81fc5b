"""The command line starts fast: it imports only what every command needs."""

import subprocess
import sys

SLOW = {"apsw", "asyncio", "msgspec", "numba", "numpy", "psycopg", "ssl", "starlette", "uvicorn", "websockets"}


def test_help_imports_nothing_that_is_slow() -> None:
    asked = "import sys; before = set(sys.modules); import croupier.cli; print(*sys.modules.keys() - before)"
    words = [sys.executable, "-c", asked]
    imported = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()  # noqa: S603
    assert "click" in imported
    assert SLOW.isdisjoint(imported)
