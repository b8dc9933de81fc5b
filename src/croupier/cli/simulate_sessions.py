"""The sessions of croupier simulate: a play or a Python strategy with a bankroll, played many times."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from croupier.cli.options import parse_count
from croupier.cli.output import refuse, say
from croupier.cli.progress import Progress
from croupier.echo import echo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.lab.play import Stake
    from croupier.lab.session_results import Expected, SessionTotals
    from croupier.lab.sessions import Bounds
    from croupier.lab.simulation_result import Request
    from croupier.lab.strategies.way import BettingWay
    from croupier.lab.transition_tables import TransitionTables
    from croupier.rules.ruleset import Ruleset
    from croupier.rules.sign import Sign

MAX_SESSIONS, MAX_STRATEGY_SESSIONS, MAX_SESSION_ROLLS = 10**12, 10**7, 10**8
PYTHON = "a Python function may do anything"
COMPILING = "preparing; the first run on a machine compiles for a few seconds"


class SessionOptions(NamedTuple):
    """The options for sessions, as typed."""

    sessions: str | None
    bankroll: str | None
    stop_loss: str | None
    stop_win: str | None
    max_rolls: str | None

    def given(self) -> bool:
        """Return whether sessions are requested. Without --sessions, refuse the other options."""
        if self.sessions is None:
            for option, text in zip(("--bankroll", "--stop-loss", "--stop-win", "--max-rolls"), self[1:], strict=True):
                if text is not None:
                    refuse(f"{option} {echo(text)}: needs --sessions, such as --sessions 1e6")
        return self.sessions is not None

    def bounds(self, rules: "Ruleset") -> "Bounds":
        """Convert the options to cents and rolls. A session lasts an evening unless the user says otherwise."""
        from croupier.lab.pace import evening
        from croupier.lab.play import PlayError, parse_cents
        from croupier.lab.sessions import NEVER, Bounds

        if self.bankroll is None:
            refuse("a session needs --bankroll, such as --bankroll 500")
        try:
            return Bounds(
                parse_cents("--bankroll", self.bankroll),
                NEVER if self.stop_loss is None else parse_cents("--stop-loss", self.stop_loss),
                NEVER if self.stop_win is None else parse_cents("--stop-win", self.stop_win),
                parse_count(
                    "--max-rolls", str(evening(rules)) if self.max_rolls is None else self.max_rolls, MAX_SESSION_ROLLS
                ),
            )
        except PlayError as error:
            refuse(str(error))


class RunSettings(NamedTuple):
    """How to run a simulation, with all defaults filled in."""

    engine: str
    workers: int
    seed: int
    shown: bool
    """Whether to show a progress bar."""


class SimulatedGame(NamedTuple):
    """The rules and the sign of the table, and what the user wants to play."""

    rules: "Ruleset"
    sign: "Sign"
    request: "Request"


def run_sessions(
    game: SimulatedGame,
    prepared: "BettingWay",
    options: SessionOptions,
    settings: RunSettings,
    plot: Path | None,
    *,
    as_json: bool,
) -> bool:
    """Simulate the sessions of a play and print the results. Return whether the run was interrupted."""
    from croupier.lab.play import PlayError
    from croupier.lab.session_distribution import session_law
    from croupier.lab.session_results import Expected, SessionTotals
    from croupier.lab.sessions import SessionChunk, check_bankroll, play_chunk, session_chunks, sessions_per_chunk
    from croupier.lab.simulation import Engine, ensure_compiled, run_in_parallel

    count, bounds = parse_count("--sessions", options.sessions or "", MAX_SESSIONS), options.bounds(game.rules)
    tables, engine = prepared.tables, Engine(settings.engine)
    try:
        check_bankroll(tables, bounds)
    except PlayError as error:
        refuse(f"--{error}")
    totals, bar, interrupted = SessionTotals(), Progress(count, "sessions", shown=settings.shown), False
    bar.say(COMPILING)
    ensure_compiled(play_chunk, SessionChunk(tables, bounds, settings.seed, 0, 1, engine), engine)
    chunks = session_chunks(tables, bounds, seed=settings.seed, sessions=count, engine=engine)
    workers = min(settings.workers, -(-count // sessions_per_chunk(bounds)))
    begun = time.perf_counter()
    try:
        for played in run_in_parallel(play_chunk, chunks, engine=engine, workers=workers):
            totals.add(played)
            bar.tell(totals.sessions, time.perf_counter() - begun)
    except KeyboardInterrupt:
        interrupted = True
    seconds = time.perf_counter() - begun
    bar.end()
    expected = Expected(prepared.exact, session_law(prepared.parts, game.rules.game.space, bounds))
    _print(game, prepared.stakes, bounds, totals, expected, settings, seconds, interrupted=interrupted, as_json=as_json)
    if plot:
        _draw(plot, tables, bounds, totals, expected, settings.seed)
    return interrupted


def run_strategy(game: SimulatedGame, location: str, options: SessionOptions, settings: RunSettings, *, as_json: bool) -> bool:
    """Let a Python strategy play sessions at a real table. Return whether the run was interrupted."""
    from croupier.lab.session_distribution import TooLarge
    from croupier.lab.session_results import Expected, SessionTotals
    from croupier.lab.strategies.habits import Habits
    from croupier.lab.strategies.seat import SeatedPlayer
    from croupier.lab.strategy import StrategyError, load_strategy, play_strategy, strategy_traceback

    count, bounds = parse_count("--sessions", options.sessions or "", MAX_STRATEGY_SESSIONS), options.bounds(game.rules)
    totals, bar, interrupted = SessionTotals(), Progress(count, "sessions", shown=settings.shown), False
    habits = Habits(SeatedPlayer(game.rules, game.sign))
    begun = time.perf_counter()
    try:
        strategy = load_strategy(location)
        for played in play_strategy(game.rules, game.sign, strategy, bounds, seed=settings.seed, sessions=count, habits=habits):
            totals.add(played)
            bar.tell(totals.sessions, time.perf_counter() - begun)
    except KeyboardInterrupt:
        interrupted = True
    except Exception as error:
        bar.end()
        trace = strategy_traceback(error.__cause__ or error, location)
        if trace is not None:
            click.echo(trace, err=True)
        if isinstance(error, StrategyError):
            refuse(f"--strategy {location}: {error}")
        if trace is None:
            raise
        refuse(f"--strategy {location}: the strategy raised {type(error).__name__}")
    seconds = time.perf_counter() - begun
    bar.end()
    at_table = settings._replace(engine="the table", workers=1)
    _print(
        game, (), bounds, totals, Expected(None, TooLarge(PYTHON)), at_table, seconds, interrupted=interrupted, as_json=as_json
    )
    if text := habits.text():
        click.echo(f'croupier: this function bets as --play "{text}" does, which is faster and has exact figures', err=True)
    return interrupted


def _print(
    game: SimulatedGame,
    stakes: "Sequence[Stake]",
    bounds: "Bounds",
    totals: "SessionTotals",
    expected: "Expected",
    settings: RunSettings,
    seconds: float,
    *,
    interrupted: bool,
    as_json: bool,
) -> None:
    import msgspec

    from croupier.lab.session_results import format_session_results, session_results
    from croupier.lab.simulation_result import RollSource, run_header

    if not totals.sessions:
        refuse("interrupted before the first session ended")
    source = RollSource(settings.engine, settings.seed, settings.workers)
    header = run_header(game.rules, game.sign, game.request, source)
    results = session_results(header, bounds, totals, expected, seconds=seconds, interrupted=interrupted)
    say(msgspec.json.encode(results).decode() if as_json else format_session_results(game.rules, stakes, results))


def _draw(
    plot: Path, tables: "TransitionTables", bounds: "Bounds", totals: "SessionTotals", expected: "Expected", seed: int
) -> None:
    from croupier.lab.fan import fan
    from croupier.lab.plots import plot_sessions, save_plot

    figure = plot_sessions(totals.net, expected.exact, fan(tables, bounds, seed), bounds.bankroll)
    save_plot_or_exit(lambda: save_plot(figure, plot, "Sessions"), plot)


def save_plot_or_exit(save: Callable[[], None], plot: Path) -> None:
    """Save a plot, or exit with a message if the file cannot be written."""
    try:
        save()
    except OSError as error:
        refuse(f"{plot}: cannot write the plot: {error.strerror}")
