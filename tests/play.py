"""A page of play as a test. See `croupier.table.telling.playing` for what a page says; every line says what comes of it."""

from collections.abc import Mapping

from croupier.catalogue import ruleset
from croupier.money import Cents
from croupier.rules.ruleset import Ruleset
from croupier.table.core.state import Table, open_table
from croupier.table.telling import playing


def play(
    rules: str | Ruleset,
    page: str,
    *,
    sign: Mapping[str, object] | None = None,
    readings: Mapping[str, str] | None = None,
    chips: int = 100_000,
) -> Table:
    """Play a page; everyone named on it begins with the same chips. Returns the table at its end."""
    found = ruleset(rules) if isinstance(rules, str) else rules
    table = open_table(found.under(readings or {}), found.sign(sign or {}))
    assert all("->" in line or " has $" in line for line in page.splitlines() if line.strip()), "a line without an arrow"
    for played in playing.play(table, playing.read_page(table.rules, page.splitlines()), Cents(chips)):
        table = played.after
    return table
