"""The names under which staff enter wagers: an order takes what the trade calls them, as well as their ids."""

from msgspec.structs import replace

from croupier.echo import echo, spelled_like
from croupier.rules.naming import folded, wager_named
from croupier.table.core.message import Command
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table

FIELDS = ("wager", "to")
"""The fields of an order about a bet that name a wager."""


def with_ids(table: Table, command: Command) -> Command:
    """The command with the id of each wager that it names. A name that nobody knows, or that stands for several, stays."""
    found = {name: wager_named(table.rules, text) for name, text in _named(table, command).items()}
    known = {name: id for name, id in found.items() if id}
    return replace(command, **known) if known else command


def unknown_wager_refused(table: Table, command: Command) -> Refusal | None:
    """Refuse a name that nobody knows, and say which wager may be meant. Other refusals are the table's own."""
    names = table.rules.names
    for text in _named(table, command).values():
        meant = spelled_like(folded(text), [name for name, ids in names.items() if len(ids) == 1])
        if meant:
            title = table.rules.addresses[names[meant][0]].title
            return Refusal(Reason.UNKNOWN_WAGER, f"There is no wager {echo(text)} at this table. Is {title} meant?")
    return None


def _named(table: Table, command: Command) -> dict[str, str]:
    """The fields of an order about a bet that have no id of a wager, by name."""
    if "wager" not in command.__struct_fields__:
        return {}
    kinds = {offer.kind for offer in table.rules.offers} | set(table.rules.left_out)
    texts: dict[str, str] = {name: getattr(command, name, "") for name in FIELDS}
    return {name: text for name, text in texts.items() if text and text.partition(":")[0] not in kinds}
