"""What a command is asked about: a rule set, the readings it is to be under, and the sign of its table."""

import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO, TYPE_CHECKING

from croupier.cli.saying import refuse

if TYPE_CHECKING:
    from croupier.rules.ruleset import Ruleset
    from croupier.rules.sign import Sign


def chosen_rules(name: str, readings: Sequence[str]) -> "Ruleset":
    """The rule set of that id, with some unclear clauses read otherwise, each written ID=VALUE."""
    from croupier.catalogue import UnknownRulesetError, ruleset
    from croupier.rules.ruleset import ReadingError

    values: dict[str, str] = {}
    for each in readings:
        id, given, value = each.partition("=")
        if not given:
            refuse(f"--reading {each}: write the reading and what to read it as, ID=VALUE")
        if id in values:
            refuse(f"--reading {each}: {id} is given twice; a clause is read in one way")
        values[id] = value
    try:
        return ruleset(name).under(values)
    except UnknownRulesetError as error:
        refuse(str(error))
    except ReadingError as error:
        refuse(f"--reading: {error}")


def chosen_sign(rules: "Ruleset", lines: Mapping[str, int | None]) -> "Sign":
    """The sign of a table with these lines on it; those not given are as the rule set has them."""
    from croupier.rules.sign import SignError

    try:
        return rules.sign({name: value for name, value in lines.items() if value is not None})
    except SignError as error:
        refuse(f"sign: {error}")


def whole_number(option: str, text: str | None, least: int, most: int) -> int | None:
    """The whole number that an option was given, if it was."""
    if text is None:
        return None
    if not text.isascii() or not text.isdecimal() or not least <= int(text) <= most:
        refuse(f"{option} {text}: should be a whole number from {least:,} to {most:,}")
    return int(text)


def open_text(file: str) -> AbstractContextManager[IO[str]]:
    """The lines of a file, or of standard input where a dash stands for it."""
    if file != "-":
        return Path(file).open(encoding="utf-8")
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - it is where it was closed
        refuse("standard input is closed")
    return nullcontext(sys.stdin)
