"""The names under which staff enter players: in one spelling, visible, and each word in one script."""

from unicodedata import category, normalize
from unicodedata import name as character_name

from msgspec.structs import replace

from croupier.likeness import BLANK
from croupier.rules.outcomes import listed
from croupier.table.core.message import Command
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table
from croupier.table.money.cards import InsertCard
from croupier.table.money.seats import TakeSeat
from croupier.table.pit.conduct import Sanction

ALIKE = frozenset({"LATIN", "GREEK", "CYRILLIC"})
"""Scripts with letters that look alike. The name of a letter in Unicode begins with its script."""


def spelled(table: Table, command: Command) -> Command:
    """The command with the name of a person in one width (NFKC) and without spaces around it.

    A seat that is taken keeps its name.
    """
    match command:
        case TakeSeat(seat=name):
            return replace(command, seat=_plain(name))
        case InsertCard(player=name):
            return replace(command, player=_plain(name))
        case Sanction(seat=name) if name not in table.layout:
            return replace(command, seat=_plain(name))
        case _:
            return command


def unreadable_name_refused(command: Command) -> Refusal | None:
    """Refuse the name of a person that nobody could read, or that looks like another with a letter of another script."""
    match command:
        case TakeSeat(seat=name) | InsertCard(player=name):
            pass
        case _:
            return None
    unreadable = unreadable_name(name)
    return Refusal(Reason.UNKNOWN_PLAYER, unreadable) if unreadable else None


def unreadable_name(name: str) -> str | None:
    """Why nobody could read a name, or tell it from another; None if anybody can."""
    has_letter = any(category(letter)[0] in "LN" for letter in name)
    if not has_letter or BLANK.intersection(name):
        return "A player needs a name with a letter or a digit, and without invisible ones."
    for word in name.split():
        scripts = sorted({character_name(letter, "").partition(" ")[0] for letter in word} & ALIKE)
        if len(scripts) > 1:
            mixed = listed([script.capitalize() for script in scripts], "and")
            return f"The name {word} mixes {mixed} letters, of which some look alike."
    return None


def _plain(name: str) -> str:
    return normalize("NFKC", name).strip()
