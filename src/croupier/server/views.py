"""What terminals are shown of a table: one part for all of them, and one for each seat."""

from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from operator import attrgetter
from typing import Any, NamedTuple

from msgspec import UNSET, UnsetType

from croupier.floor.addressing import addressed
from croupier.floor.happened import Happened
from croupier.floor.roles import is_automatic
from croupier.floor.timetable import Timed
from croupier.floor.winners import new_commissions
from croupier.ledger.accounts import felt, owed, rack, restricted, tokens, unrestricted, withheld
from croupier.rules.game import OutcomeCall
from croupier.rules.offer import run_length
from croupier.rules.payout import is_off
from croupier.server.messages import BetOnRun, CallView, Mine, Neighbour, Revised, RevisedRound, RoundView, SharedView
from croupier.server.result_marks import result_marks
from croupier.server.room import first_name
from croupier.server.signs import OwnLimits, chips_for, sign_view
from croupier.table.bets.calling import possible_calls
from croupier.table.bets.coming_down import commission_kept, free_to_come_down
from croupier.table.bets.limits import carried_by
from croupier.table.bets.placing import BetPlaced
from croupier.table.core.bet import Bet
from croupier.table.core.desk import Desk
from croupier.table.core.message import Decided, Event, SeatKind
from croupier.table.core.state import Table
from croupier.table.money.locks import lock_refused
from croupier.table.money.patron_names import patron_of
from croupier.table.rounds.lights import lit
from croupier.table.rounds.memory import SHOWN
from croupier.table.rounds.results import ResultAnnounced
from croupier.table.rounds.revisions import Revision
from croupier.table.rounds.settling import RoundSettled, live_stake
from croupier.table.rounds.shooting import ShootDice, cannot_throw
from croupier.table.rounds.void_settlement import RoundVoided

NEIGHBOURS = 13
"""How many players a terminal is told of: twelve others, and its own."""

CLOSING = "Play is about to close: no more bets are taken, please collect your credits."
TABLE_CLOSED = "The table is closed."
OUT_OF_SERVICE = "This table is out of service: no more bets are taken. Bets on the layout stay."
LOCKED = "A fault is being put right. Nothing is played until then."

_NO_BETS: dict[str, Bet] = {}
_OWN_PARTS = attrgetter("rules", "layout", "book", "won", "turn", "pucks", "desk")


def shared_view(
    table: Table, timed: Timed, connected: Collection[str], zone: str = "UTC", chips: Sequence[int] | None = None
) -> SharedView:
    """The part of a table that every terminal sees alike. `connected` are the seats whose terminals are here.

    The sign has its times in the time zone `zone`. `chips` are those of the table, if the operator names them.
    """
    round, desk = table.round, table.desk
    playing = [(seat, bets) for seat, bets in table.layout.items() if bets]
    return SharedView(
        round=RoundView(round.number, round.phase, *timed, round.shooter, round.offered),
        pucks={name: table.pucks[name] for name in table.rules.pucks},  # a replayed event has them in another order
        history=table.results,
        marks=result_marks(table, SHOWN),
        company=[
            Neighbour(_unnamed(table, seat), sum(bet.stake for bet in bets.values())) for seat, bets in playing[:NEIGHBOURS]
        ],
        playing=len(playing),
        lone=lone_player(table, connected),
        dealer=first_name(desk.dealer.name) if desk.dealer and not is_automatic(table) else "",
        closing=closing_words(desk),
        sign=sign_view(table, zone),
        chips=chips_for(table.sign, chips),
    )


def _unnamed(table: Table, seat: str) -> str:
    """A player as the others at the table see them: a person by the place, a terminal or a bot by its seat."""
    return f"place {table.places[seat]}" if table.kinds.get(seat, SeatKind.PERSON) is SeatKind.PERSON else seat


def closing_words(desk: Desk) -> str:
    """Why no more bets are taken; empty if they are."""
    if desk.disabled is not None and not desk.closed:
        return OUT_OF_SERVICE
    return CLOSING if desk.closing else TABLE_CLOSED if desk.closed else ""


def lone_player(table: Table, connected: Collection[str]) -> str:
    """The seat of the only player who is connected or has bets down. Bots of the house do not count."""
    playing = (seat for seat, bets in table.layout.items() if bets and table.kinds.get(seat) is not SeatKind.BOT)
    players = {*islice(connected, 2)}
    for seat in playing:
        players.add(seat)
        if len(players) > 1:
            break
    return players.pop() if len(players) == 1 else ""


class OwnState(NamedTuple):
    """All that a seat's own view depends on. Comparing it is cheaper than drawing the view."""

    seat: str
    bets: "dict[str, Bet]"
    may_stay: Mapping[str, int]
    cash: int
    restricted: int
    won: int
    turn: int
    pucks: Mapping[str, str]
    cannot_throw: str
    locked: str
    limits: OwnLimits | None
    card: str
    attendant: CallView | None


def own_state(table: Table, seat: str) -> OwnState:
    """What the own view of a seat is drawn from. A player who lost the seat may still watch."""
    balance = table.book.balance
    lock = lock_refused(table, seat)
    return OwnState(
        seat=seat,
        bets=table.layout.get(seat, _NO_BETS),  # type: ignore[arg-type]
        may_stay=new_commissions(table, seat),
        cash=balance(rack(seat)) + balance(unrestricted(seat)),
        restricted=balance(restricted(seat)),
        won=table.won.get(seat, 0),
        turn=table.turn,
        pucks=table.pucks,
        cannot_throw=_cannot_throw(table, seat) if seat == table.round.shooter else "",
        locked=LOCKED if table.desk.is_locked else addressed(lock.sentence, seat) if lock else "",
        limits=OwnLimits(*own) if (own := table.desk.limits.get(seat)) else None,
        card=card if patron_of(card := table.desk.cards.get(seat, "")) else "",
        attendant=CallView(call.concern, call.answered_by is not None) if (call := table.desk.calls.get(seat)) else None,
    )


def may_change_own(before: Table, after: Table) -> bool:
    """Whether an event may have changed the own view of any seat. Most events of a round change none.

    A shooter, and a player whose winning bet may stay up, are told what the phase of the round lets them do.
    """
    if after.staying or before.staying or after.round.shooter or before.round.shooter:
        return True
    return any(one is not other for one, other in zip(_OWN_PARTS(before), _OWN_PARTS(after), strict=True))


def _cannot_throw(table: Table, seat: str) -> str:
    """Why the shooter may not throw, in words for the shooter; empty if the shooter may."""
    refusal = cannot_throw(table, ShootDice(seat=seat))
    return addressed(refusal.sentence, seat) if refusal else ""


def own_view(table: Table, state: OwnState) -> Mine:
    """The money and the bets of one player."""
    return Mine(
        card=state.card,
        credit=state.cash + state.restricted,
        restricted=state.restricted,
        won=state.won,
        may_stay=state.may_stay,
        cannot_throw=state.cannot_throw,
        locked=state.locked,
        limits=state.limits,
        attendant=state.attendant,
        **(_bets_view(table, state.seat, state.bets) if state.bets else _WITHOUT_BETS),
    )


def _bets_view(table: Table, seat: str, bets: Mapping[str, Bet]) -> dict[str, Any]:
    """The parts of the own view that are about bets."""
    stakes = {wager: bet.stake for wager, bet in bets.items()}
    return {
        "bets": stakes,
        "fresh": {wager: part for wager, bet in bets.items() if (part := table.fresh(bet).stake)},
        "stayed": {wager: part for wager, bet in bets.items() if (part := table.left_up(bet))},
        "called": {wager: bet.called for wager, bet in bets.items() if bet.called is not None},
        "off": [wager for wager, bet in bets.items() if is_off(table.offer_of(wager, bet), table.pucks, called=bet.called)],
        "may_call": {wager: calls for wager, bet in bets.items() if (calls := possible_calls(table, wager, bet))},
        "staked": sum(stakes.values()),
        "stands": [wager for wager, bet in bets.items() if not free_to_come_down(table, wager, bet)],
        "keeps": {wager: kept for wager, bet in bets.items() if (kept := commission_kept(table, wager, bet))},
        "plays": {
            wager: live
            for wager, bet in bets.items()
            if (live := live_stake(table, seat, table.offer_of(wager, bet), bet)) < bet.stake
        },
        "runs": {wager: _bet_on_run(bet.state) for wager, bet in bets.items() if table.rules.addresses[wager].offer.run_pays},
        "takes_odds": takes_odds(table, bets),
    }


def takes_odds(table: Table, bets: Mapping[str, Bet]) -> Mapping[str, int]:
    """The odds that these flat bets may take now, by the id of the odds: the most that may lie there."""
    return {
        odds.id: odds.largest_ride(carried_by(table, bet), bet.state, table.sign)
        for wager, bet in bets.items()
        for odds in table.rules.riders.get(wager, ())
        if bet.state in odds.wager.effects
    }


def _bet_on_run(state: str) -> BetOnRun:
    return BetOnRun(state.partition(" ")[0], run_length(state))


_WITHOUT_BETS: dict[str, Any] = {
    **{part: {} for part in ("bets", "fresh", "stayed", "called", "may_call", "keeps", "plays", "takes_odds", "runs")},
    **{part: [] for part in ("off", "stands")},
    "staked": 0,
}
"""The same without bets, as most players are after a result, which is drawn for all of them at once."""


def last_call(table: Table) -> OutcomeCall | None:
    """How the newest result was called; None if there is none, or its round is no longer kept."""
    for past in reversed(table.past):
        if isinstance(past.event, RoundSettled) and past.event.outcome == table.results[-1]:
            return table.rules.game.call(past.event.outcome, past.before.pucks)
    return None


def call_of(happened: Happened) -> OutcomeCall | UnsetType:
    """How a dealer calls the outcome that an event states; unset if it states none."""
    return _call(happened.event, happened.before)


def _call(event: Event, table: Table) -> OutcomeCall | UnsetType:
    if not isinstance(event, RoundSettled | ResultAnnounced):
        return UNSET
    return table.rules.game.call(event.outcome, table.pucks)


class ShownResult(NamedTuple):
    """An outcome as terminals show it: how it is called, and the wagers that it wins."""

    call: OutcomeCall | UnsetType
    lit: list[str] | UnsetType


def result_of(happened: Happened, revised: Sequence[Revision]) -> ShownResult:
    """The outcome that an event states, or that it has given to the last round by a revision; unset if there is none."""
    event, table, last = happened.event, happened.before, happened.after.past[-1:]
    if revised and last and revised[-1].round == last[0].round:
        event, table = revised[-1].now, last[0].before
    return ShownResult(_call(event, table), lit(table, event.outcome) if isinstance(event, RoundSettled) else UNSET)


def staying_up(happened: Happened) -> Mapping[str, Mapping[str, int]]:
    """By seat, the winning bets that stay up by themselves after the outcome that an event states, each with its stake."""
    staying = dict[str, dict[str, int]]()
    for each in happened.together if isinstance(happened.event, RoundSettled) else ():
        if isinstance(each, BetPlaced) and each.left_up:
            staying.setdefault(each.seat, {})[each.wager] = each.stake
    return staying


def charged_for(before: Table, event: Event) -> Mapping[str, Mapping[str, int]]:
    """By seat, the commission that the bets which the end of a round has decided have cost, each by its wager.

    It was charged when they were placed, also on parts that came down since. What the round returned of it is part of `paid`.
    """
    charged = dict[str, dict[str, int]]()
    for each in event.decided if isinstance(event, RoundSettled | RoundVoided) else ():
        bet = before.layout[each.seat][each.wager]
        cost = bet.commission + bet.kept if each.stake == bet.stake else before.fresh(bet).commission
        if cost:
            charged.setdefault(each.seat, {})[each.wager] = cost
    return charged


def own_revision(happened: Happened, revised: Sequence[Revision], seat: str) -> Revised | UnsetType:
    """What an event has changed of finished rounds for a player; unset if nothing that the player could see."""
    rounds = list[RevisedRound]()
    played = [{past.round: past.before for past in table.past} for table in (happened.before, happened.after)]
    for round, was, now in revised:
        first, second = (event.outcome if isinstance(event, RoundSettled) else "" for event in (was, now))
        before, decided = (_own(event, seat) for event in (was, now))
        if first != second or before != decided:
            charged = (
                charged_for(tables[round], event).get(seat, {}) for tables, event in zip(played, (was, now), strict=True)
            )
            rounds.append(RevisedRound(round, first, second, before, decided, *charged))
    if not rounds:
        return UNSET
    was, now = _worth(happened.before, seat), _worth(happened.after, seat)
    owes = max(0, -happened.after.book.balance(owed(seat)))
    return Revised(rounds, sum(now) - sum(was), now[1] - was[1], now[2] - was[2], owes)


def _own(event: Event, seat: str) -> list[Decided]:
    """The bets of a player that the end of a round has decided or given back."""
    return [bet for bet in event.decided if bet.seat == seat] if isinstance(event, RoundSettled | RoundVoided) else []


def _worth(table: Table, seat: str) -> tuple[int, int, int]:
    """All that a player has: in credit, on the felt, and withheld or to be paid by hand, less what they owe."""
    balance = table.book.balance
    credit = sum(balance(account(seat)) for account in (rack, restricted, unrestricted, tokens))
    return credit, balance(felt(seat)), balance(withheld(seat)) + balance(owed(seat)) + table.desk.hand_pays.get(seat, 0)
