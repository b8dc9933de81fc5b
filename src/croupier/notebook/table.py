"""A table to play at, for a notebook."""

from collections.abc import Sequence
from dataclasses import dataclass

from croupier.lab.report import Column, FigureTable
from croupier.ledger.accounts import rack
from croupier.money import Cents, dollars
from croupier.notebook.shown import Row, Shown
from croupier.rulebook.nearest import several_wagers, unknown_wager
from croupier.rules.naming import wagers_named
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table
from croupier.table.telling.playing import CHIPS, PlayedLine, play, read_page
from croupier.table.telling.position.text import position_text

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

    lines: Sequence[PlayedLine]

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
        rules = self.state.rules
        page = read_page(rules, [line for text in lines for line in text.splitlines()])
        for line in page:
            wager: str = getattr(line.command, "wager", "")
            if wager and wager not in rules.addresses and Reason.UNKNOWN_WAGER not in line.wanted:
                raise several_wagers(rules, wager) if wagers_named(rules, wager) else unknown_wager(rules, wager)
        played = list(play(self.state, page, self.chips))
        if played:
            self.state = played[-1].after
        return PageOfPlay(played)

    @property
    def position(self) -> str:
        """The position of the table as one line, which `croupier.table_at` reads."""
        return position_text(self.state)

    def __repr__(self) -> str:
        return f"<table at {self.position}>"

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
