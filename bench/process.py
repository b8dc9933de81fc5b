"""What a process has used, as Linux reports it."""

import os
from pathlib import Path


def cpu_seconds(pid: int) -> float:
    """User and system time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def loop_cpu(pid: int) -> int:
    """Nanoseconds of CPU of the main thread of a process."""
    return int(Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[0])


def resident(pid: int) -> int:
    """Kilobytes of memory of a process."""
    return next(int(line.split()[1]) for line in Path(f"/proc/{pid}/status").read_text().splitlines() if "VmRSS" in line)
