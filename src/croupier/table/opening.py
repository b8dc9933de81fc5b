"""How a table begins: under which rules and which sign. The first fact of every table."""

from collections.abc import Iterable, Mapping

import msgspec

from croupier.catalogue import ruleset
from croupier.rules.ruleset import Ruleset
from croupier.table.apply import apply
from croupier.table.events import Event
from croupier.table.state import Table, open_table


class TableOpened(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A table was opened: rule set, fingerprint, readings and sign."""

    ruleset: str
    fingerprint: str
    readings: Mapping[str, str]
    sign: Mapping[str, int]


class ChangedRulesError(ValueError):
    """A journal that was written under other rules than those at hand."""


def opening(rules: Ruleset, sign: Mapping[str, int]) -> TableOpened:
    """The first fact of a table under these rules and this sign."""
    return TableOpened(ruleset=rules.id, fingerprint=rules.fingerprint, readings=rules.chosen, sign=sign)


def opened(first: TableOpened) -> Table:
    """The table that this fact opened, under the same rules as then."""
    rules = ruleset(first.ruleset).under(first.readings)
    if rules.fingerprint != first.fingerprint:
        raise ChangedRulesError(
            f"this table was opened under {first.ruleset} with the fingerprint {first.fingerprint[:12]}…, "
            f"but the rules here have {rules.fingerprint[:12]}…"
        )
    return open_table(rules, rules.sign(first.sign))


def replayed(lines: Iterable[bytes]) -> tuple[Table, int]:
    """The table that a journal tells of, and how many lines it has."""
    remaining = iter(lines)
    table, number = opened(msgspec.json.decode(next(remaining), type=TableOpened)), 1
    for number, line in enumerate(remaining, 2):  # noqa: B007 - the last number is the answer
        table = apply(table, msgspec.json.decode(line, type=Event))
    return table, number
