"""The odds table of the document, row by row."""

from croupier.rules.odds import odds_table

PAYS = odds_table(
    "3.9.3",
    {
        "straight": "35 to 1",
        "split": "17 to 1",
        "street": "11 to 1",
        "corner": "8 to 1",
        "six-line": "5 to 1",
        "column": "2 to 1",
        "dozen": "2 to 1",
        "low": "1 to 1",
        "high": "1 to 1",
        "even": "1 to 1",
        "odd": "1 to 1",
        "red": "1 to 1",
        "black": "1 to 1",
    },
)
