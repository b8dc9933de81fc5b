"""Rounds that are void on some terminals only, while the others play on."""

from collections.abc import Iterable

from msgspec.structs import replace

from croupier.ledger.book import Transfer
from croupier.rules.outcomes import OutcomeName, listed
from croupier.table.bets.returning import layout_without
from croupier.table.core.message import Decided, Ruling, by_seat
from croupier.table.core.rows import Audience, EventRow, History, declare
from croupier.table.core.state import Table
from croupier.table.core.words import ends, who
from croupier.table.money.metering import meter_ruling
from croupier.table.rounds.void_settlement import NOTHING_FELL, Voiding, void_bets, voids_of


class TerminalsVoided(Ruling, frozen=True, kw_only=True, tag=True):
    """The round was voided on some terminals. Its outcome does not count for them; the others play on."""

    seats: tuple[str, ...]
    """The seats of these terminals."""
    outcome: OutcomeName = NOTHING_FELL
    """The outcome that does not count for them, if later rounds had ended; empty if not."""
    decided: tuple[Decided, ...]
    transfers: tuple[Transfer, ...]


def all_are_affected(table: Table, seats: Iterable[str]) -> bool:
    """Whether every terminal that a player has taken is among these.

    Which of them have bets does not count: a correction of an earlier round can change that, and must not change who played on.
    """
    return set(seats) >= set(table.layout)


def void_terminals(table: Table, seats: Iterable[str], how: Voiding) -> TerminalsVoided:
    """Void the round on these terminals: return the bets that the document says. The others sleep until it is over."""
    assert how.by, "a person names the terminals"
    affected = tuple(seat for seat in table.clockwise() if seat in set(seats))
    decided, transfers = void_bets(table, how, affected)
    return TerminalsVoided(
        seats=affected,
        outcome=how.outcome,
        decided=decided,
        transfers=transfers,
        by=how.by,
        why=how.ground,
        clause=how.clause,
    )


def _void_again(table: Table, event: TerminalsVoided) -> TerminalsVoided:
    late = event.outcome != NOTHING_FELL
    how = Voiding(voids_of(table, event.why), event.outcome, by=event.by, ground=event.why, clause=event.clause, late=late)
    return replace(void_terminals(table, event.seats, how), seats=event.seats)


def _apply_voided(table: Table, event: TerminalsVoided) -> Table:
    return replace(
        table,
        round=replace(table.round, fault="", void_at=table.round.void_at.union(event.seats)),
        layout=layout_without(table, event.decided),
        book=table.book.after(event.transfers),
    )


def _shares(event: TerminalsVoided) -> tuple[TerminalsVoided, dict[str, TerminalsVoided]]:
    """A player is told of their own terminal and bets only."""
    common, decided = replace(event, seats=(), decided=(), transfers=()), by_seat(event.decided)
    return common, {seat: replace(common, seats=(seat,), decided=tuple(decided.get(seat, ()))) for seat in event.seats}


declare(
    EventRow(
        kind=TerminalsVoided,
        apply=_apply_voided,
        meter=meter_ruling,
        tell=lambda t, e: [
            f"{who(e.by)} declares the round void on the terminal of {listed(e.seats, 'and')}.",
            *ends(t, e.decided),
        ],
        again=_void_again,
        audience=Audience.TABLE,
        moves_money=True,
        history=History.CONTINUES,
        shares=_shares,
    ),
)
