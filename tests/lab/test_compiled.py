"""Compiled code that is kept: nothing that is compiled in may change without the file that is watched."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.catalogue import ruleset
from croupier.lab import kernels, running, shaker, tables
from croupier.lab.kernels import fast
from croupier.lab.running import Chunk, Engine, roll
from croupier.lab.tables import MOST_CENTS, compiled
from plays import W1, played

STAR, ROULETTE = "star-craps-2016", "ministar-roulette-2018"


def test_compiled_functions_use_only_what_is_written_beside_them() -> None:
    """numba sees only changes of the file that defines a function; so nothing of another module may be compiled in."""
    tree = ast.parse(Path(fast.__file__).read_text())
    imported = {alias.asname or alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
        if any(isinstance(each, ast.Name) and each.id == "machine_code" for each in function.decorator_list):
            body = ast.Module(function.body, [])
            used = {node.id for node in ast.walk(body) if isinstance(node, ast.Name)}
            assert used & imported == set(), function.name


def test_the_numbers_compiled_in_are_those_of_the_tables() -> None:
    assert (fast.NEXT, fast.SETTLED, fast.BOTH) == (tables.NEXT, tables.SETTLED, tables.BOTH)
    assert (fast.HALF_BITS, fast.STRIDE) == (shaker.HALF_BITS, kernels.STRIDE)


def test_both_kernels_agree_also_on_the_largest_stakes() -> None:
    found = compiled(played(ruleset(ROULETTE), f"red {MOST_CENTS // 100 - 1}"))
    one, other = (roll(Chunk(found, 1, 0, running.CHUNK, engine)) for engine in Engine)
    assert one == other
    assert abs(one.net) > 2**40


def test_damaged_code_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a power cut leaves of a kept file is thrown away, and the work is done all the same; once, not for ever."""
    thrown_away, calls = list[bool](), list[int]()
    monkeypatch.setattr(fast, "forget_compiled", lambda: thrown_away.append(True))

    def broken(times: int) -> int:
        calls.append(times)
        if len(calls) <= times:
            raise EOFError
        return 0

    running.made_ready(broken, 1, Engine.NUMBA)
    assert (len(calls), thrown_away) == (2, [True])
    with pytest.raises(EOFError):
        running.made_ready(broken, 9, Engine.NUMBA)
    with pytest.raises(EOFError):
        running.made_ready(broken, 9, Engine.NUMPY)


def test_a_kept_file_of_no_length_does_not_stop_a_run(tmp_path: Path) -> None:
    words = ("simulate", STAR, "--play", W1, "--rolls", "1000", "--seed", "7", "--engine", "numba")
    kept = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "croupier", *words]
    first = subprocess.run(command, env=kept, capture_output=True, text=True, check=True, timeout=120)  # noqa: S603
    emptied = [file.write_bytes(b"") for file in tmp_path.rglob("*.nbi")]
    assert emptied
    again = subprocess.run(command, env=kept, capture_output=True, text=True, check=True, timeout=120)  # noqa: S603
    assert again.stdout.partition("settled")[2] == first.stdout.partition("settled")[2]
