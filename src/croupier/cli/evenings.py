"""The sessions of croupier simulate: a play with so much money, played out many times."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from croupier.cli.choosing import whole_rolls
from croupier.cli.progress import Progress
from croupier.cli.saying import refuse, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.lab.evenings import Expected, Gathered
    from croupier.lab.finding import Asked
    from croupier.lab.play import Play, Stake
    from croupier.lab.sessions import Bounds
    from croupier.lab.tables import Tables
    from croupier.lab.worth import Worth
    from croupier.rules.ruleset import Ruleset
    from croupier.rules.sign import Sign

MOST_SESSIONS, MOST_ATTENDED, MOST_ROLLS = 10**12, 10**7, 10**8


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

    engine: str
    workers: int
    seed: int
    shown: bool


class Table(NamedTuple):
    """What is played, and at which table."""

    rules: "Ruleset"
    sign: "Sign"
    asked: "Asked"


def played_out(
    table: Table, play: "Play", tables: "Tables", exact: "Worth", purse: Purse, by: Company, plot: Path | None, *, as_json: bool
) -> bool:
    """Play the sessions of a play out and print what came of them; returns whether that was interrupted."""
    from croupier.lab.evenings import Expected, Gathered
    from croupier.lab.law import law
    from croupier.lab.play import PlayError
    from croupier.lab.running import Engine, in_parallel, made_ready
    from croupier.lab.sessions import Evening, check_bankroll, evenings, per_chunk, play_out

    count, bounds = whole_rolls("--sessions", purse.sessions or "", MOST_SESSIONS), purse.bounds()
    try:
        check_bankroll(tables, bounds)
    except PlayError as error:
        refuse(f"--{error}")
    gathered, bar, interrupted = Gathered(), Progress(count, "sessions", shown=by.shown), False
    bar.say("getting ready; the first run on a machine compiles for some seconds")
    engine = Engine(by.engine)
    made_ready(play_out, Evening(tables, bounds, by.seed, 0, 1, engine), engine)
    parts = evenings(tables, bounds, seed=by.seed, sessions=count, engine=engine)
    begun = time.perf_counter()
    try:
        for played in in_parallel(play_out, parts, engine=engine, workers=min(by.workers, -(-count // per_chunk(bounds)))):
            gathered.add(played)
            bar.tell(gathered.sessions, time.perf_counter() - begun)
    except KeyboardInterrupt:
        interrupted = True
    seconds = time.perf_counter() - begun
    bar.end()
    expected = Expected(exact, law(play, bounds))
    _print(table, play.stakes, bounds, gathered, expected, by, seconds, interrupted=interrupted, as_json=as_json)
    if plot:
        _draw(plot, tables, bounds, gathered, expected, by.seed)
    return interrupted


def attended(table: Table, strategy: str, purse: Purse, by: Company, *, as_json: bool) -> bool:
    """Let a program play sessions at the table itself; returns whether that was interrupted."""
    from croupier.lab.attended import StrategyError, attend, strategy_in
    from croupier.lab.evenings import Expected, Gathered

    count, bounds = whole_rolls("--sessions", purse.sessions or "", MOST_ATTENDED), purse.bounds()
    gathered, bar, interrupted = Gathered(), Progress(count, "sessions", shown=by.shown), False
    begun = time.perf_counter()
    try:
        for played in attend(table.rules, table.sign, strategy_in(strategy), bounds, seed=by.seed, sessions=count):
            gathered.add(played)
            bar.tell(gathered.sessions, time.perf_counter() - begun)
    except KeyboardInterrupt:
        interrupted = True
    except StrategyError as error:
        bar.end()
        refuse(f"--strategy {strategy}: {error}")
    seconds = time.perf_counter() - begun
    bar.end()
    at_table = by._replace(engine="the table", workers=1)
    _print(table, (), bounds, gathered, Expected(), at_table, seconds, interrupted=interrupted, as_json=as_json)
    return interrupted


def _print(
    table: Table,
    stakes: "Sequence[Stake]",
    bounds: "Bounds",
    gathered: "Gathered",
    expected: "Expected",
    by: Company,
    seconds: float,
    *,
    interrupted: bool,
    as_json: bool,
) -> None:
    import msgspec

    from croupier.lab.evenings import evenings_found, told_evenings
    from croupier.lab.finding import Rolled, heading

    if not gathered.sessions:
        refuse("interrupted before a single session was played out")
    head = heading(table.rules, table.sign, table.asked, Rolled(by.engine, by.seed, by.workers))
    found = evenings_found(head, bounds, gathered, expected, seconds=seconds, interrupted=interrupted)
    say(msgspec.json.encode(found).decode() if as_json else told_evenings(table.rules, stakes, found))


def _draw(plot: Path, tables: "Tables", bounds: "Bounds", gathered: "Gathered", expected: "Expected", seed: int) -> None:
    from croupier.lab.fan import fan
    from croupier.lab.pictures import keep, sessions_picture

    picture = sessions_picture(gathered.net, expected.law, fan(tables, bounds, seed), bounds.bankroll)
    keep_picture(lambda: keep(picture, plot, "Sessions"), plot)


def keep_picture(kept: Callable[[], None], plot: Path) -> None:
    """Write a picture; where it cannot be written, say so."""
    try:
        kept()
    except OSError as error:
        refuse(f"{plot}: the picture cannot be written: {error.strerror}")
