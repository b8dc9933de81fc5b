"""Every wager id of the scenario format exists, and no other does."""

from collections.abc import Iterable

import pytest

from croupier.catalogue import names, ruleset

N = (4, 5, 6, 8, 9, 10)
HARD = (4, 6, 8, 10)


def ids(plain: str, **families: Iterable[object]) -> set[str]:
    found = set(plain.split())
    for kind, keys in families.items():
        found |= {f"{kind.replace('_', '-')}:{key}" for key in keys}
    return found


SPLITS = [
    *(f"0-{n}" for n in (1, 2, 3)),
    *(f"{n}-{n + 1}" for n in range(1, 37) if n % 3),
    *(f"{n}-{n + 3}" for n in range(1, 34)),
]

IDS = {
    "star-craps-2016": ids(
        "win-line dont-win come dont-come behind-win-line behind-dont-win any-craps craps-two craps-three craps-twelve "
        "eleven field any-seven big-6 big-8 horn crap-eleven",
        come=N,
        dont_come=N,
        behind_come=N,
        behind_dont_come=N,
        hardway=HARD,
        place_win=N,
        place_lose=N,
        buy=N,
        lay=N,
        horn_high=(2, 3, 11, 12),
    ),
    "adelaide-craps-2003": ids(
        "pass dont-pass come dont-come pass-odds dont-pass-odds big-6 big-8 field any-seven any-craps craps-two craps-three "
        "craps-twelve eleven horn craps-eleven world",
        come=N,
        dont_come=N,
        come_odds=N,
        dont_come_odds=N,
        place_win=N,
        place_lose=N,
        buy_win=N,
        buy_lose=N,
        hardway=HARD,
    ),
    "aruze-craps-2024": ids(
        "pass-line dont-pass-line come dont-come odds dont-odds big-6 big-8 field any-seven any-craps c e c-and-e horn",
        come=N,
        dont_come=N,
        come_odds=N,
        dont_come_odds=N,
        place=N,
        place_lose=N,
        buy=N,
        lay=N,
        hardway=HARD,
        hop=[f"{low}-{high}" for low in range(1, 7) for high in range(low, 7)],
    ),
    "star-sicbo-2016": ids(
        "small big odd even any-triple",
        triple=range(1, 7),
        double=range(1, 7),
        total=range(4, 18),
        combination=[f"{low}-{high}" for low in range(1, 7) for high in range(low + 1, 7)],
        single=range(1, 7),
        four_numbers=("1-2-3-4", "2-3-4-5", "2-3-5-6", "3-4-5-6"),
        super_streak=("small-big", "odd-even"),
    ),
    "ministar-roulette-2018": ids(
        "low high even odd red black zero-game neighbours-of-zero orphans small-series red-splits black-splits red-snake",
        straight=range(37),
        split=SPLITS,
        street=[*(f"{n}-{n + 1}-{n + 2}" for n in range(1, 37, 3)), "0-1-2", "0-2-3"],
        corner=["0-1-2-3", *(f"{n}-{n + 1}-{n + 3}-{n + 4}" for n in range(1, 33) if n % 3)],
        six_line=[f"{n}-{n + 5}" for n in range(1, 32, 3)],
        column=(1, 2, 3),
        dozen=(1, 2, 3),
        neighbours=range(37),
        complete=range(37),
        final=range(10),
    ),
}


def test_there_are_five_rule_sets() -> None:
    assert set(names()) == set(IDS)


@pytest.mark.parametrize("name", IDS)
def test_the_ids_of_a_rule_set_are_those_of_the_format(name: str) -> None:
    assert set(ruleset(name).addresses) == IDS[name]
