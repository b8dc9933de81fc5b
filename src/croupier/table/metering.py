"""What an event adds to the meters, read from what it says of bets and money and never from its transfers.

The books are kept from the transfers, so that the two can be compared.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from croupier.ledger.accounts import Account, felt, owed, rack, restricted, tokens, unrestricted, withheld
from croupier.money import dollars
from croupier.rules.machine import Result
from croupier.table.events import (
    BetPlaced,
    BetTakenDown,
    Event,
    HandPayCalled,
    MoneyCollected,
    MoneyInserted,
    RoundSettled,
    RoundVoided,
    SeatLeft,
    SeatTaken,
)
from croupier.table.fact import Decided
from croupier.table.meters import LARGE_WIN, NEVER_PLAYED, OTHER, Counted, Meters, Played, Terminal, added, net, with_wager
from croupier.table.rulings import (
    BetRefused,
    BetsInvalidated,
    BetsVoided,
    HandPaid,
    HandPayTakenBack,
    LightsFailed,
    MoneyReleased,
    MoneyWithheld,
    StackerEmptied,
    TableClosed,
)
from croupier.table.state import Table
from croupier.table.tender import Tender, Way

ENDED_BY_PLAY = (Result.WIN, Result.LOSE, Result.PUSH)


def metered(table: Table, event: Event) -> Meters:
    """The meters after an event, given the table before it."""
    count = COUNTS.get(type(event))
    return count(table, event) if count else table.meters


def corrected(first: Meters, other: Meters) -> Meters:
    """The meters after a round was settled again: those of the first history, and by how much the other one differs."""
    terminals = dict(first.terminals)
    for seat in {*first.terminals, *other.terminals}:
        mine = first.terminal(seat)
        terminals[seat] = _corrected_by(mine, other.terminal(seat).balance - mine.balance)
    up, down = first.corrected_up, first.corrected_down
    for edition, kind in _kinds(first) | _kinds(other):
        was, should = net(first, edition, kind), net(other, edition, kind)
        if was != should:
            up = with_wager(up, edition, kind, should.beyond(was))
            down = with_wager(down, edition, kind, was.beyond(should))
    return replace(first, terminals=terminals, corrected_up=up, corrected_down=down)


def _kinds(meters: Meters) -> set[tuple[int, str]]:
    """The kinds of wager that have been counted; whatever was corrected had been counted before."""
    return {(edition, kind) for edition, kinds in meters.wagers.items() for kind in kinds}


def _corrected_by(terminal: Terminal, change: int) -> Terminal:
    if change > 0:
        return replace(terminal, corrected_up=terminal.corrected_up + change)
    return replace(terminal, corrected_down=terminal.corrected_down - change) if change else terminal


def disagreement(table: Table, seat: str) -> str:
    """Where the meters of a terminal and its money do not agree, and the figures; nothing where they do."""
    # Asked before every bet: the accounts are looked up in the book as it lies there.
    holds = table.book.balances.get
    bets = table.layout.get(seat)
    layout = sum([bet.stake for bet in bets.values()]) if bets else 0
    at_rack, at_restricted, at_unrestricted, at_tokens, at_felt, at_withheld, at_owed = _accounts(seat)
    credit = holds(at_rack, 0) + holds(at_restricted, 0) + holds(at_unrestricted, 0) + holds(at_tokens, 0)
    on_felt, kept, open_with = holds(at_felt, 0), holds(at_withheld, 0), holds(at_owed, 0)
    metered = table.meters.terminal(seat).balance
    if credit + layout + kept + open_with == metered and layout == on_felt:
        return ""
    return (
        f"credit {dollars(credit)}, bets {dollars(layout)} of which the books have {dollars(on_felt)}, "
        f"withheld {dollars(kept)}, owed {dollars(open_with)}; the meters come to {dollars(metered)}"
    )


@lru_cache(maxsize=10_000)
def _accounts(seat: str) -> tuple[Account, Account, Account, Account, Account, Account, Account]:
    return rack(seat), restricted(seat), unrestricted(seat), tokens(seat), felt(seat), withheld(seat), owed(seat)


def _at(table: Table, seat: str, **figures: Any) -> Meters:
    """The meters with other figures at one terminal."""
    meters = table.meters
    return replace(meters, terminals={**meters.terminals, seat: replace(meters.terminal(seat), **figures)})


def _brought(table: Table, event: SeatTaken | MoneyInserted) -> Meters:
    terminal = table.meters.terminal(event.seat)
    notes = dict(terminal.notes)
    for value, count in event.tender.notes.items() if event.tender else ():
        notes[value] = notes.get(value, 0) + count
    return _at(table, event.seat, brought=added(terminal.brought, _way(event.tender), event.amount), notes=notes)


def _taken(table: Table, event: SeatLeft | MoneyCollected) -> Meters:
    taken = added(table.meters.terminal(event.seat).taken, _way(event.tender), event.amount)
    if isinstance(event, SeatLeft):
        taken = _ended_with_a_visit(taken, event)
    return _at(table, event.seat, taken=taken)


def _ended_with_a_visit(taken: Counted, event: SeatLeft | BetsInvalidated) -> Counted:
    return added(added(taken, Way.RESTRICTED.value, event.forfeited), Way.TOKENS.value, event.tokens)


def _way(tender: Tender | None) -> str:
    return tender.way.value if tender else OTHER


def _hand_pay_called(table: Table, event: HandPayCalled) -> Meters:
    way = LARGE_WIN if event.won else Way.HAND_PAY.value
    return _at(table, event.seat, taken=added(table.meters.terminal(event.seat).taken, way, event.amount))


def _hand_paid(table: Table, event: HandPaid) -> Meters:
    return _at(table, event.seat, paid_by_hand=table.meters.terminal(event.seat).paid_by_hand + event.amount)


def _hand_pay_taken_back(table: Table, event: HandPayTakenBack) -> Meters:
    return _at(table, event.seat, taken_back=table.meters.terminal(event.seat).taken_back + event.amount)


def _stacker_emptied(table: Table, event: StackerEmptied) -> Meters:
    return _at(table, event.seat, emptied=table.meters.terminal(event.seat).notes)


def _withheld(table: Table, event: MoneyWithheld) -> Meters:
    return _at(table, event.seat, withheld=table.meters.terminal(event.seat).withheld + event.amount)


def _released(table: Table, event: MoneyReleased) -> Meters:
    terminal = table.meters.terminal(event.seat)
    if event.to_player:
        return _at(table, event.seat, released=terminal.released + event.amount)
    return _at(table, event.seat, kept=terminal.kept + event.amount)


def _placed(table: Table, event: BetPlaced) -> Meters:
    if not event.commission:
        return table.meters
    bet = table.layout[event.seat].get(event.wager)
    edition = bet.edition if bet else len(table.editions) - 1
    charged = _at(table, event.seat, commission=table.meters.terminal(event.seat).commission + event.commission)
    return _of_wager(table, charged, edition, event.wager, Played(commission=event.commission))


def _taken_down(table: Table, event: BetTakenDown) -> Meters:
    if not event.refund:
        return table.meters
    edition = table.layout[event.seat][event.wager].edition
    returned = _at(table, event.seat, commission_back=table.meters.terminal(event.seat).commission_back + event.refund)
    return _of_wager(table, returned, edition, event.wager, Played(commission_back=event.refund))


def _of_wager(table: Table, meters: Meters, edition: int, wager: str, more: Played) -> Meters:
    kind = table.editions[edition].addresses[wager].offer.kind
    return replace(meters, wagers=with_wager(meters.wagers, edition, kind, more))


class _Ends:
    """Gathers how the bets of one event ended, so that each terminal and each wager is written once."""

    def __init__(self, table: Table, cause: str) -> None:
        """Nothing yet; bets that end otherwise than by play do so for this cause."""
        self._table, self._cause = table, cause
        self._terminals = dict(table.meters.terminals)
        self._seats: dict[str, list[int]] = {}
        self._wagers: dict[tuple[int, str], list[int]] = {}

    def count(self, decided: Sequence[Decided]) -> None:
        """Bets that ended."""
        table = self._table
        for each in decided:
            bet = table.layout[each.seat][each.wager]
            kind = table.editions[bet.edition].addresses[each.wager].offer.kind
            seat = self._seats.setdefault(each.seat, [0, 0, 0])
            wager = self._wagers.setdefault((bet.edition, kind), [0, 0, 0, 0, 0])
            if each.result in ENDED_BY_PLAY:
                seat[0] += each.stake
                seat[1] += each.paid
                wager[0] += 1
                wager[1] += each.stake
                wager[2] += each.paid
            else:
                # What goes back beyond the stake is its commission; of what is forfeited nothing goes back.
                back = max(0, each.paid - each.stake)
                seat[2] += back
                wager[4] += back
                self._apart(each)

    def _apart(self, each: Decided) -> None:
        name = _ENDED_OTHERWISE[each.result]
        terminal = self._terminal(each.seat)
        self._terminals[each.seat] = replace(terminal, **{name: added(getattr(terminal, name), self._cause, each.stake)})

    def play(self) -> None:
        """A game, for every terminal that has a bet on the layout."""
        for seat, bets in self._table.layout.items():
            if bets:
                terminal = self._terminal(seat)
                self._terminals[seat] = replace(terminal, games=terminal.games + 1)

    def meters(self) -> Meters:
        """What the meters come to."""
        for seat, (turnover, wins, back) in self._seats.items():
            before = self._terminal(seat)
            self._terminals[seat] = replace(
                before,
                turnover=before.turnover + turnover,
                wins=before.wins + wins,
                commission_back=before.commission_back + back,
            )
        meters = self._table.meters
        wagers = {edition: dict(kinds) for edition, kinds in meters.wagers.items()}
        for (edition, kind), figures in self._wagers.items():
            of_edition = wagers.setdefault(edition, {})
            of_edition[kind] = of_edition.get(kind, NEVER_PLAYED).plus(Played(*figures))
        return replace(meters, terminals=self._terminals, wagers=wagers)

    def _terminal(self, seat: str) -> Terminal:
        return self._terminals.get(seat) or Terminal()


_ENDED_OTHERWISE = {Result.VOID: "voided", Result.REFUND: "refunded", Result.FORFEIT: "forfeited"}


def _settled(table: Table, event: RoundSettled) -> Meters:
    # A bet goes back whatever falls where its owner had been advised about the minimum.
    ends = _Ends(table, table.rules.limits.clause)
    ends.play()
    ends.count(event.decided)
    return ends.meters()


def _voided(table: Table, event: RoundVoided) -> Meters:
    ends = _Ends(table, event.clause or event.ground or table.rules.void_clause)
    ends.count(event.decided)
    return ends.meters()


def _ruled(table: Table, event: BetRefused | BetsVoided | LightsFailed | TableClosed) -> Meters:
    ends = _Ends(table, event.clause)
    ends.count(event.decided)
    return ends.meters()


def _invalidated(table: Table, event: BetsInvalidated) -> Meters:
    """Bets that stood go back; those of the last round end otherwise than they did."""
    ends = _Ends(table, event.clause)
    ends.count(event.standing)
    meters = ends.meters()
    if not event.settled:
        return meters
    last = table.last
    assert isinstance(last.event, RoundSettled), "what was settled in the last round was settled"
    ended = {each.wager: each for each in last.event.decided if each.seat == event.seat}
    change, terminal = 0, meters.terminal(event.seat)
    up, down = meters.corrected_up, meters.corrected_down
    for each in event.settled:
        was, bet = ended[each.wager], last.before.layout[event.seat][each.wager]
        change += each.paid - was.paid
        kind = last.before.offer_of(each.wager, bet).kind
        back = Played(commission_back=each.paid - each.stake)
        if was.result in ENDED_BY_PLAY:
            up = with_wager(up, bet.edition, kind, back)
            down = with_wager(down, bet.edition, kind, Played(1, was.stake, was.paid))
            terminal = replace(terminal, voided=added(terminal.voided, event.clause, each.stake))
    terminal = replace(terminal, taken=_ended_with_a_visit(terminal.taken, event))
    terminals = {**meters.terminals, event.seat: _corrected_by(terminal, change)}
    return replace(meters, terminals=terminals, corrected_up=up, corrected_down=down)


COUNTS: dict[type[Event], Callable[[Table, Any], Meters]] = {
    SeatTaken: _brought,
    MoneyInserted: _brought,
    SeatLeft: _taken,
    MoneyCollected: _taken,
    HandPayCalled: _hand_pay_called,
    HandPaid: _hand_paid,
    HandPayTakenBack: _hand_pay_taken_back,
    StackerEmptied: _stacker_emptied,
    MoneyWithheld: _withheld,
    MoneyReleased: _released,
    BetPlaced: _placed,
    BetTakenDown: _taken_down,
    RoundSettled: _settled,
    RoundVoided: _voided,
    BetRefused: _ruled,
    BetsVoided: _ruled,
    LightsFailed: _ruled,
    TableClosed: _ruled,
    BetsInvalidated: _invalidated,
}
"""Every event that a meter counts; float and drop box have none, and a round settled again counts by its difference."""
