"""The sessions of croupier simulate: a play with so much money, played out many times."""

import time
from typing import TYPE_CHECKING, NamedTuple

from croupier.cli.choosing import whole_rolls
from croupier.cli.progress import Progress
from croupier.cli.saying import refuse, say

if TYPE_CHECKING:
    from croupier.lab.finding import Asked
    from croupier.lab.play import Play
    from croupier.lab.running import Engine
    from croupier.lab.sessions import Bounds
    from croupier.lab.tables import Tables
    from croupier.lab.worth import Worth

MOST_SESSIONS, MOST_ROLLS = 10**12, 10**8


class Purse(NamedTuple):
    """What a session begins with and what ends it, as it was typed."""

    sessions: str | None
    bankroll: str | None
    stop_loss: str | None
    stop_win: str | None
    max_rolls: str | None

    def wanted(self) -> bool:
        """Whether sessions were asked for; what only they have is refused without them."""
        if self.sessions is None:
            for option, text in zip(("--bankroll", "--stop-loss", "--stop-win", "--max-rolls"), self[1:], strict=True):
                if text is not None:
                    refuse(f"{option} {text}: is for sessions only; say how many, as in --sessions 1e6")
        return self.sessions is not None

    def bounds(self) -> "Bounds":
        """The same in cents and rolls."""
        from croupier.lab.play import PlayError, cents
        from croupier.lab.sessions import NEVER, Bounds

        if self.bankroll is None:
            refuse("--sessions: needs the money that a session begins with, as in --bankroll 500")
        try:
            return Bounds(
                cents("--bankroll", self.bankroll),
                NEVER if self.stop_loss is None else cents("--stop-loss", self.stop_loss),
                NEVER if self.stop_win is None else cents("--stop-win", self.stop_win),
                whole_rolls("--max-rolls", self.max_rolls or "1e4", MOST_ROLLS),
            )
        except PlayError as error:
            refuse(str(error))


class Company(NamedTuple):
    """Who rolls, and how."""

    engine: "Engine"
    workers: int
    seed: int
    shown: bool


def played_out(
    play: "Play", asked: "Asked", tables: "Tables", exact: "Worth", purse: Purse, by: Company, *, as_json: bool
) -> bool:
    """Play sessions out and print what came of them; returns whether that was interrupted."""
    import msgspec

    from croupier.lab.evenings import Gathered, evenings_found, told_evenings
    from croupier.lab.finding import Rolled
    from croupier.lab.play import PlayError
    from croupier.lab.running import in_parallel
    from croupier.lab.sessions import PER_CHUNK, Evening, check_bankroll, evenings, play_out

    count, bounds = whole_rolls("--sessions", purse.sessions or "", MOST_SESSIONS), purse.bounds()
    try:
        check_bankroll(tables, bounds)
    except PlayError as error:
        refuse(f"--{error}")
    gathered, bar, interrupted = Gathered(), Progress(count, "sessions", shown=by.shown), False
    bar.say("getting ready; the first run on a machine compiles for some seconds")
    play_out(Evening(tables, bounds, by.seed, 0, 1, by.engine))
    parts = evenings(tables, bounds, seed=by.seed, sessions=count, engine=by.engine)
    begun = time.perf_counter()
    try:
        for played in in_parallel(play_out, parts, engine=by.engine, workers=min(by.workers, -(-count // PER_CHUNK))):
            gathered.add(played)
            bar.tell(gathered.sessions, time.perf_counter() - begun)
    except KeyboardInterrupt:
        interrupted = True
    seconds = time.perf_counter() - begun
    bar.end()
    if not gathered.sessions:
        refuse("interrupted before a single session was played out")
    rolled = Rolled(by.engine, by.seed, by.workers)
    found = evenings_found(play, asked, exact, bounds, gathered, rolled, seconds=seconds, interrupted=interrupted)
    say(msgspec.json.encode(found).decode() if as_json else told_evenings(play, found))
    return interrupted
