"""Events in the words of a dealer: a console names wagers, grounds and accounts as people do, where the journal has ids."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

import msgspec

from croupier.floor.terminal_names import with_terminals
from croupier.table.core.message import Event
from croupier.table.core.state import Table
from croupier.table.core.words import told
from croupier.table.pit.bars import BarRecorded

WAGERS = frozenset({"wager", "wagers", "to", "barred"})
"""The fields of events, and of what they consist of, that name wagers."""
ACCOUNTS = frozenset({"source", "target"})
"""The fields of a transfer."""
PURSES: Mapping[str, str] = {
    "felt": "the bets of {}",
    "rack": "{}",
    "restricted": "the credits of {} to stake",
    "tokens": "the tokens of {}",
    "unrestricted": "the credits of {}",
    "stacker": "the notes in the terminal of {}",
    "withheld": "the money withheld from {}",
    "owed": "what is open with {}",
}
"""The accounts of a player, by their kind."""
OF_THE_HOUSE: Mapping[str, str] = {
    "house": "the house",
    "commission": "the commission",
    "promotions": "the cost of promotions",
    "drop": "the drop box",
    "float": "the float",
    "cage": "the cage",
    "hand-pays": "the hand pays that wait",
    "paid-by-hand": "what the cage has paid",
    "prizes": "the prizes that wait",
    "tickets": "the tickets",
    "cashless": "the cashless accounts",
    "outside": "outside",
}
"""The accounts of a table that are no player's."""
REASON = "why"
"""The field of a ruling with its reason: the id of a ground if the document lists grounds."""
BEFORE_REASON = ": "
"""What stands before the reason in a sentence. Elsewhere the id of a ground may be an ordinary word."""


def dealers_words(table: Table, event: Event) -> tuple[str, ...]:
    """An event at this table in sentences, as `told` has them, with the titles of wagers and the names of players."""
    names = dict(_names(table, msgspec.to_builtins(event)))
    words = [with_terminals({**table.terminals, **_own_terminal(event)}, line) for line in told(table, event)]
    if not names:
        return tuple(words)
    longest_first = sorted(names, key=len, reverse=True)
    starts = (re.escape(each) if each.startswith(BEFORE_REASON) else rf"(?<![\w:-]){re.escape(each)}" for each in longest_first)
    ids = re.compile(rf"(?:{'|'.join(starts)})(?![\w-]|:\w)")
    return tuple(ids.sub(lambda found: names[found[0]], line) for line in words)


def _own_terminal(event: Event) -> Mapping[str, str]:
    """The terminal that an event names with its seat: whoever sits down was not at the table before."""
    seat, terminal = getattr(event, "seat", None), getattr(event, "terminal", None)
    return {seat: terminal} if seat and terminal else {}


def reason_words(table: Table, why: str) -> str:
    """A reason in words, if it is the id of a ground in the rules of this table."""
    return table.rules.procedures.grounds.get(why, why)


def _names(table: Table, part: Any, field: str = "") -> Iterator[tuple[str, str]]:
    """The ids that an event names, each with its name."""
    match part:
        case dict():
            fields = cast("dict[str, Any]", part)
            for name, value in fields.items():
                # The document of another table words a ground in its own way.
                if name != REASON or fields.get("type") != BarRecorded.__name__:
                    yield from _names(table, value, name)
        case list() | tuple():
            for each in cast("list[Any]", part):
                yield from _names(table, each, field)
        case str() if field in WAGERS and part in table.rules.addresses:
            yield part, table.rules.addresses[part].title
        case str() if field in ACCOUNTS and ":" in part:
            kind, _, seat = part.partition(":")
            yield part, PURSES[kind].format(seat)
        case str() if field in ACCOUNTS:
            # Elsewhere the name of such an account is an ordinary word, as in "the drop box".
            yield from ((f"{word} {part}", f"{word} {OF_THE_HOUSE.get(part, part)}") for word in ("from", "to"))
        case str() if field == REASON and part:
            yield BEFORE_REASON + part, BEFORE_REASON + reason_words(table, part)
        case _:
            pass
