"""croupier strategies: list the known strategies, or print the page of one."""

from typing import TYPE_CHECKING

import click

from croupier.cli.options import read_sign, read_variant
from croupier.cli.output import refuse, say

if TYPE_CHECKING:
    from croupier.lab.report import Report

BANKROLL = "500"


@click.command()
@click.argument("strategy", required=False)
@click.argument("ruleset", required=False)
@click.option("--bankroll", default=BANKROLL, show_default=True, help="Dollars at the start of an evening.")
@click.option("--format", "layout", type=click.Choice(["text", "md", "html", "csv", "json"]), default="text", show_default=True)
def strategies(strategy: str | None, ruleset: str | None, bankroll: str, layout: str) -> None:
    """List the known strategies, or print the page of one under RULESET: how it plays, its cost per hour, how it fails.

    STRATEGY is a name of the list, "NAME on WAGER AMOUNT" for a progression, or a strategy that you write yourself, such as
    "pass 10, odds 2x, come 10 with fewer than 2 come bets".
    """
    from croupier.lab.layouts import LAYOUTS

    report = _list() if strategy is None else _page(strategy, ruleset, bankroll)
    say(LAYOUTS[layout](report))


def _list() -> "Report":
    from croupier.lab.report import Column, FigureTable, Report
    from croupier.lab.strategies.library import LIBRARY

    columns = (
        Column("Name", figures=False, code=True),
        Column("Game", figures=False),
        Column("Written", figures=False, code=True),
    )
    rows = [(known.name, game, text) for known in LIBRARY.values() for game, text in known.texts.items()]
    records = [{"name": name, "game": game, "strategy": text} for name, game, text in rows]
    return Report(
        title="The known strategies",
        facts={},
        grids=[FigureTable("As they are written", columns, rows)],
        warnings=[],
        notes=[
            "croupier strategies NAME RULESET prints how one plays, what it costs per hour, and how it fails.",
            'A progression can be played on any wager: croupier strategies "martingale on field 5" RULESET.',
        ],
        records=records,
        data={"strategies": records},
    )


def _page(strategy: str, name: str | None, bankroll: str) -> "Report":
    from croupier.catalogue import names, ruleset
    from croupier.echo import UnknownNameError
    from croupier.lab.play import PlayError, parse_cents
    from croupier.lab.sessions import NEVER, Bounds, check_bankroll
    from croupier.lab.strategies.library import LIBRARY
    from croupier.lab.strategies.page import strategy_page
    from croupier.lab.strategies.way import read_way

    if name is None:
        games = LIBRARY[strategy].texts if strategy in LIBRARY else ()
        fitting = [each for each in names() if not games or ruleset(each).game.title in games]
        refuse(f"name a rule set after the strategy, one of {', '.join(fitting)}")
    rules = read_variant(name, (), (), ()).rules
    try:
        cents, way = parse_cents("--bankroll", bankroll), read_way(rules, read_sign(rules, {}), strategy)
        check_bankroll(way.tables, Bounds(cents, NEVER, NEVER, 1))
        return strategy_page(way, cents)
    except PlayError as error:
        refuse(str(error))
    except UnknownNameError as error:
        refuse(str(error.args[0]))
