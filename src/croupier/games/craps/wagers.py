"""The wagers of craps. A docstring is how a dealer explains the bet."""

from collections.abc import Iterable, Mapping

from croupier.games.craps.dice import POINTS, easy, hard, pair, point, total
from croupier.rules.error import RuleError
from croupier.rules.machine import Transition, on, otherwise
from croupier.rules.odds import Odds
from croupier.rules.wager import Wager, split


def by_number(table: Mapping[str, Odds], row: str, numbers: Iterable[int] = POINTS) -> Mapping[int, Odds]:
    """Odds by number, from a table with one row per number: "place-win-4", "place-win-5" …"""
    return {n: table[f"{row}-{n}"] for n in numbers}


def by_pair(table: Mapping[str, Odds], row: str) -> Mapping[int, Odds]:
    """Odds by number, from a table with one row per pair of numbers: 4 and 10, 5 and 9, 6 and 8."""
    return {n: table[f"{row}-{min(n, 14 - n)}-{max(n, 14 - n)}"] for n in POINTS}


def to_its_number(kind: str) -> Mapping[str, str]:
    """The id of a bet after its point is thrown, by state: "come" becomes "come:6"."""
    return {point(n): f"{kind}:{n}" for n in POINTS}


def line(title: str, pays: Odds) -> Wager:
    """Naturals win, craps lose; any other total becomes the point, to be made before a 7."""
    return Wager(
        title,
        {
            "come-out": [
                on(total(7, 11)).wins(pays),
                on(total(2, 3, 12)).loses(),
                *(on(total(n)).moves_to(point(n)) for n in POINTS),
            ],
            **{point(n): [on(total(n)).wins(pays), on(total(7)).loses()] for n in POINTS},
        },
    )


def dont(title: str, pays: Odds, *, bars: int, barred_stands: bool = False) -> Wager:
    """The other side of the line: craps win but for the one that is barred, and a 7 must come before the point.

    The barred number is a push; where it stands, the bet waits for the next roll instead.
    """
    if bars not in (2, 3, 12):
        raise RuleError(f"{title}: bars {bars}, but only 2, 3 or 12 can be barred")
    craps = [n for n in (2, 3, 12) if n != bars]
    barred: list[Transition] = [] if barred_stands else [on(total(bars)).pushes()]
    return Wager(
        title,
        {
            "come-out": [
                on(total(*craps)).wins(pays),
                on(total(7, 11)).loses(),
                *barred,
                *(on(total(n)).moves_to(point(n)) for n in POINTS),
            ],
            **{point(n): [on(total(7)).wins(pays), on(total(n)).loses()] for n in POINTS},
        },
    )


def taking_odds(title: str, pays: Mapping[int, Odds]) -> Wager:
    """More money on the point of a right bet, at true odds."""
    return Wager(title, {point(n): [on(total(n)).wins(odds), on(total(7)).loses()] for n, odds in pays.items()})


def laying_odds(title: str, pays: Mapping[int, Odds]) -> Wager:
    """More money against the point of a wrong bet, at true odds."""
    return Wager(title, {point(n): [on(total(7)).wins(odds), on(total(n)).loses()] for n, odds in pays.items()})


def taking_odds_on(title: str, n: int, pays: Odds) -> Wager:
    """More money on one come point, at true odds."""
    return taking_odds(title, {n: pays})


def laying_odds_on(title: str, n: int, pays: Odds) -> Wager:
    """More money against one come point, at true odds."""
    return laying_odds(title, {n: pays})


def to_win(title: str, n: int, pays: Odds) -> Wager:
    """The number must come before a 7."""
    return Wager(title, {"up": [on(total(n)).wins(pays), on(total(7)).loses()]})


def to_lose(title: str, n: int, pays: Odds) -> Wager:
    """A 7 must come before the number."""
    return Wager(title, {"up": [on(total(7)).wins(pays), on(total(n)).loses()]})


def hardway(title: str, n: int, pays: Odds) -> Wager:
    """The total must come as a pair, before it comes any other way and before a 7."""
    return Wager(title, {"up": [on(hard(n)).wins(pays), on(easy(n)).loses(), on(total(7)).loses()]})


def hardway_or(title: str, n: int, pays: Odds) -> Wager:
    """The total must come as a pair before it comes any other way or before a 7: it loses only to both."""
    return Wager(
        title,
        {
            "up": [on(hard(n)).wins(pays), on(easy(n)).moves_to("easy way first"), on(total(7)).moves_to("seven first")],
            "easy way first": [on(hard(n)).wins(pays), on(total(7)).loses()],
            "seven first": [on(hard(n)).wins(pays), on(easy(n)).loses()],
        },
    )


def one_roll(title: str, pays: Mapping[tuple[int, ...], Odds]) -> Wager:
    """Wins on these totals on the very next roll, loses on any other."""
    return Wager(title, {"one roll": [*(on(total(*totals)).wins(odds) for totals, odds in pays.items()), otherwise.loses()]})


def hop(title: str, faces: str, pays: Odds) -> Wager:
    """Exactly these two faces on the very next roll, in either order."""
    return Wager(title, {"one roll": [on(pair(faces)).wins(pays), otherwise.loses()]})


def hop_either(title: str, pairs: Iterable[str], pays: Odds) -> Wager:
    """Any of these pairs of faces on the very next roll."""
    return Wager(title, {"one roll": [*(on(pair(faces)).wins(pays) for faces in pairs), otherwise.loses()]})


def horn(title: str, pays: Mapping[int, Odds]) -> Wager:
    """An equal piece of the stake on each of these totals, for one roll."""
    return split(title, *(one_roll(f"{title}, {n}", {(n,): odds}) for n, odds in pays.items()))


def horn_high(title: str, high: int, pays: Mapping[int, Odds]) -> Wager:
    """A horn with a second piece on the number called high."""
    return split(title, *((2 if n == high else 1, one_roll(f"{title}, {n}", {(n,): odds})) for n, odds in pays.items()))
