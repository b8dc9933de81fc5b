"""The edges of our analysis (section A), wager by wager: what every way to an edge is held against."""

from fractions import Fraction

from croupier.games.craps.dice import HARD

F = Fraction
STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"
SICBO, MINISTAR = "star-sicbo-2016", "ministar-roulette-2018"


def by_point(four: Fraction, five: Fraction, six: Fraction) -> dict[int, Fraction]:
    """Figures listed in threes are for 4 and 10, 5 and 9, 6 and 8."""
    return {4: four, 5: five, 6: six, 8: six, 9: five, 10: four}


def on_numbers(kind: str, edges: dict[int, Fraction]) -> dict[str, Fraction]:
    return {f"{kind}:{n}": value for n, value in edges.items()}


LINE, DONT = F(7, 495), F(3, 220)
ADDED = by_point(F(1, 3), F(1, 5), F(1, 11))
PLACE = by_point(F(1, 15), F(1, 25), F(1, 66))
PLACE_LOSE = by_point(F(1, 33), F(1, 40), F(1, 55))
BUY = by_point(F(1, 20), F(1, 20), F(1, 20))
LAY = by_point(F(1, 40), F(1, 30), F(1, 24))
NOTHING = by_point(F(0), F(0), F(0))
REMOVED = {n: -value for n, value in ADDED.items()}
TRAVELLED = on_numbers("come", ADDED) | on_numbers("dont-come", REMOVED)

# A.1
ARUZE_EDGES = {
    "pass-line": LINE,
    "odds": F(0),
    "come": LINE,
    **on_numbers("come-odds", NOTHING),
    "big-6": F(1, 11),
    "big-8": F(1, 11),
    **on_numbers("place", PLACE),
    **on_numbers("buy", BUY),
    **{f"hardway:{n}": F(1, 18) if n in (4, 10) else F(1, 11) for n in HARD},
    "dont-pass-line": DONT,
    "dont-come": DONT,
    "dont-odds": F(0),
    **on_numbers("dont-come-odds", NOTHING),
    **on_numbers("place-lose", PLACE_LOSE),
    **on_numbers("lay", LAY),
    "field": F(1, 18),
    "any-seven": F(1, 12),
    **dict.fromkeys(("any-craps", "c", "e", "c-and-e", "horn"), F(1, 18)),
    **{f"hop:{low}-{high}": F(1, 18) for low in range(1, 7) for high in range(low, 7)},
    **TRAVELLED,
}

# A.2
STAR_EDGES = {
    "win-line": LINE,
    "dont-win": DONT,
    "come": LINE,
    "dont-come": DONT,
    "behind-win-line": F(0),
    "behind-dont-win": F(0),
    **on_numbers("behind-come", NOTHING),
    **on_numbers("behind-dont-come", NOTHING),
    **{f"hardway:{n}": F(1, 18) if n in (4, 10) else F(1, 22) for n in HARD},
    **on_numbers("place-win", PLACE),
    **on_numbers("place-lose", PLACE_LOSE),
    **dict.fromkeys(("any-craps", "craps-two", "craps-three", "craps-twelve", "eleven", "field"), F(1, 18)),
    "any-seven": F(1, 6),
    "big-6": F(1, 11),
    "big-8": F(1, 11),
    **dict.fromkeys(("horn", "crap-eleven", *(f"horn-high:{n}" for n in (2, 3, 11, 12))), F(1, 18)),
    **on_numbers("buy", BUY),
    **on_numbers("lay", LAY),
    **TRAVELLED,
}

# A.3
ADELAIDE_EDGES = {
    "pass": LINE,
    "dont-pass": DONT,
    "come": LINE,
    "dont-come": DONT,
    "pass-odds": F(0),
    "dont-pass-odds": F(0),
    **on_numbers("come-odds", NOTHING),
    **on_numbers("dont-come-odds", NOTHING),
    **on_numbers("place-win", PLACE),
    **on_numbers("place-lose", PLACE_LOSE),
    **{f"hardway:{n}": F(1, 9) if n in (4, 10) else F(1, 11) for n in HARD},
    "big-6": F(1, 11),
    "big-8": F(1, 11),
    "field": F(1, 18),
    "any-seven": F(1, 6),
    "craps-two": F(1, 12),
    "craps-twelve": F(1, 12),
    **dict.fromkeys(("any-craps", "craps-three", "eleven", "craps-eleven", "world"), F(1, 9)),
    "horn": F(7, 72),
    **on_numbers("buy-win", BUY),
    **on_numbers("buy-lose", LAY),
    **TRAVELLED,
}

# A.4
TOTALS = {4: F(1, 8), 5: F(1, 9), 6: F(13, 108), 7: F(7, 72), 8: F(1, 8), 9: F(2, 27), 10: F(1, 8)}
SICBO_EDGES = {
    **dict.fromkeys(("small", "big", "odd", "even"), F(1, 36)),
    **{f"triple:{n}": F(35, 216) for n in range(1, 7)},
    **{f"double:{n}": F(1, 9) for n in range(1, 7)},
    "any-triple": F(1, 9),
    **{f"total:{n}": value for low, value in TOTALS.items() for n in (low, 21 - low)},
    **{f"combination:{low}-{high}": F(1, 36) for low in range(1, 7) for high in range(low + 1, 7)},
    **{f"single:{n}": F(1, 27) for n in range(1, 7)},
    **{f"four-numbers:{four}": F(1, 9) for four in ("1-2-3-4", "2-3-4-5", "2-3-5-6", "3-4-5-6")},
    "super-streak:small-big": F(201, 2048),
    "super-streak:odd-even": F(201, 2048),
}

EDGES = {ARUZE: ARUZE_EDGES, STAR: STAR_EDGES, ADELAIDE: ADELAIDE_EDGES, SICBO: SICBO_EDGES}
