"""Names that no person has: those of terminals' seats, which each table counts, and those of patrons, which the cage counts.

Staff read the name of an enrolled terminal before that of its seat: an attendant can be sent to Roulette 1, and not to seat-3.
"""

import re
from collections.abc import Mapping

from croupier.likeness import same_letters
from croupier.table.core.message import Command
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table
from croupier.table.money.cards import InsertCard
from croupier.table.money.patron_names import PATRON
from croupier.table.money.seats import TakeSeat
from croupier.table.pit.conduct import Sanction

TERMINAL_SEAT = "seat-"
"""How the names of terminals' seats begin."""

_SEAT = re.compile(rf"(?<![\w/-]){TERMINAL_SEAT}\d+(?![\w-])")


def with_terminals(terminals: Mapping[str, str], sentence: str) -> str:
    """A sentence for staff that names each seat with its enrolled terminal: "Roulette 1 (seat-3)"."""
    if not terminals or TERMINAL_SEAT not in sentence:  # the usual case, kept fast
        return sentence
    return _SEAT.sub(lambda found: terminal_and_seat(terminals, found[0]), sentence)


def terminal_and_seat(terminals: Mapping[str, str], seat: str) -> str:
    """The name of an enrolled terminal and its seat; the seat alone without one."""
    return f"{terminals[seat]} ({seat})" if seat in terminals else seat


def _is_read_as_patron(name: str) -> bool:
    """Whether people read a name as that of a patron, such as "Patron 1"."""
    letters = "".join(each for each in same_letters(name) if each.isalnum())
    word = PATRON.rstrip("-")
    rest = letters.removeprefix(word) if letters.startswith(word) else letters.removesuffix(word)
    return name.startswith(PATRON) or (rest != letters and rest.isdigit())


def terminal_name_refused(table: Table, command: Command) -> Refusal | None:
    """Refuse to staff the name of a terminal for a person. A measure against a terminal that is known here stays here."""
    if isinstance(command, TakeSeat) and _is_read_as_patron(command.seat):
        return Refusal(Reason.UNKNOWN_PLAYER, f"Names like {PATRON}1 are those of patrons; put their card in.")
    match command:
        case TakeSeat(seat=name) | InsertCard(player=name):
            is_free = True
        case Sanction(seat=name):
            is_free = name not in table.layout and name not in table.kinds
        case _:
            return None
    if not is_free or not name.startswith(TERMINAL_SEAT):
        return None
    return Refusal(Reason.UNKNOWN_PLAYER, f"Names that begin with {TERMINAL_SEAT} are those of terminals.")
