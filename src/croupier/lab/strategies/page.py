"""The page of a strategy: how it plays, what it costs per hour, an evening with it, and how it fails. All figures are exact."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

import numpy as np

from croupier.lab.pace import EVENING, rolls_per_hour
from croupier.lab.report import MINUS, Column, FigureTable, Report, percent
from croupier.lab.session_distribution import SessionDistribution, TooLarge, session_law
from croupier.lab.session_results import END_WORDS, PERCENTILES
from croupier.lab.sessions import NEVER, Bounds, End
from croupier.lab.strategies.aloud import read_aloud
from croupier.lab.strategies.library import LIBRARY, Known
from croupier.lab.strategies.way import BettingWay
from croupier.money import dollars

_CLAUSES = (Column("", figures=False), Column("before every turn, in this order", figures=False))
_NAMED = (Column("figure", figures=False), Column("value"), Column("exactly"))
_PLAIN = (Column("figure", figures=False), Column("value"))
MAX_FRACTION = 40


def strategy_page(way: BettingWay, bankroll: int | None) -> Report:
    """Report a way of betting: cost per hour and, with a bankroll in cents, an evening."""
    known, pace, turn = LIBRARY.get(way.name), rolls_per_hour(way.rules), way.rules.game.turn
    hourly = _hour(way, pace)
    law, evening, title = None, list[Sequence[str]](), f"An evening of {EVENING} hours with {dollars(bankroll or 0)}"
    if bankroll is not None:
        law = session_law(way.parts, way.rules.game.space, Bounds(bankroll, NEVER, NEVER, EVENING * pace))
        evening = _evening(law) if isinstance(law, SessionDistribution) else []
    grids = [
        FigureTable("How it plays", _CLAUSES, _played(way)),
        *([FigureTable(f"An hour of {pace} {turn}s, in the long run", _NAMED, hourly)] if hourly else []),
        *([FigureTable(title, _PLAIN, evening)] if evening else []),
    ]
    return Report(
        title=f"{known.title if known else 'A strategy'}, {way.rules.title}",
        facts=_facts(way, known),
        grids=grids,
        warnings=[],
        notes=[*_notes(way, law), f"{pace} {turn}s an hour, {EVENING} hours an evening: assumptions about a busy table."],
        records=[{"figure": row[0], "value": row[1]} for row in (*hourly, *evening)],
        data={"strategy": way.text, "ruleset": way.rules.id, "figures": {row[0]: row[1] for row in (*hourly, *evening)}},
    )


def _facts(way: BettingWay, known: Known | None) -> dict[str, str]:
    words = {"The idea": known.idea, "How it fails": known.fails} if known else {}
    return {"Written": way.text, **words, "Rules": way.rules.id, "Fingerprint": way.rules.fingerprint}


def _played(way: BettingWay) -> list[Sequence[str]]:
    return [(str(number), sentence) for number, sentence in enumerate(read_aloud(way.strategy), start=1)]


def _hour(way: BettingWay, pace: int) -> list[Sequence[str]]:
    exact = way.exact
    if exact is None:
        return []
    return [
        ("cost", _money(-exact.net * pace), _fraction(-exact.net * pace / 100)),
        ("money bet and decided", _money(exact.staked * pace), _fraction(exact.staked * pace / 100)),
        ("share that the house keeps", percent(exact.hold), _fraction(exact.hold)),
        ("standard deviation", _money(exact.sigma * sqrt(pace)), ""),
        ("most money needed at once", _money(way.most_needed), ""),
    ]


def _evening(law: SessionDistribution) -> list[Sequence[str]]:
    ends = law.ends
    return [
        ("chance of ruin", percent(ends[End.RUIN])),
        *((f"chance to end {END_WORDS['left']}", percent(ends[End.LEFT])) for _ in range(ends[End.LEFT] > 0)),
        ("chance to end ahead", percent(float(law.results[law.nets > 0].sum()))),
        ("mean result", _money(law.mean)),
        ("standard deviation", _money(law.sigma)),
        *((f"result, {share}th percentile".replace("1th", "1st"), _money(_percentile(law, share))) for share in PERCENTILES),
        ("mean rolls", f"{law.mean_rolls:.1f}"),
    ]


def _percentile(law: SessionDistribution, share: int) -> int:
    below = np.cumsum(law.results)
    return int(law.nets[min(int(np.searchsorted(below, share / 100)), len(below) - 1)])


def _notes(way: BettingWay, law: SessionDistribution | TooLarge | None) -> list[str]:
    found = [f"{way.why_no_long_run[0].upper()}{way.why_no_long_run[1:]}."] if way.why_no_long_run else []
    if isinstance(law, TooLarge):
        found.append(f"No exact evening: {law.why}. croupier simulate --sessions gives it with confidence bounds.")
    if way.exact and way.exact.rounded:
        found.append("The standard deviation of an hour was solved in floating point, to twelve digits.")
    return found


def _money(cents: Fraction | float) -> str:
    text = dollars(round(abs(cents)))
    return f"{MINUS}{text}" if round(cents) < 0 else text


def _fraction(amount: Fraction) -> str:
    return str(amount) if len(str(amount)) <= MAX_FRACTION else ""
