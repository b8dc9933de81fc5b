"""The latency of durable writes, and `fsync`."""

import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

MEMORY_LATENCY_MS = 0.005
"""A write that is faster than this, in milliseconds, went to memory and not to a disk."""
FAST_P99_MS = 1.0
"""The 99th percentile of the write latency, in milliseconds, up to which bets are acknowledged within 10 ms."""


def measured_latency(path: Path) -> Sequence[float]:
    """Measure how long writing and syncing four kilobytes takes beside a file, in milliseconds."""
    waits: list[float] = []
    # Without a name it is gone with the process, also if that is killed.
    with tempfile.TemporaryFile(dir=path.parent, prefix=f"{path.name}-wait-") as scratch:
        for _ in range(40):
            begun = time.perf_counter()
            os.pwrite(scratch.fileno(), bytes(4096), 0)
            os.fdatasync(scratch.fileno())
            waits.append((time.perf_counter() - begun) * 1000)
    return waits


def is_memory(waits: Sequence[float]) -> bool:
    """Whether the measured write latencies (in milliseconds) are those of memory, which a power cut erases."""
    return not waits or sorted(waits)[len(waits) // 2] < MEMORY_LATENCY_MS


def describe_latency(waits: Sequence[float]) -> str:
    """Describe the measured write latencies (in milliseconds) in a sentence, and the acknowledgement time to expect."""
    if not waits:
        return "The journal is in memory: it ends with this process."
    ordered = sorted(waits)
    usual, slow = ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]
    measured = f"The journal's medium keeps a write in {usual:.2f} ms ({slow:.2f} ms at worst of {len(waits)})"
    if is_memory(waits):
        return f"{measured}: that is memory, not a disk, and a power cut would lose everything."
    # A bet may wait for two or three writes, and for a few milliseconds of our own work.
    within = f"{measured}: bets are acknowledged within about {3 * slow + 3:.0f} ms"
    if slow <= FAST_P99_MS:
        return f"{within}."
    return (
        f"{within}; less than 10 ms takes a disk with power-loss protection, which keeps a write within {FAST_P99_MS:.0f} ms."
    )


def fsync_path(path: Path) -> None:
    """Fsync a file or a directory."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
