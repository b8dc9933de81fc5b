"""What the displays of a table say beside its last results: which were corrected, which rounds are void."""

import msgspec

from croupier.table.core.state import Table


class ResultMark(msgspec.Struct, frozen=True):
    """A result that was shown and counts no longer."""

    at: int
    """The place in the history: of the result that was corrected to, or of the first one after a void round."""
    was: str
    """The outcome that had been shown."""
    words: str
    """How a dealer calls it."""
    look: str
    """How it is drawn."""
    is_void: bool
    """Whether the round is void, and has no result any more."""


def result_marks(table: Table, shown: int) -> tuple[ResultMark, ...]:
    """The marks of the last results, of which so many are shown, in their order."""
    if not table.superseded:
        return ()
    shown = min(shown, len(table.results))
    found = list[ResultMark]()
    for each in table.superseded:
        at = shown - (table.turn - each.turn) - (not each.is_void)
        call = table.rules.game.call(each.was, {})
        if at >= 0:
            found.append(ResultMark(at, each.was, call.words, call.look, each.is_void))
    return tuple(found)
