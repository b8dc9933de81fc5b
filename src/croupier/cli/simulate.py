"""croupier simulate: a play rolled many times, beside its exact worth."""

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from croupier.cli.choosing import chosen_edition, chosen_sign, open_text, sign_lines, whole_number, whole_rolls
from croupier.cli.evenings import Company, Purse, Table, attended, keep_picture, played_out
from croupier.cli.progress import Progress
from croupier.cli.saying import INTERRUPTED, refuse, say

if TYPE_CHECKING:
    from croupier.lab.finding import Asked, Rolled
    from croupier.lab.kernels import Tally
    from croupier.lab.play import Play
    from croupier.lab.running import Ran
    from croupier.lab.tables import Tables
    from croupier.lab.worth import Worth
    from croupier.rules.ruleset import Ruleset
    from croupier.rules.sign import Sign

MOST_ROLLS, MOST_WORKERS, MOST_CENTS, LARGEST_SEED = 10**15, 1024, 10**9, 2**64 - 1


class _Wish(NamedTuple):
    """How it is to be rolled."""

    rolls: int
    seed: int | None
    workers: int
    engine: str
    shown: bool


class _Game(NamedTuple):
    """A play, laid out and solved."""

    play: "Play"
    tables: "Tables"
    exact: "Worth"


@click.command()
@click.argument("ruleset")
@click.option("--play", help='Wagers and dollars, as in "win-line 10, behind-win-line 2x, place-win:6 12".')
@click.option("--rolls", help="How many rolls, as in 1e9.  [default: 1e8]")
@click.option("--rolls-file", metavar="FILE", help="Replay the outcomes in a file, one on each line; - is standard input.")
@click.option("--sessions", help="Play so many sessions out instead, each with a bankroll of its own, as in 1e6.")
@click.option("--bankroll", help="The dollars that a session begins with.")
@click.option("--stop-loss", help="A session ends when so many dollars are lost.")
@click.option("--stop-win", help="A session ends when so many dollars are won.")
@click.option("--max-rolls", help="A session ends after so many rolls.  [default: 1e4]")
@click.option("--strategy", metavar="FILE.py:NAME", help="With --sessions: let a function of yours play at the table itself.")
@click.option("--plot", type=click.Path(path_type=Path), metavar="FILE", help="Draw it, as .svg, .png or .html.")
@click.option("--seed", help="The same seed gives the same result.  [default: a new one]")
@click.option("--workers", help="How many chunks are rolled at a time.  [default: one per processor]")
@click.option("--engine", type=click.Choice(["numba", "numpy"]), help="Which kernel rolls.  [default: the fastest there is]")
@click.option("--reading", multiple=True, metavar="ID=VALUE", help="Read an unclear clause otherwise; may be repeated.")
@click.option("--raise", "raised", multiple=True, metavar="ROW=ODDS", help="Raise odds, where the document allows it.")
@click.option("--odds", "what_if", multiple=True, metavar="ROW=ODDS", help="What if this row of the odds paid otherwise?")
@click.option("--payout-unit", help="The smallest chip that winnings are paid in, in cents.")
@click.option("--odds-multiple", help="The multiple for odds on the sign, where the document has one.")
@click.option("--sign", "lines", multiple=True, metavar="NAME=VALUE", help="Another line on the sign; may be repeated.")
@click.option("--json", is_flag=True, help="Print the result as JSON, alone on standard output.")
@click.option("--progress", is_flag=True, help="Show the progress also where standard error is no terminal.")
def simulate(
    ruleset: str,
    play: str | None,
    rolls: str | None,
    rolls_file: str | None,
    sessions: str | None,
    bankroll: str | None,
    stop_loss: str | None,
    stop_win: str | None,
    max_rolls: str | None,
    strategy: str | None,
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
    json: bool,  # noqa: FBT001 - an option of the command line
    progress: bool,  # noqa: FBT001
) -> None:
    """Roll a play many times, and print what came of it beside what it is exactly worth.

    Every wager of the play is bet flat before each roll in which RULESET lets it be placed and it does not stand already.
    Amounts are in dollars; odds may also be given as "2x" their flat bet, or as "max".
    """
    from croupier.lab.finding import Asked

    edition = chosen_edition(ruleset, reading, raised, what_if)
    rules, asked = edition.rules, Asked(play or strategy or "", edition.what_if)
    unit = whole_number("--payout-unit", payout_unit, 1, MOST_CENTS)
    multiple = whole_number("--odds-multiple", odds_multiple, 1, MOST_CENTS)
    named = {"payout_unit": unit, "odds_multiple": multiple}
    sign = chosen_sign(rules, sign_lines(lines, rules) | {name: value for name, value in named.items() if value is not None})
    if sum(each is not None for each in (rolls, rolls_file, sessions)) > 1:
        refuse("--rolls, --rolls-file and --sessions: give one of the three")
    if (play is None) == (strategy is None):
        refuse('say what is played: --play "WAGER AMOUNT, ...", or --strategy FILE.py:NAME; one of the two')
    if strategy is not None and (sessions is None or plot is not None):
        refuse("--strategy plays sessions at the table; it needs --sessions and --bankroll, and has no picture")
    if plot is not None and rolls_file is not None:
        refuse("--plot draws what is simulated, not a file of rolls")
    _check_plot(plot)
    purse = Purse(sessions, bankroll, stop_loss, stop_win, max_rolls)
    wish = _Wish(
        whole_rolls("--rolls", "1e8" if rolls is None else rolls, MOST_ROLLS),
        whole_number("--seed", seed, 0, LARGEST_SEED),
        whole_number("--workers", workers, 1, MOST_WORKERS) or os.cpu_count() or 1,
        engine or "",
        shown=progress or sys.stderr.isatty(),
    )
    wanted, table = purse.wanted(), Table(rules, sign, asked)
    if strategy is not None:
        sys.exit(INTERRUPTED if attended(table, strategy, purse, _company(wish), as_json=json) else 0)
    game = _prepared(rules, sign, play or "")
    if wanted:
        by = _company(wish)
        interrupted = played_out(table, game.play, game.tables, game.exact, purse, by, plot, as_json=json)
    else:
        ran, rolled = _rolled(game, wish, plot) if rolls_file is None else _replayed(game, rolls_file)
        _print(game, asked, ran, rolled, as_json=json)
        interrupted = ran.interrupted
    if interrupted:
        sys.exit(INTERRUPTED)


def _prepared(rules: "Ruleset", sign: "Sign", text: str) -> _Game:
    """The play, its tables and its exact worth."""
    from croupier.lab.play import PlayError, read_play
    from croupier.lab.tables import compiled
    from croupier.lab.worth import worth

    try:
        play = read_play(rules, sign, text)
        return _Game(play, compiled(play), worth(play))
    except PlayError as error:
        refuse(str(error))


def _company(wish: _Wish) -> Company:
    """The engine that was asked for or the best there is, and a seed."""
    import secrets

    from croupier.lab.running import Engine, best_engine

    engine = Engine(wish.engine) if wish.engine else best_engine()
    if engine is Engine.NUMBA and best_engine() is not engine:
        refuse("--engine numba: it is not installed; install croupier[fast], or take --engine numpy")
    return Company(engine, wish.workers, secrets.randbits(32) if wish.seed is None else wish.seed, wish.shown)


def _check_plot(plot: Path | None) -> None:
    from croupier.lab.pictures import PictureError, check_picture

    if plot is not None:
        try:
            check_picture(plot)
        except PictureError as error:
            refuse(f"--plot {error}")


def _rolled(game: _Game, wish: _Wish, plot: Path | None) -> "tuple[Ran, Rolled]":
    """Roll as many as were asked for."""
    from croupier.lab.finding import Rolled, z_of
    from croupier.lab.running import Engine, simulate

    by, bar = _company(wish), Progress(wish.rolls, "rolls", shown=wish.shown)
    bar.say("getting ready; the first run on a machine compiles for some seconds")

    grown: list[Tally] = []

    def tell(tally: "Tally", seconds: float) -> None:
        bar.tell(tally.rolls, seconds, z_of(tally, game.exact))
        grown.append(tally)

    ran = simulate(game.tables, seed=by.seed, rolls=wish.rolls, engine=Engine(by.engine), workers=by.workers, tell=tell)
    bar.end()
    if not ran.tally.rolls:
        refuse("interrupted before a single roll was counted")
    if plot and grown:
        from croupier.lab.pictures import convergence_picture, keep

        picture = convergence_picture([each.rolls for each in grown], [each.net for each in grown], game.exact)
        keep_picture(lambda: keep(picture, plot, "A run"), plot)
    return ran, Rolled(by.engine, by.seed, by.workers)


def _replayed(game: _Game, file: str) -> "tuple[Ran, Rolled]":
    """Play what fell elsewhere."""
    from croupier.lab.finding import Rolled
    from croupier.lab.recorded import RecordingError, outcomes, replayed
    from croupier.lab.running import Ran

    source = "standard input" if file == "-" else file
    try:
        with open_text(file) as lines:
            begun = time.perf_counter()
            tally = replayed(game.tables, outcomes(game.play.rules.game.space, lines, source))
            ran = Ran(tally, time.perf_counter() - begun)
    except KeyboardInterrupt:
        refuse(f"{source}: interrupted before all of it was played")
    except RecordingError as error:
        refuse(str(error))
    except UnicodeDecodeError:
        refuse(f"{source}: is not text, one outcome on each line")
    except OSError as error:
        refuse(f"{source}: {error.strerror}")
    if not ran.tally.rolls:
        refuse(f"{source}: has no outcome in it; write one on each line")
    return ran, Rolled(source)


def _print(game: _Game, asked: "Asked", ran: "Ran", rolled: "Rolled", *, as_json: bool) -> None:
    import msgspec

    from croupier.lab.finding import finding, told

    found = finding(game.play, asked, game.exact, ran, rolled)
    say(msgspec.json.encode(found).decode() if as_json else told(game.play, game.exact, found))
