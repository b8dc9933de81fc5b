"""The wagers of Sic Bo. A docstring is how a dealer explains the bet."""

from collections.abc import Mapping

from croupier.games.sicbo.dice import PAIRS, all_of, opened, showing, three_of, total
from croupier.rules.machine import Transition, on, otherwise
from croupier.rules.odds import Odds
from croupier.rules.outcomes import OutcomeName, Outcomes, shown
from croupier.rules.wager import Wager

LONGEST = 12


def by_mirror(table: Mapping[str, Odds], row: str) -> Mapping[int, Odds]:
    """Odds by total, from a table with one row per total and its mirror image: 4 or 17, 5 or 16 …"""
    return {n: table[f"{row}-{min(n, 21 - n)}-{max(n, 21 - n)}"] for n in range(4, 18)}


def by_lower_face(table: Mapping[str, Odds], row: str) -> Mapping[str, Odds]:
    """Odds by pair of faces, from a table with one row per lower face; the last row is the single pair 5 and 6."""
    return {pair: table[f"{row}-5-6" if pair == "5-6" else f"{row}-{pair[0]}-x"] for pair in PAIRS}


def by_dice(table: Mapping[str, Odds], row: str) -> Mapping[int, Odds]:
    """Odds by the number of dice that show the face."""
    return {times: table[f"{row}-{times}"] for times in (1, 2, 3)}


def in_a_row(table: Mapping[str, Odds]) -> Mapping[int, Odds]:
    """Odds by the length of a streak."""
    return {int(row): odds for row, odds in table.items()}


def any_of(title: str, outcomes: Outcomes, pays: Odds) -> Wager:
    """Wins on any of these, loses on everything else."""
    return Wager(title, {"one round": [on(outcomes).wins(pays), otherwise.loses()]})


def triple(title: str, face: int, pays: Odds) -> Wager:
    """All three dice show the number."""
    return any_of(title, showing(face, 3), pays)


def double(title: str, face: int, pays: Odds) -> Wager:
    """Two dice show the number, or three; it is paid once."""
    return Wager(title, {"one round": [on(showing(face, 2)).wins(pays), on(showing(face, 3)).wins(pays), otherwise.loses()]})


def totals(title: str, n: int, pays: Odds) -> Wager:
    """The three dice add up to the number, in any way."""
    return any_of(title, total(n), pays)


def combination(title: str, faces: str, pays: Odds) -> Wager:
    """Both numbers show; it is paid once."""
    return any_of(title, all_of(*shown(OutcomeName(faces))), pays)


def four_numbers(title: str, faces: str, pays: Odds) -> Wager:
    """Three different numbers show, all of them among the four."""
    return any_of(title, three_of(*shown(OutcomeName(faces))), pays)


def single(title: str, face: int, pays: Mapping[int, Odds]) -> Wager:
    """The number shows on one die, two or three, each at its own odds."""
    return Wager(
        title, {"one round": [*(on(showing(face, times)).wins(odds) for times, odds in pays.items()), otherwise.loses()]}
    )


def super_streak(
    title: str,
    sides: Mapping[str, Outcomes],
    pays: Mapping[int, Odds],
    *,
    counted: int = 0,
    either_may_begin: bool = False,
) -> Wager:
    """How often one side comes in a row. Triples do not count; fewer than four lose, twelve end it.

    The state "small 3" means three of Small in a row. A bet starts with `counted` results; with `either_may_begin` the
    next result chooses the side.
    """
    states: dict[str, list[Transition]] = {}
    if either_may_begin:
        states["either"] = [on(same).moves_to(counting(side, 1)) for side, same in sides.items()]
    for side, same in sides.items():
        (other,) = (outcomes for name, outcomes in sides.items() if name != side)
        for count in range(1 if either_may_begin else counted, LONGEST):
            longer = on(same).wins(pays[LONGEST]) if count + 1 == LONGEST else on(same).moves_to(counting(side, count + 1))
            ended = on(other).wins(pays[count]) if count in pays else on(other).loses()
            states[counting(side, count)] = [longer, ended]
    return Wager(title, states)


def counting(side: str, count: int) -> str:
    """The state of a streak bet of this side and length."""
    return f"{side} {count}"


def broken_by(sides: Mapping[str, Outcomes]) -> Mapping[str, OutcomeName]:
    """By state, an outcome of the other side, which ends the streak."""
    return {
        counting(side, count): min(outcomes.names)
        for side in sides
        for other, outcomes in sides.items()
        if other != side
        for count in range(LONGEST)
    }


def begins_at(count: int, *sides: str) -> Mapping[str, str]:
    """By state of the marker, the first state of the bet: the side that opened the window, with `count` results counted."""
    return {opened(side): counting(side, count) for side in sides}
