"""The pages of the known strategies, each under the first document of its game."""

from collections.abc import Mapping

from croupier.catalogue import names, ruleset
from croupier.lab.layouts.markdown import markdown
from croupier.lab.pace import rolls_per_hour
from croupier.lab.strategies.library import LIBRARY, Known
from croupier.lab.strategies.page import strategy_page
from croupier.lab.strategies.way import BettingWay, read_way
from croupier.rulebook.markdown import table


def strategies_pages(written_by: str) -> Mapping[str, str]:
    """Return the page of every strategy, and the list of all."""
    ways = {known.name: _way(known) for known in LIBRARY.values()}
    pages = {f"strategies/{name}.md": f"{markdown(strategy_page(way, None))}\n" for name, way in ways.items()}
    return {"strategies/README.md": _contents(ways, written_by), **pages}


def _way(known: Known) -> BettingWay:
    rules = next(rules for rules in map(ruleset, names()) if rules.game.title == next(iter(known.texts)))
    return read_way(rules, rules.sign({}), known.name)


def _contents(ways: Mapping[str, BettingWay], written_by: str) -> str:
    rows: list[list[str]] = []
    for name, way in ways.items():
        assert way.exact is not None, f"{name} has no long run"
        cost, bet = (float(each) * rolls_per_hour(way.rules) / 100 for each in (-way.exact.net, way.exact.staked))
        games = ", ".join(LIBRARY[name].texts)
        rows.append([f"[{LIBRARY[name].title}]({name}.md)", games, f"`{way.rules.id}`", f"${cost:,.2f}", f"${bet:,.2f}"])
    return "\n".join(
        [*_BEFORE, written_by, "", *table(["strategy", "games", "page for", "costs an hour", "bets an hour"], rows), ""]
    )


_BEFORE = (
    "# The known strategies",
    "",
    "No strategy changes the edge of a bet. It chooses how much is bet, when, and how losses are spread: the cost of an hour",
    "is what it bets in an hour, times the share that the house keeps. Each page says how a strategy plays, what it costs,",
    "and how it fails. All figures are exact. [The language](../reference/strategies.md) is for your own.",
    "",
    "`croupier strategies` lists them. `croupier strategies NAME RULESET --bankroll DOLLARS` prints the page of one under any",
    "document of its game, with the exact law of an evening: ruin, results, time. A progression is played on any wager:",
    '`"martingale on field 5"`.',
    "",
)
