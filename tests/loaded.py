"""`croupier` with one table that falls as a test says, and waits for a test: `python loaded.py TABLE OUTCOMES demo ...`."""

import sys
from functools import partial
from itertools import cycle

from croupier.cli import main
from croupier.floor import plan, timetable
from croupier.server import demo, running
from visitors import Falls


def load(table: str, outcomes: str) -> None:
    """Open only this table, with these outcomes over and over, and brief calls. Betting goes on while the player bets."""
    demo.names = lambda: (table,)
    plan.DEVICES = {"generator": lambda _: Falls(cycle(outcomes.split()))}
    running.DEVICES = plan.DEVICES
    timetable.Timing = partial(timetable.Timing, calling=0.1, offer=600, quiet=4, overtime=600)


if __name__ == "__main__":
    load(sys.argv.pop(1), sys.argv.pop(1))
    main()
