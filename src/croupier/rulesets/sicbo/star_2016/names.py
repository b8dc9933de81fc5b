"""What the trade calls the wagers of the document. A * stands for the number of a family."""

ALIASES = {
    "low": "small",
    "high": "big",
    "sum-*": "total:*",
    "pair-*": "double:*",
    "domino-*": "combination:*",
    "duo-*": "combination:*",
    "number-*": "single:*",
    "triples": "triple",
    "any-triples": "any-triple",
    "big-small": "super-streak:small-big",
    "small-big": "super-streak:small-big",
    "even-odd": "super-streak:odd-even",
    "odd-even": "super-streak:odd-even",
}
