"""The compile cache of numba: it must become stale whenever anything that is compiled in changes."""

import ast
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from croupier.catalogue import ruleset
from croupier.lab import kernels, rng, simulation, transition_tables
from croupier.lab.kernels import numba_blocks, numba_kernel
from croupier.lab.simulation import Chunk, Engine, roll_chunk
from croupier.lab.transition_tables import MAX_CENTS, compile_play
from plays import W1, played

STAR, ROULETTE = "star-craps-2016", "ministar-roulette-2018"


@pytest.mark.parametrize("module", [numba_kernel, numba_blocks])
def test_compiled_functions_use_nothing_from_other_modules(module: ModuleType) -> None:
    """numba watches only the file that defines a function, so compiled functions must use nothing from another module."""
    tree = ast.parse(Path(str(module.__file__)).read_text())
    imported = {alias.asname or alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    compiled = 0
    for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
        if any(isinstance(each, ast.Name) and each.id == "jit" for each in function.decorator_list):
            body = ast.Module(function.body, [])
            used = {node.id for node in ast.walk(body) if isinstance(node, ast.Name)}
            assert used & imported == set(), function.name
            compiled += 1
    assert compiled > 3


def test_the_constants_compiled_in_are_those_of_the_tables() -> None:
    assert (numba_kernel.NEXT_MASK, numba_kernel.SETTLED_MASK, numba_kernel.NET_SHIFT) == (
        transition_tables.NEXT_MASK,
        transition_tables.SETTLED_MASK,
        transition_tables.NET_SHIFT,
    )
    assert (numba_kernel.HALF_BITS, numba_kernel.STRIDE) == (rng.HALF_BITS, kernels.STRIDE)


def test_both_kernels_agree_on_the_largest_stakes() -> None:
    found = compile_play(played(ruleset(ROULETTE), f"red {MAX_CENTS // 100 - 1}"))
    one, other = (roll_chunk(Chunk(found, 1, 0, simulation.CHUNK_ROLLS, engine)) for engine in Engine)
    assert one == other
    assert abs(one.net) > 2**40


def test_a_corrupt_compile_cache_is_rebuilt(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache file truncated by a power cut is deleted and rebuilt, once."""
    deleted, calls = list[bool](), list[int]()
    monkeypatch.setattr(numba_blocks, "delete_compiled", lambda: deleted.append(True))

    def broken(times: int) -> int:
        calls.append(times)
        if len(calls) <= times:
            raise EOFError
        return 0

    simulation.ensure_compiled(broken, 1, Engine.NUMBA)
    assert (len(calls), deleted) == (2, [True])
    with pytest.raises(EOFError):
        simulation.ensure_compiled(broken, 9, Engine.NUMBA)
    with pytest.raises(EOFError):
        simulation.ensure_compiled(broken, 9, Engine.NUMPY)


def test_an_empty_cache_file_does_not_stop_a_run(tmp_path: Path) -> None:
    words = ("simulate", STAR, "--play", W1, "--rolls", "1000", "--seed", "7", "--engine", "numba")
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "croupier", *words]
    first = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120)  # noqa: S603
    emptied = [file.write_bytes(b"") for file in tmp_path.rglob("*.nbi")]
    assert emptied
    again = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120)  # noqa: S603
    assert again.stdout.partition("settled")[2] == first.stdout.partition("settled")[2]
