"""What a command is asked about: a rule set, the readings it is to be under, and the sign of its table."""

import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO, TYPE_CHECKING

from croupier.cli.saying import refuse

if TYPE_CHECKING:
    from croupier.lab.edition import Edition
    from croupier.rules.ruleset import Ruleset
    from croupier.rules.sign import Sign

LONGEST_NUMBER = 20
"""Digits; no amount and no seed has more."""
_MANY = re.compile(r"(?=.{1,30}$)\d+(_\d+)*(\.\d+)?([eE]\+?\d{1,2})?")


def chosen_edition(name: str, readings: Sequence[str], raised: Sequence[str], what_if: Sequence[str]) -> "Edition":
    """The rule set of that id, read, raised and asked "what if" as wished."""
    from croupier.catalogue import UnknownRulesetError, ruleset
    from croupier.lab.edition import NotAnEditionError, edition
    from croupier.lab.what_if import NoSuchRowError
    from croupier.rules.error import RuleError
    from croupier.rules.ruleset import ReadingError

    try:
        return edition(ruleset(name), readings, raised, what_if)
    except (UnknownRulesetError, NotAnEditionError, NoSuchRowError, ReadingError, RuleError) as error:
        refuse(str(error.args[0]))


def chosen_sign(rules: "Ruleset", lines: Mapping[str, int | bool | None]) -> "Sign":
    """The sign of a table with these lines on it; those not given are as the rule set has them."""
    from croupier.rules.sign import SignError

    try:
        return rules.sign_of_paper({name: value for name, value in lines.items() if value is not None})
    except SignError as error:
        refuse(f"sign: {error}")


def sign_lines(lines: Sequence[str], rules: "Ruleset") -> dict[str, int | bool]:
    """What was said about the sign, line by line as NAME=VALUE."""
    given: dict[str, int | bool] = {}
    for line in lines:
        name, _, value = line.partition("=")
        if value in ("true", "false"):
            given[name.replace("-", "_")] = value == "true"
        elif value.isascii() and value.isdecimal() and len(value) <= LONGEST_NUMBER:
            given[name.replace("-", "_")] = int(value)
        else:
            refuse(f"--sign {line} cannot be read; write it as in {rules.settings[0].name}=500")
    return given


def whole_number(option: str, text: str | None, least: int, most: int) -> int | None:
    """The whole number that an option was given, if it was."""
    if text is None:
        return None
    # Python refuses to read numbers of some thousand digits, with an error of its own.
    if not text.isascii() or not text.isdecimal() or len(text) > LONGEST_NUMBER or not least <= int(text) <= most:
        refuse(f"{option} {text}: should be a whole number from {least:,} to {most:,}")
    return int(text)


def whole_rolls(option: str, text: str, most: int) -> int:
    """How many rolls or sessions an option asks for, written as in 1e9 or 1_000_000."""
    from fractions import Fraction

    number = Fraction(text.replace("_", "")) if _MANY.fullmatch(text) else Fraction(-1)
    if number == 0:
        refuse(f"{option} {text}: nothing can be said about none at all; ask for at least 1")
    if number.denominator != 1 or not 0 < number <= most:
        refuse(
            f"{option} {text}: should be a whole number up to 1e{len(str(most)) - 1}, written as in 1000000, 1_000_000 or 1e6"
        )
    return int(number)


def open_text(file: str) -> AbstractContextManager[IO[str]]:
    """The lines of a file, or of standard input where a dash stands for it."""
    if file != "-":
        return Path(file).open(encoding="utf-8-sig")
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - it is where it was closed
        refuse("standard input is closed")
    return nullcontext(sys.stdin)
