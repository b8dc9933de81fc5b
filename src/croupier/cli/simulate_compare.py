"""The comparisons of croupier simulate: several ways of betting, each with the same rolls."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.cli.options import parse_count
from croupier.cli.output import refuse, say
from croupier.cli.progress import Progress
from croupier.cli.simulate_sessions import COMPILING, RunSettings, SessionOptions, SimulatedGame, save_plot_or_exit

if TYPE_CHECKING:
    from croupier.lab.report import Report
    from croupier.lab.sessions import Bounds
    from croupier.lab.strategies.comparing import StrategyComparison
    from croupier.lab.strategies.way import BettingWay

COMPARED_SESSIONS = "1e5"
MAX_SESSIONS = 10**9


def run_comparison(
    game: SimulatedGame,
    texts: Sequence[str],
    options: SessionOptions,
    settings: RunSettings,
    plot: Path | None,
    out: Path | None,
    *,
    as_json: bool,
) -> bool:
    """Compare ways of betting, and print a table. Return whether the run was interrupted."""
    from croupier.lab.layouts import LAYOUTS
    from croupier.lab.session_distribution import session_law
    from croupier.lab.strategies.comparing import comparison_report

    if out is not None:
        _check_out(out)
    count, bounds = parse_count("--sessions", options.sessions or "", MAX_SESSIONS), options.bounds(game.rules)
    ways = _ways(game, texts, bounds)
    found, interrupted = _played(ways, bounds, count, settings)
    laws = [session_law(way.parts, game.rules.game.space, bounds) for way in ways]
    source = f"{settings.engine}, seed {settings.seed}{', interrupted' if interrupted else ''}"
    report = comparison_report(game.rules, bounds, found, laws, source)
    say(LAYOUTS["json" if as_json else "text"](report))
    if out is not None:
        _save(report, out)
    if plot:
        from croupier.lab.plots import plot_comparison, save_plot

        nets = {way.name: totals.net for way, totals in zip(found.ways, found.totals, strict=True)}
        figure = plot_comparison(nets, bounds.bankroll)
        save_plot_or_exit(lambda: save_plot(figure, plot, "A comparison"), plot)
    return interrupted


def _ways(game: SimulatedGame, texts: Sequence[str], bounds: "Bounds") -> "list[BettingWay]":
    """Read every strategy, with every choice of a grid, and check that the bankroll covers its first bets."""
    from croupier.echo import UnknownNameError, echo
    from croupier.lab.play import PlayError
    from croupier.lab.sessions import check_bankroll
    from croupier.lab.strategies.comparing import MAX_WAYS, expanded
    from croupier.lab.strategies.way import read_way

    ways: list[BettingWay] = []
    try:
        wanted = [each for text in texts for each in expanded(text)]
        if not 2 <= len(wanted) <= MAX_WAYS:
            refuse(f"--compare: {len(wanted)} strategies; give 2 to {MAX_WAYS}")
        for text in wanted:
            way = read_way(game.rules, game.sign, text)
            try:
                check_bankroll(way.tables, bounds)
            except PlayError as error:
                refuse(f"{echo(text)}: --{error}")
            ways.append(way)
    except (PlayError, UnknownNameError) as error:
        refuse(str(error.args[0]))
    return ways


def _played(
    ways: "Sequence[BettingWay]", bounds: "Bounds", count: int, settings: RunSettings
) -> "tuple[StrategyComparison, bool]":
    """Play the sessions, with a progress bar. On Ctrl-C, return what there is so far."""
    from croupier.lab.sessions import sessions_per_chunk
    from croupier.lab.simulation import Engine, ensure_compiled, run_in_parallel
    from croupier.lab.strategies.comparing import StrategyComparison, compared_chunks, play_compared

    engine, found, bar = Engine(settings.engine), StrategyComparison(ways), Progress(count, "sessions", shown=settings.shown)
    bar.say(COMPILING)
    (smallest,) = compared_chunks(ways, bounds, seed=settings.seed, sessions=1, engine=engine)
    ensure_compiled(play_compared, smallest, engine)
    chunks = compared_chunks(ways, bounds, seed=settings.seed, sessions=count, engine=engine)
    workers = min(settings.workers, -(-count // sessions_per_chunk(bounds)))
    begun, interrupted = time.perf_counter(), False
    try:
        for played in run_in_parallel(play_compared, chunks, engine=engine, workers=workers):
            found.add(played)
            bar.tell(found.sessions, time.perf_counter() - begun)
    except KeyboardInterrupt:
        interrupted = True
    bar.end()
    if not found.sessions:
        refuse("interrupted before the first session ended")
    return found, interrupted


def _check_out(out: Path) -> None:
    from croupier.lab.layouts.record_files import RecordFileError, check_record_file

    try:
        check_record_file(out)
    except RecordFileError as error:
        refuse(f"--out {error}")


def _save(report: "Report", out: Path) -> None:
    from croupier.lab.layouts.record_files import save_records

    try:
        save_records(report, out)
    except OSError as error:
        refuse(f"--out {out}: cannot write {len(report.records)} lines: {error.strerror}")
