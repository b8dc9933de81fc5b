"""Parse command-line options that several commands share: variant, sign, counts and files. Refuse invalid ones."""

import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO, TYPE_CHECKING

from croupier.cli.output import refuse
from croupier.echo import MAX_ECHO, echo

if TYPE_CHECKING:
    from croupier.lab.variant import Variant
    from croupier.rules.ruleset import Ruleset
    from croupier.rules.sign import Sign

MAX_DIGITS = 20
"""No amount and no seed has more digits."""
_COUNT = re.compile(r"(?=.{1,30}$)\d+(_\d+)*(\.\d+)?([eE]\+?\d{1,2})?")


def read_variant(name: str, readings: Sequence[str], raised: Sequence[str], what_if: Sequence[str]) -> "Variant":
    """Return the rule set with this id, with readings, raised odds and hypothetical odds applied."""
    from croupier.catalogue import UnknownRulesetError, ruleset
    from croupier.lab.changed_odds import NoSuchRowError
    from croupier.lab.variant import VariantError, make_variant
    from croupier.rules.error import RuleError
    from croupier.rules.ruleset import ReadingError

    try:
        return make_variant(ruleset(name), readings, raised, what_if)
    except (UnknownRulesetError, VariantError, NoSuchRowError, ReadingError, RuleError) as error:
        refuse(str(error.args[0]))


def read_sign(rules: "Ruleset", lines: Mapping[str, int | bool | None]) -> "Sign":
    """Return a sign with these lines. The others have the defaults of the rule set."""
    from croupier.rules.sign import SignError

    try:
        return rules.offline_sign({name: value for name, value in lines.items() if value is not None})
    except SignError as error:
        refuse(f"sign: {error}")


def parse_sign_lines(lines: Sequence[str], rules: "Ruleset") -> dict[str, int | bool]:
    """Parse lines of the sign, each NAME=VALUE."""
    given: dict[str, int | bool] = {}
    for line in lines:
        name, _, value = line.partition("=")
        if value in ("true", "false") and len(name) <= MAX_ECHO:
            given[name.replace("-", "_")] = value == "true"
        elif value.isascii() and value.isdecimal() and len(value) <= MAX_DIGITS and len(name) <= MAX_ECHO:
            given[name.replace("-", "_")] = int(value)
        else:
            refuse(f"--sign {echo(line)} is not valid; write NAME=VALUE, such as {rules.settings[0].name}=500")
    return given


def parse_int_option(option: str, text: str | None, least: int, most: int) -> int | None:
    """Parse a whole number. Return None if the option is not given."""
    if text is None:
        return None
    # int() raises a ValueError for numbers of some thousand digits, so check the length first.
    if not text.isascii() or not text.isdecimal() or len(text) > MAX_DIGITS or not least <= int(text) <= most:
        refuse(f"{option} {echo(text)}: must be a whole number from {least:,} to {most:,}")
    return int(text)


def parse_count(option: str, text: str, most: int) -> int:
    """Parse a number of rolls, sessions or bets, such as 1e9 or 1_000_000."""
    from fractions import Fraction

    number = Fraction(text.replace("_", "")) if _COUNT.fullmatch(text) else Fraction(-1)
    if number == 0:
        refuse(f"{option} {echo(text)}: must be at least 1")
    if number.denominator != 1 or not 0 < number <= most:
        limit = f"1e{len(str(most)) - 1}"
        refuse(f"{option} {echo(text)}: must be a whole number up to {limit}, such as 1000000, 1_000_000 or 1e6")
    return int(number)


def open_text(file: str) -> AbstractContextManager[IO[str]]:
    """Open a text file, or standard input if the name is a dash."""
    if file != "-":
        return Path(file).open(encoding="utf-8-sig")
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - None if it was closed
        refuse("standard input is closed")
    return nullcontext(sys.stdin)
