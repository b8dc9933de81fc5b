# ruff: noqa: T201 - a script, which prints
"""Play one night of a simulation again: `tests/simulation/run.py --seed N [--trace]`."""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from simulation.night import Night


def main() -> None:
    """Play the night of a seed, and print how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--trace", action="store_true", help="print everything that happened")
    asked = parser.parse_args()
    night = Night(asked.seed)
    try:
        night.run()
    finally:
        if asked.trace:
            print(*night.told(), sep="\n")
        for what, often in sorted(night.happened.items()):
            print(f"{often:6} {what}")


if __name__ == "__main__":
    main()
