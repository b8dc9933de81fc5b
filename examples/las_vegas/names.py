"""What the trade calls the wagers of the table. A * stands for the number of a family."""

ALIASES = {
    "pass": "pass-line",
    "odds": "pass-odds",
    "hard-*": "hardway:*",
    "hardways": "hardway",
    "big-red": "any-seven",
    "craps": "any-craps",
    "yo": "eleven",
    "aces": "craps-two",
    "ace-deuce": "craps-three",
    "boxcars": "craps-twelve",
}
