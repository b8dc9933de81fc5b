"""The wagers of Sic Bo. A docstring is how a dealer explains the bet."""

from collections.abc import Mapping

from croupier.games.sicbo.dice import PAIRS, all_of, opened, showing, three_of, total
from croupier.rules.machine import Transition, on, otherwise
from croupier.rules.odds import Odds
from croupier.rules.outcomes import OutcomeName, Outcomes, shown
from croupier.rules.wager import Wager

LONGEST = 12


def by_mirror(table: Mapping[str, Odds], row: str) -> Mapping[int, Odds]:
    """The rows that print a total with its mirror image: 4 or 17, 5 or 16 …"""
    return {n: table[f"{row}-{min(n, 21 - n)}-{max(n, 21 - n)}"] for n in range(4, 18)}


def by_lower_face(table: Mapping[str, Odds], row: str) -> Mapping[str, Odds]:
    """The rows that print all pairs with one lower face together; the last holds the one pair 5 and 6."""
    return {pair: table[f"{row}-5-6" if pair == "5-6" else f"{row}-{pair[0]}-x"] for pair in PAIRS}


def by_dice(table: Mapping[str, Odds], row: str) -> Mapping[int, Odds]:
    """The rows that print on how many dice a number shows."""
    return {times: table[f"{row}-{times}"] for times in (1, 2, 3)}


def in_a_row(table: Mapping[str, Odds]) -> Mapping[int, Odds]:
    """The rows that print how many came in a row."""
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

    A bet stands at "small 3" after three of Small, and begins with so many counted already. Where either side may
    begin, the next result chooses it.
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
    """The state of a streak bet that has counted so many."""
    return f"{side} {count}"


def broken_by(sides: Mapping[str, Outcomes]) -> Mapping[str, OutcomeName]:
    """What would end each run: a result of the other side."""
    return {
        counting(side, count): min(outcomes.names)
        for side in sides
        for other, outcomes in sides.items()
        if other != side
        for count in range(LONGEST)
    }


def begins_at(count: int, *sides: str) -> Mapping[str, str]:
    """The bet takes the side of the result that opened the window, with so many counted already."""
    return {opened(side): counting(side, count) for side in sides}
