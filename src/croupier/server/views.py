"""What terminals are shown of a table: one part for all of them, and one for each seat."""

from collections.abc import Collection
from itertools import islice
from typing import NamedTuple

from croupier.floor.company import GUEST
from croupier.ledger.accounts import rack, restricted, unrestricted
from croupier.rules.sequence import Phase
from croupier.server.messages import Mine, Neighbour, RoundView, SharedView
from croupier.table.core.bet import Bet, Winner
from croupier.table.core.state import Table
from croupier.table.money.locks import lock_refused

NEIGHBOURS = 13
"""How many players a terminal is told of: twelve others, and its own."""

CLOSING = "Play is about to close: no more bets are taken, please collect your credits."
TABLE_CLOSED = "The table is closed."
LOCKED = "A fault is being put right. Nothing is played until then."

_NO_BETS: dict[str, Bet] = {}
_NO_WINNERS: dict[str, Winner] = {}


def shared_view(table: Table, connected: Collection[str]) -> SharedView:
    """The part of a table that every terminal sees alike. `connected` are the seats whose terminals are here."""
    round, desk = table.round, table.desk
    playing = [(seat, bets) for seat, bets in table.layout.items() if bets]
    return SharedView(
        round=RoundView(round.number, round.phase, _deadline(table), round.shooter, round.offered),
        pucks=table.pucks,
        history=table.results,
        company=[Neighbour(seat, sum(bet.stake for bet in bets.values())) for seat, bets in playing[:NEIGHBOURS]],
        playing=len(playing),
        lone=lone_player(table, connected),
        closing=CLOSING if desk.closing else TABLE_CLOSED if desk.closed else "",
    )


def _deadline(table: Table) -> int:
    """When betting closes or the shooter's time ends; 0 in other phases, in which a table keeps its last deadline."""
    round = table.round
    is_timed = round.phase in table.rules.procedures.takes_bets or (round.phase is Phase.CLOSED and round.shooter)
    return round.deadline if is_timed else 0


def lone_player(table: Table, connected: Collection[str]) -> str:
    """The seat of the only player who is connected or has bets down. Bots of the house do not count."""
    playing = (seat for seat, bets in table.layout.items() if bets and not seat.startswith(GUEST))
    players = {*islice(connected, 2)}
    for seat in playing:
        players.add(seat)
        if len(players) > 1:
            break
    return players.pop() if len(players) == 1 else ""


class OwnState(NamedTuple):
    """All that a seat's own view depends on. Comparing it is cheaper than drawing the view."""

    bets: "dict[str, Bet]"
    winners: "dict[str, Winner]"
    cash: int
    restricted: int
    won: int
    turn: int
    locked: str


def own_state(table: Table, seat: str) -> OwnState:
    """What the own view of a seat is drawn from. A player who lost the seat may still watch."""
    balance = table.book.balance
    lock = lock_refused(table, seat)
    return OwnState(
        bets=table.layout.get(seat, _NO_BETS),  # type: ignore[arg-type]
        winners=table.staying.get(seat, _NO_WINNERS),  # type: ignore[arg-type]
        cash=balance(rack(seat)) + balance(unrestricted(seat)),
        restricted=balance(restricted(seat)),
        won=table.won.get(seat, 0),
        turn=table.turn,
        locked=LOCKED if table.desk.is_locked else lock.sentence if lock else "",
    )


def own_view(table: Table, state: OwnState) -> Mine:
    """The money and the bets of one player."""
    bets, winners, cash, of_restricted, won, _, locked = state
    stakes = {wager: bet.stake for wager, bet in bets.items()}
    return Mine(
        credit=cash + of_restricted,
        restricted=of_restricted,
        bets=stakes,
        fresh={wager: part for wager, bet in bets.items() if (part := table.fresh(bet).stake)},
        called={wager: bet.called for wager, bet in bets.items() if bet.called is not None},
        staked=sum(stakes.values()),
        won=won,
        may_stay=list(winners),
        locked=locked,
    )
