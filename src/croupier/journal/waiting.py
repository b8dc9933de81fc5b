"""Waiting for the medium, and what its pace means for everybody who waits for an acknowledgement."""

import os
from collections.abc import Sequence
from pathlib import Path

NO_DISK = 0.005
"""Milliseconds in which no disk has ever kept anything."""
BRISK = 1.0
"""A medium that keeps a write within a millisecond, 99 times of 100, lets bets be acknowledged within ten."""


def pace(waits: Sequence[float]) -> str:
    """How long a small write takes here, and what that means, in a sentence. Waits are milliseconds."""
    if not waits:
        return "The journal is in memory: it ends with this process."
    ordered = sorted(waits)
    usual, slow = ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]
    measured = f"The journal's medium keeps a write in {usual:.2f} ms ({slow:.2f} ms at worst of {len(waits)})"
    if usual < NO_DISK:
        return f"{measured}: that is memory, not a disk, and a power cut would lose everything."
    # Two or three writes may lie between a bet and its acknowledgement, and some milliseconds of our own.
    within = f"{measured}: bets are acknowledged within about {3 * slow + 3:.0f} ms"
    if slow <= BRISK:
        return f"{within}."
    return f"{within}; less than 10 ms takes a disk with power-loss protection, which keeps a write within {BRISK:.0f} ms."


def settle(path: Path) -> None:
    """Wait until the medium has a file, or the names in a folder, also of one that was just made."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
