"""A table to play at, for a notebook."""

from collections.abc import Sequence
from dataclasses import dataclass

from croupier.lab.report import Column, FigureTable
from croupier.ledger.accounts import rack
from croupier.money import Cents, dollars
from croupier.notebook.shown import Row, Shown
from croupier.rulebook.nearest import unknown_wager
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table
from croupier.table.telling.playing import CHIPS, Played, play

_PAGE = (Column("", figures=False), Column("what came of it", figures=False))
_BETS = (
    Column("Player", figures=False),
    Column("Wager", figures=False, code=True),
    Column("Stake"),
    Column("State", figures=False),
    Column("Called", figures=False),
)
_CALLED = {True: "on", False: "off", None: ""}


@dataclass(frozen=True, repr=False)
class PageOfPlay(Shown):
    """The lines that were played, and what came of each."""

    lines: Sequence[Played]

    def __repr__(self) -> str:
        refused = sum(isinstance(each.outcome, Refusal) for each in self.lines)
        last = f", last: {', '.join(self.lines[-1].results)}" if self.lines else ""
        return f"<page of {len(self.lines)} lines, {refused} refused{last}>"

    def rows(self) -> list[Row]:
        """One row for each line: whether it was accepted, its results, and the sentence and the clause of a refusal."""
        return [
            {
                "line": each.line,
                "accepted": not isinstance(each.outcome, Refusal),
                "results": ", ".join(each.results),
                "refusal": each.outcome.message if isinstance(each.outcome, Refusal) else None,
            }
            for each in self.lines
        ]

    def grid(self) -> FigureTable:
        """The page as it is written, with the sentence of every refusal."""
        lines = [(str(row["line"]), str(row["refusal"] or row["results"])) for row in self.rows()]
        return FigureTable("The page", _PAGE, lines)


class TableInPlay(Shown):
    """A table at which pages are played. `state` is the table as `decide` and `apply` know it; it never changes in part."""

    def __init__(self, state: Table, chips: Cents = CHIPS) -> None:
        """Begin at a table. Players who are named on a page sit down with these chips."""
        self.state = state
        self.chips = chips

    def play(self, *lines: str) -> PageOfPlay:
        """Play lines of a page, such as "ann bets $10 on field" and "roll 2-2", and go on from there.

        A line may say what should come of it: "roll 2-2 -> field wins $10.00". If something else does, or if a line cannot be
        played, an error names the line, and the table stays as it was. What the rules refuse is a result, not an error.
        """
        page = [line for text in lines for line in text.splitlines()]
        played = list(play(self.state, page, self.chips))
        for each in played:
            self._check_known(each)
        if played:
            self.state = played[-1].after
        return PageOfPlay(played)

    def _check_known(self, played: Played) -> None:
        outcome = played.outcome
        if isinstance(outcome, Refusal) and outcome.reason is Reason.UNKNOWN_WAGER:
            raise unknown_wager(self.state.rules, getattr(played.command, "wager", ""))

    def money(self, player: str) -> Cents:
        """What a player has in front of them, in cents; bets on the layout do not count."""
        return Cents(self.state.book.balance(rack(player)))

    def rows(self) -> list[Row]:
        """One row for each bet on the layout. The stake is in cents."""
        return [
            {"player": seat, "wager": wager, "stake": bet.stake, "state": bet.state, "called": _CALLED[bet.called] or None}
            for seat, wager, bet in self.state.bets()
        ]

    def grid(self) -> FigureTable:
        """The bets on the layout."""
        lines = [(seat, wager, dollars(bet.stake), bet.state, _CALLED[bet.called]) for seat, wager, bet in self.state.bets()]
        return FigureTable("The layout", _BETS, lines)
