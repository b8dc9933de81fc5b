"""The odds table of the document, row by row."""

from croupier.rules.odds import odds_table

PAYS = odds_table(
    "7.1",
    {
        "small": "1 to 1",
        "big": "1 to 1",
        "odd": "1 to 1",
        "even": "1 to 1",
        "specific-triple": "180 to 1",
        "specific-double": "11 to 1",
        "any-triple": "31 to 1",
        "total-4-17": "62 to 1",
        "total-5-16": "31 to 1",
        "total-6-15": "18 to 1",
        "total-7-14": "12 to 1",
        "total-8-13": "8 to 1",
        "total-9-12": "7 to 1",
        "total-10-11": "6 to 1",
        "four-1-2-3-4": "7 to 1",
        "four-2-3-4-5": "7 to 1",
        "four-2-3-5-6": "7 to 1",
        "four-3-4-5-6": "7 to 1",
        "combo-1-x": "6 to 1",
        "combo-2-x": "6 to 1",
        "combo-3-x": "6 to 1",
        "combo-4-x": "6 to 1",
        "combo-5-6": "6 to 1",
        "single-die-1": "1 to 1",
        "single-die-2": "2 to 1",
        "single-die-3": "12 to 1",
    },
)

STREAK = odds_table(
    "7.2",
    {
        "4": "6 to 1",
        "5": "10 to 1",
        "6": "15 to 1",
        "7": "20 to 1",
        "8": "35 to 1",
        "9": "50 to 1",
        "10": "75 to 1",
        "11": "100 to 1",
        "12": "500 to 1",
    },
)

FOUR_NUMBERS = {
    "1-2-3-4": PAYS["four-1-2-3-4"],
    "2-3-4-5": PAYS["four-2-3-4-5"],
    "2-3-5-6": PAYS["four-2-3-5-6"],
    "3-4-5-6": PAYS["four-3-4-5-6"],
}
