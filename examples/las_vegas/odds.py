"""The odds of the table, row by row."""

from croupier.rules.odds import odds_table

PAYS = odds_table(
    "payouts",
    {
        "line": "1 to 1",
        "odds-4-10": "2 to 1",
        "odds-5-9": "3 to 2",
        "odds-6-8": "6 to 5",
        "lay-4-10": "1 to 2",
        "lay-5-9": "2 to 3",
        "lay-6-8": "5 to 6",
        "place-4-10": "9 to 5",
        "place-5-9": "7 to 5",
        "place-6-8": "7 to 6",
        "hard-4-10": "7 to 1",
        "hard-6-8": "9 to 1",
        "field": "1 to 1",
        "field-2": "2 to 1",
        "field-12": "3 to 1",
        "any-seven": "4 to 1",
        "any-craps": "7 to 1",
        "horn-2-12": "30 to 1",
        "horn-3-11": "15 to 1",
        "hop-hard": "30 to 1",
        "hop-easy": "15 to 1",
    },
)
