"""croupier simulate: simulate a play, and print the result beside the exact figures."""

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from croupier.cli.options import open_text, parse_count, parse_int_option, parse_sign_lines, read_sign, read_variant
from croupier.cli.output import INTERRUPTED, refuse, say
from croupier.cli.progress import Progress
from croupier.cli.simulate_compare import COMPARED_SESSIONS, run_comparison
from croupier.cli.simulate_sessions import (
    COMPILING,
    RunSettings,
    SessionOptions,
    SimulatedGame,
    run_sessions,
    run_strategy,
    save_plot_or_exit,
)

if TYPE_CHECKING:
    from croupier.lab.kernels import Tally
    from croupier.lab.long_run import LongRun
    from croupier.lab.simulation import SimulationRun
    from croupier.lab.simulation_result import Request, RollSource
    from croupier.lab.strategies.way import BettingWay

MAX_ROLLS, MAX_WORKERS, MAX_CENTS, MAX_SEED = 10**15, 1024, 10**9, 2**64 - 1


class _RunOptions(NamedTuple):
    """The options that say how to run the simulation."""

    rolls: int
    seed: int | None
    workers: int
    engine: str | None
    shown: bool
    """Whether to show a progress bar."""


@click.command()
@click.argument("ruleset")
@click.argument("others", nargs=-1, metavar="[STRATEGY]...")
@click.option(
    "--play", help='Wagers and dollars, a strategy, or the name of one, such as "win-line 10, place-win:6 12" or iron-cross.'
)
@click.option("--rolls", help="Number of rolls, such as 1e9.  [default: 1e8]")
@click.option("--rolls-file", metavar="FILE", help="Replay the outcomes in a file, one per line; - is standard input.")
@click.option("--sessions", help="Simulate this many sessions instead, each with its own bankroll; for example 1e6.")
@click.option("--bankroll", help="Dollars at the start of a session.")
@click.option("--stop-loss", help="End a session when this many dollars are lost.")
@click.option("--stop-win", help="End a session when this many dollars are won.")
@click.option("--max-rolls", help="End a session after this many rolls.  [default: an evening]")
@click.option("--strategy", metavar="FILE.py:NAME", help="With --sessions: a Python function that plays at a real table.")
@click.option("--compare", is_flag=True, help="Compare every STRATEGY on the same rolls. Needs --bankroll.")
@click.option("--grid", metavar="TEXT", help='Compare all of "pass {5,10} martingale:{4,6}".')
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="With --compare or --grid: also write a .csv or .parquet file.",
)
@click.option("--plot", type=click.Path(path_type=Path), metavar="FILE", help="Draw the result, as .svg, .png or .html.")
@click.option("--seed", help="The same seed gives the same result.  [default: random]")
@click.option("--workers", help="Number of chunks to simulate in parallel.  [default: one per processor]")
@click.option("--engine", type=click.Choice(["numba", "numpy"]), help="The kernel to use.  [default: the fastest installed]")
@click.option("--reading", multiple=True, metavar="ID=VALUE", help="Choose another reading of an unclear clause; repeatable.")
@click.option("--raise", "raised", multiple=True, metavar="ROW=ODDS", help="Raise odds, if the document allows it; repeatable.")
@click.option("--odds", "what_if", multiple=True, metavar="ROW=ODDS", help="What if this row paid other odds? Repeatable.")
@click.option("--payout-unit", help="The smallest chip that winnings are paid in, in cents.")
@click.option("--odds-multiple", help="The multiple for odds on the sign, if the document has one.")
@click.option("--sign", "lines", multiple=True, metavar="NAME=VALUE", help="Set another line of the sign; repeatable.")
@click.option("--json", is_flag=True, help="Print the result as JSON, and nothing else on standard output.")
@click.option("--progress", is_flag=True, help="Show progress even if stderr is not a TTY.")
def simulate(
    ruleset: str,
    others: tuple[str, ...],
    play: str | None,
    rolls: str | None,
    rolls_file: str | None,
    sessions: str | None,
    bankroll: str | None,
    stop_loss: str | None,
    stop_win: str | None,
    max_rolls: str | None,
    strategy: str | None,
    compare: bool,  # noqa: FBT001 - an option of the command line
    grid: str | None,
    out: Path | None,
    plot: Path | None,
    seed: str | None,
    workers: str | None,
    engine: str | None,
    reading: tuple[str, ...],
    raised: tuple[str, ...],
    what_if: tuple[str, ...],
    payout_unit: str | None,
    odds_multiple: str | None,
    lines: tuple[str, ...],
    json: bool,  # noqa: FBT001
    progress: bool,  # noqa: FBT001
) -> None:
    """Simulate a play or a strategy, and print the result beside the exact figures.

    Before each roll, a play bets on every wager that RULESET allows at the moment and that has no bet yet. Amounts are in
    dollars; odds may also be "2x" their flat bet, or "max". A strategy adds conditions, presses and more; croupier strategies
    lists the known ones.
    """
    from croupier.lab.simulation_result import Request

    variant = read_variant(ruleset, reading, raised, what_if)
    unit = parse_int_option("--payout-unit", payout_unit, 1, MAX_CENTS)
    multiple = parse_int_option("--odds-multiple", odds_multiple, 1, MAX_CENTS)
    sign_options = {"payout_unit": unit, "odds_multiple": multiple}
    sign = read_sign(variant.rules, {**parse_sign_lines(lines, variant.rules), **_given(sign_options)})
    if sum(each is not None for each in (rolls, rolls_file, sessions)) > 1:
        refuse("--rolls, --rolls-file and --sessions exclude each other; give one of them")
    comparing = compare or grid is not None
    if comparing and (others == () or not compare) == (grid is None):
        refuse('give either --compare STRATEGY STRATEGY ... or --grid "pass {5,10}"')
    if (comparing and (play or strategy or rolls or rolls_file)) or (not comparing and (others or out)):
        refuse(
            "--compare and --grid play sessions: they exclude --play, --strategy, --rolls and --rolls-file; --out needs them"
        )
    if not comparing and (play is None) == (strategy is None):
        refuse('give either --play "WAGER AMOUNT, ..." or --strategy FILE.py:NAME')
    if strategy is not None and (sessions is None or plot is not None):
        refuse("--strategy needs --sessions and --bankroll, and does not work with --plot")
    if plot is not None and rolls_file is not None:
        refuse("--plot does not work with --rolls-file")
    _check_plot(plot)
    if comparing:
        sessions = sessions or COMPARED_SESSIONS
    session_options = SessionOptions(sessions, bankroll, stop_loss, stop_win, max_rolls)
    run_options = _RunOptions(
        parse_count("--rolls", "1e8" if rolls is None else rolls, MAX_ROLLS),
        parse_int_option("--seed", seed, 0, MAX_SEED),
        parse_int_option("--workers", workers, 1, MAX_WORKERS) or os.cpu_count() or 1,
        engine,
        shown=progress or sys.stderr.isatty(),
    )
    with_sessions = session_options.given()
    game = SimulatedGame(variant.rules, sign, Request(play or strategy or "", variant.what_if))
    if comparing:
        texts = others if grid is None else (grid,)
        interrupted = run_comparison(game, texts, session_options, _run_settings(run_options), plot, out, as_json=json)
    elif strategy is not None:
        interrupted = run_strategy(game, strategy, session_options, _run_settings(run_options), as_json=json)
    elif with_sessions:
        prepared, settings = _prepared(game), _run_settings(run_options)
        interrupted = run_sessions(game, prepared, session_options, settings, plot, as_json=json)
    else:
        prepared = _prepared(game)
        run, source = _simulated(prepared, run_options, plot) if rolls_file is None else _replayed(prepared, rolls_file)
        _print(prepared, game.request, run, source, as_json=json)
        interrupted = run.interrupted
    if interrupted:
        sys.exit(INTERRUPTED)


def _given(values: dict[str, int | None]) -> dict[str, int]:
    return {name: value for name, value in values.items() if value is not None}


def _prepared(game: SimulatedGame) -> "BettingWay":
    """Parse, compile and solve the play or strategy."""
    from croupier.echo import UnknownNameError
    from croupier.lab.play import PlayError
    from croupier.lab.strategies.way import read_way

    try:
        return read_way(game.rules, game.sign, game.request.play)
    except (PlayError, UnknownNameError) as error:
        refuse(str(error))


def _solved(way: "BettingWay") -> "LongRun":
    """Return the long-run figures, or refuse a strategy that has none."""
    if way.exact is None:
        refuse(f"--play: {way.why_no_long_run}; use --sessions")
    return way.exact


def _run_settings(options: _RunOptions) -> RunSettings:
    """Fill in the default engine and a random seed."""
    import secrets

    from croupier.lab.simulation import Engine, best_engine

    engine = Engine(options.engine) if options.engine else best_engine()
    if engine is Engine.NUMBA and best_engine() is not engine:
        refuse("--engine numba: numba is not installed; install croupier[fast], or use --engine numpy")
    seed = secrets.randbits(32) if options.seed is None else options.seed
    return RunSettings(engine, options.workers, seed, options.shown)


def _check_plot(plot: Path | None) -> None:
    from croupier.lab.plots import PlotError, check_plot_file

    if plot is not None:
        try:
            check_plot_file(plot)
        except PlotError as error:
            refuse(f"--plot {error}")


def _simulated(prepared: "BettingWay", options: _RunOptions, plot: Path | None) -> "tuple[SimulationRun, RollSource]":
    """Simulate the run, and draw the plot if there is one."""
    from croupier.lab.simulation import Engine, simulate
    from croupier.lab.simulation_result import RollSource, z_score

    settings, bar, exact = _run_settings(options), Progress(options.rolls, "rolls", shown=options.shown), _solved(prepared)
    bar.say(COMPILING)
    history: list[Tally] = []

    def report(tally: "Tally", seconds: float) -> None:
        bar.tell(tally.rolls, seconds, z_score(tally, exact))
        history.append(tally)

    engine, workers = Engine(settings.engine), settings.workers
    run = simulate(prepared.tables, seed=settings.seed, rolls=options.rolls, engine=engine, workers=workers, on_progress=report)
    bar.end()
    if not run.tally.rolls:
        refuse("interrupted before the first chunk of rolls was done")
    if plot and history:
        from croupier.lab.plots import plot_convergence, save_plot

        figure = plot_convergence([each.rolls for each in history], [each.net for each in history], exact)
        save_plot_or_exit(lambda: save_plot(figure, plot, "A run"), plot)
    return run, RollSource(settings.engine, settings.seed, settings.workers)


def _replayed(prepared: "BettingWay", file: str) -> "tuple[SimulationRun, RollSource]":
    """Replay recorded outcomes."""
    from croupier.lab.recorded_rolls import RecordingError, read_outcomes, replay
    from croupier.lab.simulation import SimulationRun
    from croupier.lab.simulation_result import RollSource

    source = "standard input" if file == "-" else file
    _solved(prepared)
    try:
        with open_text(file) as lines:
            begun = time.perf_counter()
            tally = replay(prepared.tables, read_outcomes(prepared.rules.game.space, lines, source))
            run = SimulationRun(tally, time.perf_counter() - begun)
    except KeyboardInterrupt:
        refuse(f"{source}: interrupted before the end of the file")
    except RecordingError as error:
        refuse(str(error))
    except UnicodeDecodeError:
        refuse(f"{source}: not a text file; write one outcome per line")
    except OSError as error:
        refuse(f"{source}: {error.strerror}")
    if not run.tally.rolls:
        refuse(f"{source}: contains no outcome; write one per line")
    return run, RollSource(source)


def _print(prepared: "BettingWay", request: "Request", run: "SimulationRun", source: "RollSource", *, as_json: bool) -> None:
    import msgspec

    from croupier.lab.simulation_result import format_simulation_result, run_header, simulation_result

    exact = _solved(prepared)
    result = simulation_result(run_header(prepared.rules, prepared.sign, request, source), exact, run)
    shown = format_simulation_result(prepared.rules, prepared.stakes, exact, result)
    say(msgspec.json.encode(result).decode() if as_json else shown)
